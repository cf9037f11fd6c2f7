/* See trace_alike.h: a walk along the posts that pairs the messages of the two traces. */
#include "trace/trace_alike.h"

#include <string.h>

struct pairing
{
  const hb_trace *a, *b;
  hb_diag *diag;
  hb_id *message;  /* of a -> of b, HB_NONE: not yet met */
  hb_id *variable; /* likewise */
  hb_id *variable_back;
  VEC (hb_id) met; /* messages of a in the order in which they were met */
  bool values, good;
};

static void
differ (struct pairing *p, hb_id event, const char *what)
{
  if (!p->good)
    return;
  p->good = false;
  if (event == HB_NONE)
    hb_error (p->diag, NULL, "the traces differ in their %s", what);
  else
    {
      char *address = hb_event_address (p->a, event), *text = hb_event_text (p->a, event);
      hb_error (p->diag, NULL, "the traces differ at event %s (%s): %s", address, text, what);
      hb_free (address);
      hb_free (text);
    }
}

static void
meet (struct pairing *p, hb_id a, hb_id b)
{
  p->message[a] = b;
  vec_push (p->met, a);
}

/* Initial and external messages, which nobody posts, correspond by their order. */
static void
pair_handler (struct pairing *p, hb_id h)
{
  const struct hb_handler *a = &p->a->handlers.data[h], *b = &p->b->handlers.data[h];
  hb_id j = b->first, end = b->first + b->count;
  if (a->mailbox != b->mailbox)
    differ (p, HB_NONE, "mailboxes");
  if (a->count != b->count || (a->initial == HB_NONE) != (b->initial == HB_NONE))
    {
      differ (p, HB_NONE, "messages of a handler");
      return;
    }
  if (a->initial != HB_NONE)
    meet (p, a->initial, b->initial);
  for (hb_id i = a->first; i < a->first + a->count; i++)
    {
      if (p->a->messages.data[i].kind != HB_EXTERNAL)
        continue;
      while (j < end && p->b->messages.data[j].kind != HB_EXTERNAL)
        j++;
      if (j == end)
        differ (p, HB_NONE, "external messages");
      else
        meet (p, i, j++);
    }
}

static bool
same_variable (struct pairing *p, hb_id a, hb_id b)
{
  if (p->variable[a] == HB_NONE && p->variable_back[b] == HB_NONE)
    {
      p->variable[a] = b;
      p->variable_back[b] = a;
    }
  return p->variable[a] == b;
}

static bool
is_whole (const char *text)
{
  text += *text == '-';
  return *text && !text[strspn (text, "0123456789")] && (*text != '0' || !text[1]);
}

static bool
same_value (const struct pairing *p, hb_id a, hb_id b)
{
  if (!p->values || a == HB_NONE || b == HB_NONE)
    return true;
  const char *x = hb_names_text (p->a->values, a), *y = hb_names_text (p->b->values, b);
  return !is_whole (x) || !is_whole (y) || !strcmp (x, y);
}

static void
pair_event (struct pairing *p, hb_id i, hb_id j)
{
  const struct hb_event *a = &p->a->events.data[i], *b = &p->b->events.data[j];
  if (a->kind != b->kind)
    differ (p, i, "another kind of event");
  else if (a->kind == HB_POST)
    {
      const struct hb_message *m = &p->a->messages.data[a->object],
                              *n = &p->b->messages.data[b->object];
      if (m->handler != n->handler || m->priority != n->priority)
        differ (p, i, "another receiver or priority");
      else
        meet (p, a->object, b->object);
    }
  else if (a->kind != HB_GET && !same_variable (p, a->object, b->object))
    differ (p, i, "another variable");
  else if (a->kind == HB_WRITE && a->partner != b->partner)
    differ (p, i, "another place in co");
  else if (!same_value (p, hb_event_value (p->a, i), hb_event_value (p->b, j)))
    differ (p, i, "another value");
}

/* Pairs the events of message I; new messages are met at posts. */
static void
pair_events (struct pairing *p, hb_id i)
{
  const struct hb_message *a = &p->a->messages.data[i], *b = &p->b->messages.data[p->message[i]];
  if (a->count != b->count || a->kind != b->kind)
    {
      differ (p, a->count ? a->first : HB_NONE, "messages' numbers of events");
      return;
    }
  for (hb_id k = 0; k < a->count && p->good; k++)
    pair_event (p, a->first + k, b->first + k);
}

/* The event of b that stands where E, of a, stands. */
static hb_id
across (const struct pairing *p, hb_id e)
{
  return p->b->messages.data[p->message[p->a->events.data[e].message]].first
         + hb_event_position (p->a, e);
}

static void
compare_reads (struct pairing *p)
{
  for (hb_id e = 0; e < p->a->events.size && p->good; e++)
    {
      const struct hb_event *a = &p->a->events.data[e];
      if (a->kind != HB_READ)
        continue;
      hb_id wanted = a->partner == HB_NONE ? HB_NONE : across (p, a->partner);
      if (p->b->events.data[across (p, e)].partner != wanted)
        differ (p, e, "it reads from another write");
    }
}

static void
compare_orders (struct pairing *p, const hb_id *a, const hb_id *b, hb_id count, const char *what)
{
  for (hb_id i = 0; i < count; i++)
    if (p->message[a[i]] != b[i])
      {
        differ (p, HB_NONE, what);
        return;
      }
}

static hb_id *
unknown (size_t count)
{
  hb_id *ids = hb_calloc (count, sizeof *ids);
  for (size_t i = 0; i < count; i++)
    ids[i] = HB_NONE;
  return ids;
}

static void
compare (struct pairing *p)
{
  const hb_trace *a = p->a, *b = p->b;
  if (a->handlers.size != b->handlers.size || a->messages.size != b->messages.size
      || a->events.size != b->events.size)
    {
      differ (p, HB_NONE, "numbers of handlers, messages or events");
      return;
    }
  for (hb_id h = 0; h < a->handlers.size && p->good; h++)
    pair_handler (p, h);
  for (size_t i = 0; i < p->met.size && p->good; i++)
    pair_events (p, p->met.data[i]);
  if (p->good && p->met.size != a->messages.size)
    differ (p, HB_NONE, "messages that can be reached by posts");
  compare_reads (p);
}

bool
hb_traces_alike (const hb_trace *a, const hb_witness *wa, const hb_trace *b, const hb_witness *wb,
                 bool values, hb_diag *diag)
{
  struct pairing p = { .a = a,
                       .b = b,
                       .diag = diag,
                       .message = unknown (a->messages.size),
                       .variable = unknown (a->variables.size),
                       .variable_back = unknown (b->variables.size),
                       .values = values,
                       .good = true };
  compare (&p);
  if (p.good && wa && wb)
    {
      compare_orders (&p, wa->eo, wb->eo, wa->eo_start[a->handlers.size], "eo");
      compare_orders (&p, wa->mo, wb->mo, wa->mo_start[a->handlers.size], "mo");
    }
  hb_free (p.message);
  hb_free (p.variable);
  hb_free (p.variable_back);
  vec_free (p.met);
  return p.good;
}
