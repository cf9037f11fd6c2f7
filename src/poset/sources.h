/* Posets out of other files: traces, systems of triangles, logs with vector clocks. */
#ifndef HBKIT_POSET_SOURCES_H
#define HBKIT_POSET_SOURCES_H

#include "base/input.h"
#include "base/notes.h"
#include "poset/schedules.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Traces --- */

enum hb_trace_poset
{
  HB_POSET_POSTS, /* messages that are not initial, under pb: a forest */
  HB_POSET_PO_PB, /* events of such messages, under po and pb: a forest of at most two children a node */
  HB_POSET_HB /* all events, and messages without one, under what the trace fixes (trace/order.h) */
};

/* In the first two the initial messages run first: they are the virtual root and no elements.  (A handler's
 * initial message precedes all else on that handler, which would be no forest; the order of posted messages
 * loses nothing by it.)  NULL after an error in DIAG: a cycle.  New. */
hb_poset *hb_poset_of_trace (const hb_trace *trace, enum hb_trace_poset which, hb_diag *diag);

/* --- Systems of triangles --- */

/* Does the text look like a list of systems (JonathanDrathjer/2-complex-face-order-dimension)? */
bool hb_is_triangles (const char *text, size_t length);

/* System NUMBER (from 1) that INPUT (borrowed) reads: its vertices, the pairs that are an edge of a triangle or
 * bare, and its triangles, by inclusion.  REALIZER gets the printed one, new, NULL if there is none.  NULL after an
 * error in DIAG.  New. */
hb_poset *hb_poset_of_triangles (hb_input *input, size_t number, hb_schedules **realizer,
                                 hb_diag *diag);

/* --- Logs with vector clocks --- */

struct hb_clock_options
{
  size_t execution; /* which, from 1 */
  bool strict;      /* a faulty line is an error */
  const char
      *regex; /* NULL, or an expression as ShiViz has it, with groups (?<host>..), (?<clock>..) and
                        perhaps (?<event>..); \n in it: events of several lines */
};

struct hb_clock_log
{
  size_t executions; /* in the file */
  size_t hosts, faulty;
};

/* The events of one execution of a log of vector clocks, as ShiViz reads them: a line that has HOST {"HOST": n,
 * ..}, with text around or on other lines; TLC's `/\ Host = ` and `/\ Clock = "{..}"`, zero meaning absent;
 * a line `=== name ===` begins another execution.  What is uploaded to ShiViz starts with two lines, the expression for
 * events and the one for what stands between executions (may be empty), which are obeyed.  e is before f iff f's clock has at e's host at least e's
 * own entry.  An event's name is HOST.N.  Checked, a fault being a warning with the number of the line, which is
 * left out (STRICT: an error): a clock has its host's entry; own entries rise one by one; clocks grow along a
 * host and contain those that they refer to; none refers to an event that is missing.  NULL after an error in
 * DIAG.  New. */
hb_poset *hb_poset_of_clocks (hb_input *input, const struct hb_clock_options *options,
                              struct hb_clock_log *log, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
