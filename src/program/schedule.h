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

#include "base/limits.h"
#include "base/output.h"
#include "program/run.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_schedule
{
  HB_SCHEDULE_RANDOM,
  HB_SCHEDULE_ROUND_ROBIN,
  HB_SCHEDULE_PCT
};

struct hb_scheduling
{
  enum hb_schedule schedule;
  uint64_t seed;            /* of the random choices */
  uint64_t steps;           /* stop after so many; 0: never */
  uint32_t depth;           /* pct: d; 0: 3 */
  uint64_t length;          /* pct: k; 0: as long as a run by round-robin is, at most `steps` */
  struct hb_limits *limits; /* borrowed; NULL: none */
};

/* Runs to the end, or until a limit is hit; what was taken is appended to TAKEN (may be NULL).
 * Gives the status: HB_RUN_GOING if a limit was hit. */
enum hb_run_status hb_execution_run (hb_execution *run, const struct hb_scheduling *scheduling,
                                     hb_run_steps *taken);

/* Writes the schedule TAKEN of a RUN that took it, with a comment (several lines, may be NULL). */
void hb_schedule_write (hb_output *output, const hb_execution *run, const hb_run_steps *taken,
                        const char *comment);

/* Takes the steps in the file at PATH.  False after errors in DIAG: a step that cannot be taken,
 * with its line. TAKEN as above. */
bool hb_schedule_replay (hb_execution *run, const char *path, hb_run_steps *taken, hb_diag *diag);

/* Takes the COUNT steps; false at the first that cannot be taken. */
bool hb_execution_follow (hb_execution *run, const struct hb_run_step *steps, size_t count);

#ifdef __cplusplus
}
#endif
#endif
