/* Looking into a trace from outside.  See <hbkit/trace.h>. */
#include "trace/trace.h"

hb_id
hb_trace_events (const hb_trace *trace)
{
  return (hb_id)trace->events.size;
}

hb_id
hb_trace_messages (const hb_trace *trace)
{
  return (hb_id)trace->messages.size;
}

hb_id
hb_trace_handlers (const hb_trace *trace)
{
  return (hb_id)trace->handlers.size;
}

hb_id
hb_trace_variables (const hb_trace *trace)
{
  return (hb_id)trace->variables.size;
}

enum hb_event_kind
hb_trace_kind (const hb_trace *trace, hb_id event)
{
  return (enum hb_event_kind)trace->events.data[event].kind;
}

hb_id
hb_trace_message_of (const hb_trace *trace, hb_id event)
{
  return trace->events.data[event].message;
}

hb_id
hb_trace_handler_of (const hb_trace *trace, hb_id event)
{
  return hb_event_handler (trace, event);
}

hb_id
hb_trace_object (const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  return e->kind == HB_GET ? e->message : e->object;
}

hb_id
hb_trace_partner (const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  return e->kind == HB_WRITE ? HB_NONE : e->partner;
}

enum hb_message_kind
hb_trace_message_kind (const hb_trace *trace, hb_id message)
{
  return (enum hb_message_kind)trace->messages.data[message].kind;
}

hb_id
hb_trace_message_handler (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].handler;
}

hb_id
hb_trace_message_post (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].post;
}

int32_t
hb_trace_message_priority (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].priority;
}

hb_id
hb_trace_message_events (const hb_trace *trace, hb_id message, hb_id *count)
{
  *count = trace->messages.data[message].count;
  return trace->messages.data[message].first;
}

enum hb_mailbox
hb_trace_mailbox (const hb_trace *trace, hb_id handler)
{
  return (enum hb_mailbox)trace->handlers.data[handler].mailbox;
}

hb_id
hb_trace_handler_messages (const hb_trace *trace, hb_id handler, hb_id *count)
{
  *count = trace->handlers.data[handler].count;
  return trace->handlers.data[handler].first;
}

const hb_id *
hb_trace_writes (const hb_trace *trace, hb_id variable, hb_id *count)
{
  const struct hb_variable *v = &trace->variables.data[variable];
  *count = v->count;
  return vec_from (trace->co, v->first);
}
