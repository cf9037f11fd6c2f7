/* A builder that makes an `hb_trace`.
 *
 * Names may be used before what they name exists, so a call stores numbers of names and where they
 * stood; builder_resolve.c looks them up at the end. */
#include "trace/builder_trace.h"

#include "base/bytes.h"

#include "base/failure.h"
#include "trace/trace_check.h"

static struct trace_builder *
self (hb_builder *builder)
{
  return (struct trace_builder *)builder;
}

static struct spot
here (const hb_builder *builder)
{
  return (struct spot){ (uint32_t)builder->place.line, (uint32_t)builder->place.column };
}

#define complain(BUILDER, ...) hb_error (self (BUILDER)->diag, &(BUILDER)->place, __VA_ARGS__)

static bool
has_open_message (hb_builder *builder)
{
  hb_trace *trace = self (builder)->trace;
  return trace->handlers.size && vec_top (trace->handlers).count;
}

static void
trace_meta (hb_builder *builder, struct hb_span key, struct hb_span value)
{
  struct hb_meta meta
      = { hb_copy_bytes (key.text, key.length), hb_copy_bytes (value.text, value.length) };
  vec_push (self (builder)->trace->meta, meta);
}

static void
trace_mailbox (hb_builder *builder, enum hb_mailbox mailbox)
{
  hb_trace *trace = self (builder)->trace;
  if (trace->handlers.size)
    complain (builder,
              "the trace's mailbox must be set before the first handler; a handler's own "
              "stands behind its name: handler NAME %s",
              hb_mailbox_name (mailbox));
  trace->mailbox = mailbox;
}

static void
trace_handler (hb_builder *builder, struct hb_span name, int mailbox)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  hb_id number = hb_names_intern (trace->handler_names, name.text, name.length);
  if (number < own->trace->handler_of_name.size)
    {
      complain (builder,
                "handler '%.*s' stands in this file already; expected each handler once, "
                "with all its messages",
                (int)name.length, name.text);
      /* What follows is read into a nameless twin so that further errors are real ones. */
    }
  else
    vec_push (own->trace->handler_of_name, (hb_id)trace->handlers.size);
  struct hb_handler handler = { .name = number,
                                .first = (hb_id)trace->messages.size,
                                .initial = HB_NONE,
                                .mailbox = (uint8_t)(mailbox < 0 ? (int)trace->mailbox : mailbox),
                                .mailbox_given = mailbox >= 0 };
  vec_push (trace->handlers, handler);
  own->chain = 0;
}

/* The number of a message's name, known or new. */
static hb_id
message_name (struct trace_builder *own, struct hb_span name)
{
  hb_id number = hb_names_intern (own->trace->message_names, name.text, name.length);
  if (number == own->trace->message_of_name.size)
    vec_push (own->trace->message_of_name, HB_NONE);
  return number;
}

static void
add_label (hb_builder *builder, hb_id event, struct hb_span label)
{
  hb_trace *trace = self (builder)->trace;
  hb_id number = hb_names_intern (trace->labels, label.text, label.length);
  vec_resize (trace->event_labels, event, HB_NONE);
  vec_push (trace->event_labels, number);
  if (number == trace->event_of_label.size)
    vec_push (trace->event_of_label, HB_NONE);
  if (trace->event_of_label.data[number] != HB_NONE)
    complain (builder, "label '%.*s' names another event already; expected each label once",
              (int)label.length, label.text);
  else
    trace->event_of_label.data[number] = event;
}

static void
add_event (hb_builder *builder, enum hb_event_kind kind, struct hb_span label, hb_id object,
           hb_id partner, hb_id value)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  if (!has_open_message (builder))
    {
      complain (builder, "an event outside of a message; expected 'initial' or 'message ID' first");
      return;
    }
  struct hb_event event = { .message = (hb_id)trace->messages.size - 1,
                            .object = object,
                            .partner = partner,
                            .kind = (uint8_t)kind };
  HB_ASSERT (own->written.size == trace->events.size);
  hb_id number = (hb_id)trace->events.size;
  if (number >= HB_NONE - 1)
    hb_fail ("more than %u events", HB_NONE - 2);
  if (label.text)
    add_label (builder, number, label);
  if (value != HB_NONE)
    {
      vec_resize (trace->event_values, number, HB_NONE);
      vec_push (trace->event_values, value);
    }
  vec_push (trace->events, event);
  vec_push (own->written, kind == HB_WRITE ? object : HB_NONE);
  vec_top (trace->messages).count++;
}

static void
trace_message (hb_builder *builder, enum hb_message_kind kind, struct hb_span name)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  own->chain = 0;
  if (!trace->handlers.size)
    {
      complain (builder, "a message outside of a handler; expected 'handler NAME' first");
      return;
    }
  struct hb_handler *handler = &vec_top (trace->handlers);
  hb_id number = (hb_id)trace->messages.size;
  struct hb_message message = { .name = HB_NONE,
                                .handler = (hb_id)trace->handlers.size - 1,
                                .first = (hb_id)trace->events.size,
                                .post = HB_NONE,
                                .kind = (uint8_t)kind };
  if (kind == HB_INITIAL)
    {
      if (handler->initial != HB_NONE)
        complain (builder, "handler '%s' has an initial message already; expected at most one",
                  hb_names_text (trace->handler_names, handler->name));
      handler->initial = number;
    }
  else
    message.name = message_name (own, name);
  handler->count++;
  vec_push (trace->messages, message);
  vec_push (own->message_spots, here (builder));
  if (kind == HB_POSTED)
    add_event (builder, HB_GET, hb_span (NULL), number, HB_NONE, HB_NONE);
}

static void
trace_priority (hb_builder *builder, int32_t priority)
{
  if (!has_open_message (builder))
    return;
  struct hb_message *message = &vec_top (self (builder)->trace->messages);
  if (message->kind == HB_INITIAL)
    {
      complain (builder, "an initial message has no priority; expected one of the others");
      return;
    }
  message->priority = priority;
  message->has_priority = true;
}

static hb_id
variable (struct trace_builder *own, struct hb_span name)
{
  hb_trace *trace = own->trace;
  hb_id number = hb_names_intern (trace->variable_names, name.text, name.length);
  if (number == trace->variables.size)
    vec_push (trace->variables, ((struct hb_variable){ .name = number }));
  return number;
}

static void
trace_write (hb_builder *builder, struct hb_span label, struct hb_span name, struct hb_span value)
{
  struct trace_builder *own = self (builder);
  hb_id number
      = value.text ? hb_names_intern (own->trace->values, value.text, value.length) : HB_NONE;
  add_event (builder, HB_WRITE, label, variable (own, name), HB_NONE, number);
}

/* NAME@POSITION.  False: it is none, since what stands before the last @ has one, too; a name that is known has not. */
static bool
take_address (struct trace_builder *own, struct hb_span name, hb_id position,
              struct reference *reference)
{
  size_t known = own->trace->message_of_name.size;
  reference->name = message_name (own, name);
  reference->position = position;
  own->has_addresses = true;
  return own->trace->message_of_name.size == known || !memchr (name.text, '@', name.length);
}

/* The text of an address as a reference: MESSAGE@K, HANDLER@K or a label. */
static bool
parse_address (hb_builder *builder, struct hb_span text, struct reference *reference)
{
  struct trace_builder *own = self (builder);
  HB_ASSERT (text.text);
  reference->spot = here (builder);
  uint64_t tail = hb_bytes_tail (text.text, text.length);
  unsigned int digits = hb_bytes_digits (tail);
  if (digits && digits + 1 < text.length && text.text[text.length - digits - 1] == '@'
      && take_address (own, (struct hb_span){ text.text, text.length - digits - 1 },
                       hb_bytes_number (tail, digits), reference))
    return true;
  const char *at = memchr (text.text, '@', text.length);
  if (!at)
    {
      reference->name = hb_names_intern (own->trace->labels, text.text, text.length);
      reference->position = HB_NONE;
      if (reference->name == own->trace->event_of_label.size)
        vec_push (own->trace->event_of_label, HB_NONE);
      return true;
    }
  size_t before = (size_t)(at - text.text);
  uint64_t position = 0;
  bool good = before && before + 1 < text.length;
  for (size_t i = before + 1; i < text.length && good; i++)
    {
      good = text.text[i] >= '0' && text.text[i] <= '9' && position < HB_NONE;
      position = position * 10 + (uint64_t)(text.text[i] - '0');
    }
  if (!good || position >= HB_NONE)
    {
      complain (builder, "'%.*s' is no event; expected a label, MESSAGE@K or HANDLER@K (K from 0)",
                (int)(text.length < 80 ? text.length : 80), text.text);
      return false;
    }
  return take_address (own, (struct hb_span){ text.text, before }, (hb_id)position, reference);
}

static void
trace_read (hb_builder *builder, struct hb_span label, struct hb_span name, struct hb_span from)
{
  struct trace_builder *own = self (builder);
  struct reference reference = { .reader = (hb_id)own->trace->events.size };
  bool refers = from.text && parse_address (builder, from, &reference);
  size_t before = own->trace->events.size;
  add_event (builder, HB_READ, label, variable (own, name), HB_NONE, HB_NONE);
  if (refers && own->trace->events.size > before)
    vec_push (own->reads, reference);
}

static void
trace_post (hb_builder *builder, struct hb_span label, struct hb_span message)
{
  struct trace_builder *own = self (builder);
  size_t before = own->trace->events.size;
  add_event (builder, HB_POST, label, message_name (own, message), HB_NONE, HB_NONE);
  if (own->trace->events.size > before)
    vec_push (own->posts, ((struct post){ (hb_id)before, here (builder) }));
}

static void
trace_chain_start (hb_builder *builder, char kind, struct hb_span name)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  own->chain = kind;
  own->chain_is_bad = false;
  if (kind == 'c')
    {
      struct co_chain chain = { variable (own, name), own->co_members.size, 0 };
      vec_push (own->co_chains, chain);
      return;
    }
  hb_id number = hb_names_find (trace->handler_names, name.text, name.length);
  if (number == HB_NONE)
    {
      complain (builder,
                "no handler '%.*s' above this line; expected the handler whose messages "
                "are ordered",
                (int)name.length, name.text);
      own->chain_is_bad = true;
      return;
    }
  struct hb_chain chain
      = { own->trace->handler_of_name.data[number], (hb_id)trace->chained.size, 0 };
  if (kind == 'e')
    vec_push (trace->eo, chain);
  else
    vec_push (trace->mo, chain);
}

static void
trace_chain_add (hb_builder *builder, struct hb_span member)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  struct reference reference = { .reader = HB_NONE };
  if (own->chain_is_bad || !own->chain)
    return;
  if (own->chain == 'c')
    {
      if (!parse_address (builder, member, &reference))
        return;
      vec_push (own->co_members, reference);
      vec_top (own->co_chains).count++;
      return;
    }
  vec_push (trace->chained, message_name (own, member));
  vec_push (own->chained_spots, here (builder));
  if (own->chain == 'e')
    vec_top (trace->eo).count++;
  else
    vec_top (trace->mo).count++;
}

void
hb_builder_read_event (hb_builder *builder, struct hb_span name, hb_id write)
{
  struct trace_builder *own = self (builder);
  struct reference reference = { (hb_id)own->trace->events.size, HB_NONE, write, here (builder) };
  builder->sizes.events++;
  add_event (builder, HB_READ, hb_span (NULL), variable (own, name), HB_NONE, HB_NONE);
  if (write != HB_NONE && own->trace->events.size > reference.reader)
    vec_push (own->reads, reference);
}

void
hb_builder_chain_event (hb_builder *builder, hb_id write)
{
  struct trace_builder *own = self (builder);
  struct reference reference = { HB_NONE, HB_NONE, write, here (builder) };
  vec_push (own->co_members, reference);
  vec_top (own->co_chains).count++;
}

static void
trace_end (hb_builder *builder)
{
  self (builder)->chain = 0;
}

static hb_trace *
trace_finish (hb_builder *builder)
{
  struct trace_builder *own = self (builder);
  hb_trace *trace = own->trace;
  hb_builder_resolve_messages (own);
  if (hb_diag_errors (own->diag) || !hb_builder_resolve (own))
    {
      hb_trace_free (trace);
      trace = NULL;
    }
  if (trace)
    {
      vec_trim (trace->events);
      vec_trim (trace->messages);
      vec_trim (trace->variables);
      hb_trace_check (trace);
    }
  vec_free (own->held);
  vec_free (own->written);
  vec_free (own->reads);
  vec_free (own->co_members);
  vec_free (own->co_chains);
  vec_free (own->posts);
  vec_free (own->chained_spots);
  vec_free (own->message_spots);
  hb_free (own);
  return trace;
}

static const struct hb_builder_class trace_class = { .meta = trace_meta,
                                                     .mailbox = trace_mailbox,
                                                     .handler = trace_handler,
                                                     .message = trace_message,
                                                     .priority = trace_priority,
                                                     .write = trace_write,
                                                     .read = trace_read,
                                                     .post = trace_post,
                                                     .chain_start = trace_chain_start,
                                                     .chain_add = trace_chain_add,
                                                     .end = trace_end,
                                                     .finish = trace_finish };

hb_builder *
hb_builder_to_trace (hb_diag *diag)
{
  struct trace_builder *own = hb_calloc (1, sizeof *own);
  hb_trace *trace = hb_calloc (1, sizeof *trace);
  trace->handler_names = hb_names_new ();
  trace->message_names = hb_names_new ();
  trace->variable_names = hb_names_new ();
  trace->labels = hb_names_new ();
  trace->values = hb_names_new ();
  own->base.class = &trace_class;
  own->diag = diag;
  own->trace = trace;
  return &own->base;
}
