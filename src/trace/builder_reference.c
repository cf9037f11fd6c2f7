/* Addresses of writes: what a label, MESSAGE@K or HANDLER@K stands for, and where it was said. */
#include "trace/builder_trace.h"
#include "base/input.h"

struct hb_place
hb_spot_place (const struct trace_builder *builder, struct spot spot, char **text)
{
  struct hb_place place
      = { .file = builder->base.place.file, .line = spot.line, .column = spot.column };
  *text = place.file && spot.line ? hb_input_reread (place.file, spot.line) : NULL;
  place.text = *text;
  place.length = *text ? strlen (*text) : 0;
  return place;
}

/* In place of the first event: the name means nothing; a message and a handler with an initial message share it. */
#define NOTHING HB_NONE
#define AMBIGUOUS (HB_NONE - 1)

void
hb_builder_resolve_holders (struct trace_builder *own)
{
  const hb_trace *trace = own->trace;
  vec_resize (own->held, trace->message_of_name.size, ((struct holder){ NOTHING, 0 }));
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (m + STEP < trace->messages.size && message[STEP].name != HB_NONE)
        __builtin_prefetch (&own->held.data[message[STEP].name], 1);
      if (message->name != HB_NONE)
        own->held.data[message->name] = (struct holder){ message->first, message->count };
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const char *name = hb_handler_name (trace, h);
      hb_id initial = trace->handlers.data[h].initial;
      hb_id number = hb_names_find (trace->message_names, name, strlen (name));
      if (number == HB_NONE || initial == HB_NONE)
        continue;
      const struct hb_message *message = &trace->messages.data[initial];
      struct holder *holder = &own->held.data[number];
      *holder = holder->first == NOTHING ? (struct holder){ message->first, message->count }
                                         : (struct holder){ AMBIGUOUS, 0 };
    }
}

hb_id
hb_builder_find_event (const struct trace_builder *own, const struct reference *reference)
{
  if (reference->name == HB_NONE)
    return reference->position;
  if (reference->position == HB_NONE)
    return own->trace->event_of_label.data[reference->name];
  const struct holder *holder = &own->held.data[reference->name];
  return reference->position < holder->count ? holder->first + reference->position : HB_NONE;
}

/* Why the reference stands for no event. */
static void
complain_of_reference (struct trace_builder *own, const struct reference *reference)
{
  const hb_trace *trace = own->trace;
  bool label = reference->position == HB_NONE;
  const char *name = hb_names_text (label ? trace->labels : trace->message_names, reference->name);
  const struct holder *holder = label ? NULL : &own->held.data[reference->name];
  if (label)
    hb_complain_at (own, reference->spot,
                    "no event '%s' in this trace; expected a label, MESSAGE@K, "
                    "HANDLER@K%s",
                    name, reference->reader == HB_NONE ? "" : " or init");
  else if (holder->first == AMBIGUOUS)
    hb_complain_at (own, reference->spot,
                    "'%s' is both a message and a handler with an initial message; "
                    "expected a label for the event",
                    name);
  else if (holder->first == NOTHING)
    hb_complain_at (own, reference->spot,
                    "no message '%s' in this trace and no handler of that name "
                    "with an initial message; expected a label, MESSAGE@K or "
                    "HANDLER@K",
                    name);
  else if (!holder->count)
    hb_complain_at (own, reference->spot, "'%s' has no events; expected the address of a write",
                    name);
  else
    hb_complain_at (own, reference->spot,
                    "'%s' has %u events; expected a number from 0 to %u behind @", name,
                    holder->count, holder->count - 1);
}

/* The reference stands for EVENT, which is no write of VARIABLE. */
static void
complain_of_event (struct trace_builder *own, const struct reference *reference, hb_id number,
                   hb_id variable)
{
  const hb_trace *trace = own->trace;
  const struct hb_event *event = &trace->events.data[number];
  char *address = hb_event_address (trace, number);
  if (event->kind != HB_WRITE)
    hb_complain_at (own, reference->spot, "'%s' is a %s; expected a write of '%s'", address,
                    hb_event_kind_name (event->kind), hb_variable_name (trace, variable));
  else
    hb_complain_at (own, reference->spot, "'%s' writes '%s'; expected a write of '%s'", address,
                    hb_variable_name (trace, event->object), hb_variable_name (trace, variable));
  hb_free (address);
}

hb_id
hb_builder_resolve_write (struct trace_builder *own, const struct reference *reference,
                          hb_id variable)
{
  hb_id e = hb_builder_find_event (own, reference);
  if (e == HB_NONE)
    complain_of_reference (own, reference);
  else if (own->written.data[e] == variable)
    return e;
  else
    complain_of_event (own, reference, e, variable);
  return HB_NONE;
}

hb_id
hb_builder_fetch_ahead (const struct trace_builder *own, const struct reference *references,
                        size_t left)
{
  if (left > 2 * STEP && references[2 * STEP].name != HB_NONE)
    {
      const struct reference *next = &references[2 * STEP];
      if (next->position == HB_NONE)
        __builtin_prefetch (&own->trace->event_of_label.data[next->name]);
      else
        __builtin_prefetch (&own->held.data[next->name]);
    }
  return left > STEP ? hb_builder_find_event (own, &references[STEP]) : HB_NONE;
}
