/* A witness: total execution order (eo) and message order (mo) for every handler of a trace.
 *
 * For handler h, eo[h] lists all its messages but the initial one in the order in which they run,
 * mo[h] its posted messages in the order of their posts.  Both are slices of one array each. */
#ifndef HBKIT_WITNESS_H
#define HBKIT_WITNESS_H

#include "base/diag.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_witness
{
  hb_id *eo, *mo;             /* owned; slices of handler h: [start[h] .. start[h + 1] - 1] */
  hb_id *eo_start, *mo_start; /* handlers + 1 entries, owned */
};

typedef struct hb_witness hb_witness;

/* New, with the slices laid out for TRACE and every entry HB_NONE. */
hb_witness *hb_witness_new (const hb_trace *trace);
void hb_witness_free (hb_witness *witness);

/* New: the orders of a trace whose own eo and mo lines are total on every handler.  NULL after
 * errors in DIAG that name a handler and two messages left without order, or in a cycle. */
hb_witness *hb_witness_of_trace (const hb_trace *trace, hb_diag *diag);

/* New: the orders that the trace FULL (a witness file) gives, in the numbers of TRACE, after a
 * check that FULL extends TRACE: same handlers, mailboxes, messages, events, rf, co and pb, by the
 * names of handlers, messages and variables and the places of events in their messages; and every
 * eo and mo line of TRACE respected.  Labels may differ, and a written value may be missing in one
 * of the two.  NULL after errors in DIAG that name what differs.  Linear in both traces. */
hb_witness *hb_witness_extending (const hb_trace *trace, const hb_trace *full, hb_diag *diag);

/* True if WITNESS is one for TRACE: every slice holds each of its messages once, and every eo and
 * mo line of TRACE is respected.  False after errors in DIAG.  Linear in messages and chains. */
bool hb_witness_fits (const hb_trace *trace, const hb_witness *witness, hb_diag *diag);

/* New: eo and mo as a run (all events, in the order of execution) has them.  External messages
 * without events stand where the eo lines of TRACE allow, if these can be respected at all. */
hb_witness *hb_witness_of_run (const hb_trace *trace, const hb_id *run);

#ifdef __cplusplus
}
#endif
#endif
