/* What a run that got stuck says: for every handler that has not come to its end, where it stands
 * and what it waits for.  Handlers that wait for one another in a circle, or one that waits for
 * what will never come, are the reason; they are told first. */
#include "run/replay_script.h"

/* "b of message m2 ('read x a')", for people.  New. */
static char *
describe (const hb_trace *trace, hb_id event)
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
      place = describe (trace, e->partner);
      text = hb_format ("'%s' has not been posted by %s", message, place);
      break;
    default: /* HB_TOO_EARLY */
      other = trace->messages.data[e->message].first;
      if (machine->state[e->message] == HB_UNDER_WAY)
        other = machine->next[handler];
      place = describe (trace, other);
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
      place = describe (trace,
                        trace->co.data[trace->variables.data[e->object].first + e->partner - 1]);
      text = hb_format ("%s, and co has %s just before it", held, place);
      break;
    case HB_UNREAD:
      place = describe (trace, missing_read (machine, e->object));
      text = hb_format ("%s, which %s has yet to read", held, place);
      break;
    default: /* HB_OTHER_VALUE */
      if (e->partner != HB_NONE)
        place = describe (trace, e->partner);
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

/* The event that EVENT, at which a handler stands, waits for; HB_NONE: it waits in vain.  UNREAD
 * has a read that has not happened of the value held, for every variable where there is one. */
static hb_id
awaited (const struct hb_script *script, hb_id event, const hb_id *unread)
{
  const hb_trace *trace = script->trace;
  const struct hb_machine *machine = script->machine;
  const struct hb_event *e = &trace->events.data[event];
  if (e->kind == HB_POST)
    {
      hb_id handler = trace->messages.data[e->object].handler;
      const hb_id *mo = script->witness->mo + script->witness->mo_start[handler];
      const hb_id *eo = script->witness->eo + script->witness->eo_start[handler];
      if (hb_script_wait (script, event) == HB_FOR_MO)
        return trace->messages.data[mo[script->posted[handler]]].post;
      return trace->messages.data[eo[script->hold[e->object] - 1]].first;
    }
  switch (hb_machine_obstacle (machine, event))
    {
    case HB_UNPOSTED:
    case HB_OTHER_VALUE:
      return e->partner;
    case HB_COHERENCE:
      return trace->co.data[trace->variables.data[e->object].first + e->partner - 1];
    case HB_UNREAD:
      return unread[e->object];
    default:
      return HB_NONE;
    }
}

/* Why EVENT waits, in words.  New. */
static char *
reason (const struct hb_script *script, hb_id event)
{
  const hb_trace *trace = script->trace;
  enum hb_wait wait = hb_script_wait (script, event);
  if (wait == HB_FOR_MACHINE)
    return hb_obstacle_text (script->machine, event);
  hb_id other = awaited (script, event, NULL);
  hb_id receiver = trace->messages.data[trace->events.data[event].object].handler;
  const char *handler = hb_handler_name (trace, receiver);
  char *place = describe (trace, other), *text;
  if (wait == HB_FOR_MO)
    text = hb_format ("mo of handler '%s' has %s before it", handler, place);
  else
    text = hb_format ("eo of handler '%s' runs message '%s' first, which this post would bury",
                      handler, hb_message_name (trace, trace->events.data[other].message));
  hb_free (place);
  return text;
}

static void
report_handler (const struct hb_script *script, hb_id handler, hb_diag *diag)
{
  hb_id event = script->current[handler];
  char *place = describe (script->trace, event), *why = reason (script, event);
  hb_error (diag, NULL, "handler '%s' waits at %s: %s", hb_handler_name (script->trace, handler),
            place, why);
  hb_free (place);
  hb_free (why);
}

/* For every variable a read that has not happened of the value that it holds, or HB_NONE.  New. */
static hb_id *
missing_reads (const struct hb_machine *machine)
{
  const hb_trace *trace = machine->trace;
  hb_id *unread = hb_calloc (trace->variables.size, sizeof *unread);
  for (size_t v = 0; v < trace->variables.size; v++)
    unread[v] = HB_NONE;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ && event->partner == hb_machine_holds (machine, event->object)
          && !hb_machine_happened (machine, e))
        unread[event->object] = e;
    }
  return unread;
}

/* Adds to ORDER the handlers of the circle, or the one handler that waits in vain, to which
 * HANDLER's waiting leads; gives their number. */
static size_t
find_reason (const struct hb_script *script, hb_id handler, bool *told, hb_id *order)
{
  const hb_trace *trace = script->trace;
  hb_id *unread = missing_reads (script->machine);
  hb_id *next = hb_calloc (trace->handlers.size, sizeof *next);
  size_t count = 0;
  for (size_t h = 0; h < trace->handlers.size; h++)
    next[h] = HB_NONE;
  /* NEXT is set while the walk goes on, so a handler seen twice is on the circle. */
  while (next[handler] == HB_NONE)
    {
      hb_id event = awaited (script, script->current[handler], unread);
      next[handler] = event == HB_NONE ? handler : hb_event_handler (trace, event);
      handler = next[handler];
    }
  for (; !told[handler]; handler = next[handler])
    {
      told[handler] = true;
      order[count++] = handler;
    }
  hb_free (next);
  hb_free (unread);
  return count;
}

void
hb_script_report (const struct hb_script *script, hb_diag *diag)
{
  const hb_trace *trace = script->trace;
  size_t handlers = trace->handlers.size, stuck = 0;
  bool *told = hb_calloc (handlers, sizeof *told);
  hb_id *order = hb_calloc (handlers, sizeof *order), first = HB_NONE;
  for (hb_id h = 0; h < handlers; h++)
    if (script->current[h] != HB_NONE)
      {
        first = first == HB_NONE ? h : first;
        stuck++;
      }
  size_t count = find_reason (script, first, told, order);
  for (hb_id h = 0; h < handlers; h++)
    if (script->current[h] != HB_NONE && !told[h])
      order[count++] = h;
  hb_error (diag, NULL, "the witness does not run: %u of %u events happen, then %zu handler%s",
            (unsigned)script->machine->happened, (unsigned)trace->events.size, stuck,
            stuck == 1 ? " waits" : "s wait");
  for (size_t i = 0; i < count && !hb_diag_full (diag); i++)
    report_handler (script, order[i], diag);
  hb_free (told);
  hb_free (order);
}
