/* Random 3-BI-3SAT formulas with communities: clauses prefer variables of one group. */
#ifndef HBKIT_COMMUNITY_H
#define HBKIT_COMMUNITY_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_community
{
  int variables;
  size_t clauses, twos; /* in all, and of 2 literals; the others have 3 */
  int communities;      /* of nearly equal size */
  double inside;        /* probability that a clause stays in one community, 0 .. 1 */
  bool mixed;           /* a variable that occurs more than once occurs with both signs */
};

/* New: such a formula, under random names.  NULL after an error in DIAG: the numbers do not fit, or
   * no formula was found in many attempts, as happens when the variables have hardly more room than
   * the clauses need.  community.c says what is sampled.  O(clauses) for each attempt. */
hb_cnf *hb_community_random (const struct hb_community *wanted, struct hb_rng *rng, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
