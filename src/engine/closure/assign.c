/* Orders that are assigned, and their edges.  See state.h.
 *
 *     a runs before b:   end of a --> start of b
 *                        post of a --> post of b     where posts and runs are coupled (hb_coupled)
 *                        start of a --> post of b    if b would bury a (hb_buries)
 *
 * In a stack the last one needs that a is also posted before b; so there the order of the posts has a pair of its
 * own. */
#include "engine/closure/state.h"

static void
add_edge (struct closure *c, hb_id from, hb_id to, struct added edge)
{
  edge.from = from;
  edge.to = to;
  closure_add_edge (c, edge);
}

/* The edges of an order of runs, but those of stacks. */
static void
add_edges_of_runs (struct closure *c, struct added edge)
{
  hb_id a = edge.before, b = edge.after;
  enum hb_mailbox mailbox = closure_mailbox (c, a);
  bool by_posts;
  if (!closure_between (c, a, b, false))
    {
      struct added own = edge;
      own.runs = own.optional = true;
      add_edge (c, c->last[a], c->first[b], own);
    }
  if (hb_coupled (c->trace, a, b))
    {
      edge.optional = mailbox == HB_QUEUE;
      if (!edge.optional || !closure_between (c, a, b, true))
        add_edge (c, c->post[a], c->post[b], edge);
    }
  else if (hb_buries (c->trace, b, a, &by_posts) && !by_posts)
    add_edge (c, c->first[a], c->post[b], edge);
}

/* A before B was assigned, in a stack: with the other order of the two it makes an edge, or that order follows. */
static void
look_at_other_order (struct closure *c, struct added edge, bool posts)
{
  hb_id a = edge.before, b = edge.after;
  hb_id other = closure_pair (c, a, b, !posts, closure_knows (c, a, b, !posts));
  if (other != HB_NONE && closure_value (c, closure_literal (c, other, a)) > 0)
    {
      closure_name (c, closure_literal (c, other, a));
      edge.other = other;
      if (!c->conflict)
        add_edge (c, c->first[a], c->post[b], edge);
    }
  else if (closure_reaches (c, c->post[b], STARTS, a))
    closure_imply (c, b, a, !posts);
}

/* LITERAL, which is false, ought to hold. */
static void
set_conflict (struct closure *c, hb_id literal, enum reason reason, hb_id clause)
{
  c->conflict = true;
  vec_clear (c->false_literals);
  if (reason == BY_CLAUSE)
    {
      const struct clause *its = &c->clauses.data[clause];
      for (hb_id i = 0; i < its->size; i++)
        vec_push (c->false_literals, c->literals.data[its->first + i]);
      return;
    }
  closure_explain_as (c, literal, reason, c->added.size, &c->false_literals);
  closure_negate (&c->false_literals);
  vec_push (c->false_literals, literal);
}

void
closure_name (struct closure *c, hb_id literal)
{
  const struct pair *pair = &c->pairs.data[literal >> 1];
  if (!pair->value)
    closure_imply (c, closure_earlier (c, literal), closure_later (c, literal), pair->posts);
}

void
closure_assign (struct closure *c, hb_id literal, enum reason reason, hb_id clause)
{
  hb_id a = closure_earlier (c, literal), b = closure_later (c, literal);
  struct pair *pair = &c->pairs.data[literal >> 1];
  bool posts = pair->posts;
  if (c->conflict || (pair->value && closure_value (c, literal) > 0))
    return;
  if (pair->value || closure_knows (c, b, a, posts))
    {
      closure_name (c, literal ^ 1);
      if (!c->conflict)
        set_conflict (c, literal, reason, clause);
      return;
    }
  pair->value = literal & 1 ? -1 : 1;
  pair->level = (hb_id)c->levels.size;
  pair->reason = (uint8_t)reason;
  pair->clause = clause;
  pair->stamp = c->added.size;
  pair->place = (hb_id)c->trail.size;
  vec_push (c->trail, literal);
  closure_set_known (c, a, b, posts);
  struct added edge = { .pair = literal >> 1, .other = HB_NONE, .before = a, .after = b };
  bool by_posts;
  if (posts)
    add_edge (c, c->post[a], c->post[b], edge);
  else
    add_edges_of_runs (c, edge);
  if (hb_buries (c->trace, b, a, &by_posts) && by_posts)
    look_at_other_order (c, edge, posts);
}

/* Why A is before B: a path says so, or else one by which A would bury B. */
static enum reason
reason_of (const struct closure *c, hb_id a, hb_id b, bool posts)
{
  bool by_posts = false;
  if (!posts && closure_reaches (c, c->first[a], ENDS, b))
    return BY_RUNS;
  if ((posts || hb_coupled (c->trace, a, b)) && closure_reaches (c, c->post[a], POSTS, b))
    return BY_POSTS;
  return hb_buries (c->trace, a, b, &by_posts) && !by_posts ? BY_BURIAL : BY_BURIAL_PAIR;
}

void
closure_imply (struct closure *c, hb_id a, hb_id b, bool posts)
{
  enum reason reason = reason_of (c, a, b, posts);
  if (reason == BY_BURIAL_PAIR)
    closure_name (c, closure_literal (c, closure_pair (c, b, a, !posts, true), b));
  hb_id pair = closure_pair (c, a, b, posts, true);
  closure_assign (c, closure_literal (c, pair, a), reason, HB_NONE);
}
