/* Time runs down: the order of the boxes in each column and the row of every node.
 *
 * First all nodes are put into one order, by running the figure as if it were a program: a column works
 * on one box at a time, a node waits for the sources of its edges.  Where nothing can go on (the figure
 * shows a cycle, or the order of the messages was chosen badly) one node is let through, and the edges
 * that it waited for will point upward.
 *
 * Then rows.c gives each node a row, in that order. */
#include "viz/arrange.h"

struct arranger
{
  struct hb_timeline time;
  hb_id *waits;       /* node -> edges into it whose source is not placed */
  hb_id *box_waits;   /* box -> the same for all its nodes, from other boxes */
  hb_id *box_above;   /* box -> boxes that must be above and are not finished */
  hb_id *done;        /* box -> nodes placed */
  hb_id *open;        /* column -> the box being worked on, or HB_NONE */
  VEC (hb_id) before; /* pairs of boxes: the first is above the second */
};

void
hb_group_edges (const hb_figure *figure, bool by_target, hb_id **first, hb_id **list)
{
  size_t nodes = figure->nodes.size;
  *first = hb_calloc (nodes + 2, sizeof **first);
  *list = hb_calloc (figure->edges.size, sizeof **list);
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      (*first)[(by_target ? e->to : e->from) + 2]++;
    }
  for (size_t v = 2; v <= nodes + 1; v++)
    (*first)[v] += (*first)[v - 1];
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      (*list)[(*first)[(by_target ? e->to : e->from) + 1]++] = (hb_id)i;
    }
}

static void
start (struct arranger *a, hb_figure *figure)
{
  *a = (struct arranger){ .time = { .figure = figure } };
  hb_group_edges (figure, true, &a->time.in_first, &a->time.in);
  hb_group_edges (figure, false, &a->time.out_first, &a->time.out);
  a->waits = hb_calloc (figure->nodes.size, sizeof *a->waits);
  a->box_waits = hb_calloc (figure->boxes.size, sizeof *a->box_waits);
  a->box_above = hb_calloc (figure->boxes.size, sizeof *a->box_above);
  a->done = hb_calloc (figure->boxes.size, sizeof *a->done);
  a->open = hb_calloc (figure->columns.size, sizeof *a->open);
  for (size_t c = 0; c < figure->columns.size; c++)
    a->open[c] = HB_NONE;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      if (e->between_boxes && !e->upward
          && hb_column_of (figure, e->from) == hb_column_of (figure, e->to))
        {
          vec_push (a->before, figure->nodes.data[e->from].box);
          vec_push (a->before, figure->nodes.data[e->to].box);
        }
      if (!hb_edge_orders (e))
        continue;
      a->waits[e->to]++;
      if (figure->nodes.data[e->from].box != figure->nodes.data[e->to].box)
        a->box_waits[figure->nodes.data[e->to].box]++;
    }
  for (size_t i = 0; i < figure->before.size; i++)
    vec_push (a->before, figure->before.data[i]);
  for (size_t i = 0; i + 1 < a->before.size; i += 2)
    a->box_above[a->before.data[i + 1]]++;
}

static void
finish (struct arranger *a)
{
  hb_free (a->time.in_first);
  hb_free (a->time.in);
  hb_free (a->time.out_first);
  hb_free (a->time.out);
  hb_free (a->waits);
  hb_free (a->box_waits);
  hb_free (a->box_above);
  hb_free (a->done);
  hb_free (a->open);
  vec_free (a->before);
  vec_free (a->time.order);
}

/* --- One order of all nodes --- */

/* How much one would like to place a node now; smaller is better. */
struct wish
{
  hb_id node;
  bool blocked, early; /* its edges wait; its box would be opened before it can be finished */
  hb_id rank;
};

static bool
better (const struct wish *a, const struct wish *b)
{
  if (b->node == HB_NONE || a->blocked != b->blocked)
    return !a->blocked || b->node == HB_NONE;
  if (a->early != b->early)
    return !a->early;
  return a->rank != b->rank ? a->rank < b->rank : a->node < b->node;
}

static void
consider (const struct arranger *a, hb_id box, struct wish *best)
{
  const struct hb_figure_box *b = &a->time.figure->boxes.data[box];
  hb_id node = b->first + a->done[box];
  bool opened = a->open[b->column] == box;
  struct wish wish = { .node = node,
                       .blocked = a->waits[node] || (!opened && a->box_above[box]),
                       .early = !opened && a->box_waits[box],
                       .rank = a->time.figure->nodes.data[node].rank };
  if (better (&wish, best))
    *best = wish;
}

static hb_id
choose (const struct arranger *a)
{
  struct wish best = { .node = HB_NONE };
  for (size_t c = 0; c < a->time.figure->columns.size; c++)
    {
      const struct hb_figure_column *column = &a->time.figure->columns.data[c];
      if (a->open[c] != HB_NONE)
        consider (a, a->open[c], &best);
      else
        for (size_t i = 0; i < column->boxes.size; i++)
          if (a->done[column->boxes.data[i]]
              < a->time.figure->boxes.data[column->boxes.data[i]].count)
            consider (a, column->boxes.data[i], &best);
    }
  return best.node;
}

static void
box_finished (struct arranger *a, hb_id box)
{
  a->open[a->time.figure->boxes.data[box].column] = HB_NONE;
  for (size_t i = 0; i + 1 < a->before.size; i += 2)
    if (a->before.data[i] == box && a->box_above[a->before.data[i + 1]])
      a->box_above[a->before.data[i + 1]]--;
}

/* NODE is next.  Edges into it from nodes that come later point upward. */
static void
take (struct arranger *a, hb_id node)
{
  hb_figure *figure = a->time.figure;
  hb_id box = figure->nodes.data[node].box;
  for (hb_id i = a->time.in_first[node]; i < a->time.in_first[node + 1]; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[a->time.in[i]];
      hb_id source = figure->nodes.data[e->from].box;
      bool placed = e->from - figure->boxes.data[source].first < a->done[source];
      if (!hb_edge_orders (e) || placed)
        continue;
      e->upward = true;
      if (source != box)
        a->box_waits[box]--;
    }
  a->waits[node] = 0;
  a->open[figure->boxes.data[box].column] = box;
  a->done[box]++;
  vec_push (a->time.order, node);
  for (hb_id i = a->time.out_first[node]; i < a->time.out_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->time.out[i]];
      hb_id target = figure->nodes.data[e->to].box;
      if (!hb_edge_orders (e))
        continue;
      if (a->waits[e->to])
        a->waits[e->to]--;
      if (target != box && a->box_waits[target])
        a->box_waits[target]--;
    }
  if (a->done[box] == figure->boxes.data[box].count)
    box_finished (a, box);
}

/* --- Boxes --- */

/* Lists the boxes of every column from top to bottom. */
static void
order_boxes (hb_figure *figure, const struct hb_timeline *time)
{
  for (size_t c = 0; c < figure->columns.size; c++)
    vec_clear (figure->columns.data[c].boxes);
  for (size_t i = 0; i < time->order.size; i++)
    {
      hb_id box = figure->nodes.data[time->order.data[i]].box;
      struct hb_figure_box *b = &figure->boxes.data[box];
      if (time->order.data[i] != b->first)
        continue;
      struct hb_figure_column *column = &figure->columns.data[b->column];
      b->above = column->boxes.size ? vec_top (column->boxes) : HB_NONE;
      vec_push (column->boxes, box);
    }
}

/* Edges that the order of time did not place: po and those between boxes. */
static void
shape_straight_edges (hb_figure *figure)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      hb_id from = figure->nodes.data[e->from].box, to = figure->nodes.data[e->to].box;
      if (e->arrow == HB_PO && from == to && e->to == e->from + 1)
        e->shape = HB_SHAPE_DOWN;
      else if (e->between_boxes && figure->boxes.data[to].above == from)
        e->shape = HB_SHAPE_BOXES;
      else if (e->between_boxes)
        {
          e->from = hb_neighbour (figure, e->from);
          e->to = hb_neighbour (figure, e->to);
        }
      if (figure->nodes.data[e->from].row > figure->nodes.data[e->to].row)
        e->upward = true;
    }
}

void
hb_arrange (hb_figure *figure)
{
  struct arranger a;
  start (&a, figure);
  for (size_t i = 0; i < figure->edges.size; i++)
    figure->edges.data[i].shape = HB_SHAPE_ROUTED;
  while (a.time.order.size < figure->nodes.size)
    take (&a, choose (&a));
  hb_give_rows (&a.time);
  order_boxes (figure, &a.time);
  shape_straight_edges (figure);
  finish (&a);
}
