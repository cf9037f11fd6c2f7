/* The list of all reductions, and ways along it. */
#ifndef HBKIT_REDUCTIONS_H
#define HBKIT_REDUCTIONS_H

#include "problem/reduction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All reductions, ended by NULL: those that reduce/reduce.mk names, in its order. */
extern const struct hb_reduction *const hb_reductions[];

/* The reduction of that name, or NULL. */
const struct hb_reduction *hb_reduction_find (const char *name);

/* The reduction called NAMES, or, of several names with commas between, their chain.  NULL after an
 * error in DIAG.  Goes back by `hb_reduction_release`. */
const struct hb_reduction *hb_reduction_named (const char *names, hb_diag *diag);

/* A way from SOURCE, an instance of FROM, to TO: one of those with the fewest steps; of these the one
 * with the smallest target (the sum of its sizes), and the first in the list.  NULL after an error in
 * DIAG.  Goes back by `hb_reduction_release`. */
const struct hb_reduction *hb_reduction_way (const struct hb_problem *from,
                                             const hb_instance *source, const struct hb_problem *to,
                                             hb_diag *diag);

/* Frees a chain; leaves a reduction of the list alone.  NULL is legal. */
void hb_reduction_release (const struct hb_reduction *reduction);

#ifdef __cplusplus
}
#endif
#endif
