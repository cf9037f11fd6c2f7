/* Engine `explore`: every run of the operational semantics (ED-consistency paper, section 2.2), one
 * after the other.  Small traces only; it is what the other engines are measured against, so it
 * shares no code with them.
 *
 * A state says how far each message has come and what lies in each mailbox.  The search branches on
 * posts, on what an idle handler takes from its mailbox, and on starts of external messages.  Reads
 * and writes do not branch, they happen as soon as they can: rf and co fix what must have happened
 * before one of them (the write read from; the write before in co and all reads of its value),
 * nothing that happens later can undo that, and neither can the read or write, coming early, stand
 * in the way of anything: all it does is to satisfy such conditions.  So from a run that does it
 * later one gets a run that does it now by moving it forward.  Visited states are remembered, and a
 * trace is inconsistent when all have been visited without reaching the end.
 *
 *     state:  done[message] | running[handler] | size[handler] mailbox[handler][...]
 *
 * all in one array of words of fixed length, so that states are compared and hashed as bytes. */
#include "engine/engine.h"

#include "base/progress.h"
#include "base/rows.h"

#include <string.h>

#define MOST_MESSAGES 4096
#define MOST_BYTES (UINT64_C (1) << 30) /* of visited states */

#define NOT_STARTED UINT32_MAX

struct explorer
{
  const hb_trace *trace;
  struct hb_limits *limits;
  size_t words;                     /* of a state */
  size_t running, size, boxes;      /* where these parts of it start */
  hb_id *box_start;                 /* handler -> its mailbox's place behind `boxes` */
  hb_id *readers;                   /* write -> how many reads read from it */
  hb_id *initial_readers;           /* variable -> how many reads read its initial value */
  VEC (hb_id) eo_before, mo_before; /* pairs of the input's chains: message, the one before it */
  hb_rows visited;
  VEC (hb_id)
  started, posted; /* messages in the order of their starts and posts on the present path */
  bool stopped;
  const char *reason;
};

static bool explore (struct explorer *x, const uint32_t *from);

/* ---- The parts of a state. */

static bool
is_finished (const struct explorer *x, const uint32_t *s, hb_id m)
{
  return s[m] == x->trace->messages.data[m].count;
}

static bool
has_happened (const struct explorer *x, const uint32_t *s, hb_id event)
{
  hb_id m = x->trace->events.data[event].message;
  return s[m] != NOT_STARTED && event < x->trace->messages.data[m].first + s[m];
}

static uint32_t *
mailbox_of (const struct explorer *x, uint32_t *s, hb_id handler)
{
  return s + x->boxes + x->box_start[handler];
}

/* ---- Mailboxes.  The content is kept in an order that makes equal mailboxes equal words:
 *      queue, stack: as posted; priority: highest first, then as posted; multiset: by number;
 *      sender-queue: by sender, then as posted. */

static bool
stands_behind (const struct explorer *x, enum hb_mailbox mailbox, hb_id present, hb_id posted)
{
  const struct hb_message *a = &x->trace->messages.data[present];
  const struct hb_message *b = &x->trace->messages.data[posted];
  switch (mailbox)
    {
    case HB_PRIORITY:
      return a->priority < b->priority;
    case HB_MULTISET:
      return present > posted;
    case HB_SENDER_QUEUE:
      return hb_event_handler (x->trace, a->post) > hb_event_handler (x->trace, b->post);
    default:
      return false;
    }
}

static void
put_in_mailbox (const struct explorer *x, uint32_t *s, hb_id message)
{
  hb_id h = x->trace->messages.data[message].handler;
  enum hb_mailbox mailbox = x->trace->handlers.data[h].mailbox;
  uint32_t *box = mailbox_of (x, s, h), at = s[x->size + h]++;
  while (at && stands_behind (x, mailbox, box[at - 1], message))
    {
      box[at] = box[at - 1];
      at--;
    }
  box[at] = message;
}

/* May the get take what lies at place AT? */
static bool
can_take (const struct explorer *x, uint32_t *s, hb_id h, uint32_t at)
{
  uint32_t *box = mailbox_of (x, s, h);
  switch (x->trace->handlers.data[h].mailbox)
    {
    case HB_MULTISET:
      return true;
    case HB_STACK:
      return at + 1 == s[x->size + h];
    case HB_SENDER_QUEUE:
      return !at
             || hb_event_handler (x->trace, x->trace->messages.data[box[at]].post)
                    != hb_event_handler (x->trace, x->trace->messages.data[box[at - 1]].post);
    default: /* queue and priority keep the next one in front */
      return !at;
    }
}

static void
take_from_mailbox (const struct explorer *x, uint32_t *s, hb_id h, uint32_t at)
{
  uint32_t *box = mailbox_of (x, s, h), last = --s[x->size + h];
  for (; at < last; at++)
    box[at] = box[at + 1];
  box[last] = 0;
}

/* ---- Steps. */

static void
advance (const struct explorer *x, uint32_t *s, hb_id m)
{
  s[m] = s[m] == NOT_STARTED ? 0 : s[m] + 1;
  hb_id h = x->trace->messages.data[m].handler;
  s[x->running + h] = is_finished (x, s, m) ? HB_NONE : m;
}

/* All reads of the value that WRITE (of rank RANK) overwrites have happened. */
static bool
is_read_out (const struct explorer *x, const uint32_t *s, hb_id variable, hb_id rank)
{
  const struct hb_variable *v = &x->trace->variables.data[variable];
  hb_id old = rank ? x->trace->co.data[v->first + rank - 1] : HB_NONE;
  if (!(old == HB_NONE ? x->initial_readers[variable] : x->readers[old]))
    return true;
  for (hb_id e = 0; e < x->trace->events.size; e++)
    {
      const struct hb_event *read = &x->trace->events.data[e];
      if (read->kind == HB_READ && read->object == variable && read->partner == old
          && !has_happened (x, s, e))
        return false;
    }
  return true;
}

static bool
memory_allows (const struct explorer *x, const uint32_t *s, hb_id event)
{
  const struct hb_event *e = &x->trace->events.data[event];
  const struct hb_variable *v = &x->trace->variables.data[e->object];
  hb_id rank = e->partner;
  if (e->kind == HB_READ)
    {
      /* The write read from has happened.  That no later one has is what the writes wait for. */
      return e->partner == HB_NONE || has_happened (x, s, e->partner);
    }
  return (!rank || has_happened (x, s, x->trace->co.data[v->first + rank - 1]))
         && is_read_out (x, s, e->object, rank);
}

/* Lets all reads and writes happen that can. */
static void
run_memory (const struct explorer *x, uint32_t *s)
{
  for (bool again = true; again;)
    {
      again = false;
      for (hb_id h = 0; h < x->trace->handlers.size; h++)
        for (hb_id m; (m = s[x->running + h]) != HB_NONE; again = true)
          {
            hb_id event = x->trace->messages.data[m].first + s[m];
            if (x->trace->events.data[event].kind == HB_POST || !memory_allows (x, s, event))
              break;
            advance (x, s, m);
          }
    }
}

static bool
chains_allow_start (const struct explorer *x, const uint32_t *s, hb_id m)
{
  for (size_t i = 0; i < x->eo_before.size; i += 2)
    if (x->eo_before.data[i] == m && !is_finished (x, s, x->eo_before.data[i + 1]))
      return false;
  return true;
}

static bool
chains_allow_post (const struct explorer *x, const uint32_t *s, hb_id m)
{
  for (size_t i = 0; i < x->mo_before.size; i += 2)
    if (x->mo_before.data[i] == m
        && !has_happened (x, s, x->trace->messages.data[x->mo_before.data[i + 1]].post))
      return false;
  return true;
}

/* ---- The search. */

/* Message M starts: from the mailbox's place AT, or, at HB_NONE, from outside. */
static bool
try_start (struct explorer *x, const uint32_t *from, hb_id m, uint32_t at)
{
  if (!chains_allow_start (x, from, m))
    return false;
  uint32_t *s = hb_realloc (NULL, x->words, sizeof *s);
  memcpy (s, from, x->words * sizeof *s);
  advance (x, s, m);
  if (at != HB_NONE)
    {
      take_from_mailbox (x, s, x->trace->messages.data[m].handler, at);
      advance (x, s, m); /* the get */
    }
  vec_push (x->started, m);
  bool reached = explore (x, s);
  if (!reached)
    x->started.size--;
  hb_free (s);
  return reached;
}

static bool
try_post (struct explorer *x, const uint32_t *from, hb_id poster)
{
  hb_id event = x->trace->messages.data[poster].first + from[poster];
  hb_id m = x->trace->events.data[event].object;
  if (x->trace->events.data[event].kind != HB_POST || !chains_allow_post (x, from, m))
    return false;
  uint32_t *s = hb_realloc (NULL, x->words, sizeof *s);
  memcpy (s, from, x->words * sizeof *s);
  advance (x, s, poster);
  put_in_mailbox (x, s, m);
  vec_push (x->posted, m);
  bool reached = explore (x, s);
  if (!reached)
    x->posted.size--;
  hb_free (s);
  return reached;
}

static bool
try_starts (struct explorer *x, uint32_t *s, hb_id h)
{
  const struct hb_handler *handler = &x->trace->handlers.data[h];
  for (uint32_t at = 0; at < s[x->size + h]; at++)
    if (can_take (x, s, h, at) && try_start (x, s, mailbox_of (x, s, h)[at], at))
      return true;
  for (hb_id m = handler->first; m < handler->first + handler->count; m++)
    if (x->trace->messages.data[m].kind == HB_EXTERNAL && s[m] == NOT_STARTED
        && try_start (x, s, m, HB_NONE))
      return true;
  return false;
}

static bool
is_end (const struct explorer *x, const uint32_t *s)
{
  for (hb_id m = 0; m < x->trace->messages.size; m++)
    if (!is_finished (x, s, m))
      return false;
  return true;
}

/* Can the end be reached from state FROM?  If so, `started` and `posted` say how. */
static bool
explore (struct explorer *x, const uint32_t *from)
{
  uint32_t *s = hb_realloc (NULL, x->words, sizeof *s);
  memcpy (s, from, x->words * sizeof *s);
  run_memory (x, s);
  bool reached = is_end (x, s);
  bool fresh = false;
  if (!reached && !x->stopped)
    hb_rows_intern (&x->visited, (const int32_t *)s, x->words, &fresh);
  if (fresh)
    {
      size_t states = hb_rows_count (&x->visited);
      if (hb_limits_hit (x->limits))
        x->stopped = true, x->reason = hb_stop_name (x->limits->stop);
      else if (states * x->words * sizeof *s > MOST_BYTES)
        x->stopped = true, x->reason = "too many states";
      if (hb_progress_wanted ())
        hb_progress_tell (
            &(struct hb_progress){ .doing = "deciding", .counts = { { "states", states } } });
      for (hb_id h = 0; h < x->trace->handlers.size && !reached && !x->stopped; h++)
        reached = s[x->running + h] != HB_NONE ? try_post (x, s, s[x->running + h])
                                               : try_starts (x, s, h);
    }
  hb_free (s);
  return reached;
}

static uint32_t *
lay_out (struct explorer *x)
{
  const hb_trace *trace = x->trace;
  x->box_start = hb_calloc (trace->handlers.size, sizeof (hb_id));
  x->running = trace->messages.size;
  x->size = x->running + trace->handlers.size;
  x->boxes = x->size + trace->handlers.size;
  x->words = x->boxes;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      x->box_start[h] = (hb_id)(x->words - x->boxes);
      x->words += trace->handlers.data[h].count;
    }
  uint32_t *s = hb_calloc (x->words, sizeof *s);
  for (hb_id m = 0; m < trace->messages.size; m++)
    s[m] = NOT_STARTED;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      s[x->running + h] = HB_NONE;
      if (trace->handlers.data[h].initial != HB_NONE)
        advance (x, s, trace->handlers.data[h].initial);
    }
  return s;
}

static void
prepare (struct explorer *x)
{
  const hb_trace *trace = x->trace;
  x->readers = hb_calloc (trace->events.size, sizeof (hb_id));
  x->initial_readers = hb_calloc (trace->variables.size, sizeof (hb_id));
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind == HB_READ && event->partner != HB_NONE)
        x->readers[event->partner]++;
      else if (event->kind == HB_READ)
        x->initial_readers[event->object]++;
    }
  for (size_t c = 0; c < trace->eo.size; c++)
    for (hb_id i = 1; i < trace->eo.data[c].count; i++)
      {
        vec_push (x->eo_before, trace->chained.data[trace->eo.data[c].first + i]);
        vec_push (x->eo_before, trace->chained.data[trace->eo.data[c].first + i - 1]);
      }
  for (size_t c = 0; c < trace->mo.size; c++)
    for (hb_id i = 1; i < trace->mo.data[c].count; i++)
      {
        vec_push (x->mo_before, trace->chained.data[trace->mo.data[c].first + i]);
        vec_push (x->mo_before, trace->chained.data[trace->mo.data[c].first + i - 1]);
      }
}

static hb_witness *
make_witness (const struct explorer *x)
{
  const hb_trace *trace = x->trace;
  hb_witness *witness = hb_witness_new (trace);
  hb_id *used = hb_calloc (trace->handlers.size, sizeof *used);
  for (size_t i = 0; i < x->started.size; i++)
    {
      hb_id h = trace->messages.data[x->started.data[i]].handler;
      witness->eo[witness->eo_start[h] + used[h]++] = x->started.data[i];
    }
  memset (used, 0, trace->handlers.size * sizeof *used);
  for (size_t i = 0; i < x->posted.size; i++)
    {
      hb_id h = trace->messages.data[x->posted.data[i]].handler;
      witness->mo[witness->mo_start[h] + used[h]++] = x->posted.data[i];
    }
  hb_free (used);
  return witness;
}

static bool
accepts (const hb_trace *trace, const char **why)
{
  if (trace->messages.size <= MOST_MESSAGES)
    return true;
  *why = "it is for small traces, of at most 4096 messages";
  return false;
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct explorer x = { .trace = trace, .limits = options->limits };
  prepare (&x);
  uint32_t *start = lay_out (&x);
  bool reached = explore (&x, start);
  if (reached)
    result->witness = make_witness (&x);
  result->verdict = reached ? HB_CONSISTENT : x.stopped ? HB_UNKNOWN : HB_INCONSISTENT;
  result->reason = reached ? NULL : x.reason;
  result->rounds = hb_rows_count (&x.visited);
  hb_free (start);
  hb_free (x.box_start);
  hb_free (x.readers);
  hb_free (x.initial_readers);
  vec_free (x.eo_before);
  vec_free (x.mo_before);
  hb_rows_free (&x.visited);
  vec_free (x.started);
  vec_free (x.posted);
}

extern const struct hb_engine hb_engine_explore;
const struct hb_engine hb_engine_explore
    = { .name = "explore",
        .summary = "exhaustive search of the operational semantics; the truth, for small traces",
        .accepts = accepts,
        .decide = decide };
