/* Cycles that violate robustness, for people and as JSON; answers about traces. */
#ifndef HBKIT_CMD_ROBUST_CYCLE_H
#define HBKIT_CMD_ROBUST_CYCLE_H

#include "cmd/frame/cli.h"

#include "base/json.h"
#include "robust/trace.h"

/* "determinism", "serializability". */
const char *robust_part_name (unsigned part);

/* The line "c ... is violated: ...". */
void robust_print_cycle (const hb_trace *trace, const struct hb_robust_trace *judged);

/* The member "cycle". */
void robust_put_cycle (hb_json *json, const hb_trace *trace, const struct hb_robust_trace *judged);

/* Writes the file of --cycle, if that is given; false after an error. */
bool robust_write_cycle (struct cli *cli, const hb_trace *trace,
                         const struct hb_robust_trace *judged);

/* hbkit robust of a trace; the exit code. */
int robust_run_trace (struct cli *cli);

#endif
