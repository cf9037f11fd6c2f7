/* The parts of the router; see route.c. */
#ifndef HBKIT_ROUTE_H
#define HBKIT_ROUTE_H

#include "viz/figure.h"

/* What a quarter of a crossing costs (the grids count halves), and a way through an arrow of po or one
 * between two boxes; a level costs 1, a column HB_ACROSS, another bend HB_BEND.  Strong edges weigh as
 * HB_WEIGHT others; an edge on a side of a node where others end costs HB_CROWD for each. */
#define HB_CROSSING 2L
#define HB_THROUGH 6L
#define HB_WEIGHT 3
#define HB_CROWD 8L
#define HB_ACROSS 6L
#define HB_BEND 20L

struct hb_row_span
{
  hb_id from, to; /* positions */
  hb_id owner;    /* 2 * node + side, or HB_NONE: a level arrow */
};

typedef VEC (struct hb_row_span) hb_row_spans;

/* What stands in a column at a level. */
enum hb_cover
{
  HB_FREE,
  HB_LINE, /* an arrow that runs down */
  HB_FRAME,
  HB_NODE
};

struct hb_router
{
  hb_figure *figure;
  hb_id levels, gutters;
  uint8_t *covered;   /* [column * levels + level]: enum hb_cover */
  uint16_t *vertical; /* [gutter * levels + level]: 2 a leg on this level, 1 where one ends */
  uint16_t *flat; /* [gutter * levels + level]: 2 a leg across the gutter, 1 one that ends in it */
  hb_row_spans *spans; /* row -> legs along it */
  uint8_t *ends;       /* 2 * node + side -> edges that end there, as far as a byte counts */
};

/* route_grid.c: the ground of FIGURE, which is borrowed, as its boxes cover it.  `hb_router_finish` frees what
 * the router keeps. */
void hb_router_start (struct hb_router *r, hb_figure *figure);
void hb_router_finish (struct hb_router *r);

/* What an edge weighs in the costs. */
static inline unsigned
hb_weight_of (const struct hb_figure_edge *e)
{
  return e->mark == HB_STRONG ? HB_WEIGHT : 1;
}

/* The side of NODE, as `ends` and `spans` count it, to which a leg between positions leaves. */
hb_id hb_owner_of (hb_id node, hb_id from, hb_id to);

/* Enter legs into the ground. */
void hb_note_vertical (struct hb_router *r, hb_id gutter, hb_id from, hb_id to, unsigned weight);
void hb_note_flat (struct hb_router *r, hb_id level, hb_id from, hb_id to, unsigned weight);
void hb_note_row (struct hb_router *r, hb_id row, hb_id owner, hb_id from, hb_id to);

/* Is LEVEL blocked by a box between two positions? */
bool hb_is_blocked (const struct hb_router *r, hb_id level, hb_id from, hb_id to);

/* May a leg go along the row of NODE from there to GUTTER? */
bool hb_row_is_free (const struct hb_router *r, hb_id node, hb_id gutter);

/* Cost of a leg along LEVEL between positions FROM and TO; of one in GUTTER between levels; of one more edge on
 * the side of NODE where GUTTER is: from the third on they make the node higher. */
long hb_flat_cost (const struct hb_router *r, hb_id level, hb_id from, hb_id to);
long hb_vertical_cost (const struct hb_router *r, hb_id gutter, hb_id from, hb_id to);
long hb_crowd_cost (const struct hb_router *r, hb_id node, hb_id gutter);

/* route_search.c: the cheapest of all routes of an edge, as the gutters and levels that it uses in turn; its
 * cost.  There always is one, above or below all boxes.  Zero SEARCH for the first call. */
struct hb_search_place
{
  long cost; /* with what is at least still to come */
  hb_id state;
};

struct hb_search
{
  long *distance; /* states, see route_search.c */
  hb_id *before;
  uint32_t *stamp, now;
  VEC (struct hb_search_place) heap;
  VEC (hb_id) gutters, levels; /* the result; one level more than gutters */
};

long hb_search_route (struct hb_search *s, const struct hb_router *r,
                      const struct hb_figure_edge *e);
void hb_search_free (struct hb_search *s);

/* tracks.c: gives the legs in each gutter and lane tracks of their own. */
void hb_assign_tracks (hb_figure *figure);

/* ports.c: spreads the ends of edges over the sides of their nodes. */
void hb_assign_ports (hb_figure *figure);

#endif
