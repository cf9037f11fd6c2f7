/* Who decides 2QBF: abstraction and refinement by counterexamples on two solvers (Janota and Marques-Silva, "Abstraction-
 * based algorithm for 2QBF", SAT 2011), and all values. */
#include "problem/qbf.h"

#include "base/memory.h"
#include "sat/solver.h"

#include <stdlib.h>

/* Most variables of a formula whose values are all tried. */
#define MOST_BRUTE 12

static hb_list *
list_of (const struct hb_qbf *qbf, hb_solver *solver)
{
  hb_list *list = hb_list_new ();
  for (int v = 1; v <= qbf->matrix->variables; v++)
    if (qbf->universal[v] && hb_solver_value (solver, v) > 0)
      vec_push (*list, (hb_id)v);
  return list;
}

/* With the values that Y has in MODEL, X must falsify a clause that Y does not satisfy: a new variable for each,
 * which implies that its universal literals are false. */
static void
refine (const struct hb_qbf *qbf, const signed char *model, hb_solver *solver, int *last)
{
  VEC (int) some = VEC_EMPTY;
  for (size_t j = 0; j < hb_cnf_clauses (qbf->matrix); j++)
    {
      size_t size, k = 0;
      const int *literals = hb_cnf_clause (qbf->matrix, j, &size);
      while (k < size
             && (qbf->universal[abs (literals[k])]
                 || (model[abs (literals[k])] > 0) != (literals[k] > 0)))
        k++;
      if (k < size)
        continue;
      vec_push (some, ++*last);
      for (k = 0; k < size; k++)
        if (qbf->universal[abs (literals[k])])
          {
            hb_solver_add (solver, -*last);
            hb_solver_add (solver, -literals[k]);
            hb_solver_add (solver, 0);
          }
    }
  for (size_t i = 0; i < some.size; i++)
    hb_solver_add (solver, some.data[i]);
  hb_solver_add (solver, 0);
  vec_free (some);
}

static enum hb_answer
by_counterexamples (const struct hb_decider *self, const hb_instance *instance,
                    const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  hb_solver *solver = hb_solver_new (self->own, options->seed, diag);
  signed char *model = hb_model_new (qbf->matrix);
  int last = qbf->matrix->variables, answer = solver ? HB_YES : HB_OPEN;
  bool found = false;
  while (answer == HB_YES && !found)
    {
      answer = hb_solver_solve (solver, options->limits);
      if (answer != HB_YES)
        break;
      hb_list *list = list_of (qbf, solver);
      hb_cnf *left = hb_qbf_under (qbf, list);
      int inner = hb_solve_cnf (left, self->own, options->seed, options->limits, model, diag);
      hb_cnf_free (left);
      found = inner == HB_NO;
      if (found && solution)
        *solution = hb_solution_of_list (list);
      else
        hb_list_free (NULL, hb_solution_of_list (list));
      if (inner == HB_YES)
        refine (qbf, model, solver, &last);
      else if (!found)
        answer = HB_OPEN;
    }
  hb_solver_free (solver);
  hb_free (model);
  return (enum hb_answer)answer;
}

/* --- all values --- */

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "it has too many variables for all values to be tried";
  return hb_qbf_of (instance)->matrix->variables <= MOST_BRUTE;
}

/* Does the assignment whose bit v - 1 is variable v satisfy the matrix? */
static bool
satisfies (const struct hb_qbf *qbf, unsigned values)
{
  for (size_t j = 0; j < hb_cnf_clauses (qbf->matrix); j++)
    {
      size_t size, k = 0;
      const int *literals = hb_cnf_clause (qbf->matrix, j, &size);
      while (k < size && (values >> (abs (literals[k]) - 1) & 1) != (literals[k] > 0))
        k++;
      if (k == size)
        return false;
    }
  return true;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  unsigned all = 1u << qbf->matrix->variables, universal = 0;
  (void)self, (void)options, (void)diag;
  for (int v = 1; v <= qbf->matrix->variables; v++)
    universal |= (unsigned)qbf->universal[v] << (v - 1);
  for (unsigned x = 0; x < all; x++)
    {
      unsigned y = 0;
      if (x & ~universal)
        continue;
      while (y < all && ((y & universal) || !satisfies (qbf, x | y)))
        y++;
      if (y < all)
        continue;
      hb_list *list = hb_list_new ();
      for (int v = 1; v <= qbf->matrix->variables; v++)
        if (x >> (v - 1) & 1)
          vec_push (*list, (hb_id)v);
      if (solution)
        *solution = hb_solution_of_list (list);
      else
        hb_list_free (NULL, hb_solution_of_list (list));
      return HB_YES;
    }
  return HB_NO;
}

static const struct hb_decider cadical = { .name = "cegar",
                                           .summary = "refined by counterexamples, CaDiCaL",
                                           .seeded = true,
                                           .own = "cadical",
                                           .decide = by_counterexamples };
static const struct hb_decider picosat = { .name = "cegar:picosat",
                                           .summary = "refined by counterexamples, PicoSAT",
                                           .seeded = true,
                                           .own = "picosat",
                                           .decide = by_counterexamples };
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all values, of small formulas",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };

const struct hb_decider *const hb_qbf_deciders[] = { &cadical, &picosat, &brute, NULL };
