/* hbkit encode P.c: can a run show these dependencies together, as a formula or as a program with flags. */
#ifndef HBKIT_CMD_DIFF_ENCODE_THREADS_H
#define HBKIT_CMD_DIFF_ENCODE_THREADS_H

#include "cmd/diff/threads.h"

/* AS_C: the program, else the formula.  The exit code. */
int encode_threads (struct cli *cli, bool as_c);

#endif
