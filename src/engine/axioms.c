/* See axioms.h.
 *
 * Happens-before as a matrix of its edges, one row of the tables of doc/semantics.md after another;
 * then nodes without predecessors are taken away until none is left, or none can be. */
#include "engine/axioms.h"

struct axioms
{
  const hb_trace *trace;
  hb_id *runs, *posts; /* message -> its place in eo, in mo of its handler; HB_NONE */
  hb_id nodes;         /* events, then messages without events */
  hb_id *empty;        /* message -> its node, if it has no events */
  bool *before;        /* nodes * nodes: an edge */
};

static void
edge (struct axioms *a, hb_id from, hb_id to)
{
  a->before[(size_t)from * a->nodes + to] = true;
}

static hb_id
first_of (const struct axioms *a, hb_id message)
{
  const struct hb_message *m = &a->trace->messages.data[message];
  return m->count ? m->first : a->empty[message];
}

static hb_id
last_of (const struct axioms *a, hb_id message)
{
  const struct hb_message *m = &a->trace->messages.data[message];
  return m->count ? m->first + m->count - 1 : a->empty[message];
}

static void
take_places (struct axioms *a, const hb_witness *witness)
{
  const hb_trace *trace = a->trace;
  a->runs = hb_new_ids (trace->messages.size, HB_NONE);
  a->posts = hb_new_ids (trace->messages.size, HB_NONE);
  a->empty = hb_new_ids (trace->messages.size, HB_NONE);
  a->nodes = (hb_id)trace->events.size;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count)
      a->empty[m] = a->nodes++;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      for (hb_id i = witness->eo_start[h]; i < witness->eo_start[h + 1]; i++)
        a->runs[witness->eo[i]] = i;
      for (hb_id i = witness->mo_start[h]; i < witness->mo_start[h + 1]; i++)
        a->posts[witness->mo[i]] = i;
    }
}

/* --- what the trace gives ---------------------------------------------------------------------- */

/* The place in co of the write that EVENT is or reads from; -1 for the initial value. */
static int64_t
rank_of (const hb_trace *trace, const struct hb_event *event)
{
  if (event->kind == HB_WRITE)
    return event->partner;
  return event->partner == HB_NONE ? -1 : (int64_t)trace->events.data[event->partner].partner;
}

static void
put_memory (struct axioms *a, hb_id from, hb_id to)
{
  const struct hb_event *x = &a->trace->events.data[from], *y = &a->trace->events.data[to];
  if (y->kind == HB_READ && y->partner == from)
    edge (a, from, to); /* rf */
  if (y->kind == HB_GET && y->partner == from)
    edge (a, from, to); /* pb */
  bool accesses = x->kind == HB_READ || x->kind == HB_WRITE;
  if (accesses && y->kind == HB_WRITE && x->object == y->object
      && rank_of (a->trace, x) < rank_of (a->trace, y))
    edge (a, from, to); /* co, fr */
}

static void
put_given (struct axioms *a)
{
  const hb_trace *trace = a->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_message *m = &trace->messages.data[trace->events.data[e].message];
      if (e + 1 < m->first + m->count)
        edge (a, e, e + 1);
      for (hb_id f = 0; f < trace->events.size; f++)
        put_memory (a, e, f);
    }
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        if (handler->initial != HB_NONE && m != handler->initial)
          edge (a, last_of (a, handler->initial), first_of (a, m));
    }
}

/* --- what the orders add ----------------------------------------------------------------------- */

/* Two posted messages of one handler, B after A in eo: the mailbox's tie, false if it is broken, and
 * its gp edge. */
static bool
put_mailbox (struct axioms *a, hb_id first, hb_id second)
{
  const hb_trace *trace = a->trace;
  const struct hb_message *x = &trace->messages.data[first], *y = &trace->messages.data[second];
  bool posted_first = a->posts[first] < a->posts[second];
  switch ((enum hb_mailbox)trace->handlers.data[x->handler].mailbox)
    {
    case HB_QUEUE:
      return posted_first;
    case HB_SENDER_QUEUE:
      return posted_first || hb_event_handler (trace, x->post) != hb_event_handler (trace, y->post);
    case HB_MULTISET:
      return true;
    case HB_STACK:
      if (posted_first)
        edge (a, x->first, y->post);
      return true;
    case HB_PRIORITY:
      if (y->priority > x->priority)
        edge (a, x->first, y->post);
      return posted_first || x->priority != y->priority;
    }
  return true;
}

/* All that concerns two messages of one handler; false if a tie is broken. */
static bool
put_orders (struct axioms *a, hb_id m, hb_id n)
{
  const hb_trace *trace = a->trace;
  bool both_posted
      = trace->messages.data[m].kind == HB_POSTED && trace->messages.data[n].kind == HB_POSTED;
  if (both_posted && a->posts[m] < a->posts[n])
    edge (a, trace->messages.data[m].post, trace->messages.data[n].post);
  if (a->runs[m] >= a->runs[n])
    return true;
  edge (a, last_of (a, m), first_of (a, n));
  return !both_posted || put_mailbox (a, m, n);
}

static bool
put_all_orders (struct axioms *a)
{
  const hb_trace *trace = a->trace;
  bool tied = true;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_id end = handler->first + handler->count;
      for (hb_id m = handler->first; m < end; m++)
        for (hb_id n = handler->first; n < end; n++)
          if (m != n && m != handler->initial && n != handler->initial)
            tied = put_orders (a, m, n) && tied;
    }
  return tied;
}

/* --- acyclic? ---------------------------------------------------------------------------------- */

static bool
has_predecessor (const struct axioms *a, const bool *gone, hb_id node)
{
  for (hb_id u = 0; u < a->nodes; u++)
    if (!gone[u] && a->before[(size_t)u * a->nodes + node])
      return true;
  return false;
}

static bool
is_acyclic (const struct axioms *a)
{
  bool *gone = hb_calloc (a->nodes, sizeof *gone), moved = true;
  hb_id left = a->nodes;
  while (moved && left)
    {
      moved = false;
      for (hb_id v = 0; v < a->nodes; v++)
        if (!gone[v] && !has_predecessor (a, gone, v))
          {
            gone[v] = moved = true;
            left--;
          }
    }
  hb_free (gone);
  return !left;
}

bool
hb_axioms_hold (const hb_trace *trace, const hb_witness *witness)
{
  struct axioms a = { .trace = trace };
  take_places (&a, witness);
  a.before = hb_calloc ((size_t)a.nodes * a.nodes, sizeof *a.before);
  put_given (&a);
  bool hold = put_all_orders (&a) && is_acyclic (&a);
  hb_free (a.before);
  hb_free (a.runs);
  hb_free (a.posts);
  hb_free (a.empty);
  return hold;
}
