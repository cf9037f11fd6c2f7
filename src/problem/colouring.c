/* Graph 3-colouring: can the vertices of a graph get three colours so that no edge joins two of the same?
 * (Stockmeyer, "Planar 3-colorability is polynomial complete", SIGACT News 5, 1973; GT4 of Garey and Johnson,
 * 1979.)  A solution is the colour of each vertex, 1 to 3, in the order of the vertices. */
#include "problem/graphs.h"

#include "problem/encoded.h"
#include "sat/cnf.h"

#define COLOURS 3

/* The search by hand ends on each graph that is so small. */
#define MOST_TRIED 24

/* --- solutions --- */

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  (void)self;
  (void)instance;
  return hb_list_read (self, input, COLOURS, false, diag);
}

static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  const hb_list *colours = hb_list_of (solution);
  if (colours->size != graph->vertices)
    {
      hb_error (diag, NULL, "%zu colours for %u vertices", colours->size,
                (unsigned)graph->vertices);
      return false;
    }
  for (size_t v = 0; v < colours->size; v++)
    if (!colours->data[v] || colours->data[v] > COLOURS)
      {
        hb_error (diag, NULL, "vertex %zu has colour %u; there are three", v + 1,
                  (unsigned)colours->data[v]);
        return false;
      }
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      if (colours->data[e.from] != colours->data[e.to])
        continue;
      hb_error (diag, NULL, "vertices %u and %u, which an edge joins, both have colour %u",
                (unsigned)e.from + 1, (unsigned)e.to + 1, (unsigned)colours->data[e.from]);
      return false;
    }
  return true;
}

/* --- by a formula: a variable for each vertex and colour --- */

static int
has_colour (hb_id vertex, int colour)
{
  return (int)(COLOURS * vertex) + colour + 1;
}

static hb_cnf *
encode (const hb_instance *instance)
{
  const hb_graph *graph = hb_graph_of (instance);
  hb_cnf *cnf = hb_cnf_new ((int)(COLOURS * graph->vertices));
  for (hb_id v = 0; v < graph->vertices; v++)
    {
      const int some[] = { has_colour (v, 0), has_colour (v, 1), has_colour (v, 2) };
      hb_cnf_add_clause (cnf, some, COLOURS);
    }
  for (size_t i = 0; i < graph->edges.size; i++)
    for (int c = 0; c < COLOURS; c++)
      {
        struct hb_edge e = graph->edges.data[i];
        const int not_both[] = { -has_colour (e.from, c), -has_colour (e.to, c) };
        hb_cnf_add_clause (cnf, not_both, 2);
      }
  return cnf;
}

static hb_solution *
decode (const hb_instance *instance, const signed char *model)
{
  hb_list *colours = hb_list_new ();
  for (hb_id v = 0; v < hb_graph_of (instance)->vertices; v++)
    {
      hb_id colour = 0;
      while (colour + 1 < COLOURS && model[has_colour (v, (int)colour)] <= 0)
        colour++;
      vec_push (*colours, colour + 1);
    }
  return hb_solution_of_list (colours);
}

/* --- by hand: vertex after vertex, all colours --- */

static bool
differs (const hb_graph *graph, const unsigned char *colour, hb_id vertex)
{
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      if ((e.from == vertex && e.to < vertex && colour[e.to] == colour[vertex])
          || (e.to == vertex && e.from < vertex && colour[e.from] == colour[vertex]))
        return false;
    }
  return true;
}

static bool
colour_from (const hb_graph *graph, unsigned char *colour, hb_id vertex)
{
  if (vertex == graph->vertices)
    return true;
  for (colour[vertex] = 1; colour[vertex] <= COLOURS; colour[vertex]++)
    if (differs (graph, colour, vertex) && colour_from (graph, colour, vertex + 1))
      return true;
  return false;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_graph *graph = hb_graph_of (instance);
  unsigned char colour[MOST_TRIED];
  if (!colour_from (graph, colour, 0))
    return HB_NO;
  hb_list *colours = hb_list_new ();
  for (hb_id v = 0; v < graph->vertices; v++)
    vec_push (*colours, colour[v]);
  if (solution)
    *solution = hb_solution_of_list (colours);
  else
    hb_list_free (NULL, hb_solution_of_list (colours));
  return HB_YES;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "the graph has too many vertices for all colours to be tried";
  return hb_graph_of (instance)->vertices <= MOST_TRIED;
}

static const struct hb_encoding encoding = { encode, decode };
HB_ENCODED_DECIDERS (encoding, "a variable for each vertex and colour");
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all colours, vertex by vertex, of small ones",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };
static const struct hb_decider *const deciders[] = { &by_cadical, &by_picosat, &brute, NULL };

static const char *const measures[] = { "vertices", "edges", NULL };
HB_GRAPH_KIND (colouring, false, false, false, NULL, 6);

const struct hb_problem hb_problem_colouring = {
  HB_GRAPH_MEMBERS,
  .name = "3-colouring",
  .title = "Graph 3-colouring",
  .summary = "can the vertices of a graph have three colours, the ends of each edge two?",
  .source = "Stockmeyer, SIGACT News 5, 1973",
  .evidence = "colouring",
  .evidences = "colourings",
  .measures = measures,
  .read_solution = read_solution,
  .same = hb_list_same,
  .check = check,
  .deciders = deciders,
};
