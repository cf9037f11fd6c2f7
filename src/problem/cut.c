/* Max cut: can the vertices of a graph be put on two sides so that k edges lead from one to the other?  (Karp,
 * "Reducibility among combinatorial problems", 1972, with weights; Garey, Johnson and Stockmeyer, "Some simplified
 * NP-complete graph problems", Theoretical Computer Science 1, 1976, without.)  A solution is the set of the
 * vertices of one side; either will do. */
#include "problem/encoded.h"
#include "problem/subsets.h"

#include "base/memory.h"
#include "sat/count.h"

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  bool *side = hb_list_flags (hb_list_of (solution), graph->vertices, "vertex", diag);
  if (!side)
    return false;
  uint64_t cut = 0;
  for (size_t i = 0; i < graph->edges.size; i++)
    cut += side[graph->edges.data[i].from + 1] != side[graph->edges.data[i].to + 1];
  hb_free (side);
  if (cut >= graph->bound)
    return true;
  hb_error (diag, NULL, "%llu edges are cut; expected %llu or more", (unsigned long long)cut,
            (unsigned long long)graph->bound);
  return false;
}

/* --- by a formula: the side of each vertex, and whether each edge is cut --- */

/* The edges in an order in which those of a triangle stand together: one of them is not cut, which a counter
 * finds out at once then. */
static size_t *
order_of_edges (const hb_graph *graph)
{
  size_t edges = graph->edges.size, *order = hb_calloc (edges + 1, sizeof *order), count = 0;
  bool *used = hb_calloc (edges + 1, sizeof *used);
  hb_id *edge_to = hb_calloc (graph->vertices + 1, sizeof *edge_to); /* edge + 1 from a to it */
  for (hb_id a = 0; a < graph->vertices; a++)
    {
      for (size_t i = 0; i < edges; i++)
        if (!used[i] && graph->edges.data[i].from == a)
          edge_to[graph->edges.data[i].to] = (hb_id)i + 1;
        else if (!used[i] && graph->edges.data[i].to == a)
          edge_to[graph->edges.data[i].from] = (hb_id)i + 1;
      for (size_t i = 0; i < edges; i++)
        {
          struct hb_edge e = graph->edges.data[i];
          if (used[i] || !edge_to[e.from] || !edge_to[e.to])
            continue;
          const size_t three[] = { i, edge_to[e.from] - 1, edge_to[e.to] - 1 };
          for (int k = 0; k < 3; k++)
            used[order[count++] = three[k]] = true;
          edge_to[e.from] = edge_to[e.to] = 0;
        }
      for (hb_id v = 0; v < graph->vertices; v++)
        edge_to[v] = 0;
    }
  for (size_t i = 0; i < edges; i++)
    if (!used[i])
      order[count++] = i;
  hb_free (used);
  hb_free (edge_to);
  return order;
}

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_graph *graph = hb_graph_of (instance);
  size_t edges = graph->edges.size, *order = order_of_edges (graph);
  hb_cnf *cnf = hb_cnf_new ((int)(graph->vertices + edges));
  int *is_cut = hb_calloc (edges + 1, sizeof *is_cut);
  for (size_t i = 0; i < edges; i++)
    {
      int a = (int)graph->edges.data[order[i]].from + 1, b = (int)graph->edges.data[order[i]].to + 1;
      is_cut[i] = (int)graph->vertices + (int)i + 1;
      const int one[] = { -is_cut[i], a, b }, other[] = { -is_cut[i], -a, -b };
      hb_cnf_add_clause (cnf, one, 3);
      hb_cnf_add_clause (cnf, other, 3);
    }
  hb_cnf_at_least (cnf, is_cut, edges, graph->bound);
  hb_free (is_cut);
  hb_free (order);
  return cnf;
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  return hb_subset_of_model (hb_graph_of (instance), model, true, UINT64_MAX);
}

/* --- by hand --- */

static bool
cuts_enough (const hb_graph *graph, const uint32_t *near, uint32_t set)
{
  uint64_t cut = 0;
  for (hb_id v = 0; v < graph->vertices; v++)
    if (set >> v & 1)
      for (uint32_t others = near[v] & ~set; others; others &= others - 1)
        cut++;
  return cut >= graph->bound;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  return hb_subset_try (hb_graph_of (instance), cuts_enough, solution);
}

/* The same list, or that of the other side. */
static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  if (hb_list_same (self, instance, a, b))
    return true;
  const hb_list *x = hb_list_of (a), *y = hb_list_of (b);
  size_t i = 0, j = 0;
  for (hb_id v = 1; v <= hb_graph_of (instance)->vertices; v++)
    {
      bool in_x = i < x->size && x->data[i] == v, in_y = j < y->size && y->data[j] == v;
      if (in_x == in_y)
        return false;
      i += in_x;
      j += in_y;
    }
  return true;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "the side of each vertex, and a counter of the edges cut");
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all sets of vertices, of small graphs",
                                         .brute = true,
                                         .accepts = hb_graphs_are_small,
                                         .decide = try_all };
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

static const char *const measures[] = { "vertices", "edges", "bound", NULL };
HB_GRAPH_KIND (cut, false, true, true, hb_graph_most_edges, 5);

const struct hb_problem hb_problem_cut = {
  HB_GRAPH_MEMBERS,
  .name = "max-cut",
  .title = "Max cut",
  .summary = "do k edges of a graph lead from one of two sides to the other?",
  .source = "Garey, Johnson and Stockmeyer, Theoretical Computer Science 1, 1976",
  .evidence = "cut",
  .evidences = "cuts",
  .measures = measures,
  .read_solution = hb_graphs_read_solution,
  .same = same,
  .check = check,
  .deciders = deciders,
};
