/* What stands in the way of an event, in words.  See replay_machine.h. */
#include "run/replay_machine.h"

char *
hb_describe_event (const hb_trace *trace, hb_id event)
{
  char *address = hb_event_address (trace, event), *text = hb_event_text (trace, event);
  hb_id message = trace->events.data[event].message;
  bool initial = trace->messages.data[message].kind == HB_INITIAL;
  char *all = initial ? hb_format ("%s ('%s')", address, text)
                      : hb_format ("%s ('%s' in message '%s')", address, text,
                                   hb_message_name (trace, message));
  hb_free (address);
  hb_free (text);
  return all;
}

/* A read of the value that VARIABLE holds and that has not happened.  Linear, for errors only. */
static hb_id
missing_read (const struct hb_machine *machine, hb_id variable)
{
  const hb_trace *trace = machine->trace;
  hb_id held = hb_machine_holds (machine, variable);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ && event->object == variable && event->partner == held
          && !hb_machine_happened (machine, e))
        return e;
    }
  return HB_NONE;
}

/* What VARIABLE holds, in words.  New. */
static char *
holding (const struct hb_machine *machine, hb_id variable)
{
  const hb_trace *trace = machine->trace;
  hb_id write = hb_machine_holds (machine, variable);
  if (write == HB_NONE)
    return hb_format ("'%s' holds its initial value", hb_variable_name (trace, variable));
  char *address = hb_event_address (trace, write);
  char *text
      = hb_format ("'%s' holds the value of %s", hb_variable_name (trace, variable), address);
  hb_free (address);
  return text;
}

/* What stands in the way of starting EVENT's message, or of EVENT within it.  New. */
static char *
message_obstacle_text (const struct hb_machine *machine, hb_id event, enum hb_obstacle obstacle)
{
  const hb_trace *trace = machine->trace;
  const struct hb_event *e = &trace->events.data[event];
  hb_id handler = hb_event_handler (trace, event), other;
  const char *message = hb_message_name (trace, e->message);
  char *place, *text;
  switch (obstacle)
    {
    case HB_HAPPENED:
      return hb_format ("it has happened already");
    case HB_BUSY:
      return hb_format ("the handler is running message '%s'",
                        hb_message_name (trace, machine->running[handler]));
    case HB_INITIAL_FIRST:
      return hb_format ("the handler's initial message has not run");
    case HB_BEHIND:
      other = hb_mailbox_first (machine->mailboxes, e->message);
      return hb_format ("the handler's %s mailbox hands out '%s' before '%s'",
                        hb_mailbox_name (trace->handlers.data[handler].mailbox),
                        hb_message_name (trace, other), message);
    case HB_UNPOSTED:
      place = hb_describe_event (trace, e->partner);
      text = hb_format ("'%s' has not been posted by %s", message, place);
      break;
    default: /* HB_TOO_EARLY */
      other = trace->messages.data[e->message].first;
      if (machine->state[e->message] == HB_UNDER_WAY)
        other = machine->next[handler];
      place = hb_describe_event (trace, other);
      text = hb_format ("%s comes before it in its message", place);
    }
  hb_free (place);
  return text;
}

/* What the memory has against EVENT.  New. */
static char *
memory_obstacle_text (const struct hb_machine *machine, hb_id event, enum hb_obstacle obstacle)
{
  const hb_trace *trace = machine->trace;
  const struct hb_event *e = &trace->events.data[event];
  char *held = holding (machine, e->object), *place = NULL, *text;
  switch (obstacle)
    {
    case HB_COHERENCE:
      place = hb_describe_event (
          trace, trace->co.data[trace->variables.data[e->object].first + e->partner - 1]);
      text = hb_format ("%s, and co has %s just before it", held, place);
      break;
    case HB_UNREAD:
      place = hb_describe_event (trace, missing_read (machine, e->object));
      text = hb_format ("%s, which %s has yet to read", held, place);
      break;
    default: /* HB_OTHER_VALUE */
      if (e->partner != HB_NONE)
        place = hb_describe_event (trace, e->partner);
      text = place ? hb_format ("%s, not that of %s", held, place)
                   : hb_format ("%s, not its initial one", held);
    }
  hb_free (held);
  hb_free (place);
  return text;
}

char *
hb_obstacle_text (const struct hb_machine *machine, hb_id event)
{
  enum hb_obstacle obstacle = hb_machine_obstacle (machine, event);
  if (obstacle == HB_FREE)
    return NULL;
  if (obstacle == HB_OTHER_VALUE || obstacle == HB_COHERENCE || obstacle == HB_UNREAD)
    return memory_obstacle_text (machine, event, obstacle);
  return message_obstacle_text (machine, event, obstacle);
}
