/* See judge.h. */
#include "robust/judge.h"

bool
hb_robust_judge (const hb_acode *code, const hb_aschedule *schedule, unsigned parts,
                 struct hb_robust_trace *judged, hb_diag *diag)
{
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  hb_trace *trace = hb_amachine_replay (machine, schedule, NULL, diag)
                        ? hb_amachine_trace (machine, false, diag)
                        : NULL;
  *judged = (struct hb_robust_trace){ .answer = HB_ROBUST_UNKNOWN };
  if (trace)
    hb_robust_of_trace (trace, parts, judged);
  hb_amachine_free (machine);
  hb_trace_free (trace);
  return trace != NULL;
}
