/* See plain_simulator.h. */
#include "plain_simulator.h"

#include <string.h>

static hb_id *
ids (size_t count, hb_id value)
{
  hb_id *data = hb_calloc (count, sizeof *data);
  for (size_t i = 0; i < count; i++)
    data[i] = value;
  return data;
}

struct simulator
simulator_new (const hb_trace *trace)
{
  size_t messages = trace->messages.size;
  return (struct simulator){ .trace = trace,
                             .pc = ids (messages, 0),
                             .box = ids (messages, 0),
                             .running = ids (trace->handlers.size, HB_NONE),
                             .last = ids (trace->variables.size, HB_NONE),
                             .writes = ids (trace->variables.size, 0),
                             .started = ids (messages, 0),
                             .posted = ids (messages, 0) };
}

void
simulator_copy (struct simulator *to, const struct simulator *from)
{
  const hb_trace *trace = from->trace;
  struct simulator own = *to;
  size_t messages = trace->messages.size * sizeof (hb_id);
  size_t variables = trace->variables.size * sizeof (hb_id);
  memcpy (own.pc, from->pc, messages);
  memcpy (own.box, from->box, messages);
  memcpy (own.started, from->started, messages);
  memcpy (own.posted, from->posted, messages);
  memcpy (own.running, from->running, trace->handlers.size * sizeof (hb_id));
  memcpy (own.last, from->last, variables);
  memcpy (own.writes, from->writes, variables);
  own.free_memory = from->free_memory;
  own.boxed = from->boxed;
  own.starts = from->starts;
  own.posts = from->posts;
  own.happened = from->happened;
  *to = own;
}

void
simulator_free (struct simulator *simulator)
{
  hb_free (simulator->pc);
  hb_free (simulator->box);
  hb_free (simulator->running);
  hb_free (simulator->last);
  hb_free (simulator->writes);
  hb_free (simulator->started);
  hb_free (simulator->posted);
}

static bool
has_started (const struct simulator *simulator, hb_id message)
{
  for (size_t i = 0; i < simulator->starts; i++)
    if (simulator->started[i] == message)
      return true;
  return false;
}

static hb_id
sender (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[trace->events.data[trace->messages.data[message].post].message]
      .handler;
}

/* Does OTHER, in the same mailbox, keep MESSAGE from being taken?  EARLIER: it was posted earlier. */
static bool
stands_before (const hb_trace *trace, hb_id other, hb_id message, bool earlier)
{
  int32_t mine = trace->messages.data[message].priority,
          theirs = trace->messages.data[other].priority;
  switch (trace->handlers.data[trace->messages.data[message].handler].mailbox)
    {
    case HB_QUEUE:
      return earlier;
    case HB_SENDER_QUEUE:
      return earlier && sender (trace, other) == sender (trace, message);
    case HB_STACK:
      return !earlier;
    case HB_PRIORITY:
      return theirs > mine || (theirs == mine && earlier);
    default:
      return false;
    }
}

static bool
can_take (const struct simulator *simulator, hb_id message)
{
  const hb_trace *trace = simulator->trace;
  size_t place = 0;
  while (place < simulator->boxed && simulator->box[place] != message)
    place++;
  if (place == simulator->boxed)
    return false;
  for (size_t i = 0; i < simulator->boxed; i++)
    if (i != place
        && trace->messages.data[simulator->box[i]].handler == trace->messages.data[message].handler
        && stands_before (trace, simulator->box[i], message, i < place))
      return false;
  return true;
}

static bool
can_start (const struct simulator *simulator, hb_id message)
{
  const struct hb_message *m = &simulator->trace->messages.data[message];
  hb_id initial = simulator->trace->handlers.data[m->handler].initial;
  if (simulator->running[m->handler] != HB_NONE || has_started (simulator, message))
    return false;
  if (m->kind != HB_INITIAL && initial != HB_NONE && !has_started (simulator, initial))
    return false;
  return m->kind != HB_POSTED || can_take (simulator, message);
}

bool
simulator_can (const struct simulator *simulator, hb_id message)
{
  const hb_trace *trace = simulator->trace;
  const struct hb_message *m = &trace->messages.data[message];
  if (simulator->running[m->handler] != message && !can_start (simulator, message))
    return false;
  if (!m->count)
    return true;
  const struct hb_event *e = &trace->events.data[m->first + simulator->pc[message]];
  if (simulator->free_memory)
    return true;
  if (e->kind == HB_READ)
    return simulator->last[e->object] == e->partner;
  return e->kind != HB_WRITE || simulator->writes[e->object] == e->partner;
}

hb_id
simulator_step (struct simulator *simulator, hb_id message)
{
  const hb_trace *trace = simulator->trace;
  const struct hb_message *m = &trace->messages.data[message];
  if (simulator->running[m->handler] != message)
    {
      simulator->started[simulator->starts++] = message;
      size_t kept = 0;
      for (size_t i = 0; i < simulator->boxed; i++)
        if (simulator->box[i] != message)
          simulator->box[kept++] = simulator->box[i];
      simulator->boxed = kept;
      simulator->running[m->handler] = message;
    }
  hb_id event = HB_NONE;
  if (m->count)
    {
      event = m->first + simulator->pc[message]++;
      simulator->happened++;
      const struct hb_event *e = &trace->events.data[event];
      if (e->kind == HB_POST)
        {
          simulator->box[simulator->boxed++] = e->object;
          simulator->posted[simulator->posts++] = e->object;
        }
      if (e->kind == HB_WRITE)
        {
          simulator->last[e->object] = event;
          simulator->writes[e->object]++;
        }
    }
  if (simulator->pc[message] == m->count)
    simulator->running[m->handler] = HB_NONE;
  return event;
}

bool
simulator_done (const struct simulator *simulator)
{
  return simulator->starts == simulator->trace->messages.size
         && simulator->happened == simulator->trace->events.size;
}
