/* Routes: along rows, lanes and gutters, never through a node.
 *
 *       gutter 0   column 0   gutter 1   column 1   gutter 2
 *     ------------------------------------------------------  lane 0   level 0
 *                  [node 1]-----------+  [node 3]             row 0    level 1
 *     --------------------------------|---------------------  lane 1   level 2
 *                  [node 2]           +->[node 4]             row 1    level 3
 *     ------------------------------------------------------  lane 2   level 4
 *       position 0     1           2         3         4
 *
 * Nodes stand at odd levels and odd positions.  Gutters are free by construction; a lane or a row is free in
 * a column if no message stands there in its box (initial messages have none, so that edges pass between
 * their nodes).  A route leaves a node sideways, goes up or down in gutters, along lanes from one gutter to
 * another, and comes sideways to the other node.
 *
 * Routes along one gutter, or up to three with the lanes beside the ends, are compared one by one; in
 * small figures, and where all of these are blocked, the cheapest of all routes is searched for
 * (route_search.c).  Crossings cost most, length and bends less. */
#include "viz/route.h"

#include <stdlib.h>

#define MANY_COLUMNS 12 /* beyond that, only gutters near by and the outer ones are tried */
#define MANY_EDGES 200  /* from then on not every route is searched for */

/* A route on trial: gutters[0 .. count - 1], between them the lanes levels[1 .. count - 1]. */
struct trial
{
  hb_id gutters[3], levels[4];
  hb_id count;
};

static void
start (struct hb_router *r, hb_figure *figure)
{
  *r = (struct hb_router){ .figure = figure,
                           .levels = 2 * figure->rows + 1,
                           .gutters = (hb_id)figure->columns.size + 1 };
  size_t cells = (size_t)r->gutters * r->levels;
  r->covered = hb_calloc (cells, 1);
  r->vertical = hb_calloc (cells, sizeof *r->vertical);
  r->flat = hb_calloc (cells, sizeof *r->flat);
  r->spans = hb_calloc (figure->rows, sizeof *r->spans);
  r->ends = hb_calloc (2 * figure->nodes.size, 1);
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      const struct hb_figure_box *box = &figure->boxes.data[i];
      uint8_t *column = r->covered + (size_t)box->column * r->levels;
      hb_id first = figure->nodes.data[box->first].row;
      hb_id last = figure->nodes.data[box->first + box->count - 1].row;
      for (hb_id level = 2 * first + 1; level <= 2 * last + 1; level++)
        column[level] = hb_has_frame (box) ? HB_FRAME : HB_LINE;
      for (hb_id v = box->first; v < box->first + box->count; v++)
        column[2 * figure->nodes.data[v].row + 1] = HB_NODE;
    }
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      uint8_t *column = r->covered + (size_t)hb_column_of (figure, e->from) * r->levels;
      for (hb_id row = figure->nodes.data[e->from].row;
           e->shape == HB_SHAPE_BOXES && row < figure->nodes.data[e->to].row; row++)
        column[2 * row + 2] = HB_LINE;
    }
}

static void
finish (struct hb_router *r)
{
  for (hb_id row = 0; row < r->figure->rows; row++)
    vec_free (r->spans[row]);
  hb_free (r->covered);
  hb_free (r->vertical);
  hb_free (r->flat);
  hb_free (r->spans);
  hb_free (r->ends);
}

static hb_id
owner_of (hb_id node, hb_id from, hb_id to)
{
  return 2 * node + (to > from);
}

/* Is LEVEL blocked by a box between two positions? */
static bool
is_blocked (const struct hb_router *r, hb_id level, hb_id from, hb_id to)
{
  for (hb_id position = from < to ? from : to; position < (from < to ? to : from); position++)
    if (position % 2 && r->covered[(size_t)(position / 2) * r->levels + level] >= HB_FRAME)
      return true;
  return false;
}

/* May a leg go along the row of NODE from there to GUTTER? */
bool
hb_row_is_free (const struct hb_router *r, hb_id node, hb_id gutter)
{
  hb_id from = 2 * hb_column_of (r->figure, node) + 1, to = 2 * gutter;
  hb_id row = r->figure->nodes.data[node].row, owner = owner_of (node, from, to);
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  for (hb_id position = low; position <= high; position++)
    if (position % 2 && position != from
        && r->covered[(size_t)(position / 2) * r->levels + 2 * row + 1] >= HB_FRAME)
      return false;
  if (high - low == 1)
    return true;
  for (size_t i = 0; i < r->spans[row].size; i++)
    {
      const struct hb_row_span *s = &r->spans[row].data[i];
      if (s->owner != owner && s->from < high && low < s->to)
        return false;
    }
  return true;
}

/* Cost of a leg along LEVEL between positions FROM and TO. */
long
hb_flat_cost (const struct hb_router *r, hb_id level, hb_id from, hb_id to)
{
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  long cost = 3 * (long)(high - low);
  for (hb_id position = low; position <= high; position++)
    if (position % 2 == 0)
      cost += HB_CROSSING * r->vertical[(size_t)(position / 2) * r->levels + level]
              * (position == from || position == to ? 1 : 2);
    else if (position != from && position != to)
      cost += HB_THROUGH * (r->covered[(size_t)(position / 2) * r->levels + level] != HB_FREE);
  return cost;
}

/* Cost of a leg in GUTTER between levels FROM and TO.  Where it ends on a row, the arrows that pass are
 * those of its own node, and ports keep it apart from them. */
static long
vertical_cost (const struct hb_router *r, hb_id gutter, hb_id from, hb_id to)
{
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  const uint16_t *flat = r->flat + (size_t)gutter * r->levels;
  long cost = (long)(high - low) + 6;
  for (hb_id level = low; level <= high; level++)
    if (level != low && level != high)
      cost += 2 * HB_CROSSING * flat[level];
    else if (level % 2 == 0)
      cost += HB_CROSSING * flat[level];
  return cost;
}

/* Cost of one more edge on a side of NODE: from the third on they make the node higher. */
long
hb_crowd_cost (const struct hb_router *r, hb_id node, hb_id gutter)
{
  hb_id side = gutter > hb_column_of (r->figure, node);
  long ends = r->ends[2 * node + side];
  return ends < 2 ? 0 : HB_CROWD * (ends - 1);
}

/* What TRIAL costs for edge E; negative if it is none. */
static long
trial_cost (const struct hb_router *r, const struct hb_figure_edge *e, const struct trial *t)
{
  const hb_figure *figure = r->figure;
  hb_id end = t->count - 1;
  if (!hb_row_is_free (r, e->from, t->gutters[0]) || !hb_row_is_free (r, e->to, t->gutters[end]))
    return -1;
  long cost
      = hb_flat_cost (r, t->levels[0], 2 * hb_column_of (figure, e->from) + 1, 2 * t->gutters[0])
        + hb_flat_cost (r, t->levels[t->count], 2 * t->gutters[end],
                        2 * hb_column_of (figure, e->to) + 1);
  cost += hb_crowd_cost (r, e->from, t->gutters[0]) + hb_crowd_cost (r, e->to, t->gutters[end]);
  for (hb_id i = 0; i < t->count; i++)
    {
      if (t->levels[i] == t->levels[i + 1] || (i && t->gutters[i] == t->gutters[i - 1]))
        return -1;
      cost += vertical_cost (r, t->gutters[i], t->levels[i], t->levels[i + 1]);
      if (i && is_blocked (r, t->levels[i], 2 * t->gutters[i - 1], 2 * t->gutters[i]))
        return -1;
      if (i)
        cost += HB_BEND + hb_flat_cost (r, t->levels[i], 2 * t->gutters[i - 1], 2 * t->gutters[i]);
    }
  return cost;
}

/* The trial for main gutter G with exit way EXIT and entry way ENTRY: 0 along the row, 1-4 by the gutter
 * on the left or right of the node and the lane above or below. */
static struct trial
make_trial (const hb_figure *figure, const struct hb_figure_edge *e, hb_id g, unsigned leave,
            unsigned enter)
{
  struct trial t = { .count = 0 };
  hb_id from_row = figure->nodes.data[e->from].row, to_row = figure->nodes.data[e->to].row;
  t.levels[0] = 2 * from_row + 1;
  if (leave)
    {
      t.gutters[0] = hb_column_of (figure, e->from) + (leave - 1) % 2;
      t.levels[1] = 2 * from_row + 2 * ((leave - 1) / 2);
      t.count = 1;
    }
  t.gutters[t.count++] = g;
  if (enter)
    {
      t.levels[t.count] = 2 * to_row + 2 * ((enter - 1) / 2);
      t.gutters[t.count++] = hb_column_of (figure, e->to) + (enter - 1) % 2;
    }
  t.levels[t.count] = 2 * to_row + 1;
  return t;
}

static unsigned
weight_of (const struct hb_figure_edge *e)
{
  return e->mark == HB_STRONG ? HB_WEIGHT : 1;
}

/* Enters legs into the grids. */
static void
note_vertical (struct hb_router *r, hb_id gutter, hb_id from, hb_id to, unsigned weight)
{
  for (hb_id level = from < to ? from : to; level <= (from < to ? to : from); level++)
    r->vertical[(size_t)gutter * r->levels + level]
        = (uint16_t)(r->vertical[(size_t)gutter * r->levels + level]
                     + weight * (level == from || level == to ? 1 : 2));
}

static void
note_flat (struct hb_router *r, hb_id level, hb_id from, hb_id to, unsigned weight)
{
  for (hb_id position = from < to ? from : to; position <= (from < to ? to : from); position++)
    if (position % 2 == 0)
      {
        uint16_t *cell = &r->flat[(size_t)(position / 2) * r->levels + level];
        *cell = (uint16_t)(*cell + weight * (position == from || position == to ? 1 : 2));
      }
}

static void
note_row (struct hb_router *r, hb_id row, hb_id owner, hb_id from, hb_id to)
{
  if (owner != HB_NONE && r->ends[owner] < UINT8_MAX)
    r->ends[owner]++;
  struct hb_row_span span = { from < to ? from : to, from < to ? to : from, owner };
  vec_push (r->spans[row], span);
}

static void
add_leg (struct hb_router *r, struct hb_figure_edge *e, bool vertical, hb_id at, hb_id from,
         hb_id to)
{
  struct hb_leg leg = { vertical, at, from, to, 0 };
  vec_push (e->legs, leg);
  if (vertical)
    note_vertical (r, at, from, to, weight_of (e));
  else
    note_flat (r, at, from, to, weight_of (e));
}

static void
take (struct hb_router *r, struct hb_figure_edge *e, const hb_id *gutters, const hb_id *levels,
      hb_id count)
{
  const hb_figure *figure = r->figure;
  hb_id from = 2 * hb_column_of (figure, e->from) + 1, to = 2 * hb_column_of (figure, e->to) + 1;
  vec_clear (e->legs);
  add_leg (r, e, false, levels[0], from, 2 * gutters[0]);
  for (hb_id i = 0; i < count; i++)
    {
      if (i)
        add_leg (r, e, false, levels[i], 2 * gutters[i - 1], 2 * gutters[i]);
      add_leg (r, e, true, gutters[i], levels[i], levels[i + 1]);
    }
  hb_id last = 2 * gutters[count - 1];
  add_leg (r, e, false, levels[count], last, to);
  note_row (r, levels[0] / 2, owner_of (e->from, from, 2 * gutters[0]), from, 2 * gutters[0]);
  note_row (r, levels[count] / 2, owner_of (e->to, to, last), to, last);
}

static bool
worth_trying (const struct hb_router *r, const struct hb_figure_edge *e, hb_id gutter)
{
  hb_id from = hb_column_of (r->figure, e->from), to = hb_column_of (r->figure, e->to);
  hb_id low = from < to ? from : to, high = from < to ? to : from;
  return r->gutters <= MANY_COLUMNS || gutter == 0 || gutter == r->gutters - 1
         || (gutter + 1 >= low && gutter <= high + 2);
}

/* The best of the routes that are compared one by one; its cost, negative if there is none. */
static long
compare_trials (const struct hb_router *r, const struct hb_figure_edge *e, struct trial *best)
{
  long best_cost = -1;
  for (hb_id g = 0; g < r->gutters; g++)
    {
      if (!worth_trying (r, e, g))
        continue;
      /* A way by a lane is tried only where the row is not free. */
      bool leave_free = hb_row_is_free (r, e->from, g), enter_free = hb_row_is_free (r, e->to, g);
      for (unsigned leave = 0; leave < (leave_free ? 1 : 5); leave++)
        for (unsigned enter = 0; enter < (enter_free ? 1 : 5); enter++)
          {
            struct trial t = make_trial (r->figure, e, g, leave, enter);
            long cost = trial_cost (r, e, &t);
            if (cost >= 0 && (best_cost < 0 || cost < best_cost))
              {
                *best = t;
                best_cost = cost;
              }
          }
    }
  return best_cost;
}

static void
route (struct hb_router *r, struct hb_search *search, struct hb_figure_edge *e)
{
  struct trial best = { .count = 0 };
  long cost = r->figure->edges.size <= MANY_EDGES ? -1 : compare_trials (r, e, &best);
  if (cost >= 0)
    take (r, e, best.gutters, best.levels, best.count);
  else
    {
      cost = hb_search_route (search, r, e);
      take (r, e, search->gutters.data, search->levels.data, (hb_id)search->gutters.size);
    }
  r->figure->cost += cost;
}

/* Short strong edges choose first. */
struct turn
{
  hb_id edge;
  bool weak;
  hb_id length;
};

static int
compare_turns (const void *left, const void *right)
{
  const struct turn *a = left, *b = right;
  if (a->weak != b->weak)
    return a->weak ? 1 : -1;
  if (a->length != b->length)
    return a->length < b->length ? -1 : 1;
  return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static hb_id
distance (hb_id a, hb_id b)
{
  return a < b ? b - a : a - b;
}

void
hb_route (hb_figure *figure)
{
  struct hb_router r;
  struct hb_search search = { .distance = NULL };
  VEC (struct turn) turns = VEC_EMPTY;
  start (&r, figure);
  figure->cost = 0;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      struct hb_figure_edge *e = &figure->edges.data[i];
      hb_id from = hb_column_of (figure, e->from), to = hb_column_of (figure, e->to);
      hb_id row = figure->nodes.data[e->from].row;
      struct turn turn = { (hb_id)i, e->mark != HB_STRONG,
                           distance (from, to) + distance (row, figure->nodes.data[e->to].row) };
      vec_clear (e->legs);
      if (e->shape == HB_SHAPE_ROUTED)
        vec_push (turns, turn);
      if (e->shape != HB_SHAPE_LEVEL)
        continue;
      note_flat (&r, 2 * row + 1, 2 * from + 1, 2 * to + 1, weight_of (e));
      note_row (&r, row, HB_NONE, 2 * from + 1, 2 * to + 1);
      r.ends[2 * e->from + (to > from)]++;
      r.ends[2 * e->to + (from > to)]++;
    }
  if (turns.size)
    qsort (turns.data, turns.size, sizeof *turns.data, compare_turns);
  for (size_t i = 0; i < turns.size; i++)
    route (&r, &search, &figure->edges.data[turns.data[i].edge]);
  vec_free (turns);
  hb_search_free (&search);
  finish (&r);
  hb_assign_tracks (figure);
  hb_assign_ports (figure);
}
