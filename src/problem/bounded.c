/* See bounded.h.
 *
 * Clique and cover: x(v) is "v is in the set".  Cut: x(v) is the side of v, and in OPB y(e) is "e leads across".
 *
 *     clique  ~x(u) + ~x(v) >= 1 for each two that are not joined,    as many x as possible, k at least
 *     cover   x(u) + x(v) >= 1 for each edge,                         as few x as possible, k at most
 *     cut     y(e) <= x(u) + x(v) and y(e) <= 2 - x(u) - x(v),        as many y as possible, k at least
 *
 * In WCNF an edge across falsifies neither of the soft clauses x(u) or x(v), ~x(u) or ~x(v), any other one of them, so
 * the cost is the number of edges that stay on a side. */
#include "problem/bounded.h"

#include "problem/graphs.h"

bool
hb_bounded_knows (const struct hb_problem *problem)
{
  return problem == &hb_problem_clique || problem == &hb_problem_cover
         || problem == &hb_problem_cut;
}

/* A constraint on two vertices, counted from 0. */
typedef void tell_pair (hb_output *output, hb_id u, hb_id v);

/* Tells all pairs that exclude one another, or need one of the two.  How many. */
static uint64_t
each_pair (const struct hb_problem *problem, const hb_graph *graph, tell_pair *tell,
           hb_output *output)
{
  uint64_t count = 0;
  if (problem == &hb_problem_cover)
    for (size_t e = 0; e < graph->edges.size; e++, count++)
      {
        if (tell)
          tell (output, graph->edges.data[e].from, graph->edges.data[e].to);
      }
  if (problem != &hb_problem_clique)
    return count;
  struct hb_neighbours near = hb_graph_neighbours (graph);
  for (hb_id u = 0; u < graph->vertices; u++)
    for (hb_id v = u + 1; v < graph->vertices; v++)
      if (!hb_neighbours_has (&near, u, v))
        {
          count++;
          if (tell)
            tell (output, u, v);
        }
  hb_neighbours_free (&near);
  return count;
}

/* --- OPB --------------------------------------------------------------------------------------- */

static void
opb_one_of (hb_output *output, hb_id u, hb_id v)
{
  hb_putf (output, "+1 x%u +1 x%u >= 1 ;\n", u + 1, v + 1);
}

static void
opb_not_both (hb_output *output, hb_id u, hb_id v)
{
  hb_putf (output, "-1 x%u -1 x%u >= -1 ;\n", u + 1, v + 1);
}

/* The sum of variables FIRST .. LAST, each times SIGN, is at least BOUND times SIGN. */
static void
opb_sum (hb_output *output, uint64_t first, uint64_t last, int sign, uint64_t bound)
{
  for (uint64_t x = first; x <= last; x++)
    hb_putf (output, "%c1 x%llu ", sign < 0 ? '-' : '+', (unsigned long long)x);
  if (first > last)
    hb_put (output, "+0 x1 ");
  hb_putf (output, ">= %s%llu ;\n", sign < 0 && bound ? "-" : "", (unsigned long long)bound);
}

static void
write_opb (const struct hb_problem *problem, const hb_graph *graph, hb_output *output)
{
  uint64_t n = graph->vertices, m = graph->edges.size;
  bool cut = problem == &hb_problem_cut, cover = problem == &hb_problem_cover;
  uint64_t variables = cut ? n + m : n;
  uint64_t constraints = (cut ? 2 * m : each_pair (problem, graph, NULL, output)) + 1;
  hb_putf (output, "* #variable= %llu #constraint= %llu\n",
           (unsigned long long)(variables ? variables : 1), (unsigned long long)constraints);
  hb_putf (output, "* %s: %s\n* satisfiable: %s; unsatisfiable: %s\n", problem->title,
           problem->summary, problem->yes, problem->no);
  for (size_t e = 0; cut && e < m; e++)
    {
      hb_id u = graph->edges.data[e].from, v = graph->edges.data[e].to;
      unsigned long long y = n + e + 1;
      hb_putf (output, "+1 x%u +1 x%u -1 x%llu >= 0 ;\n", u + 1, v + 1, y);
      hb_putf (output, "-1 x%u -1 x%u -1 x%llu >= -2 ;\n", u + 1, v + 1, y);
    }
  each_pair (problem, graph, cover ? opb_one_of : opb_not_both, output);
  opb_sum (output, cut ? n + 1 : 1, variables, cover ? -1 : 1, graph->bound);
}

/* --- WCNF -------------------------------------------------------------------------------------- */

static void
wcnf_one_of (hb_output *output, hb_id u, hb_id v)
{
  hb_putf (output, "h %u %u 0\n", u + 1, v + 1);
}

static void
wcnf_not_both (hb_output *output, hb_id u, hb_id v)
{
  hb_putf (output, "h -%u -%u 0\n", u + 1, v + 1);
}

static void
write_wcnf (const struct hb_problem *problem, const hb_graph *graph, hb_output *output)
{
  uint64_t n = graph->vertices, m = graph->edges.size;
  bool cut = problem == &hb_problem_cut, cover = problem == &hb_problem_cover;
  uint64_t all = cut ? m : n;
  hb_putf (output, "c %s: %s\n", problem->title, problem->summary);
  if (!cover && graph->bound > all)
    hb_putf (output, "c %s whatever the cost\n", problem->no);
  else
    hb_putf (output, "c %s if there is a solution of cost %llu or less, else %s\n", problem->yes,
             (unsigned long long)(cover ? graph->bound : all - graph->bound), problem->no);
  each_pair (problem, graph, cover ? wcnf_one_of : wcnf_not_both, output);
  for (uint64_t v = 1; !cut && v <= n; v++)
    hb_putf (output, "1 %s%llu 0\n", cover ? "-" : "", (unsigned long long)v);
  for (size_t e = 0; cut && e < m; e++)
    {
      hb_id u = graph->edges.data[e].from + 1, v = graph->edges.data[e].to + 1;
      hb_putf (output, "1 %u %u 0\n1 -%u -%u 0\n", u, v, u, v);
    }
}

void
hb_bounded_write (const struct hb_problem *problem, const hb_instance *instance,
                  enum hb_bounded_form form, hb_output *output)
{
  if (form == HB_BOUNDED_OPB)
    write_opb (problem, hb_graph_of (instance), output);
  else
    write_wcnf (problem, hb_graph_of (instance), output);
}
