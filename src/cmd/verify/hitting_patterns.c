/* hbkit verify hitting-patterns: how large the closure of a tuple is, and how many patterns of binary trees there are
 * (doc/hitting.md). */
#include "cmd/verify/hitting.h"

#include "gen/posets.h"

#include <string.h>

/* The closure of TUPLE under least common ancestors; its size, and inner nodes in *INNER. */
static size_t
closure (const hb_tree *tree, const hb_id *tuple, int d, size_t *inner)
{
  hb_id nodes[HB_MOST_DEPTH * HB_MOST_DEPTH];
  size_t size = 0;
  for (int i = 0; i < d; i++)
    for (int j = 0; j <= i; j++)
      {
        hb_id x = tuple[i], y = tuple[j];
        while (x != y) /* the deeper one goes down to its parent */
          if (tree->level[x] >= tree->level[y])
            x = hb_poset_parent (tree->poset, x);
          else
            y = hb_poset_parent (tree->poset, y);
        bool known = false;
        for (size_t k = 0; k < size && !known; k++)
          known = nodes[k] == x;
        if (!known)
          nodes[size++] = x;
      }
  *inner = 0;
  for (size_t k = 0; k < size; k++)
    {
      bool below = false;
      for (size_t l = 0; l < size && !below; l++)
        below = hb_poset_before (tree->poset, nodes[k], nodes[l]);
      *inner += below;
    }
  return size;
}

struct closing
{
  struct hitting_job *job;
  const hb_tree *tree;
  int d;
};

static bool
each_tuple (const hb_id *tuple, void *context)
{
  struct closing *c = context;
  size_t inner, size = closure (c->tree, tuple, c->d, &inner);
  verify_count (&c->job->report, "tuples", 1);
  if (size > 2 * (size_t)c->d - 1 || inner > (size_t)c->d - 1)
    hitting_fail (c->job, c->tree->poset, "a closure is larger than the slides say");
  return !c->job->report.failure;
}

static bool
each_closing (hb_poset *poset, void *context)
{
  struct hitting_job *job = context;
  hb_tree *tree = hb_tree_new (poset);
  struct closing c = { job, tree, job->d };
  hb_each_tuple (poset, job->d, false, each_tuple, &c);
  hb_tree_free (tree);
  hb_poset_free (poset);
  verify_count (&job->report, "trees", 1);
  return hitting_goes_on (job);
}

/* --- how many patterns ------------------------------------------------------------------------- */

#define MOST_MEMBERS 5
#define MOST_LEVELS (MOST_MEMBERS - 1)

/* Closures of binary trees whose root is at some level or below: which levels have inner nodes, how many members of the
 * tuple there are -> how many closures, each with each order of its members. */
typedef uint64_t closures[1 << MOST_LEVELS][MOST_MEMBERS + 1];

static uint64_t
choose (int n, int k)
{
  return k ? choose (n - 1, k - 1) * (uint64_t)n / (uint64_t)k : 1;
}

/* Adds the closures with an inner node at LEVEL and what is BELOW it.  A node with one child is there because it is a
 * member; one with two may be; a member above others comes first. */
static void
add_inner (int d, int level, const closures below, closures all)
{
  unsigned own = 1u << level;
  for (unsigned a = 0; a < 1 << MOST_LEVELS; a++)
    for (int m = 1; m <= d; m++)
      {
        if (!below[a][m])
          continue;
        if (m < d)
          all[a | own][m + 1] += 2 * below[a][m];
        for (unsigned b = 0; b < 1 << MOST_LEVELS; b++)
          for (int n = 1; m + n <= d; n++)
            {
              uint64_t both = below[a][m] * below[b][n] * choose (m + n, n);
              all[a | b | own][m + n] += both;
              if (m + n < d)
                all[a | b | own][m + n + 1] += both;
            }
      }
}

/* Patterns of D members that use all of LEVELS given levels. */
static uint64_t
count_patterns (int d, int levels)
{
  closures below = { { 0 } };
  below[0][1] = 1; /* a leaf, which is a member */
  for (int level = levels; level-- > 0;)
    {
      closures all;
      memcpy (all, below, sizeof all);
      add_inner (d, level, below, all);
      memcpy (below, all, sizeof below);
    }
  return below[(1 << levels) - 1][d];
}

static void
count_all_patterns (struct hitting_job *job)
{
  static const struct
  {
    int d, levels;
    uint64_t count;
  } known[] = { { 3, 2, 32 }, { 4, 2, 140 }, { 4, 3, 512 }, { 5, 4, 13824 } };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      uint64_t count = count_patterns (known[i].d, known[i].levels);
      verify_say (&job->report, "binary trees, d = %d: %llu patterns use %d given levels",
                  known[i].d, (unsigned long long)count, known[i].levels);
      if (count != known[i].count)
        verify_fail (&job->report, NULL, "expected %llu", (unsigned long long)known[i].count);
    }
}

static void
patterns (struct hitting_job *job)
{
  count_all_patterns (job);
  hb_id most = (hb_id)cli_unsigned (job->cli, "most-events", 8);
  for (job->d = 3; job->d <= 4; job->d++)
    for (hb_id n = 3; n <= most && n <= 9 && hitting_goes_on (job); n++)
      hb_each_plane_tree (n, each_closing, job);
}

static int
run_patterns (struct cli *cli)
{
  return hitting_run (cli, "hitting-patterns", patterns);
}

const struct verify_subject verify_hitting_patterns
    = { "hitting-patterns",
        "the closure of d nodes has at most 2d - 1 nodes, at most d - 1 of them inner",
        run_patterns, "most-events" };
