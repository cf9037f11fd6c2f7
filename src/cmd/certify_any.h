/* hbkit certify, of an instance of any problem. */
#ifndef HBKIT_CMD_CERTIFY_ANY_H
#define HBKIT_CMD_CERTIFY_ANY_H

#include "base/input.h"
#include "cmd/frame/cli.h"

/* Which problem the command's file is an instance of if the proof at PROOF's start (borrowed) is one of the
 * forms that `solve` writes and `check` does not; else NULL. */
const struct hb_problem *certify_problem (struct cli *cli, hb_input *proof);

/* Checks PROOF (stolen) against the command's file, an instance of PROBLEM, which has certificates.  The exit
 * code. */
int certify_any (struct cli *cli, const struct hb_problem *problem, hb_input *proof);

#endif
