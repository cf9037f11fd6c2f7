/* Does a witness file extend a trace?  (`hb_witness_extending` of witness.h; "extends" is that of
 * the ED-consistency paper, section 2.3, with nothing added but eo and mo.)
 *
 * The two are compared by the names of handlers and messages and by the places of events in their
 * messages, in this order: handlers, messages, events.  Each stage supposes that those before it
 * found the same. */
#include "trace/witness.h"

#include <string.h>

struct match
{
  const hb_trace *trace, *full;
  hb_id *message; /* message of FULL -> the one of that name in TRACE */
  hb_diag *diag;
};

/* Two names of different traces; HB_NONE in either means that nothing is said. */
static bool
same_text (const char *a, const char *b)
{
  return !strcmp (a, b);
}

static void
match_handlers (const struct match *match)
{
  const hb_trace *trace = match->trace, *full = match->full;
  struct hb_place place = { .file = full->file };
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const char *name = hb_handler_name (trace, h);
      hb_id other = hb_trace_find_handler (full, name);
      if (other == HB_NONE)
        {
          hb_error (match->diag, &place, "the trace's handler '%s' is missing in the witness",
                    name);
          continue;
        }
      enum hb_mailbox mine = trace->handlers.data[h].mailbox,
                      theirs = full->handlers.data[other].mailbox;
      if (mine != theirs)
        hb_error (match->diag, &place,
                  "handler '%s' has a %s mailbox in the trace, a %s one in the witness", name,
                  hb_mailbox_name (mine), hb_mailbox_name (theirs));
    }
  for (hb_id h = 0; h < full->handlers.size; h++)
    if (hb_trace_find_handler (trace, hb_handler_name (full, h)) == HB_NONE)
      hb_error (match->diag, &place, "the witness has a handler '%s', the trace has none",
                hb_handler_name (full, h));
}

/* The message of TRACE with the name and kind (initial or not) of FULL's message, or HB_NONE. */
static hb_id
counterpart (const hb_trace *full, hb_id message, const hb_trace *trace)
{
  const char *name = hb_message_name (full, message);
  if (full->messages.data[message].kind != HB_INITIAL)
    return hb_trace_find_message (trace, name);
  hb_id handler = hb_trace_find_handler (trace, name);
  return handler == HB_NONE ? HB_NONE : trace->handlers.data[handler].initial;
}

static const char *const kind_name[] = { "initial", "posted", "external" };

static void
compare_messages (const struct match *match, hb_id m, hb_id other)
{
  const struct hb_message *mine = &match->trace->messages.data[m],
                          *theirs = &match->full->messages.data[other];
  struct hb_place place = { .file = match->full->file };
  const char *name = hb_message_name (match->trace, m);
  const char *handler = hb_handler_name (match->trace, mine->handler);
  if (!same_text (handler, hb_handler_name (match->full, theirs->handler)))
    hb_error (match->diag, &place,
              "message '%s' runs on handler '%s' in the trace, on '%s' in the witness", name,
              handler, hb_handler_name (match->full, theirs->handler));
  if (mine->kind != theirs->kind)
    hb_error (match->diag, &place, "message '%s' is %s in the trace, %s in the witness", name,
              kind_name[mine->kind], kind_name[theirs->kind]);
  else if (mine->count != theirs->count)
    hb_error (match->diag, &place, "message '%s' has %u events in the trace, %u in the witness",
              name, (unsigned)mine->count, (unsigned)theirs->count);
  if (mine->priority != theirs->priority)
    hb_error (match->diag, &place, "message '%s' has priority %d in the trace, %d in the witness",
              name, (int)mine->priority, (int)theirs->priority);
}

/* An initial message without events is as good as none. */
static bool
is_nothing (const struct hb_message *message)
{
  return message->kind == HB_INITIAL && !message->count;
}

static void
match_messages (struct match *match)
{
  const hb_trace *trace = match->trace, *full = match->full;
  struct hb_place place = { .file = full->file };
  for (hb_id m = 0; m < full->messages.size; m++)
    {
      match->message[m] = counterpart (full, m, trace);
      if (match->message[m] != HB_NONE)
        compare_messages (match, match->message[m], m);
      else if (!is_nothing (&full->messages.data[m]))
        hb_error (match->diag, &place, "the witness has %s message '%s', the trace has none",
                  kind_name[full->messages.data[m].kind], hb_message_name (full, m));
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (counterpart (trace, m, full) == HB_NONE && !is_nothing (&trace->messages.data[m]))
      hb_error (match->diag, &place, "the trace's %s message '%s' is missing in the witness",
                kind_name[trace->messages.data[m].kind], hb_message_name (trace, m));
}

/* The event of TRACE that stands where FULL's event stands; HB_NONE for HB_NONE. */
static hb_id
event_counterpart (const struct match *match, hb_id event)
{
  if (event == HB_NONE)
    return HB_NONE;
  hb_id message = match->message[match->full->events.data[event].message];
  return match->trace->messages.data[message].first + hb_event_position (match->full, event);
}

/* The same written value, as far as both say one: values mean nothing to consistency. */
static bool
same_value (const struct match *match, hb_id event, hb_id other)
{
  hb_id mine = hb_event_value (match->trace, event), theirs = hb_event_value (match->full, other);
  return mine == HB_NONE || theirs == HB_NONE
         || same_text (hb_names_text (match->trace->values, mine),
                       hb_names_text (match->full->values, theirs));
}

/* Does EVENT do what OTHER, of the witness, does, co apart? */
static bool
same_action (const struct match *match, hb_id event, hb_id other)
{
  const struct hb_event *mine = &match->trace->events.data[event],
                        *theirs = &match->full->events.data[other];
  if (mine->kind != theirs->kind)
    return false;
  if (mine->kind == HB_GET)
    return true;
  if (mine->kind == HB_POST)
    return mine->object == match->message[theirs->object];
  if (!same_text (hb_variable_name (match->trace, mine->object),
                  hb_variable_name (match->full, theirs->object)))
    return false;
  if (mine->kind == HB_READ)
    return mine->partner == event_counterpart (match, theirs->partner);
  return same_value (match, event, other);
}

static void
compare_events (const struct match *match, hb_id event, hb_id other)
{
  const struct hb_event *mine = &match->trace->events.data[event],
                        *theirs = &match->full->events.data[other];
  struct hb_place place = { .file = match->full->file };
  char *address = hb_event_address (match->trace, event);
  if (!same_action (match, event, other))
    {
      char *text = hb_event_text (match->trace, event),
           *other_text = hb_event_text (match->full, other);
      hb_error (match->diag, &place, "event %s is '%s' in the trace, '%s' in the witness", address,
                text, other_text);
      hb_free (text);
      hb_free (other_text);
    }
  else if (mine->kind == HB_WRITE && mine->partner != theirs->partner)
    hb_error (match->diag, &place,
              "write %s is number %u in the co of '%s' in the trace, number %u in the witness",
              address, (unsigned)mine->partner + 1, hb_variable_name (match->trace, mine->object),
              (unsigned)theirs->partner + 1);
  hb_free (address);
}

static void
match_events (const struct match *match)
{
  for (hb_id m = 0; m < match->full->messages.size && !hb_diag_full (match->diag); m++)
    for (hb_id k = 0; k < match->full->messages.data[m].count; k++)
      compare_events (match, match->trace->messages.data[match->message[m]].first + k,
                      match->full->messages.data[m].first + k);
}

/* FULL's orders, in TRACE's numbers. */
static hb_witness *
carry_over (const struct match *match, const hb_witness *orders)
{
  hb_witness *witness = hb_witness_new (match->trace);
  for (hb_id h = 0; h < match->full->handlers.size; h++)
    {
      hb_id handler = hb_trace_find_handler (match->trace, hb_handler_name (match->full, h));
      hb_id count = orders->eo_start[h + 1] - orders->eo_start[h];
      for (hb_id i = 0; i < count; i++)
        witness->eo[witness->eo_start[handler] + i]
            = match->message[orders->eo[orders->eo_start[h] + i]];
      count = orders->mo_start[h + 1] - orders->mo_start[h];
      for (hb_id i = 0; i < count; i++)
        witness->mo[witness->mo_start[handler] + i]
            = match->message[orders->mo[orders->mo_start[h] + i]];
    }
  return witness;
}

hb_witness *
hb_witness_extending (const hb_trace *trace, const hb_trace *full, hb_diag *diag)
{
  struct match match = { trace, full, hb_calloc (full->messages.size, sizeof (hb_id)), diag };
  hb_witness *witness = NULL, *orders = NULL;
  size_t errors = hb_diag_errors (diag);
  match_handlers (&match);
  if (hb_diag_errors (diag) == errors)
    match_messages (&match);
  if (hb_diag_errors (diag) == errors)
    match_events (&match);
  if (hb_diag_errors (diag) == errors)
    orders = hb_witness_of_trace (full, diag);
  if (orders)
    witness = carry_over (&match, orders);
  if (witness && !hb_witness_fits (trace, witness, diag))
    {
      hb_witness_free (witness);
      witness = NULL;
    }
  hb_witness_free (orders);
  hb_free (match.message);
  return witness;
}
