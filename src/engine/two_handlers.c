/* See two_handlers.h.
 *
 *      I1  initial message of h1            I2  initial message of h2
 *      m1, m2, ...  its other messages      n1, n2, ...
 *
 * The Boolean of messages p, q of one mailbox, p posted in I1 and q in I2: p runs before q (and is
 * posted before q, which is an edge from I1 to I2; else one back).  A cycle
 *
 *      v ..before.. u  --edge-->  w ..before.. z  --edge-->  v         v, u on h1, w, z on h2
 *
 * needs a Boolean for each "before" between messages of different senders and for each edge of
 * posts.  An edge of posts leads from an initial message, before which all of the handler's events
 * are initial, to an initial message, before all the others: it takes away the Boolean of the
 * "before" on either side. So there are never more than two. */
#include "engine/two_handlers.h"

#include "base/failure.h"

#include <limits.h>

/* Conditions: a literal, or these. */
#define ALWAYS INT_MAX
#define NEVER (-INT_MAX)

struct edge
{
  hb_id from, to; /* events of different handlers */
  int condition;
};

struct two
{
  const hb_trace *trace;
  hb_cnf *cnf;
  hb_id *ranks;    /* message -> its place among those of its mailbox by the same sender */
  hb_id counts[4]; /* 2 * mailbox + sender -> messages */
  int first[2];    /* mailbox -> its first variable */
  VEC (struct edge) edges[2]; /* from handler 0, from handler 1 */
};

/* --- Is it a trace of this kind? --- */

static bool
refuse (hb_diag *diag, const char *what)
{
  hb_error (diag, NULL, "2SAT decides traces of two handlers without nested posting: %s", what);
  return false;
}

static bool
is_flat (const hb_trace *trace, hb_diag *diag)
{
  if (trace->handlers.size > 2)
    return refuse (diag, "there are more handlers");
  if (trace->chained.size)
    return refuse (diag, "there are eo or mo lines");
  for (size_t h = 0; h < trace->handlers.size; h++)
    if (trace->handlers.data[h].mailbox != HB_QUEUE)
      return refuse (diag, "a mailbox is no queue");
  for (size_t m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_EXTERNAL)
      return refuse (diag, "there are external messages");
  for (size_t e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_POST
        && trace->messages.data[trace->events.data[e].message].kind != HB_INITIAL)
      return refuse (diag, "a message that is posted posts another");
  return true;
}

/* --- Conditions --- */

static hb_id
sender_of (const struct two *two, hb_id message)
{
  return hb_event_handler (two->trace, two->trace->messages.data[message].post);
}

/* When does X run before Y?  Events of one handler. */
static int
before (const struct two *two, hb_id x, hb_id y)
{
  const struct hb_message *messages = two->trace->messages.data;
  hb_id a = two->trace->events.data[x].message, b = two->trace->events.data[y].message;
  if (a == b)
    return x < y ? ALWAYS : NEVER;
  if (messages[a].kind == HB_INITIAL || messages[b].kind == HB_INITIAL)
    return messages[a].kind == HB_INITIAL ? ALWAYS : NEVER;
  hb_id sender = sender_of (two, a), mailbox = messages[a].handler;
  if (sender == sender_of (two, b))
    return messages[a].post < messages[b].post ? ALWAYS : NEVER;
  hb_id p = two->ranks[sender ? b : a], q = two->ranks[sender ? a : b];
  int literal = two->first[mailbox] + (int)(p * two->counts[2 * mailbox + 1] + q);
  return sender ? -literal : literal;
}

static int
not_after (const struct two *two, hb_id x, hb_id y)
{
  return x == y ? ALWAYS : before (two, x, y);
}

/* A clause: not all of these. */
static void
forbid (struct two *two, const int *conditions, size_t count)
{
  int clause[4];
  size_t size = 0;
  for (size_t i = 0; i < count; i++)
    if (conditions[i] == NEVER)
      return;
    else if (conditions[i] != ALWAYS)
      clause[size++] = -conditions[i];
  if (size > 2)
    hb_fail ("a cycle of two handlers with %zu conditions; this is a bug", size);
  hb_cnf_add_clause (two->cnf, clause, size);
}

/* --- Edges --- */

/* X must run before Y if CONDITION holds. */
static void
add_edge (struct two *two, hb_id x, hb_id y, int condition)
{
  hb_id from = hb_event_handler (two->trace, x);
  if (from != hb_event_handler (two->trace, y))
    {
      struct edge edge = { x, y, condition };
      vec_push (two->edges[from], edge);
      return;
    }
  int conditions[2] = { condition, not_after (two, y, x) };
  forbid (two, conditions, 2);
}

/* rf, fr, co (to the next write) and pb. */
static void
add_known_edges (struct two *two)
{
  const hb_trace *trace = two->trace;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      hb_id rank = HB_NONE, next;
      if (event->kind == HB_POST)
        add_edge (two, e, event->partner, ALWAYS);
      if (event->kind != HB_READ && event->kind != HB_WRITE)
        continue;
      if (event->kind == HB_WRITE)
        rank = event->partner;
      else if (event->partner != HB_NONE)
        {
          rank = trace->events.data[event->partner].partner;
          add_edge (two, event->partner, e, ALWAYS);
        }
      next = hb_next_write (trace, event->object, rank);
      if (next != HB_NONE)
        add_edge (two, e, next, ALWAYS);
    }
}

/* mo, and that the Booleans of a mailbox are a merge of its two chains. */
static void
add_orders (struct two *two)
{
  const hb_trace *trace = two->trace;
  for (hb_id p = 0; p < trace->messages.size; p++)
    for (hb_id q = 0; q < trace->messages.size; q++)
      {
        const struct hb_message *a = &trace->messages.data[p], *b = &trace->messages.data[q];
        if (a->kind == HB_INITIAL || b->kind == HB_INITIAL || a->handler != b->handler
            || sender_of (two, p) || !sender_of (two, q))
          continue;
        int literal = before (two, a->first, b->first);
        int width = (int)two->counts[2 * a->handler + 1];
        add_edge (two, a->post, b->post, literal);
        add_edge (two, b->post, a->post, -literal);
        int up[2] = { literal, -(literal - width) }, right[2] = { literal, -(literal + 1) };
        if (two->ranks[p])
          forbid (two, up, 2);
        if (two->ranks[q] + 1 < two->counts[2 * a->handler + 1])
          forbid (two, right, 2);
      }
}

static void
forbid_cycles (struct two *two)
{
  for (size_t i = 0; i < two->edges[0].size; i++)
    for (size_t k = 0; k < two->edges[1].size; k++)
      {
        const struct edge *there = &two->edges[0].data[i], *back = &two->edges[1].data[k];
        int conditions[4]
            = { there->condition, back->condition, not_after (two, there->to, back->from),
                not_after (two, back->to, there->from) };
        forbid (two, conditions, 4);
      }
}

/* --- All of it --- */

/* Posts have growing numbers in an initial message, so the ranks follow from one pass over them. */
static void
number_messages (struct two *two)
{
  const hb_trace *trace = two->trace;
  two->ranks = hb_calloc (trace->messages.size, sizeof *two->ranks);
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_POST)
      {
        hb_id m = trace->events.data[e].object;
        two->ranks[m]
            = two->counts[2 * trace->messages.data[m].handler + hb_event_handler (trace, e)]++;
      }
  two->first[0] = 1;
  two->first[1] = 1 + (int)(two->counts[0] * two->counts[1]);
}

static void
write_clauses (void *context)
{
  struct two *two = context;
  add_known_edges (two);
  add_orders (two);
  forbid_cycles (two);
}

hb_cnf *
hb_two_handlers (const hb_trace *trace, hb_diag *diag)
{
  if (!is_flat (trace, diag))
    return NULL;
  struct two two = { .trace = trace };
  number_messages (&two);
  two.cnf = hb_cnf_new (two.first[1] - 1 + (int)(two.counts[2] * two.counts[3]));
  char why[HB_LONGEST_FAILURE];
  if (!hb_guarded (write_clauses, &two, why))
    {
      hb_error (diag, NULL, "%s", why);
      hb_cnf_free (two.cnf);
      two.cnf = NULL;
    }
  hb_free (two.ranks);
  vec_free (two.edges[0]);
  vec_free (two.edges[1]);
  return two.cnf;
}
