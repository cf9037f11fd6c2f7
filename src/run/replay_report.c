/* What a run that got stuck says: for every handler that has not come to its end, where it stands
 * and what it waits for.  Handlers that wait for one another in a circle, or one that waits for
 * what will never come, are the reason; they are told first. */
#include "run/replay_script.h"

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
  char *place = hb_describe_event (trace, other), *text;
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
  char *place = hb_describe_event (script->trace, event), *why = reason (script, event);
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
