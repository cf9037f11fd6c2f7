/* Cycles of happens-before: a shortest one among the known edges.  See order.h.
 *
 * Strong components by Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM
 * J. Comput. 1, 1972; iterative, since traces are deep), then breadth-first searches inside the
 * smallest component that has a cycle. */
#include "trace/order.h"

#include <string.h>

/* Edge visits spent on looking for the shortest cycle: some tens of milliseconds. */
#define PATIENCE 20000000

void
hb_cycle_free (struct hb_cycle *cycle)
{
  vec_free (cycle->steps);
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
  VEC (hb_id) path, open;
  VEC (hb_id) best; /* smallest component with a cycle so far */
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
      for (size_t i = start; i < t->open.size; i++)
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
          else if (t->index[w] != HB_NONE && t->index[w] < t->low[v])
            t->low[v] = t->index[w];
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

/* The search for a shortest cycle through START inside one component. */
struct loop_search
{
  const hb_order *order;
  hb_id *came_by; /* edge over which a node was reached, HB_NONE: outside the component */
  hb_id *stamp;   /* number of the search that reached the node */
  hb_id *source;  /* of that edge */
  VEC (hb_id) queue;
  uint64_t visits;
};

#define OUTSIDE HB_NONE

/* Length of the shortest cycle through START if below LIMIT, else LIMIT; its edges are left in
 * `came_by`. */
static size_t
loop_through (struct loop_search *s, hb_id start, hb_id round, size_t limit)
{
  const hb_order *order = s->order;
  vec_clear (s->queue);
  vec_push (s->queue, start);
  size_t level_end = 1, depth = 1;
  for (size_t i = 0; i < s->queue.size && depth < limit; i++)
    {
      if (i == level_end)
        {
          level_end = s->queue.size;
          if (++depth >= limit)
            break;
        }
      hb_id v = s->queue.data[i];
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        {
          hb_id w = order->to[e];
          s->visits++;
          if (s->stamp[w] == OUTSIDE || s->stamp[w] == round)
            continue;
          s->stamp[w] = round;
          s->came_by[w] = e;
          s->source[w] = v;
          if (w == start)
            return depth;
          vec_push (s->queue, w);
        }
    }
  return limit;
}

static void
read_off (const struct loop_search *s, hb_id start, struct hb_cycle *cycle)
{
  vec_clear (cycle->steps);
  hb_id v = start;
  do
    {
      struct hb_step step = { .from = s->source[v], .to = v, .before = HB_NONE, .after = HB_NONE };
      step.relation = (enum hb_relation)s->order->relation[s->came_by[v]];
      vec_push (cycle->steps, step);
      v = step.from;
    }
  while (v != start);
  for (size_t i = 0, j = cycle->steps.size - 1; i < j; i++, j--)
    {
      struct hb_step swapped = cycle->steps.data[i];
      cycle->steps.data[i] = cycle->steps.data[j];
      cycle->steps.data[j] = swapped;
    }
}

static void
shortest_in (const hb_order *order, const hb_id *nodes, size_t count, struct hb_cycle *cycle)
{
  size_t bytes = (size_t)order->nodes * sizeof (hb_id);
  struct loop_search s = { .order = order };
  s.came_by = hb_realloc (NULL, order->nodes, sizeof (hb_id));
  s.source = hb_realloc (NULL, order->nodes, sizeof (hb_id));
  s.stamp = hb_realloc (NULL, order->nodes, sizeof (hb_id));
  memset (s.stamp, 0xff, bytes); /* OUTSIDE everywhere */
  for (size_t i = 0; i < count; i++)
    s.stamp[nodes[i]] = 0;
  size_t shortest = SIZE_MAX;
  for (size_t i = 0; i < count && s.visits < PATIENCE && shortest > 2; i++)
    {
      size_t length = loop_through (&s, nodes[i], (hb_id)i + 1, shortest);
      if (length < shortest)
        {
          shortest = length;
          read_off (&s, nodes[i], cycle);
        }
    }
  vec_free (s.queue);
  hb_free (s.came_by);
  hb_free (s.source);
  hb_free (s.stamp);
}

bool
hb_known_cycle (const hb_trace *trace, const hb_order *order, struct hb_cycle *cycle)
{
  (void)trace;
  struct tarjan t = { .order = order };
  t.index = hb_calloc (order->nodes, sizeof (hb_id));
  t.low = hb_calloc (order->nodes, sizeof (hb_id));
  t.next_edge = hb_calloc (order->nodes, sizeof (hb_id));
  hb_id count = 0;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!t.index[v])
      search_from (&t, v, &count);
  hb_free (t.index);
  hb_free (t.low);
  hb_free (t.next_edge);
  vec_free (t.path);
  vec_free (t.open);
  bool found = t.best.size > 0;
  if (found)
    shortest_in (order, t.best.data, t.best.size, cycle);
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
