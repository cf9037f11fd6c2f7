/* SAT-and-UNSAT: is, of some pair of formulas, the first satisfiable and the second not?  One pair is the problem of
 * Papadimitriou and Yannakakis ("The complexity of facets", JCSS 1984), complete for DP; lists of pairs are complete for
 * the class of polynomial time with a logarithmic number of questions to NP (Wagner, "More complicated questions about
 * maxima and minima", TCS 1987). */
#include "problem/valid.h"

#include "base/memory.h"
#include "problem/sat.h"
#include "sat/solver.h"

#include <string.h>

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return length > 10 && !memcmp (bytes, "formulas 1", 10);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  (void)self;
  sizes[0] = formulas->list.size / 2;
  sizes[1] = sizes[2] = 0;
  for (size_t i = 0; i < formulas->list.size; i++)
    {
      sizes[1] += (uint64_t)formulas->list.data[i]->variables;
      sizes[2] += hb_cnf_clauses (formulas->list.data[i]);
    }
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  const struct hb_formulas *x = hb_formulas_of (a), *y = hb_formulas_of (b);
  bool same = x->list.size == y->list.size;
  for (size_t i = 0; i < x->list.size && same; i++)
    same = hb_sat_equal (self, hb_instance_of_cnf (x->list.data[i]),
                         hb_instance_of_cnf (y->list.data[i]));
  return same;
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  struct hb_formulas *copy = hb_formulas_new ();
  (void)self;
  for (size_t i = 0; i < formulas->list.size; i++)
    vec_push (copy->list, hb_cnf_copy (formulas->list.data[i]));
  return (hb_instance *)copy;
}

/* --- solutions --- */

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  const struct hb_chosen *chosen = hb_chosen_of (solution);
  (void)self;
  if (chosen->pair >= formulas->list.size / 2)
    hb_error (diag, NULL, "there is no pair %zu", chosen->pair + 1);
  else if (hb_cnf_falsified (formulas->list.data[2 * chosen->pair], chosen->model) != SIZE_MAX)
    hb_error (diag, NULL, "the values are no model of formula f of pair %zu", chosen->pair + 1);
  else if (hb_solve_cnf (formulas->list.data[2 * chosen->pair + 1], "picosat", 0, NULL, NULL, diag)
           != HB_NO)
    hb_error (diag, NULL, "formula g of pair %zu has a model", chosen->pair + 1);
  else
    return true;
  return false;
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  const struct hb_chosen *x = hb_chosen_of (a), *y = hb_chosen_of (b);
  (void)self;
  if (x->pair != y->pair)
    return false;
  const hb_cnf *cnf = hb_formulas_of (instance)->list.data[2 * x->pair];
  for (int v = 1; v <= cnf->variables; v++)
    if ((x->model[v] > 0) != (y->model[v] > 0))
      return false;
  return true;
}

/* --- deciders --- */

/* One formula: by a solver, or (OWN NULL) by all assignments. */
static enum hb_answer
decide_one (const struct hb_decider *self, hb_cnf *cnf, const struct hb_decide_options *options,
            hb_solution **model, hb_diag *diag)
{
  const struct hb_decider *const *all = hb_problem_sat.deciders;
  const struct hb_decider *by = all[0];
  for (size_t i = 0; all[i]; i++)
    if (self->brute ? all[i]->brute : !strcmp (all[i]->name, self->name))
      by = all[i];
  return by->decide (by, hb_instance_of_cnf (cnf), options, model, diag);
}

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  enum hb_answer all = HB_NO;
  for (size_t i = 0; i < formulas->list.size / 2; i++)
    {
      hb_solution *model = NULL;
      enum hb_answer f = decide_one (self, formulas->list.data[2 * i], options, &model, diag);
      enum hb_answer g
          = f == HB_NO ? HB_YES
                       : decide_one (self, formulas->list.data[2 * i + 1], options, NULL, diag);
      if (f == HB_YES && g == HB_NO)
        {
          if (solution)
            *solution = hb_chosen_new (i, (signed char *)model);
          else
            hb_free (model);
          return HB_YES;
        }
      hb_free (model);
      if (f == HB_OPEN || g == HB_OPEN)
        all = HB_OPEN;
    }
  return all;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  const struct hb_formulas *formulas = hb_formulas_of (instance);
  (void)self;
  *why = "its formulas have too many variables for all assignments to be tried";
  for (size_t i = 0; i < formulas->list.size; i++)
    if (formulas->list.data[i]->variables > 12)
      return false;
  return true;
}

static const struct hb_decider cadical
    = { .name = "cadical", .summary = "CaDiCaL", .seeded = true, .decide = decide };
static const struct hb_decider picosat
    = { .name = "picosat", .summary = "PicoSAT", .seeded = true, .decide = decide };
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all assignments, of small formulas",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = decide };
static const struct hb_decider *const deciders[] = { &cadical, &picosat, &brute, NULL };

/* --- many instances --- */

static hb_cnf *
draw_formula (const uint64_t *bounds, struct hb_rng *rng)
{
  int variables = 1 + (int)hb_rng_below (rng, bounds[1] ? bounds[1] : 1);
  uint64_t clauses = hb_rng_below (rng, bounds[2] + 1);
  hb_cnf *cnf = hb_cnf_new (variables);
  for (uint64_t j = 0; j < clauses; j++)
    hb_cnf_add_drawn (cnf, variables, 1 + hb_rng_below (rng, 3), rng);
  return cnf;
}

static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  struct hb_formulas *formulas = hb_formulas_new ();
  uint64_t pairs = 1 + hb_rng_below (rng, bounds[0] ? bounds[0] : 1);
  (void)self, (void)diag;
  for (uint64_t i = 0; i < 2 * pairs; i++)
    vec_push (formulas->list, draw_formula (bounds, rng));
  return (hb_instance *)formulas;
}

static const struct hb_generator wild
    = { .name = "wild", .summary = "clauses of 1 to 3 literals", .draw = draw };
static const struct hb_generator *const generators[] = { &wild, NULL };

/* Pairs, while there are two at least, then clauses. */
static size_t
parts (const struct hb_problem *self, const hb_instance *instance)
{
  uint64_t sizes[3];
  sizes_of (self, instance, sizes);
  return (sizes[0] > 1 ? sizes[0] : 0) + sizes[2];
}

static hb_instance *
without (const struct hb_problem *self, const hb_instance *instance, size_t part)
{
  struct hb_formulas *less = (struct hb_formulas *)copy_instance (self, instance);
  size_t pairs = less->list.size > 2 ? less->list.size / 2 : 0;
  if (part < pairs)
    {
      hb_cnf_free (less->list.data[2 * part]);
      hb_cnf_free (less->list.data[2 * part + 1]);
      for (size_t i = 2 * part; i + 2 < less->list.size; i++)
        less->list.data[i] = less->list.data[i + 2];
      less->list.size -= 2;
      return (hb_instance *)less;
    }
  part -= pairs;
  size_t i = 0;
  while (part >= hb_cnf_clauses (less->list.data[i]))
    part -= hb_cnf_clauses (less->list.data[i++]);
  hb_cnf_drop_clause (less->list.data[i], part);
  return (hb_instance *)less;
}

static const char *const measures[] = { "pairs", "variables", "clauses", NULL };
static const struct hb_bound bounds[]
    = { { "pairs", "pairs of formulas", 1, 3, 0 },
        { "variables", "variables of a formula", 2, 3, 0 },
        { "clauses", "clauses of a formula, of 1 to 3 literals", 3, 5, 0 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_sat_and_valid = {
  .name = "sat-and-valid",
  .title = "SAT-and-VALID",
  .summary = "is of some pair of formulas the first satisfiable and the second one not?",
  .source = "Papadimitriou and Yannakakis, JCSS 1984; Wagner, TCS 1987",
  .suffix = "formulas",
  .thing = "list of pairs",
  .things = "lists of pairs",
  .evidence = "choice",
  .evidences = "choices",
  .yes = "YES",
  .no = "NO",
  .solution_suffix = "choice",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = hb_formulas_read,
  .write = hb_formulas_write,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .free = hb_formulas_free,
  .read_solution = hb_chosen_read,
  .write_solution = hb_chosen_write,
  .check = check,
  .same = same,
  .free_solution = hb_chosen_free,
  .deciders = deciders,
  .generators = generators,
  .parts = parts,
  .without = without,
};
