/* Points: where everything stands, from rows, columns, legs and the sizes of texts. */
#include "viz/figure.h"

#include "viz/text.h"

#include <stdlib.h>

/* Distances, in sizes of the nodes' font. */
#define NODE_PAD 0.45     /* left and right of a node's text */
#define NODE_HALF 0.87    /* half the height of a node */
#define DOTS_HALF 0.62    /* of a node for what is left out */
#define BOX_PAD 0.55      /* between a box and its nodes */
#define TITLE 1.25        /* height of a box's name */
#define ROW_GAP 1.15      /* between rows, at least */
#define BOX_GAP 0.7       /* between boxes of a column */
#define BOX_ARROW_GAP 2.0 /* with an arrow from one to the other */
#define GUTTER 3.1        /* width of a gutter */
#define OUTER 0.5         /* width of an empty outer one */
#define STUB 1.35         /* from a box to the nearest track */
#define TRACK 1.15        /* between tracks of a gutter */
#define LANE_TRACK 0.85   /* and of a lane */
#define LANE_PAD 0.75     /* above and below the tracks of a lane */
#define COLUMN_TITLE 1.9  /* height of the handlers' names */
#define HANDLER 1.9       /* of a name above its run of boxes, with what is above it */
#define GROUP_PAD 0.3     /* between a dotted box and its nodes */
#define GROUP_TITLE 1.3   /* height of its name */

static double
max (double a, double b)
{
  return a > b ? a : b;
}

static double
em (const hb_figure *figure, double lengths)
{
  return lengths * figure->sheet.font;
}

/* --- Sizes --- */

static double
half_height (const hb_figure *figure, const struct hb_figure_node *node)
{
  double ports = max (node->port[0], node->port[1]) + figure->sheet.arrow * 0.46;
  return max (ports, em (figure, node->event == HB_NONE ? DOTS_HALF : NODE_HALF));
}

/* Half the width of nodes and boxes of every column.  The nodes' own width goes to their place. */
static void
measure_columns (hb_figure *figure)
{
  for (size_t c = 0; c < figure->columns.size; c++)
    figure->columns.data[c].half = em (figure, 1.2);
  for (size_t v = 0; v < figure->nodes.size; v++)
    {
      struct hb_figure_column *column = &figure->columns.data[hb_column_of (figure, (hb_id)v)];
      double width = hb_text_width (figure->nodes.data[v].text, figure->sheet.font);
      column->half = max (column->half, width / 2 + em (figure, NODE_PAD));
    }
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      struct hb_figure_box *box = &figure->boxes.data[b];
      struct hb_figure_column *column = &figure->columns.data[box->column];
      double width = box->name ? hb_text_width (box->name, figure->sheet.small) : 0;
      column->half = max (column->half, width / 2);
      if (box->handler)
        column->half
            = max (column->half, hb_text_width (box->handler, figure->sheet.font * 1.1) / 2);
    }
  for (size_t c = 0; c < figure->columns.size; c++)
    {
      struct hb_figure_column *column = &figure->columns.data[c];
      double name = hb_text_width (column->name, figure->sheet.font * 1.1);
      column->half = max (column->half + em (figure, BOX_PAD), name / 2);
    }
}

/* From a box to the nearest track; an arrowhead has to fit in. */
static double
stub (const hb_figure *figure)
{
  return STUB * (1 + figure->tight) / 2;
}

static double
gutter_width (const hb_figure *figure, size_t g)
{
  hb_id tracks = figure->gutter_tracks.data[g];
  bool outer = g == 0 || g == figure->columns.size;
  double extra = g < figure->gutter_extra.size ? figure->gutter_extra.data[g] : 0;
  if (!tracks)
    return em (figure, outer ? OUTER : GUTTER * figure->tight) + extra;
  double width = em (figure, stub (figure) * (outer ? 1.7 : 2) + TRACK * (tracks - 1));
  return max (width, outer ? 0 : em (figure, GUTTER * figure->tight)) + extra;
}

static void
place_columns (hb_figure *figure)
{
  double x = 0;
  vec_clear (figure->gutter_x);
  for (size_t g = 0; g <= figure->columns.size; g++)
    {
      double width = gutter_width (figure, g);
      hb_id tracks = figure->gutter_tracks.data[g];
      double used = tracks ? em (figure, TRACK * (tracks - 1)) : 0;
      double extra = g < figure->gutter_extra.size ? figure->gutter_extra.data[g] / 2 : 0;
      double beside = em (figure, stub (figure)) + extra;
      /* Tracks lie in the middle; in the outer gutters, beside the boxes. */
      double first = g == 0                      ? width - beside - used
                     : g == figure->columns.size ? beside
                                                 : (width - used) / 2;
      vec_push (figure->gutter_x, x + first);
      x += width;
      if (g == figure->columns.size)
        break;
      struct hb_figure_column *column = &figure->columns.data[g];
      double name = hb_text_width (column->name, figure->sheet.font * 1.1) / 2;
      column->x = x + column->half;
      column->title
          = (struct hb_rect){ column->x - name, 0, column->x + name, figure->sheet.font * 1.2 };
      x += 2 * column->half;
    }
  figure->width = x;
}

/* --- Rows --- */

struct row_needs
{
  double half;         /* half the height of its nodes */
  double above, below; /* space for borders and names of boxes that start and end there */
};

/* Space between the border of a box and its first node. */
static double
pad_above (const hb_figure *figure, const struct hb_figure_box *box)
{
  return em (figure, hb_has_frame (box) ? TITLE + 0.25 : 0);
}

static double
pad_below (const hb_figure *figure, const struct hb_figure_box *box)
{
  return em (figure, hb_has_frame (box) ? BOX_PAD : 0);
}

/* What a dotted box needs above NODE if it starts there. */
static double
group_room (const hb_figure *figure, hb_id node)
{
  for (size_t i = 0; i < figure->groups.size; i++)
    if (figure->groups.data[i].first == node)
      return em (figure, GROUP_PAD + GROUP_TITLE);
  return 0;
}

/* What an attached node needs beside the event on which it hangs; 0 for others. */
static double
attached_height (const hb_figure *figure, hb_id node)
{
  if (!hb_is_attached (figure, node))
    return group_room (figure, node);
  bool above = figure->boxes.data[figure->nodes.data[node].box].first == node;
  return em (figure, 2 * DOTS_HALF + ROW_GAP) + (above ? group_room (figure, node + 1) : 0);
}

/* Space between the border of a box and the row where it starts, or where it ends. */
static double
head_room (const hb_figure *figure, const struct hb_figure_box *box)
{
  return pad_above (figure, box) + attached_height (figure, box->first)
         + em (figure, box->handler ? HANDLER : 0);
}

static double
foot_room (const hb_figure *figure, const struct hb_figure_box *box)
{
  return pad_below (figure, box) + attached_height (figure, box->first + box->count - 1);
}

static hb_id
last_row (const hb_figure *figure, const struct hb_figure_box *box)
{
  return figure->nodes.data[box->first + box->count - 1].row;
}

static void
collect_needs (const hb_figure *figure, struct row_needs *needs)
{
  for (size_t v = 0; v < figure->nodes.size; v++)
    {
      const struct hb_figure_node *node = &figure->nodes.data[v];
      if (!hb_is_attached (figure, (hb_id)v))
        {
          double room = group_room (figure, (hb_id)v);
          needs[node->row].half = max (needs[node->row].half, half_height (figure, node));
          if (room > 0)
            needs[node->row].above = max (needs[node->row].above, room + em (figure, 0.8));
        }
    }
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[b];
      struct row_needs *first = &needs[figure->nodes.data[box->first].row];
      struct row_needs *last = &needs[last_row (figure, box)];
      first->above = max (first->above, head_room (figure, box));
      last->below = max (last->below, foot_room (figure, box));
    }
}

/* Distances that boxes keep from the one above them, those with an arrow between them a larger one. */
struct distance
{
  hb_id from, to; /* rows */
  double least;   /* from the bottom of the one to the top of the other */
};

typedef VEC (struct distance) distances;

static int
compare_distances (const void *left, const void *right)
{
  const struct distance *a = left, *b = right;
  return a->to < b->to ? -1 : a->to > b->to;
}

static distances
collect_distances (const hb_figure *figure)
{
  distances all = VEC_EMPTY;
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[b];
      if (box->above == HB_NONE)
        continue;
      const struct hb_figure_box *above = &figure->boxes.data[box->above];
      struct distance d
          = { last_row (figure, above), figure->nodes.data[box->first].row,
              foot_room (figure, above) + em (figure, BOX_GAP) + head_room (figure, box) };
      vec_push (all, d);
    }
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->shape != HB_SHAPE_BOXES)
        continue;
      const struct hb_figure_box *to = &figure->boxes.data[figure->nodes.data[e->to].box];
      struct distance d
          = { last_row (figure, &figure->boxes.data[to->above]), figure->nodes.data[to->first].row,
              em (figure, BOX_PAD + BOX_ARROW_GAP) + head_room (figure, to) };
      vec_push (all, d);
    }
  if (all.size)
    qsort (all.data, all.size, sizeof *all.data, compare_distances);
  return all;
}

/* Space between rows R - 1 and R for what these two and the lane between them need. */
static double
row_space (const hb_figure *figure, const struct row_needs *needs, hb_id r)
{
  hb_id tracks = figure->lane_tracks.data[r];
  double below = r ? needs[r - 1].below : 0, above = r < figure->rows ? needs[r].above : 0;
  if (tracks)
    return below + above + em (figure, LANE_TRACK * (tracks - 1) + 2 * LANE_PAD);
  /* Boxes that end and start there stand in different columns, or collect_distances parts them. */
  return max (max (below, above), r && r < figure->rows ? em (figure, ROW_GAP) : 0);
}

static void
place_rows (hb_figure *figure)
{
  struct row_needs *needs = hb_calloc ((size_t)figure->rows + 1, sizeof *needs);
  distances apart = collect_distances (figure);
  collect_needs (figure, needs);
  vec_clear (figure->row_y);
  vec_clear (figure->row_half);
  vec_clear (figure->lane_y);
  double bottom = em (figure, figure->folded ? 0 : COLUMN_TITLE); /* of the row before */
  size_t next = 0;
  for (hb_id r = 0; r <= figure->rows; r++)
    {
      double top = bottom + row_space (figure, needs, r);
      for (; next < apart.size && apart.data[next].to == r; next++)
        {
          const struct distance *d = &apart.data[next];
          top = max (top, figure->row_y.data[d->from] + figure->row_half.data[d->from] + d->least);
        }
      if (r < figure->row_extra.size)
        top += figure->row_extra.data[r];
      hb_id tracks = figure->lane_tracks.data[r];
      double lane = tracks ? em (figure, LANE_TRACK * (tracks - 1)) : 0;
      double low = bottom + (r ? needs[r - 1].below : 0), high = top - needs[r].above;
      vec_push (figure->lane_y, (low + high - lane) / 2);
      bottom = top;
      if (r == figure->rows)
        break;
      vec_push (figure->row_y, top + needs[r].half);
      vec_push (figure->row_half, needs[r].half);
      bottom = top + 2 * needs[r].half;
    }
  figure->height = bottom;
  vec_free (apart);
  hb_free (needs);
}

/* --- Things --- */

/* How far an attached node is from the row of the event on which it hangs. */
static double
shift_of (const hb_figure *figure, hb_id node)
{
  if (!hb_is_attached (figure, node))
    return 0;
  bool above = figure->boxes.data[figure->nodes.data[node].box].first == node;
  double half = half_height (figure, &figure->nodes.data[above ? node + 1 : node - 1]);
  double shift
      = half + em (figure, ROW_GAP + DOTS_HALF) + (above ? group_room (figure, node + 1) : 0);
  return above ? -shift : shift;
}

static void
place_nodes (hb_figure *figure)
{
  for (size_t v = 0; v < figure->nodes.size; v++)
    {
      struct hb_figure_node *node = &figure->nodes.data[v];
      const struct hb_figure_column *column
          = &figure->columns.data[hb_column_of (figure, (hb_id)v)];
      double y = figure->row_y.data[node->row] + shift_of (figure, (hb_id)v);
      double half = half_height (figure, node), width = column->half - em (figure, BOX_PAD);
      if (node->event == HB_NONE)
        width = hb_text_width (node->text, figure->sheet.small) / 2 + em (figure, 0.5);
      node->place = (struct hb_rect){ column->x - width, y - half, column->x + width, y + half };
    }
}

static void
place_boxes (hb_figure *figure)
{
  for (size_t b = 0; b < figure->boxes.size; b++)
    {
      struct hb_figure_box *box = &figure->boxes.data[b];
      const struct hb_figure_column *column = &figure->columns.data[box->column];
      const struct hb_figure_node *first = &figure->nodes.data[box->first];
      const struct hb_figure_node *last = &figure->nodes.data[box->first + box->count - 1];
      double top = first->place.y0 - pad_above (figure, box);
      double half = column->half - (hb_has_frame (box) ? 0 : em (figure, BOX_PAD));
      box->place = (struct hb_rect){ column->x - half, top, column->x + half,
                                     last->place.y1 + pad_below (figure, box) };
      double left = box->place.x0 + em (figure, BOX_PAD);
      double width = box->name ? hb_text_width (box->name, figure->sheet.small) : 0;
      box->title = (struct hb_rect){ left, top + em (figure, 0.2), left + width,
                                     top + em (figure, TITLE) };
      if (!box->handler)
        continue;
      double name = hb_text_width (box->handler, figure->sheet.font * 1.1) / 2;
      box->handler_place = (struct hb_rect){ column->x - name, top - em (figure, 1.45),
                                             column->x + name, top - em (figure, 0.25) };
    }
}

static void
place_groups (hb_figure *figure)
{
  double pad = em (figure, GROUP_PAD), high = em (figure, GROUP_TITLE);
  for (size_t i = 0; i < figure->groups.size; i++)
    {
      struct hb_figure_group *group = &figure->groups.data[i];
      const struct hb_rect *a = &figure->nodes.data[group->first].place,
                           *b = &figure->nodes.data[group->last].place;
      double wide = hb_text_width (group->name, figure->sheet.small), left = a->x0 - pad + 2;
      group->place = (struct hb_rect){ a->x0 - pad, a->y0 - pad - high, a->x1 + pad, b->y1 + pad };
      group->title = (struct hb_rect){ left, group->place.y0 + 1, left + wide, a->y0 - pad };
    }
}

static void
add_point (struct hb_figure_edge *e, double x, double y)
{
  struct hb_point point = { x, y };
  vec_push (e->points, point);
}

static double
track_x (const hb_figure *figure, const struct hb_leg *leg)
{
  return figure->gutter_x.data[leg->at] + em (figure, TRACK * leg->track);
}

static double
track_y (const hb_figure *figure, const struct hb_leg *leg)
{
  return figure->lane_y.data[leg->at / 2] + em (figure, LANE_TRACK * leg->track);
}

static void
place_routed (hb_figure *figure, struct hb_figure_edge *e)
{
  const struct hb_figure_node *from = &figure->nodes.data[e->from],
                              *to = &figure->nodes.data[e->to];
  size_t end = e->legs.size - 1;
  double y = figure->row_y.data[from->row] + e->port[0];
  add_point (e, e->legs.data[0].to > e->legs.data[0].from ? from->place.x1 : from->place.x0, y);
  for (size_t k = 1; k < end; k += 2)
    {
      double x = track_x (figure, &e->legs.data[k]);
      add_point (e, x, y);
      y = k + 1 == end ? figure->row_y.data[to->row] + e->port[1]
                       : track_y (figure, &e->legs.data[k + 1]);
      add_point (e, x, y);
    }
  add_point (e, e->legs.data[end].to > e->legs.data[end].from ? to->place.x0 : to->place.x1, y);
}

static void
place_edge (hb_figure *figure, struct hb_figure_edge *e)
{
  const struct hb_figure_node *from = &figure->nodes.data[e->from],
                              *to = &figure->nodes.data[e->to];
  double x = figure->columns.data[hb_column_of (figure, e->from)].x;
  double y = figure->row_y.data[from->row];
  bool right = to->place.x0 > from->place.x1;
  vec_clear (e->points);
  switch (e->shape)
    {
    case HB_SHAPE_DOWN:
      add_point (e, x, from->place.y1);
      add_point (e, x, to->place.y0);
      break;
    case HB_SHAPE_BOXES:
      add_point (e, x, figure->boxes.data[from->box].place.y1);
      add_point (e, x, figure->boxes.data[to->box].place.y0);
      break;
    case HB_SHAPE_LEVEL:
      add_point (e, right ? from->place.x1 : from->place.x0, y);
      add_point (e, right ? to->place.x0 : to->place.x1, y);
      break;
    default:
      place_routed (figure, e);
    }
}

void
hb_place (hb_figure *figure)
{
  measure_columns (figure);
  place_columns (figure);
  place_rows (figure);
  place_nodes (figure);
  place_boxes (figure);
  place_groups (figure);
  for (size_t i = 0; i < figure->edges.size; i++)
    place_edge (figure, &figure->edges.data[i]);
}
