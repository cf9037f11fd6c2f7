/* Rows: each node gets one, in the order of time: below its column's last node, not above the sources of
 * its edges, and on the very row of a source if the way between the two is free, which makes the arrow
 * straight and level:
 *
 *     row 3   [W x 1]----------------->[R x]
 *     row 4   [R y]<------[W y 1]
 *
 * A source waits some rows for its target, if the target's column has other things to do first.  At the end boxes are shortened: what
 * opens one, and no arrow joins to other columns, stands right above what comes next. */
#include "viz/arrange.h"

#define MOST_DELAY 12 /* rows that a source waits */

struct span
{
  hb_id left, right; /* columns */
};

struct row
{
  VEC (hb_id) columns; /* with a node on it */
  VEC (struct span) spans;
};

struct stander
{
  const struct hb_timeline *time;
  VEC (struct row) rows;
  hb_id *last_row;  /* column -> row of its last node, or HB_NONE */
  hb_id *last_node; /* column -> that node */
  hb_id *least;     /* node -> row above which it should not stand */
};

static struct row *
row_at (struct stander *a, hb_id number)
{
  static const struct row empty = { VEC_EMPTY, VEC_EMPTY };
  if (number >= a->rows.size)
    vec_resize (a->rows, number + 1, empty);
  return &a->rows.data[number];
}

/* Is the message at which COLUMN stands still under way on row R, or was it?  Then its box is in the way. */
static bool
in_box (const struct stander *a, hb_id column, hb_id r)
{
  const hb_figure *figure = a->time->figure;
  hb_id last = a->last_node[column];
  if (last == HB_NONE)
    return false;
  const struct hb_figure_box *box = &figure->boxes.data[figure->nodes.data[last].box];
  bool open = last + 1 < box->first + box->count && !hb_is_attached (figure, last + 1);
  hb_id first = hb_neighbour (figure, box->first);
  return hb_has_frame (box) && figure->nodes.data[first].row <= r
         && (open || r <= figure->nodes.data[last].row);
}

/* Is row R free from column FROM to TO, the two left out, and does no level arrow share a part of it? */
static bool
free_between (struct stander *a, hb_id r, hb_id from, hb_id to)
{
  hb_id left = from < to ? from : to, right = from < to ? to : from;
  const struct row *row = row_at (a, r);
  for (hb_id column = left + 1; column < right; column++)
    if (in_box (a, column, r))
      return false;
  for (size_t i = 0; i < row->columns.size; i++)
    if (left < row->columns.data[i] && row->columns.data[i] < right)
      return false;
  for (size_t i = 0; i < row->spans.size; i++)
    if (row->spans.data[i].left < right && left < row->spans.data[i].right)
      return false;
  return true;
}

/* Does a level arrow run through COLUMN on row R? */
static bool
crossed (struct stander *a, hb_id column, hb_id r)
{
  const struct row *row = row_at (a, r);
  for (size_t i = 0; i < row->spans.size; i++)
    if (row->spans.data[i].left < column && column < row->spans.data[i].right)
      return true;
  return false;
}

/* May NODE stand on row R?  The edges from nodes of that row must then be level. */
static bool
may_stand (struct stander *a, hb_id node, hb_id r)
{
  const hb_figure *figure = a->time->figure;
  hb_id column = hb_column_of (figure, node);
  if (crossed (a, column, r))
    return false;
  hb_id sides[2] = { 0, 0 };
  for (hb_id i = a->time->in_first[node]; i < a->time->in_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->time->in[i]];
      if (!hb_edge_orders (e) || figure->nodes.data[e->from].row != r)
        continue;
      hb_id source = hb_column_of (figure, e->from);
      if (!free_between (a, r, source, column) || sides[source < column]++)
        return false;
    }
  return true;
}

/* The row that the source of edge E should wait for, so that it can stand beside the target. */
static hb_id
awaited_row (const struct stander *a, const struct hb_figure_edge *e)
{
  const struct hb_figure_box *box
      = &a->time->figure->boxes.data[a->time->figure->nodes.data[e->to].box];
  hb_id last = a->last_row[box->column], before = 0;
  for (hb_id v = e->to; v > box->first && a->time->figure->nodes.data[v - 1].row == HB_NONE; v--)
    before += !hb_is_attached (a->time->figure, v - 1);
  return (last == HB_NONE ? 0 : last + 1) + before;
}

static hb_id
highest_row (const struct stander *a, hb_id node)
{
  const hb_figure *figure = a->time->figure;
  hb_id last = a->last_row[hb_column_of (figure, node)], row = last == HB_NONE ? 0 : last + 1;
  if (row < a->least[node])
    row = a->least[node];
  for (hb_id i = a->time->in_first[node]; i < a->time->in_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->time->in[i]];
      if (hb_edge_orders (e) && figure->nodes.data[e->from].row > row)
        row = figure->nodes.data[e->from].row;
    }
  /* The target that can be met first counts; if one already waits, there is nothing to wait for. */
  hb_id meeting = HB_NONE;
  for (hb_id i = a->time->out_first[node]; i < a->time->out_first[node + 1]; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[a->time->out[i]];
      if (!hb_edge_orders (e) || hb_column_of (figure, e->to) == hb_column_of (figure, node))
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
stand (struct stander *a, hb_id node)
{
  hb_figure *figure = a->time->figure;
  hb_id column = hb_column_of (figure, node), r = highest_row (a, node);
  while (!may_stand (a, node, r))
    r++;
  figure->nodes.data[node].row = r;
  a->last_row[column] = r;
  a->last_node[column] = node;
  if (r >= figure->rows)
    figure->rows = r + 1;
  for (hb_id i = a->time->in_first[node]; i < a->time->in_first[node + 1]; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[a->time->in[i]];
      if (!hb_edge_orders (e) || figure->nodes.data[e->from].row != r)
        continue;
      hb_id source = hb_column_of (figure, e->from);
      struct span span = { source < column ? source : column, source < column ? column : source };
      e->shape = HB_SHAPE_LEVEL;
      vec_push (row_at (a, r)->spans, span);
    }
  vec_push (row_at (a, r)->columns, column);
}

static void
stand_all (struct stander *a)
{
  hb_figure *figure = a->time->figure;
  figure->rows = 0;
  for (size_t r = 0; r < a->rows.size; r++)
    {
      vec_clear (a->rows.data[r].columns);
      vec_clear (a->rows.data[r].spans);
    }
  for (size_t c = 0; c < figure->columns.size; c++)
    a->last_row[c] = a->last_node[c] = HB_NONE;
  for (size_t i = 0; i < figure->nodes.size; i++)
    figure->nodes.data[i].row = HB_NONE;
  for (size_t i = 0; i < figure->edges.size; i++)
    if (hb_edge_orders (&figure->edges.data[i]))
      figure->edges.data[i].shape = HB_SHAPE_ROUTED;
  for (size_t i = 0; i < a->time->order.size; i++)
    if (!hb_is_attached (figure, a->time->order.data[i]))
      stand (a, a->time->order.data[i]);
}

/* Nodes that have room below them and are sources should sink to the row of their target. */
static void
sink (struct stander *a)
{
  const hb_figure *figure = a->time->figure;
  for (size_t c = 0; c < figure->columns.size; c++)
    a->last_row[c] = figure->rows; /* of the node below, now */
  for (size_t i = a->time->order.size; i-- > 0;)
    {
      hb_id node = a->time->order.data[i], column = hb_column_of (figure, node);
      if (hb_is_attached (figure, node))
        continue;
      hb_id row = figure->nodes.data[node].row, room = a->last_row[column] - 1, goal = HB_NONE;
      for (hb_id k = a->time->out_first[node]; k < a->time->out_first[node + 1]; k++)
        {
          const struct hb_figure_edge *e = &figure->edges.data[a->time->out[k]];
          hb_id target = figure->nodes.data[e->to].row;
          if (a->least[e->to] > target)
            target = a->least[e->to];
          if (hb_edge_orders (e) && hb_column_of (figure, e->to) != column && target < goal)
            goal = target;
        }
      if (goal != HB_NONE && goal > row && goal <= room)
        a->least[node] = row = goal;
      a->last_row[column] = row;
    }
}

/* Does NODE open a box, does it have company there, and do no arrows join it to other columns? */
static bool
opens_box (const struct stander *a, hb_id node)
{
  const hb_figure *figure = a->time->figure;
  const struct hb_timeline *time = a->time;
  const struct hb_figure_box *box = &figure->boxes.data[figure->nodes.data[node].box];
  hb_id column = hb_column_of (figure, node);
  if (node != box->first || box->count < 2 || hb_is_attached (figure, node)
      || hb_is_attached (figure, node + 1))
    return false;
  for (hb_id i = time->in_first[node]; i < time->in_first[node + 1]; i++)
    if (hb_column_of (figure, figure->edges.data[time->in[i]].from) != column)
      return false;
  for (hb_id i = time->out_first[node]; i < time->out_first[node + 1]; i++)
    if (hb_column_of (figure, figure->edges.data[time->out[i]].to) != column)
      return false;
  return true;
}

/* Boxes are no longer than what happens in them: what opens one slides to the node below it. */
static void
shorten_boxes (struct stander *a)
{
  hb_figure *figure = a->time->figure;
  for (hb_id v = 0; v < figure->nodes.size; v++)
    {
      hb_id column = hb_column_of (figure, v), row = figure->nodes.data[v].row;
      bool frame = hb_has_frame (&figure->boxes.data[figure->nodes.data[v].box]);
      if (!opens_box (a, v) || figure->nodes.data[v + 1].row <= row + 1
          || (!frame && crossed (a, column, figure->nodes.data[v + 1].row - 1)))
        continue;
      struct row *old = row_at (a, row);
      for (size_t i = 0; i < old->columns.size; i++)
        if (old->columns.data[i] == column)
          old->columns.data[i] = old->columns.data[--old->columns.size];
      figure->nodes.data[v].row = figure->nodes.data[v + 1].row - 1;
      vec_push (row_at (a, figure->nodes.data[v].row)->columns, column);
    }
}

static void
attach (hb_figure *figure)
{
  for (hb_id v = 0; v < figure->nodes.size; v++)
    figure->nodes.data[v].row = figure->nodes.data[hb_neighbour (figure, v)].row;
}

/* Rows on which nothing came to stand go. */
static void
drop_empty_rows (struct stander *a)
{
  hb_figure *figure = a->time->figure;
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

/* Does a box stand on ROW between columns LEFT and RIGHT? */
static bool
blocks (const hb_figure *figure, hb_id row, hb_id left, hb_id right)
{
  for (hb_id c = left + 1; c < right; c++)
    for (size_t i = 0; i < figure->columns.data[c].boxes.size; i++)
      {
        const struct hb_figure_box *box
            = &figure->boxes.data[figure->columns.data[c].boxes.data[i]];
        if (hb_has_frame (box) && figure->nodes.data[box->first].row <= row
            && row <= figure->nodes.data[box->first + box->count - 1].row)
          return true;
      }
  return false;
}

/* Edges whose ends came to stand side by side are level, too: those against time, and those that a box was in the way of. */
static void
level_the_rest (struct stander *a)
{
  hb_figure *figure = a->time->figure;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      hb_id row = figure->nodes.data[e->from].row;
      hb_id from = hb_column_of (figure, e->from), to = hb_column_of (figure, e->to);
      struct span span = { from < to ? from : to, from < to ? to : from };
      if (e->shape == HB_SHAPE_LEVEL || e->between_boxes || row != figure->nodes.data[e->to].row
          || row == HB_NONE || from == to || blocks (figure, row, span.left, span.right)
          || !free_between (a, row, from, to))
        continue;
      e->shape = HB_SHAPE_LEVEL;
      vec_push (row_at (a, row)->spans, span);
    }
}

/* Level edges that a box came to block are left to the router. */
static void
unlevel_blocked (hb_figure *figure)
{
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      hb_id from = hb_column_of (figure, e->from), to = hb_column_of (figure, e->to);
      hb_id row = figure->nodes.data[e->from].row;
      if (e->shape == HB_SHAPE_LEVEL
          && blocks (figure, row, from < to ? from : to, from < to ? to : from))
        e->shape = HB_SHAPE_ROUTED;
    }
}

void
hb_give_rows (const struct hb_timeline *timeline)
{
  hb_figure *figure = timeline->figure;
  struct stander a = { .time = timeline, .rows = VEC_EMPTY };
  a.last_row = hb_calloc (figure->columns.size, sizeof *a.last_row);
  a.last_node = hb_calloc (figure->columns.size, sizeof *a.last_node);
  a.least = hb_calloc (figure->nodes.size, sizeof *a.least);
  stand_all (&a);
  sink (&a);
  stand_all (&a);
  shorten_boxes (&a);
  level_the_rest (&a);
  attach (figure);
  unlevel_blocked (figure);
  drop_empty_rows (&a);
  for (size_t r = 0; r < a.rows.size; r++)
    {
      vec_free (a.rows.data[r].columns);
      vec_free (a.rows.data[r].spans);
    }
  vec_free (a.rows);
  hb_free (a.last_row);
  hb_free (a.last_node);
  hb_free (a.least);
}
