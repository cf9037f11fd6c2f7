/* hbkit verify hitting: a family in a file; without files, every construction on all small trees and
 * series-parallel orders, on both ways of looking. */
#include "cmd/verify/hitting.h"

#include "base/buffer.h"
#include "cmd/frame/posets.h"
#include "gen/hitting/any.h"
#include "gen/hitting/kernel.h"
#include "gen/hitting/series3.h"
#include "gen/posets.h"
#include "poset/file.h"
#include "poset/hitting.h"

int
hitting_run (struct cli *cli, const char *subject, void (*claims) (struct hitting_job *job))
{
  struct hitting_job job = { .cli = cli, .report = verify_report_begin (cli, subject) };
  claims (&job);
  cli_progress_end ();
  return verify_report_end (&job.report);
}

bool
hitting_goes_on (struct hitting_job *job)
{
  return verify_goes_on (&job->report);
}

hb_schedules *
hitting_expand (const hb_tree *tree, const hb_rules *rules)
{
  hb_schedules *family = hb_schedules_new (tree->count);
  for (size_t i = 0; i < rules->size; i++)
    hb_rule_expand (tree, &rules->data[i], hb_schedules_add (family));
  return family;
}

/* Small posets only: one line. */
static char *
shown (const hb_poset *poset)
{
  hb_buffer text = VEC_EMPTY;
  char rooms[2][HB_ELEMENT_ROOM];
  hb_buffer_add (&text, "%u elements:", poset->count);
  for (hb_id x = 0; x < poset->count; x++)
    for (hb_id i = poset->upper_first[x]; i < poset->upper_first[x + 1]; i++)
      hb_buffer_add (&text, " %s<%s", hb_element_name (poset, x, rooms[0]),
                     hb_element_name (poset, poset->upper[i], rooms[1]));
  return hb_buffer_take (&text);
}

void
hitting_fail (struct hitting_job *job, const hb_poset *poset, const char *what)
{
  char *text = shown (poset);
  verify_fail (&job->report, NULL, "%s on the poset of %s", what, text);
  hb_free (text);
}

bool
hitting_holds (struct hitting_job *job, const hb_poset *poset, hb_schedules *family, int d)
{
  hb_id missed[HB_MOST_DEPTH];
  hb_diag *diag = hb_diag_new ();
  bool holds = hb_schedules_check (poset, family, diag);
  if (!holds)
    hitting_fail (job, poset, "what should be a schedule is none");
  else
    {
      holds = hb_hit_exactly (poset, family, d, 1, NULL, missed) == HB_HIT_ALL;
      if (poset->count <= 10
          && holds != (hb_hit_by_brute_force (poset, family, d, missed) == HB_HIT_ALL))
        hitting_fail (job, poset, "the exact check disagrees with the definition");
    }
  verify_count (&job->report, "families checked", 1);
  hb_schedules_free (family);
  hb_diag_free (diag);
  return holds;
}

/* --- The constructions --- */

static void
expect (struct hitting_job *job, const hb_poset *poset, hb_schedules *family, int d,
        const char *name)
{
  if (!hitting_holds (job, poset, family, d))
    hitting_fail (job, poset, name);
}

static bool
each_tree (hb_poset *poset, void *context)
{
  struct hitting_job *job = context;
  hb_tree *tree = hb_tree_new (poset);
  hb_rules rules = VEC_EMPTY;
  hb_hitting_tree2 (tree, &rules);
  hb_schedules *two = hitting_expand (tree, &rules);
  if (job->d == 3)
    {
      expect (job, poset, hb_hitting_naive (poset, two), 3, "the naive family misses a triple");
      hb_hitting_tree3 (tree, &rules);
      expect (job, poset, hitting_expand (tree, &rules), 3, "the family by codes misses a triple");
      hb_hitting_local (tree, &rules);
      expect (job, poset, hitting_expand (tree, &rules), 3, "the local family misses a triple");
      expect (job, poset, two, 2, "ldfs and rdfs miss a pair");
      two = NULL;
    }
  if (hb_hitting_kernel (tree, job->d, 1000000, &rules))
    expect (job, poset, hitting_expand (tree, &rules), job->d,
            "the family by kernels misses a tuple");
  hb_schedules_free (two);
  vec_free (rules);
  hb_tree_free (tree);
  hb_poset_free (poset);
  verify_count (&job->report, job->d == 3 ? "trees, d = 3" : "trees, d = 4", 1);
  cli_progress (job->cli, -1, "%llu families",
                (unsigned long long)job->report.counts.data[0].number);
  return hitting_goes_on (job);
}

static bool
each_series (hb_poset *poset, void *context)
{
  struct hitting_job *job = context;
  hb_series *series = hb_series_new (poset);
  expect (job, poset, hb_hitting_series3 (poset, series, HB_SERIES_WHOLE), 3,
          "the series-parallel family misses a triple");
  expect (job, poset, hb_hitting_series2 (poset, series), 2,
          "the two realizing schedules miss a pair");
  hb_series_free (series);
  hb_poset_free (poset);
  verify_count (&job->report, "series-parallel posets, d = 3", 1);
  return hitting_goes_on (job);
}

static void
constructions (struct hitting_job *job)
{
  hb_id most = (hb_id)cli_unsigned (job->cli, "most-events", 8);
  bool go_on = true;
  for (job->d = 3; job->d <= 4; job->d++)
    for (hb_id n = 1; n <= (job->d == 3 ? most : most > 2 ? most - 2 : most) && go_on; n++)
      go_on = hb_each_plane_tree (n, each_tree, job);
  for (hb_id n = 1; n <= most && n <= HB_MOST_SERIES && go_on; n++)
    go_on = hb_each_series (n, each_series, job);
  struct hb_rng rng = hb_rng_seeded (cli_unsigned (job->cli, "seed", 0));
  for (uint64_t i = 0; i < cli_unsigned (job->cli, "random", 50) && go_on; i++)
    {
      go_on = each_series (hb_random_series (8 + (hb_id)hb_rng_below (&rng, 25), &rng), job);
      job->d = 3;
      go_on
          = go_on && each_tree (hb_random_tree (10 + (hb_id)hb_rng_below (&rng, 40), 0, &rng), job);
    }
}

static int
run (struct cli *cli)
{
  bool of_file = cli->operand_count > 1;
  cli_refuse (cli, of_file ? "most-events random keep" : "hit samples jobs " POSET_OPTIONS,
              of_file ? "constructions, not for a family in a file" : "a family in a file");
  return of_file ? verify_hitting_file (cli) : hitting_run (cli, "hitting", constructions);
}

const struct verify_subject verify_hitting
    = { "hitting",
        "families of schedules hit every d elements in every order: P F --hit D, or all "
        "constructions (doc/hitting.md)",
        run, "most-events random hit samples jobs poset part regex strict" };
