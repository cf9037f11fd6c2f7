/* Hitting families: constructions on all small trees and series-parallel orders, checked exactly and by
 * definition; the exact checks against the definition on random and damaged families. */
#include "unit.h"

#include "gen/hitting/any.h"
#include "gen/hitting/kernel.h"
#include "gen/hitting/series3.h"
#include "gen/posets.h"
#include "poset/hitting.h"
#include "poset/shape.h"

struct counting
{
  int d;
  size_t posets, schedules;
};

static void
expand_all (const hb_tree *tree, const hb_rules *rules, hb_schedules *family)
{
  for (size_t i = 0; i < rules->size; i++)
    {
      assert_true (hb_rule_fits (tree, &rules->data[i]));
      hb_rule_expand (tree, &rules->data[i], hb_schedules_add (family));
    }
}

/* FAMILY is one of schedules and hits everything, by both ways of looking. */
static void
is_hitting (const hb_poset *poset, const hb_schedules *family, int d)
{
  hb_diag *diag = hb_diag_new ();
  hb_id missed[HB_MOST_DEPTH];
  assert_true (hb_schedules_check (poset, family, diag));
  assert_int_equal (hb_hit_exactly (poset, family, d, 1, NULL, missed), HB_HIT_ALL);
  assert_int_equal (hb_hit_by_brute_force (poset, family, d, missed), HB_HIT_ALL);
  hb_diag_free (diag);
}

/* --- Counts --- */

static bool
count_one (hb_poset *poset, void *context)
{
  ((struct counting *)context)->posets++;
  hb_poset_free (poset);
  return true;
}

static bool
count_series (hb_poset *poset, void *context)
{
  struct counting *c = context;
  if (hb_poset_shape (poset) == HB_SHAPE_ANY)
    fail ();
  c->posets++;
  hb_poset_free (poset);
  return true;
}

TEST (small_ones_are_counted)
{
  static const size_t trees[] = { 0, 1, 1, 2, 5, 14, 42, 132, 429, 1430 };
  static const size_t series[] = { 0, 1, 2, 5, 15, 48, 167, 602, 2256 };
  for (hb_id n = 1; n < 10; n++)
    {
      struct counting c = { 0 };
      hb_each_plane_tree (n, count_one, &c);
      assert_int_equal (c.posets, trees[n]);
    }
  for (hb_id n = 1; n < 9; n++)
    {
      struct counting c = { 0 };
      hb_each_series (n, count_series, &c);
      assert_int_equal (c.posets, series[n]);
    }
}

/* --- Constructions on trees --- */

static bool
tree3 (hb_poset *poset, void *context)
{
  struct counting *c = context;
  hb_tree *tree = hb_tree_new (poset);
  hb_rules rules = VEC_EMPTY;
  hb_schedules *family = hb_schedules_new (poset->count);
  hb_hitting_tree3 (tree, &rules);
  expand_all (tree, &rules, family);
  is_hitting (poset, family, 3);
  c->schedules += family->count;
  hb_schedules_free (family);
  family = hb_schedules_new (poset->count);
  hb_hitting_local (tree, &rules);
  expand_all (tree, &rules, family);
  is_hitting (poset, family, 3);
  hb_schedules_free (family);
  hb_schedules *realizer = hb_schedules_new (poset->count);
  hb_hitting_tree2 (tree, &rules);
  expand_all (tree, &rules, realizer);
  is_hitting (poset, realizer, 2);
  family = hb_hitting_naive (poset, realizer);
  is_hitting (poset, family, 3);
  hb_schedules_free (family);
  hb_schedules_free (realizer);
  vec_free (rules);
  hb_tree_free (tree);
  hb_poset_free (poset);
  c->posets++;
  return true;
}

TEST (codes_hit_all_triples)
{
  struct counting c = { 0 };
  for (hb_id n = 1; n <= 8; n++)
    hb_each_plane_tree (n, tree3, &c);
  assert_int_equal (c.posets, 1 + 1 + 2 + 5 + 14 + 42 + 132 + 429);
}

static bool
kernel (hb_poset *poset, void *context)
{
  struct counting *c = context;
  hb_tree *tree = hb_tree_new (poset);
  hb_rules rules = VEC_EMPTY;
  hb_schedules *family = hb_schedules_new (poset->count);
  assert_true (hb_hitting_kernel (tree, c->d, 100000, &rules));
  expand_all (tree, &rules, family);
  is_hitting (poset, family, c->d);
  hb_schedules_free (family);
  vec_free (rules);
  hb_tree_free (tree);
  hb_poset_free (poset);
  return true;
}

TEST (kernels_hit_all_tuples)
{
  struct counting c = { 0 };
  for (c.d = 3; c.d <= 4; c.d++)
    for (hb_id n = 1; n <= 7; n++)
      hb_each_plane_tree (n, kernel, &c);
  for (c.d = 5; c.d <= 5; c.d++)
    for (hb_id n = 1; n <= 6; n++)
      hb_each_plane_tree (n, kernel, &c);
  /* The kernels themselves, on the trees that they are for. */
  for (c.d = 3; c.d <= 5; c.d++)
    for (hb_id h = 1; h < (hb_id)c.d - (c.d == 5); h++)
      kernel (hb_complete_tree (2, h), &c);
}

TEST (forests_have_a_virtual_root)
{
  struct hb_rng rng = hb_rng_seeded (7);
  struct counting c = { 0 };
  for (int i = 0; i < 200; i++)
    {
      hb_id n = 3 + (hb_id)hb_rng_below (&rng, 12), parent[16];
      for (hb_id x = 0; x < n; x++)
        parent[x] = x && hb_rng_below (&rng, 4) ? (hb_id)hb_rng_below (&rng, x) : HB_NONE;
      tree3 (hb_poset_of_parents (n, parent), &c);
      c.d = 4;
      if (n < 9)
        kernel (hb_poset_of_parents (n, parent), &c);
    }
}

/* --- The decomposition --- */

/* Is X before Y by the tree: do their ways part at a series node, X's first? */
static bool
before_in_tree (const hb_series *s, hb_id x, hb_id y)
{
  hb_id a = s->leaf[x], b = s->leaf[y];
  /* Parents have smaller numbers. */
  while (s->nodes.data[a].parent != s->nodes.data[b].parent)
    if (a > b)
      a = s->nodes.data[a].parent;
    else
      b = s->nodes.data[b].parent;
  return s->nodes.data[s->nodes.data[a].parent].kind == HB_SERIES_SERIES
         && s->nodes.data[a].from < s->nodes.data[b].from;
}

/* Four elements a < c, b < c, b < d and nothing else: what no series-parallel poset has. */
static bool
has_n (const hb_poset *p)
{
  for (hb_id a = 0; a < p->count; a++)
    for (hb_id b = 0; b < p->count; b++)
      for (hb_id c = 0; c < p->count; c++)
        for (hb_id d = 0; d < p->count; d++)
          if (hb_poset_before (p, a, c) && hb_poset_before (p, b, c) && hb_poset_before (p, b, d)
              && hb_poset_apart (p, a, b) && hb_poset_apart (p, c, d) && hb_poset_apart (p, a, d))
            return true;
  return false;
}

static bool
decomposes (hb_poset *poset, void *context)
{
  struct counting *c = context;
  hb_series *series = hb_series_new (poset);
  assert_int_equal (series != NULL, !has_n (poset));
  c->posets++;
  c->schedules += series != NULL;
  for (hb_id x = 0; series && x < poset->count; x++)
    for (hb_id y = 0; y < poset->count; y++)
      assert_int_equal (x != y && before_in_tree (series, x, y), hb_poset_before (poset, x, y));
  for (size_t n = 1; series && n < series->nodes.size; n++)
    {
      const struct hb_series_node *node = &series->nodes.data[n];
      assert_true (node->parent < n);
      assert_true (node->kind == HB_SERIES_ELEMENT
                   || node->kind != series->nodes.data[node->parent].kind);
    }
  hb_series_free (series);
  hb_poset_free (poset);
  return true;
}

TEST (decompositions_are_right)
{
  struct counting c = { 0 };
  struct hb_rng rng = hb_rng_seeded (5);
  for (hb_id n = 1; n <= 5; n++)
    hb_each_small_poset (n, decomposes, &c);
  assert_true (c.schedules < c.posets && c.schedules > c.posets / 2);
  for (int i = 0; i < 1500; i++)
    {
      hb_id n = 2 + (hb_id)hb_rng_below (&rng, 20);
      decomposes (hb_random_poset (n, 0.05 * (double)hb_rng_below (&rng, 12), &rng), &c);
      decomposes (hb_random_series (n, &rng), &c);
      decomposes (hb_random_tree (n, 0, &rng), &c);
    }
}

/* --- Series-parallel, any --- */

static bool
series3 (hb_poset *poset, void *context)
{
  struct counting *c = context;
  hb_series *series = hb_series_new (poset);
  assert_non_null (series);
  for (int zip = 0; zip < 2; zip++)
    {
      hb_schedules *family
          = hb_hitting_series3 (poset, series, zip ? HB_SERIES_WHOLE : HB_SERIES_NO_ZIP);
      is_hitting (poset, family, 3);
      hb_schedules_free (family);
    }
  hb_schedules *family = hb_hitting_series3 (poset, series, HB_SERIES_NO_DUAL);
  hb_id missed[3];
  c->schedules += hb_hit_exactly (poset, family, 3, 1, NULL, missed) == HB_HIT_MISSED;
  hb_schedules_free (family);
  family = hb_hitting_series2 (poset, series);
  is_hitting (poset, family, 2);
  assert_true (family->count <= 2);
  hb_schedules_free (family);
  hb_series_free (series);
  hb_poset_free (poset);
  return true;
}

TEST (series_hit_all_triples)
{
  for (hb_id n = 1; n <= 7; n++)
    {
      struct counting c = { 0 };
      hb_each_series (n, series3, &c);
    }
  struct hb_rng rng = hb_rng_seeded (3);
  struct counting c = { 0 };
  for (int i = 0; i < 60; i++)
    series3 (hb_random_series (3 + (hb_id)hb_rng_below (&rng, 22), &rng), &c);
}

static bool
any (hb_poset *poset, void *context)
{
  (void)context;
  hb_schedules *chains = hb_hitting_chains (poset);
  is_hitting (poset, chains, 2);
  for (int d = 2; d <= 4; d++)
    {
      hb_schedules *family = hb_hitting_delay (poset, d, chains, SIZE_MAX);
      is_hitting (poset, family, d);
      assert_true (hb_hitting_reduce (poset, d, SIZE_MAX, family));
      is_hitting (poset, family, d);
      hb_schedules_free (family);
      family = hb_hitting_greedy (poset, d, SIZE_MAX, NULL);
      is_hitting (poset, family, d);
      hb_schedules_free (family);
    }
  hb_schedules_free (chains);
  hb_poset_free (poset);
  return true;
}

TEST (any_poset_is_hit)
{
  for (hb_id n = 1; n <= 4; n++)
    hb_each_small_poset (n, any, NULL);
  struct hb_rng rng = hb_rng_seeded (5);
  for (int i = 0; i < 100; i++)
    any (hb_random_poset (2 + (hb_id)hb_rng_below (&rng, 7), hb_rng_unit (&rng) * 0.6, &rng), NULL);
}

/* --- Checks against the definition --- */

/* Swaps two neighbours of a schedule, or drops one. */
static void
damage (const hb_poset *poset, hb_schedules *family, struct hb_rng *rng)
{
  if (hb_rng_coin (rng) || poset->count < 2)
    {
      hb_schedules_drop (family, hb_rng_below (rng, family->count));
      return;
    }
  hb_id *order = hb_schedules_at (family, hb_rng_below (rng, family->count));
  hb_id i = (hb_id)hb_rng_below (rng, poset->count - 1), x = order[i];
  if (hb_poset_before (poset, x, order[i + 1]))
    return;
  order[i] = order[i + 1], order[i + 1] = x;
}

TEST (checks_agree)
{
  size_t missed_ones = 0, hit_ones = 0;
  for (uint64_t i = 0; i < 6000; i++)
    {
      struct hb_rng rng = hb_rng_stream (11, i);
      hb_id n = 1 + (hb_id)hb_rng_below (&rng, 9);
      int d = 2 + (int)hb_rng_below (&rng, n > 7 ? 2 : 3), kind = (int)hb_rng_below (&rng, 3);
      hb_poset *poset = kind == 0   ? hb_random_tree (n, 0, &rng)
                        : kind == 1 ? hb_random_poset (n, hb_rng_unit (&rng), &rng)
                                    : hb_random_series (n, &rng);
      hb_schedules *family = i % 4 ? hb_hitting_greedy (poset, d, SIZE_MAX, NULL)
                                   : hb_hitting_random (poset, 1 + hb_rng_below (&rng, 30), &rng);
      if (i % 2)
        damage (poset, family, &rng);
      hb_id a[HB_MOST_DEPTH] = { 0 }, b[HB_MOST_DEPTH] = { 0 };
      enum hb_hit exact = hb_hit_exactly (poset, family, d, 1 + i % 2, NULL, a);
      enum hb_hit brute = hb_hit_by_brute_force (poset, family, d, b);
      assert_int_equal (exact, brute);
      int members = (hb_id)d < n ? d : (int)n;
      hb_id *at = hb_schedules_positions (family);
      if (exact == HB_HIT_MISSED)
        {
          assert_true (hb_is_admissible (poset, a, members));
          assert_false (family->count && hb_hits (family, at, a, members));
          missed_ones++;
        }
      else
        hit_ones++;
      struct hb_hit_sample sample;
      hb_hit_sampled (poset, family, at, members, 200, 0.01, &rng, NULL, &sample);
      if (exact == HB_HIT_ALL)
        assert_true (!sample.missed && !sample.critical_missed);
      hb_free (at);
      hb_schedules_free (family);
      hb_poset_free (poset);
    }
  assert_true (missed_ones > 1000 && hit_ones > 1000);
}

/* Trees of more elements than the exact check takes at once, families of one, two and three words. */
TEST (large_checks_agree)
{
  size_t missed_ones = 0, hit_ones = 0;
  for (uint64_t i = 0; i < 9; i++)
    {
      struct hb_rng rng = hb_rng_stream (12, i);
      hb_poset *poset = hb_random_tree (254 + (hb_id)hb_rng_below (&rng, 5), 2, &rng);
      hb_tree *tree = hb_tree_new (poset);
      hb_rules rules = VEC_EMPTY;
      hb_schedules *family = hb_schedules_new (poset->count);
      hb_id a[HB_MOST_DEPTH] = { 0 }, b[HB_MOST_DEPTH] = { 0 };
      hb_hitting_tree3 (tree, &rules);
      do
        expand_all (tree, &rules, family);
      while (family->count < 60 * (i % 3));
      if (i > 2) /* in all copies, so that something is missed */
        for (size_t s = family->count; s-- > 0;)
          if (s % rules.size == i % rules.size)
            hb_schedules_drop (family, s);
      enum hb_hit exact = hb_hit_exactly (poset, family, 3, 1 + i % 2, NULL, a);
      hb_id *at = hb_schedules_positions (family);
      if (exact == HB_HIT_MISSED)
        {
          assert_true (hb_is_admissible (poset, a, 3));
          assert_false (hb_hits (family, at, a, 3));
        }
      else
        assert_int_equal (hb_hit_by_brute_force (poset, family, 3, b), exact);
      missed_ones += exact == HB_HIT_MISSED;
      hit_ones += exact == HB_HIT_ALL;
      hb_free (at);
      hb_schedules_free (family);
      vec_free (rules);
      hb_tree_free (tree);
      hb_poset_free (poset);
    }
  assert_true (missed_ones > 3 && hit_ones > 2);
}

/* Eight chunks of a large tree miss tuples; however many threads look, and whichever is done first, one tuple is told. */
TEST (threads_miss_the_same)
{
  hb_poset *poset = hb_complete_tree (2, 10);
  hb_tree *tree = hb_tree_new (poset);
  hb_rules rules = VEC_EMPTY;
  hb_schedules *family = hb_schedules_new (poset->count);
  hb_hitting_tree3 (tree, &rules);
  rules.size = 6;
  expand_all (tree, &rules, family);
  hb_id alone[HB_MOST_DEPTH], together[HB_MOST_DEPTH];
  assert_int_equal (hb_hit_exactly (poset, family, 3, 1, NULL, alone), HB_HIT_MISSED);
  for (unsigned i = 0; i < 100; i++)
    {
      assert_int_equal (hb_hit_exactly (poset, family, 3, 2 + i % 7, NULL, together),
                        HB_HIT_MISSED);
      assert_memory_equal (alone, together, 3 * sizeof *alone);
    }
  hb_schedules_free (family);
  vec_free (rules);
  hb_tree_free (tree);
  hb_poset_free (poset);
}

TEST (critical_tuples_are_counted)
{
  hb_poset *tree = hb_complete_tree (2, 4);
  hb_tuples tuples = VEC_EMPTY;
  struct counting c = { 0 };
  assert_true (hb_critical_tuples (tree, 3, SIZE_MAX, &tuples));
  assert_int_equal (tuples.size / 3, 2366);
  vec_free (tuples);
  (void)c;
  hb_poset_free (tree);
}
