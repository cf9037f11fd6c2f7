/* Writing `.trace` files for the published prototype.
 *
 * The format has no place for some of what a trace may say.  Labels, meta lines and values that name
 * no write are nothing the trace means, and are left out (with a note); where something would be
 * lost, it is an error.  Mailboxes stand before the first handler, where the prototype does not
 * look: it takes its discipline from the command line. */
#include "import/prototype.h"

#include "base/buffer.h"
#include "base/names.h"
#include "base/plural.h"

#include <string.h>

struct writer
{
  const hb_trace *trace;
  const struct hb_prototype_write_options *options;
  hb_notes *notes;
  hb_diag *diag;
  hb_names *handlers, *messages, *variables; /* the names written */
  VEC (hb_id) handler_name, message_name, variable_name;
  VEC (bool) numbered;   /* variable -> its values are ranks in co, from 1 */
  VEC (hb_id) unwritten; /* variable -> the number of its initial value, see initial_value */
  size_t renamed;
};

/* --- what cannot be said ------------------------------------------------------------------------ */

#define cannot(WRITER, ...)                                                                        \
  do                                                                                               \
    {                                                                                              \
      struct hb_place cannot_place = { .file = (WRITER)->trace->file };                            \
      hb_error ((WRITER)->diag, (WRITER)->trace->file ? &cannot_place : NULL, __VA_ARGS__);        \
    }                                                                                              \
  while (0)

static void
check_mailboxes (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  for (size_t h = 1; h < trace->handlers.size; h++)
    if (trace->handlers.data[h].mailbox != trace->handlers.data[0].mailbox)
      {
        cannot (
            writer,
            "handler '%s' is a %s and handler '%s' a %s, and a .trace has one discipline for all; "
            "--mailbox NAME gives them one",
            hb_handler_name (trace, 0),
            hb_mailbox_name ((enum hb_mailbox)trace->handlers.data[0].mailbox),
            hb_handler_name (trace, (hb_id)h),
            hb_mailbox_name ((enum hb_mailbox)trace->handlers.data[h].mailbox));
        return;
      }
}

static void
check_rest (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  if (!trace->handlers.size)
    cannot (writer, "a trace without handlers cannot be written as .trace");
  if ((trace->eo.size || trace->mo.size) && !writer->options->drop_orders)
    cannot (writer, "the trace has eo or mo lines, which a .trace cannot say; --drop-orders leaves "
                    "them out");
}

/* --- names -------------------------------------------------------------------------------------- */

/* What the prototype takes for a name; ids may have points as well. */
static bool
is_plain (const char *name, bool point)
{
  for (; *name; name++)
    if (!((*name >= '0' && *name <= '9') || (*name >= 'A' && *name <= 'Z')
          || (*name >= 'a' && *name <= 'z') || *name == '_' || (point && *name == '.')))
      return false;
  return true;
}

/* The number of a name in NAMES that the prototype takes for one, NAME itself if that is. */
static hb_id
plain_name (struct writer *writer, hb_names *names, const char *name, bool point, const char *what)
{
  hb_id before = hb_names_count (names);
  bool plain = is_plain (name, point);
  hb_buffer text = VEC_EMPTY;
  for (const char *c = name; *c; c++)
    {
      const char one[2] = { *c, '\0' };
      hb_buffer_add (&text, "%s", is_plain (one, point) ? one : "_");
    }
  if (!plain && !writer->options->rename && !hb_diag_full (writer->diag))
    cannot (writer,
            "the prototype cannot read '%s' as the name of a %s: it takes letters, digits and _%s; "
            "--rename changes such names",
            name, what, point ? " and ." : "");
  writer->renamed += !plain;
  size_t root = text.size;
  hb_id number = hb_names_intern (names, text.data, text.size);
  for (unsigned twin = 2; number < before; twin++)
    {
      text.size = root;
      hb_buffer_add (&text, "_%u", twin);
      number = hb_names_intern (names, text.data, text.size);
    }
  vec_free (text);
  return number;
}

/* The prototype reads any name behind '@', but no post to some of them. */
static bool
is_posted_to (const hb_trace *trace, hb_id handler)
{
  const struct hb_handler *h = &trace->handlers.data[handler];
  for (hb_id m = h->first; m < h->first + h->count; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      return true;
  return false;
}

/* Names that need no change come first, so that changed ones make way for them. */
static void
name_handlers (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  vec_resize (writer->handler_name, trace->handlers.size, HB_NONE);
  for (int changed = 0; changed < 2; changed++)
    for (hb_id h = 0; h < trace->handlers.size; h++)
      {
        const char *name = hb_handler_name (trace, h);
        bool fits = is_plain (name, false) || (!strcmp (name, "h-1") && !is_posted_to (trace, h));
        if (fits == !changed)
          writer->handler_name.data[h]
              = fits ? hb_names_intern (writer->handlers, name, strlen (name))
                     : plain_name (writer, writer->handlers, name, false, "handler");
      }
}

static void
name_variables (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  vec_resize (writer->variable_name, trace->variables.size, HB_NONE);
  for (int changed = 0; changed < 2; changed++)
    for (hb_id v = 0; v < trace->variables.size; v++)
      if (is_plain (hb_variable_name (trace, v), false) == !changed)
        writer->variable_name.data[v] = plain_name (writer, writer->variables,
                                                    hb_variable_name (trace, v), false, "variable");
}

/* Would a reader take an unposted message of this name for an initial one? */
static bool
is_initial_id (const char *name)
{
  return !strcmp (name, "init") || !strcmp (name, "0");
}

/* The id that the initial message of HANDLER is written with; NULL if both are taken. */
static const char *
initial_id (const hb_trace *trace, hb_id handler)
{
  static const char *const ids[] = { "init", "0" };
  for (int i = 0; i < 2; i++)
    {
      hb_id m = hb_trace_find_message (trace, ids[i]);
      if (m == HB_NONE || trace->messages.data[m].handler != handler)
        return ids[i];
    }
  return NULL;
}

/* Does message M take another name, so that it is not read as an initial one, or leaves an id for one? */
static bool
makes_way (const struct writer *writer, hb_id m)
{
  const struct hb_message *message = &writer->trace->messages.data[m];
  return writer->options->rename && is_initial_id (hb_message_name (writer->trace, m))
         && (message->kind == HB_EXTERNAL || !initial_id (writer->trace, message->handler));
}

static void
name_messages (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  vec_resize (writer->message_name, trace->messages.size, HB_NONE);
  for (int changed = 0; changed < 2; changed++)
    for (hb_id m = 0; m < trace->messages.size; m++)
      {
        const struct hb_message *message = &trace->messages.data[m];
        if (message->kind == HB_INITIAL)
          {
            if (!changed && !writer->options->rename && !initial_id (trace, message->handler))
              cannot (writer,
                      "handler '%s' has messages 'init' and '0': no id is left for its "
                      "initial message; --rename changes them",
                      hb_handler_name (trace, message->handler));
            continue;
          }
        const char *name = hb_message_name (trace, m);
        bool other = makes_way (writer, m);
        if ((is_plain (name, true) && !other) == !changed)
          {
            char *wanted = hb_format ("%s%s", other ? "m_" : "", name);
            writer->message_name.data[m]
                = plain_name (writer, writer->messages, wanted, true, "message");
            writer->renamed += other;
            hb_free (wanted);
          }
        if (!changed && !other && message->kind == HB_EXTERNAL && is_initial_id (name))
          cannot (writer,
                  "the external message '%s' would be read as an initial one; --rename changes "
                  "its id",
                  name);
      }
}

/* --- values ------------------------------------------------------------------------------------- */

/* A value names its write: are those of V fit for that? */
static bool
has_good_values (const hb_trace *trace, const struct hb_variable *v, hb_names *seen)
{
  for (hb_id i = v->first; i < v->first + v->count; i++)
    {
      hb_id write = trace->co.data[i], value = hb_event_value (trace, write);
      if (value == HB_NONE || !is_plain (hb_names_text (trace->values, value), true))
        return false;
      const hb_id pair[2] = { trace->events.data[write].object, value };
      hb_id before = hb_names_count (seen);
      if (hb_names_intern (seen, (const char *)pair, sizeof pair) < before)
        return false;
    }
  return true;
}

/* What a read of the initial value may say, by number: 0, init, init_1, init_2, ... */
static void
initial_value (hb_id number, hb_buffer *text)
{
  text->size = 0;
  if (number < 2)
    hb_buffer_add (text, "%s", number ? "init" : "0");
  else
    hb_buffer_add (text, "init_%u", number - 1);
}

static void
choose_values (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  hb_names *seen = hb_names_new ();
  hb_buffer text = VEC_EMPTY;
  size_t numbered = 0;
  for (hb_id v = 0; v < trace->variables.size; v++)
    {
      const struct hb_variable *variable = &trace->variables.data[v];
      bool good = has_good_values (trace, variable, seen);
      hb_id number = 0;
      for (; good; number++)
        {
          initial_value (number, &text);
          hb_id value = hb_names_find (trace->values, text.data, text.size);
          const hb_id pair[2] = { v, value };
          if (value == HB_NONE || hb_names_find (seen, (const char *)pair, sizeof pair) == HB_NONE)
            break;
        }
      numbered += !good;
      vec_push (writer->numbered, !good);
      vec_push (writer->unwritten, number);
    }
  if (numbered)
    hb_note (writer->notes,
             "numbered the values of %zu variable%s: a value must name one write of its variable",
             numbered, HB_S (numbered));
  vec_free (text);
  hb_names_free (seen);
}

/* --- the text ----------------------------------------------------------------------------------- */

static void
put_write (const struct writer *writer, hb_output *output, hb_id write)
{
  const hb_trace *trace = writer->trace;
  const struct hb_event *event = &trace->events.data[write];
  hb_putf (output, "write(%s,",
           hb_names_text (writer->variables, writer->variable_name.data[event->object]));
  if (writer->numbered.data[event->object])
    hb_put_number (output, event->partner + (uint64_t)1);
  else
    hb_put (output, hb_names_text (trace->values, hb_event_value (trace, write)));
  hb_put_char (output, ')');
}

static void
put_read (const struct writer *writer, hb_output *output, const struct hb_event *event)
{
  const hb_trace *trace = writer->trace;
  hb_id v = event->object;
  hb_buffer text = VEC_EMPTY;
  hb_putf (output, "read(%s,", hb_names_text (writer->variables, writer->variable_name.data[v]));
  if (event->partner == HB_NONE)
    {
      initial_value (writer->unwritten.data[v], &text);
      hb_put (output, text.data);
    }
  else if (writer->numbered.data[v])
    hb_put_number (output, trace->events.data[event->partner].partner + (uint64_t)1);
  else
    hb_put (output, hb_names_text (trace->values, hb_event_value (trace, event->partner)));
  hb_put_char (output, ')');
  vec_free (text);
}

static void
put_priority (hb_output *output, const struct hb_message *message)
{
  if (message->has_priority)
    hb_putf (output, ",%d", (int)message->priority);
}

static bool
has_priorities (const hb_trace *trace)
{
  for (size_t m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].has_priority)
      return true;
  return false;
}

static void
put_message (const struct writer *writer, hb_output *output, hb_id m)
{
  const hb_trace *trace = writer->trace;
  const struct hb_message *message = &trace->messages.data[m];
  const char *initial = initial_id (trace, message->handler);
  hb_putf (output, "{ get(%s",
           message->kind != HB_INITIAL
               ? hb_names_text (writer->messages, writer->message_name.data[m])
           : initial ? initial
                     : "init");
  put_priority (output, message);
  hb_put_char (output, ')');
  for (hb_id e = message->first; e < message->first + message->count; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_GET)
        continue;
      hb_put (output, " -> ");
      if (event->kind == HB_WRITE)
        put_write (writer, output, e);
      else if (event->kind == HB_READ)
        put_read (writer, output, event);
      else
        {
          const struct hb_message *posted = &trace->messages.data[event->object];
          hb_putf (output, "post(%s,%s",
                   hb_names_text (writer->handlers, writer->handler_name.data[posted->handler]),
                   hb_names_text (writer->messages, writer->message_name.data[event->object]));
          put_priority (output, posted);
          hb_put_char (output, ')');
        }
    }
  hb_put (output, " }\n");
}

static void
put_co (const struct writer *writer, hb_output *output)
{
  const hb_trace *trace = writer->trace;
  bool started = false;
  for (size_t v = 0; v < trace->variables.size; v++)
    {
      const struct hb_variable *variable = &trace->variables.data[v];
      if (variable->count < 2)
        continue;
      if (!started)
        hb_put (output, "$(CO)\n");
      started = true;
      for (hb_id i = variable->first; i < variable->first + variable->count; i++)
        {
          if (i > variable->first)
            hb_put (output, " -> ");
          put_write (writer, output, trace->co.data[i]);
        }
      hb_put (output, ";\n");
    }
}

static void
put_all (const struct writer *writer, hb_output *output)
{
  const hb_trace *trace = writer->trace;
  /* Priorities alone would make mailboxes of priorities. */
  if (trace->handlers.data[0].mailbox != HB_QUEUE || has_priorities (trace))
    hb_putf (output, "mailbox %s\n",
             hb_mailbox_name ((enum hb_mailbox)trace->handlers.data[0].mailbox));
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_putf (output, "@ %s\n", hb_names_text (writer->handlers, writer->handler_name.data[h]));
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        put_message (writer, output, m);
    }
  put_co (writer, output);
}

/* What is left out although the trace says it. */
static void
say_what_is_left_out (struct writer *writer)
{
  const hb_trace *trace = writer->trace;
  if (trace->meta.size)
    hb_note (writer->notes, "left out %s", hb_many (trace->meta.size, "meta line"));
  if (hb_names_count (trace->labels))
    hb_note (writer->notes, "left out %u label%s", hb_names_count (trace->labels),
             HB_S (hb_names_count (trace->labels)));
  if (trace->eo.size + trace->mo.size)
    hb_note (writer->notes, "left out %s and %s", hb_many (trace->eo.size, "eo line"),
             hb_many (trace->mo.size, "mo line"));
  if (writer->renamed)
    hb_note (writer->notes, "changed %zu name%s that the prototype cannot read", writer->renamed,
             HB_S (writer->renamed));
}

bool
hb_prototype_write (hb_output *output, const hb_trace *trace,
                    const struct hb_prototype_write_options *options, hb_notes *notes,
                    hb_diag *diag)
{
  static const struct hb_prototype_write_options defaults;
  struct writer writer = { .trace = trace,
                           .options = options ? options : &defaults,
                           .notes = notes,
                           .diag = diag,
                           .handlers = hb_names_new (),
                           .messages = hb_names_new (),
                           .variables = hb_names_new () };
  size_t errors = hb_diag_errors (diag);
  check_mailboxes (&writer);
  check_rest (&writer);
  name_handlers (&writer);
  name_variables (&writer);
  name_messages (&writer);
  bool good = hb_diag_errors (diag) == errors;
  if (good)
    {
      choose_values (&writer);
      put_all (&writer, output);
      say_what_is_left_out (&writer);
    }
  hb_names_free (writer.handlers);
  hb_names_free (writer.messages);
  hb_names_free (writer.variables);
  vec_free (writer.handler_name);
  vec_free (writer.message_name);
  vec_free (writer.variable_name);
  vec_free (writer.numbered);
  vec_free (writer.unwritten);
  return good;
}
