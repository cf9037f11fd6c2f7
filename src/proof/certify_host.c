/* Messages that run while a post happens.  See certify_host.h.
 *
 * If an event of message a comes before an event of message m by rf, co, fr or pb, and later in m an
 * event comes before one of a, then what m does between the two happens after a has begun and before it
 * has ended.  So for every other message a there is a span of m: from the first event of m that one of a
 * precedes to the last one that precedes one of a.
 *
 *     m     get   R x   post   R y   W z   post   W u
 *                  |_____________a_____________|
 *                               |___b___|
 *
 * The spans of a message are found when one of its posts is first asked for. */
#include "proof/certify_host.h"

#include <stdlib.h>

/* An edge between the message looked at and another one, at EVENT. */
struct crossing
{
  hb_id other, event;
  bool inwards;
};

struct span
{
  hb_id from, to; /* events of the message */
  hb_id other;
  hb_id furthest; /* the largest `to` of this span and those in front of it */
};

struct spans
{
  VEC (struct span) list; /* by `from` */
  bool known;
};

struct hb_post_hosts
{
  const hb_trace *trace;
  struct spans *of;    /* message -> its spans */
  hb_id *first_reader; /* place in `co` + variable + 1: readers of that write's value */
  hb_id *readers;      /*   (+ 0: of the initial value), as a slice of these */
  VEC (struct crossing) crossings;
  VEC (hb_id) around[2]; /* hosts of the two posts asked for */
};

/* Where the readers of WRITE, or of the initial value of VARIABLE (HB_NONE), are. */
static hb_id
slot_of (const hb_trace *trace, hb_id variable, hb_id write)
{
  hb_id behind = write == HB_NONE ? 0 : trace->events.data[write].partner + 1;
  return trace->variables.data[variable].first + variable + behind;
}

hb_post_hosts *
hb_post_hosts_new (const hb_trace *trace)
{
  hb_post_hosts *hosts = hb_calloc (1, sizeof *hosts);
  size_t slots = trace->co.size + trace->variables.size, reads = 0;
  hosts->trace = trace;
  hosts->of = hb_calloc (trace->messages.size, sizeof *hosts->of);
  hosts->first_reader = hb_calloc (slots + 1, sizeof (hb_id));
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_READ)
      {
        hosts->first_reader[slot_of (trace, trace->events.data[e].object,
                                     trace->events.data[e].partner)]++;
        reads++;
      }
  for (size_t s = 1; s <= slots; s++)
    hosts->first_reader[s] += hosts->first_reader[s - 1];
  hosts->readers = hb_calloc (reads, sizeof (hb_id));
  for (hb_id e = (hb_id)trace->events.size; e-- > 0;)
    if (trace->events.data[e].kind == HB_READ)
      hosts->readers[--hosts->first_reader[slot_of (trace, trace->events.data[e].object,
                                                    trace->events.data[e].partner)]]
          = e;
  return hosts;
}

void
hb_post_hosts_free (hb_post_hosts *hosts)
{
  if (!hosts)
    return;
  for (size_t m = 0; m < hosts->trace->messages.size; m++)
    vec_free (hosts->of[m].list);
  hb_free (hosts->of);
  hb_free (hosts->first_reader);
  hb_free (hosts->readers);
  vec_free (hosts->crossings);
  vec_free (hosts->around[0]);
  vec_free (hosts->around[1]);
  hb_free (hosts);
}

/* --- the spans of a message --------------------------------------------------------------------- */

static void
cross (hb_post_hosts *hosts, hb_id event, hb_id with, bool inwards)
{
  struct crossing crossing = { hosts->trace->events.data[with].message, event, inwards };
  if (crossing.other != hosts->trace->events.data[event].message)
    vec_push (hosts->crossings, crossing);
}

static void
cross_readers (hb_post_hosts *hosts, hb_id event, hb_id slot, bool inwards)
{
  for (hb_id r = hosts->first_reader[slot]; r < hosts->first_reader[slot + 1]; r++)
    cross (hosts, event, hosts->readers[r], inwards);
}

/* The edges into EVENT, and those out of it that do not lead to a get. */
static void
list_crossings (hb_post_hosts *hosts, hb_id event)
{
  const hb_trace *trace = hosts->trace;
  const struct hb_event *e = &trace->events.data[event];
  if (e->kind == HB_GET)
    cross (hosts, event, e->partner, true);
  if (e->kind != HB_READ && e->kind != HB_WRITE)
    return;
  const struct hb_variable *v = &trace->variables.data[e->object];
  hb_id slot = slot_of (trace, e->object, e->kind == HB_READ ? e->partner : event);
  hb_id rank = slot - v->first - e->object; /* writes up to this one, or up to the one read from */
  if (e->kind == HB_READ && e->partner != HB_NONE)
    cross (hosts, event, e->partner, true);
  if (e->kind == HB_WRITE)
    {
      if (rank > 1)
        cross (hosts, event, trace->co.data[v->first + rank - 2], true);
      cross_readers (hosts, event, slot - 1, true);
      cross_readers (hosts, event, slot, false);
    }
  if (rank < v->count)
    cross (hosts, event, trace->co.data[v->first + rank], false);
}

static int
by_other (const void *left, const void *right)
{
  const struct crossing *a = left, *b = right;
  if (a->other != b->other)
    return a->other < b->other ? -1 : 1;
  return a->event < b->event ? -1 : a->event > b->event;
}

static int
by_start (const void *left, const void *right)
{
  const struct span *a = left, *b = right;
  return a->from < b->from ? -1 : a->from > b->from;
}

/* One span for each message that the crossings name and that has one. */
static void
make_spans (const hb_post_hosts *hosts, hb_id message, struct spans *spans)
{
  const struct hb_message *messages = hosts->trace->messages.data;
  for (size_t i = 0, end; i < hosts->crossings.size; i = end)
    {
      struct span span = { .from = HB_NONE, .other = hosts->crossings.data[i].other };
      for (end = i; end < hosts->crossings.size && hosts->crossings.data[end].other == span.other;
           end++)
        {
          const struct crossing *crossing = &hosts->crossings.data[end];
          if (!crossing->inwards)
            span.to = crossing->event;
          else if (span.from == HB_NONE)
            span.from = crossing->event;
        }
      if (span.from < span.to && messages[span.other].handler != messages[message].handler)
        vec_push (spans->list, span);
    }
  if (spans->list.size)
    qsort (spans->list.data, spans->list.size, sizeof *spans->list.data, by_start);
  for (size_t i = 0; i < spans->list.size; i++)
    {
      hb_id before = i ? spans->list.data[i - 1].furthest : 0;
      struct span *span = &spans->list.data[i];
      span->furthest = span->to > before ? span->to : before;
    }
}

static const struct spans *
spans_of (hb_post_hosts *hosts, hb_id message)
{
  const struct hb_message *m = &hosts->trace->messages.data[message];
  struct spans *spans = &hosts->of[message];
  if (spans->known)
    return spans;
  spans->known = true;
  vec_clear (hosts->crossings);
  for (hb_id e = m->first; e < m->first + m->count; e++)
    list_crossings (hosts, e);
  if (hosts->crossings.size)
    qsort (hosts->crossings.data, hosts->crossings.size, sizeof *hosts->crossings.data, by_other);
  make_spans (hosts, message, spans);
  return spans;
}

/* --- the hosts of a post ------------------------------------------------------------------------ */

static hb_id
handler_of (const hb_post_hosts *hosts, hb_id message)
{
  return hosts->trace->messages.data[message].handler;
}

/* All messages that run while POST happens, its own first, into AROUND[WHICH]. */
static void
look_around (hb_post_hosts *hosts, hb_id post, int which)
{
  hb_id own = hosts->trace->events.data[post].message;
  const struct spans *spans = spans_of (hosts, own);
  size_t low = 0, high = spans->list.size;
  vec_clear (hosts->around[which]);
  vec_push (hosts->around[which], own);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (spans->list.data[middle].from < post)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low > 0 && spans->list.data[low - 1].furthest > post; low--)
    if (spans->list.data[low - 1].to > post)
      vec_push (hosts->around[which], spans->list.data[low - 1].other);
}

/* The only one of AROUND[WHICH] that is of HANDLER, or HB_NONE. */
static hb_id
only_one (const hb_post_hosts *hosts, int which, hb_id handler)
{
  hb_id found = HB_NONE;
  for (size_t i = 0; i < hosts->around[which].size; i++)
    if (handler_of (hosts, hosts->around[which].data[i]) == handler)
      {
        if (found != HB_NONE)
          return HB_NONE;
        found = hosts->around[which].data[i];
      }
  return found;
}

bool
hb_post_hosts_find (hb_post_hosts *hosts, hb_id post, hb_id other, hb_id host[2])
{
  hb_id parent = hosts->trace->events.data[post].message;
  hb_id guardian = hosts->trace->events.data[other].message, least = HB_NONE;
  host[0] = parent;
  host[1] = guardian;
  if (handler_of (hosts, parent) == handler_of (hosts, guardian))
    return true;
  look_around (hosts, post, 0);
  look_around (hosts, other, 1);
  for (size_t i = 0; i < hosts->around[0].size; i++)
    {
      hb_id handler = handler_of (hosts, hosts->around[0].data[i]);
      hb_id first = only_one (hosts, 0, handler), second = only_one (hosts, 1, handler);
      if (handler >= least || first == HB_NONE || second == HB_NONE || first == second)
        continue;
      least = handler;
      host[0] = first;
      host[1] = second;
    }
  return least != HB_NONE;
}
