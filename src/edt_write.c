/* A trace told to a builder; to one that writes `.edt` text above all. */
#include "edt.h"

#include <string.h>

/* An unlabelled event is addressed as MESSAGE@K; where a message has the name of a handler with an
 * initial message that would be ambiguous, and the event gets a label. */
static bool
is_ambiguous (const hb_trace *trace, hb_id message)
{
  const char *name = hb_message_name (trace, message);
  hb_id as_message = hb_trace_find_message (trace, name);
  hb_id handler = hb_trace_find_handler (trace, name);
  return as_message != HB_NONE && handler != HB_NONE
         && trace->handlers.data[handler].initial != HB_NONE;
}

/* The address under which the written file knows EVENT, and whether it must be its label.  New. */
static char *
written_address (const hb_trace *trace, hb_id event, bool *label)
{
  const struct hb_event *e = &trace->events.data[event];
  *label = e->label != HB_NONE;
  if (*label || !is_ambiguous (trace, e->message))
    return hb_event_address (trace, event);
  const char *name = hb_message_name (trace, e->message);
  const char *kind = trace->messages.data[e->message].kind == HB_INITIAL ? "initial" : "message";
  hb_id position = hb_event_position (trace, event);
  char *made = hb_format ("%s.%s.%u", kind, name, position);
  while (hb_names_find (trace->labels, made, strlen (made)) != HB_NONE)
    {
      char *longer = hb_format ("%s~", made);
      hb_free (made);
      made = longer;
    }
  *label = true;
  return made;
}

static void
write_event (hb_builder *builder, const hb_trace *trace, hb_id event)
{
  const struct hb_event *e = &trace->events.data[event];
  bool is_label, ignored;
  char *label = written_address (trace, event, &is_label), *from = NULL;
  const char *shown = is_label && (e->label != HB_NONE || e->kind == HB_WRITE) ? label : NULL;
  const char *object = e->kind == HB_POST  ? hb_message_name (trace, e->object)
                       : e->kind == HB_GET ? NULL
                                           : hb_variable_name (trace, e->object);
  if (e->kind == HB_POST)
    hb_build_post (builder, shown, object);
  else if (e->kind == HB_WRITE)
    hb_build_write (builder, shown, object,
                    e->value == HB_NONE ? NULL : hb_names_text (trace->values, e->value));
  else if (e->kind == HB_READ)
    {
      if (e->partner != HB_NONE)
        from = written_address (trace, e->partner, &ignored);
      hb_build_read (builder, shown, object, from);
    }
  hb_free (label);
  hb_free (from);
}

static void
write_message (hb_builder *builder, const hb_trace *trace, hb_id message)
{
  const struct hb_message *m = &trace->messages.data[message];
  if (m->kind == HB_INITIAL)
    hb_build_initial (builder);
  else if (m->kind == HB_POSTED)
    hb_build_message (builder, hb_message_name (trace, message));
  else
    hb_build_external (builder, hb_message_name (trace, message));
  if (m->has_priority)
    hb_build_priority (builder, m->priority);
  for (hb_id e = m->first; e < m->first + m->count; e++)
    write_event (builder, trace, e);
}

static void
write_co_of (hb_builder *builder, const hb_trace *trace, hb_id variable)
{
  const struct hb_variable *v = &trace->variables.data[variable];
  hb_build_chain_start (builder, 'c', hb_variable_name (trace, variable));
  for (hb_id i = 0; i < v->count; i++)
    {
      bool ignored;
      char *address = written_address (trace, trace->co.data[v->first + i], &ignored);
      hb_build_chain_add (builder, address);
      hb_free (address);
    }
}

/* In the order in which the events name the variables: it is the same when the file is read again,
 * even if the input had its co lines first. */
static void
write_co (hb_builder *builder, const hb_trace *trace)
{
  bool *done = hb_calloc (trace->variables.size, sizeof *done);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_WRITE || done[event->object])
        continue;
      done[event->object] = true;
      if (trace->variables.data[event->object].count > 1)
        write_co_of (builder, trace, event->object);
    }
  hb_free (done);
}

static void
write_chain (hb_builder *builder, const hb_trace *trace, char kind, hb_id handler,
             const hb_id *messages, hb_id count)
{
  if (count < 2)
    return;
  hb_build_chain_start (builder, kind, hb_handler_name (trace, handler));
  for (hb_id i = 0; i < count; i++)
    hb_build_chain_add (builder, hb_message_name (trace, messages[i]));
}

static void
write_orders (hb_builder *builder, const hb_trace *trace, const hb_witness *witness)
{
  if (!witness)
    {
      for (size_t i = 0; i < trace->eo.size; i++)
        write_chain (builder, trace, 'e', trace->eo.data[i].handler,
                     trace->chained.data + trace->eo.data[i].first, trace->eo.data[i].count);
      for (size_t i = 0; i < trace->mo.size; i++)
        write_chain (builder, trace, 'm', trace->mo.data[i].handler,
                     trace->chained.data + trace->mo.data[i].first, trace->mo.data[i].count);
      return;
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    write_chain (builder, trace, 'e', h, witness->eo + witness->eo_start[h],
                 witness->eo_start[h + 1] - witness->eo_start[h]);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    write_chain (builder, trace, 'm', h, witness->mo + witness->mo_start[h],
                 witness->mo_start[h + 1] - witness->mo_start[h]);
}

void
hb_build_trace (hb_builder *builder, const hb_trace *trace, const hb_witness *witness)
{
  for (size_t i = 0; i < trace->meta.size; i++)
    hb_build_meta (builder, trace->meta.data[i].key, trace->meta.data[i].value);
  if (trace->mailbox != HB_QUEUE)
    hb_build_mailbox (builder, trace->mailbox);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_build_handler (builder, hb_handler_name (trace, h),
                        handler->mailbox_given ? handler->mailbox : -1);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        write_message (builder, trace, m);
    }
  write_co (builder, trace);
  write_orders (builder, trace, witness);
  hb_build_end (builder);
}

void
hb_edt_write (hb_output *output, const hb_trace *trace, const hb_witness *witness)
{
  hb_builder *builder = hb_builder_to_file (output);
  hb_build_trace (builder, trace, witness);
  hb_builder_finish (builder);
}
