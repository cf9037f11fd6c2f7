/* At most two handlers, both multisets: a run is found without ever going back far (doc/map.md).
 *
 * A mailbox of no order has no rule but that of its handler, one message at a time; so what is done may be deleted from a
 * run, and what is left is one.  Hence, when no message is under way, any beginning that leads to such a state again can
 * be kept: nothing is lost by it.  From such a state each message is tried as the first one.  What follows is forced:
 *
 *     an event that can happen happens;
 *     a message of the free handler that can run to its end runs;
 *     else the message under way waits for an event of one that the free handler has to take now.
 *
 * If the two messages under way wait for each other, this first message was wrong; if all are, there is no run.
 * For M messages and N events it takes O(M^2) tries and scans of O(N) events each. */
#include "engine/engine.h"

#include <string.h>

struct search
{
  const hb_trace *trace;
  struct hb_limits *limits;
  bool *done;       /* event -> has it happened? */
  bool *posted;     /* message -> may it be taken, as far as posts are concerned? */
  hb_id *written;   /* variable -> writes that have happened */
  hb_id *unread;    /* variable -> reads of the value that it holds still to come */
  hb_id *readers;   /* write -> reads from it */
  hb_id running[2]; /* handler -> the message under way, or HB_NONE */
  hb_id next[2];    /* and its next event */
  hb_id ended[2];   /* handler -> messages ended */
  hb_id start[2];   /* handler -> which of its messages is looked at first */
  VEC (hb_id) log;  /* the events that have happened */
  bool stopped;
};

/* --- events ----------------------------------------------------------------------------------- */

static hb_id
held (const struct search *x, hb_id variable)
{
  const struct hb_variable *v = &x->trace->variables.data[variable];
  hb_id written = x->written[variable];
  return written ? x->trace->co.data[v->first + written - 1] : HB_NONE;
}

/* Can the next event of its message happen? */
static bool
is_free (const struct search *x, hb_id event)
{
  const struct hb_event *e = &x->trace->events.data[event];
  if (e->kind == HB_READ)
    return held (x, e->object) == e->partner;
  if (e->kind == HB_WRITE)
    return x->written[e->object] == e->partner && !x->unread[e->object];
  return e->kind != HB_GET || x->posted[e->message];
}

static void
begin (struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  x->running[m->handler] = message;
  x->next[m->handler] = m->first;
}

static void
end_if_over (struct search *x, hb_id h)
{
  const struct hb_message *m = &x->trace->messages.data[x->running[h]];
  if (x->next[h] < m->first + m->count)
    return;
  x->running[h] = HB_NONE;
  x->ended[h]++;
}

static void
happen (struct search *x, hb_id event)
{
  const struct hb_event *e = &x->trace->events.data[event];
  hb_id h = x->trace->messages.data[e->message].handler;
  x->done[event] = true;
  x->next[h] = event + 1;
  vec_push (x->log, event);
  if (e->kind == HB_POST)
    x->posted[e->object] = true;
  if (e->kind == HB_READ)
    x->unread[e->object]--;
  if (e->kind == HB_WRITE)
    {
      x->written[e->object]++;
      x->unread[e->object] = x->readers[event];
    }
  end_if_over (x, h);
}

/* Takes back what has happened since the log had SIZE events, when no message was under way. */
static void
take_back (struct search *x, size_t size, const hb_id ended[2])
{
  while (x->log.size > size)
    {
      hb_id event = vec_pop (x->log);
      const struct hb_event *e = &x->trace->events.data[event];
      x->done[event] = false;
      if (e->kind == HB_POST)
        x->posted[e->object] = false;
      if (e->kind == HB_READ)
        x->unread[e->object]++;
      if (e->kind == HB_WRITE)
        {
          x->written[e->object]--;
          x->unread[e->object] = 0;
        }
    }
  for (int h = 0; h < 2; h++)
    {
      x->running[h] = HB_NONE;
      x->ended[h] = ended[h];
    }
}

/* --- messages --------------------------------------------------------------------------------- */

/* Has the message not begun, and may it, its handler being free? */
static bool
may_begin (const struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  hb_id initial = x->trace->handlers.data[m->handler].initial;
  if (!m->count || x->done[m->first])
    return false;
  if (m->kind == HB_INITIAL)
    return true;
  if (initial != HB_NONE && x->trace->messages.data[initial].count)
    {
      const struct hb_message *i = &x->trace->messages.data[initial];
      if (!x->done[i->first + i->count - 1])
        return false;
    }
  return m->kind == HB_EXTERNAL ? is_free (x, m->first) : x->posted[message];
}

/* Runs MESSAGE, which may begin, to its end; or, if something is in its way, takes it back. */
static bool
runs_to_end (struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  size_t size = x->log.size;
  hb_id kept[3][2]; /* the other handler goes on where it is */
  memcpy (kept[0], x->running, sizeof kept[0]);
  memcpy (kept[1], x->next, sizeof kept[1]);
  memcpy (kept[2], x->ended, sizeof kept[2]);
  begin (x, message);
  for (hb_id e = m->first; e < m->first + m->count && is_free (x, e); e++)
    happen (x, e);
  if (x->running[m->handler] == HB_NONE)
    return true;
  take_back (x, size, kept[2]);
  memcpy (x->running, kept[0], sizeof kept[0]);
  memcpy (x->next, kept[1], sizeof kept[1]);
  return false;
}

/* Some message of handler H that runs to its end has done so.  Any will do: the search goes on behind the last one. */
static bool
some_runs (struct search *x, hb_id h)
{
  const struct hb_handler *handler = &x->trace->handlers.data[h];
  for (hb_id i = 0; i < handler->count; i++)
    {
      hb_id at = (x->start[h] + i) % handler->count, m = handler->first + at;
      if (!may_begin (x, m) || !runs_to_end (x, m))
        continue;
      x->start[h] = at + 1;
      return true;
    }
  return false;
}

/* An event that has not happened and has to before EVENT, in whose way something stands. */
static hb_id
awaited (const struct search *x, hb_id event)
{
  const struct hb_event *e = &x->trace->events.data[event];
  const struct hb_variable *v = &x->trace->variables.data[e->object];
  if (e->kind == HB_READ)
    return e->partner == HB_NONE ? HB_NONE : e->partner;
  if (x->written[e->object] != e->partner)
    return x->trace->co.data[v->first + e->partner - 1];
  hb_id value = held (x, e->object);
  for (hb_id r = 0; r < x->trace->events.size; r++)
    if (x->trace->events.data[r].kind == HB_READ && x->trace->events.data[r].object == e->object
        && x->trace->events.data[r].partner == value && !x->done[r])
      return r;
  return HB_NONE;
}

/* --- the search ------------------------------------------------------------------------------- */

/* The messages under way go on until none is; false if they cannot. */
static bool
go_on (struct search *x)
{
  hb_id handlers = (hb_id)x->trace->handlers.size;
  for (;;)
    {
      bool moved = false;
      for (hb_id h = 0; h < handlers; h++)
        for (; x->running[h] != HB_NONE && is_free (x, x->next[h]); moved = true)
          happen (x, x->next[h]);
      if (moved)
        continue;
      hb_id stuck = x->running[0] != HB_NONE ? 0 : 1, other = 1 - stuck;
      if (x->running[stuck] == HB_NONE)
        return true;
      if (other >= handlers || x->running[other] != HB_NONE)
        return false;
      if (hb_limits_hit (x->limits))
        return !(x->stopped = true);
      if (some_runs (x, other))
        continue;
      hb_id event = awaited (x, x->next[stuck]);
      hb_id message = event == HB_NONE ? HB_NONE : x->trace->events.data[event].message;
      if (message == HB_NONE || x->trace->messages.data[message].handler != other || x->done[event]
          || !may_begin (x, message))
        return false;
      begin (x, message);
    }
}

/* One step from a state with nothing under way to another one; false if there is none. */
static bool
advance (struct search *x)
{
  hb_id ended[2] = { x->ended[0], x->ended[1] };
  size_t size = x->log.size;
  for (hb_id h = 0; h < x->trace->handlers.size; h++)
    if (some_runs (x, h))
      return true;
  for (hb_id m = 0; m < x->trace->messages.size && !x->stopped; m++)
    {
      if (!may_begin (x, m))
        continue;
      begin (x, m);
      if (go_on (x))
        return true;
      take_back (x, size, ended);
    }
  return false;
}

static hb_witness *
make_witness (const struct search *x)
{
  const hb_trace *trace = x->trace;
  hb_witness *witness = hb_witness_new (trace);
  hb_id got[2], sent[2];
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      got[h] = witness->eo_start[h];
      sent[h] = witness->mo_start[h];
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_EXTERNAL && !trace->messages.data[m].count)
      witness->eo[got[trace->messages.data[m].handler]++] = m;
  for (size_t k = 0; k < x->log.size; k++)
    {
      const struct hb_event *e = &trace->events.data[x->log.data[k]];
      const struct hb_message *m = &trace->messages.data[e->message];
      if (m->kind != HB_INITIAL && x->log.data[k] == m->first)
        witness->eo[got[m->handler]++] = e->message;
      if (e->kind == HB_POST)
        witness->mo[sent[trace->messages.data[e->object].handler]++] = e->object;
    }
  return witness;
}

static bool
accepts (const hb_trace *trace, const char **why)
{
  *why = trace->handlers.size > 2 ? "it is for at most two handlers"
         : trace->chained.size    ? "it has eo or mo lines"
                                  : NULL;
  for (size_t h = 0; h < trace->handlers.size && !*why; h++)
    if (trace->handlers.data[h].mailbox != HB_MULTISET)
      *why = "a mailbox is no multiset";
  return !*why;
}

static void
search_init (struct search *x)
{
  const hb_trace *trace = x->trace;
  x->done = hb_calloc (trace->events.size, sizeof *x->done);
  x->posted = hb_calloc (trace->messages.size, sizeof *x->posted);
  x->written = hb_calloc (trace->variables.size, sizeof *x->written);
  x->unread = hb_calloc (trace->variables.size, sizeof *x->unread);
  x->readers = hb_calloc (trace->events.size, sizeof *x->readers);
  x->running[0] = x->running[1] = HB_NONE;
  for (size_t e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ)
        (event->partner == HB_NONE ? x->unread + event->object : x->readers + event->partner)[0]++;
    }
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct search x = { .trace = trace, .limits = options->limits };
  search_init (&x);
  while (x.log.size < trace->events.size && advance (&x))
    result->rounds++;
  result->steps = x.log.size;
  result->verdict = x.stopped                          ? HB_UNKNOWN
                    : x.log.size == trace->events.size ? HB_CONSISTENT
                                                       : HB_INCONSISTENT;
  if (x.stopped)
    result->reason = hb_stop_name (options->limits->stop);
  if (result->verdict == HB_CONSISTENT)
    result->witness = make_witness (&x);
  hb_free (x.done);
  hb_free (x.posted);
  hb_free (x.written);
  hb_free (x.unread);
  hb_free (x.readers);
  vec_free (x.log);
}

extern const struct hb_engine hb_engine_two_multisets;
const struct hb_engine hb_engine_two_multisets
    = { .name = "two-multisets",
        .summary = "at most two handlers, multisets: each step is forced or safe; polynomial",
        .accepts = accepts,
        .decide = decide,
        .fastest_to = 30000 };
