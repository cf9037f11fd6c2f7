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
#include "problem/reduction.h"
#include "problem/sat.h"
#include "reduce/map.h"
#include "reduce/tovey.h"

#include <stdlib.h>

/* What an ablation leaves out. */
enum damage
{
  NO_CYCLE = 1,
  PATH = 2
};

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "the copies of a variable are not tied, so unsatisfiable formulas become satisfiable", HB_YES,
    NO_CYCLE },
  { "path",
    "the copies are tied in a path, which lets later ones be true alone, so unsatisfiable formulas "
    "become satisfiable",
    HB_YES, PATH },
  { NULL, NULL, HB_OPEN, 0 },
};

static const int smallest_refuted[] = { 1, 2, 0, -1, 2, 0, -2, 3, 0, -3, 4, 0, -3, -4, 0 };

/* --- The instance --- */

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  /* Copies and fresh variables together are at most as many as the literals. */
  if (cnf->literals.size <= INT32_MAX)
    return true;
  hb_error (diag, NULL,
            "the formula has %zu literals; the result could need more variables than %d",
            cnf->literals.size, INT32_MAX);
  return false;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  struct hb_tovey plan;
  hb_tovey_make (cnf, &plan);
  hb_tovey_sizes (cnf, &plan, sizes);
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
  size_t size = hb_tovey_size (simple, c);
  const int *literals = vec_from (simple->literals, simple->ends.data[c] - size);
  for (size_t k = 0; k < size; k++)
    {
      hb_cnf_add (target, copied_literal (plan, used, literals[k]));
      if (k >= 1 && k + 2 < size)
        {
          hb_cnf_add (target, *fresh);
          hb_cnf_add (target, 0);
          hb_cnf_add (target, -(*fresh)++);
        }
    }
  hb_cnf_add (target, 0);
}

static void
add_cycle (hb_cnf *target, int first, size_t copies, unsigned damage)
{
  size_t ties = damage & NO_CYCLE ? 0 : damage & PATH ? copies - 1 : copies;
  for (size_t c = 0; c < ties; c++)
    {
      hb_cnf_add (target, -(first + (int)c));
      hb_cnf_add (target, first + (int)((c + 1) % copies));
      hb_cnf_add (target, 0);
    }
}

static hb_cnf *
build (const hb_cnf *cnf, const struct hb_tovey *plan, unsigned damage)
{
  if (plan->simple.contradiction)
    {
      hb_cnf *refuted = hb_cnf_new (4);
      for (size_t i = 0; i < sizeof smallest_refuted / sizeof *smallest_refuted; i++)
        hb_cnf_add (refuted, smallest_refuted[i]);
      return refuted;
    }
  hb_cnf *target = hb_cnf_new (0); /* each of its variables occurs */
  size_t *used = hb_calloc ((size_t)cnf->variables + 1, sizeof *used);
  int fresh = plan->fresh;
  for (size_t c = 0; c < plan->simple.ends.size; c++)
    add_clause (target, plan, used, &fresh, c);
  for (int v = 1; v <= cnf->variables; v++)
    if (hb_tovey_copies (plan, v) > 1)
      add_cycle (target, plan->first[v], hb_tovey_copies (plan, v), damage);
  hb_free (used);
  return target;
}

/* --- The map: one JSON object a line (doc/reductions.md) --- */

static void
put_header (const hb_cnf *cnf, const struct hb_tovey *plan, hb_output *map)
{
  uint64_t sizes[3];
  hb_tovey_sizes (cnf, plan, sizes);
  hb_json *json = hb_map_header (map, "3sat-3bisat");
  hb_map_formula_sizes (json, "source", (uint64_t)cnf->variables, hb_cnf_clauses (cnf),
                        cnf->literals.size);
  hb_map_formula_sizes (json, "target", sizes[0], sizes[1], sizes[2]);
  hb_json_member_bool (json, "contradiction", plan->simple.contradiction);
  hb_json_member_string (json, "rule",
                         "a variable has the value of any of its target variables, which agree; a "
                         "unit has the value given; a free one is false");
  hb_map_end (json);
}

static void
put_variable (const struct hb_tovey *plan, int v, size_t *cycle, hb_output *map)
{
  size_t copies = hb_tovey_copies (plan, v);
  hb_json *json = hb_map_line (map, "variable");
  hb_json_member_signed (json, "variable", v);
  bool unit = plan->simple.units[v] != 0;
  hb_json_member_string (json, "kind",
                         unit          ? "unit"
                         : !copies     ? "free"
                         : copies == 1 ? "kept"
                                       : "copies");
  if (unit || !copies)
    hb_json_member_bool (json, "value", plan->simple.units[v] > 0);
  else
    {
      hb_json_member_array (json, "target");
      for (size_t c = 0; c < copies; c++)
        hb_json_signed (json, plan->first[v] + (int)c);
      hb_json_close (json);
    }
  if (!unit && copies > 1)
    {
      hb_map_range (json, "cycle", *cycle, *cycle + copies - 1);
      *cycle += copies;
    }
  hb_map_end (json);
}

/* Clause J of the source, the LEFT-th of those left if it is kept, becomes the target's clauses *NEXT and
 * following. */
static void
put_clause (const struct hb_tovey *plan, size_t j, size_t *left, size_t *next, int *fresh,
            hb_output *map)
{
  const struct hb_simplified *simple = &plan->simple;
  bool kept = simple->fates[j] == HB_KEPT;
  size_t split = kept ? hb_tovey_fresh (hb_tovey_size (simple, *left)) : 0;
  hb_json *json = hb_map_line (map, "clause");
  hb_json_member_unsigned (json, "clause", j + 1);
  hb_json_member_string (json, "kind",
                         kept                               ? (split ? "split" : "kept")
                         : simple->fates[j] == HB_TAUTOLOGY ? "tautology"
                                                            : "satisfied");
  if (kept)
    hb_map_range (json, "target", *next, *next + split);
  if (split)
    hb_map_range (json, "fresh", (uint64_t)*fresh, (uint64_t)*fresh + split - 1);
  hb_map_end (json);
  *left += kept;
  *next += kept + split;
  *fresh += (int)split;
}

static void
put_map (const hb_cnf *cnf, const struct hb_tovey *plan, hb_output *map)
{
  const struct hb_simplified *simple = &plan->simple;
  put_header (cnf, plan, map);
  if (simple->contradiction)
    return;
  size_t next = 1, left = 0, cycle = 1;
  int fresh = plan->fresh;
  for (size_t c = 0; c < simple->ends.size; c++)
    cycle += 1 + hb_tovey_fresh (hb_tovey_size (simple, c));
  for (int v = 1; v <= cnf->variables; v++)
    put_variable (plan, v, &cycle, map);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    put_clause (plan, j, &left, &next, &fresh, map);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)self;
  (void)diag;
  const hb_cnf *cnf = hb_cnf_of (source);
  struct hb_tovey plan;
  hb_tovey_make (cnf, &plan);
  target->instance = hb_instance_of_cnf (build (cnf, &plan, ablation ? ablation->bits : 0));
  if (map)
    put_map (cnf, &plan, map);
  hb_tovey_free (&plan);
  return true;
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
      size_t size = hb_tovey_size (simple, c);
      const int *literals = vec_from (simple->literals, simple->ends.data[c] - size);
      bool found = false;
      for (size_t k = 0; k + 2 < size; k++)
        {
          found = found || hb_literal_holds (model, literals[k]);
          if (k >= 1)
            target_model[fresh++] = found ? -1 : 1;
        }
    }
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (source);
  const signed char *model = hb_model_of (solution);
  if (!hb_reduction_made (self, source, target, diag)
      || !hb_model_satisfies (cnf, model, "formula", diag))
    return NULL;
  struct hb_tovey plan;
  signed char *lifted = hb_model_new (hb_cnf_of (target));
  hb_tovey_make (cnf, &plan);
  for (int v = 1; v <= cnf->variables; v++)
    for (size_t c = 0; c < hb_tovey_copies (&plan, v); c++)
      lifted[plan.first[v] + (int)c] = model[v] > 0 ? 1 : -1;
  lift_fresh (&plan, model, lifted);
  hb_tovey_free (&plan);
  return hb_solution_of_model (lifted);
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
  for (int v = 1; v <= cnf->variables; v++)
    if (plan->simple.units[v])
      model[v] = plan->simple.units[v];
    else if (!plan->first[v])
      model[v] = -1;
    else if (!value_of_copies (plan, v, target_model, &model[v], diag))
      return false;
  return hb_model_satisfies (cnf, model, "source", diag);
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (source);
  uint64_t sizes[3];
  sizes_of (self, source, sizes);
  bool fits = (uint64_t)hb_cnf_of (target)->variables == sizes[0];
  if (!fits)
    hb_error (diag, NULL, "the target has %d variables; this formula's has %llu",
              hb_cnf_of (target)->variables, (unsigned long long)sizes[0]);
  if (!fits || !hb_model_satisfies (hb_cnf_of (target), hb_model_of (solution), "target", diag))
    return NULL;
  struct hb_tovey plan;
  signed char *model = hb_model_new (cnf);
  hb_tovey_make (cnf, &plan);
  bool good = extract_with_plan (cnf, &plan, hb_model_of (solution), model, diag);
  hb_tovey_free (&plan);
  if (good)
    return hb_solution_of_model (model);
  hb_free (model);
  return NULL;
}

const struct hb_reduction hb_reduction_sat_3bisat = {
  .name = "3sat-3bisat",
  .from = &hb_problem_sat,
  .to = &hb_problem_3bisat,
  .to_note = "",
  .reference = "Tovey 1984; longer clauses split",
  .handlers = "",
  .size_text
  = "n variables, m clauses, K literals left, e = sum of s - 3 over clauses of s > 3 literals, "
    "r variables with k > 3 occurrences, c = sum of their k: variables = n - r + c + e, "
    "clauses = m + c + e, literals = K + 2c + 2e",
  .ablations = ablations,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
