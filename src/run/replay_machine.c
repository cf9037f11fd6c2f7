/* See replay_machine.h. */
#include "run/replay_machine.h"

struct hb_machine *
hb_machine_new (const hb_trace *trace)
{
  struct hb_machine *machine = hb_calloc (1, sizeof *machine);
  machine->trace = trace;
  machine->mailboxes = hb_mailboxes_new (trace);
  machine->state = hb_calloc (trace->messages.size, sizeof *machine->state);
  machine->running = hb_new_ids (trace->handlers.size, HB_NONE);
  machine->next = hb_new_ids (trace->handlers.size, HB_NONE);
  machine->written = hb_new_ids (trace->variables.size, 0);
  machine->unread = hb_new_ids (trace->variables.size, 0);
  machine->readers = hb_new_ids (trace->events.size, 0);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ)
        (event->partner == HB_NONE ? machine->unread + event->object
                                   : machine->readers + event->partner)[0]++;
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count)
      machine->state[m] = HB_FINISHED;
  return machine;
}

void
hb_machine_free (struct hb_machine *machine)
{
  hb_mailboxes_free (machine->mailboxes);
  hb_free (machine->state);
  hb_free (machine->running);
  hb_free (machine->next);
  hb_free (machine->written);
  hb_free (machine->unread);
  hb_free (machine->readers);
  hb_free (machine);
}

bool
hb_machine_happened (const struct hb_machine *machine, hb_id event)
{
  hb_id message = machine->trace->events.data[event].message;
  if (machine->state[message] == HB_UNDER_WAY)
    return event < machine->next[machine->trace->messages.data[message].handler];
  return machine->state[message] == HB_FINISHED;
}

hb_id
hb_machine_holds (const struct hb_machine *machine, hb_id variable)
{
  hb_id written = machine->written[variable];
  const struct hb_variable *v = &machine->trace->variables.data[variable];
  HB_ASSERT (written <= v->count);
  return written ? machine->trace->co.data[v->first + written - 1] : HB_NONE;
}

/* What stands in the way of starting MESSAGE, which has not been started. */
static enum hb_obstacle
start_obstacle (const struct hb_machine *machine, hb_id message)
{
  const struct hb_message *m = &machine->trace->messages.data[message];
  hb_id initial = machine->trace->handlers.data[m->handler].initial;
  if (machine->running[m->handler] != HB_NONE)
    return HB_BUSY;
  if (m->kind == HB_INITIAL)
    return HB_FREE;
  if (initial != HB_NONE && machine->state[initial] != HB_FINISHED)
    return HB_INITIAL_FIRST;
  if (m->kind == HB_EXTERNAL)
    return HB_FREE;
  if (machine->state[message] != HB_IN_MAILBOX)
    return HB_UNPOSTED;
  return hb_mailbox_first (machine->mailboxes, message) == message ? HB_FREE : HB_BEHIND;
}

/* What the memory has against EVENT. */
static enum hb_obstacle
memory_obstacle (const struct hb_machine *machine, const struct hb_event *event)
{
  if (event->kind == HB_READ)
    return hb_machine_holds (machine, event->object) == event->partner ? HB_FREE : HB_OTHER_VALUE;
  if (event->kind != HB_WRITE)
    return HB_FREE;
  if (machine->written[event->object] != event->partner)
    return HB_COHERENCE;
  return machine->unread[event->object] ? HB_UNREAD : HB_FREE;
}

enum hb_obstacle
hb_machine_obstacle (const struct hb_machine *machine, hb_id event)
{
  const struct hb_event *e = &machine->trace->events.data[event];
  const struct hb_message *m = &machine->trace->messages.data[e->message];
  if (hb_machine_happened (machine, event))
    return HB_HAPPENED;
  bool under_way = machine->state[e->message] == HB_UNDER_WAY;
  if (event != (under_way ? machine->next[m->handler] : m->first))
    return HB_TOO_EARLY;
  enum hb_obstacle obstacle = under_way ? HB_FREE : start_obstacle (machine, e->message);
  if (obstacle != HB_FREE)
    return obstacle;
  return memory_obstacle (machine, e);
}

void
hb_machine_step (struct hb_machine *machine, hb_id event)
{
  const struct hb_event *e = &machine->trace->events.data[event];
  const struct hb_message *m = &machine->trace->messages.data[e->message];
  HB_ASSERT (hb_machine_obstacle (machine, event) == HB_FREE);
  HB_ASSERT (machine->happened < machine->trace->events.size);
  machine->state[e->message] = HB_UNDER_WAY;
  machine->running[m->handler] = e->message;
  machine->next[m->handler] = event + 1;
  switch ((enum hb_event_kind)e->kind)
    {
    case HB_GET:
      hb_mailbox_take (machine->mailboxes, e->message);
      break;
    case HB_POST:
      HB_ASSERT (machine->state[e->object] == HB_ABSENT);
      machine->state[e->object] = HB_IN_MAILBOX;
      hb_mailbox_put (machine->mailboxes, e->object);
      break;
    case HB_WRITE:
      HB_ASSERT (machine->written[e->object] == e->partner && !machine->unread[e->object]);
      machine->written[e->object]++;
      machine->unread[e->object] = machine->readers[event];
      break;
    case HB_READ:
      HB_ASSERT (machine->unread[e->object]);
      machine->unread[e->object]--;
      break;
    }
  if (event + 1 == m->first + m->count)
    {
      machine->state[e->message] = HB_FINISHED;
      machine->running[m->handler] = HB_NONE;
    }
  machine->happened++;
}
