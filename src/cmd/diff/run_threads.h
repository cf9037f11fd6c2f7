/* hbkit run, of programs of threads. */
#ifndef HBKIT_CMD_DIFF_RUN_THREADS_H
#define HBKIT_CMD_DIFF_RUN_THREADS_H

#include "cmd/diff/threads.h"

/* Runs the program that is the first operand: at random, along a schedule, or all ways.  The exit code. */
int run_threads (struct cli *cli);

#endif
