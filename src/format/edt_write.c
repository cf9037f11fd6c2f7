/* A trace told to a builder; to one that writes `.edt` text above all. */
#include "format/edt.h"

#include "trace/builder_private.h"

struct teller
{
  hb_builder *builder;
  const hb_trace *trace;
  bool *ambiguous; /* message -> another thing is addressed in the same way; NULL: none is */
  VEC (char) text; /* the address made for the event being told: one at most */
};

static struct hb_span
name_span (const hb_names *names, hb_id id)
{
  return (struct hb_span){ hb_names_text (names, id), hb_names_length (names, id) };
}

static struct hb_span
handler_span (const hb_trace *trace, hb_id handler)
{
  return name_span (trace->handler_names, trace->handlers.data[handler].name);
}

static struct hb_span
message_span (const hb_trace *trace, hb_id message)
{
  const struct hb_message *m = &trace->messages.data[message];
  return m->kind == HB_INITIAL ? handler_span (trace, m->handler)
                               : name_span (trace->message_names, m->name);
}

static struct hb_span
variable_span (const hb_trace *trace, hb_id variable)
{
  return name_span (trace->variable_names, trace->variables.data[variable].name);
}

/* --- addresses ---------------------------------------------------------------------------------- */

/* An unlabelled event is addressed as MESSAGE@K; where a message has the name of a handler with an
 * initial message that would be ambiguous, and the event gets a label. */
static bool *
find_ambiguous (const hb_trace *trace)
{
  bool *ambiguous = NULL;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id initial = trace->handlers.data[h].initial;
      hb_id message = initial == HB_NONE
                          ? HB_NONE
                          : hb_trace_find_message (trace, hb_handler_name (trace, h));
      if (message == HB_NONE)
        continue;
      if (!ambiguous)
        ambiguous = hb_calloc (trace->messages.size, sizeof *ambiguous);
      ambiguous[message] = ambiguous[initial] = true;
    }
  return ambiguous;
}

/* FRONT and BACK as one address. */
static struct hb_span
join (struct teller *teller, struct hb_span front, struct hb_span back)
{
  vec_reserve (teller->text, front.length + back.length);
  memcpy (teller->text.data, front.text, front.length);
  memcpy (teller->text.data + front.length, back.text, back.length);
  return (struct hb_span){ teller->text.data, front.length + back.length };
}

/* A label that no event has. */
static struct hb_span
made_label (struct teller *teller, hb_id event)
{
  const hb_trace *trace = teller->trace;
  hb_id message = trace->events.data[event].message;
  const char *kind = trace->messages.data[message].kind == HB_INITIAL ? "initial" : "message";
  char *made = hb_format ("%s.%s.%u", kind, hb_message_name (trace, message),
                          hb_event_position (trace, event));
  while (hb_names_find (trace->labels, made, strlen (made)) != HB_NONE)
    {
      char *longer = hb_format ("%s~", made);
      hb_free (made);
      made = longer;
    }
  struct hb_span span = join (teller, hb_span (made), hb_span (""));
  hb_free (made);
  return span;
}

static struct hb_span
place_in_message (struct teller *teller, hb_id event)
{
  hb_id position = hb_event_position (teller->trace, event);
  char digits[16], *first = digits + sizeof digits;
  do
    *--first = (char)('0' + position % 10);
  while (position /= 10);
  *--first = '@';
  struct hb_span name = message_span (teller->trace, teller->trace->events.data[event].message);
  struct hb_span back = { first, (size_t)(digits + sizeof digits - first) };
  return join (teller, name, back);
}

/* The label of an event: its own or, for a write that could not be addressed otherwise, a new one. */
static struct hb_span
label_span (struct teller *teller, hb_id event)
{
  const struct hb_event *e = &teller->trace->events.data[event];
  hb_id label = hb_event_label (teller->trace, event);
  if (label != HB_NONE)
    return name_span (teller->trace->labels, label);
  if (e->kind == HB_WRITE && teller->ambiguous && teller->ambiguous[e->message])
    return made_label (teller, event);
  return (struct hb_span){ NULL, 0 };
}

/* The address under which the file knows the write EVENT. */
static struct hb_span
address_span (struct teller *teller, hb_id event)
{
  struct hb_span label = label_span (teller, event);
  return label.text ? label : place_in_message (teller, event);
}

/* --- events and messages ------------------------------------------------------------------------ */

static void
write_event (struct teller *teller, hb_id event)
{
  const hb_trace *trace = teller->trace;
  const struct hb_event *e = &trace->events.data[event];
  const struct hb_span none = { NULL, 0 };
  hb_id value = hb_event_value (trace, event);
  switch (e->kind)
    {
    case HB_POST:
      hb_builder_post (teller->builder, label_span (teller, event),
                       message_span (trace, e->object));
      break;
    case HB_WRITE:
      hb_builder_write (teller->builder, label_span (teller, event),
                        variable_span (trace, e->object),
                        value == HB_NONE ? none : name_span (trace->values, value));
      break;
    case HB_READ:
      hb_builder_read (teller->builder, label_span (teller, event),
                       variable_span (trace, e->object),
                       e->partner == HB_NONE ? none : address_span (teller, e->partner));
      break;
    default: /* a get is implied */
      break;
    }
}

static void
write_message (struct teller *teller, hb_id message)
{
  const hb_trace *trace = teller->trace;
  const struct hb_message *m = &trace->messages.data[message];
  bool initial = m->kind == HB_INITIAL;
  hb_builder_message (teller->builder, (enum hb_message_kind)m->kind,
                      initial ? hb_span (NULL) : message_span (trace, message));
  if (m->has_priority)
    hb_build_priority (teller->builder, m->priority);
  for (hb_id e = m->first; e < m->first + m->count; e++)
    write_event (teller, e);
}

static void
write_co_of (struct teller *teller, hb_id variable)
{
  const hb_trace *trace = teller->trace;
  hb_builder *builder = teller->builder;
  const struct hb_variable *v = &trace->variables.data[variable];
  builder->class->chain_start (builder, 'c', variable_span (trace, variable));
  for (hb_id i = 0; i < v->count; i++)
    {
      builder->class->chain_add (builder, address_span (teller, trace->co.data[v->first + i]));
    }
}

/* In the order in which the events name the variables: it is the same when the file is read again,
 * even if the input had its co lines first. */
static void
write_co (struct teller *teller)
{
  const hb_trace *trace = teller->trace;
  bool *done = hb_calloc (trace->variables.size, sizeof *done);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_WRITE || done[event->object])
        continue;
      done[event->object] = true;
      if (trace->variables.data[event->object].count > 1)
        write_co_of (teller, event->object);
    }
  hb_free (done);
}

static void
write_chain (struct teller *teller, char kind, hb_id handler, const hb_id *messages, hb_id first,
             hb_id count)
{
  hb_builder *builder = teller->builder;
  if (count < 2)
    return;
  builder->class->chain_start (builder, kind, handler_span (teller->trace, handler));
  for (hb_id i = 0; i < count; i++)
    builder->class->chain_add (builder, message_span (teller->trace, messages[first + i]));
}

static void
write_orders (struct teller *teller, const hb_witness *witness)
{
  const hb_trace *trace = teller->trace;
  if (!witness)
    {
      for (size_t i = 0; i < trace->eo.size; i++)
        write_chain (teller, 'e', trace->eo.data[i].handler, trace->chained.data,
                     trace->eo.data[i].first, trace->eo.data[i].count);
      for (size_t i = 0; i < trace->mo.size; i++)
        write_chain (teller, 'm', trace->mo.data[i].handler, trace->chained.data,
                     trace->mo.data[i].first, trace->mo.data[i].count);
      return;
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    write_chain (teller, 'e', h, witness->eo, witness->eo_start[h],
                 witness->eo_start[h + 1] - witness->eo_start[h]);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    write_chain (teller, 'm', h, witness->mo, witness->mo_start[h],
                 witness->mo_start[h + 1] - witness->mo_start[h]);
}

static void
tell (hb_builder *builder, const hb_trace *trace, const hb_witness *witness, bool with_co)
{
  struct teller teller = { .builder = builder, .trace = trace };
  teller.ambiguous = find_ambiguous (trace);
  for (size_t i = 0; i < trace->meta.size; i++)
    hb_build_meta (builder, trace->meta.data[i].key, trace->meta.data[i].value);
  if (trace->mailbox != HB_QUEUE)
    hb_build_mailbox (builder, trace->mailbox);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_builder_handler (builder, handler_span (trace, h),
                          handler->mailbox_given ? handler->mailbox : -1);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        write_message (&teller, m);
    }
  if (with_co)
    write_co (&teller);
  write_orders (&teller, witness);
  hb_build_end (builder);
  hb_free (teller.ambiguous);
  vec_free (teller.text);
}

void
hb_build_trace (hb_builder *builder, const hb_trace *trace, const hb_witness *witness)
{
  tell (builder, trace, witness, true);
}

void
hb_build_history (hb_builder *builder, const hb_trace *history)
{
  hb_build_without_co (builder);
  tell (builder, history, NULL, false);
}

void
hb_edt_write (hb_output *output, const hb_trace *trace, const hb_witness *witness)
{
  hb_builder *builder = hb_builder_to_file (output);
  hb_build_trace (builder, trace, witness);
  hb_builder_finish (builder);
}
