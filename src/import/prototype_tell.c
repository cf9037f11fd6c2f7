/* From what a `.trace` file says, and what was decided about the rest, to a trace: numbers the events
 * as the builder will, so that reads and chains can name their writes before these are told. */
#include "import/prototype_private.h"

#include "base/plural.h"

/* Is the event of the file told?  Dropped posts are not, nor, if so wanted, reads of no write. */
static bool
is_told (const struct prototype_teller *teller, const struct prototype_event *event)
{
  return event->kind != HB_GET
         && (event->kind != HB_READ || !teller->options->drop_reads || event->two != HB_NONE);
}

/* Links each handler's messages; the order of the file comes out when they are put in front of one
 * another from the last to the first. */
static hb_id *
link_messages (struct prototype *file)
{
  hb_id *next = hb_calloc (file->messages.size, sizeof *next);
  for (hb_id m = (hb_id)file->messages.size; m-- > 0;)
    {
      struct prototype_handler *handler = &file->handlers.data[file->messages.data[m].handler];
      next[m] = handler->last;
      handler->last = m;
      handler->count++;
    }
  return next;
}

/* Numbers the events as the builder will. */
static void
number_events (struct prototype_teller *teller, const hb_id *next)
{
  struct prototype *file = teller->file;
  hb_id number = 0;
  size_t dropped = 0, initial = 0;
  teller->numbers = hb_realloc (NULL, file->events.size, sizeof *teller->numbers);
  for (size_t i = 0; i < file->order.size; i++)
    for (hb_id m = file->handlers.data[file->order.data[i]].last; m != HB_NONE; m = next[m])
      {
        const struct prototype_message *message = &file->messages.data[m];
        number += message->kind == HB_POSTED;
        for (hb_id e = message->first; e < message->first + message->count; e++)
          {
            const struct prototype_event *event = &file->events.data[e];
            bool is_read = event->kind == HB_READ;
            bool unwritten = is_read && event->two == HB_NONE;
            dropped += unwritten && teller->options->drop_reads;
            initial += unwritten && !teller->options->drop_reads;
            teller->numbers[e] = is_told (teller, event) ? number++ : HB_NONE;
          }
      }
  if (dropped)
    hb_note (teller->notes, "dropped %zu read%s of values that nobody writes", dropped,
             HB_S (dropped));
  if (initial)
    hb_note (teller->notes,
             "took %zu read%s of values that nobody writes as reads of the initial value", initial,
             HB_S (initial));
}

static struct hb_place
place_in_file (const struct prototype_teller *teller, struct spot spot)
{
  return (struct hb_place){ .file = hb_input_name (teller->input),
                            .line = spot.line,
                            .column = spot.column };
}

static void
tell_event (struct prototype_teller *teller, hb_builder *builder,
            const struct prototype_event *event)
{
  struct prototype *file = teller->file;
  builder->place = place_in_file (teller, event->spot);
  if (event->kind == HB_POST)
    {
      hb_builder_post (builder, hb_span (NULL),
                       prototype_name (teller->messages, file->messages.data[event->one].name));
      return;
    }
  struct hb_span variable
      = prototype_name (teller->variables, teller->variable_name.data[event->one]);
  if (event->kind == HB_WRITE)
    {
      struct hb_span value = prototype_name (file->values, event->two);
      if (hb_value_is_legal (value.text, value.length))
        hb_builder_write (builder, hb_span (NULL), variable, value);
      else
        {
          hb_buffer legal = VEC_EMPTY;
          prototype_clean (&legal, value.text, value.length);
          hb_builder_write (builder, hb_span (NULL), variable,
                            (struct hb_span){ legal.data, legal.size });
          vec_free (legal);
        }
      return;
    }
  hb_id write = event->two;
  hb_builder_read_event (builder, variable, write == HB_NONE ? HB_NONE : teller->numbers[write]);
}

static void
tell_messages (struct prototype_teller *teller, hb_builder *builder, const hb_id *next)
{
  struct prototype *file = teller->file;
  for (size_t i = 0; i < file->order.size; i++)
    {
      hb_id h = file->order.data[i];
      if (!file->handlers.data[h].opened && !file->handlers.data[h].count)
        continue; /* its messages were split off */
      hb_builder_handler (builder, prototype_name (teller->handlers, teller->handler_name.data[h]),
                          -1);
      for (hb_id m = file->handlers.data[h].last; m != HB_NONE; m = next[m])
        {
          const struct prototype_message *message = &file->messages.data[m];
          builder->place = place_in_file (teller, message->spot);
          hb_builder_message (builder, (enum hb_message_kind)message->kind,
                              message->kind == HB_INITIAL
                                  ? hb_span (NULL)
                                  : prototype_name (teller->messages, message->name));
          if (message->kind != HB_INITIAL && message->has_priority)
            builder->class->priority (builder, message->priority);
          for (hb_id e = message->first; e < message->first + message->count; e++)
            if (is_told (teller, &file->events.data[e]))
              tell_event (teller, builder, &file->events.data[e]);
        }
    }
}

static hb_trace *
tell (struct prototype_teller *teller)
{
  hb_builder *builder = hb_builder_to_trace (teller->diag);
  hb_id *next = link_messages (teller->file);
  number_events (teller, next);
  if (teller->file->mailbox >= 0)
    builder->class->mailbox (builder, (enum hb_mailbox)teller->file->mailbox);
  else if (teller->file->prioritised)
    builder->class->mailbox (builder, HB_PRIORITY);
  tell_messages (teller, builder, next);
  prototype_tell_co (teller, builder);
  builder->class->end (builder);
  hb_free (next);
  hb_free (teller->numbers);
  return hb_builder_finish (builder);
}

hb_trace *
prototype_tell (struct prototype *file, const hb_input *input,
                const struct hb_prototype_options *options, hb_notes *notes, hb_diag *diag)
{
  struct prototype_teller teller = { .file = file,
                                     .input = input,
                                     .options = options,
                                     .notes = notes,
                                     .diag = diag,
                                     .places = hb_names_new (),
                                     .handlers = hb_names_new (),
                                     .messages = hb_names_new (),
                                     .variables = hb_names_new () };
  hb_trace *trace = NULL;
  if (prototype_decide (&teller))
    trace = tell (&teller);
  hb_names_free (teller.places);
  vec_free (teller.by_id);
  hb_names_free (teller.handlers);
  hb_names_free (teller.messages);
  hb_names_free (teller.variables);
  vec_free (teller.handler_name);
  vec_free (teller.variable_name);
  return trace;
}
