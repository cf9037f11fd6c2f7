/* Certificates of bounded answers about event programs: no run within a bound violates robustness.
 *
 *     hbcert 1 bounded
 *     stage rob              the sequential program of robust/instrument.h; det from any values: `stage det any`
 *     starts 3               rounds of the loop in its event, which starts the program's events
 *     bound 4                of all other loops of a call, and of a procedure within itself; so often loops that post are
 *                            written out
 *     beyond unknown         there may be runs beyond the bound; or `none`: there are none, the program is robust
 *     formula ..             see proof/periodic/refutation.h
 *
 * The checker makes the sequential program again and unrolls it by code of its own (formula.h), which shares the
 * instrumentation and the instructions with the engine `bmc` but neither its circuits nor its unrolling.  So what the
 * engine decided is found once more, by another formula. */
#ifndef HBKIT_PROOF_ROBUST_BOUNDED_H
#define HBKIT_PROOF_ROBUST_BOUNDED_H

#include "base/input.h"
#include "base/limits.h"
#include "base/output.h"
#include "robust/instrument.h"

struct hb_bounded_claim
{
  enum hb_stage stage; /* HB_STAGE_DET or HB_STAGE_ROB */
  bool from_any;       /* det: from all values */
  size_t starts, bound;
  bool is_whole; /* there are no runs beyond the bound */
};

/* Writes the certificate of CLAIM for PROGRAM (split) to OUTPUT.  20: it is written; 10: the claim is wrong; 0: a limit
 * was reached, or an error is in DIAG. */
int hb_bounded_prove (const hb_aed *program, const struct hb_bounded_claim *claim,
                      struct hb_limits *limits, hb_output *output, hb_diag *diag);

struct hb_certified_bounded
{
  bool good, is_certificate;
  struct hb_bounded_claim claim;
  size_t variables, clauses, used, steps;
};

/* Does the text at the start of INPUT look like such a certificate?  INPUT can still be read from its start. */
bool hb_is_bounded_certificate (hb_input *input);

/* Checks the certificate that INPUT (borrowed, at its start) reads against PROGRAM (split).  What is wrong is an error in
 * DIAG, with its line. */
struct hb_certified_bounded hb_certify_bounded (const hb_aed *program, hb_input *input,
                                                hb_diag *diag);

#endif
