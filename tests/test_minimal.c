/* Smallest hitting families: the search against all families, certificates whole and damaged, posets' files. */
#include "unit.h"

#include "all_schedules.h"
#include "base/buffer.h"
#include "base/output.h"
#include "gen/hitting/any.h"
#include "gen/posets.h"
#include "poset/file.h"
#include "poset/hitting.h"
#include "poset/minimal.h"
#include "proof/certify_hitting.h"

/* --- The oracle: every choice of schedules --- */

/* Can LEFT more schedules hit what is not in HIT? */
static bool
cover (const struct everything *e, const uint64_t *hit, size_t left)
{
  size_t open = SIZE_MAX;
  for (size_t i = 0; i < e->tuples && open == SIZE_MAX; i++)
    if (!(hit[i / 64] >> (i % 64) & 1))
      open = i;
  if (open == SIZE_MAX)
    return true;
  if (!left)
    return false;
  uint64_t *next = hb_calloc (e->words, sizeof *next);
  bool found = false;
  for (size_t s = 0; s < e->all->count && !found; s++)
    if (e->rows[s * e->words + open / 64] >> (open % 64) & 1)
      {
        for (size_t w = 0; w < e->words; w++)
          next[w] = hit[w] | e->rows[s * e->words + w];
        found = cover (e, next, left - 1);
      }
  hb_free (next);
  return found;
}

static size_t
least_by_all (const hb_poset *poset, int d)
{
  struct everything e = everything_of (poset, poset->count < (hb_id)d ? (int)poset->count : d);
  uint64_t *hit = hb_calloc (e.words, sizeof *hit);
  size_t least = 1;
  while (!cover (&e, hit, least))
    least++;
  hb_free (hit);
  free_everything (&e);
  return least;
}

static hb_minimal *
find (const hb_poset *poset, int d, const char *solver, bool with_proof)
{
  hb_diag *diag = hb_diag_new ();
  hb_minimal *m = hb_minimal_find (poset, d, hb_hitting_greedy (poset, d, SIZE_MAX, NULL), solver,
                                   with_proof, SIZE_MAX, NULL, diag);
  assert_non_null (m);
  assert_int_equal (hb_diag_errors (diag), 0);
  assert_int_equal (m->low, m->high);
  assert_int_equal (m->family->count, m->high);
  hb_id missed[HB_MOST_DEPTH];
  assert_true (hb_schedules_check (poset, m->family, diag));
  assert_int_equal (hb_hit_by_brute_force (poset, m->family, d, missed), HB_HIT_ALL);
  hb_diag_free (diag);
  return m;
}

static size_t
least (hb_poset *poset, int d)
{
  hb_minimal *m = find (poset, d, NULL, false);
  size_t size = m->low;
  hb_minimal_free (m);
  hb_poset_free (poset);
  return size;
}

static bool
agree (hb_poset *poset, void *context)
{
  (void)context;
  for (int d = 2; d <= 3; d++)
    {
      size_t wanted = least_by_all (poset, d);
      for (int solver = 0; solver < 2; solver++)
        {
          hb_minimal *m = find (poset, d, solver ? "picosat" : "cadical", false);
          assert_int_equal (m->low, wanted);
          hb_minimal_free (m);
        }
    }
  hb_poset_free (poset);
  return true;
}

TEST (search_agrees_with_all_families)
{
  for (hb_id n = 1; n <= 4; n++)
    hb_each_small_poset (n, agree, NULL);
  struct hb_rng rng = hb_rng_seeded (3);
  for (int i = 0; i < 6; i++)
    agree (hb_random_poset (5, 0.6 + 0.3 * hb_rng_unit (&rng), &rng), NULL);
}

/* --- Known values --- */

TEST (values_are_known)
{
  static const size_t antichains[] = { 6, 6, 7, 8 };
  for (hb_id n = 3; n <= 6; n++)
    assert_int_equal (least (hb_antichain (n), 3), antichains[n - 3]);
  assert_int_equal (least (hb_antichain (4), 4), 24);
  assert_int_equal (least (hb_complete_tree (2, 1), 3), 2);
  assert_int_equal (least (hb_complete_tree (2, 2), 3), 8);
  assert_int_equal (least (hb_complete_tree (2, 3), 3), 12);
  assert_int_equal (least (hb_complete_tree (2, 2), 4), 24);
  for (hb_id k = 1; k <= 3; k++)
    {
      const hb_id legs[] = { k, k, 1 };
      static const size_t three[] = { 6, 8, 10 }, four[] = { 6, 18, 26 };
      assert_int_equal (least (hb_spider (legs, 3), 3), three[k - 1]);
      assert_int_equal (least (hb_spider (legs, 3), 4), four[k - 1]);
    }
  /* A path of h edges with one more leaf at the root: h + 1; a caterpillar: h + 4. */
  for (hb_id h = 2; h <= 6; h++)
    {
      const hb_id path[] = { h, 1 };
      assert_int_equal (least (hb_spider (path, 2), 3), h + 1);
      assert_int_equal (least (hb_caterpillar (h), 3), h + 4);
    }
}

/* The standard example S_n (n minimal and n maximal elements, each below all but its own): dimension n. */
static hb_poset *
standard (hb_id n)
{
  VEC (hb_id) edges = VEC_EMPTY;
  for (hb_id i = 0; i < n; i++)
    for (hb_id j = 0; j < n; j++)
      if (i != j)
        {
          vec_push (edges, i);
          vec_push (edges, n + j);
        }
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = hb_poset_of_edges (NULL, 2 * n, edges.data, edges.size / 2, diag);
  hb_diag_free (diag);
  vec_free (edges);
  return poset;
}

TEST (standard_examples_have_their_dimension)
{
  for (hb_id n = 2; n <= 7; n++)
    assert_int_equal (least (standard (n), 2), n);
}

/* --- Certificates --- */

static char *
certificate (const hb_poset *poset, int d)
{
  hb_minimal *m = find (poset, d, NULL, true);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_to_memory ();
  assert_true (hb_minimal_write (output, m, diag));
  size_t size;
  char *text = hb_output_text (output, &size);
  hb_minimal_free (m);
  hb_diag_free (diag);
  return text;
}

static struct hb_certified_hitting
check (const hb_poset *poset, const char *text, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("certificate", text, size, diag);
  struct hb_certified_hitting found = hb_certify_hitting (poset, input, diag);
  assert_true (found.good == !hb_diag_errors (diag));
  hb_input_close (input);
  hb_diag_free (diag);
  return found;
}

/* TEXT with a line dropped, a digit changed, or its end cut. */
static char *
damaged (const char *text, struct hb_rng *rng)
{
  char *copy = hb_copy_text (text);
  size_t size = strlen (copy), at = hb_rng_below (rng, size);
  switch (hb_rng_below (rng, 3))
    {
    case 0:
      {
        while (at && copy[at - 1] != '\n')
          at--;
        size_t end = at + strcspn (copy + at, "\n");
        memmove (copy + at, copy + end + 1, size - end);
        break;
      }
    case 1:
      for (size_t i = 0; i < size; i++, at = (at + 1) % size)
        if (copy[at] >= '0' && copy[at] <= '9')
          {
            copy[at] = (char)('0' + (copy[at] - '0' + 1 + (int)hb_rng_below (rng, 8)) % 10);
            break;
          }
      break;
    default:
      copy[at] = '\0';
    }
  return copy;
}

/* Whatever a damaged certificate is taken for must be true. */
TEST (certificates_prove)
{
  struct
  {
    hb_poset *poset;
    int d;
    size_t least;
  } cases[] = { { hb_antichain (5), 3, 7 },
                { hb_complete_tree (2, 2), 3, 8 },
                { hb_complete_tree (2, 2), 4, 24 },
                { hb_antichain (6), 3, 8 },
                { hb_caterpillar (4), 3, 8 },
                { standard (3), 2, 3 },
                { standard (5), 2, 5 },
                { hb_antichain (1), 3, 1 },
                { hb_antichain (2), 3, 2 } };
  struct hb_rng rng = hb_rng_seeded (9);
  size_t refused = 0, refuted = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = certificate (cases[i].poset, cases[i].d);
      struct hb_certified_hitting found = check (cases[i].poset, text, strlen (text));
      assert_true (found.good && found.low == cases[i].least && found.high == cases[i].least);
      refuted += found.clauses > 0;
      for (int k = 0; k < 60; k++)
        {
          char *other = damaged (text, &rng);
          found = check (cases[i].poset, other, strlen (other));
          refused += !found.good;
          if (found.good && found.d == cases[i].d)
            assert_true (found.low <= cases[i].least
                         && (!found.high || found.high >= cases[i].least));
          hb_free (other);
        }
      hb_free (text);
      hb_poset_free (cases[i].poset);
    }
  assert_true (refuted > 2);
  assert_true (refused > 100);
}
