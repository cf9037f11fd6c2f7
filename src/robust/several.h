/* Several engines about one question: all of them, or `explore` and `summaries` in turn.  Used by decide.c. */
#ifndef HBKIT_ROBUST_SEVERAL_H
#define HBKIT_ROBUST_SEVERAL_H

#include "robust/decide.h"

/* All engines; those that know must agree.  If none does, the first one says why.  As `hb_robust_decide`. */
bool hb_robust_by_all (const hb_acode *code, const struct hb_robust_options *options,
                       struct hb_robust_result *result, hb_diag *diag);

/* Until one knows, each with more configurations and summaries than before: `explore`, which finds the shortest
 * violation, and `summaries`, which knows of any number of events.  As `hb_robust_decide`, but for loops that post: the
 * answer is unknown where `explore` does not know. */
bool hb_robust_in_turn (const hb_acode *code, const struct hb_robust_options *options,
                        struct hb_robust_result *result, hb_diag *diag);

#endif
