/* Cycles that say what the closure found.  See state.h.
 *
 * A way from node to node is a way from event to event: in a node the events at which edges arrive come before those
 * from which they leave.
 *
 *     post of a --rf--> ----po----> --eo: c before d--> --po--> post of b
 *         ^                                                        |
 *         +------------------ mo: b before a ----------------------+
 *
 * All that is found on the way to a clause is told, as nobody knows yet which clauses will matter. */
#include "engine/closure/state.h"

/* A cycle to be told, and the event that it has come to. */
struct telling
{
  struct closure *c;
  struct hb_cycle cycle;
  hb_id at;
};

/* From inside the message where it is, if it has begun, the cycle takes the edge from FROM to TO. */
static void
step (struct telling *t, hb_id from, hb_id to, enum hb_relation relation, hb_id before, hb_id after)
{
  if (t->at != HB_NONE)
    hb_cycle_add_edge (&t->cycle, t->at, from, HB_PO);
  hb_cycle_add_order (&t->cycle, from, to, relation, before, after);
  t->at = to;
}

static hb_id
start_of (const struct closure *c, hb_id message)
{
  return hb_first_node (c->order, c->trace, message);
}

static hb_id
end_of (const struct closure *c, hb_id message)
{
  return hb_last_node (c->order, c->trace, message);
}

static hb_id
post_of (const struct closure *c, hb_id message)
{
  return c->trace->messages.data[message].post;
}

/* An edge of an order. */
static void
take_added (struct telling *t, const struct added *edge)
{
  const struct closure *c = t->c;
  hb_id a = edge->before, b = edge->after;
  bool by_posts
      = edge->other == HB_NONE && (c->pairs.data[edge->pair].posts || hb_coupled (c->trace, a, b));
  if (edge->runs)
    step (t, end_of (c, a), start_of (c, b), HB_EO, a, b);
  else if (by_posts)
    step (t, post_of (c, a), post_of (c, b), HB_MO, a, b);
  else
    step (t, start_of (c, a), post_of (c, b), HB_GP, a, b);
}

static void
take_hop (struct telling *t, struct hop hop)
{
  const struct closure *c = t->c;
  hb_id source;
  if (hop.edge)
    {
      take_added (t, &c->added.data[hop.edge - 1]);
      return;
    }
  if (c->message_of[hop.from] == c->message_of[hop.to])
    return;
  hb_id e = closure_given_edge (c, hop.from, hop.to, &source);
  step (t, source, c->order->to[e], (enum hb_relation)c->order->relation[e], HB_NONE, HB_NONE);
}

static void
tell (struct telling *t)
{
  struct closure *c = t->c;
  HB_ASSERT (t->cycle.steps.size && vec_top (t->cycle.steps).to == t->cycle.steps.data[0].from);
  c->steps += t->cycle.steps.size;
  vec_push (c->cycles, t->cycle);
}

void
closure_tell_way (struct closure *c, hb_id literal, enum reason reason)
{
  hb_id a = closure_earlier (c, literal), b = closure_later (c, literal);
  struct telling t = { .c = c, .at = reason == BY_RUNS ? start_of (c, a) : post_of (c, a) };
  hb_id start = t.at;
  for (size_t i = 0; i < c->hops.size; i++)
    take_hop (&t, c->hops.data[i]);
  if (reason == BY_RUNS)
    step (&t, end_of (c, b), start, HB_EO, b, a);
  else if (reason == BY_POSTS)
    step (&t, post_of (c, b), start, HB_MO, b, a);
  else
    step (&t, start_of (c, b), start, HB_GP, b, a);
  tell (&t);
}

void
closure_tell_circle (struct closure *c)
{
  struct telling t = { .c = c, .at = HB_NONE };
  for (size_t i = 0; i < c->hops.size; i++)
    take_hop (&t, c->hops.data[i]);
  hb_cycle_add_edge (&t.cycle, t.at, t.cycle.steps.data[0].from, HB_PO);
  tell (&t);
}

void
closure_untell (struct closure *c)
{
  struct hb_cycle last = vec_pop (c->cycles);
  c->steps -= last.steps.size;
  hb_cycle_free (&last);
}
