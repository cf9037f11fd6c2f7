/* The cheapest route of an edge: A* on the places where a gutter meets a level, each entered along the level
 * or along the gutter.
 *
 *     state 2 * (gutter * levels + level) + way        way 0: came along the level, 1: along the gutter
 *
 * A route starts along the row of its source to any gutter that is free from there on, turns in gutters, goes
 * along lanes (even levels) where no box stands, and ends along the row of its target. */
#include "viz/route.h"

#include "base/failure.h"

/* From MANY_EDGES on the search is hasty, from TOO_MANY on it does not count crossings. */
#define MANY_EDGES 400
#define TOO_MANY 3500
#define HASTE 8

struct ends
{
  hb_id from_level, to_level, to_column;
  long haste; /* 1: the cheapest route; more: sooner found, at most that much dearer */
};

static hb_id
state_of (const struct hb_router *r, hb_id gutter, hb_id level, hb_id way)
{
  return 2 * (gutter * r->levels + level) + way;
}

/* What the way to the target costs at least. */
static long
rest (const struct hb_router *r, hb_id state, const struct ends *ends)
{
  hb_id place = state / 2, gutter = place / r->levels, level = place % r->levels;
  hb_id rows = level < ends->to_level ? ends->to_level - level : level - ends->to_level;
  hb_id columns
      = gutter <= ends->to_column ? ends->to_column - gutter : gutter - ends->to_column - 1;
  return ends->haste * ((long)rows + HB_ACROSS * (long)columns);
}

/* --- A binary heap --- */

static bool
is_above (const struct hb_search_place *a, const struct hb_search_place *b)
{
  return a->cost != b->cost ? a->cost < b->cost : a->state < b->state;
}

static void
swap (struct hb_search_place *a, struct hb_search_place *b)
{
  struct hb_search_place kept = *a;
  *a = *b;
  *b = kept;
}

static void
push (struct hb_search *s, struct hb_search_place place)
{
  vec_push (s->heap, place);
  for (size_t i = s->heap.size - 1; i && is_above (&s->heap.data[i], &s->heap.data[(i - 1) / 2]);
       i = (i - 1) / 2)
    swap (&s->heap.data[i], &s->heap.data[(i - 1) / 2]);
}

static struct hb_search_place
pop (struct hb_search *s)
{
  struct hb_search_place top = s->heap.data[0];
  s->heap.data[0] = s->heap.data[--s->heap.size];
  for (size_t i = 0;;)
    {
      size_t least = i;
      for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < s->heap.size; child++)
        if (is_above (&s->heap.data[child], &s->heap.data[least]))
          least = child;
      if (least == i)
        return top;
      swap (&s->heap.data[i], &s->heap.data[least]);
      i = least;
    }
}

/* --- Steps --- */

static void
reach (struct hb_search *s, const struct hb_router *r, const struct ends *ends, hb_id state,
       hb_id before, long cost)
{
  if (s->stamp[state] == s->now && s->distance[state] <= cost)
    return;
  s->stamp[state] = s->now;
  s->distance[state] = cost;
  s->before[state] = before;
  push (s, (struct hb_search_place){ cost + rest (r, state, ends), state });
}

static void
leave_source (struct hb_search *s, const struct hb_router *r, const struct hb_figure_edge *e,
              const struct ends *ends)
{
  hb_id column = hb_column_of (r->figure, e->from);
  for (hb_id g = 0; g < r->gutters; g++)
    if (hb_row_is_free (r, e->from, g))
      reach (s, r, ends, state_of (r, g, ends->from_level, 0), HB_NONE,
             hb_flat_cost (r, ends->from_level, 2 * column + 1, 2 * g)
                 + hb_crowd_cost (r, e->from, g));
}

/* Crossings with the edges that run along LEVEL through GUTTER: all when it passes them, half when it ends
 * there.  On a row these are those of its own node, and ports keep them apart. */
static long
flat_crossings (const struct hb_router *r, hb_id gutter, hb_id level, bool passes)
{
  long edges = r->figure->edges.size < TOO_MANY ? r->flat[(size_t)gutter * r->levels + level] : 0;
  return passes ? 2 * HB_CROSSING * edges : level % 2 == 0 ? HB_CROSSING * edges : 0;
}

static long
vertical_crossings (const struct hb_router *r, hb_id gutter, hb_id level, bool passes)
{
  if (r->figure->edges.size >= TOO_MANY)
    return 0;
  return (passes ? 2 : 1) * HB_CROSSING * r->vertical[(size_t)gutter * r->levels + level];
}

static void
step_along_gutter (struct hb_search *s, const struct hb_router *r, const struct ends *ends,
                   hb_id state)
{
  hb_id place = state / 2, gutter = place / r->levels, level = place % r->levels;
  bool turns = state % 2 == 0;
  long cost = s->distance[state] + 1 + (turns ? HB_ACROSS : 0)
              + flat_crossings (r, gutter, level, !turns);
  hb_id before = s->before[state];
  bool came_down = !turns && before != HB_NONE && before / 2 < place;
  bool came_up = !turns && before != HB_NONE && before / 2 > place;
  if (level + 1 < r->levels && !came_up)
    reach (s, r, ends, state_of (r, gutter, level + 1, 1), state, cost);
  if (level > 0 && !came_down)
    reach (s, r, ends, state_of (r, gutter, level - 1, 1), state, cost);
}

static void
step_along_lane (struct hb_search *s, const struct hb_router *r, const struct ends *ends,
                 hb_id state)
{
  hb_id place = state / 2, gutter = place / r->levels, level = place % r->levels;
  bool turns = state % 2 == 1;
  if (level % 2 == 1 || (!turns && s->before[state] == HB_NONE))
    return;
  long cost = s->distance[state] + HB_ACROSS + vertical_crossings (r, gutter, level, !turns)
              + (turns ? HB_BEND + flat_crossings (r, gutter, level, false) : 0);
  hb_id before = turns ? HB_NONE : s->before[state] / 2 / r->levels;
  for (int right = 0; right < 2; right++)
    {
      hb_id next = right ? gutter + 1 : gutter - 1, column = right ? gutter : gutter - 1;
      if ((right ? next >= r->gutters : gutter == 0) || next == before)
        continue;
      enum hb_cover cover = (enum hb_cover)r->covered[(size_t)column * r->levels + level];
      if (cover < HB_FRAME)
        reach (s, r, ends, state_of (r, next, level, 0), state,
               cost + (cover == HB_LINE ? HB_THROUGH : 0));
    }
}

/* The cost of ending here, negative if it cannot: the row must be free up to the target. */
static long
arrive (const struct hb_search *s, const struct hb_router *r, const struct hb_figure_edge *e,
        const struct ends *ends, hb_id state)
{
  hb_id place = state / 2, gutter = place / r->levels;
  if (place % r->levels != ends->to_level || state % 2 == 0 || !hb_row_is_free (r, e->to, gutter))
    return -1;
  return s->distance[state] + hb_flat_cost (r, ends->to_level, 2 * gutter, 2 * ends->to_column + 1)
         + hb_crowd_cost (r, e->to, gutter);
}

/* --- The result --- */

static void
trace_back (struct hb_search *s, const struct hb_router *r, hb_id state)
{
  VEC (hb_id) turns = VEC_EMPTY; /* states where the way changes, from the end */
  vec_push (turns, state);
  for (; s->before[state] != HB_NONE; state = s->before[state])
    if (s->before[state] % 2 != state % 2)
      vec_push (turns, s->before[state]);
  vec_clear (s->gutters);
  vec_clear (s->levels);
  /* Where a gutter is entered, and where it is left, in turn. */
  for (size_t i = turns.size; i-- > 0;)
    {
      hb_id place = turns.data[i] / 2, gutter = place / r->levels, level = place % r->levels;
      bool enters = turns.data[i] % 2 == 0;
      if (enters)
        vec_push (s->gutters, gutter);
      if (enters)
        vec_push (s->levels, level);
      else if (i == 0)
        vec_push (s->levels, level);
    }
  vec_free (turns);
}

static void
prepare (struct hb_search *s, const struct hb_router *r)
{
  size_t states = 2 * (size_t)r->gutters * r->levels;
  if (!s->distance)
    {
      s->distance = hb_calloc (states, sizeof *s->distance);
      s->before = hb_calloc (states, sizeof *s->before);
      s->stamp = hb_calloc (states, sizeof *s->stamp);
    }
  s->now++;
  vec_clear (s->heap);
}

long
hb_search_route (struct hb_search *s, const struct hb_router *r, const struct hb_figure_edge *e)
{
  const hb_figure *figure = r->figure;
  struct ends ends
      = { 2 * figure->nodes.data[e->from].row + 1, 2 * figure->nodes.data[e->to].row + 1,
          hb_column_of (figure, e->to), figure->edges.size <= MANY_EDGES ? 1 : HASTE };
  hb_id best = HB_NONE;
  long least = -1;
  prepare (s, r);
  leave_source (s, r, e, &ends);
  while (s->heap.size && (least < 0 || s->heap.data[0].cost < least))
    {
      struct hb_search_place top = pop (s);
      if (top.cost > s->distance[top.state] + rest (r, top.state, &ends))
        continue;
      long cost = arrive (s, r, e, &ends, top.state);
      if (cost >= 0 && (least < 0 || cost < least))
        {
          least = cost;
          best = top.state;
        }
      step_along_gutter (s, r, &ends, top.state);
      step_along_lane (s, r, &ends, top.state);
    }
  if (best == HB_NONE)
    hb_fail ("a figure leaves no way for an edge; this is a bug, please report the trace");
  trace_back (s, r, best);
  return least;
}

void
hb_search_free (struct hb_search *s)
{
  hb_free (s->distance);
  hb_free (s->before);
  hb_free (s->stamp);
  vec_free (s->heap);
  vec_free (s->gutters);
  vec_free (s->levels);
}
