/* Formulas for all X there are Y such that ..., and what their solutions are.
 *
 * An instance is a formula in conjunctive normal form, its matrix, and which of its variables are universal; the others
 * are existential, and come after them.  A solution is a counterexample: the list (list.h) of the universal variables
 * that are true, the others being false, such that no values of the existential ones satisfy the matrix.  So the
 * answer is yes iff the quantified formula is false. */
#ifndef HBKIT_PROBLEM_QBF_H
#define HBKIT_PROBLEM_QBF_H

#include "problem/list.h"
#include "sat/cnf.h"

struct hb_qbf
{
  hb_cnf *matrix;
  bool *universal; /* by variable, from 1 */
};

static inline const struct hb_qbf *
hb_qbf_of (const hb_instance *instance)
{
  return (const struct hb_qbf *)instance;
}

/* New, of MATRIX (stolen); all variables are existential at first. */
struct hb_qbf *hb_qbf_new (hb_cnf *matrix);

/* How many universal variables there are. */
hb_id hb_qbf_universals (const struct hb_qbf *qbf);

/* The matrix without the universal variables, which have the values of LIST; the empty clause says false.  New. */
hb_cnf *hb_qbf_under (const struct hb_qbf *qbf, const hb_list *list);

/* --- private to qbf*.c --- */

hb_instance *hb_qbf_read (const struct hb_problem *self, hb_input *input, hb_diag *diag);
void hb_qbf_free (const struct hb_problem *self, hb_instance *instance);
extern const struct hb_decider *const hb_qbf_deciders[];
extern const struct hb_generator *const hb_qbf_generators[];
bool hb_qbf_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                       hb_instance_visit *visit, void *context);
size_t hb_qbf_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_qbf_without (const struct hb_problem *self, const hb_instance *instance, size_t i);

#endif
