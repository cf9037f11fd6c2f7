/* Clauses over orders: propagation by two watched literals, learning to the first unique
 * implication point (as in Chaff and its heirs), with levels that are positions of the trail.  See
 * cds.h. */
#include "engine/cds/cds.h"

static hb_id *
literals_of (struct cds *cds, hb_id clause)
{
  return vec_from (cds->literals, cds->clauses.data[clause].first);
}

static struct cds_pair *
pair_of (struct cds *cds, hb_id literal)
{
  return &cds->pairs.data[literal >> 1];
}

void
cds_assign (struct cds *cds, hb_id literal, hb_id level, hb_id reason)
{
  struct cds_pair *pair = pair_of (cds, literal);
  cds->values.data[literal >> 1] = literal & 1 ? -1 : 1;
  pair->level = level;
  pair->reason = reason;
  pair->on_trail = level > 0;
  if (level)
    cds_record (cds, CDS_ORDER, literal >> 1);
  vec_push (cds->todo, literal);
}

/* The highest level among the literals of CLAUSE but the first. */
static hb_id
implied_level (struct cds *cds, hb_id clause)
{
  hb_id level = 0, *literal = literals_of (cds, clause);
  for (hb_id i = 1; i < cds->clauses.data[clause].size; i++)
    if (pair_of (cds, literal[i])->level > level)
      level = pair_of (cds, literal[i])->level;
  return level;
}

/* Looks for another literal to watch in place of the second; false if all are false. */
static bool
move_watch (struct cds *cds, hb_id clause)
{
  hb_id *literal = literals_of (cds, clause), size = cds->clauses.data[clause].size;
  for (hb_id i = 2; i < size; i++)
    if (cds_value (cds, literal[i]) >= 0)
      {
        hb_id moved = literal[i];
        literal[i] = literal[1];
        literal[1] = moved;
        struct cds_watcher watcher = { clause, HB_NONE };
        vec_push (cds->watches.data[moved].clauses, watcher);
        return true;
      }
  return false;
}

/* LITERAL became false, so WATCHER's clause, of two, says the other one; true if that is false. */
static bool
visit_two (struct cds *cds, struct cds_watcher watcher, hb_id literal)
{
  int other = cds_value (cds, watcher.other);
  if (!other)
    cds_assign (cds, watcher.other, pair_of (cds, literal)->level, watcher.clause);
  return other < 0;
}

/* Visits the clauses that watch LITERAL, which became false; one of them that is false, or HB_NONE. */
static hb_id
visit (struct cds *cds, hb_id literal)
{
  struct cds_watch *watch = &cds->watches.data[literal];
  size_t kept = 0, i = 0;
  hb_id conflict = HB_NONE;
  while (i < watch->clauses.size && conflict == HB_NONE)
    {
      struct cds_watcher watcher = watch->clauses.data[i++];
      hb_id clause = watcher.clause;
      if (watcher.other != HB_NONE)
        {
          watch->clauses.data[kept++] = watcher;
          conflict = visit_two (cds, watcher, literal) ? clause : HB_NONE;
          continue;
        }
      hb_id *its = literals_of (cds, clause);
      if (its[0] == literal)
        {
          its[0] = its[1];
          its[1] = literal;
        }
      int other = cds_value (cds, its[0]);
      if (other <= 0 && move_watch (cds, clause))
        continue;
      watch->clauses.data[kept++] = watcher;
      if (other < 0)
        conflict = clause;
      else if (!other)
        cds_assign (cds, its[0], implied_level (cds, clause), clause);
    }
  cds->looked += i;
  while (i < watch->clauses.size)
    watch->clauses.data[kept++] = watch->clauses.data[i++];
  watch->clauses.size = kept;
  return conflict;
}

/* Propagates; the clause that became false, or HB_NONE.  What was broken off is kept in `left`: it
 * matters if the run goes on all the same. */
static hb_id
propagate (struct cds *cds)
{
  hb_id conflict = HB_NONE;
  while (cds->todo.size && conflict == HB_NONE)
    {
      hb_id literal = vec_pop (cds->todo);
      /* What was undone meanwhile has nothing to say. */
      if (cds_value (cds, literal) > 0)
        conflict = visit (cds, literal ^ 1);
      if (conflict != HB_NONE)
        vec_push (cds->todo, literal);
    }
  return conflict;
}

/* Brings the two literals of highest level to the front of the SIZE false or open LITERALS. */
static void
highest_first (struct cds *cds, hb_id *literals, hb_id size)
{
  for (hb_id place = 0; place < 2 && place < size; place++)
    for (hb_id i = place + 1; i < size; i++)
      if (pair_of (cds, literals[i])->level > pair_of (cds, literals[place])->level)
        {
          hb_id higher = literals[i];
          literals[i] = literals[place];
          literals[place] = higher;
        }
}

/* A clause of one literal is never watched: that literal is made true for good. */
static void
watch_clause (struct cds *cds, hb_id clause)
{
  hb_id *literal = literals_of (cds, clause), size = cds->clauses.data[clause].size;
  HB_ASSERT (!cds->clauses.data[clause].watched);
  cds->clauses.data[clause].watched = true;
  for (hb_id i = 0; i < 2 && size > 1; i++)
    {
      struct cds_watcher watcher = { clause, size == 2 ? literal[!i] : HB_NONE };
      vec_push (cds->watches.data[literal[i]].clauses, watcher);
    }
}

hb_id
cds_add_clause (struct cds *cds, const hb_id *literals, hb_id size)
{
  struct cds_clause clause = { (hb_id)cds->literals.size, size, false };
  for (hb_id i = 0; i < size; i++)
    vec_push (cds->literals, literals[i]);
  vec_push (cds->clauses, clause);
  return (hb_id)cds->clauses.size - 1;
}

/* The same, watched. */
static hb_id
add_watched (struct cds *cds, const hb_id *literals, hb_id size)
{
  hb_id number = cds_add_clause (cds, literals, size);
  highest_first (cds, literals_of (cds, number), size);
  watch_clause (cds, number);
  return number;
}

static void
unwatch (struct cds *cds, hb_id clause)
{
  const hb_id *literal = literals_of (cds, clause);
  if (!cds->clauses.data[clause].watched)
    return;
  cds->clauses.data[clause].watched = false;
  for (hb_id i = 0; i < 2 && cds->clauses.data[clause].size > 1; i++)
    {
      struct cds_watch *watch = &cds->watches.data[literal[i]];
      size_t at = 0;
      while (watch->clauses.data[at].clause != clause)
        at++;
      watch->clauses.data[at] = vec_pop (watch->clauses);
    }
}

void
cds_watch_false (struct cds *cds, hb_id clause)
{
  unwatch (cds, clause);
  highest_first (cds, literals_of (cds, clause), cds->clauses.data[clause].size);
  watch_clause (cds, clause);
}

void
cds_watch (struct cds *cds, hb_id clause)
{
  hb_id size = cds->clauses.data[clause].size, *literal = literals_of (cds, clause);
  unwatch (cds, clause);
  highest_first (cds, literal, size);
  hb_id places = 0;
  for (hb_id i = 0; i < size && places < 2; i++)
    if (cds_value (cds, literal[i]) >= 0)
      {
        hb_id moved = literal[i];
        for (hb_id k = i; k > places; k--)
          literal[k] = literal[k - 1];
        literal[places++] = moved;
      }
  HB_ASSERT (places);
  watch_clause (cds, clause);
  if (places == 1 && !cds_value (cds, literal[0]))
    cds_assign (cds, literal[0], implied_level (cds, clause), clause);
}

hb_id
cds_conflict_level (const struct cds *cds, hb_id clause)
{
  const hb_id *literal = vec_from (cds->literals, cds->clauses.data[clause].first);
  hb_id top = 0;
  for (hb_id i = 0; i < cds->clauses.data[clause].size; i++)
    {
      hb_id level = cds->pairs.data[literal[i] >> 1].level;
      if (cds_value (cds, literal[i]) >= 0)
        return HB_NONE;
      top = level > top ? level : top;
    }
  return top;
}

/* --- learning ---------------------------------------------------------------------------------- */

/* Takes the literals of CLAUSE but that of pair EXCEPT into what is learned: those of level TOP are
 * only marked and counted, the others also collected. */
static hb_id
take_clause (struct cds *cds, hb_id clause, hb_id except, hb_id top, hb_id *facts)
{
  hb_id counted = 0, *literal = literals_of (cds, clause);
  for (hb_id i = 0; i < cds->clauses.data[clause].size; i++)
    {
      struct cds_pair *pair = pair_of (cds, literal[i]);
      if (literal[i] >> 1 == except || pair->seen || !pair->level)
        continue;
      pair->seen = true;
      vec_push (cds->learned, literal[i]);
      if (pair->level == top)
        {
          counted++;
          *facts += !pair->on_trail;
        }
    }
  return counted;
}

/* Resolves the false CLAUSE backwards along the trail until one literal of level TOP is left (or
 * only facts of one admission, which cannot be told apart).  True if anything was resolved. */
static bool
resolve (struct cds *cds, hb_id clause, hb_id top)
{
  hb_id facts = 0;
  bool resolved = false;
  hb_id open = take_clause (cds, clause, HB_NONE, top, &facts);
  for (size_t p = cds->trail.size; p >= top && open > 1 && open > facts; p--)
    {
      uint32_t entry = cds->trail.data[p - 1];
      if (entry >> CDS_KIND_SHIFT != CDS_ORDER)
        continue;
      hb_id number = entry & (CDS_MOST_IDS - 1);
      struct cds_pair *pair = &cds->pairs.data[number];
      if (!pair->seen || pair->level != top || pair->reason == HB_NONE)
        continue;
      pair->seen = false;
      resolved = true;
      open += take_clause (cds, pair->reason, number, top, &facts) - 1;
    }
  /* What was resolved away is no longer marked. */
  size_t kept = 0;
  for (size_t i = 0; i < cds->learned.size; i++)
    if (pair_of (cds, cds->learned.data[i])->seen)
      {
        cds->learned.data[kept++] = cds->learned.data[i];
        pair_of (cds, cds->learned.data[i])->seen = false;
      }
  cds->learned.size = kept;
  return resolved;
}

void
cds_learn (struct cds *cds, hb_id clause)
{
  hb_id top = cds_conflict_level (cds, clause), size = cds->clauses.data[clause].size;
  HB_ASSERT (top != HB_NONE);
  cds->conflicts++;
  cds->recent++;
  if (!top)
    {
      cds->refuted = true;
      return;
    }
  cds_watch_false (cds, clause);
  vec_clear (cds->learned);
  if (resolve (cds, clause, top) || cds->learned.size < size)
    clause = add_watched (cds, cds->learned.data, (hb_id)cds->learned.size);
  hb_id *literal = literals_of (cds, clause);
  size = cds->clauses.data[clause].size;
  hb_id first = literal[0];
  hb_id second = size > 1 ? pair_of (cds, literal[1])->level : 0;
  cds_undo (cds, top);
  if (second < top)
    cds_assign (cds, first, second, clause);
}

bool
cds_follow (struct cds *cds)
{
  for (;;)
    {
      hb_id conflict = propagate (cds);
      if (conflict == HB_NONE)
        return true;
      cds->derived++;
      if (cds_postpone (cds, conflict))
        continue;
      cds_learn (cds, conflict);
      return false;
    }
}

bool
cds_is_clause (const struct cds *cds, hb_id a, hb_id b)
{
  const struct cds_watch *watch = &cds->watches.data[a];
  for (size_t i = 0; i < watch->clauses.size; i++)
    if (watch->clauses.data[i].other == b)
      return true;
  return false;
}

hb_id
cds_given_clause (struct cds *cds, const hb_id *literals, hb_id size)
{
  hb_id clause = cds_add_clause (cds, literals, size);
  vec_push (cds->given, clause);
  return clause;
}

hb_id
cds_clause_of_cycle (struct cds *cds, struct hb_cycle *cycle, bool *trivial)
{
  VEC (hb_id) literals = VEC_EMPTY;
  *trivial = false;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_pair assumed[2];
      int count = hb_step_assumes (cds->trace, &cycle->steps.data[i], assumed);
      for (int p = 0; p < count; p++)
        {
          hb_id literal;
          bool holds, known = false;
          if (!cds_literal (cds, assumed[p], &literal, &holds))
            {
              *trivial = *trivial || !holds;
              continue;
            }
          for (size_t j = 0; j < literals.size; j++)
            {
              known = known || literals.data[j] == (literal ^ 1);
              *trivial = *trivial || literals.data[j] == literal;
            }
          if (!known)
            vec_push (literals, literal ^ 1);
        }
    }
  vec_push (cds->cycles, *cycle);
  *cycle = (struct hb_cycle){ VEC_EMPTY };
  hb_id clause = cds_given_clause (cds, literals.data, (hb_id)literals.size);
  vec_free (literals);
  return clause;
}
