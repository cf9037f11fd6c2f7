/* A witness: total execution order (eo) and message order (mo) for every handler of a trace.
 *
 * For handler h, eo[h] lists all its messages but the initial one in the order in which they run,
 * mo[h] its posted messages in the order of their posts.  Both are slices of one array each. */
#ifndef HBKIT_WITNESS_H
#define HBKIT_WITNESS_H

#include <hbkit/trace.h>

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

/* New, with the slices laid out for TRACE and every entry HB_NONE. */
hb_witness *hb_witness_new (const hb_trace *trace);

/* True if WITNESS is one for TRACE: every slice holds each of its messages once, and every eo and
 * mo line of TRACE is respected.  False after errors in DIAG.  Linear in messages and chains. */
bool hb_witness_fits (const hb_trace *trace, const hb_witness *witness, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
