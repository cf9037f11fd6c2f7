/* See trace_check.h. */
#include "trace/trace_check.h"

#ifdef HB_CHECKING

static void
check_handler (const hb_trace *trace, hb_id h, hb_id first)
{
  const struct hb_handler *handler = &trace->handlers.data[h];
  HB_ASSERT (handler->first == first);
  HB_ASSERT (handler->first + (size_t)handler->count <= trace->messages.size);
  HB_ASSERT (handler->mailbox < HB_MAILBOXES);
  HB_ASSERT (handler->mailbox_given || handler->mailbox == trace->mailbox);
  for (hb_id m = first; m < first + handler->count; m++)
    HB_ASSERT (trace->messages.data[m].handler == h);
  if (handler->initial == HB_NONE)
    return;
  HB_ASSERT (handler->initial >= first && handler->initial < first + handler->count);
  HB_ASSERT (trace->messages.data[handler->initial].kind == HB_INITIAL);
}

static void
check_message (const hb_trace *trace, hb_id m, hb_id first)
{
  const struct hb_message *message = &trace->messages.data[m];
  HB_ASSERT (message->first == first);
  HB_ASSERT (message->first + (size_t)message->count <= trace->events.size);
  HB_ASSERT (message->handler < trace->handlers.size);
  for (hb_id e = first; e < first + message->count; e++)
    HB_ASSERT (trace->events.data[e].message == m);
  if (message->kind == HB_POSTED)
    {
      HB_ASSERT (message->count && trace->events.data[first].kind == HB_GET);
      HB_ASSERT (message->post < trace->events.size);
      HB_ASSERT (trace->events.data[message->post].kind == HB_POST);
      HB_ASSERT (trace->events.data[message->post].object == m);
    }
  else
    HB_ASSERT (message->post == HB_NONE);
  if (message->kind == HB_INITIAL)
    HB_ASSERT (trace->handlers.data[message->handler].initial == m);
}

static void
check_access (const hb_trace *trace, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  HB_ASSERT (event->object < trace->variables.size);
  if (event->kind == HB_WRITE)
    {
      const struct hb_variable *variable = &trace->variables.data[event->object];
      HB_ASSERT (event->partner < variable->count);
      HB_ASSERT (trace->co.data[variable->first + event->partner] == e);
    }
  else if (event->partner != HB_NONE)
    {
      HB_ASSERT (event->partner < trace->events.size);
      HB_ASSERT (trace->events.data[event->partner].kind == HB_WRITE);
      HB_ASSERT (trace->events.data[event->partner].object == event->object);
    }
}

static void
check_event (const hb_trace *trace, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  HB_ASSERT (event->message < trace->messages.size);
  HB_ASSERT (event->kind == HB_WRITE || hb_event_value (trace, e) == HB_NONE);
  switch ((enum hb_event_kind)event->kind)
    {
    case HB_GET:
      HB_ASSERT (event->object == event->message);
      HB_ASSERT (trace->messages.data[event->message].first == e);
      HB_ASSERT (event->partner == trace->messages.data[event->message].post);
      break;
    case HB_POST:
      HB_ASSERT (event->object < trace->messages.size);
      HB_ASSERT (trace->messages.data[event->object].post == e);
      HB_ASSERT (event->partner == trace->messages.data[event->object].first);
      break;
    case HB_WRITE:
    case HB_READ:
      check_access (trace, e);
      break;
    }
}

static void
check_chain (const hb_trace *trace, const struct hb_chain *chain, bool of_posts)
{
  HB_ASSERT (chain->handler < trace->handlers.size);
  HB_ASSERT (chain->first + (size_t)chain->count <= trace->chained.size);
  for (hb_id i = chain->first; i < chain->first + chain->count; i++)
    {
      HB_ASSERT (trace->chained.data[i] < trace->messages.size);
      const struct hb_message *member = &trace->messages.data[trace->chained.data[i]];
      HB_ASSERT (member->handler == chain->handler);
      HB_ASSERT (member->kind != HB_INITIAL);
      HB_ASSERT (!of_posts || member->kind == HB_POSTED);
    }
}

void
hb_trace_check (const hb_trace *trace)
{
  hb_id messages = 0, events = 0, writes = 0;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      check_handler (trace, h, messages);
      messages += trace->handlers.data[h].count;
    }
  HB_ASSERT (messages == trace->messages.size);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      check_message (trace, m, events);
      events += trace->messages.data[m].count;
    }
  HB_ASSERT (events == trace->events.size);
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      HB_ASSERT (trace->variables.data[v].first == writes);
      writes += trace->variables.data[v].count;
    }
  HB_ASSERT (writes == trace->co.size);
  for (hb_id e = 0; e < trace->events.size; e++)
    check_event (trace, e);
  for (size_t c = 0; c < trace->eo.size; c++)
    check_chain (trace, &trace->eo.data[c], false);
  for (size_t c = 0; c < trace->mo.size; c++)
    check_chain (trace, &trace->mo.data[c], true);
}

#else
typedef int hb_trace_check_is_off; /* C wants a declaration in every file */
#endif
