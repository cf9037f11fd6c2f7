/* What an order implies through a few known edges.  See implied.h.
 *
 *     handler g       a:  .. e ..    b:  .. f ..             a before b  =>  x before y  =>  m before n
 *                           /            \
 *     handler h       m: .. x ..      n: .. y ..             the same where x, y are posts to one queue
 *
 * The edges are those into one message, those out of the other one, what both post, what stands beside their own posts. */
#include "engine/cds/implied.h"
#include "engine/cds/cds.h"

/* So many edges of a message are looked at, events of it, and events to both sides of a post. */
#define MOST_ENDS 12
#define MOST_EVENTS 16
#define MOST_ASIDE 6

/* An event of a message (AT), and one before or behind it that an edge leads from or to (FAR, the same if there is none): that
 * stands in MESSAGE or, RELATION being HB_PO, posts it. */
struct end
{
  hb_id at, far, message, handler;
  uint8_t relation;
};

struct ends
{
  struct end list[MOST_ENDS];
  hb_id count;
};

static hb_id
message_of (const struct cds *cds, hb_id event)
{
  return cds->trace->events.data[event].message;
}

static void
add_end (const struct cds *cds, struct ends *ends, hb_id at, hb_id far, enum hb_relation relation)
{
  if (ends->count == MOST_ENDS)
    return;
  const struct hb_event *event = &cds->trace->events.data[far];
  hb_id message = relation == HB_PO ? event->object : event->message;
  ends->list[ends->count++]
      = (struct end){ at, far, message, cds->messages[message].handler, (uint8_t)relation };
}

/* --- the edges of a message ----------------------------------------------------------------- */

/* The reads of the value in SLOT, as sources or targets of edges with AT. */
static void
add_reads (const struct cds *cds, struct ends *ends, hb_id at, hb_id slot,
           enum hb_relation relation)
{
  for (hb_id i = cds->reads_start[slot]; i < cds->reads_start[slot + 1]; i++)
    if (message_of (cds, cds->reads[i]) != message_of (cds, at))
      add_end (cds, ends, at, cds->reads[i], relation);
}

static void
add_other (const struct cds *cds, struct ends *ends, hb_id at, hb_id far, enum hb_relation relation)
{
  if (far != HB_NONE && message_of (cds, far) != message_of (cds, at))
    add_end (cds, ends, at, far, relation);
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
      add_end (cds, ends, e, e, HB_PO);
    else if (cds->trace->events.data[e].kind != HB_GET)
      add_edges (cds, ends, e, into);
}

/* Is there a post to the handler of post E among ENDS? */
static bool
is_known (const struct cds *cds, const struct ends *ends, hb_id e)
{
  hb_id handler = cds->messages[cds->trace->events.data[e].object].handler;
  for (hb_id i = 0; i < ends->count; i++)
    if (ends->list[i].handler == handler)
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
  add_end (cds, ends, post, post, HB_PO);
  for (hb_id i = 1; i <= MOST_ASIDE; i++)
    {
      hb_id e = into ? post - i : post + i;
      if (into ? post < poster->first + i : e >= poster->end)
        return;
      if (cds->trace->events.data[e].kind == HB_POST && !is_known (cds, ends, e))
        add_end (cds, ends, post, e, HB_PO);
    }
}

/* --- what an order implies ---------------------------------------------------------------------- */

static bool
is_posted (const struct cds *cds, hb_id message)
{
  return cds->trace->messages.data[message].kind == HB_POSTED;
}

/* The order of messages A before B, of one handler, of their posts or their runs: false if that says nothing. */
static bool
order_of (const struct cds *cds, hb_id a, hb_id b, bool of_posts, struct hb_pair *order)
{
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

/* Takes in what TIE, its order left out, says of messages A and B, unless it says nothing new or leads back. */
static void
take_in (const struct cds *cds, struct cds_reach *to, const struct cds_tie *tie, hb_id a, hb_id b)
{
  struct hb_pair order;
  struct cds_tie *place;
  if (to->count == CDS_MOST_REACHED || !order_of (cds, a, b, tie->of_posts, &order))
    return;
  hb_id at = cds_find_reached (to, cds_key (order));
  if (at == to->count)
    {
      to->keys[at] = cds_key (order);
      place = &to->ties[to->count++];
    }
  else if (to->ties[at].depth == tie->depth && to->ties[at].by != tie->by
           && to->more < CDS_MOST_BESIDE)
    {
      to->leads_to[to->more] = at;
      place = &to->beside[to->more++];
    }
  else
    return;
  *place = *tie;
  place->order = order;
}

/* Two ends of an order say something where they meet in a handler; or, of the posts of messages, where they are these themselves. */
static inline bool
meet (const struct end *x, const struct end *y)
{
  return x->handler == y->handler && x->message != y->message;
}

static inline bool
are_posts (bool by_posts, const struct end *x, const struct end *y)
{
  return by_posts && x->far == x->at && y->far == y->at;
}

/* Takes in what the ends X and Y say of the order of tie BY or, BY_POSTS, of the posts. */
static void
join (const struct cds *cds, struct cds_reach *to, hb_id by, bool by_posts, const struct end *x,
      const struct end *y)
{
  struct cds_tie tie = { .by = by,
                         .depth = to->ties[by].depth + 1,
                         .x = x->far,
                         .e = x->at,
                         .f = y->at,
                         .y = y->far,
                         .in = x->relation,
                         .out = y->relation,
                         .by_posts = by_posts,
                         .of_posts = x->relation == HB_PO };
  if (meet (x, y))
    take_in (cds, to, &tie, x->message, y->message);
  if (!are_posts (by_posts, x, y))
    return;
  /* Posts in two messages of one handler come as these do. */
  hb_id a = message_of (cds, x->at), b = message_of (cds, y->at);
  tie.of_posts = false;
  if (a != b && cds->messages[a].handler == cds->messages[b].handler)
    take_in (cds, to, &tie, a, b);
}

static void
combine (const struct cds *cds, struct cds_reach *to, hb_id by, bool by_posts,
         const struct ends *in, const struct ends *out)
{
  for (hb_id i = 0; i < in->count; i++)
    for (hb_id j = 0; j < out->count; j++)
      {
        const struct end *x = &in->list[i], *y = &out->list[j];
        if ((x->relation == HB_PO) == (y->relation == HB_PO)
            && (meet (x, y) || are_posts (by_posts, x, y)))
          join (cds, to, by, by_posts, x, y);
      }
}

/* Takes in the orders that that of tie BY implies. */
static void
follow (const struct cds *cds, struct cds_reach *to, hb_id by)
{
  struct hb_pair order = to->ties[by].order;
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

void
cds_reach (const struct cds *cds, struct cds_reach *to, struct hb_pair from, hb_id depth)
{
  to->count = 1;
  to->followed = to->more = 0;
  to->keys[0] = cds_key (from);
  to->ties[0] = (struct cds_tie){ .order = from };
  cds_reach_on (cds, to, depth);
}

void
cds_reach_on (const struct cds *cds, struct cds_reach *to, hb_id depth)
{
  for (; to->followed < to->count && to->ties[to->followed].depth < depth; to->followed++)
    follow (cds, to, to->followed);
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

/* What a cycle of a tie says of runs where the clauses know the order of posts: that these are equal is told as well. */
static void
tell_turned (struct cds *cds, struct hb_pair order, bool of_posts)
{
  struct hb_pair runs = { order.after, order.before, false };
  if (order.posts && !of_posts)
    (void)hb_pairs_number (&cds->turned, runs);
}

void
cds_tell_tie (struct cds *cds, const struct cds_reach *reach, const struct cds_tie *tie)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  struct hb_pair reverse = { tie->order.after, tie->order.before, tie->order.posts };
  hb_cycle_add_edge (&cycle, tie->x, tie->e, (enum hb_relation)tie->in);
  add_order (&cycle, tie->e, tie->f, reach->ties[tie->by].order, tie->by_posts);
  hb_cycle_add_edge (&cycle, tie->f, tie->y, (enum hb_relation)tie->out);
  add_order (&cycle, tie->y, tie->x, reverse, tie->of_posts);
  vec_push (cds->cycles, cycle);
  tell_turned (cds, reach->ties[tie->by].order, tie->by_posts);
  tell_turned (cds, tie->order, tie->of_posts);
}
