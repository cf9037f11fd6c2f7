/* Posets of traces; see sources.h. */
#include "poset/sources.h"

#include "trace/order.h"

#include <string.h>

typedef VEC (hb_id) edges;

static void
add (edges *list, hb_id before, hb_id after)
{
  vec_push (*list, before);
  vec_push (*list, after);
}

/* Numbers the messages that are not initial. */
static hb_poset *
of_posts (const hb_trace *trace, hb_diag *diag)
{
  hb_names *names = hb_names_new ();
  edges list = VEC_EMPTY;
  hb_id *number = hb_calloc (trace->messages.size, sizeof *number), count = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const char *name = hb_message_name (trace, m);
      number[m] = HB_NONE;
      if (trace->messages.data[m].kind == HB_INITIAL)
        continue;
      hb_names_intern (names, name, strlen (name));
      number[m] = count++;
    }
  /* By the posts, so that children stand in the order in which they are posted. */
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_POST && number[event->message] != HB_NONE)
        add (&list, number[event->message], number[event->object]);
    }
  hb_poset *poset = hb_poset_of_edges (names, count, list.data, list.size / 2, diag);
  hb_free (number);
  vec_free (list);
  return poset;
}

static void
name_event (hb_names *names, const hb_trace *trace, hb_id event)
{
  char *address = hb_event_address (trace, event), *at = strchr (address, '@');
  if (at)
    *at = '.'; /* names of elements have no @ */
  hb_names_intern (names, address, strlen (address));
  hb_free (address);
}

static hb_poset *
of_events (const hb_trace *trace, hb_diag *diag)
{
  hb_names *names = hb_names_new ();
  edges list = VEC_EMPTY;
  hb_id *number = hb_calloc (trace->events.size, sizeof *number), count = 0;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      number[e] = HB_NONE;
      if (trace->messages.data[trace->events.data[e].message].kind == HB_INITIAL)
        continue;
      name_event (names, trace, e);
      number[e] = count++;
    }
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      const struct hb_message *message = &trace->messages.data[event->message];
      if (number[e] == HB_NONE)
        continue;
      if (e + 1 < message->first + message->count)
        add (&list, number[e], number[e + 1]);
      if (event->kind == HB_POST)
        add (&list, number[e], number[event->partner]);
    }
  hb_poset *poset = hb_names_count (names) == count
                        ? hb_poset_of_edges (names, count, list.data, list.size / 2, diag)
                        : NULL;
  if (hb_names_count (names) != count)
    {
      hb_error (diag, NULL,
                "two events get the same name once '@' is '.'; rename the label of one");
      hb_names_free (names);
    }
  hb_free (number);
  vec_free (list);
  return poset;
}

static hb_poset *
of_order (const hb_trace *trace, hb_diag *diag)
{
  hb_order *order = hb_order_new (trace);
  hb_names *names = hb_names_new ();
  edges list = VEC_EMPTY;
  for (hb_id e = 0; e < trace->events.size; e++)
    name_event (names, trace, e);
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (order->empty_node && order->empty_node[m] != HB_NONE)
      {
        const char *name = hb_message_name (trace, m);
        hb_names_intern (names, name, strlen (name));
      }
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id i = order->first[v]; i < order->first[v + 1]; i++)
      add (&list, v, order->to[i]);
  hb_poset *poset = NULL;
  if (hb_names_count (names) == order->nodes)
    poset = hb_poset_of_edges (names, order->nodes, list.data, list.size / 2, diag);
  else
    {
      hb_error (diag, NULL,
                "two events get the same name once '@' is '.'; rename the label of one");
      hb_names_free (names);
    }
  hb_order_free (order);
  vec_free (list);
  return poset;
}

hb_poset *
hb_poset_of_trace (const hb_trace *trace, enum hb_trace_poset which, hb_diag *diag)
{
  return which == HB_POSET_POSTS   ? of_posts (trace, diag)
         : which == HB_POSET_PO_PB ? of_events (trace, diag)
                                   : of_order (trace, diag);
}
