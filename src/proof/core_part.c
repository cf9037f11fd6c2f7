/* Parts of a trace, as sets and as traces.  See core.h for what may be dropped. */
#include "proof/core_part.h"

#include "base/failure.h"
#include "trace/builder.h"

#include <string.h>

static bool *
new_flags (size_t count, bool value)
{
  bool *flags = hb_calloc (count, sizeof *flags);
  if (count)
    memset (flags, value, count * sizeof *flags);
  return flags;
}

struct hb_part
hb_part_new (const hb_trace *trace, bool all)
{
  struct hb_part part
      = { trace, new_flags (trace->events.size, all), new_flags (trace->chained.size, all),
          new_flags (trace->messages.size, all) };
  return part;
}

static bool *
copy_flags (const bool *flags, size_t count)
{
  bool *copy = hb_calloc (count, sizeof *copy);
  if (count)
    memcpy (copy, flags, count * sizeof *copy);
  return copy;
}

struct hb_part
hb_part_copy (const struct hb_part *part)
{
  const hb_trace *trace = part->trace;
  struct hb_part copy = { trace, copy_flags (part->event, trace->events.size),
                          copy_flags (part->chained, trace->chained.size),
                          copy_flags (part->message, trace->messages.size) };
  return copy;
}

void
hb_part_free (struct hb_part *part)
{
  hb_free (part->event);
  hb_free (part->chained);
  hb_free (part->message);
}

/* Does somebody post the message? */
static bool
is_posted (const struct hb_part *part, hb_id message)
{
  hb_id post = part->trace->messages.data[message].post;
  return post != HB_NONE && part->event[post];
}

static bool
has_events (const struct hb_part *part, hb_id message)
{
  const struct hb_message *m = &part->trace->messages.data[message];
  for (hb_id e = m->first; e < m->first + m->count; e++)
    if (part->event[e])
      return true;
  return false;
}

static void
close_chains (struct hb_part *part, const struct hb_chain *chains, size_t count, bool posts)
{
  for (size_t c = 0; c < count; c++)
    for (hb_id i = chains[c].first; i < chains[c].first + chains[c].count; i++)
      {
        hb_id message = part->trace->chained.data[i];
        part->chained[i] = part->chained[i]
                           && (posts ? is_posted (part, message)
                                     : part->message[message] || has_events (part, message));
      }
}

void
hb_part_close (struct hb_part *part)
{
  const hb_trace *trace = part->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_GET)
        part->event[e] = part->event[event->partner];
      else if (event->kind == HB_READ && event->partner != HB_NONE)
        part->event[e] = part->event[e] && part->event[event->partner];
    }
  close_chains (part, trace->eo.data, trace->eo.size, false);
  close_chains (part, trace->mo.data, trace->mo.size, true);
}

/* --- as a trace -------------------------------------------------------------------------------- */

struct teller
{
  const struct hb_part *part;
  hb_builder *builder;
  hb_names *labels; /* labels made up */
  hb_id *label;     /* write -> number in `labels`, if it has none of its own */
  hb_id *events, *messages;
  hb_id next_event, next_message;
};

/* A label for a write that has none: where it stood, MESSAGE.K. */
static void
make_label (struct teller *teller, hb_id write)
{
  const hb_trace *trace = teller->part->trace;
  char *label = hb_format ("%s.%u", hb_message_name (trace, trace->events.data[write].message),
                           (unsigned)hb_event_position (trace, write));
  while (hb_names_find (trace->labels, label, strlen (label)) != HB_NONE
         || hb_names_find (teller->labels, label, strlen (label)) != HB_NONE)
    {
      char *longer = hb_format ("%s~", label);
      hb_free (label);
      label = longer;
    }
  teller->label[write] = hb_names_intern (teller->labels, label, strlen (label));
  hb_free (label);
}

static const char *
label_of (const struct teller *teller, hb_id event)
{
  const hb_trace *trace = teller->part->trace;
  hb_id own = hb_event_label (trace, event);
  if (own != HB_NONE)
    return hb_names_text (trace->labels, own);
  return teller->label[event] == HB_NONE ? NULL
                                         : hb_names_text (teller->labels, teller->label[event]);
}

static void
tell_event (struct teller *teller, hb_id event)
{
  const hb_trace *trace = teller->part->trace;
  const struct hb_event *e = &trace->events.data[event];
  const char *variable
      = e->kind == HB_READ || e->kind == HB_WRITE ? hb_variable_name (trace, e->object) : NULL;
  hb_id value = hb_event_value (trace, event);
  if (teller->events)
    teller->events[teller->next_event] = event;
  teller->next_event++;
  if (e->kind == HB_POST)
    hb_build_post (teller->builder, label_of (teller, event), hb_message_name (trace, e->object));
  else if (e->kind == HB_WRITE)
    hb_build_write (teller->builder, label_of (teller, event), variable,
                    value == HB_NONE ? NULL : hb_names_text (trace->values, value));
  else if (e->kind == HB_READ)
    hb_build_read (teller->builder, label_of (teller, event), variable,
                   e->partner == HB_NONE ? NULL : label_of (teller, e->partner));
}

static void
tell_message (struct teller *teller, hb_id message)
{
  const hb_trace *trace = teller->part->trace;
  const struct hb_message *m = &trace->messages.data[message];
  if (m->kind == HB_INITIAL)
    hb_build_initial (teller->builder);
  else if (is_posted (teller->part, message))
    hb_build_message (teller->builder, hb_message_name (trace, message));
  else
    hb_build_external (teller->builder, hb_message_name (trace, message));
  if (m->has_priority)
    hb_build_priority (teller->builder, m->priority);
  if (teller->messages)
    teller->messages[teller->next_message] = message;
  teller->next_message++;
  for (hb_id e = m->first; e < m->first + m->count; e++)
    if (teller->part->event[e])
      tell_event (teller, e);
}

static void
tell_handler (struct teller *teller, hb_id handler)
{
  const hb_trace *trace = teller->part->trace;
  const struct hb_handler *h = &trace->handlers.data[handler];
  bool opened = false;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    {
      if (!teller->part->message[m] && !has_events (teller->part, m))
        continue;
      if (!opened)
        hb_build_handler (teller->builder, hb_handler_name (trace, handler),
                          h->mailbox_given ? h->mailbox : -1);
      opened = true;
      tell_message (teller, m);
    }
}

static void
tell_co (struct teller *teller, const struct hb_variable *variable)
{
  const hb_trace *trace = teller->part->trace;
  hb_id first = HB_NONE;
  bool opened = false;
  for (hb_id i = variable->first; i < variable->first + variable->count; i++)
    {
      hb_id write = trace->co.data[i];
      if (!teller->part->event[write])
        continue;
      if (first != HB_NONE && !opened)
        {
          hb_build_chain_start (teller->builder, 'c',
                                hb_names_text (trace->variable_names, variable->name));
          hb_build_chain_add (teller->builder, label_of (teller, first));
          opened = true;
        }
      if (first == HB_NONE)
        first = write;
      else
        hb_build_chain_add (teller->builder, label_of (teller, write));
    }
}

static void
tell_chains (struct teller *teller, char kind, const struct hb_chain *chains, size_t count)
{
  const hb_trace *trace = teller->part->trace;
  for (size_t c = 0; c < count; c++)
    {
      hb_id left = 0;
      for (hb_id i = chains[c].first; i < chains[c].first + chains[c].count; i++)
        left += teller->part->chained[i];
      if (left < 2)
        continue;
      hb_build_chain_start (teller->builder, kind, hb_handler_name (trace, chains[c].handler));
      for (hb_id i = chains[c].first; i < chains[c].first + chains[c].count; i++)
        if (teller->part->chained[i])
          hb_build_chain_add (teller->builder, hb_message_name (trace, trace->chained.data[i]));
    }
}

static void
tell (struct teller *teller)
{
  const hb_trace *trace = teller->part->trace;
  for (size_t i = 0; i < trace->meta.size; i++)
    hb_build_meta (teller->builder, trace->meta.data[i].key, trace->meta.data[i].value);
  hb_build_mailbox (teller->builder, trace->mailbox);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    tell_handler (teller, h);
  for (size_t v = 0; v < trace->variables.size; v++)
    tell_co (teller, &trace->variables.data[v]);
  tell_chains (teller, 'e', trace->eo.data, trace->eo.size);
  tell_chains (teller, 'm', trace->mo.data, trace->mo.size);
  hb_build_end (teller->builder);
}

hb_trace *
hb_part_trace (const struct hb_part *part, hb_id *events, hb_id *messages)
{
  hb_diag *diag = hb_diag_new ();
  struct teller teller = { .part = part,
                           .builder = hb_builder_to_trace (diag),
                           .labels = hb_names_new (),
                           .label = hb_calloc (part->trace->events.size, sizeof (hb_id)),
                           .events = events,
                           .messages = messages };
  for (hb_id e = 0; e < part->trace->events.size; e++)
    {
      teller.label[e] = HB_NONE;
      if (part->event[e] && part->trace->events.data[e].kind == HB_WRITE
          && hb_event_label (part->trace, e) == HB_NONE)
        make_label (&teller, e);
    }
  tell (&teller);
  hb_trace *trace = hb_builder_finish (teller.builder);
  if (!trace)
    hb_fail ("a part of the trace is no trace (%s); this is a bug, please report the trace",
             hb_diag_first (diag));
  hb_names_free (teller.labels);
  hb_free (teller.label);
  hb_diag_free (diag);
  return trace;
}
