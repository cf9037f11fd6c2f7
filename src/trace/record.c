/* See record.h.  Handler after handler, the messages of each in the order in which they ran; events
 * have no labels. */
#include "trace/record.h"

#include <stdio.h>

#define NAME HB_RECORD_NAME

struct teller
{
  const struct hb_record *record;
  const struct hb_record_names *names;
  hb_builder *builder;
  hb_id *first;  /* message -> the start of its events in `events` */
  hb_id *events; /* message after message, in program order */
  hb_id *place;  /* event -> its K in MESSAGE@K */
};

static void
lay_out (struct teller *t)
{
  size_t messages = t->record->messages.size, events = t->record->events.size;
  const struct hb_record_event *event = t->record->events.data;
  t->first = hb_calloc (messages + 2, sizeof (hb_id));
  t->events = hb_calloc (events, sizeof (hb_id));
  t->place = hb_calloc (events, sizeof (hb_id));
  hb_id *next = t->first + 1; /* one ahead, so that filling moves it into place */
  for (size_t e = 0; e < events; e++)
    t->place[e] = next[event[e].message + 1]++;
  for (size_t m = 0; m < messages; m++)
    next[m + 1] += next[m];
  for (size_t e = 0; e < events; e++)
    t->events[next[event[e].message]++] = (hb_id)e;
}

static void
name_message (const struct teller *t, hb_id message, char name[NAME])
{
  if (message < t->record->handlers)
    t->names->handler (t->names->about, message, name);
  else
    t->names->message (t->names->about, t->record, message, name);
}

static void
name_event (const struct teller *t, hb_id event, char name[NAME + 16])
{
  char message[NAME];
  name_message (t, t->record->events.data[event].message, message);
  snprintf (name, NAME + 16, "%s@%u", message, t->place[event]);
}

static void
tell_event (const struct teller *t, hb_id event)
{
  const struct hb_record_event *e = &t->record->events.data[event];
  char object[NAME], from[NAME + 16], value[32];
  if (e->kind == HB_POST)
    {
      name_message (t, e->object, object);
      hb_build_post (t->builder, NULL, object);
      return;
    }
  if (e->kind == HB_GET)
    return;
  t->names->variable (t->names->about, e->object, object);
  if (e->kind == HB_WRITE)
    {
      snprintf (value, sizeof value, "%lld", (long long)e->value);
      hb_build_write (t->builder, NULL, object, t->record->values ? value : NULL);
      return;
    }
  if (e->from != HB_NONE)
    name_event (t, e->from, from);
  hb_build_read (t->builder, NULL, object, e->from == HB_NONE ? NULL : from);
}

static void
tell_message (const struct teller *t, hb_id message)
{
  const struct hb_record_message *m = &t->record->messages.data[message];
  char name[NAME];
  name_message (t, message, name);
  hb_build_message_of (t->builder, (enum hb_message_kind)m->kind, name);
  if (m->kind == HB_POSTED && t->record->mailbox[m->handler] == HB_PRIORITY)
    hb_build_priority (t->builder, m->priority);
  for (hb_id i = t->first[message]; i < t->first[message + 1]; i++)
    tell_event (t, t->events[i]);
}

/* The members of ORDER by handler: those of handler h are from start[h] on.  Both new. */
static hb_id *
by_handler (const struct hb_record *record, const hb_id *order, size_t count, hb_id **start)
{
  hb_id *sorted = hb_calloc (count, sizeof *sorted);
  *start = hb_calloc ((size_t)record->handlers + 2, sizeof **start);
  hb_id *next = *start + 1;
  for (size_t i = 0; i < count; i++)
    next[record->messages.data[order[i]].handler + 1]++;
  for (hb_id h = 0; h < record->handlers; h++)
    next[h + 1] += next[h];
  for (size_t i = 0; i < count; i++)
    sorted[next[record->messages.data[order[i]].handler]++] = order[i];
  return sorted;
}

static void
tell_handlers (const struct teller *t)
{
  const struct hb_record *record = t->record;
  hb_id *start, *order = by_handler (record, record->started.data, record->started.size, &start);
  for (hb_id h = 0; h < record->handlers; h++)
    {
      char name[NAME];
      t->names->handler (t->names->about, h, name);
      hb_build_handler (t->builder, name, record->common_mailbox < 0 ? record->mailbox[h] : -1);
      if (t->first[h] < t->first[h + 1] || record->messages.data[h].told)
        tell_message (t, h);
      for (hb_id i = start[h]; i < start[h + 1]; i++)
        tell_message (t, order[i]);
    }
  hb_free (order);
  hb_free (start);
}

static void
tell_co (const struct teller *t)
{
  const struct hb_record *record = t->record;
  for (hb_id x = 0; x < record->variables; x++)
    {
      char name[NAME + 16];
      if (record->co_start[x + 1] - record->co_start[x] < 2)
        continue;
      t->names->variable (t->names->about, x, name);
      hb_build_chain_start (t->builder, 'c', name);
      for (hb_id i = record->co_start[x]; i < record->co_start[x + 1]; i++)
        {
          name_event (t, record->co[i], name);
          hb_build_chain_add (t->builder, name);
        }
    }
}

/* A chain of kind 'e' or 'm' for every handler with two messages or more in ORDER. */
static void
tell_chains (const struct teller *t, char kind, const hb_id *order, size_t count)
{
  hb_id *start, *sorted = by_handler (t->record, order, count, &start);
  for (hb_id h = 0; h < t->record->handlers; h++)
    {
      char name[NAME];
      if (start[h + 1] - start[h] < 2)
        continue;
      t->names->handler (t->names->about, h, name);
      hb_build_chain_start (t->builder, kind, name);
      for (hb_id i = start[h]; i < start[h + 1]; i++)
        {
          name_message (t, sorted[i], name);
          hb_build_chain_add (t->builder, name);
        }
    }
  hb_free (sorted);
  hb_free (start);
}

void
hb_record_co (struct hb_record *record)
{
  hb_id variables = record->variables;
  const struct hb_record_event *event = record->events.data;
  record->co_start = hb_calloc ((size_t)variables + 2, sizeof *record->co_start);
  hb_id *start = record->co_start + 1; /* one ahead, so that filling moves it into place */
  for (size_t e = 0; e < record->events.size; e++)
    if (event[e].kind == HB_WRITE)
      start[event[e].object + 1]++;
  for (hb_id x = 0; x < variables; x++)
    start[x + 1] += start[x];
  record->co = hb_calloc (start[variables], sizeof *record->co);
  for (size_t e = 0; e < record->events.size; e++)
    if (event[e].kind == HB_WRITE)
      record->co[start[event[e].object]++] = (hb_id)e;
}

void
hb_record_tell (const struct hb_record *record, const struct hb_record_names *names,
                hb_builder *builder)
{
  struct teller t = { .record = record, .names = names, .builder = builder };
  lay_out (&t);
  if (record->common_mailbox > 0)
    hb_build_mailbox (builder, (enum hb_mailbox)record->common_mailbox);
  tell_handlers (&t);
  tell_co (&t);
  if (record->orders)
    {
      tell_chains (&t, 'e', record->started.data, record->started.size);
      tell_chains (&t, 'm', record->posted.data, record->posted.size);
    }
  hb_build_end (builder);
  hb_free (t.first);
  hb_free (t.events);
  hb_free (t.place);
}

void
hb_record_free (struct hb_record *record)
{
  vec_free (record->events);
  vec_free (record->messages);
  vec_free (record->started);
  vec_free (record->posted);
  hb_free (record->mailbox);
  hb_free (record->co);
  hb_free (record->co_start);
  record->mailbox = NULL;
  record->co = record->co_start = NULL;
}
