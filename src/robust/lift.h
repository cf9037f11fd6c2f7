/* From a run of the event program that violates robustness to one of the sequential program: the shortest part of it that
 * violates, without its last access, task by task (robustness paper, theorem 4).
 *
 *     schedule ──lift──▶ choices of a sequential run
 */
#ifndef HBKIT_ROBUST_LIFT_H
#define HBKIT_ROBUST_LIFT_H

#include "base/limits.h"
#include "robust/instrument.h"

typedef VEC (int32_t) hb_seq_choices;

/* Tries so many sequential runs at most. */
#define HB_LIFT_MOST_RUNS 1000000

/* The choices of a run of MADE, the instrumentation of the program that CODE is of, to its failure, in which each task makes
 * the accesses that it makes in SCHEDULE until that violates (what comes behind the access that closes the cycle is skipped),
 * and the same task has the pivot.  False after an error in DIAG:
 * the schedule is none, or violates nothing; or no such run was found.  Exponential in what is open: who is left where. */
bool hb_robust_lift (const hb_acode *code, const hb_instrumented *made,
                     const hb_aschedule *schedule, struct hb_limits *limits,
                     hb_seq_choices *choices, hb_diag *diag);

#endif
