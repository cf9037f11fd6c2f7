/* Trimming a refutation: only what the contradiction was derived from stays.  See
 * certificate_refute.h.
 *
 * Going back from the contradiction marks what is needed.  The idea is DRAT-trim's (Wetzler, Heule
 * and Hunt, SAT 2014), which checks backwards and so derives from less; here the sources are those
 * of one forward check. */
#include "proof/certificate_refute.h"

/* What the contradiction needs: clauses and root literals, by the numbers of `hb_rup_sources`. */
struct needs
{
  VEC (bool) known; /* source -> needed */
  VEC (size_t)
  last; /* derived clause -> the last needed one that uses it, then SIZE_MAX: keep it */
  hb_rup_sources work;
};

static void
need (struct needs *needs, size_t source)
{
  if (source >= needs->known.size)
    vec_resize (needs->known, source + 1, false);
  if (needs->known.data[source])
    return;
  needs->known.data[source] = true;
  vec_push (needs->work, source);
}

static void
note_use (struct needs *needs, const struct hb_derivation *r, size_t source, size_t user)
{
  if (source % 2 || source / 2 < r->given)
    return;
  size_t *last = &needs->last.data[source / 2 - r->given];
  if (*last < user || user == SIZE_MAX)
    *last = user;
}

static void
find_needs (struct needs *needs, const struct hb_derivation *r)
{
  size_t count = hb_clauses_count (&r->derived);
  hb_rup_sources root = VEC_EMPTY;
  vec_resize (needs->last, count, 0);
  need (needs, 2 * (r->given + count - 1));
  while (needs->work.size)
    {
      size_t source = vec_pop (needs->work), clause = source / 2;
      if (source % 2)
        {
          vec_clear (root);
          hb_rup_root_sources (r->rup, (hb_id)(source / 2), &root);
          for (size_t i = 0; i < root.size; i++)
            {
              need (needs, root.data[i]);
              note_use (needs, r, root.data[i], SIZE_MAX);
            }
        }
      else if (clause >= r->given)
        for (size_t i = r->first_source.data[clause - r->given];
             i < r->first_source.data[clause - r->given + 1]; i++)
          {
            need (needs, r->sources.data[i]);
            note_use (needs, r, r->sources.data[i], clause - r->given);
          }
    }
  vec_free (root);
}

void
hb_clauses_copy (struct hb_clauses *to, const struct hb_clauses *from, size_t c)
{
  for (size_t i = from->first.data[c]; i < from->first.data[c + 1]; i++)
    vec_push (to->literals, from->literals.data[i]);
  vec_push (to->first, to->literals.size);
}

/* A clause is deleted once the last one that uses it has been derived: before the one after that. */
static void
put_deletions (const struct needs *needs, const struct hb_derivation *r, const size_t *number,
               struct hb_proof *proof)
{
  size_t count = hb_clauses_count (&r->derived);
  VEC (size_t) head = VEC_EMPTY, next = VEC_EMPTY;
  vec_resize (head, count, SIZE_MAX);
  vec_resize (next, count, SIZE_MAX);
  for (size_t i = count; i--;)
    if (number[i] != SIZE_MAX && needs->last.data[i] > i && needs->last.data[i] < count)
      {
        next.data[i] = head.data[needs->last.data[i]];
        head.data[needs->last.data[i]] = i;
      }
  for (size_t user = 0; user + 1 < count; user++)
    for (size_t i = head.data[user]; i != SIZE_MAX; i = next.data[i])
      {
        vec_push (proof->deleted, number[user] + 1);
        vec_push (proof->deleted, number[i]);
      }
  vec_free (head);
  vec_free (next);
}

void
hb_proof_trim (struct hb_lemmas *lemmas, const struct hb_derivation *r, struct hb_proof *proof)
{
  size_t count = hb_clauses_count (&r->derived), kept = 0;
  struct needs needs = { .known = VEC_EMPTY };
  size_t *number = hb_calloc (count, sizeof *number); /* in PROOF */
  bool *keep = hb_calloc (r->given, sizeof *keep);
  find_needs (&needs, r);
  vec_resize (needs.known, 2 * (r->given + count), false);
  for (size_t c = 0; c < r->given; c++)
    keep[c] = needs.known.data[2 * c];
  for (size_t i = 0; i < count; i++)
    {
      number[i] = needs.known.data[2 * (r->given + i)] ? kept++ : SIZE_MAX;
      if (number[i] != SIZE_MAX)
        hb_clauses_copy (&proof->clauses, &r->derived, i);
    }
  put_deletions (&needs, r, number, proof);
  hb_lemmas_keep (lemmas, keep);
  hb_free (number);
  hb_free (keep);
  vec_free (needs.known);
  vec_free (needs.last);
  vec_free (needs.work);
}
