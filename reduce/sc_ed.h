/* What `3sat-sc`, which goes by way of histories, needs of `sc-ed` (sc_ed.c has the idea). */
#ifndef HBKIT_SC_ED_H
#define HBKIT_SC_ED_H

#include "problem/ed.h"

extern const struct hb_reduction hb_reduction_sc_ed;

/* Makes the trace of HISTORY under the NAME and ablation of another reduction; as `reduce` does. */
bool hb_sc_trace_of (const hb_trace *history, const char *name, const struct hb_ablation *ablation,
                     struct hb_target *target, hb_diag *diag);

#endif
