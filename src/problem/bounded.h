/* Problems with a bound, in the forms of those who compete in optimising: pseudo-Boolean (OPB) and weighted
 * MaxSAT (WCNF). */
#ifndef HBKIT_PROBLEM_BOUNDED_H
#define HBKIT_PROBLEM_BOUNDED_H

#include "problem/problem.h"

#include "base/output.h"

enum hb_bounded_form
{
  HB_BOUNDED_OPB, /* the decision problem: the bound is a constraint */
  HB_BOUNDED_WCNF /* the optimisation problem, in the form of 2022 (`h` for hard clauses): a comment says which cost
                       answers the decision problem */
};

/* Is PROBLEM one of those that can be written: clique, vertex cover, max cut? */
bool hb_bounded_knows (const struct hb_problem *problem);

/* Writes INSTANCE of PROBLEM, one of those, to OUTPUT (borrowed, to be committed by the caller).  Linear, of cliques
 * quadratic in the vertices. */
void hb_bounded_write (const struct hb_problem *problem, const hb_instance *instance,
                       enum hb_bounded_form form, hb_output *output);

#endif
