/* Runs of programs of threads as text. */
#ifndef HBKIT_CMD_DIFF_SHOW_H
#define HBKIT_CMD_DIFF_SHOW_H

#include "cmd/diff/threads.h"

/* The steps of a run, one a line with its thread, place and statement; each line starts with INDENT. */
void show_run (const diff_program *program, const struct diff_schedule *schedule,
               const char *indent);

/* The same as a JSON array of objects. */
void show_run_json (const diff_program *program, const struct diff_schedule *schedule,
                    hb_json *json);

#endif
