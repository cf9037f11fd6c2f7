/* Reading a trace from JSON (trace_json.h): jansson makes a document, which is told to a builder. */
#include "format/trace_json.h"

#include "format/json_way.h"

/* --- events ------------------------------------------------------------------------------------- */

static bool
take_label (struct hb_json_reader *reader, const json_t *event, struct hb_span *label)
{
  if (!hb_take_text (reader, event, "label", false, label))
    return false;
  if (!label->text)
    return true;
  if (!strcmp (label->text, "init"))
    return hb_way_fails (reader, "'init' cannot be a label: it stands for the initial value");
  return hb_check_name (reader, *label, "a label");
}

static bool
take_value (struct hb_json_reader *reader, const json_t *event, struct hb_span *value)
{
  if (!hb_take_text (reader, event, "value", false, value))
    return false;
  return !value->text || hb_value_is_legal (value->text, value->length)
         || hb_way_fails (reader, "the value is no word; expected one without blanks and '#'");
}

/* Where a read reads from: NULL for the initial value. */
static bool
take_from (struct hb_json_reader *reader, const json_t *event, struct hb_span *from)
{
  const json_t *value = json_object_get (event, "from");
  if (!json_is_string (value) && !json_is_null (value))
    return hb_way_fails (reader,
                         "'from' must say what is read; expected the label of a write, MESSAGE@K, "
                         "HANDLER@K, or null for the initial value");
  if (json_is_string (value) && strcmp (json_string_value (value), "init") != 0)
    *from = (struct hb_span){ json_string_value (value), json_string_length (value) };
  return true;
}

static void
read_write (struct hb_json_reader *reader, const json_t *event)
{
  static const char *const keys[] = { "op", "variable", "value", "label", NULL };
  struct hb_span label, variable, value;
  if (hb_check_object (reader, event, "a write", keys)
      && hb_take_name (reader, event, "variable", "a variable", &variable)
      && take_value (reader, event, &value) && take_label (reader, event, &label))
    hb_builder_write (reader->builder, label, variable, value);
}

static void
read_read (struct hb_json_reader *reader, const json_t *event)
{
  static const char *const keys[] = { "op", "variable", "from", "label", NULL };
  struct hb_span label, variable, from = { NULL, 0 };
  if (hb_check_object (reader, event, "a read", keys)
      && hb_take_name (reader, event, "variable", "a variable", &variable)
      && take_from (reader, event, &from) && take_label (reader, event, &label))
    hb_builder_read (reader->builder, label, variable, from);
}

static void
read_post (struct hb_json_reader *reader, const json_t *event)
{
  static const char *const keys[] = { "op", "message", "label", NULL };
  struct hb_span label, message;
  if (hb_check_object (reader, event, "a post", keys)
      && hb_take_name (reader, event, "message", "a message id", &message)
      && take_label (reader, event, &label))
    hb_builder_post (reader->builder, label, message);
}

static void
read_event (struct hb_json_reader *reader, const json_t *event)
{
  struct hb_span op;
  hb_way_mark (reader);
  if (!json_is_object (event))
    hb_way_fails (reader, "expected an object: an event");
  else if (!hb_take_text (reader, event, "op", true, &op))
    ;
  else if (!strcmp (op.text, "write"))
    read_write (reader, event);
  else if (!strcmp (op.text, "read"))
    read_read (reader, event);
  else if (!strcmp (op.text, "post"))
    read_post (reader, event);
  else
    hb_way_fails (reader, "unknown op '%.60s'; expected write, read or post", op.text);
}

/* --- messages and handlers ---------------------------------------------------------------------- */

static bool
take_kind (struct hb_json_reader *reader, const json_t *message, enum hb_message_kind *kind)
{
  static const char *const kinds[] = { "initial", "posted", "external" };
  struct hb_span text;
  if (!hb_take_text (reader, message, "kind", true, &text))
    return false;
  for (unsigned i = 0; i < 3; i++)
    if (!strcmp (text.text, kinds[i]))
      {
        *kind = (enum hb_message_kind)i;
        return true;
      }
  return hb_way_fails (reader, "unknown kind '%.60s'; expected initial, posted or external",
                       text.text);
}

static bool
read_priority (struct hb_json_reader *reader, const json_t *message)
{
  const json_t *value = json_object_get (message, "priority");
  if (!value)
    return true;
  json_int_t number = json_integer_value (value);
  if (!json_is_integer (value) || number < INT32_MIN || number > INT32_MAX)
    return hb_way_fails (reader, "'priority' must be a whole number of 32 bits");
  reader->builder->class->priority (reader->builder, (int32_t)number);
  return true;
}

/* The message up to its events. */
static bool
read_head (struct hb_json_reader *reader, const json_t *message)
{
  static const char *const keys[] = { "kind", "id", "priority", "events", NULL };
  enum hb_message_kind kind = HB_INITIAL;
  struct hb_span name = { NULL, 0 };
  if (!hb_check_object (reader, message, "a message", keys) || !take_kind (reader, message, &kind))
    return false;
  if (kind == HB_INITIAL && json_object_get (message, "id"))
    return hb_way_fails (reader, "an initial message has no id; expected no key 'id'");
  if (kind == HB_INITIAL && json_object_get (message, "priority"))
    return hb_way_fails (reader, "an initial message has no priority; expected no key 'priority'");
  if (kind != HB_INITIAL && !hb_take_name (reader, message, "id", "a message id", &name))
    return false;
  hb_way_mark (reader);
  hb_builder_message (reader->builder, kind, name);
  return read_priority (reader, message);
}

static void
read_message (struct hb_json_reader *reader, const json_t *message)
{
  const json_t *events;
  if (!read_head (reader, message) || !hb_take_array (reader, message, "events", true, &events))
    return;
  for (size_t i = 0; i < json_array_size (events) && !hb_diag_full (reader->diag); i++)
    {
      reader->here.index[2] = (hb_id)i;
      read_event (reader, json_array_get (events, i));
    }
  reader->here.index[2] = HB_NONE;
}

/* The discipline under "mailbox", -1 when there is none. */
static bool
take_mailbox (struct hb_json_reader *reader, const json_t *object, int *mailbox)
{
  struct hb_span text;
  *mailbox = -1;
  if (!hb_take_text (reader, object, "mailbox", false, &text))
    return false;
  if (text.text && (*mailbox = hb_mailbox_find (text.text, text.length)) < 0)
    return hb_way_fails (
        reader,
        "'%.60s' is no mailbox discipline; expected queue, sender-queue, multiset, stack "
        "or priority",
        text.text);
  return true;
}

static void
read_handler (struct hb_json_reader *reader, const json_t *handler)
{
  static const char *const keys[] = { "name", "mailbox", "messages", NULL };
  struct hb_span name;
  int mailbox;
  const json_t *messages;
  if (!hb_check_object (reader, handler, "a handler", keys)
      || !hb_take_name (reader, handler, "name", "a handler's name", &name)
      || !take_mailbox (reader, handler, &mailbox)
      || !hb_take_array (reader, handler, "messages", true, &messages))
    return;
  hb_way_mark (reader);
  hb_builder_handler (reader->builder, name, mailbox);
  for (size_t i = 0; i < json_array_size (messages) && !hb_diag_full (reader->diag); i++)
    {
      reader->here.index[1] = (hb_id)i;
      read_message (reader, json_array_get (messages, i));
    }
  reader->here.index[1] = HB_NONE;
}

/* --- the document ------------------------------------------------------------------------------- */

static void
read_meta (struct hb_json_reader *reader, const json_t *entry)
{
  const json_t *key = json_array_get (entry, 0), *text = json_array_get (entry, 1);
  if (json_array_size (entry) != 2 || !json_is_string (key) || !json_is_string (text))
    {
      hb_way_fails (reader, "expected an array of two texts: key and text");
      return;
    }
  struct hb_span name = { json_string_value (key), json_string_length (key) };
  if (!hb_check_name (reader, name, "a key"))
    return;
  hb_way_mark (reader);
  reader->builder->class->meta (
      reader->builder, name,
      (struct hb_span){ json_string_value (text), json_string_length (text) });
}

/* The members of a chain, which stand in the index number LEVEL of the way. */
static void
read_members (struct hb_json_reader *reader, const json_t *members, int level)
{
  for (size_t i = 0; i < json_array_size (members) && !hb_diag_full (reader->diag); i++)
    {
      const json_t *member = json_array_get (members, i);
      struct hb_span text = { json_string_value (member), json_string_length (member) };
      reader->here.index[level] = (hb_id)i;
      hb_way_mark (reader);
      if (!text.text)
        hb_way_fails (reader, "expected a text: %s",
                      level ? "the id of a message"
                            : "the label of a write, MESSAGE@K or HANDLER@K");
      else if (!level || hb_check_name (reader, text, "a message id"))
        reader->builder->class->chain_add (reader->builder, text);
    }
  reader->here.index[level] = HB_NONE;
}

static void
read_co (struct hb_json_reader *reader, const json_t *co)
{
  const char *key;
  json_t *members;
  if (!json_is_object (co))
    hb_way_fails (reader, "expected an object: from variables to arrays of writes");
  json_object_foreach ((json_t *)co, key, members)
  {
    hb_way_go (reader, "co", key);
    if (!hb_check_name (reader, hb_span (key), "a variable"))
      continue;
    if (!json_is_array (members))
      {
        hb_way_fails (reader, "expected an array: the variable's writes in coherence order");
        continue;
      }
    hb_way_mark (reader);
    reader->builder->class->chain_start (reader->builder, 'c', hb_span (key));
    read_members (reader, members, 0);
  }
}

/* An entry of eo or mo. */
static void
read_chain (struct hb_json_reader *reader, const json_t *chain)
{
  static const char *const keys[] = { "handler", "messages", NULL };
  struct hb_span handler;
  const json_t *members;
  if (!hb_check_object (reader, chain, "a chain", keys)
      || !hb_take_name (reader, chain, "handler", "a handler's name", &handler)
      || !hb_take_array (reader, chain, "messages", true, &members))
    return;
  hb_way_mark (reader);
  reader->builder->class->chain_start (reader->builder, reader->here.section[0], handler);
  read_members (reader, members, 1);
}

/* Calls READ for each element of the array SECTION of the document. */
static void
read_section (struct hb_json_reader *reader, const json_t *root, const char *section, bool needed,
              void (*read) (struct hb_json_reader *, const json_t *))
{
  const json_t *array;
  hb_way_go (reader, NULL, NULL);
  if (!hb_take_array (reader, root, section, needed, &array))
    return;
  hb_way_go (reader, section, NULL);
  for (size_t i = 0; i < json_array_size (array) && !hb_diag_full (reader->diag); i++)
    {
      reader->here.index[0] = (hb_id)i;
      read (reader, json_array_get (array, i));
    }
}

static void
check_end (struct hb_json_reader *reader, const json_t *root)
{
  static const char *const keys[] = { "events", "messages", "handlers", NULL };
  struct hb_sizes sizes = reader->builder->sizes;
  const uint64_t real[] = { sizes.events, sizes.messages, sizes.handlers };
  const json_t *end = json_object_get (root, "end");
  hb_way_go (reader, "end", NULL);
  /* A count that does not fit says nothing new where something was left out because it was wrong. */
  if (hb_diag_errors (reader->diag) || !hb_check_object (reader, end, "the counts", keys))
    return;
  for (int i = 0; i < 3; i++)
    {
      const json_t *number = json_object_get (end, keys[i]);
      if (!json_is_integer (number))
        hb_way_fails (reader, "'%s' must be a number: how many %s the trace has", keys[i], keys[i]);
      else if ((uint64_t)json_integer_value (number) != real[i])
        hb_way_fails (reader,
                      "the trace is truncated or damaged: it has %llu %s (gets counted), not %lld",
                      (unsigned long long)real[i], keys[i], (long long)json_integer_value (number));
    }
}

static bool
check_format (struct hb_json_reader *reader, const json_t *root)
{
  static const char *const keys[]
      = { "format", "version", "meta", "mailbox", "handlers", "co", "eo", "mo", "end", NULL };
  const char *format = json_string_value (json_object_get (root, "format"));
  const json_t *version = json_object_get (root, "version");
  if (!format || strcmp (format, "edt-json") != 0)
    return hb_way_fails (reader,
                         "this is no trace; expected an object with \"format\": \"edt-json\"");
  if (!json_is_integer (version) || json_integer_value (version) != 1)
    return hb_way_fails (reader,
                         "this version of the format is not known; expected \"version\": 1");
  return hb_check_object (reader, root, "a trace", keys);
}

static void
read_document (struct hb_json_reader *reader, const json_t *root)
{
  int mailbox;
  hb_way_go (reader, NULL, NULL);
  hb_way_mark (reader);
  if (!check_format (reader, root))
    return;
  if (take_mailbox (reader, root, &mailbox) && mailbox >= 0)
    reader->builder->class->mailbox (reader->builder, (enum hb_mailbox)mailbox);
  read_section (reader, root, "meta", false, read_meta);
  read_section (reader, root, "handlers", true, read_handler);
  if (json_object_get (root, "co"))
    {
      hb_way_go (reader, "co", NULL);
      read_co (reader, json_object_get (root, "co"));
    }
  read_section (reader, root, "eo", false, read_chain);
  read_section (reader, root, "mo", false, read_chain);
  check_end (reader, root);
  hb_way_go (reader, NULL, NULL);
  hb_way_mark (reader);
  reader->builder->class->end (reader->builder);
}

hb_trace *
hb_json_read_trace (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? hb_json_read_trace_input (input, diag) : NULL;
}

hb_trace *
hb_json_read_trace_input (hb_input *input, hb_diag *diag)
{
  struct hb_json_text text = { VEC_EMPTY };
  json_t *root = hb_json_load (input, &text, diag);
  if (!root)
    {
      hb_input_close (input);
      vec_free (text.bytes);
      return NULL;
    }
  struct hb_json_reader reader = { .diag = hb_diag_new () };
  reader.builder = hb_builder_to_trace (reader.diag);
  /* A file that no one can read again: its lines are no lines. */
  reader.builder->place = (struct hb_place){ .file = "" };
  read_document (&reader, root);
  hb_trace *trace = hb_builder_finish (reader.builder);
  hb_way_report (&reader, hb_input_name (input), &text, diag);
  if (trace)
    trace->file = hb_copy_text (hb_input_name (input));
  hb_diag_free (reader.diag);
  vec_free (reader.ways);
  vec_free (text.bytes);
  json_decref (root);
  hb_input_close (input);
  return trace;
}
