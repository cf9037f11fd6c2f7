/* The run that a prediction found, as a trace. */
#ifndef HBKIT_ROBUST_PREDICT_RUN_H
#define HBKIT_ROBUST_PREDICT_RUN_H

#include "base/diag.h"
#include "trace/trace.h"

/* The run of COUNT events of TRACE in this order, as a trace with eo and mo: names are TRACE's, reads see the last
 * write before them, messages that were posted and did not begin are empty.  New; NULL after errors in DIAG. */
hb_trace *predict_run (const hb_trace *trace, const hb_id *sequence, hb_id count, hb_diag *diag);

#endif
