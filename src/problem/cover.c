/* Vertex cover: are there k vertices of a graph such that each edge has one of them as an end?  (Karp, "Reducibility
 * among combinatorial problems", 1972: node cover.)  A solution is the set of the vertices, k of them or
 * fewer. */
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
  bool good = set->size <= graph->bound;
  if (!good)
    hb_error (diag, NULL, "%zu vertices; expected %llu or fewer", set->size,
              (unsigned long long)graph->bound);
  for (size_t i = 0; i < graph->edges.size && good; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      if (!(good = chosen[e.from + 1] || chosen[e.to + 1]))
        hb_error (diag, NULL, "the edge from vertex %u to %u is not covered", (unsigned)e.from + 1,
                  (unsigned)e.to + 1);
    }
  hb_free (chosen);
  return good;
}

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_graph *graph = hb_graph_of (instance);
  uint64_t left = graph->bound < graph->vertices ? graph->vertices - graph->bound : 0;
  return hb_independent_encode (graph, false, left);
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  return hb_subset_of_model (hb_graph_of (instance), model, false, UINT64_MAX);
}

/* Are the vertices of SET few enough, and all neighbours of others in it? */
static bool
is_cover (const hb_graph *graph, const uint32_t *near, uint32_t set)
{
  uint64_t size = 0;
  for (hb_id v = 0; v < graph->vertices; v++)
    if (set >> v & 1)
      size++;
    else if (near[v] & ~set)
      return false;
  return size <= graph->bound;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "a variable for each vertex, and a counter");
HB_SUBSET_DECIDER (is_cover);
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

static const char *const measures[] = { "vertices", "edges", "bound", NULL };
HB_GRAPH_KIND (cover, false, true, true, hb_graph_most_vertices, 5);

const struct hb_problem hb_problem_cover = {
  HB_GRAPH_MEMBERS,
  .name = "vertex-cover",
  .title = "Vertex cover",
  .summary = "has each edge of a graph an end among some k vertices?",
  .source = "Karp, Reducibility among combinatorial problems, 1972",
  .evidence = "cover",
  .evidences = "covers",
  .measures = measures,
  .read_solution = hb_graphs_read_solution,
  .same = hb_list_same,
  .check = check,
  .deciders = deciders,
};
