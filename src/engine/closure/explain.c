/* Which orders are to blame.  See state.h.
 *
 * What the closure found, it found along a path: one with fewest orders that were not there before the first
 * decision is searched backwards, among the edges that there were at that time. */
#include "engine/closure/state.h"

#include "base/failure.h"

/* An edge looked at on the way back is as much work as so many words of rows. */
#define REACH_WORDS 4

/* EDGE (plus one, 0: not an added one) leads from FROM to NODE. */
static void
reach (struct closure *c, hb_id start, hb_id from, hb_id node, size_t edge)
{
  bool counts = false;
  c->work += REACH_WORDS;
  /* What lies on the way is reached from where it starts, once all rows have flowed. */
  if (c->flowed && !closure_reaches (c, start, ENDS, c->message_of[from]))
    return;
  if (edge)
    {
      const struct added *its = &c->added.data[edge - 1];
      counts = c->pairs.data[its->pair].level > 0
               || (its->other != HB_NONE && c->pairs.data[its->other].level > 0);
    }
  hb_id distance = c->distance[node] + counts;
  if (c->reached[from] == c->round && c->distance[from] <= distance)
    return;
  c->reached[from] = c->round;
  c->distance[from] = distance;
  c->onward[from] = node;
  c->by[from] = edge;
  if (counts)
    vec_push (c->level_next, from);
  else
    vec_push (c->level_now, from);
}

static void
look_back (struct closure *c, hb_id start, hb_id node, size_t stamp)
{
  for (hb_id e = c->given_start[node]; e < c->given_start[node + 1]; e++)
    reach (c, start, c->given[e], node, 0);
  if (node && c->message_of[node - 1] == c->message_of[node])
    reach (c, start, node - 1, node, 0);
  for (size_t edge = c->all_heads[node]; edge; edge = c->added.data[edge - 1].next)
    if (edge <= stamp)
      reach (c, start, c->added.data[edge - 1].from, node, edge);
}

/* Searches from START to GOAL along the first STAMP edges, into `onward` and `by`. */
static void
search_way (struct closure *c, hb_id start, hb_id goal, size_t stamp)
{
  size_t at = 0;
  c->round++;
  vec_clear (c->level_now);
  vec_clear (c->level_next);
  c->reached[goal] = c->round;
  c->distance[goal] = 0;
  vec_push (c->level_now, goal);
  for (hb_id node = HB_NONE; node != start;)
    {
      if (at == c->level_now.size)
        {
          id_vector passed = c->level_now;
          c->level_now = c->level_next;
          c->level_next = passed;
          vec_clear (c->level_next);
          at = 0;
        }
      if (!c->level_now.size)
        hb_fail ("the closure lost its way; this is a bug, please report the trace");
      hb_id next = c->level_now.data[at++];
      if (c->done[next] == c->round)
        continue;
      node = next;
      c->done[node] = c->round;
      if (node != start)
        look_back (c, start, node, stamp);
    }
}

void
closure_take_hop (struct closure *c, struct hop hop, id_vector *out)
{
  const struct added *edge = hop.edge ? &c->added.data[hop.edge - 1] : NULL;
  vec_push (c->hops, hop);
  if (edge)
    vec_push (*out, closure_true_literal (c, edge->pair));
  if (edge && edge->other != HB_NONE)
    vec_push (*out, closure_true_literal (c, edge->other));
}

void
closure_negate (id_vector *literals)
{
  for (size_t i = 0; i < literals->size; i++)
    literals->data[i] ^= 1;
}

/* A way from START to GOAL along the first STAMP edges, into `hops`; the orders that it takes are appended to OUT. */
static void
explain_way (struct closure *c, hb_id start, hb_id goal, size_t stamp, id_vector *out)
{
  search_way (c, start, goal, stamp);
  vec_clear (c->hops);
  for (hb_id node = start; node != goal; node = c->onward[node])
    closure_take_hop (c, (struct hop){ node, c->onward[node], c->by[node] }, out);
}

void
closure_explain_as (struct closure *c, hb_id literal, enum reason reason, size_t stamp,
                    id_vector *out)
{
  hb_id a = closure_earlier (c, literal), b = closure_later (c, literal);
  bool posts = c->pairs.data[literal >> 1].posts;
  switch (reason)
    {
    case BY_RUNS:
      explain_way (c, c->first[a], c->last[b], stamp, out);
      break;
    case BY_POSTS:
      explain_way (c, c->post[a], c->post[b], stamp, out);
      break;
    case BY_BURIAL_PAIR:
      vec_push (*out, closure_literal (c, closure_pair (c, a, b, !posts, false), b));
      explain_way (c, c->post[a], c->first[b], stamp, out);
      break;
    case BY_BURIAL:
      explain_way (c, c->post[a], c->first[b], stamp, out);
      break;
    case BY_DECISION:
    case BY_CLAUSE:
      hb_fail ("a decision has no reason; this is a bug, please report the trace");
    }
  closure_tell_way (c, literal, reason);
}

void
closure_explain (struct closure *c, hb_id number, id_vector *out)
{
  const struct pair *pair = &c->pairs.data[number];
  if (pair->reason != BY_CLAUSE)
    {
      closure_explain_as (c, closure_true_literal (c, number), (enum reason)pair->reason,
                          pair->stamp, out);
      return;
    }
  const struct clause *clause = &c->clauses.data[pair->clause];
  for (hb_id i = 0; i < clause->size; i++)
    {
      hb_id literal = c->literals.data[clause->first + i];
      if (literal >> 1 != number)
        vec_push (*out, literal ^ 1);
    }
}
