/* See subsets.h.
 *
 * That SIZE vertices are independent is easy to say and, with a plain counter, hard to refute: the counter has
 * to find out that of three vertices of a triangle only one can count.  So the vertices are first put, one by
 * one, into groups of which each two are joined; a set has at most one of a group, and the counter counts the
 * groups. */
#include "problem/subsets.h"

#include "base/memory.h"
#include "sat/count.h"

/* --- by a formula --- */

struct groups
{
  hb_id count;
  hb_id *group; /* of a vertex */
  hb_id *size;  /* of a group */
};

/* Does an edge exclude that both are chosen? */
static bool
excludes (const struct hb_neighbours *near, bool complement, hb_id a, hb_id b)
{
  return hb_neighbours_has (near, a, b) != complement;
}

/* Each vertex to the first group all of whose vertices it excludes. */
static struct groups
group_vertices (const hb_graph *graph, const struct hb_neighbours *near, bool complement)
{
  struct groups g = { 0, hb_calloc (graph->vertices, sizeof *g.group),
                      hb_calloc (graph->vertices, sizeof *g.size) };
  hb_id *met = hb_calloc (graph->vertices, sizeof *met);
  for (hb_id v = 0; v < graph->vertices; v++)
    {
      for (hb_id i = 0; i < g.count; i++)
        met[i] = 0;
      for (hb_id u = 0; u < v; u++)
        met[g.group[u]] += excludes (near, complement, u, v);
      hb_id at = 0;
      while (at < g.count && met[at] < g.size[at])
        at++;
      g.count += at == g.count;
      g.group[v] = at;
      g.size[at]++;
    }
  hb_free (met);
  return g;
}

/* A variable for each group that implies one of its vertices; at least SIZE of these. */
static void
count_groups (hb_cnf *cnf, const hb_graph *graph, const struct groups *g, uint64_t size)
{
  int *some = hb_calloc (g->count + 1, sizeof *some);
  for (hb_id i = 0; i < g->count; i++)
    {
      some[i] = cnf->variables + 1;
      hb_cnf_add (cnf, -some[i]);
      for (hb_id v = 0; v < graph->vertices; v++)
        if (g->group[v] == i)
          hb_cnf_add (cnf, (int)v + 1);
      hb_cnf_add (cnf, 0);
    }
  hb_cnf_at_least (cnf, some, g->count, size);
  hb_free (some);
}

hb_cnf *
hb_independent_encode (const hb_graph *graph, bool complement, uint64_t size)
{
  hb_cnf *cnf = hb_cnf_new ((int)graph->vertices);
  struct hb_neighbours near = hb_graph_neighbours (graph);
  for (hb_id a = 0; a < graph->vertices; a++)
    for (hb_id b = a + 1; b < graph->vertices; b++)
      if (excludes (&near, complement, a, b))
        {
          const int not_both[] = { -((int)a + 1), -((int)b + 1) };
          hb_cnf_add_clause (cnf, not_both, 2);
        }
  struct groups g = group_vertices (graph, &near, complement);
  count_groups (cnf, graph, &g, size);
  hb_free (g.group);
  hb_free (g.size);
  hb_neighbours_free (&near);
  return cnf;
}

hb_solution *
hb_subset_of_model (const hb_graph *graph, const signed char *model, bool value, uint64_t size)
{
  hb_list *set = hb_list_new ();
  for (hb_id v = 0; v < graph->vertices && set->size < size; v++)
    if ((model[v + 1] > 0) == value)
      vec_push (*set, v + 1);
  return hb_solution_of_list (set);
}

/* --- by hand --- */

enum hb_answer
hb_subset_decide (const struct hb_decider *self, const hb_instance *instance,
                  const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)options, (void)diag;
  const struct hb_subset_test *test = self->own;
  const hb_graph *graph = hb_graph_of (instance);
  uint32_t near[HB_MOST_TRIED_VERTICES] = { 0 };
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      near[e.from] |= UINT32_C (1) << e.to;
      near[e.to] |= UINT32_C (1) << e.from;
    }
  for (uint32_t set = 0; set < UINT32_C (1) << graph->vertices; set++)
    if (test->good (graph, near, set))
      {
        hb_list *list = hb_list_new ();
        for (hb_id v = 0; v < graph->vertices; v++)
          if (set >> v & 1)
            vec_push (*list, v + 1);
        if (solution)
          *solution = hb_solution_of_list (list);
        else
          hb_list_free (NULL, hb_solution_of_list (list));
        return HB_YES;
      }
  return HB_NO;
}
