/* The list of all reductions; ways along it are public, <hbkit/problem.h>. */
#ifndef HBKIT_REDUCTIONS_H
#define HBKIT_REDUCTIONS_H

#include "problem/reduction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All reductions, ended by NULL: those that reduce/reduce.mk names, in its order. */
extern const struct hb_reduction *const hb_reductions[];

#ifdef __cplusplus
}
#endif
#endif
