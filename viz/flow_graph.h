/* The graph of a function's control flow, and where its boxes stand; between flow_graph.c and flow.c. */
#ifndef HBKIT_FLOW_GRAPH_H
#define HBKIT_FLOW_GRAPH_H

#include "base/vec.h"
#include "cfront/tree.h"

struct hb_flow_node
{
  char *text;    /* owned */
  bool decides;  /* it is a condition; else something is done, or begins, or ends */
  bool is_end;   /* of the function, or its start */
  hb_id number;  /* of what is done, from 1; 0: none */
  double column; /* its middle, in columns from 0 on */
  hb_id row;
};

struct hb_flow_edge
{
  hb_id from, to;
  const char *label; /* borrowed, "" for none */
};

struct hb_flow_graph
{
  VEC (struct hb_flow_node) nodes; /* the start first, the end last, the others as in the text */
  VEC (struct hb_flow_edge) edges;
  VEC (char *) labels; /* those that were made */
  double columns;
  hb_id rows;
};

typedef struct hb_flow_graph hb_flow_graph;

void hb_flow_graph_init (hb_flow_graph *graph, const struct hb_c_symbol *function);
void hb_flow_graph_free (hb_flow_graph *graph);

#endif
