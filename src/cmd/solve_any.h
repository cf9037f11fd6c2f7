/* `hbkit solve` for instances of any problem: by a decider of the problem, or by way of a reduction. */
#ifndef HBKIT_CMD_SOLVE_ANY_H
#define HBKIT_CMD_SOLVE_ANY_H

#include "cmd/frame/cli.h"
#include "problem/problem.h"

/* Decides what INPUT (stolen) reads, an instance of PROBLEM; the exit code. */
int solve_any (struct cli *cli, const struct hb_problem *problem, hb_input *input);

#endif
