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

/* NULL is legal. */
void hb_chain_free (struct hb_reduction *chain);

#ifdef __cplusplus
}
#endif
#endif
