/* A trace in random order under random names.
 *
 * The order and the names of a generated trace give the run away by which it was made: an engine
 * that lives on them shows it on the shuffled trace.  Everything that is numbered gets a random
 * other number, and is named by it. */
#include "gen/traces.h"

#include <stdio.h>

#define NAME 32

struct shuffle
{
  const hb_trace *trace;
  struct hb_rng *rng;
  hb_builder *builder;
  hb_id *handler, *message, *variable, *label, *value; /* number -> new number */
};

/* New: 0 .. COUNT - 1 in random order. */
static hb_id *
permutation (struct hb_rng *rng, size_t count)
{
  hb_id *order = hb_calloc (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (hb_id)i;
  hb_rng_shuffle (rng, order, count);
  return order;
}

static void
name_message (const struct shuffle *s, hb_id message, char name[NAME])
{
  const struct hb_message *m = &s->trace->messages.data[message];
  if (m->kind == HB_INITIAL)
    snprintf (name, NAME, "h%u", s->handler[m->handler]);
  else
    snprintf (name, NAME, "m%u", s->message[message]);
}

/* The event's label, or MESSAGE@K. */
static void
name_event (const struct shuffle *s, hb_id event, char name[2 * NAME])
{
  const struct hb_event *e = &s->trace->events.data[event];
  hb_id label = hb_event_label (s->trace, event);
  char message[NAME];
  if (label != HB_NONE)
    snprintf (name, NAME, "l%u", s->label[label]);
  else
    {
      name_message (s, e->message, message);
      snprintf (name, 2 * NAME, "%s@%u", message, hb_event_position (s->trace, event));
    }
}

static void
tell_event (const struct shuffle *s, hb_id event)
{
  const struct hb_event *e = &s->trace->events.data[event];
  char label[2 * NAME], object[NAME], other[2 * NAME];
  const char *shown = hb_event_label (s->trace, event) == HB_NONE ? NULL : label;
  hb_id value = hb_event_value (s->trace, event);
  name_event (s, event, label);
  if (e->kind == HB_POST)
    {
      name_message (s, e->object, object);
      hb_build_post (s->builder, shown, object);
    }
  if (e->kind != HB_READ && e->kind != HB_WRITE)
    return;
  snprintf (object, NAME, "x%u", s->variable[e->object]);
  if (e->kind == HB_WRITE && value != HB_NONE)
    snprintf (other, NAME, "v%u", s->value[value]);
  if (e->kind == HB_READ && e->partner != HB_NONE)
    name_event (s, e->partner, other);
  if (e->kind == HB_WRITE)
    hb_build_write (s->builder, shown, object, value == HB_NONE ? NULL : other);
  else
    hb_build_read (s->builder, shown, object, e->partner == HB_NONE ? NULL : other);
}

static void
tell_message (const struct shuffle *s, hb_id message)
{
  const struct hb_message *m = &s->trace->messages.data[message];
  char name[NAME];
  name_message (s, message, name);
  hb_build_message_of (s->builder, (enum hb_message_kind)m->kind, name);
  if (m->has_priority)
    hb_build_priority (s->builder, m->priority);
  for (hb_id e = m->first; e < m->first + m->count; e++)
    tell_event (s, e);
}

static void
tell_handler (const struct shuffle *s, hb_id handler)
{
  const struct hb_handler *h = &s->trace->handlers.data[handler];
  char name[NAME];
  snprintf (name, NAME, "h%u", s->handler[handler]);
  hb_build_handler (s->builder, name, h->mailbox_given ? h->mailbox : -1);
  if (h->initial != HB_NONE)
    tell_message (s, h->initial);
  hb_id *order = permutation (s->rng, h->count);
  for (hb_id i = 0; i < h->count; i++)
    if (h->first + order[i] != h->initial)
      tell_message (s, h->first + order[i]);
  hb_free (order);
}

static void
tell_co (const struct shuffle *s)
{
  size_t variables = s->trace->variables.size;
  hb_id *order = permutation (s->rng, variables);
  for (size_t i = 0; i < variables; i++)
    {
      const struct hb_variable *v = &s->trace->variables.data[order[i]];
      char name[2 * NAME];
      if (v->count < 2)
        continue;
      snprintf (name, NAME, "x%u", s->variable[order[i]]);
      hb_build_chain_start (s->builder, 'c', name);
      for (hb_id k = 0; k < v->count; k++)
        {
          name_event (s, s->trace->co.data[v->first + k], name);
          hb_build_chain_add (s->builder, name);
        }
    }
  hb_free (order);
}

static void
tell_chains (const struct shuffle *s, char kind, const struct hb_chain *chains, size_t count)
{
  hb_id *order = permutation (s->rng, count);
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_chain *chain = &chains[order[i]];
      char name[NAME];
      snprintf (name, NAME, "h%u", s->handler[chain->handler]);
      hb_build_chain_start (s->builder, kind, name);
      for (hb_id k = 0; k < chain->count; k++)
        {
          name_message (s, s->trace->chained.data[chain->first + k], name);
          hb_build_chain_add (s->builder, name);
        }
    }
  hb_free (order);
}

void
hb_trace_shuffled (const hb_trace *trace, struct hb_rng *rng, hb_builder *builder)
{
  struct shuffle s = { .trace = trace, .rng = rng, .builder = builder };
  s.handler = permutation (rng, trace->handlers.size);
  s.message = permutation (rng, trace->messages.size);
  s.variable = permutation (rng, trace->variables.size);
  s.label = permutation (rng, hb_names_count (trace->labels));
  s.value = permutation (rng, hb_names_count (trace->values));
  for (size_t i = 0; i < trace->meta.size; i++)
    hb_build_meta (builder, trace->meta.data[i].key, trace->meta.data[i].value);
  if (trace->mailbox != HB_QUEUE)
    hb_build_mailbox (builder, trace->mailbox);
  hb_id *order = permutation (rng, trace->handlers.size);
  for (size_t i = 0; i < trace->handlers.size; i++)
    tell_handler (&s, order[i]);
  tell_co (&s);
  tell_chains (&s, 'e', trace->eo.data, trace->eo.size);
  tell_chains (&s, 'm', trace->mo.data, trace->mo.size);
  hb_build_end (builder);
  hb_free (order);
  hb_free (s.handler);
  hb_free (s.message);
  hb_free (s.variable);
  hb_free (s.label);
  hb_free (s.value);
}
