/* See derivation.h. */
#include "sat/derivation.h"

#include "base/assert.h"
#include "base/input.h"
#include "base/progress.h"
#include "sat/rup.h"

#include <stdlib.h>
#include <string.h>

/* Beyond this many sources it is no longer noted what clauses came from. */
#define MOST_SOURCES (UINT64_C (1) << 27)

/* A clause by its literals, for the deletions of the proof.  Free places have the clause SIZE_MAX, left ones LEFT. */
struct slot
{
  uint64_t hash;
  size_t clause;
};

#define FREE SIZE_MAX
#define LEFT (SIZE_MAX - 1)

struct hb_derivation
{
  hb_rup *rup;
  VEC (int) literals; /* of all clauses */
  VEC (size_t) first; /* of clause i: from first[i] on, before first[i + 1] */
  size_t given;
  hb_rup_sources sources; /* of the clauses derived, one after another */
  VEC (size_t) first_source;
  bool traces;
  VEC (struct slot) table;
  size_t used;
  VEC (int) line;        /* the clause being read */
  VEC (bool) needed;     /* source (as in `hb_rup_sources`) -> is it? */
  VEC (size_t) last_use; /* clause -> as `hb_derivation_last_use` has it */
  hb_rup_sources work;   /* needed, and not gone back from yet */
};

hb_derivation *
hb_derivation_new (void)
{
  hb_derivation *d = hb_calloc (1, sizeof *d);
  d->rup = hb_rup_new ();
  d->traces = true;
  vec_push (d->first, 0);
  vec_push (d->first_source, 0);
  return d;
}

void
hb_derivation_free (hb_derivation *d)
{
  if (!d)
    return;
  hb_rup_free (d->rup);
  vec_free (d->literals);
  vec_free (d->first);
  vec_free (d->sources);
  vec_free (d->first_source);
  vec_free (d->table);
  vec_free (d->line);
  vec_free (d->needed);
  vec_free (d->last_use);
  vec_free (d->work);
  hb_free (d);
}

size_t
hb_derivation_clauses (const hb_derivation *d)
{
  return d->first.size - 1;
}

size_t
hb_derivation_given (const hb_derivation *d)
{
  return d->given;
}

const int *
hb_derivation_clause (const hb_derivation *d, size_t number, size_t *size)
{
  *size = d->first.data[number + 1] - d->first.data[number];
  return vec_from (d->literals, d->first.data[number]);
}

/* --- the clauses by their literals ------------------------------------------------------------- */

static hb_id
rup_literal (int literal)
{
  return 2 * (hb_id)abs (literal) + (literal < 0);
}

/* Does not depend on the order of the literals. */
static uint64_t
hash_literals (const int *literals, size_t size)
{
  uint64_t sum = size, product = 1;
  for (size_t i = 0; i < size; i++)
    {
      uint64_t x = rup_literal (literals[i]) * UINT64_C (0x9e3779b97f4a7c15);
      x ^= x >> 29;
      sum += x;
      product *= x | 1;
    }
  return sum * 31 + product;
}

static void put_slot (hb_derivation *d, struct slot slot);

static void
grow_table (hb_derivation *d)
{
  struct slot *old = d->table.data, none = { 0, FREE };
  size_t size = d->table.size;
  d->table.data = NULL;
  d->table.size = d->table.capacity = d->used = 0;
  vec_resize (d->table, size ? 2 * size : 256, none);
  for (size_t i = 0; i < size; i++)
    if (old[i].clause < LEFT)
      put_slot (d, old[i]);
  hb_free (old);
}

static void
put_slot (hb_derivation *d, struct slot slot)
{
  if (2 * (d->used + 1) > d->table.size)
    grow_table (d);
  size_t mask = d->table.size - 1, at = (size_t)slot.hash & mask;
  while (d->table.data[at].clause != FREE)
    at = (at + 1) & mask;
  d->table.data[at] = slot;
  d->used++;
}

static int
compare_literals (const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Has the clause the literals of LINE, which are sorted? */
static bool
same_literals (const hb_derivation *d, size_t number)
{
  size_t size;
  const int *literals = hb_derivation_clause (d, number, &size);
  if (size != d->line.size)
    return false;
  int *copy = hb_calloc (size, sizeof *copy);
  memcpy (copy, literals, size * sizeof *copy);
  qsort (copy, size, sizeof *copy, compare_literals);
  bool same = !memcmp (copy, d->line.data, size * sizeof *copy);
  hb_free (copy);
  return same;
}

/* Deletes a clause of the literals read; the proof may delete what we do not have (duplicate
 * literals). */
static void
delete_clause (hb_derivation *d)
{
  if (d->line.size < 2 || !d->table.size)
    return;
  uint64_t hash = hash_literals (d->line.data, d->line.size);
  qsort (d->line.data, d->line.size, sizeof (int), compare_literals);
  size_t mask = d->table.size - 1;
  for (size_t at = (size_t)hash & mask; d->table.data[at].clause != FREE; at = (at + 1) & mask)
    {
      struct slot *slot = &d->table.data[at];
      if (slot->clause == LEFT || slot->hash != hash || !same_literals (d, slot->clause))
        continue;
      hb_rup_delete (d->rup, slot->clause);
      slot->clause = LEFT;
      return;
    }
}

/* --- forwards ---------------------------------------------------------------------------------- */

/* Notes the clause, which `rup` has as its last one. */
static void
note (hb_derivation *d, const int *literals, size_t size)
{
  struct slot slot = { hash_literals (literals, size), hb_derivation_clauses (d) };
  for (size_t i = 0; i < size; i++)
    vec_push (d->literals, literals[i]);
  vec_push (d->first, d->literals.size);
  put_slot (d, slot);
  HB_ASSERT (hb_derivation_clauses (d) == hb_rup_clauses (d->rup));
}

void
hb_derivation_give (hb_derivation *d, const int *literals, size_t size)
{
  VEC (hb_id) clause = VEC_EMPTY;
  HB_ASSERT (d->given == hb_derivation_clauses (d));
  for (size_t i = 0; i < size; i++)
    vec_push (clause, rup_literal (literals[i]));
  hb_rup_add (d->rup, clause.data, size);
  vec_free (clause);
  note (d, literals, size);
  d->given++;
}

bool
hb_derivation_derive (hb_derivation *d, const int *literals, size_t size)
{
  VEC (hb_id) clause = VEC_EMPTY;
  hb_rup_sources sources = VEC_EMPTY;
  for (size_t i = 0; i < size; i++)
    vec_push (clause, rup_literal (literals[i]));
  bool follows = hb_rup_derive (d->rup, clause.data, size, d->traces ? &sources : NULL);
  if (follows)
    {
      note (d, literals, size);
      for (size_t i = 0; i < sources.size; i++)
        vec_push (d->sources, sources.data[i]);
      vec_push (d->first_source, d->sources.size);
      d->traces = d->traces && d->sources.size < MOST_SOURCES;
    }
  vec_free (sources);
  vec_free (clause);
  return follows;
}

/* One line of DRAT: literals up to 0, "d" in front of a deletion.  False if it does not follow. */
static bool
take_line (hb_derivation *d, const char *line, size_t length)
{
  size_t at = 0;
  bool is_deletion = length && line[0] == 'd';
  at += is_deletion;
  vec_clear (d->line);
  while (at < length)
    {
      int sign = 1, value = 0;
      while (at < length && line[at] == ' ')
        at++;
      if (at < length && line[at] == '-')
        sign = -1, at++;
      while (at < length && line[at] >= '0' && line[at] <= '9')
        value = 10 * value + (line[at++] - '0');
      if (!value)
        break;
      vec_push (d->line, sign * value);
    }
  if (!is_deletion)
    return hb_derivation_derive (d, d->line.data, d->line.size);
  delete_clause (d);
  return true;
}

bool
hb_derivation_refutes (const hb_derivation *d)
{
  size_t count = hb_derivation_clauses (d);
  return count && d->first.data[count] == d->first.data[count - 1];
}

bool
hb_derivation_read (hb_derivation *d, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  const char *line;
  size_t length;
  bool good = input;
  while (good && !hb_derivation_refutes (d) && hb_input_line (input, &line, &length))
    {
      good = take_line (d, line, length);
      if (hb_progress_wanted ())
        hb_input_tell (input, "checking", "clauses derived", hb_derivation_clauses (d) - d->given);
    }
  if (input && !hb_input_failed (input) && !good)
    hb_error (diag, NULL, "line %zu of the solver's proof does not follow by unit propagation",
              hb_input_line_number (input));
  good = good && !hb_input_failed (input);
  hb_input_close (input);
  return good;
}

/* --- backwards --------------------------------------------------------------------------------- */

static void
need (hb_derivation *d, size_t source)
{
  if (source >= d->needed.size)
    vec_resize (d->needed, source + 1, false);
  if (d->needed.data[source])
    return;
  d->needed.data[source] = true;
  vec_push (d->work, source);
}

static void
note_use (hb_derivation *d, size_t source, size_t user)
{
  if (source % 2 || source / 2 < d->given)
    return;
  size_t *last = &d->last_use.data[source / 2];
  if (*last < user)
    *last = user;
}

void
hb_derivation_need (hb_derivation *d, size_t number)
{
  hb_rup_sources root = VEC_EMPTY;
  vec_resize (d->last_use, hb_derivation_clauses (d), 0);
  need (d, 2 * number);
  while (d->traces && d->work.size)
    {
      size_t source = vec_pop (d->work), clause = source / 2;
      if (source % 2)
        {
          vec_clear (root);
          hb_rup_root_sources (d->rup, (hb_id)clause, &root);
          for (size_t i = 0; i < root.size; i++)
            {
              need (d, root.data[i]);
              note_use (d, root.data[i], SIZE_MAX);
            }
        }
      else if (clause >= d->given)
        for (size_t i = d->first_source.data[clause - d->given];
             i < d->first_source.data[clause - d->given + 1]; i++)
          {
            need (d, d->sources.data[i]);
            note_use (d, d->sources.data[i], clause);
          }
    }
  vec_free (root);
}

bool
hb_derivation_needs (const hb_derivation *d, size_t number)
{
  return !d->traces || (2 * number < d->needed.size && d->needed.data[2 * number]);
}

size_t
hb_derivation_last_use (const hb_derivation *d, size_t number)
{
  return !d->traces ? SIZE_MAX : number < d->last_use.size ? d->last_use.data[number] : 0;
}
