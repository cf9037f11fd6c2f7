/* One pen for each format: how the things that figures and sketches are made of are put down.  The ways through a
 * figure and a sketch, the same for all formats, are in pen.c.
 *
 * Dot has a pen for sketches alone.  A figure as dot is no drawing but a graph, of nodes and edges with attributes
 * that Graphviz may lay out anew: dot.c, by libcgraph. */
#ifndef HBKIT_PEN_H
#define HBKIT_PEN_H

#include "viz/sketch.h"

/* Parts of a figure that a format may put in groups; the parts of one kind lie in no other. */
enum hb_figure_part
{
  HB_PART_HANDLERS,
  HB_PART_EDGES,
  HB_PART_LEGEND,
  HB_PART_CAPTION
};

struct hb_figure_pen
{
  void (*open) (hb_output *out, const hb_figure *figure);
  void (*close) (hb_output *out);
  /* Of a figure in panels: around all that they show; and each of them. */
  void (*open_whole) (hb_output *out);
  void (*close_whole) (hb_output *out);
  void (*panel) (hb_output *out, const hb_figure *figure, const struct hb_figure_panel *panel);
  void (*begin) (hb_output *out, enum hb_figure_part part); /* NULL, with `end`: has no groups */
  void (*end) (hb_output *out);
  void (*message) (hb_output *out, const hb_figure *figure, const struct hb_figure_box *box);
  void (*group) (hb_output *out, const hb_figure *figure, const struct hb_figure_group *group);
  void (*handler) (hb_output *out, const hb_figure *figure, const struct hb_figure_column *column);
  void (*edge) (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *edge);
  void (*node) (hb_output *out, const hb_figure *figure, const struct hb_figure_node *node);
  void (*label) (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *edge);
  void (*dots) (hb_output *out, const hb_figure *figure, double x, double y);
  /* Small, from X on, its middle at Y; FAINT: it matters less. */
  void (*text) (hb_output *out, const hb_figure *figure, double x, double y, const char *text,
                bool faint);
  void (*line) (hb_output *out, const hb_figure *figure, const struct hb_figure_line *line);
};

struct hb_sketch_pen
{
  /* SCALE: the picture is that much smaller than it says. */
  void (*open) (hb_output *out, const hb_sketch *sketch, double scale);
  void (*close) (hb_output *out);
  void (*line) (hb_output *out, const hb_sketch *sketch, size_t i);
  void (*curve) (hb_output *out, const hb_sketch *sketch, size_t i);
  void (*rect) (hb_output *out, const hb_sketch *sketch, size_t i);
  void (*arrow) (hb_output *out, const hb_sketch *sketch, size_t i);
  void (*text) (hb_output *out, const hb_sketch *sketch, size_t i);
};

/* Everything of SKETCH, between open and close. */
void hb_sketch_put (const hb_sketch *sketch, const struct hb_sketch_pen *pen, hb_output *out);

extern const struct hb_figure_pen hb_svg_figure_pen, hb_tikz_figure_pen;
extern const struct hb_sketch_pen hb_svg_sketch_pen, hb_tikz_sketch_pen, hb_dot_sketch_pen;

#endif
