/* Proofs without a clause to spare.  See certificate_refute.h. */
#include "proof/certificate_refute.h"

#include "sat/rup.h"

typedef VEC (hb_id) rup_clause;

static void
take_literals (const struct hb_clauses *clauses, size_t c, rup_clause *literals)
{
  vec_clear (*literals);
  for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
    {
      int literal = clauses->literals.data[i];
      vec_push (*literals, 2 * (hb_id)(literal < 0 ? -literal : literal) + (literal < 0));
    }
}

/* Do the clauses of PROOF that KEEP has follow one after another? */
static bool
is_proof (const struct hb_lemmas *lemmas, const struct hb_clauses *proof, const bool *keep)
{
  rup_clause clause = VEC_EMPTY;
  hb_rup *rup = hb_rup_new ();
  size_t given = lemmas->cycle.size, count = hb_clauses_count (proof);
  bool good = true;
  for (size_t c = 0; good && c < given + count; c++)
    {
      bool is_given = c < given;
      if (!is_given && !keep[c - given])
        continue;
      take_literals (is_given ? &lemmas->clauses : proof, is_given ? c : c - given, &clause);
      if (is_given)
        hb_rup_add (rup, clause.data, clause.size);
      else
        good = hb_rup_derive (rup, clause.data, clause.size, NULL);
    }
  hb_rup_free (rup);
  vec_free (clause);
  return good;
}

void
hb_proof_minimise (const struct hb_lemmas *lemmas, struct hb_proof *proof)
{
  struct hb_clauses *clauses = &proof->clauses, kept = { VEC_EMPTY, VEC_EMPTY };
  size_t count = hb_clauses_count (clauses);
  bool *keep = hb_calloc (count, sizeof *keep);
  for (size_t c = 0; c < count; c++)
    keep[c] = true;
  /* The empty clause, which comes last, stays. */
  for (size_t c = 0; c + 1 < count; c++)
    {
      keep[c] = false;
      keep[c] = !is_proof (lemmas, clauses, keep);
    }
  vec_push (kept.first, 0);
  for (size_t c = 0; c < count; c++)
    {
      for (size_t i = clauses->first.data[c]; keep[c] && i < clauses->first.data[c + 1]; i++)
        vec_push (kept.literals, clauses->literals.data[i]);
      if (keep[c])
        vec_push (kept.first, kept.literals.size);
    }
  hb_clauses_free (clauses);
  *clauses = kept;
  vec_clear (proof->deleted);
  hb_free (keep);
}
