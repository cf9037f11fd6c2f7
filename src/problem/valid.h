/* Lists of pairs of formulas (F, G): is some F satisfiable with G unsatisfiable?
 *
 * An instance is the formulas F1, G1, F2, G2, ...; a solution the number of a pair, from 0, and a model of its F. */
#ifndef HBKIT_PROBLEM_VALID_H
#define HBKIT_PROBLEM_VALID_H

#include "base/vec.h"
#include "problem/problem.h"
#include "sat/cnf.h"

struct hb_formulas
{
  VEC (hb_cnf *) list;
};

struct hb_chosen
{
  size_t pair;
  signed char *model; /* of F, as of SAT */
};

static inline const struct hb_formulas *
hb_formulas_of (const hb_instance *instance)
{
  return (const struct hb_formulas *)instance;
}

static inline const struct hb_chosen *
hb_chosen_of (const hb_solution *solution)
{
  return (const struct hb_chosen *)solution;
}

/* New; MODEL is stolen. */
hb_solution *hb_chosen_new (size_t pair, signed char *model);
void hb_chosen_free (const struct hb_problem *self, hb_solution *solution);
struct hb_formulas *hb_formulas_new (void);
void hb_formulas_free (const struct hb_problem *self, hb_instance *instance);

/* --- private to valid*.c --- */

hb_instance *hb_formulas_read (const struct hb_problem *self, hb_input *input, hb_diag *diag);
void hb_formulas_write (const struct hb_problem *self, const hb_instance *instance,
                        const char *comment, hb_output *output);
hb_solution *hb_chosen_read (const struct hb_problem *self, const hb_instance *instance,
                             hb_input *input, hb_diag *diag);
void hb_chosen_write (const struct hb_problem *self, const hb_instance *instance,
                      const hb_solution *solution, hb_output *output);

#endif
