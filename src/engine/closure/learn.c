/* Clauses: two watched literals, learning to the first unique implication point, as in Chaff and its heirs.  See
 * state.h.
 *
 * A literal may be known to the closure without being assigned; it is assigned when a clause needs it.  A clause
 * that misses that for a while does no harm: all clauses follow from the closure. */
#include "engine/closure/state.h"

#include "base/failure.h"

/* Pairs of conflicts count for more the later these were. */
#define BONUS_GROWTH (1 / 0.95)
#define MOST_ACTIVITY 1e100

/* Longer clauses are not looked through for literals that follow from the others. */
#define LONG_CLAUSE 60

static hb_id *
literals_of (struct closure *c, hb_id clause)
{
  return vec_from (c->literals, c->clauses.data[clause].first);
}

/* --- propagation -------------------------------------------------------------------------------- */

/* CLAUSE implies its first literal, or is false: the others are assigned, then that one. */
static void
apply_clause (struct closure *c, hb_id clause)
{
  for (hb_id i = 1; i < c->clauses.data[clause].size; i++)
    closure_name (c, literals_of (c, clause)[i] ^ 1);
  closure_assign (c, literals_of (c, clause)[0], BY_CLAUSE, clause);
}

/* Looks for another literal to watch in place of the second; false if all are false. */
static bool
move_watch (struct closure *c, hb_id clause)
{
  hb_id *literal = literals_of (c, clause);
  for (hb_id i = 2; i < c->clauses.data[clause].size; i++)
    if (closure_value (c, literal[i]) >= 0)
      {
        hb_id moved = literal[i];
        literal[i] = literal[1];
        literal[1] = moved;
        vec_push (c->watches.data[moved], clause);
        return true;
      }
  return false;
}

/* LITERAL became false. */
static void
visit (struct closure *c, hb_id literal)
{
  size_t kept = 0, i = 0;
  while (i < c->watches.data[literal].size && !c->conflict)
    {
      hb_id clause = c->watches.data[literal].data[i++], *its = literals_of (c, clause);
      if (its[0] == literal)
        {
          its[0] = its[1];
          its[1] = literal;
        }
      int other = closure_value (c, its[0]);
      if (other <= 0 && move_watch (c, clause))
        continue;
      c->watches.data[literal].data[kept++] = clause;
      if (other <= 0)
        apply_clause (c, clause);
    }
  id_vector *watch = &c->watches.data[literal];
  while (i < watch->size)
    watch->data[kept++] = watch->data[i++];
  watch->size = kept;
}

bool
closure_visit_clauses (struct closure *c)
{
  while (c->visited < c->trail.size && !c->conflict)
    visit (c, c->trail.data[c->visited++] ^ 1);
  return !c->conflict;
}

/* --- learning ----------------------------------------------------------------------------------- */

static void
bump (struct closure *c, hb_id number)
{
  struct pair *pair = &c->pairs.data[number];
  if (!pair->active)
    vec_push (c->active, number);
  pair->active = true;
  pair->activity += c->bonus;
  if (pair->activity < MOST_ACTIVITY)
    return;
  for (size_t i = 0; i < c->active.size; i++)
    c->pairs.data[c->active.data[i]].activity /= MOST_ACTIVITY;
  c->bonus /= MOST_ACTIVITY;
}

/* What is told assumes the order of LITERAL. */
static void
need (struct closure *c, hb_id literal)
{
  struct pair *pair = &c->pairs.data[literal >> 1];
  pair->needed = pair->needed || !pair->level;
}

/* Takes the false literal LITERAL into what is learned; true if it is of level TOP. */
static bool
take (struct closure *c, hb_id literal, hb_id top)
{
  struct pair *pair = &c->pairs.data[literal >> 1];
  need (c, literal);
  if (pair->seen || !pair->level)
    return false;
  pair->seen = true;
  bump (c, literal >> 1);
  if (pair->level == top)
    return true;
  vec_push (c->learned, literal);
  return false;
}

/* Resolves the conflict backwards along the trail until one literal of level TOP is left, which is given. */
static hb_id
resolve (struct closure *c, hb_id top)
{
  hb_id open = 0;
  vec_clear (c->learned);
  for (size_t i = 0; i < c->false_literals.size; i++)
    open += take (c, c->false_literals.data[i], top);
  for (size_t place = c->trail.size; place-- > 0;)
    {
      hb_id literal = c->trail.data[place];
      struct pair *pair = &c->pairs.data[literal >> 1];
      if (!pair->seen || pair->level != top)
        continue;
      pair->seen = false;
      if (open == 1)
        return literal ^ 1;
      open--;
      vec_clear (c->reasons);
      closure_explain (c, literal >> 1, &c->reasons);
      for (size_t i = 0; i < c->reasons.size; i++)
        open += take (c, c->reasons.data[i] ^ 1, top);
    }
  hb_fail ("a conflict of the closure has no decision; this is a bug, please report the trace");
}

/* Does the negation of LITERAL, which is to be learned, follow from those of the others? */
static bool
follows (struct closure *c, hb_id literal)
{
  enum reason reason = (enum reason)c->pairs.data[literal >> 1].reason;
  bool all_seen = true;
  if (reason == BY_DECISION)
    return false;
  vec_clear (c->reasons);
  closure_explain (c, literal >> 1, &c->reasons);
  for (size_t i = 0; i < c->reasons.size; i++)
    {
      const struct pair *pair = &c->pairs.data[c->reasons.data[i] >> 1];
      all_seen = all_seen && (pair->seen || !pair->level);
    }
  if (!all_seen && reason != BY_CLAUSE)
    closure_untell (c);
  for (size_t i = 0; all_seen && i < c->reasons.size; i++)
    need (c, c->reasons.data[i]);
  return all_seen;
}

/* Drops literals that follow from the others, and takes the marks off.  (A literal may follow from one dropped before:
 * reasons are earlier in the trail.) */
static void
minimise (struct closure *c)
{
  size_t kept = 0;
  id_vector dropped = VEC_EMPTY;
  for (size_t i = 0; i < c->learned.size; i++)
    if (c->learned.size <= LONG_CLAUSE && follows (c, c->learned.data[i]))
      vec_push (dropped, c->learned.data[i]);
    else
      c->learned.data[kept++] = c->learned.data[i];
  for (size_t i = 0; i < kept; i++)
    c->pairs.data[c->learned.data[i] >> 1].seen = false;
  for (size_t i = 0; i < dropped.size; i++)
    c->pairs.data[dropped.data[i] >> 1].seen = false;
  c->learned.size = kept;
  vec_free (dropped);
}

static hb_id
level_of (const struct closure *c, hb_id literal)
{
  return c->pairs.data[literal >> 1].level;
}

/* The clause of FIRST and what was learned; FIRST and one of the highest level of the others are watched. */
static hb_id
add_clause (struct closure *c, hb_id first)
{
  struct clause clause = { c->literals.size, (hb_id)c->learned.size + 1 };
  hb_id number = (hb_id)c->clauses.size;
  size_t highest = 0;
  for (size_t i = 1; i < c->learned.size; i++)
    if (level_of (c, c->learned.data[i]) > level_of (c, c->learned.data[highest]))
      highest = i;
  vec_push (c->literals, first);
  if (c->learned.size)
    vec_push (c->literals, c->learned.data[highest]);
  for (size_t i = 0; i < c->learned.size; i++)
    if (i != highest)
      vec_push (c->literals, c->learned.data[i]);
  vec_push (c->clauses, clause);
  for (hb_id i = 0; i < 2 && clause.size > 1; i++)
    vec_push (c->watches.data[literals_of (c, number)[i]], number);
  return number;
}

/* --- refuting ----------------------------------------------------------------------------------- */

/* The conflict was before all decisions: what it needs is explained backwards along the trail, and what that needs. */
static void
refute (struct closure *c)
{
  for (size_t i = 0; i < c->false_literals.size; i++)
    need (c, c->false_literals.data[i]);
  for (size_t place = c->trail.size; place-- > 0;)
    {
      hb_id pair = c->trail.data[place] >> 1;
      if (c->pairs.data[pair].level || !c->pairs.data[pair].needed)
        continue;
      vec_clear (c->reasons);
      closure_explain (c, pair, &c->reasons);
      for (size_t i = 0; i < c->reasons.size; i++)
        need (c, c->reasons.data[i]);
    }
}

bool
closure_learn (struct closure *c)
{
  hb_id top = 0;
  c->conflicts++;
  for (size_t i = 0; i < c->false_literals.size; i++)
    if (level_of (c, c->false_literals.data[i]) > top)
      top = level_of (c, c->false_literals.data[i]);
  if (!top)
    {
      refute (c);
      return false;
    }
  hb_id first = resolve (c, top);
  minimise (c);
  hb_id clause = add_clause (c, first);
  closure_undo (c, c->learned.size ? level_of (c, literals_of (c, clause)[1]) : 0);
  closure_assign (c, first, BY_CLAUSE, clause);
  c->bonus *= BONUS_GROWTH;
  return true;
}
