/* Schedules of programs of threads as files, and runs as traces.
 *
 *     schedule threads 1
 *     # a comment
 *     t1
 *     t2 1 -5       a step of t2, which chose 1 and then -5
 *     end 2         steps
 *
 * The last line of a thread may be no step but lead to its end, with what it chooses behind its last step. */
#ifndef HBKIT_DIFF_SCHEDULE_H
#define HBKIT_DIFF_SCHEDULE_H

#include "diff/search.h"

#include "base/line.h"
#include "base/output.h"

/* Writes SCHEDULE; COMMENT (may be NULL) becomes `#` lines. */
void diff_schedule_write (const diff_program *program, const struct diff_schedule *schedule,
                          const char *comment, hb_output *output);

/* Reads the schedule at PATH into SCHEDULE, with the line of each step in LINES.  False after errors in DIAG. */
typedef VEC (size_t) diff_lines;
bool diff_schedule_read (const diff_program *program, const char *path,
                         struct diff_schedule *schedule, diff_lines *lines, hb_diag *diag);

/* An error TEXT at LINE of the schedule at PATH, which is read again if it is a file. */
void diff_schedule_error (const char *path, size_t line, const char *text, hb_diag *diag);

/* The same as reading, from where LINE is, up to its `end`. */
bool diff_schedule_take (const diff_program *program, struct hb_line *line,
                         struct diff_schedule *schedule, diff_lines *lines);

/* Writes what happened as a trace: a handler for each thread, with an initial message alone. */
void diff_trace_write (const diff_program *program, const struct diff_event *events, size_t count,
                       hb_output *output);

#endif
