/* A refutation of the clauses of cycles.  See certificate_refute.h.
 *
 * First by unit propagation alone.  If that is not enough CaDiCaL solves the clauses afresh and
 * writes a DRAT proof; with its default options every clause of the proof is a RUP.  The proof is
 * read and checked forwards (sat/rup.h), which tells for each clause what it was derived from, and so
 * what of it is needed (certificate_trim.c). */
#include "proof/certificate_refute.h"

#include "base/input.h"
#include "base/progress.h"
#include "sat/rup.h"
#include "sat/solver.h"
#include "base/temporary.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Beyond this many sources the proof is no longer trimmed. */
#define MOST_SOURCES (UINT64_C (1) << 27)

/* A clause by its literals, for the deletions of the proof. */
struct slot
{
  uint64_t hash;
  size_t clause;
};

struct refuter
{
  struct hb_lemmas *lemmas;
  hb_diag *diag;
  struct hb_derivation to;
  bool trimming;
  VEC (struct slot) table;
  size_t used;
  VEC (int) clause; /* the one being read */
  bool refuted;
};

static hb_id
rup_literal (int literal)
{
  return 2 * (hb_id)abs (literal) + (literal < 0);
}

/* --- the clauses by their literals ------------------------------------------------------------- */

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

static void put_slot (struct refuter *r, struct slot slot);

static void
grow_table (struct refuter *r)
{
  struct slot *old = r->table.data, none = { 0, SIZE_MAX };
  size_t size = r->table.size;
  r->table.data = NULL;
  r->table.size = r->table.capacity = r->used = 0;
  vec_resize (r->table, size ? 2 * size : 256, none);
  for (size_t i = 0; i < size; i++)
    if (old[i].clause < SIZE_MAX - 1)
      put_slot (r, old[i]);
  hb_free (old);
}

/* Free places have the clause SIZE_MAX, left ones SIZE_MAX - 1. */
static void
put_slot (struct refuter *r, struct slot slot)
{
  if (2 * (r->used + 1) > r->table.size)
    grow_table (r);
  size_t mask = r->table.size - 1, at = (size_t)slot.hash & mask;
  while (r->table.data[at].clause != SIZE_MAX)
    at = (at + 1) & mask;
  r->table.data[at] = slot;
  r->used++;
}

static int
compare_literals (const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static bool
same_literals (const struct refuter *r, size_t clause)
{
  bool is_given = clause < r->to.given;
  const struct hb_clauses *set = is_given ? &r->lemmas->clauses : &r->to.derived;
  size_t number = is_given ? clause : clause - r->to.given;
  size_t from = set->first.data[number], size = set->first.data[number + 1] - from;
  if (size != r->clause.size)
    return false;
  int *copy = hb_calloc (size, sizeof *copy);
  memcpy (copy, set->literals.data + from, size * sizeof *copy);
  qsort (copy, size, sizeof *copy, compare_literals);
  bool same = !memcmp (copy, r->clause.data, size * sizeof *copy);
  hb_free (copy);
  return same;
}

/* Deletes a clause of the literals read; the proof may delete what we do not have (duplicate
 * literals). */
static void
delete_clause (struct refuter *r)
{
  if (r->clause.size < 2 || !r->table.size)
    return;
  uint64_t hash = hash_literals (r->clause.data, r->clause.size);
  qsort (r->clause.data, r->clause.size, sizeof (int), compare_literals);
  size_t mask = r->table.size - 1;
  for (size_t at = (size_t)hash & mask; r->table.data[at].clause != SIZE_MAX; at = (at + 1) & mask)
    {
      struct slot *slot = &r->table.data[at];
      if (slot->clause == SIZE_MAX - 1 || slot->hash != hash || !same_literals (r, slot->clause))
        continue;
      hb_rup_delete (r->to.rup, slot->clause);
      slot->clause = SIZE_MAX - 1;
      return;
    }
}

/* --- the proof forwards ------------------------------------------------------------------------ */

/* Checks the clause read and notes where it came from.  False if it does not follow. */
static bool
derive_clause (struct refuter *r)
{
  VEC (hb_id) literals = VEC_EMPTY;
  hb_rup_sources sources = VEC_EMPTY;
  for (size_t i = 0; i < r->clause.size; i++)
    vec_push (literals, rup_literal (r->clause.data[i]));
  size_t number = hb_rup_clauses (r->to.rup);
  bool follows
      = hb_rup_derive (r->to.rup, literals.data, literals.size, r->trimming ? &sources : NULL);
  if (follows)
    {
      struct slot slot = { hash_literals (r->clause.data, r->clause.size), number };
      put_slot (r, slot);
      for (size_t i = 0; i < r->clause.size; i++)
        vec_push (r->to.derived.literals, r->clause.data[i]);
      vec_push (r->to.derived.first, r->to.derived.literals.size);
      for (size_t i = 0; i < sources.size; i++)
        vec_push (r->to.sources, sources.data[i]);
      vec_push (r->to.first_source, r->to.sources.size);
      r->trimming = r->trimming && r->to.sources.size < MOST_SOURCES;
      r->refuted = !r->clause.size;
    }
  vec_free (literals);
  vec_free (sources);
  return follows;
}

static void
add_lemmas (struct refuter *r)
{
  const struct hb_clauses *clauses = &r->lemmas->clauses;
  VEC (hb_id) literals = VEC_EMPTY;
  r->to.given = r->lemmas->cycle.size;
  for (size_t c = 0; c < r->to.given; c++)
    {
      size_t from = clauses->first.data[c], size = clauses->first.data[c + 1] - from;
      struct slot slot = { hash_literals (vec_from (clauses->literals, from), size), c };
      vec_clear (literals);
      for (size_t i = 0; i < size; i++)
        vec_push (literals, rup_literal (clauses->literals.data[from + i]));
      hb_rup_add (r->to.rup, literals.data, size);
      put_slot (r, slot);
    }
  vec_free (literals);
}

/* One line of DRAT: literals up to 0, "d" in front of a deletion.  False if it does not follow. */
static bool
take_line (struct refuter *r, const char *line, size_t length)
{
  size_t at = 0;
  bool is_deletion = length && line[0] == 'd';
  at += is_deletion;
  vec_clear (r->clause);
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
      vec_push (r->clause, sign * value);
    }
  if (!is_deletion)
    return derive_clause (r);
  delete_clause (r);
  return true;
}

static bool
read_proof (struct refuter *r, const char *path)
{
  hb_input *input = hb_input_open (path, r->diag);
  const char *line;
  size_t length;
  bool good = input != NULL;
  while (good && !r->refuted && hb_input_line (input, &line, &length))
    {
      good = take_line (r, line, length);
      if (hb_progress_wanted ())
        hb_input_tell (input, "checking", "clauses derived", hb_clauses_count (&r->to.derived));
    }
  if (input && !hb_input_failed (input) && (!good || !r->refuted))
    hb_error (r->diag, NULL, "line %zu of the solver's proof does not follow by unit propagation",
              hb_input_line_number (input));
  hb_input_close (input);
  return r->refuted;
}

/* --- CaDiCaL ----------------------------------------------------------------------------------- */

static int
solve_with_proof (struct refuter *r, struct hb_limits *limits, const char *path)
{
  const struct hb_clauses *clauses = &r->lemmas->clauses;
  hb_solver *solver = hb_solver_new ("cadical", 0, r->diag);
  int answer = 0;
  if (solver && hb_solver_proof (solver, path))
    {
      for (size_t c = 0; c < r->to.given; c++)
        {
          for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
            hb_solver_add (solver, clauses->literals.data[i]);
          hb_solver_add (solver, 0);
        }
      answer = hb_solver_solve (solver, limits);
    }
  else if (solver)
    hb_error (r->diag, NULL, "the solver cannot write its proof to %s", path);
  hb_solver_free (solver);
  return answer;
}

static enum hb_refuted
refute_by_solver (struct refuter *r, struct hb_limits *limits)
{
  char *path = hb_temporary_file ("proof", r->diag);
  enum hb_refuted outcome = HB_NO_PROOF;
  if (path)
    {
      int answer = solve_with_proof (r, limits, path);
      if (answer == 10)
        outcome = HB_NOT_REFUTED;
      else if (answer == 20 && read_proof (r, path))
        outcome = HB_REFUTED;
      else if (!answer && !hb_diag_errors (r->diag))
        hb_error (r->diag, NULL, "a limit was reached before the cycles were refuted");
      hb_temporary_remove (path);
    }
  return outcome;
}

enum hb_refuted
hb_lemmas_refute (struct hb_lemmas *lemmas, struct hb_limits *limits, struct hb_proof *proof,
                  hb_diag *diag)
{
  struct refuter r = { .lemmas = lemmas, .diag = diag, .trimming = true };
  enum hb_refuted outcome = HB_REFUTED;
  vec_push (r.to.derived.first, 0);
  vec_push (r.to.first_source, 0);
  vec_push (proof->clauses.first, 0);
  r.to.rup = hb_rup_new ();
  add_lemmas (&r);
  bool assumes = r.to.given != 1 || lemmas->clauses.literals.size;
  if (assumes && !derive_clause (&r))
    outcome = refute_by_solver (&r, limits);
  if (outcome == HB_REFUTED && assumes && r.trimming)
    hb_proof_trim (lemmas, &r.to, proof);
  else if (outcome == HB_REFUTED)
    for (size_t i = 0; i < hb_clauses_count (&r.to.derived); i++)
      hb_clauses_copy (&proof->clauses, &r.to.derived, i);
  hb_rup_free (r.to.rup);
  hb_clauses_free (&r.to.derived);
  vec_free (r.to.sources);
  vec_free (r.to.first_source);
  vec_free (r.table);
  vec_free (r.clause);
  return outcome;
}
