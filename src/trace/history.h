/* Histories under sequential consistency (Gibbons and Korach, "Testing shared memories", SIAM
 * Journal on Computing 26, 1997): threads that read and write, and of every read the write that it
 * read from. The order of the writes of a variable, co, is missing: is there one with which po, rf,
 * co and fr have no cycle?  The ED-consistency paper calls this rf-consistency (section 2.4).
 *
 * A history is an `hb_trace` in which a thread is a handler with an initial message and nothing
 * else; the order of writes that the trace has means nothing.  As a file it is an `.edt` without co
 * lines.  A *solution* is the same with co: a trace of its own, consistent as such. */
#ifndef HBKIT_HISTORY_H
#define HBKIT_HISTORY_H

#include "base/input.h"
#include "trace/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the history at PATH.  NULL after errors in DIAG.  New.  Linear. */
hb_trace *hb_history_read (const char *path, hb_diag *diag);

/* As above, from INPUT (stolen, at its start). */
hb_trace *hb_history_read_input (hb_input *input, hb_diag *diag);

/* Is TRACE one, but for its co?  False after an error in DIAG that names a message or an order
   * line. */
bool hb_history_check (const hb_trace *trace, hb_diag *diag);

/* Gives HISTORY the order CO of its writes: variable after variable, as in `hb_trace`'s co. */
void hb_history_set_co (hb_trace *history, const hb_id *co);

/* The co of SOLUTION, a trace with the same threads and events as HISTORY (same names, same places), in
 * HISTORY's numbers, into CO (room for HISTORY's writes).  False after an error in DIAG that names what
 * differs. */
bool hb_history_co_of (const hb_trace *history, const hb_trace *solution, hb_id *co, hb_diag *diag);

/* Does co, as it stands, make the history sequentially consistent?  If so, RUN (room for all
   * events) gets an order in which they may have happened.  Linear. */
bool hb_history_runs (const hb_trace *history, hb_id *run);

/* The reads of each value: those of the write w are reads[start[w]] .. reads[start[w + 1] - 1], those of the
 * initial value of variable v the same of `events + v`.  New, linear. */
struct hb_readers
{
  hb_id *start, *reads;
};

struct hb_readers hb_readers_new (const hb_trace *history);
void hb_readers_free (struct hb_readers *readers);

#ifdef __cplusplus
}
#endif
#endif
