/* A figure: what is shown, and where.  Neutral between the part of hbkit that chooses (select.c), those
 * that place (arrange.c, route.c, place.c, label.c) and those that write (svg.c, dot.c, tikz.c).
 *
 *        column 0        gutter 1       column 1
 *     +-----------+                  +-----------+
 *     |  h1       |                  |  h2       |     name of the handler
 *     | +-------+ |                  | +-------+ |
 *     | | m1    | |                  | | m2    | |     box: a message, with its name
 *     | |[W x 1]|----------rf----------->[R x] | |     row 0: nodes
 *     | |   |   | |                  | |       | |
 *     | |[ ⋮ 3 ]| |                  | |       | |     row 1: a node for three that are not shown
 *
 * Lengths are points of 1/72 inch, x to the right, y down. */
#ifndef HBKIT_FIGURE_H
#define HBKIT_FIGURE_H

#include "viz/draw.h"
#include "base/vec.h"

/* How much a thing matters. */
enum hb_mark
{
  HB_FAINT,
  HB_PLAIN,
  HB_STRONG
};

#define HB_HEAD_SLIM 0.38 /* half the width of an arrowhead, in its lengths */
#define HB_MARGIN 3.0     /* around a figure */
#define HB_LEAST_TYPE                                                                              \
  5.95 /* points of the smallest letters, subscripts too, below which there is a warning */
#define HB_PAGE_HEIGHT 24.7 /* centimetres: the text of an A4 page */

struct hb_point
{
  double x, y;
};

struct hb_rect
{
  double x0, y0, x1, y1;
};

static inline struct hb_point
hb_middle_of (struct hb_rect r)
{
  return (struct hb_point){ (r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2 };
}

/* A handler. */
struct hb_figure_column
{
  hb_id handler;
  char *name;        /* text.h; owned, as all texts here; "": it is folded, its boxes bear names */
  char *full;        /* all of a name that is shortened, or NULL */
  VEC (hb_id) boxes; /* from top to bottom, after arranging */
  double x, half;    /* centre; half the width of its boxes */
  struct hb_rect title; /* of the name */
};

/* A message. Its nodes are first .. first + count - 1. */
struct hb_figure_box
{
  hb_id column, message, first, count;
  hb_id above; /* the box before it in its column, or HB_NONE */
  char *name;  /* NULL: an initial message, which has no frame */
  char *full;  /* as above */
  enum hb_mark mark;
  struct hb_rect place, title;
  char *handler,
      *handler_full; /* folded: its handler's name, where a run of its boxes begins, or NULL */
  struct hb_rect handler_place;
};

/* A dotted box around nodes of one box that follow one another, with a name above the first. */
struct hb_figure_group
{
  hb_id first, last; /* nodes */
  char *name;
  struct hb_rect place, title;
};

/* An event, or several that are left out. */
struct hb_figure_node
{
  hb_id box;
  hb_id event; /* HB_NONE: stands for HIDDEN events */
  hb_id hidden;
  hb_id rank; /* wish for the order in time: smaller is higher */
  hb_id row;  /* after arranging */
  char *text;
  char *full; /* as above, of the name in it */
  enum hb_mark mark;
  double port[2]; /* space its arrows need on the left and the right side */
  struct hb_rect place;
};

/* A straight part of a route: along level AT (rows and lanes) from position FROM to TO if horizontal, along
 * gutter AT from level FROM to TO if vertical.  See route.c for levels and positions. */
struct hb_leg
{
  bool vertical;
  hb_id at, from, to;
  hb_id track; /* in its gutter or lane */
};

enum hb_edge_shape
{
  HB_SHAPE_ROUTED, /* legs, along rows, lanes and gutters */
  HB_SHAPE_LEVEL,  /* straight along a row */
  HB_SHAPE_DOWN,   /* straight down to the next node of the box */
  HB_SHAPE_BOXES   /* straight down from a box to the next one */
};

struct hb_figure_edge
{
  hb_id from, to;     /* nodes */
  bool between_boxes; /* it is their messages that are related (eo) */
  bool upward;        /* takes no part in the order of time */
  enum hb_edge_shape shape;
  int arrow; /* enum hb_relation or hb_arrow */
  enum hb_mark mark;
  char *label; /* or NULL */
  VEC (struct hb_leg)
  legs;           /* along a row, in a gutter, along a lane, in a gutter, ..., along a row */
  double port[2]; /* y of its ends, as offsets from the centre of their nodes */
  VEC (struct hb_point) points;
  struct hb_rect label_place; /* x1 <= x0: no room was found */
};

#define HB_LEGEND_HIDDEN (-1) /* in place of an arrow: the dots for events that are left out */

struct hb_legend_entry
{
  int arrow;
  enum hb_mark mark;
  char *text;
  struct hb_rect place; /* sample and text */
};

struct hb_figure_line
{
  char *text;
  double x, y; /* start of the base line */
};

/* Sizes and pens of a preset. */
struct hb_style_sheet
{
  double font, small; /* sizes of node texts and of labels */
  double thin, normal, thick;
  double arrow; /* length of an arrowhead */
  bool mono;
  const char *box, *border, *title; /* colours of messages: inside, border, name */
  const struct hb_arrow_style *own; /* of the options, one for each arrow, or NULL; borrowed */
};

/* A part of a figure that is cut because it is large: what WINDOW shows of it, from (X, Y) on under the names of the
 * handlers, which are HEAD high. */
struct hb_figure_panel
{
  struct hb_rect window;
  double x, y, head;
  bool above, below, left, right; /* it goes on there: a dashed line */
};

typedef VEC (struct hb_figure_panel) hb_panels_list;

struct hb_figure
{
  const struct hb_draw_options *options;
  struct hb_style_sheet sheet;
  VEC (struct hb_figure_column) columns;
  VEC (struct hb_figure_box) boxes;
  VEC (struct hb_figure_node) nodes;
  VEC (struct hb_figure_group) groups;
  VEC (struct hb_figure_edge) edges;
  VEC (hb_id) before; /* pairs of boxes of one column: the first is above the second */
  char *caption;      /* lines divided by '\n' */
  char *alone;        /* of a figure in panels: without what is said of them; or NULL */
  VEC (struct hb_legend_entry) legend;
  VEC (struct hb_figure_line) lines; /* of the caption, placed */
  hb_panels_list panels;             /* none: it is whole, or a part without any */
  struct hb_pages *pages;            /* of its parts; NULL: it is whole */
  char *words;  /* with `pages`: the caption, without what a part says of others */
  size_t parts; /* with `pages`: how many there are */
  hb_id rows;
  long cost; /* of its routes */
  /* Routing: tracks used and extra width asked for. */
  VEC (hb_id) gutter_tracks, lane_tracks;         /* columns + 1, rows + 1 */
  VEC (double) gutter_extra, row_extra;           /* columns + 1, rows; empty: none */
  VEC (double) row_y, row_half, lane_y, gutter_x; /* centres and half heights; first tracks */
  double width, height;
  struct hb_point bare; /* both, as it was placed: without panels, legend and caption */
  double tight;         /* gutters are that much narrower */
  double scale;         /* what is written is that much smaller, ... */
  double
      below; /* ... but for legend and caption: this size times the scale is that of labels at full size */
  size_t folded;  /* how many handlers share the columns; 0: each has its own */
  size_t longest; /* bytes of names; 0: HB_LONGEST_SHOWN */
};

typedef struct hb_figure hb_figure;

/* --- figure.c --- */

void hb_figure_init (hb_figure *figure, const struct hb_draw_options *options);
void hb_figure_free (hb_figure *figure);

hb_id hb_figure_add_column (hb_figure *figure, hb_id handler, char *name);
hb_id hb_figure_add_box (hb_figure *figure, hb_id column, hb_id message, char *name);

/* Adds a node to the last box.  TEXT is stolen. */
hb_id hb_figure_add_node (hb_figure *figure, hb_id event, char *text, hb_id rank);

/* Adds a dotted box around the nodes FIRST to LAST.  NAME is stolen. */
void hb_figure_add_group (hb_figure *figure, hb_id first, hb_id last, char *name);

/* Adds an edge between nodes and gives its number. */
hb_id hb_figure_add_edge (hb_figure *figure, hb_id from, hb_id to, int arrow, enum hb_mark mark);

/* Messages stand in a box, but for initial ones: their nodes hang on the arrows of po, like a lifeline,
 * and edges may pass between them. */
static inline bool
hb_has_frame (const struct hb_figure_box *box)
{
  return box->name;
}

static inline hb_id
hb_column_of (const hb_figure *figure, hb_id node)
{
  return figure->boxes.data[figure->nodes.data[node].box].column;
}

/* Is it a note of what is left out above all or below all events that its box shows?  Such a node has
 * no row of its own: it hangs on the event beside it. */
bool hb_is_attached (const hb_figure *figure, hb_id node);

/* --- draw.c: all of the below but the writing; free FIGURE even after an error --- */

bool hb_draw_figure (hb_figure *figure, const hb_trace *trace,
                     const struct hb_draw_options *options, hb_diag *diag);

/* --- select_*.c: fill columns, boxes, nodes, edges, before, caption, and arrange --- */

bool hb_select_trace (hb_figure *figure, const hb_trace *trace, hb_diag *diag);
bool hb_select_cycle (hb_figure *figure, const hb_trace *trace, hb_diag *diag);
bool hb_select_gadget (hb_figure *figure, const hb_trace *trace, hb_diag *diag);

/* That of a clause of the reductions of doc/map.md (select_clause.c). */
bool hb_select_clause (hb_figure *figure, const hb_trace *trace, hb_diag *diag);
bool hb_select_row (hb_figure *figure, const hb_trace *trace, hb_diag *diag);

/* --- arrange.c: order of the boxes, rows of the nodes, shapes LEVEL, DOWN and BOXES --- */

void hb_arrange (hb_figure *figure);

/* --- fold.c: lets the handlers of an arranged figure share MOST columns, or more where that cannot be, and arranges it
 * again; some messages * nodes steps. --- */

void hb_fold (hb_figure *figure, size_t most);

/* --- route.c: legs of the other edges --- */

void hb_route (hb_figure *figure);

/* --- place.c: points, from rows, legs and sizes --- */

void hb_place (hb_figure *figure);

/* --- label.c: places for the labels.  False if a strong edge's found none: its gutter was given more
 * room, place again. --- */

bool hb_label (hb_figure *figure);

/* --- panels.c: cuts what is placed, without its legend, into panels side by side, so that it fits WIDTH and HEIGHT
 * on paper.  Gives the scale that this takes, and the figure its new size; 0, and nothing is changed, if it is not well above
 * LEAST. --- */

/* The height of the names above panels; and where the first one begins: there, or higher where a label stands beside them. */
double hb_panel_head (const hb_figure *figure);
double hb_panel_top (const hb_figure *figure);
double hb_panels (hb_figure *figure, double width, double height, double least);

/* --- parts.c: cuts what is placed, without its legend, at the scale that it has, into parts whose panels fit WIDTH and,
 * unless that is 0, HEIGHT (both before scaling) --- */

void hb_parts (hb_figure *figure, double width, double height);

/* Gives a figure with parts the panels, the legend, the caption and the size of part NUMBER, from 1. */
void hb_take_part (hb_figure *figure, size_t number);

/* Frees what `hb_parts` made. */
void hb_parts_free (hb_figure *figure);

/* --- legend.c: legend and caption below the figure --- */

void hb_legend (hb_figure *figure);

/* Takes legend and caption away again. */
void hb_legend_clear (hb_figure *figure);

/* --- style.c --- */

struct hb_pen
{
  const char *colour; /* "#rrggbb" */
  double width;
  double dash[4]; /* lengths on, off, on, off; all 0: solid */
};

struct hb_style_sheet hb_style_sheet (const struct hb_draw_options *options);
struct hb_pen hb_pen (const struct hb_style_sheet *sheet, int arrow, enum hb_mark mark);

/* Colour of the label of an arrow: readable on white (4.5 : 1), so darker than the arrow itself may be. */
#define HB_FAINT_TEXT "#727272"
const char *hb_text_colour (const struct hb_style_sheet *sheet, int arrow, enum hb_mark mark);

/* What figures call an arrow: its name, or the one that the options give it. */
const char *hb_arrow_text (const struct hb_style_sheet *sheet, int arrow);

/* Length of the arrowhead of an edge. */
double hb_head_length (const hb_figure *figure, const struct hb_figure_edge *edge);

/* --- path.c --- */

/* The point at distance D from P on the way to Q, both on one level or upright line. */
struct hb_point hb_towards (const struct hb_point *p, const struct hb_point *q, double d);

/* Point I of a route, none of its ends, made round: from IN to OFF by a curve drawn to AT. */
struct hb_corner
{
  struct hb_point in, at, off;
};
struct hb_corner hb_corner (const hb_figure *figure, const struct hb_figure_edge *edge, size_t i);

/* --- pen.c: in the format of the options; dot.c --- */

void hb_figure_write (const hb_figure *figure, hb_output *output);

/* Was hbkit built with libcgraph, which writes traces as dot?  Without it `hb_figure_dot` writes nothing. */
extern const bool hb_figure_has_dot;
void hb_figure_dot (const hb_figure *figure, hb_output *output);

#endif
