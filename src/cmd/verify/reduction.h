/* `hbkit verify` of a reduction: from the options to the verdict. */
#ifndef HBKIT_CMD_VERIFY_REDUCTION_H
#define HBKIT_CMD_VERIFY_REDUCTION_H

#include "cmd/frame/cli.h"
#include "problem/reduction.h"

/* Verifies REDUCTION as the command line asks; the exit code. */
int verify_reduction (struct cli *cli, const struct hb_reduction *reduction);

#endif
