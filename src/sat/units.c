/* Unit propagation with two watched literals, as plain as it can be.  See units.h.
 *
 * The first two literals of a clause are watched: while neither is false, nothing follows from it.
 *
 *     clause 4 | 9 | 12 17     9 becomes false: look for another literal that is not
 *     clause 4 | 17 | 12 9     found: it is watched from now on
 *     clause 4 | 9 | 12 17     none: 4 must be true, or the clause is false
 *
 * Clauses true or unit at the root need no watch: the root stays. */
#include "sat/units.h"

#include <stdlib.h>

struct clause
{
  size_t first, size; /* in `literals` */
  bool deleted;
};

struct list
{
  VEC (size_t) clauses;
};

struct hb_units
{
  VEC (hb_id) literals; /* of all clauses */
  VEC (struct clause) clauses;
  VEC (struct list) watched; /* literal -> clauses that have it among their first two */
  VEC (bool) holds;          /* literal -> is it true? */
  VEC (hb_id) trail;         /* literals that are true, in the order in which they became so */
  size_t visited;            /* of the trail */
  size_t root;               /* of the trail, what stays */
  bool refuted;              /* a clause is false at the root */
};

hb_units *
hb_units_new (void)
{
  return hb_calloc (1, sizeof (hb_units));
}

void
hb_units_free (hb_units *units)
{
  if (!units)
    return;
  for (size_t i = 0; i < units->watched.size; i++)
    vec_free (units->watched.data[i].clauses);
  vec_free (units->literals);
  vec_free (units->clauses);
  vec_free (units->watched);
  vec_free (units->holds);
  vec_free (units->trail);
  hb_free (units);
}

static bool
is_false (const hb_units *units, hb_id literal)
{
  return units->holds.data[literal ^ 1];
}

static void
assign (hb_units *units, hb_id literal)
{
  units->holds.data[literal] = true;
  vec_push (units->trail, literal);
}

static void
exchange (hb_id *a, hb_id *b)
{
  hb_id c = *a;
  *a = *b;
  *b = c;
}

/* LITERAL, watched by CLAUSE, is false: watches another one in its place (then true), or draws the
 * conclusion; *CONFLICT is set if the clause is false. */
static bool
leave (hb_units *units, size_t clause, hb_id literal, bool *conflict)
{
  hb_id *its = vec_from (units->literals, units->clauses.data[clause].first);
  if (its[0] == literal)
    exchange (&its[0], &its[1]);
  if (units->holds.data[its[0]])
    return false;
  for (size_t i = 2; i < units->clauses.data[clause].size; i++)
    if (!is_false (units, its[i]))
      {
        exchange (&its[1], &its[i]);
        vec_push (units->watched.data[its[1]].clauses, clause);
        return true;
      }
  if (is_false (units, its[0]))
    *conflict = true;
  else
    assign (units, its[0]);
  return false;
}

/* True if a clause became false. */
static bool
propagate (hb_units *units)
{
  bool conflict = false;
  while (units->visited < units->trail.size && !conflict)
    {
      hb_id literal = units->trail.data[units->visited++] ^ 1;
      struct list *list = &units->watched.data[literal];
      size_t kept = 0;
      for (size_t i = 0; i < list->clauses.size; i++)
        {
          size_t clause = list->clauses.data[i];
          if (conflict
              || (!units->clauses.data[clause].deleted
                  && !leave (units, clause, literal, &conflict)))
            list->clauses.data[kept++] = clause;
        }
      list->clauses.size = kept;
    }
  return conflict;
}

static void
make_room (hb_units *units, hb_id literal)
{
  size_t room = ((size_t)literal | 1) + 1;
  struct list none = { VEC_EMPTY };
  if (room <= units->holds.size)
    return;
  vec_resize (units->watched, room, none);
  vec_resize (units->holds, room, false);
}

static int
compare (const void *a, const void *b)
{
  hb_id x = *(const hb_id *)a, y = *(const hb_id *)b;
  return (x > y) - (x < y);
}

/* Appends the literals, sorted and each once: their number. */
static size_t
copy_literals (hb_units *units, const hb_id *literals, size_t size)
{
  size_t first = units->literals.size, kept = 0;
  for (size_t i = 0; i < size; i++)
    {
      make_room (units, literals[i]);
      vec_push (units->literals, literals[i]);
    }
  hb_id *its = vec_from (units->literals, first);
  if (size)
    qsort (its, size, sizeof *its, compare);
  for (size_t i = 0; i < size; i++)
    if (!kept || its[kept - 1] != its[i])
      its[kept++] = its[i];
  units->literals.size = first + kept;
  return kept;
}

void
hb_units_give (hb_units *units, const hb_id *literals, size_t size)
{
  struct clause clause = { units->literals.size, 0, false };
  clause.size = copy_literals (units, literals, size);
  hb_id *its = vec_from (units->literals, clause.first);
  size_t open = 0;
  bool is_true = false;
  for (size_t i = 0; i < clause.size; i++)
    {
      is_true = is_true || units->holds.data[its[i]];
      if (!is_false (units, its[i]))
        exchange (&its[open++], &its[i]);
    }
  vec_push (units->clauses, clause);
  if (units->refuted || is_true)
    return;
  if (open >= 2)
    for (int i = 0; i < 2; i++)
      vec_push (units->watched.data[its[i]].clauses, units->clauses.size - 1);
  else if (!open)
    units->refuted = true;
  else
    {
      assign (units, its[0]);
      units->refuted = propagate (units);
      units->root = units->trail.size;
    }
}

/* Makes the literals false and propagates: true if that leads to a contradiction. */
static bool
refute_negation (hb_units *units, const hb_id *literals, size_t size)
{
  for (size_t i = 0; i < size; i++)
    {
      make_room (units, literals[i]);
      if (units->holds.data[literals[i]]) /* at the root, or the clause has its negation */
        return true;
      if (!is_false (units, literals[i]))
        assign (units, literals[i] ^ 1);
    }
  return propagate (units);
}

bool
hb_units_derive (hb_units *units, const hb_id *literals, size_t size)
{
  if (!units->refuted)
    {
      bool follows = refute_negation (units, literals, size);
      while (units->trail.size > units->root)
        units->holds.data[vec_pop (units->trail)] = false;
      units->visited = units->root;
      if (!follows)
        return false;
    }
  hb_units_give (units, literals, size);
  return true;
}

bool
hb_units_delete (hb_units *units, size_t number)
{
  if (number >= units->clauses.size || units->clauses.data[number].deleted)
    return false;
  units->clauses.data[number].deleted = true;
  return true;
}

size_t
hb_units_clauses (const hb_units *units)
{
  return units->clauses.size;
}
