/* A run that violates robustness, as in figures 7 and 9 of the robustness paper.
 *
 *     left    the run: a column a thread, time going down, a box a task in the colour of its event; the conflicts of
 *             the cycle thick
 *     right   the same accesses one event after another, each depth-first, as the sequential program meets them:
 *             what is not run is grey, `delay` where the pivot is left out, `skip` elsewhere; the pivot comes last
 *     below   the graph of conflicts between events, if the cycle is one of events
 *
 * `pivot` is the access that closes the cycle, `root` what it comes behind (determinism); `exit` and `entry` are the ends
 * of the conflicts between events. */
#ifndef HBKIT_VIOLATION_H
#define HBKIT_VIOLATION_H

#include "robust/trace.h"
#include "viz/draw.h"

struct hb_violation
{
  const hb_trace *trace;
  const hb_id *run; /* its events in the order of the run */
  const struct hb_robust_trace *judged;
  const bool *stopped; /* by message: it is not over */
  const hb_id *serial; /* all events but the pivot, in serial order; NULL: there is none */
  size_t serial_count;
};

/* Draws it to OUTPUT (borrowed, not committed).  False after an error in DIAG. */
bool hb_draw_violation (const struct hb_violation *violation, const struct hb_draw_options *options,
                        hb_output *output, hb_diag *diag);

#endif
