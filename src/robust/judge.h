/* What the run of a schedule shows: replayed (machine.h), told as a trace, and decided (trace.h). */
#ifndef HBKIT_ROBUST_JUDGE_H
#define HBKIT_ROBUST_JUDGE_H

#include "robust/machine.h"
#include "robust/trace.h"

/* Decides PARTS of the run of SCHEDULE on many threads.  JUDGED is filled, its answer UNKNOWN after an error in DIAG
 * (false); `hb_robust_trace_free`. */
bool hb_robust_judge (const hb_acode *code, const hb_aschedule *schedule, unsigned parts,
                      struct hb_robust_trace *judged, hb_diag *diag);

#endif
