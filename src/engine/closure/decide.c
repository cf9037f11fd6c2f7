/* Decisions and restarts.  See search.h and state.h.
 *
 * First pairs are decided that were in conflicts, the most active one first, as they were last; then those of which it
 * is guessed; then neighbours in the schedule, as they stand there, from its beginning on. */
#include "engine/closure/state.h"

/* Conflicts before a restart, times Luby's sequence. */
#define CONFLICTS_A_RESTART 15

/* So many steps of cycles are told at most: 200 MB. */
#define MOST_STEPS 10000000

/* --- decisions ---------------------------------------------------------------------------------- */

/* The literal that puts A first. */
static hb_id
literal_first (struct closure *c, hb_id a, hb_id b, bool posts)
{
  return closure_literal (c, closure_pair (c, a, b, posts, true), a);
}

static bool
is_open (const struct closure *c, hb_id a, hb_id b, bool posts)
{
  return a != HB_NONE && !closure_knows (c, a, b, posts) && !closure_knows (c, b, a, posts);
}

/* The open order that comes to light when NODE follows what was met, or HB_NONE. */
static hb_id
meet (struct closure *c, hb_id node)
{
  hb_id own = c->message_of[node], posted = c->posts_at[node];
  if (posted != HB_NONE)
    {
      hb_id *last = &c->last_posted[closure_handler (c, posted)], before = *last;
      *last = posted;
      if (closure_mailbox (c, posted) == HB_STACK && is_open (c, before, posted, true))
        return literal_first (c, before, posted, true);
      if (before != HB_NONE && hb_coupled (c->trace, before, posted)
          && is_open (c, before, posted, false))
        return literal_first (c, before, posted, false);
    }
  if (node != c->first[own] || c->trace->messages.data[own].kind == HB_INITIAL)
    return HB_NONE;
  hb_id *last = &c->last_run[closure_handler (c, own)], before = *last;
  *last = own;
  return is_open (c, before, own, false) ? literal_first (c, before, own, false) : HB_NONE;
}

/* The first open order of neighbours from where the last look ended, or HB_NONE. */
static hb_id
open_neighbours (struct closure *c)
{
  if (!c->at)
    for (size_t h = 0; h < c->trace->handlers.size; h++)
      c->last_run[h] = c->last_posted[h] = HB_NONE;
  while (c->at < c->nodes)
    {
      hb_id literal = meet (c, c->node_at[c->at++]);
      if (literal != HB_NONE)
        return literal;
    }
  return HB_NONE;
}

/* The most active open order, as it was last, or HB_NONE. */
static hb_id
most_active (const struct closure *c)
{
  hb_id best = HB_NONE;
  for (size_t i = 0; i < c->active.size; i++)
    {
      hb_id number = c->active.data[i];
      const struct pair *pair = &c->pairs.data[number];
      if (!pair->value && (best == HB_NONE || pair->activity > c->pairs.data[best].activity)
          && is_open (c, pair->low, pair->high, pair->posts))
        best = number;
    }
  return best == HB_NONE ? HB_NONE : 2 * best + (c->pairs.data[best].phase < 0);
}

/* An open order, or HB_NONE: then all are known, and the nodes are sorted by them. */
static hb_id
choose (struct closure *c)
{
  hb_id literal = most_active (c);
  if (literal == HB_NONE)
    literal = closure_guess (c);
  if (literal == HB_NONE)
    literal = open_neighbours (c);
  if (literal != HB_NONE)
    return literal;
  /* What was sorted before the last decisions says nothing of all. */
  return closure_sort (c) ? open_neighbours (c) : HB_NONE;
}

/* --- the search --------------------------------------------------------------------------------- */

static enum settled
propagate (struct closure *c, uint64_t most_work)
{
  for (;;)
    {
      enum settled settled = c->conflict ? IN_CONFLICT : closure_settle (c, most_work);
      if (settled != SETTLED)
        return settled;
      if (c->visited == c->trail.size)
        {
          closure_check (c);
          return SETTLED;
        }
      (void)closure_visit_clauses (c);
    }
}

/* Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms", 1993: 1 1 2 1 1 2 4 ..; I from 0. */
static uint64_t
luby (uint64_t i)
{
  uint64_t size = 1;
  while (size < i + 1)
    size = 2 * size + 1;
  while (size - 1 != i)
    {
      size /= 2;
      i %= size;
    }
  return (size + 1) / 2;
}

void
closure_restart (struct hb_closure_search *search)
{
  struct closure *c = &search->c;
  search->due = c->conflicts + CONFLICTS_A_RESTART * luby (search->restarts++);
  if (c->levels.size)
    closure_undo (c, 0);
}

static void
take_run (struct hb_closure_search *search)
{
  const struct closure *c = &search->c;
  hb_id size = 0, *run = hb_calloc (c->trace->events.size, sizeof *run);
  for (hb_id i = 0; i < c->nodes; i++)
    {
      hb_id node = c->node_at[i];
      const struct hb_message *m = &c->trace->messages.data[c->message_of[node]];
      for (hb_id e = m->first; e < m->first + m->count; e++)
        if (c->node_of[e] == node)
          run[size++] = e;
    }
  search->witness = hb_witness_of_run (c->trace, run);
  hb_free (run);
}

static void
decide (struct closure *c, hb_id literal)
{
  /* When it is taken back, the guess that is decided is open again. */
  struct level level = { c->notes.size, c->trail.size, c->added.size, c->guessed - (c->guessed > 0),
                         c->estimates };
  vec_push (c->levels, level);
  closure_assign (c, literal, BY_DECISION, HB_NONE);
}

/* Level 0 is settled: few edges are enough for what is known now. */
static void
tidy (struct hb_closure_search *search)
{
  struct closure *c = &search->c;
  closure_purge (c);
  if (!c->flowed)
    (void)closure_sort (c);
  c->flowed = true;
}

enum hb_closure_answer
hb_closure_search_go (struct hb_closure_search *search, uint64_t work)
{
  struct closure *c = &search->c;
  while (!search->witness && !search->refuted)
    {
      enum settled settled = propagate (c, work);
      if (settled == IN_CONFLICT)
        {
          bool learned = closure_learn (c);
          if (c->steps > MOST_STEPS)
            return HB_CLOSURE_HOPELESS;
          search->refuted = !learned;
          if (c->conflicts >= search->due)
            closure_restart (search);
          continue;
        }
      if (hb_limits_hit (c->limits) || c->notes.size > c->most_notes)
        return HB_CLOSURE_HOPELESS;
      if (settled == STOPPED || c->work > work)
        return HB_CLOSURE_GOING;
      if (!c->levels.size)
        tidy (search);
      hb_id literal = choose (c);
      if (literal != HB_NONE)
        decide (c, literal);
      else if (!c->conflict)
        take_run (search);
    }
  return search->witness ? HB_CLOSURE_FOUND : HB_CLOSURE_REFUTED;
}
