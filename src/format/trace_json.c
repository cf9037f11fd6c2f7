/* Writing a trace as JSON (trace_json.h): a builder that turns each call into its piece of the
 * document.
 *
 * The calls do not say when a message, a handler or the list of handlers is over; the next call
 * does. */
#include "format/trace_json.h"

#include "trace/builder_private.h"
#include "format/edt.h"
#include "base/json.h"

/* How deep the document is open.  Each level but the last three lies in the one above it. */
enum depth
{
  IN_ROOT,
  IN_META,     /* the array "meta" */
  IN_HANDLERS, /* the array "handlers" */
  IN_MESSAGES, /* the array "messages" of a handler */
  IN_MESSAGE,  /* a message, before its "events" */
  IN_EVENTS,   /* the array "events" of a message */
  IN_CO,       /* the object "co" */
  IN_EO,       /* the array "eo" */
  IN_MO        /* the array "mo" */
};

struct json_builder
{
  hb_builder base;
  hb_json *json;
  enum depth depth;
  bool chain_open; /* a chain of co, eo or mo that may still grow */
  bool mailbox_written;
  bool handlers_written;
  enum depth last_chain; /* of the chain sections, the last one that was written; IN_ROOT: none */
};

static struct json_builder *
self (hb_builder *builder)
{
  return (struct json_builder *)builder;
}

static void
put_span (hb_json *json, const char *key, struct hb_span span)
{
  hb_json_key (json, key);
  hb_json_bytes (json, span.text, span.length);
}

static void
open_flat_array (hb_json *json, const char *key)
{
  hb_json_key (json, key);
  hb_json_flat (json);
  hb_json_open_array (json);
}

/* --- levels ------------------------------------------------------------------------------------ */

static void
close_chain (struct json_builder *own)
{
  if (!own->chain_open)
    return;
  own->chain_open = false;
  hb_json_close (own->json);
  if (own->depth != IN_CO)
    hb_json_close (own->json);
}

/* Closes what is open below DEPTH, which is one of IN_ROOT, IN_HANDLERS, IN_MESSAGES and IN_EVENTS. */
static void
leave_to (struct json_builder *own, enum depth depth)
{
  hb_json *json = own->json;
  close_chain (own);
  if (own->depth == IN_MESSAGE)
    {
      hb_json_member_array (json, "events");
      own->depth = IN_EVENTS;
    }
  if (own->depth == IN_EVENTS && depth < IN_EVENTS)
    {
      hb_json_close (json);
      hb_json_close (json);
      own->depth = IN_MESSAGES;
    }
  if (own->depth == IN_MESSAGES && depth < IN_MESSAGES)
    {
      hb_json_close (json);
      hb_json_close (json);
      own->depth = IN_HANDLERS;
    }
  if (own->depth != IN_ROOT && own->depth != depth)
    {
      hb_json_close (json);
      own->depth = IN_ROOT;
    }
}

static void
write_mailbox (struct json_builder *own, enum hb_mailbox mailbox)
{
  leave_to (own, IN_ROOT);
  if (own->mailbox_written)
    return;
  hb_json_member_string (own->json, "mailbox", hb_mailbox_name (mailbox));
  own->mailbox_written = true;
}

/* Makes sure that "handlers" is open, or was. */
static void
enter_handlers (struct json_builder *own)
{
  if (own->handlers_written)
    return;
  write_mailbox (own, HB_QUEUE);
  hb_json_member_array (own->json, "handlers");
  own->handlers_written = true;
  own->depth = IN_HANDLERS;
}

/* Opens the chain section SECTION, and as empty ones those before it that did not come. */
static void
enter_section (struct json_builder *own, enum depth section)
{
  static const char *const keys[] = { [IN_CO] = "co", [IN_EO] = "eo", [IN_MO] = "mo" };
  enter_handlers (own);
  if (own->depth == section)
    {
      close_chain (own);
      return;
    }
  leave_to (own, IN_ROOT);
  enum depth next = own->last_chain == IN_ROOT ? IN_CO : own->last_chain + 1;
  for (; next <= section; next++)
    {
      hb_json_key (own->json, keys[next]);
      if (next == IN_CO)
        hb_json_open_object (own->json);
      else
        hb_json_open_array (own->json);
      if (next != section)
        hb_json_close (own->json);
    }
  own->last_chain = own->depth = section;
}

/* --- calls ------------------------------------------------------------------------------------- */

static void
json_meta (hb_builder *builder, struct hb_span key, struct hb_span value)
{
  struct json_builder *own = self (builder);
  hb_json_flat (own->json);
  hb_json_open_array (own->json);
  hb_json_bytes (own->json, key.text, key.length);
  hb_json_bytes (own->json, value.text, value.length);
  hb_json_close (own->json);
}

static void
json_mailbox (hb_builder *builder, enum hb_mailbox mailbox)
{
  write_mailbox (self (builder), mailbox);
}

static void
json_handler (hb_builder *builder, struct hb_span name, int mailbox)
{
  struct json_builder *own = self (builder);
  enter_handlers (own);
  leave_to (own, IN_HANDLERS);
  hb_json_open_object (own->json);
  put_span (own->json, "name", name);
  if (mailbox >= 0)
    {
      hb_json_member_string (own->json, "mailbox", hb_mailbox_name ((enum hb_mailbox)mailbox));
    }
  hb_json_member_array (own->json, "messages");
  own->depth = IN_MESSAGES;
}

static void
json_message (hb_builder *builder, enum hb_message_kind kind, struct hb_span name)
{
  static const char *const kinds[] = { "initial", "posted", "external" };
  struct json_builder *own = self (builder);
  leave_to (own, IN_MESSAGES);
  hb_json_open_object (own->json);
  hb_json_member_string (own->json, "kind", kinds[kind]);
  if (kind != HB_INITIAL)
    put_span (own->json, "id", name);
  own->depth = IN_MESSAGE;
}

static void
json_priority (hb_builder *builder, int32_t priority)
{
  hb_json_key (self (builder)->json, "priority");
  hb_json_signed (self (builder)->json, priority);
}

/* Opens the event; `end_event` closes it. */
static hb_json *
start_event (hb_builder *builder, const char *op, const char *key, struct hb_span object)
{
  struct json_builder *own = self (builder);
  leave_to (own, IN_EVENTS);
  hb_json_flat (own->json);
  hb_json_open_object (own->json);
  hb_json_member_string (own->json, "op", op);
  put_span (own->json, key, object);
  return own->json;
}

static void
end_event (hb_json *json, struct hb_span label)
{
  if (label.text)
    put_span (json, "label", label);
  hb_json_close (json);
}

static void
json_write (hb_builder *builder, struct hb_span label, struct hb_span variable,
            struct hb_span value)
{
  hb_json *json = start_event (builder, "write", "variable", variable);
  if (value.text)
    put_span (json, "value", value);
  end_event (json, label);
}

static void
json_read (hb_builder *builder, struct hb_span label, struct hb_span variable, struct hb_span from)
{
  hb_json *json = start_event (builder, "read", "variable", variable);
  hb_json_key (json, "from");
  if (from.text)
    hb_json_bytes (json, from.text, from.length);
  else
    hb_json_null (json);
  end_event (json, label);
}

static void
json_post (hb_builder *builder, struct hb_span label, struct hb_span message)
{
  end_event (start_event (builder, "post", "message", message), label);
}

static void
json_chain_start (hb_builder *builder, char kind, struct hb_span name)
{
  struct json_builder *own = self (builder);
  hb_json *json = own->json;
  enter_section (own, kind == 'c' ? IN_CO : kind == 'e' ? IN_EO : IN_MO);
  own->chain_open = true;
  if (kind == 'c')
    {
      char *variable = hb_copy_bytes (name.text, name.length);
      open_flat_array (json, variable);
      hb_free (variable);
      return;
    }
  hb_json_flat (json);
  hb_json_open_object (json);
  put_span (json, "handler", name);
  open_flat_array (json, "messages");
}

static void
json_chain_add (hb_builder *builder, struct hb_span member)
{
  hb_json_bytes (self (builder)->json, member.text, member.length);
}

static void
json_end (hb_builder *builder)
{
  struct json_builder *own = self (builder);
  hb_json *json = own->json;
  if (own->last_chain != IN_MO)
    enter_section (own, IN_MO);
  leave_to (own, IN_ROOT);
  hb_json_key (json, "end");
  hb_json_flat (json);
  hb_json_open_object (json);
  hb_json_member_unsigned (json, "events", builder->sizes.events);
  hb_json_member_unsigned (json, "messages", builder->sizes.messages);
  hb_json_member_unsigned (json, "handlers", builder->sizes.handlers);
  hb_json_close (json);
  hb_json_close (json);
}

static hb_trace *
json_finish (hb_builder *builder)
{
  hb_json_free (self (builder)->json);
  hb_free (builder);
  return NULL;
}

static const struct hb_builder_class json_class = { .meta = json_meta,
                                                    .mailbox = json_mailbox,
                                                    .handler = json_handler,
                                                    .message = json_message,
                                                    .priority = json_priority,
                                                    .write = json_write,
                                                    .read = json_read,
                                                    .post = json_post,
                                                    .chain_start = json_chain_start,
                                                    .chain_add = json_chain_add,
                                                    .end = json_end,
                                                    .finish = json_finish };

/* Not for all callers: chains must come as `hb_build_trace` makes them, those of co first and one
 * for a variable, then those of eo, then those of mo. */
static hb_builder *
new_json_builder (hb_output *output)
{
  struct json_builder *own = hb_calloc (1, sizeof *own);
  own->base.class = &json_class;
  own->json = hb_json_new (output);
  hb_json_open_object (own->json);
  hb_json_member_string (own->json, "format", "edt-json");
  hb_json_member_unsigned (own->json, "version", 1);
  hb_json_member_array (own->json, "meta");
  own->depth = IN_META;
  return &own->base;
}

void
hb_json_write_trace (hb_output *output, const hb_trace *trace, const hb_witness *witness)
{
  hb_builder *builder = new_json_builder (output);
  hb_build_trace (builder, trace, witness);
  hb_builder_finish (builder);
}
