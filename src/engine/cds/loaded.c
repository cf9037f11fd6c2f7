/* Stacks that are loaded before anything is taken from them.  See cds.h.
 *
 *     handler h      initial: .. read of a lock |   get b  ..      get a  ..
 *                                               |
 *     others         post a    post b    unlock |                            every post comes before the
 *                                                                            end of the initial message
 *
 * Of two messages of such a stack the one that is posted later runs first, always: it is a queue turned round.  So
 * the order of their runs is that of their posts, reversed, and needs no variable of its own; nor do clauses
 * that speak of the one have to meet those that speak of the other.
 *
 * Whoever checks a refutation knows nothing of this: two cycles say it for each pair that was turned.  If a runs
 * before b and is posted before b, then b would bury a, so
 *
 *     get a -> post b -> .. -> the end of the initial message -> get a
 *
 * and the same with a and b exchanged. */
#include "engine/cds/cds.h"

/* More are not looked at, a search for each; nor is any after so many that are not loaded, for then the trace is mostly one whose
 * stacks are not. */
#define MOST_STACKS 32
#define MOST_OTHERS 12

/* A known way from each node that has one to the end of the handler's initial message. */
struct way
{
  hb_id end;
  hb_id *next; /* HB_NONE: there is none; NULL: the handler is no such stack */
  uint8_t *by;
};

struct cds_loaded
{
  struct way *ways; /* handler -> */
};

static void
way_free (struct way *way)
{
  hb_free (way->next);
  hb_free (way->by);
  *way = (struct way){ .next = NULL };
}

/* Do both nodes stand in one message? */
static bool
are_together (const hb_trace *trace, hb_id u, hb_id v)
{
  size_t events = trace->events.size;
  return u < events && v < events && trace->events.data[u].message == trace->events.data[v].message;
}

/* Is an edge by RELATION from U to V one step with what leads on from V: program order in one message, coherence, alone or behind
 * from-read? */
static bool
goes_on (const hb_trace *trace, const struct way *way, hb_id u, hb_id v, uint8_t relation)
{
  if (v == way->end)
    return false;
  if (relation == HB_PO)
    return way->by[v] == HB_PO && are_together (trace, u, v)
           && are_together (trace, v, way->next[v]);
  return (relation == HB_CO || relation == HB_FR) && way->by[v] == HB_CO;
}

/* Is NODE a post to HANDLER? */
static bool
posts_to (const hb_trace *trace, hb_id node, hb_id handler)
{
  if (node >= trace->events.size)
    return false;
  const struct hb_event *event = &trace->events.data[node];
  return event->kind == HB_POST && trace->messages.data[event->object].handler == handler;
}

/* Finds the ways to node END of HANDLER along BACK, the known edges reversed, breadth first, until each post to the handler has
 * one; what is one step is made one.  False if some have none. */
static bool
find_way (const hb_trace *trace, const hb_order *back, hb_id handler, hb_id end, struct way *way)
{
  VEC (hb_id) queue = VEC_EMPTY;
  hb_id nodes = back->nodes, missing = trace->handlers.data[handler].count - 1;
  missing -= posts_to (trace, end, handler);
  way->end = end;
  way->next = hb_realloc (NULL, nodes, sizeof *way->next);
  way->by = hb_calloc (nodes, sizeof *way->by);
  for (hb_id v = 0; v < nodes; v++)
    way->next[v] = HB_NONE;
  way->next[end] = end;
  vec_push (queue, end);
  for (size_t i = 0; i < queue.size && missing; i++)
    {
      hb_id v = queue.data[i];
      for (hb_id e = back->first[v]; e < back->first[v + 1]; e++)
        {
          hb_id u = back->to[e];
          if (way->next[u] != HB_NONE)
            continue;
          way->next[u] = goes_on (trace, way, u, v, back->relation[e]) ? way->next[v] : v;
          way->by[u] = back->relation[e];
          missing -= posts_to (trace, u, handler);
          vec_push (queue, u);
        }
    }
  vec_free (queue);
  return !missing;
}

/* A stack of posted messages, with an initial message that may wait for them, and no chains of the input. */
static bool
may_be_loaded (const hb_trace *trace, const struct hb_handler *h)
{
  if (h->mailbox != HB_STACK || h->initial == HB_NONE || h->count < 3
      || trace->messages.data[h->initial].count < 2)
    return false;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    if (m != h->initial && trace->messages.data[m].kind != HB_POSTED)
      return false;
  return !trace->eo.size && !trace->mo.size;
}

void
cds_find_loaded (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  hb_order *order = NULL, *back = NULL;
  hb_id looked_at = 0, others = 0;
  if (cds->none_loaded)
    return;
  for (hb_id h = 0; h < trace->handlers.size && looked_at < MOST_STACKS && others < MOST_OTHERS;
       h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      if (!may_be_loaded (trace, handler))
        continue;
      if (!order)
        {
          order = hb_order_new (trace);
          back = hb_order_reversed (order);
          cds->loaded = hb_calloc (1, sizeof *cds->loaded);
          cds->loaded->ways = hb_calloc (trace->handlers.size, sizeof *cds->loaded->ways);
        }
      looked_at++;
      struct way *way = &cds->loaded->ways[h];
      hb_id end = hb_last_node (order, trace, handler->initial);
      if (!find_way (trace, back, h, end, way))
        {
          way_free (way);
          others++;
        }
    }
  cds->none_loaded = others == looked_at;
  hb_order_free (back);
  hb_order_free (order);
}

void
cds_loaded_free (struct cds *cds)
{
  if (!cds->loaded)
    return;
  for (size_t h = 0; h < cds->trace->handlers.size; h++)
    way_free (&cds->loaded->ways[h]);
  hb_free (cds->loaded->ways);
  hb_free (cds->loaded);
}

/* The cycle against A running before B and being posted before B. */
static void
tell (struct cds *cds, const struct way *way, hb_id a, hb_id b)
{
  const struct hb_message *messages = cds->trace->messages.data;
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_cycle_add_order (&cycle, messages[a].first, messages[b].post, HB_GP, a, b);
  for (hb_id v = messages[b].post; v != way->end; v = way->next[v])
    hb_cycle_add_edge (&cycle, v, way->next[v], (enum hb_relation)way->by[v]);
  hb_cycle_add_edge (&cycle, way->end, messages[a].first, HB_PO);
  vec_push (cds->cycles, cycle);
}

bool
cds_is_loaded (const struct cds *cds, hb_id a, hb_id b)
{
  const struct hb_message *messages = cds->trace->messages.data;
  return cds->loaded && cds->loaded->ways[messages[a].handler].next && messages[a].kind == HB_POSTED
         && messages[b].kind == HB_POSTED;
}

void
cds_tell_loaded (struct cds *cds, hb_id a, hb_id b)
{
  const struct way *way = &cds->loaded->ways[cds->trace->messages.data[a].handler];
  tell (cds, way, a, b);
  tell (cds, way, b, a);
}
