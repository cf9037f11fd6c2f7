/* 3sat-3bisat: any formula to one with clauses of two or three literals over distinct variables,
 * each variable in at most three clauses.
 *
 * Craig A. Tovey, "A simplified NP-complete satisfiability problem", Discrete Applied Mathematics 8
 * (1984), 85-89: a variable x with k > 3 occurrences becomes k copies, one per occurrence, tied by
 *
 *     c1 -> c2 -> c3 -> ... -> ck -> c1        as clauses (-c1 c2)(-c2 c3) ... (-ck c1)
 *
 * so that all copies agree; each stands in two clauses of the cycle and in one of the formula.
 *
 * Two steps stand around his.  Before: double literals, tautologies and units are taken out
 * (simplify.h), since Definition 3 of the ED-consistency paper allows none of them.  And, an
 * extension, a clause of more than three literals is split by fresh variables,
 *
 *     (l1 l2 l3 l4 l5)   becomes   (l1 l2 y1)(-y1 l3 y2)(-y2 l4 l5)
 *
 * so that the source may be any formula.  A formula that propagation refutes becomes the smallest
 * unsatisfiable instance (4 variables, 5 clauses).  Everything here is linear. */
#include "reduce/reduction.h"
#include "reduce/tovey.h"

#include <stdlib.h>

static const int smallest_refuted[] = { 1, 2, 0, -1, 2, 0, -2, 3, 0, -3, 4, 0, -3, -4, 0 };

/* --- The plan --- */

size_t
hb_tovey_copies (const struct hb_tovey *plan, int v)
{
  size_t occurrences = plan->simple.occurrences[v];
  if (!occurrences)
    return 0;
  return occurrences > HB_TOVEY_OCCURRENCES ? occurrences : 1;
}

size_t
hb_tovey_fresh (size_t size)
{
  return size > HB_TOVEY_LITERALS ? size - HB_TOVEY_LITERALS : 0;
}

static size_t
clause_size (const struct hb_simplified *simple, size_t c)
{
  return simple->ends.data[c] - (c ? simple->ends.data[c - 1] : 0);
}

void
hb_tovey_plan (const hb_cnf *cnf, struct hb_tovey *plan)
{
  hb_simplify (cnf, &plan->simple);
  plan->first = hb_calloc ((size_t)cnf->variables + 1, sizeof *plan->first);
  plan->variables = 0;
  for (int v = 1; v <= cnf->variables; v++)
    if (plan->simple.occurrences[v])
      {
        plan->first[v] = plan->variables + 1;
        plan->variables += (int)hb_tovey_copies (plan, v);
      }
  plan->fresh = plan->variables + 1;
  for (size_t c = 0; c < plan->simple.ends.size; c++)
    plan->variables += (int)hb_tovey_fresh (clause_size (&plan->simple, c));
}

void
hb_tovey_free (struct hb_tovey *plan)
{
  hb_simplified_free (&plan->simple);
  hb_free (plan->first);
}

/* --- The instance --- */

static bool
accepts (const hb_cnf *cnf, hb_diag *diag)
{
  /* Copies and fresh variables together are at most as many as the literals. */
  if (cnf->literals.size <= INT32_MAX)
    return true;
  hb_error (diag, NULL,
            "the formula has %zu literals; the result could need more variables than %d",
            cnf->literals.size, INT32_MAX);
  return false;
}

static void
expect_of_plan (const hb_cnf *cnf, const struct hb_tovey *plan, uint64_t sizes[3])
{
  const struct hb_simplified *simple = &plan->simple;
  sizes[0] = sizes[1] = sizes[2] = 0;
  if (simple->contradiction)
    {
      sizes[0] = 4;
      sizes[1] = 5;
      sizes[2] = 10;
      return;
    }
  for (int v = 1; v <= cnf->variables; v++)
    {
      size_t copies = hb_tovey_copies (plan, v);
      sizes[0] += copies;
      if (copies > 1)
        {
          sizes[1] += copies;
          sizes[2] += 2 * copies;
        }
    }
  for (size_t c = 0; c < simple->ends.size; c++)
    {
      size_t size = clause_size (simple, c), fresh = hb_tovey_fresh (size);
      sizes[0] += fresh;
      sizes[1] += 1 + fresh;
      sizes[2] += size + 2 * fresh;
    }
}

static void
expect (const hb_cnf *cnf, uint64_t sizes[3])
{
  struct hb_tovey plan;
  hb_tovey_plan (cnf, &plan);
  expect_of_plan (cnf, &plan, sizes);
  hb_tovey_free (&plan);
}

/* --- Building --- */

/* The target's literal for one occurrence of LITERAL; USED counts the occurrences seen so far. */
static int
copied_literal (const struct hb_tovey *plan, size_t *used, int literal)
{
  int v = abs (literal), copy = plan->first[v];
  if (plan->simple.occurrences[v] > HB_TOVEY_OCCURRENCES)
    copy += (int)used[v]++;
  return literal < 0 ? -copy : copy;
}

/* Clause C with the copies in place, split if it is long; *FRESH is the next fresh variable. */
static void
add_clause (hb_cnf *target, const struct hb_tovey *plan, size_t *used, int *fresh, size_t c)
{
  const struct hb_simplified *simple = &plan->simple;
  size_t size = clause_size (simple, c);
  const int *literals = simple->literals.data + (simple->ends.data[c] - size);
  for (size_t k = 0; k < size; k++)
    {
      hb_cnf_add (target, copied_literal (plan, used, literals[k]));
      if (k >= 1 && k + 2 < size && size > HB_TOVEY_LITERALS)
        {
          hb_cnf_add (target, *fresh);
          hb_cnf_add (target, 0);
          hb_cnf_add (target, -(*fresh)++);
        }
    }
  hb_cnf_add (target, 0);
}

static void
add_cycle (hb_cnf *target, int first, size_t copies)
{
  for (size_t c = 0; c < copies; c++)
    {
      hb_cnf_add (target, -(first + (int)c));
      hb_cnf_add (target, first + (int)((c + 1) % copies));
      hb_cnf_add (target, 0);
    }
}

static hb_cnf *
build (const hb_cnf *cnf, const struct hb_tovey *plan)
{
  if (plan->simple.contradiction)
    {
      hb_cnf *refuted = hb_cnf_new (4);
      for (size_t i = 0; i < sizeof smallest_refuted / sizeof *smallest_refuted; i++)
        hb_cnf_add (refuted, smallest_refuted[i]);
      return refuted;
    }
  hb_cnf *target = hb_cnf_new (plan->variables);
  size_t *used = hb_calloc ((size_t)cnf->variables + 1, sizeof *used);
  int fresh = plan->fresh;
  for (size_t c = 0; c < plan->simple.ends.size; c++)
    add_clause (target, plan, used, &fresh, c);
  for (int v = 1; v <= cnf->variables; v++)
    if (hb_tovey_copies (plan, v) > 1)
      add_cycle (target, plan->first[v], hb_tovey_copies (plan, v));
  hb_free (used);
  return target;
}

static hb_cnf *
reduce_cnf (const hb_cnf *cnf, hb_output *map)
{
  struct hb_tovey plan;
  hb_tovey_plan (cnf, &plan);
  hb_cnf *target = build (cnf, &plan);
  if (map)
    {
      uint64_t sizes[3];
      expect_of_plan (cnf, &plan, sizes);
      hb_tovey_map (cnf, &plan, sizes, map);
    }
  hb_tovey_free (&plan);
  return target;
}

/* --- There --- */

/* Fresh variable y_i of a long clause says "no literal before y_i is true", which makes every piece
 * of the clause true when one literal is. */
static void
lift_fresh (const struct hb_tovey *plan, const signed char *model, signed char *target_model)
{
  const struct hb_simplified *simple = &plan->simple;
  int fresh = plan->fresh;
  for (size_t c = 0; c < simple->ends.size; c++)
    {
      size_t size = clause_size (simple, c);
      const int *literals = simple->literals.data + (simple->ends.data[c] - size);
      bool found = false;
      for (size_t k = 0; k + 2 < size && size > HB_TOVEY_LITERALS; k++)
        {
          found |= model[abs (literals[k])] == (literals[k] < 0 ? -1 : 1);
          if (k >= 1)
            target_model[fresh++] = found ? -1 : 1;
        }
    }
}

static bool
satisfies (const hb_cnf *cnf, const signed char *model, const char *what, hb_diag *diag)
{
  size_t falsified = hb_cnf_falsified (cnf, model);
  if (falsified == SIZE_MAX)
    return true;
  struct hb_place place = hb_cnf_place (cnf, falsified);
  hb_error (diag, &place, "the assignment does not satisfy clause %zu of the %s", falsified + 1,
            what);
  return false;
}

static bool
lift_cnf (const hb_cnf *cnf, const signed char *model, signed char *target_model, hb_diag *diag)
{
  if (!satisfies (cnf, model, "formula", diag))
    return false;
  struct hb_tovey plan;
  hb_tovey_plan (cnf, &plan);
  target_model[0] = 0;
  for (int v = 1; v <= cnf->variables; v++)
    for (size_t c = 0; c < hb_tovey_copies (&plan, v); c++)
      target_model[plan.first[v] + (int)c] = model[v] > 0 ? 1 : -1;
  lift_fresh (&plan, model, target_model);
  hb_tovey_free (&plan);
  return true;
}

/* --- And back --- */

/* The value of V's copies.  False: they differ, which the cycle excludes in a model. */
static bool
value_of_copies (const struct hb_tovey *plan, int v, const signed char *target_model,
                 signed char *value, hb_diag *diag)
{
  int first = plan->first[v];
  *value = target_model[first] > 0 ? 1 : -1;
  for (size_t c = 1; c < hb_tovey_copies (plan, v); c++)
    if ((target_model[first + (int)c] > 0) != (*value > 0))
      {
        hb_error (diag, NULL, "copies %d and %d of variable %d have different values", first,
                  first + (int)c, v);
        return false;
      }
  return true;
}

static bool
extract_with_plan (const hb_cnf *cnf, const struct hb_tovey *plan, const signed char *target_model,
                   signed char *model, hb_diag *diag)
{
  model[0] = 0;
  for (int v = 1; v <= cnf->variables; v++)
    if (plan->simple.units[v])
      model[v] = plan->simple.units[v];
    else if (!plan->first[v])
      model[v] = -1;
    else if (!value_of_copies (plan, v, target_model, &model[v], diag))
      return false;
  return satisfies (cnf, model, "source", diag);
}

static bool
extract_cnf (const hb_cnf *cnf, const signed char *target_model, signed char *model, hb_diag *diag)
{
  struct hb_tovey plan;
  hb_tovey_plan (cnf, &plan);
  hb_cnf *target = build (cnf, &plan);
  bool good = satisfies (target, target_model, "target", diag)
              && extract_with_plan (cnf, &plan, target_model, model, diag);
  hb_cnf_free (target);
  hb_tovey_free (&plan);
  return good;
}

const struct hb_reduction hb_3sat_3bisat = {
  .name = "3sat-3bisat",
  .source = "SAT",
  .target = "3-BI-3SAT",
  .reference = "Tovey 1984; longer clauses split",
  .handlers = "",
  .sizes
  = "n variables, m clauses, K literals left, e = sum of s - 3 over clauses of s > 3 literals, "
    "r variables with k > 3 occurrences, c = sum of their k: variables = n - r + c + e, "
    "clauses = m + c + e, literals = K + 2c + 2e",
  .accepts = accepts,
  .expect = expect,
  .reduce_cnf = reduce_cnf,
  .lift_cnf = lift_cnf,
  .extract_cnf = extract_cnf,
};
