/* What the two halves of `hbkit verify semantics` share: all orders of small traces, and runs. */
#ifndef HBKIT_CMD_VERIFY_SEMANTICS_H
#define HBKIT_CMD_VERIFY_SEMANTICS_H

#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

struct semantics_job
{
  struct verify_report report;
  uint64_t traces;
};

/* COUNT random runs, and as many of random programs, from streams of SEED: their traces are
 * consistent, and programs made of them run back to them. */
void semantics_runs (struct semantics_job *job, uint64_t count, uint64_t seed);

#endif
