/* Are two traces the same, up to the names of messages, variables and labels? */
#ifndef HBKIT_TRACE_ALIKE_H
#define HBKIT_TRACE_ALIKE_H

#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if A and B have the same handlers in the same order (by place, not by name) with the same
 * mailboxes, and the same messages, priorities, events, po, rf, co and pb: messages correspond to
 * each other as their posts do, variables as their first uses do. With VALUES, written values agree
 * where both have one that is a whole number.  With WA and WB (both or neither NULL), they have the
 * same eo and mo, too.  Otherwise false after an error in DIAG that names a first difference.
 * External messages correspond by their order. Linear. */
bool hb_traces_alike (const hb_trace *a, const hb_witness *wa, const hb_trace *b,
                      const hb_witness *wb, bool values, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
