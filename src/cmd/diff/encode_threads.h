/* hbkit encode P.c: can a run show these dependencies together, as a formula. */
#ifndef HBKIT_CMD_DIFF_ENCODE_THREADS_H
#define HBKIT_CMD_DIFF_ENCODE_THREADS_H

#include "cmd/diff/threads.h"

int encode_threads (struct cli *cli);

#endif
