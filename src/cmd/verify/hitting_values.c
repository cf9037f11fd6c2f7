/* hbkit verify hitting-values: least sizes, each with its certificate written, read and checked (doc/hitting.md). */
#include "cmd/verify/hitting.h"

#include "gen/hitting/any.h"
#include "gen/posets.h"
#include "poset/minimal.h"
#include "proof/certify_hitting.h"

/* The least size of POSET, found and certified both ways; 0 if time was up or the job has failed. */
static size_t
certified_least (struct hitting_job *job, const hb_poset *poset, int d)
{
  hb_schedules *upper = hb_hitting_greedy (poset, d, SIZE_MAX, NULL);
  hb_minimal *m = hb_minimal_find (poset, d, upper, NULL, true, SIZE_MAX, &job->report.limits,
                                   job->cli->diag);
  size_t least = 0;
  if (m && m->low == m->high)
    {
      hb_output *output = hb_output_to_memory ();
      size_t size;
      bool written = hb_minimal_write (output, m, job->cli->diag);
      char *text = hb_output_text (output, &size);
      hb_input *input = hb_input_of_bytes ("certificate", text, size, job->cli->diag);
      struct hb_certified_hitting shown = hb_certify_hitting (poset, input, job->cli->diag);
      if (written && shown.good && shown.low == m->low && shown.high == m->low)
        least = m->low;
      else
        hitting_fail (job, poset, "the certificate of a least size is refused");
      verify_count (&job->report, "certificates checked", 1);
      hb_input_close (input);
      hb_free (text);
    }
  hb_minimal_free (m);
  return least;
}

/* POSET is stolen. */
static void
expect (struct hitting_job *job, hb_poset *poset, int d, size_t wanted, const char *what)
{
  size_t least = hitting_goes_on (job) ? certified_least (job, poset, d) : 0;
  if (least)
    verify_say (&job->report, "%s, d = %d: %zu", what, d, least);
  if (least && least != wanted)
    hitting_fail (job, poset, "the least size is another one");
  hb_poset_free (poset);
}

/* --- all unordered trees --- */

/* Compares the shapes of the subtrees of X and Y, children in their order: by size, then child by child. */
static int
compare (const hb_poset *p, hb_id x, hb_id y)
{
  hb_id a = p->leave[x] - p->enter[x], b = p->leave[y] - p->enter[y];
  if (a != b)
    return a < b ? -1 : 1;
  hb_id m = hb_poset_uppers (p, x), n = hb_poset_uppers (p, y);
  for (hb_id i = 0; i < m && i < n; i++)
    {
      int order = compare (p, p->upper[p->upper_first[x] + i], p->upper[p->upper_first[y] + i]);
      if (order)
        return order;
    }
  return m < n ? -1 : m > n;
}

/* Of all orders of children the one that falls. */
static bool
is_canonical (const hb_poset *p)
{
  for (hb_id x = 0; x < p->count; x++)
    for (hb_id i = p->upper_first[x] + 1; i < p->upper_first[x + 1]; i++)
      if (compare (p, p->upper[i - 1], p->upper[i]) < 0)
        return false;
  return true;
}

struct summing
{
  struct hitting_job *job;
  size_t trees, sum, most;
};

static bool
each_tree (hb_poset *poset, void *context)
{
  struct summing *s = context;
  if (is_canonical (poset))
    {
      size_t least = certified_least (s->job, poset, 3);
      s->trees++;
      s->sum += least;
      s->most = least > s->most ? least : s->most;
    }
  hb_poset_free (poset);
  cli_progress (s->job->cli, -1, "%zu trees", s->trees);
  return hitting_goes_on (s->job);
}

/* H_3 over all unordered trees of 3 .. MOST nodes. */
static void
sum_trees (struct hitting_job *job, hb_id most)
{
  static const size_t trees[] = { 2, 4, 9, 20, 48, 115, 286 },
                      sums[] = { 3, 12, 39, 112, 322, 874, 2389 },
                      largest[] = { 2, 6, 7, 8, 9, 10, 11 };
  for (hb_id n = 3; n <= most && hitting_goes_on (job); n++)
    {
      struct summing s = { .job = job };
      if (!hb_each_plane_tree (n, each_tree, &s))
        return;
      verify_say (&job->report, "%zu trees with %u nodes, d = 3: %zu in all, at most %zu", s.trees,
                  n, s.sum, s.most);
      if (s.trees != trees[n - 3] || s.sum != sums[n - 3] || s.most != largest[n - 3])
        verify_fail (&job->report, NULL, "expected %zu trees, %zu in all, at most %zu",
                     trees[n - 3], sums[n - 3], largest[n - 3]);
    }
}

/* --- the rest --- */

static void
values (struct hitting_job *job)
{
  static const size_t antichains[] = { 6, 6, 7, 8, 8, 8 }, complete[] = { 2, 8, 12, 16 };
  static const struct
  {
    hb_id k;
    int d;
    size_t least;
  } legs[] = { { 1, 3, 6 },  { 2, 3, 8 },  { 3, 3, 10 }, { 1, 4, 6 },
               { 2, 4, 18 }, { 3, 4, 26 }, { 2, 5, 30 }, { 3, 5, 62 } };
  hb_id most = (hb_id)cli_unsigned (job->cli, "most-events", 6);
  for (hb_id n = 3; n <= 8; n++)
    expect (job, hb_antichain (n), 3, antichains[n - 3], "antichain");
  for (hb_id n = 4; n <= 6; n++)
    expect (job, hb_antichain (n), 4, 24, "antichain");
  for (hb_id h = 1; h <= (most > 5 ? 4u : 3u); h++) /* the last takes some seconds */
    expect (job, hb_complete_tree (2, h), 3, complete[h - 1], "complete binary tree");
  expect (job, hb_complete_tree (2, 2), 4, 24, "complete binary tree, h = 2");
  expect (job, hb_complete_tree (2, 2), 5, 56, "complete binary tree, h = 2");
  for (size_t i = 0; i < sizeof legs / sizeof *legs; i++)
    {
      const hb_id three[] = { legs[i].k, legs[i].k, 1 };
      expect (job, hb_spider (three, 3), legs[i].d, legs[i].least, "legs of k, k, 1");
    }
  sum_trees (job, most > 9 ? 9 : most);
}

static int
run (struct cli *cli)
{
  return hitting_run (cli, "hitting-values", values);
}

const struct verify_subject verify_hitting_values
    = { "hitting-values", "least sizes of families, each with a certificate that is checked", run,
        "most-events" };
