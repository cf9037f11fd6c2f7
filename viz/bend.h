/* Curves between the middles of two boxes, bent so that they pass the other boxes by: what edges of sketches are drawn as where
 * their vertices stand anywhere. */
#ifndef HBKIT_BEND_H
#define HBKIT_BEND_H

#include "viz/sketch.h"

/* A box: its middle, half of its width and height, the radius of its corners, how near to it edges of others may come. */
struct hb_bend_box
{
  struct hb_point middle;
  double wide, high, round, clear;
};

/* An edge between two boxes of a list: bent to one side, or like an S. */
struct hb_bend_edge
{
  hb_id from, to;  /* differ */
  bool head, tail; /* an arrowhead at `to`, at `from` */
  double bend;     /* how far it bulges to the left, in its length */
  enum hb_ink ink;
  size_t sway; /* 0, or which S it is */
};

/* Walls: boxes around a drawing, so thick that a curve which leaves it runs through several of them. */
#define HB_BEND_WALLS 12
void hb_bend_walls (struct hb_bend_box walls[HB_BEND_WALLS], const struct hb_rect *drawing);

struct hb_point hb_curve_at (const struct hb_sketch_curve *curve, double t);

/* The curve of EDGE, cut off where it leaves its boxes: two for an S, none if nothing is left of it; how many. */
size_t hb_bend_curves (const struct hb_bend_box *boxes, const struct hb_bend_edge *edge,
                       struct hb_sketch_curve curves[2]);

/* Boxes times edges, up to which it is quick to bend all edges so. */
#define HB_BEND_MOST 300000

/* Bends EDGE as near as can be to what is wished so that it leads through no other of the COUNT boxes, or through fewest, and
 * runs where none of the DRAWN edges between the same boxes does. */
void hb_bend_clear (const struct hb_bend_box *boxes, size_t count, struct hb_bend_edge *edge,
                    const struct hb_bend_edge *drawn, size_t drawn_count);

#endif
