/* Robustness of one trace (robustness paper, definitions 4 and 5), from po, rf, co and pb alone, in one pass.
 *
 * A message that nobody posts is an event; a posted one is an invocation of the event at the root of its tree.
 *
 *     EvG    an edge from event to event for rf, co and fr between accesses of theirs: enough for cycles, as what
 *            they leave out follows from them
 *     InvG   in an event, the depth-first order of its tree, and conflicts of its own accesses, ordered by co; there
 *            is a cycle exactly if some access comes behind a conflicting one of an invocation that is later
 *            in depth-first order: then there is one of two invocations */
#ifndef HBKIT_ROBUST_TRACE_H
#define HBKIT_ROBUST_TRACE_H

#include "base/output.h"
#include "robust/robust.h"
#include "trace/trace.h"
#include "trace/witness.h"

/* An access and a conflicting one behind it; `dfs`: not that, but the depth-first order of their messages. */
struct hb_robust_step
{
  hb_id before, after; /* events of the trace; dfs: messages */
  uint8_t relation;    /* enum hb_relation: rf, co, fr */
  bool dfs;
};

struct hb_robust_trace
{
  enum hb_robust_answer answer;
  unsigned part; /* violated: HB_PART_DET or HB_PART_SER */
  VEC (struct hb_robust_step)
  cycle;         /* each step goes on where the last one ended: in the same message or event */
  bool shortest; /* no cycle of its kind is shorter */
  hb_id events, invocations;
  VEC (hb_id) run;   /* robust: the trace's events in a serial order */
  hb_id *event_of;   /* message -> number of its event, by the order of their roots; owned */
  hb_id *place;      /* message -> its place in depth-first order of all trees; owned */
  VEC (hb_id) roots; /* event -> message */
};

/* Decides PARTS of TRACE.  RESULT is filled; `hb_robust_trace_free`.  Linear; a shortest cycle of events may take the
 * number of events on cycles times the edges. */
void hb_robust_of_trace (const hb_trace *trace, unsigned parts, struct hb_robust_trace *result);
void hb_robust_trace_free (struct hb_robust_trace *result);

/* The cycle as JSON. */
void hb_robust_cycle_write (hb_output *output, const hb_trace *trace,
                            const struct hb_robust_trace *result);

/* Is the file at PATH such a cycle: an object that says what is `violated`?  Says nothing if it cannot be read. */
bool hb_robust_cycle_is (const char *path);

/* Reads such a file for TRACE, of which RESULT tells the messages' events: its cycle and part take the place of what
 * RESULT had.  Each step is checked against the trace; false after an error in DIAG. */
bool hb_robust_cycle_read (const char *path, const hb_trace *trace, struct hb_robust_trace *result,
                           hb_diag *diag);

#endif
