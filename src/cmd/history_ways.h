/* reduce, lift and extract where the source is an SC history (trace/history.h), and what `check --sc`
 * needs. */
#ifndef HBKIT_CMD_HISTORY_WAYS_H
#define HBKIT_CMD_HISTORY_WAYS_H

#include "cmd/frame/files.h"

#include "trace/history.h"

/* The commands, with the operands of reduce.c; the exit code. */
int history_reduce (struct cli *cli);
int history_lift (struct cli *cli);
int history_extract (struct cli *cli);

/* The history at PATH if sc-ed takes it; NULL after errors in cli->diag.  New. */
hb_trace *history_read (struct cli *cli, const char *path);

/* The trace of sc-ed, in memory; NULL after errors in DIAG.  New. */
hb_trace *history_reduced (const hb_trace *history, hb_diag *diag);

/* Writes HISTORY with the co that WITNESS of its reduction TRACE gives it; false after errors. */
bool history_write_solution (struct cli *cli, const char *path, hb_trace *history,
                             const hb_trace *trace, const hb_witness *witness);

#endif
