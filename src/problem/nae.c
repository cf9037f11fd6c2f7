/* NAE-3SAT, not all equal: can the variables of a formula be given values so that each clause has a true and a false
 * literal?  (Schaefer, "The complexity of satisfiability problems", STOC 1978; LO3 of Garey and Johnson,
 * 1979.)  An instance is a formula of clauses of two or three literals, which may be the same: (x x y) says
 * that x and y differ, (x x) cannot be satisfied.  With a model its opposite is one, too. */
#include "problem/nae.h"

#include "base/memory.h"
#include "gen/enumerate.h"
#include "problem/encoded.h"

#include <stdlib.h>
#include <string.h>

/* Most variables of a formula whose assignments are all tried. */
#define MOST_TRIED 14

static bool
admits (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (instance);
  bool good = true;
  for (size_t j = 0; j < hb_cnf_clauses (cnf) && !hb_diag_full (diag); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      if (size == 2 || size == 3)
        continue;
      struct hb_place place = hb_cnf_place (cnf, j);
      hb_error (diag, &place, "clause %zu has %zu literal%s; a clause of %s has two or three",
                j + 1, size, size == 1 ? "" : "s", self->title);
      good = false;
    }
  return good;
}

/* --- solutions --- */

bool
hb_model_splits (const hb_cnf *cnf, const signed char *model, const char *what, hb_diag *diag)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size, yes = 0;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        yes += (model[abs (literals[k])] > 0) == (literals[k] > 0);
      if (yes && yes < size)
        continue;
      struct hb_place place = hb_cnf_place (cnf, j);
      hb_error (diag, &place, "all literals of clause %zu of the %s are %s", j + 1, what,
                yes ? "true" : "false");
      return false;
    }
  return true;
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  return hb_model_splits (hb_cnf_of (instance), hb_model_of (solution), "formula", diag);
}

/* --- by a formula: each clause, and the same of its negated literals --- */

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_cnf *cnf = hb_cnf_of (instance);
  hb_cnf *both = hb_cnf_new (cnf->variables);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      hb_cnf_add_clause (both, literals, size);
      for (size_t k = 0; k < size; k++)
        hb_cnf_add (both, -literals[k]);
      hb_cnf_add (both, 0);
    }
  return both;
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  signed char *copy = hb_model_new (hb_cnf_of (instance));
  memcpy (copy, model, (size_t)hb_cnf_of (instance)->variables + 1);
  return hb_solution_of_model (copy);
}

/* --- by hand --- */

/* Has each clause two literals of different values, those of the variables being the bits of VALUES? */
static bool
is_split (const hb_cnf *cnf, uint32_t values)
{
  for (size_t j = 0, at = 0; j < cnf->ends.size; at = cnf->ends.data[j++])
    {
      bool differ = false;
      for (size_t k = at; k + 1 < cnf->ends.data[j]; k++)
        {
          int a = cnf->literals.data[k], b = cnf->literals.data[k + 1];
          differ
              |= ((values >> (abs (a) - 1) ^ values >> (abs (b) - 1)) & 1) == ((a > 0) == (b > 0));
        }
      if (!differ)
        return false;
    }
  return true;
}

/* Visits all models; false if VISIT ended it. */
static bool
each_model (const hb_cnf *cnf, hb_solution_visit *visit, void *context)
{
  signed char *model = hb_model_new (cnf);
  bool going = true;
  for (uint32_t values = 0; values < UINT32_C (1) << cnf->variables && going; values++)
    if (is_split (cnf, values))
      {
        for (int v = 1; v <= cnf->variables; v++)
          model[v] = values >> (v - 1) & 1 ? 1 : -1;
        going = visit (context, hb_solution_of_model (model));
      }
  hb_free (model);
  return going;
}

static bool
all_solutions (const struct hb_problem *self, const hb_instance *instance, hb_solution_visit *visit,
               void *context)
{
  (void)self;
  return hb_cnf_of (instance)->variables <= MOST_TRIED
         && each_model (hb_cnf_of (instance), visit, context);
}

struct first
{
  const hb_instance *instance;
  hb_solution *model;
};

static bool
keep (void *context, const hb_solution *solution)
{
  struct first *first = context;
  first->model = decode (first->instance, hb_model_of (solution));
  return false;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  struct first first = { instance, NULL };
  each_model (hb_cnf_of (instance), keep, &first);
  if (!first.model)
    return HB_NO;
  if (solution)
    *solution = first.model;
  else
    hb_free (first.model);
  return HB_YES;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "it has too many variables for all assignments to be tried";
  return hb_cnf_of (instance)->variables <= MOST_TRIED;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "two clauses for each");
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all assignments, of small formulas",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

/* --- many --- */

struct enumeration
{
  const struct hb_problem *problem;
  hb_instance_visit *visit;
  void *context;
  hb_diag *diag;
};

static bool
visit_admitted (void *context, const hb_instance *instance)
{
  struct enumeration *x = context;
  bool admitted = hb_problem_admits (x->problem, instance, x->diag);
  hb_diag_clear (x->diag);
  return !admitted || x->visit (x->context, instance);
}

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  struct enumeration x = { self, visit, context, hb_diag_new () };
  bool going = hb_sat_enumerate (self, true, size, bounds, visit_admitted, &x);
  hb_diag_free (x.diag);
  return going;
}

/* Clauses of two or three literals, repetitions included; PER_VARIABLE clauses for each variable at most. */
static hb_cnf *
wild_formula (uint64_t most, uint64_t per_variable, struct hb_rng *rng)
{
  uint64_t variables = 1 + hb_rng_below (rng, most ? most : 1);
  uint64_t clauses = 1 + hb_rng_below (rng, per_variable * variables);
  hb_cnf *cnf = hb_cnf_new ((int)variables);
  for (uint64_t j = 0; j < clauses; j++)
    hb_cnf_add_drawn (cnf, (int)variables, hb_rng_below (rng, 5) ? 3 : 2, rng);
  return cnf;
}

static hb_instance *
draw_wild (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
           hb_diag *diag)
{
  (void)self;
  (void)diag;
  return hb_instance_of_cnf (wild_formula (bounds[1], 2, rng));
}

static hb_instance *
draw_refuted (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
              hb_diag *diag)
{
  (void)self;
  const struct hb_decide_options options = { .seed = 0 };
  hb_cnf *cnf = NULL;
  enum hb_answer answer = HB_YES;
  for (int draw = 0; draw < HB_MOST_DRAWS && answer == HB_YES; draw++)
    {
      hb_cnf_free (cnf);
      cnf = wild_formula (bounds[1], 4, rng);
      answer = hb_encoded_decide (&by_picosat, hb_instance_of_cnf (cnf), &options, NULL, diag);
    }
  return hb_instance_of_cnf (cnf);
}

static const struct hb_generator wild
    = { "wild", "clauses of 2 and 3 literals, repetitions included", NULL, draw_wild };
static const struct hb_generator refuted
    = { "refuted", "of such formulas the first one without solution", NULL, draw_refuted };
static const struct hb_generator *const generators[] = { &wild, &refuted, NULL };

static const struct hb_bound bounds[]
    = { { "clauses", "clauses, of 2 or 3 literals over distinct variables", 4, 60,
          HB_MOST_ENUMERATED },
        { "variables", "variables that occur", 5, 8, 0 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_nae = {
  .name = "nae-3sat",
  .title = "NAE-3SAT",
  .summary = "can each clause of a formula have a true and a false literal?",
  .source = "Schaefer, STOC 1978",
  .suffix = "cnf",
  .thing = "formula",
  .things = "formulas",
  .evidence = "model",
  .evidences = "models",
  .yes = "SATISFIABLE",
  .no = "UNSATISFIABLE",
  .solution_suffix = "model",
  .measures = hb_sat_measures,
  .bounds = bounds,
  .recognises = hb_sat_recognises,
  .read = hb_sat_read,
  .admits = admits,
  .write = hb_sat_write,
  .sizes = hb_sat_sizes,
  .equal = hb_sat_equal,
  .copy = hb_sat_copy,
  .free = hb_sat_free,
  .read_solution = hb_sat_read_solution,
  .write_solution = hb_sat_write_solution,
  .check = check,
  .same = hb_sat_same,
  .free_solution = hb_sat_free_solution,
  .all_solutions = all_solutions,
  .deciders = deciders,
  .enumerate = enumerate,
  .generators = generators,
  .vary = hb_sat_vary,
  .parts = hb_sat_parts,
  .without = hb_sat_without,
};
