/* Determinism of events that run alone (robustness paper, definitions 3 and 5, theorem 3): from the initial values,
 * from those of idle configurations that can be reached, or from all values; by `explore`. */
#ifndef HBKIT_ROBUST_ALONE_H
#define HBKIT_ROBUST_ALONE_H

#include "robust/decide.h"
#include "base/rows.h"

/* Decides conflict-determinism of every event alone, as options->det_from says.  A violation has a schedule only if it
 * starts from the initial values. */
void hb_robust_alone (const hb_acode *code, const struct hb_robust_options *options,
                      struct hb_robust_result *result);

/* The values from which events start alone; false: there are more than a million of them, or not all could be
 * reached within the limits. */
bool hb_robust_starts (const hb_acode *code, const struct hb_robust_options *options,
                       hb_rows *rows);

/* May the event whose run alone SCHEDULE is be the first that starts?  If the driver has another one start before it, its
 * runs alone are none of the program. */
bool hb_robust_may_be_first (const hb_acode *code, const hb_aschedule *schedule);

#endif
