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
 *
 * What stands in the way of an event is always another event that has to happen before it, whatever the run.  So a
 * message that does not run to its end waits for one event, and is looked at again when that has happened.  When nothing
 * runs to its end those that wait for the other handler are tried as first ones.  For M messages and N events that is at
 * most O(M) tries a step, of O(N) each; mostly all of it is little more than linear. */
#include "engine/engine.h"
#include "trace/history.h"

struct search
{
  const hb_trace *trace;
  struct hb_limits *limits;
  bool *done;       /* event -> has it happened? */
  bool *posted;     /* message -> may it be taken, as far as posts are concerned? */
  hb_id *written;   /* variable -> writes that have happened */
  hb_id *unread;    /* variable -> reads of the value that it holds still to come */
  hb_id running[2]; /* handler -> the message under way, or HB_NONE */
  hb_id next[2];    /* and its next event */
  VEC (hb_id) log;  /* the events that have happened */

  /* Messages that have not begun: those that may run to their end, by handler, and those that wait, for an event that has to
   * happen before their end and has not. */
  VEC (hb_id) ready[2];
  bool *is_ready;   /* message -> is it in `ready`? */
  hb_id *waits_for; /* message -> that event, or HB_NONE */
  hb_id *waiting;   /* event -> a message that waits for it, or HB_NONE */
  hb_id *behind;    /* message -> the next one that waits for the same event, or HB_NONE */

  struct hb_readers readers;
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
      x->unread[e->object] = x->readers.start[event + 1] - x->readers.start[event];
    }
  end_if_over (x, h);
}

/* Takes back what has happened since the log had SIZE events, but for what is under way. */
static void
take_back (struct search *x, size_t size)
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
}

/* An event that has not happened and has to before EVENT, in whose way something stands; HB_NONE: nothing helps. */
static hb_id
awaited (const struct search *x, hb_id event)
{
  const struct hb_event *e = &x->trace->events.data[event];
  const struct hb_variable *v = &x->trace->variables.data[e->object];
  if (e->kind == HB_READ)
    return e->partner;
  if (x->written[e->object] != e->partner)
    return x->trace->co.data[v->first + e->partner - 1];
  hb_id write = held (x, e->object);
  size_t value = write != HB_NONE ? write : x->trace->events.size + e->object;
  for (hb_id i = x->readers.start[value]; i < x->readers.start[value + 1]; i++)
    if (!x->done[x->readers.reads[i]])
      return x->readers.reads[i];
  return HB_NONE;
}

/* --- messages --------------------------------------------------------------------------------- */

/* An event that has not happened and has to before MESSAGE, which has not begun, begins, its handler being free; HB_NONE if there is
 * none. */
static hb_id
awaited_to_begin (const struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  hb_id initial = x->trace->handlers.data[m->handler].initial;
  if (m->kind == HB_INITIAL)
    return HB_NONE;
  if (initial != HB_NONE && x->trace->messages.data[initial].count)
    {
      const struct hb_message *i = &x->trace->messages.data[initial];
      if (!x->done[i->first + i->count - 1])
        return i->first + i->count - 1;
    }
  if (m->kind == HB_POSTED)
    return x->posted[message] ? HB_NONE : m->post;
  return is_free (x, m->first) ? HB_NONE : awaited (x, m->first);
}

static bool
has_begun (const struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  return !m->count || x->done[m->first];
}

/* Has MESSAGE not begun, and may it, its handler being free? */
static bool
may_begin (const struct search *x, hb_id message)
{
  return !has_begun (x, message) && awaited_to_begin (x, message) == HB_NONE;
}

static void
make_ready (struct search *x, hb_id message)
{
  if (x->is_ready[message])
    return;
  x->is_ready[message] = true;
  vec_push (x->ready[x->trace->messages.data[message].handler], message);
}

/* EVENT has happened: who waited for it is looked at again. */
static void
wake (struct search *x, hb_id event)
{
  for (hb_id m = x->waiting[event]; m != HB_NONE; m = x->behind[m])
    {
      x->waits_for[m] = HB_NONE;
      make_ready (x, m);
    }
  x->waiting[event] = HB_NONE;
}

/* MESSAGE waits for EVENT; HB_NONE: it never ends. */
static void
wait_for (struct search *x, hb_id message, hb_id event)
{
  HB_ASSERT (x->waits_for[message] == HB_NONE);
  x->waits_for[message] = event;
  if (event == HB_NONE)
    return;
  x->behind[message] = x->waiting[event];
  x->waiting[event] = message;
}

/* Runs MESSAGE, which has not begun, to its end; or, if something is in its way, takes it back and has it wait. */
static bool
runs_to_end (struct search *x, hb_id message)
{
  const struct hb_message *m = &x->trace->messages.data[message];
  size_t size = x->log.size;
  hb_id missing = awaited_to_begin (x, message);
  if (missing == HB_NONE)
    {
      begin (x, message);
      hb_id e = m->first;
      for (; e < m->first + m->count && is_free (x, e); e++)
        happen (x, e);
      if (x->running[m->handler] == HB_NONE)
        {
          for (size_t i = size; i < x->log.size; i++)
            wake (x, x->log.data[i]);
          return true;
        }
      missing = awaited (x, e);
      take_back (x, size);
      x->running[m->handler] = HB_NONE;
    }
  wait_for (x, message, missing);
  return false;
}

/* Some message of handler H that runs to its end has done so.  Any will do. */
static bool
some_runs (struct search *x, hb_id h)
{
  while (x->ready[h].size)
    {
      hb_id message = vec_pop (x->ready[h]);
      x->is_ready[message] = false;
      if (!has_begun (x, message) && runs_to_end (x, message))
        return true;
    }
  return false;
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
          {
            happen (x, x->next[h]);
            wake (x, vec_top (x->log));
          }
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

/* Does MESSAGE wait for an event of the other handler?  (What it waits for in its own does not happen before its end.) */
static bool
waits_for_other (const struct search *x, hb_id message)
{
  const struct hb_message *messages = x->trace->messages.data;
  hb_id event = x->waits_for[message];
  return event != HB_NONE
         && messages[x->trace->events.data[event].message].handler != messages[message].handler;
}

/* All since the log had SIZE events is taken back; what began then may begin again, and if it does not wait, soon. */
static void
give_up (struct search *x, size_t size)
{
  for (size_t i = size; i < x->log.size; i++)
    {
      hb_id event = x->log.data[i], message = x->trace->events.data[event].message;
      if (x->trace->messages.data[message].first == event && x->waits_for[message] == HB_NONE)
        make_ready (x, message);
    }
  take_back (x, size);
  x->running[0] = x->running[1] = HB_NONE;
}

/* Has some message run to its end?  If none does, all that have not begun wait. */
static bool
any_runs (struct search *x)
{
  for (hb_id h = 0; h < x->trace->handlers.size; h++)
    if (some_runs (x, h))
      return true;
  return false;
}

/* One step from a state with nothing under way to another one; false if there is none. */
static bool
advance (struct search *x)
{
  size_t size = x->log.size;
  if (any_runs (x))
    return true;
  for (hb_id m = 0; m < x->trace->messages.size && !x->stopped; m++)
    {
      if (!may_begin (x, m) || !waits_for_other (x, m))
        continue;
      begin (x, m);
      if (go_on (x))
        return true;
      give_up (x, size);
      if (any_runs (x)) /* none does, but those that were looked at wait again */
        return true;
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
  size_t events = trace->events.size, messages = trace->messages.size;
  x->done = hb_calloc (events, sizeof *x->done);
  x->posted = hb_calloc (messages, sizeof *x->posted);
  x->written = hb_calloc (trace->variables.size, sizeof *x->written);
  x->unread = hb_calloc (trace->variables.size, sizeof *x->unread);
  x->is_ready = hb_calloc (messages, sizeof *x->is_ready);
  x->waits_for = hb_calloc (messages, sizeof *x->waits_for);
  x->behind = hb_calloc (messages, sizeof *x->behind);
  x->waiting = hb_calloc (events, sizeof *x->waiting);
  x->running[0] = x->running[1] = HB_NONE;
  x->readers = hb_readers_new (trace);
  for (size_t v = 0; v < trace->variables.size; v++)
    x->unread[v] = x->readers.start[events + v + 1] - x->readers.start[events + v];
  for (size_t e = 0; e < events; e++)
    x->waiting[e] = HB_NONE;
  for (hb_id m = (hb_id)messages; m-- > 0;)
    {
      x->waits_for[m] = HB_NONE;
      make_ready (x, m);
    }
}

static void
search_free (struct search *x)
{
  hb_free (x->done);
  hb_free (x->posted);
  hb_free (x->written);
  hb_free (x->unread);
  hb_free (x->is_ready);
  hb_free (x->waits_for);
  hb_free (x->behind);
  hb_free (x->waiting);
  hb_readers_free (&x->readers);
  vec_free (x->log);
  vec_free (x->ready[0]);
  vec_free (x->ready[1]);
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
  search_free (&x);
}

extern const struct hb_engine hb_engine_two_multisets;
const struct hb_engine hb_engine_two_multisets
    = { .name = "two-multisets",
        .summary = "at most two handlers, multisets: each step is forced or safe; polynomial",
        .accepts = accepts,
        .decide = decide,
        .fastest_to = HB_NONE };
