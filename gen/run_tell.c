/* A recorded run, told to a builder: handler after handler, the messages of each in the order in
 * which they ran.  Handlers are called h1, h2, ..., messages m1, m2, ... in the order of their
 * posts, external ones e1, e2, ..., variables x1, x2, ...; events have no labels. */
#include "run.h"

#include <stdio.h>

#define NAME 32

/* Where the events of each message are. */
struct layout
{
  hb_id *first;  /* message -> the start of its events in `events` */
  hb_id *events; /* message after message, in program order */
  hb_id *place;  /* event -> its K in MESSAGE@K */
};

static struct layout
lay_out (const struct run *run)
{
  size_t messages = run->messages.size, events = run->events.size;
  struct layout l = { hb_calloc (messages + 2, sizeof (hb_id)), hb_calloc (events, sizeof (hb_id)),
                      hb_calloc (events, sizeof (hb_id)) };
  hb_id *next = l.first + 1; /* one ahead, so that filling moves it into place */
  for (size_t e = 0; e < events; e++)
    l.place[e] = next[run->events.data[e].message + 1]++;
  for (size_t m = 0; m < messages; m++)
    next[m + 1] += next[m];
  for (size_t e = 0; e < events; e++)
    l.events[next[run->events.data[e].message]++] = (hb_id) e;
  return l;
}

static void
name_message (const struct run *run, hb_id message, char name[NAME])
{
  hb_id handlers = run->shape->handlers, externals = run->shape->externals;
  if (message < handlers)
    snprintf (name, NAME, "h%u", message + 1);
  else if (message < handlers + externals)
    snprintf (name, NAME, "e%u", message - handlers + 1);
  else
    snprintf (name, NAME, "m%u", message - handlers - externals + 1);
}

static void
name_event (const struct run *run, const struct layout *l, hb_id event, char name[2 * NAME])
{
  char message[NAME];
  name_message (run, run->events.data[event].message, message);
  snprintf (name, 2 * NAME, "%s@%u", message, l->place[event]);
}

static void
tell_event (const struct run *run, const struct layout *l, hb_id event, hb_builder *builder)
{
  const struct run_event *e = &run->events.data[event];
  char object[NAME], from[2 * NAME];
  if (e->kind == HB_POST)
    {
      name_message (run, e->object, object);
      hb_build_post (builder, NULL, object);
      return;
    }
  snprintf (object, NAME, "x%u", e->object + 1);
  if (e->kind == HB_WRITE)
    hb_build_write (builder, NULL, object, NULL);
  else if (e->kind == HB_READ)
    {
      if (e->from != HB_NONE)
        name_event (run, l, e->from, from);
      hb_build_read (builder, NULL, object, e->from == HB_NONE ? NULL : from);
    }
}

static void
tell_message (const struct run *run, const struct layout *l, hb_id message, hb_builder *builder)
{
  const struct run_message *m = &run->messages.data[message];
  char name[NAME];
  name_message (run, message, name);
  if (m->kind == HB_INITIAL)
    hb_build_initial (builder);
  else if (m->kind == HB_EXTERNAL)
    hb_build_external (builder, name);
  else
    hb_build_message (builder, name);
  if (m->kind == HB_POSTED && run->mailbox[m->handler] == HB_PRIORITY)
    hb_build_priority (builder, m->priority);
  for (hb_id i = l->first[message]; i < l->first[message + 1]; i++)
    tell_event (run, l, l->events[i], builder);
}

/* The members of ORDER by handler: those of handler h are from start[h] on.  Both new. */
static hb_id *
by_handler (const struct run *run, const hb_id *order, size_t count, hb_id **start)
{
  hb_id *sorted = hb_calloc (count, sizeof *sorted);
  *start = hb_calloc ((size_t) run->shape->handlers + 2, sizeof **start);
  hb_id *next = *start + 1;
  for (size_t i = 0; i < count; i++)
    next[run->messages.data[order[i]].handler + 1]++;
  for (hb_id h = 0; h < run->shape->handlers; h++)
    next[h + 1] += next[h];
  for (size_t i = 0; i < count; i++)
    sorted[next[run->messages.data[order[i]].handler]++] = order[i];
  return sorted;
}

static void
tell_handlers (const struct run *run, const struct layout *l, hb_builder *builder)
{
  hb_id *start, *order = by_handler (run, run->started.data, run->started.size, &start);
  for (hb_id h = 0; h < run->shape->handlers; h++)
    {
      char name[NAME];
      snprintf (name, NAME, "h%u", h + 1);
      hb_build_handler (builder, name, run->shape->mailbox < 0 ? run->mailbox[h] : -1);
      if (l->first[h] < l->first[h + 1])
        tell_message (run, l, h, builder);
      for (hb_id i = start[h]; i < start[h + 1]; i++)
        tell_message (run, l, order[i], builder);
    }
  hb_free (order);
  hb_free (start);
}

static void
tell_co (const struct run *run, const struct layout *l, hb_builder *builder)
{
  for (hb_id x = 0; x < run->shape->variables; x++)
    {
      char name[2 * NAME];
      if (run->co_start[x + 1] - run->co_start[x] < 2)
        continue;
      snprintf (name, NAME, "x%u", x + 1);
      hb_build_chain_start (builder, 'c', name);
      for (hb_id i = run->co_start[x]; i < run->co_start[x + 1]; i++)
        {
          name_event (run, l, run->co[i], name);
          hb_build_chain_add (builder, name);
        }
    }
}

/* A chain of kind 'e' or 'm' for every handler with two messages or more in ORDER. */
static void
tell_chains (const struct run *run, char kind, const hb_id *order, size_t count,
             hb_builder *builder)
{
  hb_id *start, *sorted = by_handler (run, order, count, &start);
  for (hb_id h = 0; h < run->shape->handlers; h++)
    {
      char name[NAME];
      if (start[h + 1] - start[h] < 2)
        continue;
      snprintf (name, NAME, "h%u", h + 1);
      hb_build_chain_start (builder, kind, name);
      for (hb_id i = start[h]; i < start[h + 1]; i++)
        {
          name_message (run, sorted[i], name);
          hb_build_chain_add (builder, name);
        }
    }
  hb_free (sorted);
  hb_free (start);
}

void
run_tell (const struct run *run, hb_builder *builder)
{
  struct layout l = lay_out (run);
  if (run->shape->mailbox > 0)
    hb_build_mailbox (builder, (enum hb_mailbox) run->shape->mailbox);
  tell_handlers (run, &l, builder);
  tell_co (run, &l, builder);
  if (run->shape->orders)
    {
      tell_chains (run, 'e', run->started.data, run->started.size, builder);
      tell_chains (run, 'm', run->posted.data, run->posted.size, builder);
    }
  hb_build_end (builder);
  hb_free (l.first);
  hb_free (l.events);
  hb_free (l.place);
}
