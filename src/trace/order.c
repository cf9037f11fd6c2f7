/* The known part of happens-before in compressed rows.  See order.h.
 *
 * The edges are enumerated twice by the same function: once to count them, once to fill the rows.
 */
#include "trace/order.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

const char *
hb_relation_name (enum hb_relation relation)
{
  static const char *const names[HB_RELATIONS] = { "po", "rf", "co", "fr", "pb", "eo", "mo", "gp" };
  return names[relation];
}

int
hb_step_assumes (const hb_trace *trace, const struct hb_step *step, struct hb_pair assumed[2])
{
  struct hb_pair runs = { step->before, step->after, false };
  struct hb_pair posts = { step->before, step->after, true };
  bool by_posts = false;
  if (step->before == HB_NONE)
    return 0;
  HB_ASSERT (step->relation == HB_EO || step->relation == HB_MO || step->relation == HB_GP);
  HB_ASSERT (step->after != HB_NONE && step->after != step->before);
  HB_ASSERT (trace->messages.data[step->before].handler
             == trace->messages.data[step->after].handler);
  assumed[0] = step->relation == HB_MO ? posts : runs;
  assumed[1] = posts;
  return step->relation == HB_GP && hb_buries (trace, step->after, step->before, &by_posts)
                 && by_posts
             ? 2
             : 1;
}

hb_id
hb_first_node (const hb_order *order, const hb_trace *trace, hb_id message)
{
  const struct hb_message *m = &trace->messages.data[message];
  return m->count ? m->first : order->empty_node[message];
}

hb_id
hb_last_node (const hb_order *order, const hb_trace *trace, hb_id message)
{
  const struct hb_message *m = &trace->messages.data[message];
  return m->count ? m->first + m->count - 1 : order->empty_node[message];
}

/* Where edges go: into counts until `filling`, into the rows after that. */
struct sink
{
  hb_order *order;
  bool filling;
  hb_id *latest; /* class -> the latest member of a chain that is of the class */
  hb_id *class;  /* of each message; NULL: there are no chains */
};

static void
put_edge (struct sink *sink, hb_id from, hb_id to, enum hb_relation relation)
{
  hb_order *order = sink->order;
  /* While counting, first[v + 1] counts the edges of v; while filling, first[v + 1] is the next
   * free place of v's row and ends up where it belongs: at the start of the row of v + 1. */
  HB_ASSERT (from < order->nodes && to < order->nodes);
  hb_id place = order->first[from + 1]++;
  if (sink->filling)
    {
      HB_ASSERT (!place || order->to);
      order->to[place] = to;
      order->relation[place] = (uint8_t)relation;
    }
}

/* So many events before its turn what an event needs first is asked for, then what depends on that: both may stand
 * anywhere. */
#define AHEAD_FIRST 32
#define AHEAD_NEXT 16

/* EVENT[0 .. LEFT - 1] come next. */
static inline __attribute__ ((always_inline)) void
ask_ahead (const struct sink *sink, const hb_trace *trace, const struct hb_event *event,
           size_t left)
{
  if (left > AHEAD_FIRST && event[AHEAD_FIRST].kind >= HB_WRITE)
    {
      const struct hb_event *e = &event[AHEAD_FIRST];
      __builtin_prefetch (&trace->variables.data[e->object]);
      if (e->kind == HB_READ && e->partner != HB_NONE)
        {
          __builtin_prefetch (&trace->events.data[e->partner]);
          __builtin_prefetch (&sink->order->first[e->partner + 1], 1);
        }
    }
  if (left <= AHEAD_NEXT || event[AHEAD_NEXT].kind < HB_WRITE)
    return;
  const struct hb_event *e = &event[AHEAD_NEXT];
  hb_id rank = e->kind == HB_WRITE || e->partner == HB_NONE
                   ? e->partner
                   : trace->events.data[e->partner].partner;
  __builtin_prefetch (&trace->co.data[trace->variables.data[e->object].first + rank + 1]);
  if (sink->filling && e->kind == HB_READ && e->partner != HB_NONE)
    __builtin_prefetch (&sink->order->to[sink->order->first[e->partner + 1]], 1);
}

static void
put_events (struct sink *sink, const hb_trace *trace)
{
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      ask_ahead (sink, trace, event, trace->events.size - e);
      const struct hb_message *message = &trace->messages.data[event->message];
      if (e + 1 < message->first + message->count)
        put_edge (sink, e, e + 1, HB_PO);
      hb_id next = HB_NONE;
      if (event->kind == HB_POST && event->partner != HB_NONE)
        put_edge (sink, e, event->partner, HB_PB);
      else if (event->kind == HB_WRITE)
        {
          if ((next = hb_next_write (trace, event->object, event->partner)) != HB_NONE)
            put_edge (sink, e, next, HB_CO);
        }
      else if (event->kind == HB_READ)
        {
          hb_id rank = HB_NONE;
          if (event->partner != HB_NONE)
            {
              put_edge (sink, event->partner, e, HB_RF);
              rank = trace->events.data[event->partner].partner;
            }
          if ((next = hb_next_write (trace, event->object, rank)) != HB_NONE)
            put_edge (sink, e, next, HB_FR);
        }
    }
}

static void
put_initial (struct sink *sink, const hb_trace *trace)
{
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      if (handler->initial == HB_NONE)
        continue;
      hb_id last = hb_last_node (sink->order, trace, handler->initial);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        if (m != handler->initial)
          put_edge (sink, last, hb_first_node (sink->order, trace, m), HB_PO);
    }
}

static void
put_eo (struct sink *sink, const hb_trace *trace, hb_id before, hb_id after)
{
  put_edge (sink, hb_last_node (sink->order, trace, before),
            hb_first_node (sink->order, trace, after), HB_EO);
}

static void
put_mo (struct sink *sink, const hb_trace *trace, hb_id before, hb_id after)
{
  put_edge (sink, trace->messages.data[before].post, trace->messages.data[after].post, HB_MO);
}

/* One chain: its own edges between neighbours, and those of the other relation between each message
 * and the latest one before it to which it is coupled. */
static void
put_chain (struct sink *sink, const hb_trace *trace, const struct hb_chain *chain, bool is_eo)
{
  const hb_id *member = trace->chained.data + chain->first;
  for (hb_id i = 0; i < chain->count; i++)
    {
      hb_id post = trace->messages.data[member[i]].post;
      if (i && is_eo)
        put_eo (sink, trace, member[i - 1], member[i]);
      else if (i && post != HB_NONE && trace->messages.data[member[i - 1]].post != HB_NONE)
        put_mo (sink, trace, member[i - 1], member[i]);
      if (post == HB_NONE)
        continue;
      hb_id *latest = &sink->latest[sink->class[member[i]]];
      if (*latest != HB_NONE && hb_coupled (trace, *latest, member[i]))
        {
          if (is_eo)
            put_mo (sink, trace, *latest, member[i]);
          else
            put_eo (sink, trace, *latest, member[i]);
        }
      *latest = member[i];
    }
  for (hb_id i = 0; i < chain->count; i++)
    if (trace->messages.data[member[i]].post != HB_NONE)
      sink->latest[sink->class[member[i]]] = HB_NONE;
}

static void
put_all (struct sink *sink, const hb_trace *trace)
{
  put_events (sink, trace);
  put_initial (sink, trace);
  for (size_t i = 0; i < trace->eo.size; i++)
    put_chain (sink, trace, &trace->eo.data[i], true);
  for (size_t i = 0; i < trace->mo.size; i++)
    put_chain (sink, trace, &trace->mo.data[i], false);
}

struct prioritized
{
  int32_t priority;
  hb_id message;
};

static int
by_priority (const void *left, const void *right)
{
  const struct prioritized *a = left, *b = right;
  if (a->priority != b->priority)
    return a->priority < b->priority ? -1 : 1;
  return a->message < b->message ? -1 : a->message > b->message;
}

/* The classes of the messages of HANDLER: their priorities, by size. */
static void
rank_priorities (const hb_trace *trace, const struct hb_handler *handler, hb_id *class)
{
  struct prioritized *sorted = hb_calloc (handler->count, sizeof *sorted);
  hb_id rank = 0;
  for (hb_id i = 0; i < handler->count; i++)
    sorted[i] = (struct prioritized){ trace->messages.data[handler->first + i].priority,
                                      handler->first + i };
  qsort (sorted, handler->count, sizeof *sorted, by_priority);
  for (hb_id i = 0; i < handler->count; i++)
    {
      rank += i && sorted[i].priority != sorted[i - 1].priority;
      class[sorted[i].message] = rank;
    }
  hb_free (sorted);
}

hb_id *
hb_coupling_classes (const hb_trace *trace)
{
  hb_id *class = hb_calloc (trace->messages.size, sizeof *class);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      if (handler->mailbox == HB_PRIORITY)
        rank_priorities (trace, handler, class);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        if (handler->mailbox == HB_SENDER_QUEUE && trace->messages.data[m].post != HB_NONE)
          class[m] = hb_event_handler (trace, trace->messages.data[m].post);
    }
  return class;
}

/* Gives every message without events a node behind the events. */
static void
number_nodes (hb_order *order, const hb_trace *trace)
{
  order->nodes = (hb_id)trace->events.size;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      if (trace->messages.data[m].count)
        continue;
      if (!order->empty_node)
        {
          size_t bytes = trace->messages.size * sizeof (hb_id);
          order->empty_node = hb_realloc (NULL, trace->messages.size, sizeof (hb_id));
          memset (order->empty_node, 0xff, bytes); /* HB_NONE everywhere */
        }
      order->empty_node[m] = order->nodes++;
    }
}

hb_order *
hb_order_new (const hb_trace *trace)
{
  hb_order *order = hb_calloc (1, sizeof *order);
  number_nodes (order, trace);
  hb_id nodes = order->nodes;
  order->first = hb_calloc ((size_t)nodes + 2, sizeof (hb_id));
  struct sink sink
      = { .order = order, .class = trace->chained.size ? hb_coupling_classes (trace) : NULL };
  if (sink.class)
    {
      size_t classes = hb_most_classes (trace);
      sink.latest = hb_realloc (NULL, classes, sizeof (hb_id));
      memset (sink.latest, 0xff, classes * sizeof (hb_id)); /* HB_NONE everywhere */
    }
  put_all (&sink, trace);
  uint64_t edges = 0;
  for (hb_id v = 0; v < nodes; v++)
    {
      hb_id count = order->first[v + 1];
      order->first[v + 1] = (hb_id)edges;
      edges += count;
    }
  if (edges >= HB_NONE)
    hb_fail ("the trace has more than 2^32 known edges");
  order->to = hb_realloc (NULL, (size_t)edges, sizeof (hb_id));
  order->relation = hb_realloc (NULL, (size_t)edges, 1);
  sink.filling = true;
  put_all (&sink, trace);
  HB_ASSERT (order->first[nodes] == edges);
  hb_free (sink.latest);
  hb_free (sink.class);
  return order;
}

hb_order *
hb_order_reversed (const hb_order *order)
{
  hb_order *back = hb_calloc (1, sizeof *back);
  hb_id nodes = order->nodes, edges = order->first[nodes];
  back->nodes = nodes;
  back->first = hb_calloc ((size_t)nodes + 2, sizeof (hb_id));
  back->to = hb_realloc (NULL, edges, sizeof (hb_id));
  back->relation = hb_realloc (NULL, edges, 1);
  for (hb_id e = 0; e < edges; e++)
    {
      if (e + AHEAD_FIRST < edges)
        __builtin_prefetch (&back->first[order->to[e + AHEAD_FIRST] + 2], 1);
      back->first[order->to[e] + 2]++;
    }
  for (hb_id v = 0; v < nodes; v++)
    back->first[v + 2] += back->first[v + 1];
  for (hb_id v = 0; v < nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      {
        if (e + AHEAD_FIRST < edges)
          __builtin_prefetch (&back->first[order->to[e + AHEAD_FIRST] + 1], 1);
        if (e + AHEAD_NEXT < edges)
          __builtin_prefetch (&back->to[back->first[order->to[e + AHEAD_NEXT] + 1]], 1);
        hb_id place = back->first[order->to[e] + 1]++;
        back->to[place] = v;
        back->relation[place] = order->relation[e];
      }
  return back;
}

void
hb_order_free (hb_order *order)
{
  if (!order)
    return;
  hb_free (order->first);
  hb_free (order->to);
  hb_free (order->relation);
  hb_free (order->empty_node);
  hb_free (order);
}

hb_id *
hb_order_messages (const hb_order *order, const hb_trace *trace)
{
  hb_id *message_of = hb_calloc (order->nodes, sizeof *message_of);
  for (hb_id e = 0; e < trace->events.size; e++)
    message_of[e] = trace->events.data[e].message;
  for (hb_id m = 0; m < trace->messages.size; m++)
    message_of[hb_first_node (order, trace, m)] = m;
  return message_of;
}

hb_id
hb_message_of_node (const hb_order *order, const hb_trace *trace, hb_id node)
{
  if (node < trace->events.size)
    return trace->events.data[node].message;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (hb_first_node (order, trace, m) == node)
      return m;
  return HB_NONE;
}
