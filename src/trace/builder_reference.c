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

/* In place of a message: a name that a message and a handler with an initial message share. */
#define AMBIGUOUS (HB_NONE - 1)

void
hb_builder_resolve_holders (struct trace_builder *own)
{
  hb_trace *trace = own->trace;
  for (hb_id n = 0; n < hb_names_count (own->holders); n++)
    {
      const char *name = hb_names_text (own->holders, n);
      hb_id message = hb_trace_find_message (trace, name);
      hb_id handler = hb_trace_find_handler (trace, name);
      hb_id initial = handler == HB_NONE ? HB_NONE : trace->handlers.data[handler].initial;
      vec_push (own->held, message == HB_NONE ? initial : initial == HB_NONE ? message : AMBIGUOUS);
    }
}

/* The event that MESSAGE@K or HANDLER@K stands for, or HB_NONE after an error. */
static hb_id
resolve_position (struct trace_builder *own, const struct reference *reference)
{
  hb_trace *trace = own->trace;
  hb_id held = own->held.data[reference->name];
  const struct hb_message *message = held < AMBIGUOUS ? &trace->messages.data[held] : NULL;
  if (message && reference->position < message->count)
    return message->first + reference->position;
  const char *name = hb_names_text (own->holders, reference->name);
  if (held == AMBIGUOUS)
    hb_complain_at (own, reference->spot,
                    "'%s' is both a message and a handler with an initial message; "
                    "expected a label for the event",
                    name);
  else if (held == HB_NONE)
    hb_complain_at (own, reference->spot,
                    "no message '%s' in this trace and no handler of that name "
                    "with an initial message; expected a label, MESSAGE@K or "
                    "HANDLER@K",
                    name);
  else if (!message->count)
    hb_complain_at (own, reference->spot, "'%s' has no events; expected the address of a write",
                    name);
  else
    hb_complain_at (own, reference->spot,
                    "'%s' has %u events; expected a number from 0 to %u behind @", name,
                    message->count, message->count - 1);
  return HB_NONE;
}

hb_id
hb_builder_resolve_write (struct trace_builder *own, const struct reference *reference,
                          hb_id variable)
{
  hb_trace *trace = own->trace;
  hb_id e;
  if (reference->name == HB_NONE)
    e = reference->position;
  else if (reference->position != HB_NONE)
    e = resolve_position (own, reference);
  else
    {
      e = own->trace->event_of_label.data[reference->name];
      if (e == HB_NONE)
        hb_complain_at (own, reference->spot,
                        "no event '%s' in this trace; expected a label, MESSAGE@K, "
                        "HANDLER@K%s",
                        hb_names_text (trace->labels, reference->name),
                        reference->reader == HB_NONE ? "" : " or init");
    }
  if (e == HB_NONE)
    return HB_NONE;
  if (own->written.data[e] != variable)
    {
      const struct hb_event *event = &trace->events.data[e];
      char *address = hb_event_address (trace, e);
      if (event->kind != HB_WRITE)
        hb_complain_at (own, reference->spot, "'%s' is a %s; expected a write of '%s'", address,
                        hb_event_kind_name (event->kind), hb_variable_name (trace, variable));
      else
        hb_complain_at (own, reference->spot, "'%s' writes '%s'; expected a write of '%s'", address,
                        hb_variable_name (trace, event->object),
                        hb_variable_name (trace, variable));
      hb_free (address);
      return HB_NONE;
    }
  return e;
}

#define STEP 12

void
hb_builder_fetch_ahead (const struct trace_builder *own, const struct reference *references,
                        size_t count, size_t i)
{
#if defined(__GNUC__)
  const hb_trace *trace = own->trace;
  if (i + 3 * STEP < count && references[i + 3 * STEP].position != HB_NONE
      && references[i + 3 * STEP].name != HB_NONE)
    __builtin_prefetch (&own->held.data[references[i + 3 * STEP].name]);
  if (i + 2 * STEP < count && references[i + 2 * STEP].position != HB_NONE
      && references[i + 2 * STEP].name != HB_NONE
      && own->held.data[references[i + 2 * STEP].name] < AMBIGUOUS)
    __builtin_prefetch (&trace->messages.data[own->held.data[references[i + 2 * STEP].name]]);
  if (i + STEP < count)
    {
      const struct reference *r = &references[i + STEP];
      hb_id e = r->name == HB_NONE       ? r->position
                : r->position == HB_NONE ? trace->event_of_label.data[r->name]
                : own->held.data[r->name] < AMBIGUOUS
                    ? trace->messages.data[own->held.data[r->name]].first + r->position
                    : 0;
      if (e < own->written.size)
        __builtin_prefetch (&own->written.data[e]);
    }
#else
  (void)own, (void)references, (void)count, (void)i;
#endif
}
