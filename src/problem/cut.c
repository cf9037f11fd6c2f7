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

/* --- by a formula: the side of each vertex, and what is lost ---
 *
 * Of three edges in a triangle one is not cut, or none is.  So the edges are first sorted into triangles without common
 * edges and the rest; one edge is lost in each triangle, two more where its corners are on one side; and the
 * counter counts only what is lost beside. */

struct sorted_edges
{
  VEC (hb_id) corners; /* three for each triangle */
  bool *in_triangle;   /* of an edge */
};

/* Triangles at vertex A, of edges that are in none yet; EDGE_TO is all zero, and is so again. */
static void
take_triangles (const hb_graph *graph, hb_id a, hb_id *edge_to, struct sorted_edges *sorted)
{
  const struct hb_edge *edges = graph->edges.data;
  for (size_t i = 0; i < graph->edges.size; i++)
    if (!sorted->in_triangle[i] && (edges[i].from == a || edges[i].to == a))
      edge_to[edges[i].from == a ? edges[i].to : edges[i].from] = (hb_id)i + 1;
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      hb_id b = edges[i].from, c = edges[i].to;
      if (sorted->in_triangle[i] || !edge_to[b] || !edge_to[c])
        continue;
      sorted->in_triangle[i] = true;
      sorted->in_triangle[edge_to[b] - 1] = sorted->in_triangle[edge_to[c] - 1] = true;
      edge_to[b] = edge_to[c] = 0;
      const hb_id corners[] = { a, b, c };
      for (int k = 0; k < 3; k++)
        vec_push (sorted->corners, corners[k]);
    }
  for (hb_id v = 0; v < graph->vertices; v++)
    edge_to[v] = 0;
}

/* LOST is true if all COUNT vertices are on one side. */
static void
tell_lost (hb_cnf *cnf, const hb_id *vertices, size_t count, int lost)
{
  for (int sign = 1; sign >= -1; sign -= 2)
    {
      for (size_t i = 0; i < count; i++)
        hb_cnf_add (cnf, sign * ((int)vertices[i] + 1));
      hb_cnf_add (cnf, lost);
      hb_cnf_add (cnf, 0);
    }
}

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_graph *graph = hb_graph_of (instance);
  size_t edges = graph->edges.size, triangles;
  hb_cnf *cnf = hb_cnf_new ((int)graph->vertices);
  struct sorted_edges sorted = { VEC_EMPTY, hb_calloc (edges + 1, sizeof (bool)) };
  hb_id *edge_to = hb_calloc ((size_t)graph->vertices + 1, sizeof *edge_to);
  VEC (int) lost = VEC_EMPTY;
  for (hb_id a = 0; a < graph->vertices; a++)
    take_triangles (graph, a, edge_to, &sorted);
  triangles = sorted.corners.size / 3;
  for (size_t t = 0; t < triangles; t++)
    {
      vec_push (lost, cnf->variables + 1);
      vec_push (lost, cnf->variables + 1);
      tell_lost (cnf, sorted.corners.data + 3 * t, 3, cnf->variables + 1);
    }
  for (size_t i = 0; i < edges; i++)
    if (!sorted.in_triangle[i])
      {
        const hb_id ends[] = { graph->edges.data[i].from, graph->edges.data[i].to };
        vec_push (lost, cnf->variables + 1);
        tell_lost (cnf, ends, 2, cnf->variables + 1);
      }
  if (graph->bound > edges - triangles)
    hb_cnf_add (cnf, 0);
  else
    hb_cnf_at_most (cnf, lost.data, lost.size, edges - triangles - graph->bound);
  vec_free (lost);
  vec_free (sorted.corners);
  hb_free (sorted.in_triangle);
  hb_free (edge_to);
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
HB_ENCODED_DECIDERS (encoding, "the side of each vertex, and a counter of what is not cut");
HB_SUBSET_DECIDER (cuts_enough);
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
