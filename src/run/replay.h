/* Running a witness by the operational semantics (ED-consistency paper, section 2.2).
 *
 * This module shares nothing with the engines, nor with what makes runs (random traces, programs):
 * it has mailboxes of its own, variables with their last write, and handlers that run one message
 * at a time, and it executes event by event whatever the witness says is next.  A witness that runs to the end is a real execution. */
#ifndef HBKIT_REPLAY_H
#define HBKIT_REPLAY_H

#include "base/diag.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs TRACE as WITNESS orders it.  True exactly if there is a run of TRACE with these eo and mo,
   * for every discipline of the mailboxes, and they respect the eo and mo lines of TRACE
   * (`hb_witness_fits`). If RUN is not NULL it receives the events in the order of execution (room
   * for all events of the trace).  False after errors in DIAG that tell where each handler stands
   * and what it waits for, first the handlers that wait for one another in a circle.  Linear in the
   * trace, a priority mailbox costing the logarithm of its size for each message. */
bool hb_replay (const hb_trace *trace, const hb_witness *witness, hb_id *run, hb_diag *diag);

/* Runs the schedule RUN (all events in order) of TRACE and checks every step: program order, what
   * the mailbox hands out, every read's write, every coherence step; and at the end that the eo and
   * mo lines of TRACE were respected.  Needs no witness.  False after an error in DIAG on the first
   * step that cannot happen.  Cost as above. */
bool hb_replay_run (const hb_trace *trace, const hb_id *run, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
