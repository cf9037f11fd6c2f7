/* Certificates of smallest hitting families: the file; see certify_hitting.h. */
#include "proof/certify_hitting.h"

#include "poset/hitting.h"
#include "proof/certify_words.h"

#include <string.h>

struct reading
{
  struct hb_words words;
  struct hb_hitting_claims claims;
  struct hb_certified_hitting certified;
  hb_schedules *family;
};

bool
hb_is_hitting_certificate (hb_input *input)
{
  return hb_certificate_is (input, "hitting");
}

/* The poset has a cycle once the members of the tuples of LIST (COUNT numbers) come in their order. */
static bool
closes_cycle (const struct hb_hitting_claims *claims, const hb_id *list, size_t count)
{
  /* Members of the tuples as nodes; arcs along each tuple and along the poset; nodes without an arc to them
   * are taken away until none is left, or a cycle. */
  size_t d = (size_t)claims->d, nodes = count * d, gone = 0;
  hb_id *who = hb_calloc (nodes, sizeof *who);
  bool *out = hb_calloc (nodes, sizeof *out);
  for (size_t i = 0; i < count; i++)
    memcpy (who + i * d, claims->tuples.data + list[i] * d, d * sizeof *who);
  for (bool progress = true; progress;)
    {
      progress = false;
      for (size_t v = 0; v < nodes; v++)
        {
          bool is_free = !out[v];
          for (size_t u = 0; u < nodes && is_free; u++)
            if (!out[u] && u != v
                && ((u / d == v / d && u + 1 == v)                     /* along a tuple */
                    || hb_poset_before (claims->poset, who[u], who[v]) /* in the poset */
                    || (who[u] == who[v] && u % d && !out[u - 1]))) /* it waits for another there */
              is_free = false;
          if (is_free)
            {
              out[v] = progress = true;
              gone++;
            }
        }
    }
  hb_free (who);
  hb_free (out);
  return gone < nodes;
}

/* --- Lines --- */

/* The next word as an element. */
static bool
read_element (struct reading *r, hb_id *x)
{
  if (!hb_words_next (&r->words))
    return hb_words_fail (&r->words, "the line ends too early; expected an element");
  *x = hb_poset_find (r->claims.poset, r->words.word, r->words.size);
  return *x != HB_NONE || hb_words_fail (&r->words, "the poset has no such element");
}

static bool
read_head (struct reading *r)
{
  struct hb_words *w = &r->words;
  char hex[HB_SHA256_HEX];
  size_t d;
  if (!hb_words_head (w, "hitting"))
    return false;
  r->certified.is_certificate = true;
  if (!hb_words_line (w) || !hb_words_is (w, "poset") || !hb_words_next (w))
    return hb_words_fail (w, "expected 'poset SHA-256'");
  hb_poset_hash (r->claims.poset, hex);
  if (!hb_words_is (w, hex))
    return hb_words_fail (w, "this is the certificate of another poset; expected %s", hex);
  if (!hb_words_end (w))
    return false;
  if (!hb_words_line (w) || !hb_words_is (w, "depth")
      || !hb_words_number (w, HB_MOST_DEPTH + 1, "members", &d))
    return hb_words_fail (w, "expected 'depth D'");
  if (!hb_words_end (w))
    return false;
  r->claims.d = r->certified.d = (int)d;
  return d <= r->claims.poset->count || hb_words_fail (w, "the poset has fewer elements");
}

static bool
read_order (struct reading *r)
{
  hb_id *order = hb_schedules_add (r->family), bad[2];
  for (hb_id i = 0; i < r->claims.poset->count; i++)
    if (!read_element (r, &order[i]))
      return false;
  return (hb_is_schedule (r->claims.poset, order, bad)
          || hb_words_fail_line (&r->words, "this is no schedule of the poset"))
         && hb_words_end (&r->words);
}

static bool
read_tuple (struct reading *r)
{
  hb_id tuple[HB_MOST_DEPTH];
  for (int i = 0; i < r->claims.d; i++)
    {
      if (!read_element (r, &tuple[i]))
        return false;
      vec_push (r->claims.tuples, tuple[i]);
    }
  r->certified.tuples++;
  return (hb_is_admissible (r->claims.poset, tuple, r->claims.d)
          || hb_words_fail_line (&r->words, "the tuple is not admissible"))
         && hb_words_end (&r->words);
}

/* Each pair of the clique closes a cycle. */
static bool
read_clique (struct reading *r)
{
  struct hb_words *w = &r->words;
  while (hb_words_next (w))
    {
      size_t number;
      if (hb_words_digits (w->word, w->size, r->certified.tuples, &number) != w->size)
        return hb_words_fail (w, "expected the number of a tuple");
      for (size_t i = 0; i < r->claims.clique.size; i++)
        {
          const hb_id both[2] = { r->claims.clique.data[i], (hb_id)number };
          if (both[0] == both[1] || !closes_cycle (&r->claims, both, 2))
            return hb_words_fail (w, "tuples %u and %u go together", both[0], both[1]);
        }
      vec_push (r->claims.clique, (hb_id)number);
    }
  r->certified.clique = r->claims.clique.size;
  return true;
}

/* `end LOW HIGH`: is it what has been shown? */
static bool
read_end (struct reading *r, size_t refuted)
{
  struct hb_words *w = &r->words;
  size_t low, high, shown = r->claims.clique.size > 1 ? r->claims.clique.size : 1,
                    most = SIZE_MAX / 16;
  hb_id missed[HB_MOST_DEPTH];
  if (refuted + 1 > shown)
    shown = refuted + 1;
  if (!hb_words_number (w, most, "schedules", &low)
      || !hb_words_number (w, most, "schedules", &high) || !hb_words_end (w))
    return false;
  if (low > shown)
    return hb_words_fail_line (w, "the least is at least %zu by what stands above, not %zu", shown,
                               low);
  if (high != r->family->count)
    return hb_words_fail_line (w, "the family has %zu schedules, not %zu", r->family->count, high);
  if (high
      && hb_hit_exactly (r->claims.poset, r->family, r->claims.d, 1, NULL, missed) != HB_HIT_ALL)
    return hb_words_fail_line (w, "the family misses a tuple");
  r->certified.low = low;
  r->certified.high = high;
  if (hb_words_line (w))
    return hb_words_fail (w, "text after the line 'end'");
  return !hb_input_failed (w->input);
}

static bool
read_all (struct reading *r)
{
  struct hb_words *w = &r->words;
  size_t refuted = 0;
  if (!read_head (r))
    return false;
  while (hb_words_line (w))
    {
      bool good = hb_words_is (w, "order")    ? read_order (r)
                  : hb_words_is (w, "tuple")  ? read_tuple (r)
                  : hb_words_is (w, "clique") ? read_clique (r)
                  : hb_words_is (w, "refute")
                      ? hb_certify_refutation (w, &r->claims, &refuted, &r->certified)
                      : false;
      if (hb_words_is (w, "end"))
        return read_end (r, refuted);
      if (!good)
        return hb_diag_errors (w->diag)
                   ? false
                   : hb_words_fail (w, "expected order, tuple, clique, refute or end");
    }
  return hb_words_fail_line (w, "the certificate has no line 'end LOW HIGH'; is it whole?");
}

struct hb_certified_hitting
hb_certify_hitting (const hb_poset *poset, hb_input *input, hb_diag *diag)
{
  struct reading r = { .words = { .input = input, .diag = diag, .line = "" },
                       .claims = { .poset = poset },
                       .family = hb_schedules_new (poset->count) };
  r.certified.good = read_all (&r);
  hb_schedules_free (r.family);
  vec_free (r.claims.tuples);
  vec_free (r.claims.clique);
  return r.certified;
}
