/* See trace_check.h. */
#include "trace/trace_check.h"

#define HOLDS(CONDITION)                                                                           \
  do                                                                                               \
    if (!(CONDITION))                                                                              \
      return #CONDITION;                                                                           \
  while (0)

/* As HOLDS, of what a function below says. */
#define WHOLE(BROKEN)                                                                              \
  do                                                                                               \
    {                                                                                              \
      const char *broken = BROKEN;                                                                 \
      if (broken)                                                                                  \
        return broken;                                                                             \
    }                                                                                              \
  while (0)

static const char *
broken_handler (const hb_trace *trace, hb_id h, hb_id first)
{
  const struct hb_handler *handler = &trace->handlers.data[h];
  HOLDS (handler->first == first);
  HOLDS (handler->first + (size_t)handler->count <= trace->messages.size);
  HOLDS (handler->mailbox < HB_MAILBOXES);
  HOLDS (handler->mailbox_given || handler->mailbox == trace->mailbox);
  for (hb_id m = first; m < first + handler->count; m++)
    HOLDS (trace->messages.data[m].handler == h);
  if (handler->initial == HB_NONE)
    return NULL;
  HOLDS (handler->initial >= first && handler->initial < first + handler->count);
  HOLDS (trace->messages.data[handler->initial].kind == HB_INITIAL);
  return NULL;
}

static const char *
broken_message (const hb_trace *trace, hb_id m, hb_id first)
{
  const struct hb_message *message = &trace->messages.data[m];
  HOLDS (message->first == first);
  HOLDS (message->first + (size_t)message->count <= trace->events.size);
  for (hb_id e = first; e < first + message->count; e++)
    HOLDS (trace->events.data[e].message == m);
  if (message->kind == HB_POSTED)
    {
      HOLDS (message->count && trace->events.data[first].kind == HB_GET);
      HOLDS (message->post < trace->events.size);
      HOLDS (trace->events.data[message->post].kind == HB_POST);
      HOLDS (trace->events.data[message->post].object == m);
    }
  else
    HOLDS (message->post == HB_NONE);
  if (message->kind == HB_INITIAL)
    HOLDS (trace->handlers.data[message->handler].initial == m);
  return NULL;
}

static const char *
broken_access (const hb_trace *trace, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  HOLDS (event->object < trace->variables.size);
  if (event->kind == HB_WRITE)
    {
      const struct hb_variable *variable = &trace->variables.data[event->object];
      HOLDS (event->partner < variable->count);
      HOLDS (trace->co.data[variable->first + event->partner] == e);
    }
  else if (event->partner != HB_NONE)
    {
      HOLDS (event->partner < trace->events.size);
      HOLDS (trace->events.data[event->partner].kind == HB_WRITE);
      HOLDS (trace->events.data[event->partner].object == event->object);
    }
  return NULL;
}

static const char *
broken_event (const hb_trace *trace, hb_id e)
{
  const struct hb_event *event = &trace->events.data[e];
  HOLDS (event->kind == HB_WRITE || hb_event_value (trace, e) == HB_NONE);
  switch ((enum hb_event_kind)event->kind)
    {
    case HB_GET:
      HOLDS (event->object == event->message);
      HOLDS (trace->messages.data[event->message].kind == HB_POSTED);
      HOLDS (trace->messages.data[event->message].first == e);
      HOLDS (event->partner == trace->messages.data[event->message].post);
      return NULL;
    case HB_POST:
      HOLDS (event->object < trace->messages.size);
      HOLDS (trace->messages.data[event->object].post == e);
      HOLDS (event->partner == trace->messages.data[event->object].first);
      return NULL;
    case HB_WRITE:
    case HB_READ:
      return broken_access (trace, e);
    }
  return "an event of a kind";
}

static const char *
broken_chain (const hb_trace *trace, const struct hb_chain *chain, bool of_posts)
{
  HOLDS (chain->handler < trace->handlers.size);
  HOLDS (chain->first + (size_t)chain->count <= trace->chained.size);
  for (hb_id i = chain->first; i < chain->first + chain->count; i++)
    {
      HOLDS (trace->chained.data[i] < trace->messages.size);
      const struct hb_message *member = &trace->messages.data[trace->chained.data[i]];
      HOLDS (member->handler == chain->handler);
      HOLDS (member->kind != HB_INITIAL);
      HOLDS (!of_posts || member->kind == HB_POSTED);
    }
  return NULL;
}

/* Handlers, messages and variables lie one after another, with nothing between and nothing left over. */
const char *
hb_trace_broken (const hb_trace *trace)
{
  hb_id messages = 0, events = 0, writes = 0;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      WHOLE (broken_handler (trace, h, messages));
      messages += trace->handlers.data[h].count;
    }
  HOLDS (messages == trace->messages.size);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      WHOLE (broken_message (trace, m, events));
      events += trace->messages.data[m].count;
    }
  HOLDS (events == trace->events.size);
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      HOLDS (trace->variables.data[v].first == writes);
      writes += trace->variables.data[v].count;
    }
  HOLDS (writes == trace->co.size);
  for (hb_id e = 0; e < trace->events.size; e++)
    WHOLE (broken_event (trace, e));
  for (size_t c = 0; c < trace->eo.size; c++)
    WHOLE (broken_chain (trace, &trace->eo.data[c], false));
  for (size_t c = 0; c < trace->mo.size; c++)
    WHOLE (broken_chain (trace, &trace->mo.data[c], true));
  return NULL;
}
