/* Reachability in sequential programs by bounded model checking (Biere et al., TACAS 1999): calls written out, loops
 * unrolled, values as bit vectors, paths merged where they meet; one question to a SAT solver.
 *
 * What a bound cuts off is one literal: if it cannot be true either, the answer is about all runs. */
#ifndef HBKIT_ROBUST_BMC_H
#define HBKIT_ROBUST_BMC_H

#include "robust/robust.h"

struct hb_bmc_options
{
  size_t rounds;      /* of the loop in the event */
  size_t bound;       /* of all other loops, and of a procedure within itself */
  size_t most;        /* gates: more are given up; 0: any number */
  const char *solver; /* of sat/solver.h; NULL: the default */
  struct hb_limits *limits;
};

struct hb_bmc_result
{
  enum hb_robust_answer answer; /* VIOLATED: an assertion fails */
  bool cut;                     /* unknown, as there are runs beyond the bound */
  VEC (int32_t) choices;        /* violated: what `choose` gives, in order */
  size_t gates, variables, clauses;
};

/* Decides.  False after an error in DIAG (no such solver).  `hb_bmc_result_free` in any case.  The formula is as large
 * as the tree of calls. */
bool hb_bmc (const hb_acode *code, const struct hb_bmc_options *options,
             struct hb_bmc_result *result, hb_diag *diag);
void hb_bmc_result_free (struct hb_bmc_result *result);

#endif
