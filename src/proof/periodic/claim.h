/* What a certificate of a periodic program claims: no assertion fails, up to a time bound, in any order of events
 * of a semantics (of real schedules alone: "exact"), if jobs are over when the departure says. */
#ifndef HBKIT_PROOF_PERIODIC_CLAIM_H
#define HBKIT_PROOF_PERIODIC_CLAIM_H

#include "base/types.h"

struct hb_claim
{
  int64_t time;
  const char *departure; /* "rta", "deadline" or "exact" (doc/periodic.md) */
  const char *semantics; /* "paper", "arrival" or "exact"; the first claims most */
  unsigned unroll;       /* how often a loop's body may run */
  bool div0;             /* a division by zero counts as a failure */
};

#endif
