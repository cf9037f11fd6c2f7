/* `hbkit solve` for instances of any problem: by a decider of the problem, or by way of a reduction. */
#ifndef HBKIT_CMD_SOLVE_ANY_H
#define HBKIT_CMD_SOLVE_ANY_H

#include "cmd/frame/cli.h"
#include "problem/problem.h"

/* Decides what INPUT (stolen) reads, an instance of PROBLEM; the exit code. */
int solve_any (struct cli *cli, const struct hb_problem *problem, hb_input *input);

/* Proves ANSWER of INSTANCE, has the checker of PROBLEM look at the proof, and writes it to PATH.  False after an error
 * in cli->diag. */
bool solve_write_proof (struct cli *cli, const struct hb_problem *problem,
                        const hb_instance *instance, enum hb_answer answer,
                        struct hb_limits *limits, const char *path);

#endif
