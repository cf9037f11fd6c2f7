/* All executions of a small periodic program, one after another: the oracle of everything else here.
 *
 * Bodies run in the interpreter (interpret.h); a job that has to wait is run again from its start with the values that
 * it was given.  Orders are those of the definitions, (3) to (6) and (16) to (18) of the paper, and arrivals; with
 * semantics exact a scheduler goes tick by tick, six ticks a unit of time, each job in any time up to its C.  Nothing of
 * the formula's code is used. */
#ifndef HBKIT_PERIODIC_EXPLORE_H
#define HBKIT_PERIODIC_EXPLORE_H

#include "base/limits.h"
#include "periodic/run.h"

/* Can JOBS be explored: few jobs, all initial values told?  If not, *WHY (borrowed) says why. */
bool hb_periodic_can_explore (const hb_jobs *jobs, const char **why);

/* Is there an execution by SEMANTICS in which a check fails, all assumptions holding?  10: yes, *RUN is one (new); 20:
 * no; 0: a limit was reached, or a choice has too many values, or after an error in DIAG.  Exponential. */
int hb_periodic_explore (const hb_jobs *jobs, enum hb_semantics semantics, struct hb_limits *limits,
                         hb_periodic_run **run, hb_diag *diag);

#endif
