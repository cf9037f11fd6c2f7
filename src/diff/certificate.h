/* Certificates of comparisons: format `hbdiff 1` (doc/semantic-diffing.md).
 *
 * By rank, for each version: runs, which show the sets of facts that it can show, and refutations of all other
 * candidates of up to the rank: cycles of orders, and a proof by unit propagation (RUP) over the formula of formula.h.
 * Of whole runs, and of every minimal difference: runs that show the differences and that the other version cannot do
 * without any of their facts, refutations of the differences for the other version, and a proof that no run (no set
 * within one) is left that neither a run of the other version shows nor has one of these differences. */
#ifndef HBKIT_DIFF_CERTIFICATE_H
#define HBKIT_DIFF_CERTIFICATE_H

#include "diff/compare.h"

#include "base/output.h"

/* How the programs were read and compared, as a certificate says it. */
struct diff_claim
{
  hb_id rank; /* 0: of whole runs, or */
  bool every; /* of every minimal difference */
  struct diff_options reading;
  bool complete;
  const struct diff_match *matches; /* as the scope was made with; borrowed */
  size_t match_count;
};

/* What was found: by rank FAMILIES, by ENGINES; else DIFFERENCES, and by side the runs USED to match the other's. */
struct diff_found
{
  const struct diff_family *families;
  diff_engine *const *engines;
  const diff_differences *differences;
  const diff_runs *used;
};

/* Writes the certificate that what was FOUND is so of the versions of SCOPE.  False after errors in DIAG, or if a
 * limit was hit. */
bool diff_certificate_write (const diff_scope *scope, const struct diff_claim *claim,
                             const struct diff_found *found, struct hb_limits *limits,
                             hb_output *output, hb_diag *diag);

#endif
