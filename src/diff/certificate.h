/* Certificates of a comparison by rank: format `hbdiff 1` (doc/semantic-diffing.md).
 *
 * For each version: runs, which show the sets of facts that it can show, and refutations of all other candidates
 * of up to the rank: cycles of orders, and a proof by unit propagation (RUP) over the formula of formula.h. */
#ifndef HBKIT_DIFF_CERTIFICATE_H
#define HBKIT_DIFF_CERTIFICATE_H

#include "diff/engine.h"

#include "base/output.h"

/* How the programs were read and compared, as a certificate says it. */
struct diff_claim
{
  hb_id rank;
  struct diff_options reading;
  bool complete;
};

/* Writes the certificate that FAMILIES, found by ENGINES, are all that the versions of SCOPE show.  False after errors
 * in DIAG, or if a limit was hit. */
bool diff_certificate_write (const diff_scope *scope, const struct diff_claim *claim,
                             const struct diff_family families[2], diff_engine *const engines[2],
                             struct hb_limits *limits, hb_output *output, hb_diag *diag);

#endif
