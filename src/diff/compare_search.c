/* See compare_search.h.  A run's set X has the difference D if no set Y of the other side contains D: D hits each
 * X \ Y.  So the minimal differences within X are the minimal transversals of these, made one Y after another
 * (Berge, Hypergraphs, 1989). */
#include "diff/compare_search.h"

struct sets
{
  size_t words;
  VEC (uint64_t *) data;
};

static void
push (struct sets *sets, const uint64_t *set)
{
  vec_push (sets->data,
            (uint64_t *)(void *)hb_copy_bytes ((const char *)set, sets->words * sizeof *set));
}

static void
clear (struct sets *sets)
{
  for (size_t i = 0; i < sets->data.size; i++)
    hb_free (sets->data.data[i]);
  vec_clear (sets->data);
}

static bool
within (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (a[w] & ~b[w])
      return false;
  return true;
}

/* Adds SET unless a part of it is there; what contains it goes. */
static void
push_minimal (struct sets *sets, const uint64_t *set)
{
  for (size_t i = 0; i < sets->data.size; i++)
    if (within (sets->data.data[i], set, sets->words))
      return;
  size_t kept = 0;
  for (size_t i = 0; i < sets->data.size; i++)
    if (within (set, sets->data.data[i], sets->words))
      hb_free (sets->data.data[i]);
    else
      sets->data.data[kept++] = sets->data.data[i];
  sets->data.size = kept;
  push (sets, set);
}

/* Each set of FOUND that is within Y gets one fact of X \ Y more, in all ways. */
static void
extend (struct sets *found, const uint64_t *x, const uint64_t *y)
{
  struct sets inside = { .words = found->words };
  size_t kept = 0;
  for (size_t i = 0; i < found->data.size; i++)
    if (within (found->data.data[i], y, found->words))
      vec_push (inside.data, found->data.data[i]);
    else
      found->data.data[kept++] = found->data.data[i];
  found->data.size = kept;
  for (size_t i = 0; i < inside.data.size; i++)
    for (size_t f = 0; f < 64 * found->words; f++)
      if (x[f / 64] & ~y[f / 64] & (uint64_t)1 << f % 64)
        {
          inside.data.data[i][f / 64] |= (uint64_t)1 << f % 64;
          push_minimal (found, inside.data.data[i]);
          inside.data.data[i][f / 64] &= ~((uint64_t)1 << f % 64);
        }
  clear (&inside);
  vec_free (inside.data);
}

static void
differences_of (const uint64_t *x, const diff_search *other, struct sets *found)
{
  uint64_t *none = hb_calloc (found->words, sizeof *none);
  push (found, none);
  hb_free (none);
  for (size_t i = 0; i < diff_search_sets (other) && found->data.size; i++)
    extend (found, x, diff_search_set (other, i));
}

static bool
add (diff_differences *list, int side, const uint64_t *set, size_t words, diff_engine *engine)
{
  VEC (hb_id) facts = VEC_EMPTY;
  for (hb_id f = 0; f < 64 * words; f++)
    if (set[f / 64] >> (f % 64) & 1)
      vec_push (facts, f);
  bool good = diff_add_difference (list, side, facts.data, (hb_id)facts.size, engine);
  vec_free (facts);
  return good;
}

bool
diff_compare_search (const diff_scope *scope, diff_engine *const engines[2], int side,
                     diff_differences *list, diff_runs *used)
{
  const diff_search *can = diff_engine_search (engines[side]);
  const diff_search *other = diff_engine_search (engines[!side]);
  size_t words = diff_fact_words (scope);
  struct sets all = { .words = words };
  bool good = diff_search_done (can) && diff_search_done (other);
  struct diff_schedule run = { VEC_EMPTY, VEC_EMPTY };
  for (size_t i = 0; i < diff_search_sets (other) && used; i++)
    {
      diff_search_schedule (other, i, &run);
      diff_runs_add (used, &run);
    }
  diff_schedule_free (&run);
  for (size_t i = 0; i < diff_search_sets (can) && good; i++)
    {
      const uint64_t *x = diff_search_set (can, i);
      struct sets found = { .words = words };
      differences_of (x, other, &found);
      for (size_t k = 0; k < found.data.size; k++)
        push_minimal (&all, found.data.data[k]);
      clear (&found);
      vec_free (found.data);
    }
  for (size_t i = 0; i < all.data.size && good; i++)
    good = add (list, side, all.data.data[i], words, engines[side]);
  clear (&all);
  vec_free (all.data);
  return good;
}
