/* Directed graphs of events: an order, or a shortest cycle.  Edges remember the accesses that they are there for. */
#ifndef HBKIT_ROBUST_TRACE_GRAPH_H
#define HBKIT_ROBUST_TRACE_GRAPH_H

#include "base/vec.h"

struct trace_edge
{
  hb_id from, to;
  hb_id before, after; /* accesses */
};

typedef VEC (hb_id) trace_nodes;

struct trace_graph
{
  hb_id nodes;
  VEC (struct trace_edge) edges;
  hb_id *first; /* node -> its edges in `sorted`; one more */
  hb_id *sorted;
};

struct trace_cycle
{
  VEC (struct trace_edge) edges;
};

/* Adds an edge; all of them before `trace_graph_close`. */
void trace_graph_add (struct trace_graph *graph, hb_id from, hb_id to, hb_id before, hb_id after);
void trace_graph_close (struct trace_graph *graph);
void trace_graph_free (struct trace_graph *graph);

/* The nodes in an order that all edges keep (Kahn 1962), into ORDER; false: there is a cycle.  Linear. */
bool trace_graph_order (const struct trace_graph *graph, trace_nodes *order);

/* A cycle of a graph that has one.  True: none is shorter; false: there may be, as looking at all would take too long.
 * The nodes on cycles times the edges. */
bool trace_graph_cycle (const struct trace_graph *graph, struct trace_cycle *cycle);

#endif
