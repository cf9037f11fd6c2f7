/* Running a witness by the operational semantics (ED-consistency paper, section 2.2).
 *
 * This module shares nothing with the engines: it has mailboxes, variables with their last write, and
 * handlers that run one message at a time, and it executes event by event whatever the witness says is
 * next.  A witness that runs to the end is a real execution. */
#ifndef HBKIT_REPLAY_H
#define HBKIT_REPLAY_H

#include "diag.h"
#include "witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs TRACE as WITNESS orders it.  If RUN is not NULL it receives all events in the order of execution
 * (room for all events of the trace).  False after errors in DIAG that tell where each handler stands
 * and what it waits for.  Linear in the trace, up to the cost of the priority mailbox. */
bool hb_replay (const hb_trace *trace, const hb_witness *witness, hb_id *run, hb_diag *diag);

/* Runs the schedule RUN (all events in order) of TRACE and checks every step: program order, what the
 * mailbox hands out, every read's write, every coherence step.  Needs no witness. */
bool hb_replay_run (const hb_trace *trace, const hb_id *run, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
