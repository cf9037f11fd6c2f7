/* Orders that are equal to others through a few known edges.  See cds.h.
 *
 *     handler g       a:  .. e ..    b:  .. f ..             a before b  =>  x before y  =>  m before n
 *                           /            \
 *     handler h       m: .. x ..      n: .. y ..             the same where x, y are posts to one queue
 *
 * An order implies another one so (and the other one's reverse its own): the edges into one message, those out of the other
 * one, what both post, what stands beside their own posts.  Where that leads, in a few steps, from an order to another one and
 * also from its reverse to the reverse of that, the two are equal.  As in a loaded register of doc/map.md (3sat-ed2d2, 3sat-flat3v,
 * 3sat-stack3), whose rounds hand an order on from one to the next, each by the steps
 *
 *     p eo q  =>  p1 eo q2  =>  p' eo q'   and   q eo p  =>  q1 eo p2  =>  q' eo p'
 *
 * Left alone, the run would learn each of these from a conflict of its own, and again for each round.  So when an order is first
 * named, those that are equal to it are named as well, and what leads to them become clauses: then those equal to these, and so
 * the whole class.  Orders that are only implied are left alone: they lead on without end.
 *
 * Whoever checks a refutation gets a cycle for each such clause (cds_tell_ties). */
#include "engine/cds/cds.h"

/* So far an order is followed, so many orders are looked at for that, so many edges of a message, events of it, and events
 * to both sides of a post. */
#define MOST_DEPTH 3
#define MOST_NODES 48
#define MOST_ENDS 12
#define MOST_EVENTS 16
#define MOST_ASIDE 6

/* So many clauses a message; and where of the first pairs fewer are equal to others than one in so many, as on random traces,
 * no more are looked at. */
#define MOST_TIES_A_MESSAGE 4
#define FIRST_PAIRS 500
#define MOST_PAIRS_A_TIE 4

/* An event of a message (AT), and one before or behind it that an edge leads from or to (FAR, the same if there is none). */
struct end
{
  hb_id at, far;
  uint8_t relation;
};

struct ends
{
  struct end list[MOST_ENDS];
  hb_id count;
};

/* Where the search has got to: an order, and how (NONE: it is the first). */
struct node
{
  struct cds_tie tie; /* from the order of node BY */
  hb_id by, depth;
  bool said;
};

struct reach
{
  struct node nodes[MOST_NODES];
  hb_id count;
};

static hb_id
message_of (const struct cds *cds, hb_id event)
{
  return cds->trace->events.data[event].message;
}

static void
add_end (struct ends *ends, hb_id at, hb_id far, enum hb_relation relation)
{
  if (ends->count < MOST_ENDS)
    ends->list[ends->count++] = (struct end){ at, far, (uint8_t)relation };
}

/* --- the edges of a message ----------------------------------------------------------------- */

/* The reads of the value in SLOT, as sources or targets of edges with AT. */
static void
add_reads (const struct cds *cds, struct ends *ends, hb_id at, hb_id slot,
           enum hb_relation relation)
{
  for (hb_id i = cds->reads_start[slot]; i < cds->reads_start[slot + 1]; i++)
    if (message_of (cds, cds->reads[i]) != message_of (cds, at))
      add_end (ends, at, cds->reads[i], relation);
}

static void
add_other (const struct cds *cds, struct ends *ends, hb_id at, hb_id far, enum hb_relation relation)
{
  if (far != HB_NONE && message_of (cds, far) != message_of (cds, at))
    add_end (ends, at, far, relation);
}

/* The known edges into, or out of, the event AT of a message. */
static void
add_edges (const struct cds *cds, struct ends *ends, hb_id at, bool into)
{
  const hb_trace *trace = cds->trace;
  const struct hb_event *event = &trace->events.data[at];
  const struct hb_variable *v = &trace->variables.data[event->object];
  hb_id slots = cds->variables[event->object].slots;
  if (event->kind == HB_READ && into)
    add_other (cds, ends, at, event->partner, HB_RF);
  else if (event->kind == HB_READ)
    {
      hb_id rank = event->partner == HB_NONE ? HB_NONE : trace->events.data[event->partner].partner;
      add_other (cds, ends, at, hb_next_write (trace, event->object, rank), HB_FR);
    }
  else if (into)
    {
      if (event->partner)
        add_other (cds, ends, at, trace->co.data[v->first + event->partner - 1], HB_CO);
      add_reads (cds, ends, at, slots + event->partner, HB_FR);
    }
  else
    {
      add_reads (cds, ends, at, slots + event->partner + 1, HB_RF);
      add_other (cds, ends, at, hb_next_write (trace, event->object, event->partner), HB_CO);
    }
}

/* What comes before an event of MESSAGE, or behind one: its posts, and the edges into it or out of it. */
static void
ends_of_run (const struct cds *cds, struct ends *ends, hb_id message, bool into)
{
  const struct cds_message *m = &cds->messages[message];
  ends->count = 0;
  if (m->end - m->first > MOST_EVENTS)
    return;
  for (hb_id e = m->first; e < m->end; e++)
    if (cds->trace->events.data[e].kind == HB_POST)
      add_end (ends, e, e, HB_PO);
    else if (cds->trace->events.data[e].kind != HB_GET)
      add_edges (cds, ends, e, into);
}

/* Is there a post to the handler of post E among ENDS? */
static bool
is_known (const struct cds *cds, const struct ends *ends, hb_id e)
{
  const struct hb_event *events = cds->trace->events.data;
  for (hb_id i = 0; i < ends->count; i++)
    if (cds->messages[events[ends->list[i].far].object].handler
        == cds->messages[events[e].object].handler)
      return true;
  return false;
}

/* The post of MESSAGE, and before it, or behind it, in the same message the next ones to other handlers. */
static void
ends_of_post (const struct cds *cds, struct ends *ends, hb_id message, bool into)
{
  hb_id post = cds->trace->messages.data[message].post;
  const struct cds_message *poster = &cds->messages[message_of (cds, post)];
  ends->count = 0;
  add_end (ends, post, post, HB_PO);
  for (hb_id i = 1; i <= MOST_ASIDE; i++)
    {
      hb_id e = into ? post - i : post + i;
      if (into ? post < poster->first + i : e >= poster->end)
        return;
      if (cds->trace->events.data[e].kind == HB_POST && !is_known (cds, ends, e))
        add_end (ends, post, e, HB_PO);
    }
}

/* --- what an order implies ---------------------------------------------------------------------- */

static bool
is_posted (const struct cds *cds, hb_id message)
{
  return cds->trace->messages.data[message].kind == HB_POSTED;
}

static bool
are_equal (struct hb_pair a, struct hb_pair b)
{
  return a.before == b.before && a.after == b.after && a.posts == b.posts;
}

/* The order that X, of post or message, comes before Y: false if it is none of two messages of one handler. */
static bool
order_of (const struct cds *cds, hb_id x, hb_id y, bool of_posts, struct hb_pair *order)
{
  const struct hb_event *events = cds->trace->events.data;
  hb_id a = of_posts ? events[x].object : events[x].message,
        b = of_posts ? events[y].object : events[y].message;
  if (a == b || cds->messages[a].handler != cds->messages[b].handler)
    return false;
  *order = (struct hb_pair){ a, b, false };
  if (of_posts)
    {
      order->posts = !hb_coupled (cds->trace, a, b);
      return !order->posts || cds_is_loaded (cds, a, b);
    }
  if (cds->trace->messages.data[a].kind == HB_INITIAL
      || cds->trace->messages.data[b].kind == HB_INITIAL)
    return false;
  if (cds_is_loaded (cds, a, b))
    *order = (struct hb_pair){ b, a, true };
  return true;
}

static void
reach (struct reach *reach, hb_id by, const struct cds_tie *tie)
{
  for (hb_id i = 0; i < reach->count; i++)
    if (are_equal (reach->nodes[i].tie.order, tie->order))
      return;
  if (reach->count < MOST_NODES)
    reach->nodes[reach->count++] = (struct node){ *tie, by, reach->nodes[by].depth + 1, false };
}

/* Takes in the orders implied by that of node BY, whose messages stand in IN and OUT; BY_POSTS: their posts do. */
static void
combine (const struct cds *cds, struct reach *to, hb_id by, bool by_posts, const struct ends *in,
         const struct ends *out)
{
  for (hb_id i = 0; i < in->count; i++)
    for (hb_id j = 0; j < out->count; j++)
      {
        const struct end *x = &in->list[i], *y = &out->list[j];
        struct cds_tie tie = { .from = to->nodes[by].tie.order,
                               .x = x->far,
                               .e = x->at,
                               .f = y->at,
                               .y = y->far,
                               .in = x->relation,
                               .out = y->relation,
                               .by_posts = by_posts };
        tie.of_posts = x->relation == HB_PO && y->relation == HB_PO;
        if ((x->relation == HB_PO) != (y->relation == HB_PO))
          continue;
        if (order_of (cds, x->far, y->far, tie.of_posts, &tie.order))
          reach (to, by, &tie);
        tie.of_posts = false;
        if (by_posts && x->far == x->at && y->far == y->at
            && order_of (cds, x->far, y->far, false, &tie.order))
          reach (to, by, &tie);
      }
}

/* Takes in the orders that node BY implies. */
static void
follow (const struct cds *cds, struct reach *to, hb_id by)
{
  struct hb_pair order = to->nodes[by].tie.order;
  struct ends in, out;
  bool posted = is_posted (cds, order.before) && is_posted (cds, order.after);
  if (posted && (order.posts || hb_coupled (cds->trace, order.before, order.after)))
    {
      ends_of_post (cds, &in, order.before, true);
      ends_of_post (cds, &out, order.after, false);
      combine (cds, to, by, true, &in, &out);
    }
  /* On a loaded stack what is posted first runs last; on others it may run first or last. */
  if (order.posts && !cds_is_loaded (cds, order.before, order.after))
    return;
  ends_of_run (cds, &in, order.posts ? order.after : order.before, true);
  ends_of_run (cds, &out, order.posts ? order.before : order.after, false);
  combine (cds, to, by, false, &in, &out);
}

static void
search (const struct cds *cds, struct reach *to, struct hb_pair from)
{
  to->count = 1;
  to->nodes[0] = (struct node){ .tie.order = from, .said = true };
  for (hb_id i = 0; i < to->count && to->nodes[i].depth < MOST_DEPTH; i++)
    follow (cds, to, i);
}

/* --- clauses ------------------------------------------------------------------------------------ */

/* Is there a clause of just these two literals? */
static bool
is_clause (const struct cds *cds, hb_id a, hb_id b)
{
  const struct cds_watch *watch = &cds->watches.data[a];
  for (size_t i = 0; i < watch->clauses.size; i++)
    {
      const struct cds_clause *clause = &cds->clauses.data[watch->clauses.data[i]];
      const hb_id *literal = vec_from (cds->literals, clause->first);
      if (clause->size == 2 && (literal[0] == b || literal[1] == b))
        return true;
    }
  return false;
}

/* The clause of TIE; what it says now is done at once, false if something was learned from it. */
static bool
say (struct cds *cds, const struct cds_tie *tie)
{
  hb_id literals[2], count = 0, from, to;
  bool from_holds = false, to_holds = false;
  bool from_open = cds_literal (cds, tie->from, &from, &from_holds),
       to_open = cds_literal (cds, tie->order, &to, &to_holds);
  if ((!from_open && !from_holds) || (!to_open && to_holds) || (from_open && to_open && from == to))
    return true;
  if (from_open)
    literals[count++] = from ^ 1;
  if (to_open && !(from_open && (from ^ 1) == to))
    literals[count++] = to;
  if (count == 2 && is_clause (cds, literals[0], literals[1]))
    return true;
  for (hb_id i = 0; i < count; i++)
    cds->pairs.data[literals[i] >> 1].tied = true;
  vec_push (cds->ties, *tie);
  return cds_meet_clause (cds, cds_given_clause (cds, literals, count));
}

/* The ties that lead to node AT. */
static bool
say_all (struct cds *cds, struct reach *reach, hb_id at)
{
  bool goes_on = true;
  for (; !reach->nodes[at].said; at = reach->nodes[at].by)
    {
      reach->nodes[at].said = true;
      goes_on &= say (cds, &reach->nodes[at].tie);
    }
  return goes_on;
}

/* Names what is equal to pair NUMBER. */
static bool
tie (struct cds *cds, hb_id number)
{
  const struct cds_pair *pair = &cds->pairs.data[number];
  struct hb_pair order = { pair->low, pair->high, pair->posts },
                 reverse = { pair->high, pair->low, pair->posts };
  struct reach ahead, back;
  bool goes_on = true;
  search (cds, &ahead, order);
  if (ahead.count == 1)
    return true;
  search (cds, &back, reverse);
  for (hb_id i = 1; i < ahead.count; i++)
    for (hb_id j = 1; j < back.count; j++)
      {
        struct hb_pair there = ahead.nodes[i].tie.order, other = back.nodes[j].tie.order;
        if (there.before != other.after || there.after != other.before
            || there.posts != other.posts)
          continue;
        goes_on &= say_all (cds, &ahead, i);
        goes_on &= say_all (cds, &back, j);
      }
  return goes_on;
}

/* Is it worth while to look on?  Of the first pairs some have been equal to others, and there are not too many such. */
static bool
is_worth_while (const struct cds *cds)
{
  return cds->ties.size < MOST_TIES_A_MESSAGE * cds->trace->messages.size
         && (cds->tied < FIRST_PAIRS || cds->ties.size * MOST_PAIRS_A_TIE > cds->tied);
}

bool
cds_tie (struct cds *cds)
{
  bool goes_on = true;
  while (cds->tied < cds->pairs.size && is_worth_while (cds) && !cds->refuted
         && !hb_limits_hit (cds->limits))
    goes_on &= tie (cds, (hb_id)cds->tied++);
  return goes_on && !cds->refuted;
}

/* --- for who checks ----------------------------------------------------------------------------- */

/* An order as a step from FROM to TO: of posts, or of runs, which on a loaded stack come the other way round. */
static void
add_order (struct hb_cycle *cycle, hb_id from, hb_id to, struct hb_pair order, bool of_posts)
{
  bool turned = order.posts && !of_posts;
  hb_cycle_add_order (cycle, from, to, of_posts ? HB_MO : HB_EO,
                      turned ? order.after : order.before, turned ? order.before : order.after);
}

static struct hb_cycle
cycle_of (const struct cds_tie *tie)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  struct hb_pair reverse = { tie->order.after, tie->order.before, tie->order.posts };
  hb_cycle_add_edge (&cycle, tie->x, tie->e, (enum hb_relation)tie->in);
  add_order (&cycle, tie->e, tie->f, tie->from, tie->by_posts);
  hb_cycle_add_edge (&cycle, tie->f, tie->y, (enum hb_relation)tie->out);
  add_order (&cycle, tie->y, tie->x, reverse, tie->of_posts);
  return cycle;
}

/* The cycle of a tie speaks of runs where ORDER, which the clauses know, is of posts: that these are equal is told as well. */
static void
tell_turned (struct cds *cds, struct hb_pair order, bool of_posts)
{
  struct hb_pair runs = { order.after, order.before, false };
  if (order.posts && !of_posts)
    (void)hb_pairs_number (&cds->turned, runs);
}

void
cds_tell_ties (struct cds *cds)
{
  for (size_t i = 0; i < cds->ties.size; i++)
    {
      const struct cds_tie *tie = &cds->ties.data[i];
      vec_push (cds->cycles, cycle_of (tie));
      tell_turned (cds, tie->from, tie->by_posts);
      tell_turned (cds, tie->order, tie->of_posts);
    }
  vec_clear (cds->ties);
}
