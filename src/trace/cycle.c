/* Cycles of happens-before: a shortest one among the known edges.  See order.h.
 *
 * Strong components by Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM
 * J. Comput. 1, 1972; iterative, since traces are deep), then breadth-first searches inside the
 * smallest component that has a cycle.  A chain of po, co, eo or mo is one step of it. */
#include "trace/order.h"

/* Edge visits spent on looking for the shortest cycle: a tenth of a second at most. */
#define PATIENCE 4000000

void
hb_cycle_free (struct hb_cycle *cycle)
{
  vec_free (cycle->steps);
}

void
hb_cycle_add_order (struct hb_cycle *cycle, hb_id from, hb_id to, enum hb_relation relation,
                    hb_id before, hb_id after)
{
  struct hb_step step = { from, to, relation, before, after };
  vec_push (cycle->steps, step);
}

void
hb_cycle_add_edge (struct hb_cycle *cycle, hb_id from, hb_id to, enum hb_relation relation)
{
  if (from != to)
    hb_cycle_add_order (cycle, from, to, relation, HB_NONE, HB_NONE);
}

void
hb_cycle_turn_round (struct hb_cycle *cycle)
{
  for (size_t i = 0, j = cycle->steps.size; i + 1 < j; i++)
    {
      struct hb_step swapped = cycle->steps.data[i];
      cycle->steps.data[i] = cycle->steps.data[--j];
      cycle->steps.data[j] = swapped;
    }
}

size_t
hb_cycle_assumptions (const struct hb_cycle *cycle)
{
  size_t different = 0;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      bool is_new = step->before != HB_NONE;
      for (size_t j = 0; is_new && j < i; j++)
        is_new = cycle->steps.data[j].before != step->before
                 || cycle->steps.data[j].after != step->after;
      different += is_new;
    }
  return different;
}

struct tarjan
{
  const hb_order *order;
  hb_id *index;     /* order of discovery from 1; 0: not seen; HB_NONE: its component is complete */
  hb_id *low;       /* smallest index known to be reachable */
  hb_id *next_edge; /* the edge to follow next, of nodes on the path */
  bool *back; /* node -> an edge leads back to it in its component, as one of each cycle does */
  VEC (hb_id) path, open;
  VEC (hb_id)
  best; /* smallest component with a cycle so far, those to which edges lead back first */
};

static void
enter (struct tarjan *t, hb_id v, hb_id *count)
{
  t->index[v] = t->low[v] = ++*count;
  t->next_edge[v] = t->order->first[v];
  vec_push (t->path, v);
  vec_push (t->open, v);
}

static bool
has_loop (const hb_order *order, hb_id v)
{
  for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
    if (order->to[e] == v)
      return true;
  return false;
}

/* V is the root of a component: takes it off the stack. */
static void
close_component (struct tarjan *t, hb_id v)
{
  size_t start = t->open.size;
  do
    t->index[t->open.data[--start]] = HB_NONE;
  while (t->open.data[start] != v);
  size_t size = t->open.size - start;
  if ((size > 1 || has_loop (t->order, v)) && (!t->best.size || size < t->best.size))
    {
      vec_clear (t->best);
      for (int back = 1; back >= 0; back--)
        for (size_t i = start; i < t->open.size; i++)
          if (t->back[t->open.data[i]] == back)
            vec_push (t->best, t->open.data[i]);
    }
  t->open.size = start;
}

static void
search_from (struct tarjan *t, hb_id root, hb_id *count)
{
  enter (t, root, count);
  while (t->path.size)
    {
      hb_id v = vec_top (t->path);
      if (t->next_edge[v] < t->order->first[v + 1])
        {
          hb_id w = t->order->to[t->next_edge[v]++];
          if (!t->index[w])
            enter (t, w, count);
          else if (t->index[w] != HB_NONE && t->index[w] <= t->index[v])
            {
              t->back[w] = true;
              if (t->index[w] < t->low[v])
                t->low[v] = t->index[w];
            }
          continue;
        }
      if (t->low[v] == t->index[v])
        close_component (t, v);
      (void)vec_pop (t->path);
      if (t->path.size)
        {
          hb_id parent = vec_top (t->path);
          if (t->low[v] < t->low[parent])
            t->low[parent] = t->low[v];
        }
    }
}

/* Where a search stands: at a node, with a chain under way that goes on for nothing. */
enum mode
{
  FREE,
  ALONG_PO,
  ALONG_CO, /* after co or fr */
  ALONG_EO,
  ALONG_MO
};
#define MODES 5
#define MANY_NODES                                                                                 \
  200000 /* of a component: from then on each edge counts, for the sake of memory */

/* The search for a shortest cycle inside one component of COUNT nodes.  A state is a node of it with a mode;
 * two more stand for the node where the cycle starts and ends. */
struct loop_search
{
  const hb_trace *trace;
  const hb_order *order;
  const hb_id *nodes;
  size_t count;
  hb_id modes;    /* MODES, or 1 where each edge counts */
  hb_id *local;   /* node -> its number in the component, HB_NONE: outside */
  hb_id *came_by; /* state -> edge over which it was reached */
  hb_id *source;  /* state -> the state before it */
  hb_id *stamp;   /* state -> number of the search that reached it */
  size_t *steps;  /* state -> steps to it */
  VEC (hb_id) now, next;
  uint64_t visits;
};

static hb_id
start_state (const struct loop_search *s)
{
  return (hb_id)s->count * s->modes;
}

static enum mode
mode_of (enum hb_relation relation)
{
  return relation == HB_PO                        ? ALONG_PO
         : relation == HB_CO || relation == HB_FR ? ALONG_CO
         : relation == HB_EO                      ? ALONG_EO
         : relation == HB_MO                      ? ALONG_MO
                                                  : FREE;
}

/* Follows edge E out of STATE on the way to the node START. */
static void
follow (struct loop_search *s, hb_id state, hb_id e, hb_id start, hb_id round)
{
  hb_id w = s->order->to[e], first = start_state (s);
  s->visits++;
  if (s->local[w] == HB_NONE)
    return;
  enum mode then = mode_of ((enum hb_relation)s->order->relation[e]);
  bool goes_on = state < first && s->modes > 1 && then != FREE && then == state % s->modes
                 && s->order->relation[e] != HB_FR;
  hb_id to = w == start ? first + 1 : s->local[w] * s->modes + (s->modes > 1 ? then : 0);
  size_t steps = s->steps[state] + !goes_on;
  if (s->stamp[to] == round && s->steps[to] <= steps)
    return;
  s->stamp[to] = round;
  s->steps[to] = steps;
  s->came_by[to] = e;
  s->source[to] = state;
  if (goes_on)
    vec_push (s->now, to);
  else
    vec_push (s->next, to);
}

/* The node from which an eo chain goes on at V, its message's first one: the last one; else V. */
static hb_id
end_of_chain (const struct loop_search *s, hb_id v)
{
  return v < s->trace->events.size
             ? hb_last_node (s->order, s->trace, s->trace->events.data[v].message)
             : v;
}

/* Steps of the shortest cycle through START if below LIMIT, else LIMIT; `came_by` leads back along it.  A
 * breadth-first search in which chains of one relation are one step (0-1 BFS). */
static size_t
loop_through (struct loop_search *s, hb_id start, hb_id round, size_t limit)
{
  const hb_order *order = s->order;
  hb_id first = start_state (s);
  vec_clear (s->now);
  vec_clear (s->next);
  vec_push (s->now, first);
  s->steps[first] = 0;
  for (size_t depth = 0; depth < limit && s->now.size; depth++)
    {
      while (s->now.size)
        {
          hb_id state = vec_pop (s->now);
          if (state == first + 1)
            return depth;
          if (s->steps[state] < depth)
            continue; /* it was there sooner */
          hb_id v = state < first ? s->nodes[state / s->modes] : start;
          for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
            follow (s, state, e, start, round);
          hb_id last = s->modes > 1 && state < first && state % s->modes == ALONG_EO
                           ? end_of_chain (s, v)
                           : v;
          for (hb_id e = order->first[last]; last != v && e < order->first[last + 1]; e++)
            if (order->relation[e] == HB_EO)
              follow (s, state, e, start, round);
        }
      for (size_t i = 0; i < s->next.size; i++)
        vec_push (s->now, s->next.data[i]);
      vec_clear (s->next);
    }
  return limit;
}

/* The cycle through START, edge by edge. */
static void
read_off (const struct loop_search *s, hb_id start, struct hb_cycle *cycle)
{
  hb_id first = start_state (s);
  vec_clear (cycle->steps);
  for (hb_id state = first + 1; state != first; state = s->source[state])
    {
      hb_id e = s->came_by[state], before = s->source[state];
      hb_id v = before < first ? s->nodes[before / s->modes] : start;
      bool leaves_v = e >= s->order->first[v] && e < s->order->first[v + 1];
      struct hb_step step = { .from = leaves_v ? v : end_of_chain (s, v),
                              .to = s->order->to[e],
                              .relation = (enum hb_relation)s->order->relation[e],
                              .before = HB_NONE,
                              .after = HB_NONE };
      vec_push (cycle->steps, step);
      struct hb_step inside = { v, step.from, HB_PO, HB_NONE, HB_NONE };
      if (!leaves_v)
        vec_push (cycle->steps, inside);
    }
  hb_cycle_turn_round (cycle);
}

static void
shortest_in (const hb_trace *trace, const hb_order *order, const hb_id *nodes, size_t count,
             struct hb_cycle *cycle)
{
  struct loop_search s = { .trace = trace, .order = order, .nodes = nodes, .count = count };
  s.modes = count < MANY_NODES ? MODES : 1;
  size_t states = count * s.modes + 2, shortest = SIZE_MAX;
  s.local = hb_calloc (order->nodes, sizeof *s.local);
  s.came_by = hb_calloc (states, sizeof *s.came_by);
  s.source = hb_calloc (states, sizeof *s.source);
  s.stamp = hb_calloc (states, sizeof *s.stamp);
  s.steps = hb_calloc (states, sizeof *s.steps);
  for (hb_id v = 0; v < order->nodes; v++)
    s.local[v] = HB_NONE;
  for (size_t i = 0; i < count; i++)
    s.local[nodes[i]] = (hb_id)i;
  for (size_t i = 0; i < count && s.visits < PATIENCE && shortest > 2; i++)
    {
      size_t length = loop_through (&s, nodes[i], (hb_id)i + 1, shortest);
      if (length < shortest)
        {
          shortest = length;
          read_off (&s, nodes[i], cycle);
        }
    }
  vec_free (s.now);
  vec_free (s.next);
  hb_free (s.local);
  hb_free (s.came_by);
  hb_free (s.source);
  hb_free (s.stamp);
  hb_free (s.steps);
}

bool
hb_known_cycle (const hb_trace *trace, const hb_order *order, struct hb_cycle *cycle)
{
  struct tarjan t = { .order = order };
  t.index = hb_calloc (order->nodes, sizeof (hb_id));
  t.low = hb_calloc (order->nodes, sizeof (hb_id));
  t.next_edge = hb_calloc (order->nodes, sizeof (hb_id));
  t.back = hb_calloc (order->nodes, sizeof (bool));
  hb_id count = 0;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!t.index[v])
      search_from (&t, v, &count);
  hb_free (t.index);
  hb_free (t.low);
  hb_free (t.next_edge);
  hb_free (t.back);
  vec_free (t.path);
  vec_free (t.open);
  bool found = t.best.size > 0;
  if (found)
    shortest_in (trace, order, t.best.data, t.best.size, cycle);
  vec_free (t.best);
  return found;
}

size_t
hb_cycle_steps (const hb_cycle *cycle)
{
  return cycle->steps.size;
}

struct hb_step
hb_cycle_step (const hb_cycle *cycle, size_t i)
{
  return cycle->steps.data[i];
}
