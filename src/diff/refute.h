/* Refutations of sets of facts over the certificates' formula. */
#ifndef HBKIT_DIFF_REFUTE_H
#define HBKIT_DIFF_REFUTE_H

#include "diff/family.h"
#include "diff/formula.h"
#include "engine/guarded_order.h"

#include "base/limits.h"

struct diff_refutation
{
  struct hb_guarded_cycles cycles; /* of which those with `needed` are */
  VEC (char) cycle_needed;
  VEC (int) lemmas; /* 0 ends each */
};

/* Refutes all SETS (the empty one: the formula itself) over FORMULA.  False if a limit was hit, or after an error in DIAG.  OUT is to be freed. */
bool diff_refute (const diff_formula *formula, const diff_fact_sets *sets, struct hb_limits *limits,
                  struct diff_refutation *out, hb_diag *diag);
void diff_refutation_free (struct diff_refutation *refutation);

#endif
