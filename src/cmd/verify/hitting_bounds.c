/* hbkit verify hitting-optimal, hitting-bounds, hitting-series: sizes (doc/hitting.md). */
#include "cmd/verify/hitting.h"

#include "gen/hitting/any.h"
#include "gen/hitting/series3.h"
#include "gen/posets.h"
#include "poset/hitting.h"
#include "poset/minimal.h"

/* H_d of POSET (stolen) is WANTED: found, and refuted below. */
static void
expect_least (struct hitting_job *job, hb_poset *poset, int d, size_t wanted, const char *what)
{
  hb_schedules *upper = hb_hitting_greedy (poset, d, SIZE_MAX, NULL);
  hb_minimal *m = hb_minimal_find (poset, d, upper, NULL, false, SIZE_MAX, &job->report.limits,
                                   job->cli->diag);
  if (m && m->low == m->high)
    {
      verify_say (&job->report, "%s, d = %d: %zu", what, d, m->low);
      verify_count (&job->report, "least sizes found", 1);
      hb_schedules *family = m->family;
      m->family = NULL;
      if (m->low != wanted || !hitting_holds (job, poset, family, d))
        hitting_fail (job, poset, "the least size is another one");
    }
  hb_minimal_free (m);
  hb_poset_free (poset);
}

/* --- Optimal? --- */

static void
optimal (struct hitting_job *job)
{
  bool deep = cli_unsigned (job->cli, "most-events", 8) > 8;
  expect_least (job, hb_complete_tree (2, 1), 3, 2, "complete binary tree, h = 1");
  expect_least (job, hb_complete_tree (2, 2), 3, 8, "complete binary tree, h = 2");
  expect_least (job, hb_complete_tree (2, 3), 3, 12, "complete binary tree, h = 3");
  for (hb_id h = 2; h <= (deep ? 6u : 4u); h++)
    {
      const hb_id path[] = { h, 1 };
      expect_least (job, hb_spider (path, 2), 3, h + 1, "path and a leaf at the root");
      expect_least (job, hb_caterpillar (h), 3, h + 4, "caterpillar");
    }
}

static int
run_optimal (struct cli *cli)
{
  return hitting_run (cli, "hitting-optimal", optimal);
}

const struct verify_subject verify_hitting_optimal
    = { "hitting-optimal", "4h is optimal for d = 3: on complete binary trees, not tree by tree",
        run_optimal, "most-events" };

/* --- Bounds --- */

static void
bounds (struct hitting_job *job)
{
  static const struct
  {
    int d;
    uint64_t size;
  } sizes[] = { { 3, 76 }, { 4, 432 }, { 5, 2740 } };
  for (size_t i = 0; i < 3; i++)
    {
      uint64_t size = hb_random_size (100, sizes[i].d, 1);
      verify_say (&job->report, "antichain of 100, d = %d: %llu random schedules exist", sizes[i].d,
                  (unsigned long long)size);
      if (size != sizes[i].size)
        verify_fail (&job->report, NULL, "expected %llu", (unsigned long long)sizes[i].size);
    }
  /* Every antichain of at least d elements needs d! schedules. */
  for (hb_id n = 3; n <= 5; n++)
    expect_least (job, hb_antichain (n), 3, n < 5 ? 6 : 7, "antichain");
  expect_least (job, hb_antichain (4), 4, 24, "antichain");
  /* A grid: legs of k edges and a leaf on one root, d = 2 * legs + 1: at least (k + 1)^legs. */
  for (hb_id k = 1; k <= 3; k++)
    {
      static const size_t three[] = { 6, 8, 10 }, four[] = { 6, 18, 26 };
      const hb_id legs[] = { k, k, 1 };
      expect_least (job, hb_spider (legs, 3), 3, three[k - 1], "legs of k, k, 1");
      expect_least (job, hb_spider (legs, 3), 4, four[k - 1], "legs of k, k, 1");
      if (four[k - 1] < (k > 1 ? k + 1 : 1))
        verify_fail (&job->report, NULL, "below the bound of the grid");
    }
}

static int
run_bounds (struct cli *cli)
{
  return hitting_run (cli, "hitting-bounds", bounds);
}

const struct verify_subject verify_hitting_bounds
    = { "hitting-bounds",
        "how many schedules antichains and spiders need, and random ones that are enough",
        run_bounds, NULL };

/* --- Series-parallel, level blocking alone --- */

static bool
each_level_blocking (hb_poset *poset, void *context)
{
  struct hitting_job *job = context;
  hb_id missed[3];
  hb_series *series = hb_series_new (poset);
  hb_schedules *family = hb_hitting_series3 (poset, series, HB_SERIES_NO_DUAL);
  job->seen++;
  job->missed += hb_hit_exactly (poset, family, 3, 1, NULL, missed) == HB_HIT_MISSED;
  hb_schedules_free (family);
  hb_series_free (series);
  hb_poset_free (poset);
  return hitting_goes_on (job);
}

static void
level_blocking (struct hitting_job *job)
{
  static const uint64_t failing[] = { 0, 0, 0, 0, 1, 8, 46, 228, 1066 };
  hb_id most = (hb_id)cli_unsigned (job->cli, "most-events", 8);
  for (hb_id n = 1; n <= most && n <= HB_MOST_SERIES && hitting_goes_on (job); n++)
    {
      job->seen = job->missed = 0;
      hb_each_series (n, each_level_blocking, job);
      verify_count (&job->report, "series-parallel posets", job->seen);
      verify_count (&job->report, "of them missed by level blocking alone", job->missed);
      if (hitting_goes_on (job) && job->missed != failing[n])
        verify_fail (&job->report, NULL,
                     "level blocking misses %llu posets of %u elements, not %llu",
                     (unsigned long long)job->missed, n, (unsigned long long)failing[n]);
    }
}

static int
run_series (struct cli *cli)
{
  return hitting_run (cli, "hitting-series", level_blocking);
}

const struct verify_subject verify_hitting_series = {
  "hitting-series",
  "level blocking carries over to series-parallel orders: it does not, smallest on 4 elements",
  run_series, "most-events"
};
