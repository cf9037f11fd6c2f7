/* What a run of the sequential program knows of the order of things: its conflicting accesses, those of one task,
 * what is posted behind its post; and a row of main's tasks that extends it. */
#ifndef HBKIT_ROBUST_SEQ_ORDER_H
#define HBKIT_ROBUST_SEQ_ORDER_H

#include "robust/seq_run.h"

/* A graph: the successors of node n are next[first[n]], ..., next[first[n + 1] - 1].  Owned; `hb_seq_graph_free`. */
struct hb_seq_graph
{
  hb_id nodes, *first, *next;
};
void hb_seq_graph_free (struct hb_seq_graph *graph);

typedef VEC (hb_id) hb_seq_row;

/* Over the accesses of RUN: from each to those that are next of its task or next to conflict with it, so that what
 * must come before an access is what leads to it.  Linear. */
struct hb_seq_graph hb_seq_order (const hb_seq_run *run);

/* Puts main's tasks that begin into ROW: an order that extends ORDER, posts, and the driver's start orders, the task
 * that is left last; of those that can come next, the first of RUN.  False if there is none.  Linear, but for a scan
 * of flags. */
bool hb_seq_main_row (const hb_acode *code, const hb_instrumented *made, const hb_seq_run *run,
                      const struct hb_seq_graph *order, hb_seq_row *row);

#endif
