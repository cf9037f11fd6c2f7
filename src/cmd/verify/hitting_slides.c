/* hbkit verify hitting-4h, hitting-ablations: the slides' 4h schedules, where they are enough, and what each
 * part of a construction is for (doc/hitting.md). */
#include "cmd/verify/hitting.h"

#include "gen/hitting/kernel.h"
#include "gen/hitting/series3.h"
#include "gen/hitting/slides.h"
#include "gen/posets.h"
#include "poset/hitting.h"

static bool
misses (const hb_poset *poset, hb_schedules *family, int d)
{
  hb_id missed[HB_MOST_DEPTH];
  bool found = hb_hit_exactly (poset, family, d, 1, NULL, missed) != HB_HIT_ALL;
  hb_schedules_free (family);
  return found;
}

/* Of at most MOST children a node? */
static bool
is_narrow (const hb_tree *tree, hb_id most)
{
  for (hb_id i = 0; i < tree->height; i++)
    if (tree->widest[i] > most)
      return false;
  return true;
}

/* --- 4h --- */

/* Marks the right children of a tree of at most two a node; bit k of SIDES says whether the k-th only child is a
 * right one.  The number of only children. */
static unsigned
mark_right (const hb_tree *tree, uint64_t sides, bool *right)
{
  unsigned only = 0;
  for (hb_id x = 0; x < tree->count; x++)
    {
      hb_id parent = hb_poset_parent (tree->poset, x);
      right[x] = tree->index[x] == 1;
      if (parent != HB_NONE && hb_poset_uppers (tree->poset, parent) == 1)
        right[x] = sides >> only++ & 1;
    }
  return only;
}

/* All positional binary trees of this shape. */
static void
positional (struct hitting_job *job, const hb_tree *tree)
{
  bool *right = hb_calloc (tree->count, sizeof *right);
  uint64_t all = (uint64_t)1 << mark_right (tree, 0, right);
  for (uint64_t sides = 0; sides < all && !job->report.failure; sides++)
    {
      mark_right (tree, sides, right);
      job->seen++;
      if (tree->count > 2 && tree->height && tree->first < tree->height
          && misses (tree->poset, hb_hitting_slides (tree, right, 0), 3))
        hitting_fail (job, tree->poset, "4h schedules miss a triple of a binary tree");
    }
  hb_free (right);
}

/* A chain's or a path's schedules are all the same; a tree without a branching asks for nothing. */
static bool
each_for_4h (hb_poset *poset, void *context)
{
  struct hitting_job *job = context;
  hb_tree *tree = hb_tree_new (poset);
  bool *right = hb_calloc (poset->count, sizeof *right), narrow = is_narrow (tree, 2);
  if (narrow)
    positional (job, tree);
  for (int reading = 0; reading < HB_RIGHT_READINGS && !narrow; reading++)
    {
      hb_read_right (tree, (enum hb_right_reading)reading, right);
      if (!misses (poset, hb_hitting_slides (tree, right, 0), 3))
        hitting_fail (job, poset, "4h schedules hit all triples of a tree with three children");
    }
  job->missed += !narrow;
  hb_free (right);
  hb_tree_free (tree);
  hb_poset_free (poset);
  return hitting_goes_on (job);
}

static void
four_h (struct hitting_job *job)
{
  static const uint64_t binary[] = { 1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796 };
  static const uint64_t wide[] = { 0, 0, 0, 0, 1, 5, 21, 81, 302, 1107, 4027 };
  hb_id most = (hb_id)cli_unsigned (job->cli, "most-events", 8);
  for (hb_id n = 1; n <= most && n <= 10 && hitting_goes_on (job); n++)
    {
      job->seen = job->missed = 0;
      hb_each_plane_tree (n, each_for_4h, job);
      verify_count (&job->report, "positional binary trees, all triples hit", job->seen);
      verify_count (&job->report,
                    "trees with a node of three or more children, each reading of right misses",
                    job->missed);
      if (hitting_goes_on (job) && (job->seen != binary[n] || job->missed != wide[n]))
        verify_fail (&job->report, NULL,
                     "%llu binary trees and %llu others with %u nodes, not %llu and %llu",
                     (unsigned long long)job->seen, (unsigned long long)job->missed, n,
                     (unsigned long long)binary[n], (unsigned long long)wide[n]);
    }
}

static int
run_4h (struct cli *cli)
{
  return hitting_run (cli, "hitting-4h", four_h);
}

const struct verify_subject verify_hitting_4h
    = { "hitting-4h",
        "4h schedules are 3-hitting for binary trees, and for no other (doc/hitting.md)", run_4h,
        "most-events" };

/* --- Ablations: the smallest case that each one misses --- */

struct ablation
{
  const char *name;
  hb_id elements; /* of the smallest case */
  int d;
  unsigned lack; /* of slides.h, or */
  enum
  {
    SLIDES,
    LAST_AS_RIGHT,
    NO_DUAL,
    FEW_LEVELS
  } kind;
};

static const struct ablation ablations[]
    = { { "only ldfs", 4, 3, HB_LACK_RDFS, SLIDES },
        { "no blocking of left children", 3, 3, HB_LACK_LEFT, SLIDES },
        { "without the last level", 3, 3, HB_LACK_LAST_LEVEL, SLIDES },
        { "without level 0", 3, 3, HB_LACK_FIRST_LEVEL, SLIDES },
        { "ldfs with right, rdfs with left", 4, 3, HB_LACK_CROSSED, SLIDES },
        { "last child as right", 4, 3, 0, LAST_AS_RIGHT },
        { "series-parallel without the dual", 4, 3, 0, NO_DUAL },
        { "kernel of d - 2 levels", 6, 4, 0, FEW_LEVELS } };

struct ablating
{
  struct hitting_job *job;
  const struct ablation *ablation;
  bool found;
};

/* The kernel with one level less: for d, the families of up to d - 2 levels. */
static bool
few_levels_miss (const hb_poset *poset, const hb_tree *tree, int d)
{
  hb_rules rules = VEC_EMPTY, few = VEC_EMPTY;
  hb_hitting_kernel (tree, d, 1000000, &rules);
  for (size_t i = 0; i < rules.size; i++)
    if (rules.data[i].kind != HB_RULE_BOXES || rules.data[i].chosen <= d - 2)
      vec_push (few, rules.data[i]);
  bool found = misses (poset, hitting_expand (tree, &few), d);
  vec_free (rules);
  vec_free (few);
  return found;
}

static bool
tree_misses (const struct ablation *a, const hb_poset *poset)
{
  hb_tree *tree = hb_tree_new (poset);
  bool *right = hb_calloc (poset->count, sizeof *right), found = false;
  if (a->kind == FEW_LEVELS)
    found = is_narrow (tree, 2) && few_levels_miss (poset, tree, a->d);
  else if (tree->first == tree->height)
    found = false; /* no branching: nothing is asked for */
  else if (a->kind == LAST_AS_RIGHT)
    {
      hb_read_right (tree, HB_RIGHT_LAST, right);
      found = misses (poset, hb_hitting_slides (tree, right, 0), a->d);
    }
  else if (is_narrow (tree, 2))
    {
      uint64_t all = (uint64_t)1 << mark_right (tree, 0, right);
      for (uint64_t sides = 0; sides < all && !found; sides++)
        {
          mark_right (tree, sides, right);
          hb_schedules *family = hb_hitting_slides (tree, right, a->lack);
          found = misses (poset, family, a->d);
        }
    }
  hb_free (right);
  hb_tree_free (tree);
  return found;
}

static bool
each_for_ablation (hb_poset *poset, void *context)
{
  struct ablating *a = context;
  if (a->ablation->kind == NO_DUAL)
    {
      hb_series *series = hb_series_new (poset);
      a->found
          = misses (poset, hb_hitting_series3 (poset, series, HB_SERIES_NO_DUAL), a->ablation->d);
      hb_series_free (series);
    }
  else
    a->found = tree_misses (a->ablation, poset);
  if (a->found && poset->count < a->ablation->elements)
    hitting_fail (a->job, poset, "a smaller case than the known one");
  hb_poset_free (poset);
  return !a->found;
}

static void
ablate (struct hitting_job *job)
{
  for (size_t i = 0; i < sizeof ablations / sizeof *ablations && hitting_goes_on (job); i++)
    {
      struct ablating a = { job, &ablations[i], false };
      hb_id n = 1;
      for (; n <= ablations[i].elements && !a.found; n++)
        if (ablations[i].kind == NO_DUAL)
          hb_each_series (n, each_for_ablation, &a);
        else
          hb_each_plane_tree (n, each_for_ablation, &a);
      if (a.found)
        verify_say (&job->report, "%s: missed first on %u elements", ablations[i].name, n - 1);
      else
        verify_fail (&job->report, NULL, "%s: no case of up to %u elements", ablations[i].name,
                     ablations[i].elements);
      verify_count (&job->report, "ablations caught", a.found);
    }
}

static int
run_ablations (struct cli *cli)
{
  return hitting_run (cli, "hitting-ablations", ablate);
}

const struct verify_subject verify_hitting_ablations
    = { "hitting-ablations",
        "each part of the constructions is needed: the smallest case without it", run_ablations,
        NULL };
