/* Schedules: which of the steps that can be taken is taken next.
 *
 *     random        a random handler that can do something, and a random message if it has a choice
 *     round-robin   the handlers in turn, a step each; with a choice, the message posted first
 *     pct           probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte:
 *                   A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS
 *                   2010): every handler has a random priority and the highest that can do
 *                   something does; at d - 1 random steps the one that is about to run falls
 *                   behind all others.  A bug of depth d among n handlers and k steps is met with
 *                   probability at least 1 / (n k^(d-1)).  With a choice of messages, a random one
 *
 * and schedule files, which replay:
 *
 *     schedule 1
 *     h.0                       the handler takes its next step
 *     h.1 get ping~h.0~1        it takes this message
 *     end 2
 */
#ifndef HBKIT_PROGRAM_SCHEDULE_H
#define HBKIT_PROGRAM_SCHEDULE_H

#include <hbkit/program.h>

#include "base/limits.h"
#include "base/output.h"
#include "program/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the COUNT steps; false at the first that cannot be taken. */
bool hb_execution_follow (hb_execution *run, const struct hb_run_step *steps, size_t count);

#ifdef __cplusplus
}
#endif
#endif
