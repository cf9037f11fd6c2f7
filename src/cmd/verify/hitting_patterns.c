/* hbkit verify hitting-patterns: how large the closure of a tuple is (doc/hitting.md). */
#include "cmd/verify/hitting.h"

#include "gen/posets.h"

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

static void
patterns (struct hitting_job *job)
{
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
        run_patterns };
