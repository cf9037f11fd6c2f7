/* Where the formulas of `hbkit verify` come from, and the processes that share them. */
#ifndef HBKIT_CMD_VERIFY_STREAM_H
#define HBKIT_CMD_VERIFY_STREAM_H

#include "cmd/verify/verify.h"

#include <string.h>

struct verify_outcome
{
  uint64_t seed;
  struct verify_counts counts;
  bool complete;          /* no limit and no interrupt came in between */
  hb_cnf *counterexample; /* shrunk; owned; NULL: none */
  char *why;              /* what fails in it; owned */
};

/* Takes the streams that the command line names, in the order exhaustive, random, files, until one
 * has a counterexample.  False after errors in cli->diag (a file that cannot be read). */
bool verify_streams (struct cli *cli, struct verify *verify, struct verify_outcome *outcome);

#endif
