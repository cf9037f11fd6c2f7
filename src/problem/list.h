/* Solutions that are lists of numbers: the vertices of a clique, the colours of all vertices, the places of the
 * numbers in a sum.  Files are as those of SAT solvers:
 *
 *     s YES
 *     v 3 1 4 0 */
#ifndef HBKIT_PROBLEM_LIST_H
#define HBKIT_PROBLEM_LIST_H

#include "base/vec.h"
#include "problem/problem.h"

/* Numbers are those of files, from 1. */
typedef VEC (hb_id) hb_list;

static inline const hb_list *
hb_list_of (const hb_solution *solution)
{
  return (const hb_list *)solution;
}

static inline hb_solution *
hb_solution_of_list (hb_list *list)
{
  return (hb_solution *)list;
}

/* New, empty. */
hb_list *hb_list_new (void);

/* The members of a problem's record.  `read` takes numbers from 1 to MOST; of sets, which have no order, each
 * number once and rising. */
void hb_list_free (const struct hb_problem *self, hb_solution *solution);
void hb_list_write (const struct hb_problem *self, const hb_instance *instance,
                    const hb_solution *solution, hb_output *output);
bool hb_list_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
                   const hb_solution *b);
hb_solution *hb_list_read (const struct hb_problem *self, hb_input *input, uint64_t most,
                           bool is_set, hb_diag *diag);

/* WHAT is in the list: a table of MOST + 1 flags by number.  NULL after an error in DIAG (a number out of
 * range, or twice).  New. */
bool *hb_list_flags (const hb_list *list, hb_id most, const char *what, hb_diag *diag);

#endif
