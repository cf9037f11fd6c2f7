/* Writing certificates of SAFE (certify.h has the format): the checker's own formula, refuted by a SAT solver.
 *
 * So what decided (src/periodic/) is not trusted: its answer is found once more, by another formula. */
#ifndef HBKIT_PROOF_PERIODIC_PROVE_H
#define HBKIT_PROOF_PERIODIC_PROVE_H

#include "base/limits.h"
#include "base/output.h"
#include "cfront/tree.h"
#include "proof/periodic/claim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the certificate of CLAIM for the program UNIT to OUTPUT.  20: it is written; 10: the formula has a model, so
 * that the claim has no proof; 0: a limit was reached, or an error is in DIAG.  What is safe by arrivals is safe in real
 * schedules, which are fewer: if it is, a claim about those gets that proof, which is smaller and says more. */
int hb_periodic_prove (const hb_c_unit *unit, const struct hb_claim *claim,
                       struct hb_limits *limits, hb_output *output, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
