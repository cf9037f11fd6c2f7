/* Running a witness by the operational semantics (ED-consistency paper, section 2.2).
 *
 * This module shares nothing with the engines, nor with what makes runs (random traces, programs):
 * it has mailboxes of its own, variables with their last write, and handlers that run one message
 * at a time, and it executes event by event whatever the witness says is next.  A witness that runs to the end is a real execution. */
#ifndef HBKIT_REPLAY_H
#define HBKIT_REPLAY_H

#include <hbkit/trace.h>

#include "base/diag.h"
#include "trace/witness.h"

#endif
