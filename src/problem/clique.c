/* Clique: has a graph k vertices, each two joined by an edge?  (Karp, "Reducibility among combinatorial problems",
 * 1972.)  A solution is the set of the vertices, k of them or more. */
#include "problem/encoded.h"
#include "problem/subsets.h"

#include "base/memory.h"

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  const hb_list *set = hb_list_of (solution);
  bool *chosen = hb_list_flags (set, graph->vertices, "vertex", diag);
  if (!chosen)
    return false;
  hb_free (chosen);
  if (set->size < graph->bound)
    {
      hb_error (diag, NULL, "%zu vertices; expected %llu or more", set->size,
                (unsigned long long)graph->bound);
      return false;
    }
  struct hb_neighbours near = hb_graph_neighbours (graph);
  bool good = true;
  for (size_t i = 0; i < set->size && good; i++)
    for (size_t j = 0; j < i && good; j++)
      if (!(good = hb_neighbours_has (&near, set->data[i] - 1, set->data[j] - 1)))
        hb_error (diag, NULL, "no edge joins vertices %u and %u", (unsigned)set->data[j],
                  (unsigned)set->data[i]);
  hb_neighbours_free (&near);
  return good;
}

static hb_cnf *
encode (const hb_instance *instance)
{
  return hb_independent_encode (hb_graph_of (instance), true, hb_graph_of (instance)->bound);
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  return hb_subset_of_model (hb_graph_of (instance), model, true, UINT64_MAX);
}

/* Are the vertices of SET enough, and is each joined to all others? */
static bool
is_clique (const hb_graph *graph, const uint32_t *near, uint32_t set)
{
  uint64_t size = 0;
  for (hb_id v = 0; v < graph->vertices; v++)
    if (set >> v & 1)
      {
        if (set & ~near[v] & ~(UINT32_C (1) << v))
          return false;
        size++;
      }
  return size >= graph->bound;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "a variable for each vertex, and a counter");
HB_SUBSET_DECIDER (is_clique);
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

static const char *const measures[] = { "vertices", "edges", "bound", NULL };
HB_GRAPH_KIND (clique, false, true, true, hb_graph_most_vertices, 5);

const struct hb_problem hb_problem_clique = {
  HB_GRAPH_MEMBERS,
  .name = "clique",
  .title = "Clique",
  .summary = "has a graph k vertices, each two joined by an edge?",
  .source = "Karp, Reducibility among combinatorial problems, 1972",
  .evidence = "clique",
  .evidences = "cliques",
  .measures = measures,
  .read_solution = hb_graphs_read_solution,
  .same = hb_list_same,
  .check = check,
  .deciders = deciders,
};
