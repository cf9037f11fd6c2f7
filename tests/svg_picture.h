/* An SVG figure read back as geometry, and checks of it: an oracle for the layout that sees nothing but what
 * was written.
 *
 *     class message, event, label, handlers, edge    what the groups of an execution graph are called */
#ifndef HBKIT_TESTS_SVG_PICTURE_H
#define HBKIT_TESTS_SVG_PICTURE_H

#include "base/vec.h"

struct svg_box
{
  double x0, y0, x1, y1;
};

struct svg_point
{
  double x, y;
};

struct svg_edge
{
  char relation[4];
  VEC (struct svg_point)
  points; /* of its line, with the points to which corners are drawn; without its head */
  struct svg_point head[3]; /* the tip first */
  double width;
  char colour[8];
  char dashes[40]; /* "" when solid */
};

struct svg_picture
{
  VEC (struct svg_box) messages, events, hidden, labels, handlers;
  VEC (struct svg_box) below; /* texts of legend and caption, each with what follows it closely */
  struct svg_box page;
  VEC (struct svg_edge) edges;
};

/* Reads TEXT, as viz/svg.c writes it. */
struct svg_picture svg_picture_read (const char *text);
void svg_picture_free (struct svg_picture *picture);

/* What is wrong with it, a borrowed text good until the next call, or NULL:
 * a label that touches a message, an event, a name, another label, an arrow or its head; an edge that runs
 * through an event, or through a message in which neither of its ends is; a tip or a start that does not
 * touch an event or a message; things on one another; texts of the legend or the caption on one another,
 * or outside the page. */
const char *svg_picture_fault (const struct svg_picture *picture);

#endif
