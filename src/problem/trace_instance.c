/* Traces as instances: what ED-consistency and SC rf-consistency have in common. */
#include "problem/trace_instance.h"

#include "base/failure.h"
#include "format/edt.h"
#include "proof/core_part.h"
#include "trace/builder.h"

#include <string.h>

/* --- equal, copies --- */

static bool
same_handlers (const hb_trace *a, const hb_trace *b)
{
  for (hb_id h = 0; h < a->handlers.size; h++)
    if (strcmp (hb_handler_name (a, h), hb_handler_name (b, h))
        || a->handlers.data[h].mailbox != b->handlers.data[h].mailbox)
      return false;
  return true;
}

static bool
same_messages (const hb_trace *a, const hb_trace *b)
{
  for (hb_id m = 0; m < a->messages.size; m++)
    {
      const struct hb_message *x = &a->messages.data[m], *y = &b->messages.data[m];
      if (strcmp (hb_message_name (a, m), hb_message_name (b, m)) || x->kind != y->kind
          || x->handler != y->handler || x->first != y->first || x->count != y->count
          || x->priority != y->priority)
        return false;
    }
  return true;
}

/* The text of a value, or "". */
static const char *
value_of (const hb_trace *trace, hb_id event)
{
  hb_id value = hb_event_value (trace, event);
  return value == HB_NONE ? "" : hb_names_text (trace->values, value);
}

/* Things have the same numbers in both, but for variables, which are numbered as they are met. */
static bool
same_event (const hb_trace *a, const hb_trace *b, hb_id e, bool histories)
{
  const struct hb_event *x = &a->events.data[e], *y = &b->events.data[e];
  bool access = x->kind == HB_READ || x->kind == HB_WRITE;
  if (x->kind != y->kind || strcmp (value_of (a, e), value_of (b, e)))
    return false;
  if (access ? strcmp (hb_variable_name (a, x->object), hb_variable_name (b, y->object))
             : x->object != y->object)
    return false;
  return x->partner == y->partner || (histories && x->kind == HB_WRITE);
}

static bool
chains_equal (const hb_trace *a, const hb_trace *b)
{
  return a->eo.size == b->eo.size && a->mo.size == b->mo.size && a->chained.size == b->chained.size
         && (!a->chained.size
             || !memcmp (a->chained.data, b->chained.data,
                         a->chained.size * sizeof *a->chained.data));
}

bool
hb_traces_equal (const hb_trace *a, const hb_trace *b, bool histories)
{
  if (a->handlers.size != b->handlers.size || a->messages.size != b->messages.size
      || a->events.size != b->events.size || !same_handlers (a, b) || !same_messages (a, b)
      || !chains_equal (a, b))
    return false;
  for (hb_id e = 0; e < a->events.size; e++)
    if (!same_event (a, b, e, histories))
      return false;
  return true;
}

hb_trace *
hb_trace_copy (const hb_trace *trace, bool history)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  if (history)
    hb_build_history (builder, trace);
  else
    hb_build_trace (builder, trace, NULL);
  hb_trace *copy = hb_builder_finish (builder);
  if (!copy)
    hb_fail ("a trace cannot be copied: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  return copy;
}

void
hb_trace_instance_free (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_trace_free ((hb_trace *)instance);
}

/* --- small ones --- */

struct small_visit
{
  hb_instance_visit *visit;
  void *context;
};

static bool
visit_small (hb_trace *trace, void *context)
{
  const struct small_visit *x = context;
  return x->visit (x->context, hb_instance_of_trace (trace));
}

bool
hb_each_small_instance (const struct hb_small_size *size, hb_instance_visit *visit, void *context)
{
  struct small_visit x = { visit, context };
  return hb_small_traces (size, visit_small, &x);
}

/* --- parts --- */

/* Message M is dropped with all that stands in it, and with its post.  Posts may lead in a circle: such a
 * trace has no run, but is one. */
static void
drop_message (struct hb_part *part, hb_id m)
{
  const struct hb_message *message = &part->trace->messages.data[m];
  if (!part->message[m])
    return;
  part->message[m] = false;
  for (hb_id e = message->first; e < message->first + message->count; e++)
    if (part->trace->events.data[e].kind == HB_POST)
      drop_message (part, part->trace->events.data[e].object);
    else
      part->event[e] = false;
  for (hb_id e = message->first; e < message->first + message->count; e++)
    part->event[e] = false;
  if (message->post != HB_NONE)
    part->event[message->post] = false;
}

size_t
hb_trace_parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  const hb_trace *trace = hb_trace_of (instance);
  return trace->messages.size + trace->events.size + trace->chained.size;
}

hb_instance *
hb_trace_without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  (void)self;
  const hb_trace *trace = hb_trace_of (instance);
  size_t messages = trace->messages.size, events = trace->events.size;
  if (i >= messages && i < messages + events)
    {
      uint8_t kind = trace->events.data[i - messages].kind;
      if (kind != HB_READ && kind != HB_WRITE)
        return NULL;
    }
  struct hb_part part = hb_part_new (trace, true);
  if (i < messages)
    drop_message (&part, (hb_id)i);
  else if (i >= messages + events)
    part.chained[i - messages - events] = false;
  else
    part.event[i - messages] = false;
  for (size_t m = 0; m < messages; m++) /* initial messages without events count for nothing */
    part.message[m] = part.message[m] && trace->messages.data[m].kind != HB_INITIAL;
  hb_part_close (&part);
  hb_trace *less = hb_part_trace (&part, NULL, NULL);
  hb_part_free (&part);
  return hb_instance_of_trace (less);
}
