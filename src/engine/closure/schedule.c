/* A topological order of the nodes that is near to a run.  See state.h.
 *
 * Each event takes a tick of its handler; who could go on first goes on first.  A handler does one message
 * after another as long as that works: where all wait for one another the oldest message that could start does.
 * So neighbours in this order are messages whose order is really open. */
#include "engine/closure/state.h"

struct waiting
{
  uint64_t time;
  hb_id node;
};

/* The soonest on top. */
struct heap
{
  VEC (struct waiting) all;
};

struct schedule
{
  struct closure *c;
  hb_id *waits;           /* node -> edges into it from nodes to come */
  hb_id *out_start, *out; /* edges */
  uint64_t *ready;        /* node -> when the last of these was passed */
  uint64_t *clock;        /* handler */
  hb_id *running;         /* handler -> message, or HB_NONE */
  struct heap going;      /* nodes by when they are done */
  struct heap *queued;    /* handler -> first nodes of messages that could start but for it */
  bool *is_placed;
  hb_id *placed, count;
};

/* Sorting a node is as much work as so many words of rows. */
#define SORT_WORDS 16

static bool
is_sooner (struct waiting a, struct waiting b)
{
  return a.time < b.time || (a.time == b.time && a.node < b.node);
}

static void
push (struct heap *to, struct waiting entry)
{
  vec_push (to->all, entry);
  struct waiting *heap = to->all.data;
  size_t at = to->all.size - 1;
  for (; at && is_sooner (entry, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = entry;
}

static struct waiting
pop (struct heap *from)
{
  struct waiting *heap = from->all.data, top = heap[0], entry = vec_pop (from->all);
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < from->all.size; at = child)
    {
      child += child + 1 < from->all.size && is_sooner (heap[child + 1], heap[child]);
      if (!is_sooner (heap[child], entry))
        break;
      heap[at] = heap[child];
    }
  if (from->all.size)
    heap[at] = entry;
  return top;
}

static void
turn_edges (struct schedule *s)
{
  const struct closure *c = s->c;
  hb_id sum = 0;
  for (int filling = 0; filling < 2; filling++)
    {
      for (hb_id v = 0; v < c->nodes; v++)
        {
          struct sources sources = closure_sources (c, v);
          size_t edge;
          for (hb_id from; (from = closure_next_source (c, &sources, &edge)) != HB_NONE;)
            if (filling)
              s->out[s->out_start[from + 1]++] = v;
            else
              {
                s->waits[v]++;
                s->out_start[from + 2]++;
              }
        }
      for (hb_id v = 0; v < c->nodes && !filling; v++)
        s->out_start[v + 1] = sum += s->out_start[v + 1];
      if (!filling)
        s->out = hb_calloc (sum + s->out_start[c->nodes + 1], sizeof *s->out);
    }
}

static void
start (struct schedule *s, struct waiting entry)
{
  const struct closure *c = s->c;
  hb_id message = c->message_of[entry.node], handler = closure_handler (c, message);
  if (c->first[message] == entry.node)
    s->running[handler] = message;
  if (entry.time < s->clock[handler])
    entry.time = s->clock[handler];
  entry.time += c->cost[entry.node];
  push (&s->going, entry);
}

/* All edges into NODE have been passed. */
static void
offer (struct schedule *s, hb_id node)
{
  const struct closure *c = s->c;
  hb_id message = c->message_of[node], handler = closure_handler (c, message);
  struct waiting entry = { s->ready[node], node };
  if (c->first[message] == node && s->running[handler] != HB_NONE)
    push (&s->queued[handler], entry);
  else
    start (s, entry);
}

/* All wait for one another: starts the oldest message that is queued; false if there is none. */
static bool
start_oldest (struct schedule *s)
{
  struct heap *best = NULL;
  for (size_t h = 0; h < s->c->trace->handlers.size; h++)
    if (s->queued[h].all.size && (!best || is_sooner (s->queued[h].all.data[0], best->all.data[0])))
      best = &s->queued[h];
  if (best)
    start (s, pop (best));
  return best;
}

static void
pass (struct schedule *s, struct waiting done)
{
  const struct closure *c = s->c;
  hb_id message = c->message_of[done.node], handler = closure_handler (c, message);
  s->placed[s->count++] = done.node;
  s->is_placed[done.node] = true;
  if (s->clock[handler] < done.time)
    s->clock[handler] = done.time;
  bool ends = c->last[message] == done.node && s->running[handler] == message;
  if (ends)
    s->running[handler] = HB_NONE;
  for (hb_id e = s->out_start[done.node]; e < s->out_start[done.node + 1]; e++)
    {
      hb_id to = s->out[e];
      if (s->ready[to] < done.time)
        s->ready[to] = done.time;
      if (!--s->waits[to])
        offer (s, to);
    }
  if (ends && s->running[handler] == HB_NONE && s->queued[handler].all.size)
    start (s, pop (&s->queued[handler]));
}

static void
take_positions (struct schedule *s)
{
  struct closure *c = s->c;
  id_vector pending = VEC_EMPTY;
  for (hb_id v; (v = closure_next (c)) != HB_NONE;)
    vec_push (pending, v);
  for (hb_id i = 0; i < c->nodes; i++)
    {
      c->node_at[i] = s->placed[i];
      c->position[s->placed[i]] = i;
    }
  for (size_t i = 0; i < pending.size; i++)
    closure_touch (c, pending.data[i], 0);
  vec_free (pending);
}

/* The nodes that could not be placed hold a cycle: the orders on one are a conflict. */
static void
blame (struct schedule *s)
{
  struct closure *c = s->c;
  hb_id node = 0, *met = hb_calloc (c->nodes, sizeof *met);
  VEC (struct hop) way = VEC_EMPTY; /* backwards */
  while (s->is_placed[node])
    node++;
  while (!met[node])
    {
      struct sources sources = closure_sources (c, node);
      struct hop hop = { .to = node };
      while (s->is_placed[hop.from = closure_next_source (c, &sources, &hop.edge)])
        continue;
      vec_push (way, hop);
      met[node] = (hb_id)way.size;
      node = hop.from;
    }
  c->conflict = true;
  vec_clear (c->false_literals);
  vec_clear (c->hops);
  for (size_t i = way.size; i-- > met[node] - 1;)
    closure_take_hop (c, way.data[i], &c->false_literals);
  closure_negate (&c->false_literals);
  closure_tell_circle (c);
  hb_free (met);
  vec_free (way);
}

bool
closure_sort (struct closure *c)
{
  size_t handlers = c->trace->handlers.size, nodes = c->nodes;
  struct schedule s = { .c = c };
  s.waits = hb_calloc (nodes, sizeof *s.waits);
  s.out_start = hb_calloc (nodes + 2, sizeof *s.out_start);
  s.ready = hb_calloc (nodes, sizeof *s.ready);
  s.clock = hb_calloc (handlers, sizeof *s.clock);
  s.running = hb_calloc (handlers, sizeof *s.running);
  s.queued = hb_calloc (handlers, sizeof *s.queued);
  s.is_placed = hb_calloc (nodes, sizeof *s.is_placed);
  s.placed = hb_calloc (nodes, sizeof *s.placed);
  for (size_t h = 0; h < handlers; h++)
    s.running[h] = HB_NONE;
  turn_edges (&s);
  for (hb_id v = 0; v < nodes; v++)
    if (!s.waits[v])
      offer (&s, v);
  while (s.going.all.size || start_oldest (&s))
    pass (&s, pop (&s.going));
  bool sorted = s.count == nodes;
  if (sorted)
    take_positions (&s);
  else
    blame (&s);
  c->since = 0;
  c->at = 0;
  c->work += SORT_WORDS * nodes;
  hb_free (s.waits);
  hb_free (s.out_start);
  hb_free (s.out);
  hb_free (s.ready);
  hb_free (s.clock);
  hb_free (s.running);
  hb_free (s.is_placed);
  hb_free (s.placed);
  for (size_t h = 0; h < handlers; h++)
    vec_free (s.queued[h].all);
  hb_free (s.queued);
  vec_free (s.going.all);
  return sorted;
}
