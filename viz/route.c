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
      cost += hb_vertical_cost (r, t->gutters[i], t->levels[i], t->levels[i + 1]);
      if (i && hb_is_blocked (r, t->levels[i], 2 * t->gutters[i - 1], 2 * t->gutters[i]))
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

static void
add_leg (struct hb_router *r, struct hb_figure_edge *e, bool vertical, hb_id at, hb_id from,
         hb_id to)
{
  struct hb_leg leg = { vertical, at, from, to, 0 };
  vec_push (e->legs, leg);
  if (vertical)
    hb_note_vertical (r, at, from, to, hb_weight_of (e));
  else
    hb_note_flat (r, at, from, to, hb_weight_of (e));
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
  hb_note_row (r, levels[0] / 2, hb_owner_of (e->from, from, 2 * gutters[0]), from, 2 * gutters[0]);
  hb_note_row (r, levels[count] / 2, hb_owner_of (e->to, to, last), to, last);
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
  hb_router_start (&r, figure);
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
      hb_note_flat (&r, 2 * row + 1, 2 * from + 1, 2 * to + 1, hb_weight_of (e));
      hb_note_row (&r, row, HB_NONE, 2 * from + 1, 2 * to + 1);
      r.ends[2 * e->from + (to > from)]++;
      r.ends[2 * e->to + (from > to)]++;
    }
  if (turns.size)
    qsort (turns.data, turns.size, sizeof *turns.data, compare_turns);
  for (size_t i = 0; i < turns.size; i++)
    route (&r, &search, &figure->edges.data[turns.data[i].edge]);
  vec_free (turns);
  hb_search_free (&search);
  hb_router_finish (&r);
  hb_assign_tracks (figure);
  hb_assign_ports (figure);
}
