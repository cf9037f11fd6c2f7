/* hbkit info, of programs of threads. */
#ifndef HBKIT_CMD_DIFF_INFO_THREADS_H
#define HBKIT_CMD_DIFF_INFO_THREADS_H

#include "cmd/diff/threads.h"

/* What the program at PATH has, to OUTPUT or JSON (the other NULL).  False after errors in cli->diag. */
bool info_threads (struct cli *cli, const char *path, hb_output *output, hb_json *json);

#endif
