/* A refutation of the clauses of cycles.  See certificate_refute.h.
 *
 * First by unit propagation alone.  If that is not enough CaDiCaL solves the clauses afresh and
 * writes a DRAT proof; with its default options every clause of the proof is a RUP.  Of the proof what the
 * contradiction needs is kept (sat/derivation.h). */
#include "proof/certificate_refute.h"

#include "base/temporary.h"
#include "sat/derivation.h"
#include "sat/solver.h"

static int
solve_with_proof (const struct hb_lemmas *lemmas, struct hb_limits *limits, const char *path,
                  hb_diag *diag)
{
  const struct hb_clauses *clauses = &lemmas->clauses;
  hb_solver *solver = hb_solver_new ("cadical", 0, diag);
  int answer = 0;
  if (solver)
    hb_solver_hint (solver, HB_SOLVER_BRIEF);
  if (solver && hb_solver_proof (solver, path))
    {
      for (size_t c = 0; c < lemmas->cycle.size; c++)
        {
          for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
            hb_solver_add (solver, clauses->literals.data[i]);
          hb_solver_add (solver, 0);
        }
      answer = hb_solver_solve (solver, limits);
    }
  else if (solver)
    hb_error (diag, NULL, "the solver cannot write its proof to %s", path);
  hb_solver_free (solver);
  return answer;
}

static enum hb_refuted
refute_by_solver (const struct hb_lemmas *lemmas, hb_derivation *d, struct hb_limits *limits,
                  hb_diag *diag)
{
  char *path = hb_temporary_file ("proof", diag);
  enum hb_refuted outcome = HB_NO_PROOF;
  if (path)
    {
      int answer = solve_with_proof (lemmas, limits, path, diag);
      if (answer == 10)
        outcome = HB_NOT_REFUTED;
      else if (answer == 20 && hb_derivation_read (d, path, diag))
        {
          if (hb_derivation_refutes (d))
            outcome = HB_REFUTED;
          else
            hb_error (diag, NULL, "the solver's proof ends without the empty clause");
        }
      else if (!answer && !hb_diag_errors (diag))
        hb_error (diag, NULL, "a limit was reached before the refutation was found");
      hb_temporary_remove (path);
    }
  return outcome;
}

/* --- what of the proof is needed --------------------------------------------------------------- */

/* A clause is deleted once the last one that uses it has been derived: before the one after that.  NUMBER: clause -> its
 * place in PROOF, or SIZE_MAX. */
static void
put_deletions (const hb_derivation *d, const size_t *number, struct hb_proof *proof)
{
  size_t given = hb_derivation_given (d), count = hb_derivation_clauses (d);
  VEC (size_t) head = VEC_EMPTY, next = VEC_EMPTY;
  vec_resize (head, count, SIZE_MAX);
  vec_resize (next, count, SIZE_MAX);
  for (size_t c = count; c-- > given;)
    {
      size_t last = hb_derivation_last_use (d, c);
      if (number[c] == SIZE_MAX || last <= c || last >= count)
        continue;
      next.data[c] = head.data[last];
      head.data[last] = c;
    }
  for (size_t user = given; user + 1 < count; user++)
    for (size_t c = head.data[user]; c != SIZE_MAX; c = next.data[c])
      {
        vec_push (proof->deleted, number[user] + 1);
        vec_push (proof->deleted, number[c]);
      }
  vec_free (head);
  vec_free (next);
}

/* Appends to PROOF what the contradiction, which comes last, needs, and leaves only the clauses of LEMMAS that it
 * needs. */
static void
keep_needed (struct hb_lemmas *lemmas, hb_derivation *d, struct hb_proof *proof)
{
  size_t given = hb_derivation_given (d), count = hb_derivation_clauses (d), kept = 0;
  size_t *number = hb_calloc (count, sizeof *number);
  bool *keep = hb_calloc (given, sizeof *keep);
  hb_derivation_need (d, count - 1);
  for (size_t c = 0; c < given; c++)
    keep[c] = hb_derivation_needs (d, c);
  for (size_t c = given; c < count; c++)
    {
      size_t size;
      const int *literals = hb_derivation_clause (d, c, &size);
      number[c] = hb_derivation_needs (d, c) ? kept++ : SIZE_MAX;
      if (number[c] == SIZE_MAX)
        continue;
      for (size_t i = 0; i < size; i++)
        vec_push (proof->clauses.literals, literals[i]);
      vec_push (proof->clauses.first, proof->clauses.literals.size);
    }
  put_deletions (d, number, proof);
  hb_lemmas_keep (lemmas, keep);
  hb_free (number);
  hb_free (keep);
}

enum hb_refuted
hb_lemmas_refute (struct hb_lemmas *lemmas, struct hb_limits *limits, struct hb_proof *proof,
                  hb_diag *diag)
{
  const struct hb_clauses *clauses = &lemmas->clauses;
  hb_derivation *d = hb_derivation_new ();
  enum hb_refuted outcome = HB_REFUTED;
  vec_push (proof->clauses.first, 0);
  for (size_t c = 0; c < lemmas->cycle.size; c++)
    hb_derivation_give (d, vec_from (clauses->literals, clauses->first.data[c]),
                        clauses->first.data[c + 1] - clauses->first.data[c]);
  bool assumes = lemmas->cycle.size != 1 || clauses->literals.size;
  if (assumes && !hb_derivation_derive (d, NULL, 0))
    outcome = refute_by_solver (lemmas, d, limits, diag);
  if (outcome == HB_REFUTED && assumes)
    keep_needed (lemmas, d, proof);
  hb_derivation_free (d);
  return outcome;
}
