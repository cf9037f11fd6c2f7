/* What arrange.c hands to rows.c: all nodes in one order of time. */
#ifndef HBKIT_ARRANGE_H
#define HBKIT_ARRANGE_H

#include "viz/figure.h"

struct hb_timeline
{
  hb_figure *figure;
  hb_id *in_first, *in;   /* edges by target: in[in_first[v] .. in_first[v + 1] - 1] */
  hb_id *out_first, *out; /* and by source */
  VEC (hb_id) order;      /* nodes in time */
};

/* Does the edge order its ends in time? */
static inline bool
hb_edge_orders (const struct hb_figure_edge *edge)
{
  return !edge->upward && !edge->between_boxes && edge->arrow != HB_PO;
}

/* The event next to an attached node (figure.h); any other node itself. */
static inline hb_id
hb_neighbour (const hb_figure *figure, hb_id node)
{
  if (!hb_is_attached (figure, node))
    return node;
  return figure->boxes.data[figure->nodes.data[node].box].first == node ? node + 1 : node - 1;
}

/* arrange.c: groups the edges by one of their ends: those of node V are LIST[FIRST[V]] .. LIST[FIRST[V + 1] - 1].  Both are
 * new; linear. */
void hb_group_edges (const hb_figure *figure, bool by_target, hb_id **first, hb_id **list);

/* rows.c: gives every node its row, and edges that run along one the shape LEVEL; linear in nodes and
 * edges but for the search for rows that are free. */
void hb_give_rows (const struct hb_timeline *timeline);

#endif
