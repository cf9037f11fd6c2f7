/* Time runs down: the order of the boxes in each column and the row of every node.
 *
 * First all nodes are put into one order, by running the figure as if it were a program: a column works
 * on one box at a time, a node waits for the sources of its edges.  Where nothing can go on (the figure
 * shows a cycle, or the order of the messages was chosen badly) one node is let through, and the edges
 * that it waited for will point upward.
 *
 * Then each node gets a row, in that order: below its column's last node, not above the sources of its
 * edges, and on the very row of a source if the way between the two is free, which makes the arrow
 * straight and level:
 *
 *     row 3   [W x 1]----------------->[R x]
 *     row 4   [R y]<------[W y 1] */
#include "figure.h"

#define MOST_DELAY 12 /* rows that a source waits to stand on its target's row */

struct span
{
  hb_id left, right; /* columns */
};

struct row
{
  VEC (hb_id) columns; /* with a node on it */
  VEC (struct span) spans;
};

struct arranger
{
  hb_figure *figure;
  hb_id *in_first, *in;   /* edges by target: in[in_first[v] .. in_first[v + 1] - 1] */
  hb_id *out_first, *out; /* and by source */
  hb_id *waits;           /* node -> edges into it whose source is not placed */
  hb_id *box_waits;       /* box -> the same for all its nodes, from other boxes */
  hb_id *box_above;       /* box -> boxes that must be above and are not finished */
  hb_id *done;            /* box -> nodes placed */
  hb_id *open;            /* column -> the box being worked on, or HB_NONE */
  VEC (hb_id) before;     /* pairs of boxes: the first is above the second */
  VEC (hb_id) order;      /* nodes in time */
  VEC (struct row) rows;
  hb_id *last_row; /* column -> row of its last node, or HB_NONE */
  hb_id *least;    /* node -> row above which it should not stand */
};

/* Does the edge order its ends in time? */
static bool
orders (const struct hb_figure_edge *edge)
{
  return !edge->upward && !edge->between_boxes && edge->arrow != HB_PO;
}

/* Groups the edges by one of their ends. */
static void
group (const hb_figure *figure, bool by_target, hb_id **first, hb_id **list)
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
  *a = (struct arranger){ .figure = figure };
  group (figure, true, &a->in_first, &a->in);
  group (figure, false, &a->out_first, &a->out);
  a->waits = hb_calloc (figure->nodes.size, sizeof *a->waits);
  a->box_waits = hb_calloc (figure->boxes.size, sizeof *a->box_waits);
  a->box_above = hb_calloc (figure->boxes.size, sizeof *a->box_above);
  a->done = hb_calloc (figure->boxes.size, sizeof *a->done);
  a->open = hb_calloc (figure->columns.size, sizeof *a->open);
  a->last_row = hb_calloc (figure->columns.size, sizeof *a->last_row);
  a->least = hb_calloc (figure->nodes.size, sizeof *a->least);
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
      if (!orders (e))
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
  hb_free (a->in_first);
  hb_free (a->in);
  hb_free (a->out_first);
  hb_free (a->out);
  hb_free (a->waits);
  hb_free (a->box_waits);
  hb_free (a->box_above);
  hb_free (a->done);
  hb_free (a->open);
  hb_free (a->last_row);
  hb_free (a->least);
  vec_free (a->before);
  vec_free (a->order);
  for (size_t r = 0; r < a->rows.size; r++)
    {
      vec_free (a->rows.data[r].columns);
      vec_free (a->rows.data[r].spans);
    }
  vec_free (a->rows);
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
  const struct hb_figure_box *b = &a->figure->boxes.data[box];
  hb_id node = b->first + a->done[box];
  bool opened = a->open[b->column] == box;
  struct wish wish = { .node = node,
                       .blocked = a->waits[node] || (!opened && a->box_above[box]),
                       .early = !opened && a->box_waits[box],
                       .rank = a->figure->nodes.data[node].rank };
  if (better (&wish, best))
    *best = wish;
}

static hb_id
choose (const struct arranger *a)
{
  struct wish best = { .node = HB_NONE };
  for (size_t c = 0; c < a->figure->columns.size; c++)
    {
      const struct hb_figure_column *column = &a->figure->columns.data[c];
      if (a->open[c] != HB_NONE)
        consider (a, a->open[c], &best);
      else
        for (size_t i = 0; i < column->boxes.size; i++)
          if (a->done[column->boxes.data[i]] < a->figure->boxes.data[column->boxes.data[i]].count)
            consider (a, column->boxes.data[i], &best);
    }
  return best.node;
}

static void
box_finished (struct arranger *a, hb_id box)
{
  a->open[a->figure->boxes.data[box].column] = HB_NONE;
  for (size_t i = 0; i + 1 < a->before.size; i += 2)
    if (a->before.data[i] == box && a->box_above[a->before.data[i + 1]])
      a->box_above[a->before.data[i + 1]]--;
}

/* NODE is next.  Edges into it from nodes that come later point upward. */
static void
take (struct arranger *a, hb_id node)
{
  hb_figure *figure = a->figure;
  hb_id box = figure->nodes.data[node].box;
  for (hb_id i = a->in_first[node]; i < a->in_first[node + 1]; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[a->in[i]];
      hb_id source = figure->nodes.data[e->from].box;
      bool placed = e->from - figure->boxes.data[source].first < a->done[source];
      if (!orders (e) || placed)
        continue;
      e->upward = true;
      if (source != box)
        a->box_waits[box]--;
    }
  a->waits[node] = 0;
  a->open[figure->boxes.data[box].column] = box;
  a->done[box]++;
  vec_push (a->order, node);
  for (hb_id i = a->out_first[node]; i < a->out_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->out[i]];
      hb_id target = figure->nodes.data[e->to].box;
      if (!orders (e))
        continue;
      if (a->waits[e->to])
        a->waits[e->to]--;
      if (target != box && a->box_waits[target])
        a->box_waits[target]--;
    }
  if (a->done[box] == figure->boxes.data[box].count)
    box_finished (a, box);
}

/* --- Rows --- */

static struct row *
row_at (struct arranger *a, hb_id number)
{
  static const struct row empty = { VEC_EMPTY, VEC_EMPTY };
  if (number >= a->rows.size)
    vec_resize (a->rows, number + 1, empty);
  return &a->rows.data[number];
}

/* Is row R free from column FROM to TO, the two left out, and does no level arrow share a part of it? */
static bool
free_between (struct arranger *a, hb_id r, hb_id from, hb_id to)
{
  hb_id left = from < to ? from : to, right = from < to ? to : from;
  const struct row *row = row_at (a, r);
  for (size_t i = 0; i < row->columns.size; i++)
    if (left < row->columns.data[i] && row->columns.data[i] < right)
      return false;
  for (size_t i = 0; i < row->spans.size; i++)
    if (row->spans.data[i].left < right && left < row->spans.data[i].right)
      return false;
  return true;
}

/* May NODE stand on row R?  The edges from nodes of that row must then be level. */
static bool
may_stand (struct arranger *a, hb_id node, hb_id r)
{
  const hb_figure *figure = a->figure;
  hb_id column = hb_column_of (figure, node);
  const struct row *row = row_at (a, r);
  for (size_t i = 0; i < row->spans.size; i++)
    if (row->spans.data[i].left < column && column < row->spans.data[i].right)
      return false;
  hb_id sides[2] = { 0, 0 };
  for (hb_id i = a->in_first[node]; i < a->in_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->in[i]];
      if (!orders (e) || figure->nodes.data[e->from].row != r)
        continue;
      hb_id source = hb_column_of (figure, e->from);
      if (!free_between (a, r, source, column) || sides[source < column]++)
        return false;
    }
  return true;
}

/* The row that the source of edge E should wait for, so that it can stand beside the target. */
static hb_id
awaited_row (const struct arranger *a, const struct hb_figure_edge *e)
{
  const struct hb_figure_box *box = &a->figure->boxes.data[a->figure->nodes.data[e->to].box];
  hb_id last = a->last_row[box->column], before = 0;
  for (hb_id v = e->to; v > box->first && a->figure->nodes.data[v - 1].row == HB_NONE; v--)
    before += !hb_is_attached (a->figure, v - 1);
  return (last == HB_NONE ? 0 : last + 1) + before;
}

static hb_id
highest_row (const struct arranger *a, hb_id node)
{
  const hb_figure *figure = a->figure;
  hb_id last = a->last_row[hb_column_of (figure, node)], row = last == HB_NONE ? 0 : last + 1;
  if (row < a->least[node])
    row = a->least[node];
  for (hb_id i = a->in_first[node]; i < a->in_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->in[i]];
      if (orders (e) && figure->nodes.data[e->from].row > row)
        row = figure->nodes.data[e->from].row;
    }
  /* The target that can be met first counts; if one already waits, there is nothing to wait for. */
  hb_id meeting = HB_NONE;
  for (hb_id i = a->out_first[node]; i < a->out_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->out[i]];
      if (!orders (e) || hb_column_of (figure, e->to) == hb_column_of (figure, node))
        continue;
      hb_id wanted = awaited_row (a, e);
      if (wanted < meeting)
        meeting = wanted;
    }
  if (meeting != HB_NONE && meeting > row && meeting <= row + MOST_DELAY)
    row = meeting;
  return row;
}

/* Gives NODE its row and makes the edges along it level. */
static void
stand (struct arranger *a, hb_id node)
{
  hb_figure *figure = a->figure;
  hb_id column = hb_column_of (figure, node), r = highest_row (a, node);
  while (!may_stand (a, node, r))
    r++;
  figure->nodes.data[node].row = r;
  a->last_row[column] = r;
  if (r >= figure->rows)
    figure->rows = r + 1;
  for (hb_id i = a->in_first[node]; i < a->in_first[node + 1]; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[a->in[i]];
      if (!orders (e) || figure->nodes.data[e->from].row != r)
        continue;
      hb_id source = hb_column_of (figure, e->from);
      struct span span = { source < column ? source : column, source < column ? column : source };
      e->shape = HB_SHAPE_LEVEL;
      vec_push (row_at (a, r)->spans, span);
    }
  vec_push (row_at (a, r)->columns, column);
}

static void
stand_all (struct arranger *a)
{
  hb_figure *figure = a->figure;
  figure->rows = 0;
  for (size_t r = 0; r < a->rows.size; r++)
    {
      vec_clear (a->rows.data[r].columns);
      vec_clear (a->rows.data[r].spans);
    }
  for (size_t c = 0; c < figure->columns.size; c++)
    a->last_row[c] = HB_NONE;
  for (size_t i = 0; i < figure->nodes.size; i++)
    figure->nodes.data[i].row = HB_NONE;
  for (size_t i = 0; i < figure->edges.size; i++)
    figure->edges.data[i].shape = HB_SHAPE_ROUTED;
  for (size_t i = 0; i < a->order.size; i++)
    if (!hb_is_attached (figure, a->order.data[i]))
      stand (a, a->order.data[i]);
}

/* Nodes that have room below them and are sources should sink to the row of their target. */
static void
sink (struct arranger *a)
{
  const hb_figure *figure = a->figure;
  for (size_t c = 0; c < figure->columns.size; c++)
    a->last_row[c] = figure->rows; /* of the node below, now */
  for (size_t i = a->order.size; i-- > 0;)
    {
      hb_id node = a->order.data[i], column = hb_column_of (figure, node);
      if (hb_is_attached (figure, node))
        continue;
      hb_id row = figure->nodes.data[node].row, room = a->last_row[column] - 1, goal = HB_NONE;
      for (hb_id k = a->out_first[node]; k < a->out_first[node + 1]; k++)
        {
          const struct hb_figure_edge *e = &figure->edges.data[a->out[k]];
          hb_id target = figure->nodes.data[e->to].row;
          if (a->least[e->to] > target)
            target = a->least[e->to];
          if (orders (e) && hb_column_of (figure, e->to) != column && target < goal)
            goal = target;
        }
      if (goal != HB_NONE && goal > row && goal <= room)
        a->least[node] = row = goal;
      a->last_row[column] = row;
    }
}

/* The event next to an attached node; any other node itself. */
static hb_id
neighbour (const hb_figure *figure, hb_id node)
{
  if (!hb_is_attached (figure, node))
    return node;
  return figure->boxes.data[figure->nodes.data[node].box].first == node ? node + 1 : node - 1;
}

static void
attach (hb_figure *figure)
{
  for (hb_id v = 0; v < figure->nodes.size; v++)
    figure->nodes.data[v].row = figure->nodes.data[neighbour (figure, v)].row;
}

/* Rows on which nothing came to stand go. */
static void
drop_empty_rows (struct arranger *a)
{
  hb_figure *figure = a->figure;
  hb_id *number = hb_calloc (a->rows.size, sizeof *number), rows = 0;
  for (size_t r = 0; r < a->rows.size; r++)
    {
      number[r] = rows;
      if (a->rows.data[r].columns.size)
        {
          struct row kept = a->rows.data[r];
          a->rows.data[r] = a->rows.data[rows];
          a->rows.data[rows++] = kept;
        }
    }
  for (size_t v = 0; v < figure->nodes.size; v++)
    figure->nodes.data[v].row = number[figure->nodes.data[v].row];
  figure->rows = rows;
  hb_free (number);
}

/* --- Boxes --- */

/* Lists the boxes of every column from top to bottom. */
static void
order_boxes (struct arranger *a)
{
  hb_figure *figure = a->figure;
  for (size_t c = 0; c < figure->columns.size; c++)
    vec_clear (figure->columns.data[c].boxes);
  for (size_t i = 0; i < a->order.size; i++)
    {
      hb_id box = figure->nodes.data[a->order.data[i]].box;
      struct hb_figure_box *b = &figure->boxes.data[box];
      if (a->order.data[i] != b->first)
        continue;
      struct hb_figure_column *column = &figure->columns.data[b->column];
      b->above = column->boxes.size ? vec_top (column->boxes) : HB_NONE;
      vec_push (column->boxes, box);
    }
}

/* Edges that the order of time did not place: po, those between neighbouring boxes, and those against
 * time whose ends came to stand side by side. */
static void
shape_straight_edges (struct arranger *a)
{
  hb_figure *figure = a->figure;
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
          e->from = neighbour (figure, e->from);
          e->to = neighbour (figure, e->to);
        }
      hb_id row = figure->nodes.data[e->from].row;
      if (row > figure->nodes.data[e->to].row)
        e->upward = true;
      hb_id left = figure->boxes.data[from].column, right = figure->boxes.data[to].column;
      if (e->shape != HB_SHAPE_ROUTED || row != figure->nodes.data[e->to].row || left == right
          || !free_between (a, row, left, right))
        continue;
      struct span span = { left < right ? left : right, left < right ? right : left };
      e->shape = HB_SHAPE_LEVEL;
      vec_push (row_at (a, row)->spans, span);
    }
}

void
hb_arrange (hb_figure *figure)
{
  struct arranger a;
  start (&a, figure);
  while (a.order.size < figure->nodes.size)
    take (&a, choose (&a));
  stand_all (&a);
  sink (&a);
  stand_all (&a);
  attach (figure);
  drop_empty_rows (&a);
  order_boxes (&a);
  shape_straight_edges (&a);
  finish (&a);
}
