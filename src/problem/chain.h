/* Reductions one after another: a chain is a reduction itself.
 *
 *     3sat-3bisat,3bisat-ed     SAT --> 3-BI-3SAT --> ED-consistency
 *
 * Its instances in between are made again whenever they are needed; its map is those of its steps, after
 * a first line that names them. */
#ifndef HBKIT_PROBLEM_CHAIN_H
#define HBKIT_PROBLEM_CHAIN_H

#include "problem/reduction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The chain of COUNT STEPS (borrowed, at least one; each from the problem that the one before leads to);
 * new.  NULL after an error in DIAG that names two steps which do not fit. */
struct hb_reduction *hb_chain_new (const struct hb_reduction *const *steps, size_t count,
                                   hb_diag *diag);

/* What a chain's `own` points to; and its functions, for records that are chains but for what they write. */
struct hb_chain_steps
{
  size_t count;
  const struct hb_reduction *const *step;
};

bool hb_chain_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);
hb_solution *hb_chain_lift (const struct hb_reduction *self, const hb_instance *source,
                            const hb_solution *solution, const hb_instance *target, hb_diag *diag);
hb_solution *hb_chain_extract (const struct hb_reduction *self, const hb_instance *source,
                               const hb_instance *target, const hb_solution *solution,
                               hb_diag *diag);

/* NULL is legal. */
void hb_chain_free (struct hb_reduction *chain);

#ifdef __cplusplus
}
#endif
#endif
