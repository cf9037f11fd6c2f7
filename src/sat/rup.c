/* Checking reverse unit propagation with two watched literals.  See rup.h.
 *
 * The trail has root literals first; `hb_rup_derive` puts its assumptions and what they propagate
 * behind them and takes all that back.  A clause is watched at its first two literals unless it is
 * true or unit at the root, which is for good.  A watch carries another literal of its clause, the
 * blocker: while that one is true, the clause need not be looked at. */
#include "sat/rup.h"

#define NO_CLAUSE SIZE_MAX

struct clause
{
  size_t first; /* in `literals` */
  hb_id size;
  bool deleted;
};

struct watch
{
  size_t clause;
  hb_id blocker;
};

struct watches
{
  VEC (struct watch) list;
};

struct hb_rup
{
  VEC (hb_id) literals;
  VEC (struct clause) clauses;
  VEC (struct watches) watches; /* literal -> clauses that watch it */
  VEC (int8_t) value;           /* literal -> 1 true, -1 false, 0 open */
  VEC (size_t) reason;          /* variable -> the clause that propagated it, or NO_CLAUSE */
  VEC (bool) marked;            /* variable -> for `explain`, literal sets */
  VEC (hb_id) trail;            /* literals made true */
  size_t head;                  /* of the trail, what was propagated */
  size_t root;                  /* of the trail, what stays */
  size_t conflict;              /* a clause that is false at the root, or NO_CLAUSE */
};

hb_rup *
hb_rup_new (void)
{
  hb_rup *rup = hb_calloc (1, sizeof *rup);
  rup->conflict = NO_CLAUSE;
  return rup;
}

void
hb_rup_free (hb_rup *rup)
{
  if (!rup)
    return;
  for (size_t i = 0; i < rup->watches.size; i++)
    vec_free (rup->watches.data[i].list);
  vec_free (rup->literals);
  vec_free (rup->clauses);
  vec_free (rup->watches);
  vec_free (rup->value);
  vec_free (rup->reason);
  vec_free (rup->marked);
  vec_free (rup->trail);
  hb_free (rup);
}

static void
make_room (hb_rup *rup, hb_id literal)
{
  size_t variables = (size_t)(literal >> 1) + 1;
  struct watches none = { VEC_EMPTY };
  if (variables <= rup->reason.size)
    return;
  vec_resize (rup->watches, 2 * variables, none);
  vec_resize (rup->value, 2 * variables, 0);
  vec_resize (rup->reason, variables, NO_CLAUSE);
  vec_resize (rup->marked, variables, false);
}

static void
assign (hb_rup *rup, hb_id literal, size_t reason)
{
  HB_ASSERT (!rup->value.data[literal]);
  rup->value.data[literal] = 1;
  rup->value.data[literal ^ 1] = -1;
  rup->reason.data[literal >> 1] = reason;
  vec_push (rup->trail, literal);
}

static void
watch (hb_rup *rup, hb_id literal, size_t clause, hb_id blocker)
{
  HB_ASSERT (clause < rup->clauses.size && literal != blocker);
  struct watch entry = { clause, blocker };
  vec_push (rup->watches.data[literal].list, entry);
}

/* Moves the watch of the second literal of ITS to one that is not false. */
static bool
move_watch (hb_rup *rup, size_t clause, hb_id *its)
{
  for (hb_id i = 2; i < rup->clauses.data[clause].size; i++)
    if (rup->value.data[its[i]] >= 0)
      {
        hb_id moved = its[i];
        its[i] = its[1];
        its[1] = moved;
        watch (rup, moved, clause, its[0]);
        return true;
      }
  return false;
}

/* Visits the clauses that watch LITERAL, now false; one of them that is false, or NO_CLAUSE. */
static size_t
visit (hb_rup *rup, hb_id literal)
{
  struct watches *watches = &rup->watches.data[literal];
  size_t kept = 0, i = 0, conflict = NO_CLAUSE;
  while (i < watches->list.size && conflict == NO_CLAUSE)
    {
      struct watch entry = watches->list.data[i++];
      if (rup->value.data[entry.blocker] > 0)
        {
          watches->list.data[kept++] = entry;
          continue;
        }
      if (rup->clauses.data[entry.clause].deleted)
        continue;
      hb_id *its = rup->literals.data + rup->clauses.data[entry.clause].first;
      if (its[0] == literal)
        {
          its[0] = its[1];
          its[1] = literal;
        }
      entry.blocker = its[0];
      HB_ASSERT (its[1] == literal && rup->value.data[literal] < 0);
      int other = rup->value.data[its[0]];
      if (other <= 0 && move_watch (rup, entry.clause, its))
        continue;
      watches->list.data[kept++] = entry;
      if (other < 0)
        conflict = entry.clause;
      else if (!other)
        assign (rup, its[0], entry.clause);
    }
  while (i < watches->list.size)
    watches->list.data[kept++] = watches->list.data[i++];
  watches->list.size = kept;
  return conflict;
}

static size_t
propagate (hb_rup *rup)
{
  size_t conflict = NO_CLAUSE;
  while (rup->head < rup->trail.size && conflict == NO_CLAUSE)
    conflict = visit (rup, rup->trail.data[rup->head++] ^ 1);
  HB_ASSERT (conflict != NO_CLAUSE || rup->head == rup->trail.size);
  return conflict;
}

/* Copies the literals without repetitions behind the others.  False if it has one and its negation. */
static bool
copy_literals (hb_rup *rup, const hb_id *literals, size_t size)
{
  size_t first = rup->literals.size;
  bool tautology = false;
  for (size_t i = 0; i < size; i++)
    {
      make_room (rup, literals[i]);
      bool repeated = false;
      for (size_t k = first; rup->marked.data[literals[i] >> 1] && k < rup->literals.size; k++)
        {
          repeated = repeated || rup->literals.data[k] == literals[i];
          tautology = tautology || rup->literals.data[k] == (literals[i] ^ 1);
        }
      rup->marked.data[literals[i] >> 1] = true;
      if (!repeated)
        vec_push (rup->literals, literals[i]);
    }
  for (size_t i = 0; i < size; i++)
    rup->marked.data[literals[i] >> 1] = false;
  return !tautology;
}

/* Brings literals that are not false to the front: how many of the first two places have one. */
static unsigned
sort_watches (hb_rup *rup, hb_id *its, hb_id size)
{
  unsigned places = 0;
  for (hb_id i = 0; i < size && places < 2; i++)
    if (rup->value.data[its[i]] >= 0)
      {
        hb_id literal = its[i];
        its[i] = its[places];
        its[places++] = literal;
      }
  return places;
}

/* At the root: watches the clause, or draws the conclusion. */
static void
attach (hb_rup *rup, size_t number)
{
  struct clause *clause = &rup->clauses.data[number];
  hb_id *its = vec_from (rup->literals, clause->first);
  for (hb_id i = 0; i < clause->size; i++)
    if (rup->value.data[its[i]] > 0)
      return;
  HB_ASSERT (rup->trail.size == rup->root);
  unsigned open = sort_watches (rup, its, clause->size);
  if (open == 2)
    {
      watch (rup, its[0], number, its[1]);
      watch (rup, its[1], number, its[0]);
      return;
    }
  if (!open)
    rup->conflict = number;
  else
    {
      assign (rup, its[0], number);
      rup->conflict = propagate (rup);
    }
  rup->root = rup->head = rup->trail.size;
}

size_t
hb_rup_add (hb_rup *rup, const hb_id *literals, size_t size)
{
  size_t number = rup->clauses.size;
  struct clause clause = { rup->literals.size, 0, false };
  bool useful = copy_literals (rup, literals, size);
  clause.size = (hb_id)(rup->literals.size - clause.first);
  vec_push (rup->clauses, clause);
  if (useful && rup->conflict == NO_CLAUSE)
    attach (rup, number);
  return number;
}

/* Appends what clause NUMBER's false literals come from: root literals directly, others are marked. */
static void
take_clause (hb_rup *rup, size_t number, hb_id except, hb_rup_sources *sources, size_t *marked)
{
  const struct clause *clause = &rup->clauses.data[number];
  HB_ASSERT (number < rup->clauses.size);
  vec_push (*sources, 2 * number);
  for (hb_id i = 0; i < clause->size; i++)
    {
      hb_id variable = rup->literals.data[clause->first + i] >> 1;
      if (variable == except || rup->marked.data[variable])
        continue;
      rup->marked.data[variable] = true;
      ++*marked;
    }
}

/* Walks back from the false clause CONFLICT; undoes the marks. */
static void
explain (hb_rup *rup, size_t conflict, hb_rup_sources *sources)
{
  size_t marked = 0;
  take_clause (rup, conflict, HB_NONE, sources, &marked);
  for (size_t i = rup->trail.size; i-- && marked;)
    {
      hb_id variable = rup->trail.data[i] >> 1;
      if (!rup->marked.data[variable])
        continue;
      rup->marked.data[variable] = false;
      marked--;
      if (i < rup->root)
        vec_push (*sources, 2 * (size_t)variable + 1);
      else if (rup->reason.data[variable] != NO_CLAUSE)
        take_clause (rup, rup->reason.data[variable], variable, sources, &marked);
    }
  HB_ASSERT (!marked);
}

static void
undo (hb_rup *rup)
{
  while (rup->trail.size > rup->root)
    {
      hb_id literal = vec_pop (rup->trail);
      rup->value.data[literal] = rup->value.data[literal ^ 1] = 0;
      rup->reason.data[literal >> 1] = NO_CLAUSE;
    }
  rup->head = rup->root;
  HB_ASSERT (rup->trail.size == rup->root);
}

/* Makes the literals false and propagates: true if that leads to a contradiction. */
static bool
refute_negation (hb_rup *rup, const hb_id *literals, size_t size, hb_rup_sources *sources)
{
  for (size_t i = 0; i < size; i++)
    {
      hb_id variable = literals[i] >> 1;
      make_room (rup, literals[i]);
      if (rup->value.data[literals[i]] > 0)
        {
          /* True at the root, or the clause has the literal and its negation. */
          if (sources && rup->reason.data[variable] != NO_CLAUSE)
            vec_push (*sources, 2 * (size_t)variable + 1);
          return true;
        }
      if (!rup->value.data[literals[i]])
        assign (rup, literals[i] ^ 1, NO_CLAUSE);
    }
  size_t conflict = propagate (rup);
  if (conflict != NO_CLAUSE && sources)
    explain (rup, conflict, sources);
  return conflict != NO_CLAUSE;
}

bool
hb_rup_derive (hb_rup *rup, const hb_id *literals, size_t size, hb_rup_sources *sources)
{
  if (sources)
    vec_clear (*sources);
  if (rup->conflict != NO_CLAUSE)
    {
      if (sources)
        explain (rup, rup->conflict, sources);
      hb_rup_add (rup, literals, size);
      return true;
    }
  bool follows = refute_negation (rup, literals, size, sources);
  undo (rup);
  if (follows)
    hb_rup_add (rup, literals, size);
  return follows;
}

bool
hb_rup_delete (hb_rup *rup, size_t number)
{
  if (number >= rup->clauses.size || rup->clauses.data[number].deleted)
    return false;
  rup->clauses.data[number].deleted = true;
  return true;
}

size_t
hb_rup_clauses (const hb_rup *rup)
{
  return rup->clauses.size;
}

void
hb_rup_root_sources (const hb_rup *rup, hb_id variable, hb_rup_sources *sources)
{
  HB_ASSERT (rup->reason.data[variable] != NO_CLAUSE);
  const struct clause *clause = &rup->clauses.data[rup->reason.data[variable]];
  vec_push (*sources, 2 * rup->reason.data[variable]);
  for (hb_id i = 0; i < clause->size; i++)
    {
      hb_id other = rup->literals.data[clause->first + i] >> 1;
      if (other != variable)
        vec_push (*sources, 2 * (size_t)other + 1);
    }
}
