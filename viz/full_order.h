/* Happens-before with the orders of a witness, as a list of edges. */
#ifndef HBKIT_FULL_ORDER_H
#define HBKIT_FULL_ORDER_H

#include "trace/order.h"
#include "trace/witness.h"

struct hb_full_edge
{
  hb_id from, to; /* nodes of trace/order.h */
  enum hb_relation relation;
};

typedef VEC (struct hb_full_edge) hb_full_edges;

/* Adds edges whose closure is happens-before of TRACE, of which ORDER holds the known edges: these and,
 * if WITNESS is not NULL, the steps of its eo and mo and the gp edges that follow, instead of those of
 * the input.  About linear; squared in the messages of a stack or priority mailbox at worst. */
void hb_full_order (const hb_trace *trace, const hb_order *order, const hb_witness *witness,
                    hb_full_edges *edges);

/* RUN (all events of TRACE), a run with the orders of WITNESS, becomes another one in which messages are
 * taken as late as can be, those that post nothing last of all.  Every linear extension of happens-before
 * is a run (ED-consistency paper, Theorem 2.1); this one takes, of the events that may come next, the first
 * in RUN that is no get; else the first get whose message posts; else the first.  O(edges + events *
 * handlers). */
void hb_late_run (const hb_trace *trace, const hb_witness *witness, hb_id *run);

#endif
