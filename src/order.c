/* The known part of happens-before in compressed rows.  See order.h.
 *
 * The edges are enumerated twice by the same function: once to count them, once to fill the rows.
 */
#include "order.h"

#include <string.h>

const char *
hb_relation_name (enum hb_relation relation)
{
  static const char *const names[HB_RELATIONS] = { "po", "rf", "co", "fr", "pb", "eo", "mo" };
  return names[relation];
}

bool
hb_coupled (const hb_trace *trace, hb_id message, hb_id other)
{
  const struct hb_message *a = &trace->messages.data[message];
  const struct hb_message *b = &trace->messages.data[other];
  if (a->handler != b->handler || a->post == HB_NONE || b->post == HB_NONE)
    return false;
  switch (trace->handlers.data[a->handler].mailbox)
    {
    case HB_QUEUE:
      return true;
    case HB_SENDER_QUEUE:
      return hb_event_handler (trace, a->post) == hb_event_handler (trace, b->post);
    default:
      return false;
    }
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

/* Where edges go: into counts while `to` is NULL, into the rows after that. */
struct sink
{
  hb_order *order;
  bool filling;
};

static void
put_edge (struct sink *sink, hb_id from, hb_id to, enum hb_relation relation)
{
  hb_order *order = sink->order;
  /* While counting, first[v + 1] counts the edges of v; while filling, first[v + 1] is the next
   * free place of v's row and ends up where it belongs: at the start of the row of v + 1. */
  hb_id place = order->first[from + 1]++;
  if (sink->filling)
    {
      order->to[place] = to;
      order->relation[place] = (uint8_t)relation;
    }
}

static void
put_events (struct sink *sink, const hb_trace *trace)
{
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
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
 * and the latest one before it to which it is coupled.  LATEST has an entry a handler, for the
 * senders of a sender-queue; a queue uses one entry for all. */
static void
put_chain (struct sink *sink, const hb_trace *trace, const struct hb_chain *chain, bool is_eo,
           hb_id *latest)
{
  const hb_id *member = trace->chained.data + chain->first;
  uint8_t mailbox = trace->handlers.data[chain->handler].mailbox;
  for (hb_id i = 0; i < chain->count; i++)
    {
      hb_id post = trace->messages.data[member[i]].post;
      if (i && is_eo)
        put_eo (sink, trace, member[i - 1], member[i]);
      else if (i && post != HB_NONE && trace->messages.data[member[i - 1]].post != HB_NONE)
        put_mo (sink, trace, member[i - 1], member[i]);
      if (post == HB_NONE)
        continue;
      hb_id slot = mailbox == HB_QUEUE ? 0 : hb_event_handler (trace, post);
      if (latest[slot] != HB_NONE && hb_coupled (trace, latest[slot], member[i]))
        {
          if (is_eo)
            put_mo (sink, trace, latest[slot], member[i]);
          else
            put_eo (sink, trace, latest[slot], member[i]);
        }
      latest[slot] = member[i];
    }
  for (hb_id i = 0; i < chain->count; i++)
    {
      hb_id post = trace->messages.data[member[i]].post;
      if (post != HB_NONE)
        latest[mailbox == HB_QUEUE ? 0 : hb_event_handler (trace, post)] = HB_NONE;
    }
}

static void
put_all (struct sink *sink, const hb_trace *trace, hb_id *latest)
{
  put_events (sink, trace);
  put_initial (sink, trace);
  for (size_t i = 0; i < trace->eo.size; i++)
    put_chain (sink, trace, &trace->eo.data[i], true, latest);
  for (size_t i = 0; i < trace->mo.size; i++)
    put_chain (sink, trace, &trace->mo.data[i], false, latest);
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
  hb_id *latest = hb_realloc (NULL, trace->handlers.size + 1, sizeof (hb_id));
  memset (latest, 0xff, (trace->handlers.size + 1) * sizeof (hb_id));

  struct sink sink = { .order = order };
  put_all (&sink, trace, latest);
  uint64_t edges = 0;
  for (hb_id v = 0; v < nodes; v++)
    {
      hb_id count = order->first[v + 1];
      order->first[v + 1] = (hb_id)edges;
      edges += count;
    }
  if (edges >= HB_NONE)
    hb_die ("the trace has more than 2^32 known edges");
  order->to = hb_realloc (NULL, (size_t)edges, sizeof (hb_id));
  order->relation = hb_realloc (NULL, (size_t)edges, 1);
  sink.filling = true;
  put_all (&sink, trace, latest);
  hb_free (latest);
  return order;
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
