/* Deciding robustness by one engine: what each is asked, and what its answer means.  Used by decide.c. */
#ifndef HBKIT_ROBUST_BY_ENGINE_H
#define HBKIT_ROBUST_BY_ENGINE_H

#include "robust/decide.h"

/* As `hb_robust_decide`; the engine is neither all nor auto. */
bool hb_robust_by_engine (const hb_acode *code, const struct hb_robust_options *options,
                          struct hb_robust_result *result, hb_diag *diag);

#endif
