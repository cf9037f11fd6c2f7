/* See guarded_order.h.
 *
 * The edges that hold among the steps that run are laid out anew for each model; strong components
 * say who lies on a cycle; a search by levels, in which only conditional
 * edges cost, finds a cheapest one. */
#include "engine/guarded_order.h"

#include "base/components.h"

typedef VEC (hb_id) ids;

struct step
{
  hb_id line;
  int guard;
};

struct edge
{
  hb_id from, to;
  int literal;
};

struct arrow
{
  hb_id to;
  int literal;
};

struct hb_guarded_order
{
  VEC (struct step) steps;
  VEC (struct edge) edges;
  hb_id lines;
  /* Of the model at hand. */
  VEC (char) runs;
  VEC (size_t) first; /* arrows of step s: first[s] .. first[s + 1] - 1 */
  VEC (struct arrow) arrows;
  VEC (hb_id) component;
};

hb_guarded_order *
hb_guarded_order_new (void)
{
  return hb_calloc (1, sizeof (hb_guarded_order));
}

void
hb_guarded_order_free (hb_guarded_order *order)
{
  if (!order)
    return;
  vec_free (order->steps);
  vec_free (order->edges);
  vec_free (order->runs);
  vec_free (order->first);
  vec_free (order->arrows);
  vec_free (order->component);
  hb_free (order);
}

hb_id
hb_guarded_order_step (hb_guarded_order *order, hb_id line, int guard)
{
  struct step step = { line, guard };
  vec_push (order->steps, step);
  if (line >= order->lines)
    order->lines = line + 1;
  return (hb_id)order->steps.size - 1;
}

void
hb_guarded_order_edge (hb_guarded_order *order, hb_id before, hb_id after, int literal)
{
  struct edge edge = { before, after, literal };
  vec_push (order->edges, edge);
}

void
hb_guarded_cycles_free (struct hb_guarded_cycles *cycles)
{
  vec_free (cycles->starts);
  vec_free (cycles->steps);
  vec_free (cycles->literals);
}

/* Lays out what holds: counts, sums up, fills in. */
static void
lay_out (hb_guarded_order *order, hb_literal_value *value, void *context)
{
  size_t steps = order->steps.size;
  vec_clear (order->runs);
  vec_clear (order->first);
  vec_resize (order->first, steps + 2, 0);
  for (size_t s = 0; s < steps; s++)
    {
      int guard = order->steps.data[s].guard;
      vec_push (order->runs, (char)(!guard || value (context, guard) > 0));
    }
  VEC (struct edge) held = VEC_EMPTY;
  hb_id *last = hb_calloc (order->lines + 1, sizeof *last);
  for (hb_id line = 0; line < order->lines; line++)
    last[line] = HB_NONE;
  for (hb_id s = 0; s < steps; s++)
    if (order->runs.data[s])
      {
        hb_id line = order->steps.data[s].line;
        struct edge edge = { last[line], s, 0 };
        if (last[line] != HB_NONE)
          vec_push (held, edge);
        last[line] = s;
      }
  hb_free (last);
  for (size_t i = 0; i < order->edges.size; i++)
    {
      struct edge edge = order->edges.data[i];
      if (order->runs.data[edge.from] && order->runs.data[edge.to]
          && (!edge.literal || value (context, edge.literal) > 0))
        vec_push (held, edge);
    }
  for (size_t i = 0; i < held.size; i++)
    order->first.data[held.data[i].from + 2]++;
  for (size_t s = 2; s < order->first.size; s++)
    order->first.data[s] += order->first.data[s - 1];
  struct arrow none = { HB_NONE, 0 };
  vec_resize (order->arrows, held.size, none);
  for (size_t i = 0; i < held.size; i++)
    {
      struct arrow arrow = { held.data[i].to, held.data[i].literal };
      order->arrows.data[order->first.data[held.data[i].from + 1]++] = arrow;
    }
  vec_free (held);
}

/* The component of each step that lies on a cycle, HB_NONE of others. */
static void
find_components (hb_guarded_order *order)
{
  hb_id steps = (hb_id)order->steps.size;
  hb_id *first = hb_calloc ((size_t)steps + 1, sizeof *first);
  hb_id *to = hb_calloc (order->arrows.size, sizeof *to);
  hb_id *size = hb_calloc (steps, sizeof *size);
  vec_resize (order->component, (size_t)steps, HB_NONE);
  for (hb_id s = 0; s <= steps; s++)
    first[s] = (hb_id)order->first.data[s];
  for (size_t i = 0; i < order->arrows.size; i++)
    to[i] = order->arrows.data[i].to;
  (void)hb_components (steps, first, to, order->component.data);
  for (hb_id s = 0; s < steps; s++)
    size[order->component.data[s]]++;
  for (hb_id s = 0; s < steps; s++)
    if (size[order->component.data[s]] == 1)
      order->component.data[s] = HB_NONE;
  hb_free (first);
  hb_free (to);
  hb_free (size);
}

/* A search by levels from one step: how each step was reached. */
struct search
{
  hb_id *from;    /* HB_NONE: not reached */
  int *literal;   /* of the edge it was reached by */
  unsigned *cost; /* conditional edges so far */
  char *done;
  ids now, later, touched;
};

static void
reach (struct search *search, hb_id from, struct arrow arrow)
{
  unsigned cost = search->cost[from] + (arrow.literal != 0);
  if (search->from[arrow.to] != HB_NONE && search->cost[arrow.to] <= cost)
    return;
  if (search->from[arrow.to] == HB_NONE)
    vec_push (search->touched, arrow.to);
  search->from[arrow.to] = from;
  search->literal[arrow.to] = arrow.literal;
  search->cost[arrow.to] = cost;
  if (arrow.literal)
    vec_push (search->later, arrow.to);
  else
    vec_push (search->now, arrow.to);
}

/* Reaches START, which lies on a cycle, from itself. */
static void
look_around (const hb_guarded_order *order, struct search *search, hb_id start)
{
  for (size_t i = 0; i < search->touched.size; i++)
    {
      search->from[search->touched.data[i]] = HB_NONE;
      search->done[search->touched.data[i]] = 0;
    }
  vec_clear (search->touched);
  vec_clear (search->now);
  vec_clear (search->later);
  search->cost[start] = 0;
  for (hb_id s = start;;)
    {
      for (size_t a = order->first.data[s]; a < order->first.data[s + 1]; a++)
        if (order->component.data[order->arrows.data[a].to] == order->component.data[s])
          reach (search, s, order->arrows.data[a]);
      do
        {
          if (!search->now.size)
            {
              ids none = search->now;
              search->now = search->later;
              search->later = none;
            }
          if (!search->now.size)
            return;
          s = vec_pop (search->now);
        }
      while (search->done[s]);
      search->done[s] = 1;
      if (s == start)
        return;
    }
}

static bool
same_line (const hb_guarded_order *order, hb_id a, hb_id b)
{
  return order->steps.data[a].line == order->steps.data[b].line;
}

/* Appends the cycle that leads back to START, and marks its steps as CUT. */
static void
append_cycle (const hb_guarded_order *order, const struct search *search, hb_id start, char *cut,
              struct hb_guarded_cycles *cycles)
{
  VEC (hb_id) steps = VEC_EMPTY;
  VEC (int) literals = VEC_EMPTY; /* of the edge into steps[i] */
  hb_id s = start;
  do
    {
      vec_push (steps, s);
      vec_push (literals, search->literal[s]);
      cut[s] = 1;
      s = search->from[s];
    }
  while (s != start);
  vec_push (cycles->starts, cycles->steps.size);
  /* Backwards, it is the way forward; steps in the middle of a line are passed over. */
  for (size_t i = steps.size; i-- > 0;)
    {
      hb_id step = steps.data[i], next = steps.data[i ? i - 1 : steps.size - 1];
      hb_id before = steps.data[i + 1 < steps.size ? i + 1 : 0];
      int out = literals.data[i ? i - 1 : steps.size - 1], in = literals.data[i];
      if (!in && !out && same_line (order, before, step) && same_line (order, step, next)
          && before < step && step < next)
        continue;
      vec_push (cycles->steps, step);
      vec_push (cycles->literals, out);
    }
  vec_free (steps);
  vec_free (literals);
}

size_t
hb_guarded_order_cycles (hb_guarded_order *order, hb_literal_value *value, void *context,
                         struct hb_guarded_cycles *cycles)
{
  size_t before = cycles->starts.size;
  hb_id steps = (hb_id)order->steps.size;
  lay_out (order, value, context);
  find_components (order);
  char *cut = hb_calloc (steps + 1, 1);
  struct search search = { hb_calloc (steps + 1, sizeof (hb_id)),
                           hb_calloc (steps + 1, sizeof (int)),
                           hb_calloc (steps + 1, sizeof (unsigned)),
                           hb_calloc (steps + 1, 1),
                           VEC_EMPTY,
                           VEC_EMPTY,
                           VEC_EMPTY };
  for (hb_id s = 0; s < steps; s++)
    search.from[s] = HB_NONE;
  for (hb_id s = 0; s < steps; s++)
    if (order->component.data[s] != HB_NONE && !cut[s])
      {
        look_around (order, &search, s);
        append_cycle (order, &search, s, cut, cycles);
      }
  hb_free (cut);
  hb_free (search.from);
  hb_free (search.literal);
  hb_free (search.cost);
  hb_free (search.done);
  vec_free (search.now);
  vec_free (search.later);
  vec_free (search.touched);
  return cycles->starts.size - before;
}

void
hb_guarded_order_clause (const hb_guarded_order *order, const struct hb_guarded_cycles *cycles,
                         size_t i, bool guards, hb_literals *clause)
{
  size_t end = i + 1 < cycles->starts.size ? cycles->starts.data[i + 1] : cycles->steps.size;
  for (size_t k = cycles->starts.data[i]; k < end; k++)
    {
      int guard = order->steps.data[cycles->steps.data[k]].guard;
      if (cycles->literals.data[k])
        vec_push (*clause, -cycles->literals.data[k]);
      if (guards && guard)
        vec_push (*clause, -guard);
    }
}

size_t
hb_guarded_order_sequence (hb_guarded_order *order, hb_literal_value *value, void *context,
                           hb_id *sequence)
{
  lay_out (order, value, context);
  hb_id steps = (hb_id)order->steps.size;
  size_t *waits = hb_calloc (steps + 1, sizeof *waits), count = 0, running = 0;
  for (size_t a = 0; a < order->arrows.size; a++)
    waits[order->arrows.data[a].to]++;
  VEC (hb_id) ready = VEC_EMPTY;
  for (hb_id s = steps; s-- > 0;)
    {
      running += (size_t)order->runs.data[s];
      if (order->runs.data[s] && !waits[s])
        vec_push (ready, s);
    }
  while (ready.size)
    {
      /* The last made ready that stays on the line, else the last. */
      size_t best = ready.size - 1;
      for (size_t i = ready.size; count && i-- > 0;)
        if (same_line (order, ready.data[i], sequence[count - 1]))
          {
            best = i;
            break;
          }
      hb_id s = ready.data[best];
      ready.data[best] = vec_top (ready);
      (void)vec_pop (ready);
      sequence[count++] = s;
      for (size_t a = order->first.data[s]; a < order->first.data[s + 1]; a++)
        if (!--waits[order->arrows.data[a].to])
          vec_push (ready, order->arrows.data[a].to);
    }
  vec_free (ready);
  hb_free (waits);
  return count == running ? count : SIZE_MAX;
}
