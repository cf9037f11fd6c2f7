/* See attempt.h.
 *
 * A handler is at an event of its message, or idle; what waits is asked again whenever its handler's turn comes.  A
 * write waits until everything that reads the value before it has read. */
#include "viz/explorer/attempt.h"

#include "viz/mailboxes.h"

/* What the input says comes before a message: links of a list. */
struct before
{
  hb_id message, next; /* HB_NONE ends it */
};

struct runner
{
  const hb_trace *trace;
  struct hb_contents contents;
  struct hb_attempt attempt;
  hb_id *next;     /* handler -> the event at which it is, or HB_NONE: idle */
  hb_id *searched; /* handler -> its messages before this one have started */
  bool *started;   /* message */
  hb_id *written;  /* variable -> how many of its writes have happened */
  VEC (struct before) befores;
  hb_id *starts_after, *posted_after; /* message -> its first link, for eo and for mo */
  bool *posted;                       /* message */
  hb_id *
      unread; /* write -> its reads that have not; for the initial value: variable, behind the events */
};

static hb_id *
reads_of (struct runner *r, const struct hb_event *e)
{
  size_t events = r->trace->events.size;
  return e->partner == HB_NONE ? &r->unread[events + e->object] : &r->unread[e->partner];
}

static bool
can_write (struct runner *r, const struct hb_event *e)
{
  const struct hb_variable *v = &r->trace->variables.data[e->object];
  hb_id rank = e->partner;
  if (r->written[e->object] != rank)
    return false;
  return !rank ? !r->unread[r->trace->events.size + e->object]
               : !r->unread[r->trace->co.data[v->first + rank - 1]];
}

static bool
can_read (const struct runner *r, const struct hb_event *e)
{
  const struct hb_variable *v = &r->trace->variables.data[e->object];
  hb_id rank = r->written[e->object];
  return e->partner == HB_NONE ? !rank
                               : rank && r->trace->co.data[v->first + rank - 1] == e->partner;
}

/* Has it happened to all messages from link AT on? */
static bool
all_done (const struct runner *r, hb_id at, const bool *done)
{
  for (; at != HB_NONE; at = r->befores.data[at].next)
    if (!done[r->befores.data[at].message])
      return false;
  return true;
}

static bool
can_happen (struct runner *r, hb_id event)
{
  const struct hb_event *e = &r->trace->events.data[event];
  if (r->trace->messages.data[e->message].first == event
      && !all_done (r, r->starts_after[e->message], r->started))
    return false;
  if (e->kind == HB_POST && !all_done (r, r->posted_after[e->object], r->posted))
    return false;
  return e->kind == HB_WRITE ? can_write (r, e) : e->kind == HB_READ ? can_read (r, e) : true;
}

/* EVENT is the next one of the picture; as long as the attempt goes on it happens. */
static void
take (struct runner *r, hb_id handler, hb_id event, bool happens)
{
  const struct hb_event *e = &r->trace->events.data[event];
  const struct hb_message *m = &r->trace->messages.data[e->message];
  r->attempt.run[r->attempt.done++] = event;
  r->started[e->message] = true;
  r->next[handler] = event + 1 < m->first + m->count ? event + 1 : HB_NONE;
  if (!happens)
    return;
  hb_contents_step (&r->contents, event);
  if (e->kind == HB_POST)
    r->posted[e->object] = true;
  if (e->kind == HB_WRITE)
    r->written[e->object]++;
  if (e->kind == HB_READ)
    --*reads_of (r, e);
}

/* The first event of a message that HANDLER, which is idle, may start, or HB_NONE. */
static hb_id
startable (struct runner *r, hb_id handler)
{
  const struct hb_handler *h = &r->trace->handlers.data[handler];
  const struct hb_message *messages = r->trace->messages.data;
  if (h->initial != HB_NONE && !r->started[h->initial] && messages[h->initial].count)
    return messages[h->initial].first;
  const hb_id_list *lying = &r->contents.lying[handler];
  for (size_t i = 0; i < lying->size; i++)
    if (hb_contents_ready (&r->contents, lying->data[i])
        && can_happen (r, messages[lying->data[i]].first))
      return messages[lying->data[i]].first;
  for (hb_id m = r->searched[handler]; m < h->first + h->count; m++)
    {
      if (m == r->searched[handler] && (r->started[m] || messages[m].kind != HB_EXTERNAL))
        r->searched[handler]++;
      if (messages[m].kind == HB_EXTERNAL && messages[m].count && !r->started[m]
          && can_happen (r, messages[m].first))
        return messages[m].first;
    }
  return HB_NONE;
}

/* Lets HANDLER go on as far as it can; with POSTS, one post as well.  Has anything happened? */
static bool
go_on (struct runner *r, hb_id handler, bool posts)
{
  bool any = false;
  for (;;)
    {
      hb_id event = r->next[handler];
      if (event == HB_NONE)
        event = startable (r, handler);
      if (event == HB_NONE || !can_happen (r, event))
        return any;
      bool is_post = r->trace->events.data[event].kind == HB_POST;
      if (is_post && !posts)
        return any;
      take (r, handler, event, true);
      any = true;
      if (is_post)
        return true;
    }
}

static void
run (struct runner *r)
{
  size_t handlers = r->trace->handlers.size;
  for (bool any = true; any;)
    {
      any = false;
      for (hb_id h = 0; h < handlers; h++)
        any = go_on (r, h, false) || any;
      for (hb_id h = 0; !any && h < handlers; h++)
        any = go_on (r, h, true);
    }
}

/* What has not happened, handler by handler, so that it has a place. */
static void
append_rest (struct runner *r)
{
  const hb_trace *trace = r->trace;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      while (r->next[h] != HB_NONE)
        take (r, h, r->next[h], false);
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        if (!r->started[m] && trace->messages.data[m].count)
          for (hb_id e = trace->messages.data[m].first; e != HB_NONE; e = r->next[h])
            take (r, h, e, false);
    }
}

/* New: message -> its first link, by what COUNT chains say. */
static hb_id *
links (struct runner *r, const struct hb_chain *chains, size_t count)
{
  size_t messages = r->trace->messages.size;
  hb_id *first = hb_calloc (messages, sizeof *first);
  for (size_t m = 0; m < messages; m++)
    first[m] = HB_NONE;
  for (size_t i = 0; i < count; i++)
    for (hb_id k = 1; k < chains[i].count; k++)
      {
        const hb_id *pair = &r->trace->chained.data[chains[i].first + k - 1];
        struct before link = { pair[0], first[pair[1]] };
        vec_push (r->befores, link);
        first[pair[1]] = (hb_id)r->befores.size - 1;
      }
  return first;
}

struct hb_attempt
hb_attempt (const hb_trace *trace)
{
  size_t events = trace->events.size, handlers = trace->handlers.size;
  struct runner r = { .trace = trace,
                      .next = hb_calloc (handlers, sizeof *r.next),
                      .searched = hb_calloc (handlers, sizeof *r.searched),
                      .started = hb_calloc (trace->messages.size, sizeof *r.started),
                      .posted = hb_calloc (trace->messages.size, sizeof *r.posted),
                      .written = hb_calloc (trace->variables.size, sizeof *r.written),
                      .unread = hb_calloc (events + trace->variables.size, sizeof *r.unread) };
  r.attempt.run = hb_calloc (events, sizeof *r.attempt.run);
  r.starts_after = links (&r, trace->eo.data, trace->eo.size);
  r.posted_after = links (&r, trace->mo.data, trace->mo.size);
  for (size_t m = 0; m < trace->messages.size; m++) /* what has no events starts when it likes */
    r.started[m] = !trace->messages.data[m].count;
  hb_contents_init (&r.contents, trace);
  for (hb_id h = 0; h < handlers; h++)
    {
      r.next[h] = HB_NONE;
      r.searched[h] = trace->handlers.data[h].first;
    }
  for (size_t e = 0; e < events; e++)
    if (trace->events.data[e].kind == HB_READ)
      ++*reads_of (&r, &trace->events.data[e]);
  run (&r);
  size_t done = r.attempt.done;
  append_rest (&r);
  r.attempt.done = done;
  hb_contents_free (&r.contents);
  hb_free (r.next);
  hb_free (r.searched);
  hb_free (r.started);
  hb_free (r.posted);
  hb_free (r.starts_after);
  hb_free (r.posted_after);
  vec_free (r.befores);
  hb_free (r.written);
  hb_free (r.unread);
  return r.attempt;
}

void
hb_attempt_free (struct hb_attempt *attempt)
{
  hb_free (attempt->run);
}
