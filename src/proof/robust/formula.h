/* The checker's formula of a bounded claim: the gates of all runs within the bound, and the clause that one of them
 * fails.  Private to proof/robust/. */
#ifndef HBKIT_PROOF_ROBUST_FORMULA_H
#define HBKIT_PROOF_ROBUST_FORMULA_H

#include "proof/robust/bounded.h"
#include "proof/robust/laps.h"

/* What certificates are named in their first line. */
#define HB_BOUNDED_KIND "bounded"

/* Starts GATES with the formula of CLAIM about PROGRAM (split), which has a model iff CLAIM is wrong.  False after an error
 * in DIAG, or where a limit was reached (LIMITS may be NULL).  As large as the tree of calls. */
bool hb_bounded_derive (const hb_aed *program, const struct hb_bounded_claim *claim,
                        struct hb_limits *limits, struct hb_gates *gates, hb_diag *diag);

#endif
