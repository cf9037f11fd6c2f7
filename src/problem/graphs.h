/* Shared by the problems whose instances are graphs (graph/graph.h) and whose solutions are lists of numbers
 * (list.h). */
#ifndef HBKIT_PROBLEM_GRAPHS_H
#define HBKIT_PROBLEM_GRAPHS_H

#include "graph/graph.h"
#include "problem/list.h"

/* What sets a problem of graphs apart: its record's `own`. */
struct hb_graph_kind
{
  bool directed;
  bool bounded; /* its graphs have a bound, a line `k` */
  bool is_set;  /* its solutions have no order */

  /* Bounds that make sense for GRAPH go up to this; NULL: not bounded. */
  uint64_t (*most_bound) (const hb_graph *graph);

  const struct hb_problem *problem; /* the record itself */
};

static inline const hb_graph *
hb_graph_of (const hb_instance *instance)
{
  return (const hb_graph *)instance;
}

static inline hb_instance *
hb_instance_of_graph (hb_graph *graph)
{
  return (hb_instance *)graph;
}

/* Bounds from 0 to that of all vertices, or of all edges. */
uint64_t hb_graph_most_vertices (const hb_graph *graph);
uint64_t hb_graph_most_edges (const hb_graph *graph);

/* The members of the problems' records, for all of them. */
bool hb_graphs_recognise (const struct hb_problem *self, const char *bytes, size_t length);
hb_instance *hb_graphs_read (const struct hb_problem *self, hb_input *input, hb_diag *diag);
bool hb_graphs_admit (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag);
void hb_graphs_write (const struct hb_problem *self, const hb_instance *instance,
                      const char *comment, hb_output *output);
void hb_graphs_sizes (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes);
bool hb_graphs_equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b);
hb_instance *hb_graphs_copy (const struct hb_problem *self, const hb_instance *instance);
void hb_graphs_free (const struct hb_problem *self, hb_instance *instance);
hb_solution *hb_graphs_read_solution (const struct hb_problem *self, const hb_instance *instance,
                                      hb_input *input, hb_diag *diag);
bool hb_graphs_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                          hb_instance_visit *visit, void *context);
hb_instance *hb_graphs_vary (const struct hb_problem *self, const hb_instance *instance,
                             struct hb_rng *rng);
size_t hb_graphs_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_graphs_without (const struct hb_problem *self, const hb_instance *instance,
                                size_t i);

/* Draw graphs of any density, and, of those, one without solution; their `own` is a kind. */
hb_instance *hb_graphs_draw (const struct hb_generator *self, const uint64_t *bounds,
                             struct hb_rng *rng, hb_diag *diag);
hb_instance *hb_graphs_draw_refuted (const struct hb_generator *self, const uint64_t *bounds,
                                     struct hb_rng *rng, hb_diag *diag);

/* Defines `kind`, `bounds` and `generators` of the problem hb_problem_NAME: graphs of all VERTICES up to
 * EXHAUSTIVE are enumerated. */
#define HB_GRAPH_KIND(NAME, DIRECTED, BOUNDED, SET, MOST, EXHAUSTIVE)                              \
  static const struct hb_graph_kind kind = { DIRECTED, BOUNDED, SET, MOST, &hb_problem_##NAME };   \
  static const struct hb_generator wild                                                            \
      = { "wild", "graphs of any density", &kind, hb_graphs_draw };                                \
  static const struct hb_generator refuted                                                         \
      = { "refuted", "of such graphs the first one without solution", &kind,                       \
          hb_graphs_draw_refuted };                                                                \
  static const struct hb_generator *const generators[] = { &wild, &refuted, NULL };                \
  static const struct hb_bound bounds[]                                                            \
      = { { "vertices", "vertices", EXHAUSTIVE, 12,                                                \
            (DIRECTED) ? HB_MOST_SMALL_DIGRAPH : HB_MOST_SMALL_GRAPH },                            \
          { NULL, NULL, 0, 0, 0 } }

/* All of the above, as members of a record. */
#define HB_GRAPH_MEMBERS                                                                           \
  .suffix = "col", .thing = "graph", .things = "graphs", .yes = "YES", .no = "NO",                 \
  .solution_suffix = "list", .own = &kind, .bounds = bounds, .generators = generators,             \
  .recognises = hb_graphs_recognise, .read = hb_graphs_read, .admits = hb_graphs_admit,            \
  .write = hb_graphs_write, .sizes = hb_graphs_sizes, .equal = hb_graphs_equal,                    \
  .copy = hb_graphs_copy, .free = hb_graphs_free, .write_solution = hb_list_write,                 \
  .free_solution = hb_list_free, .enumerate = hb_graphs_enumerate, .vary = hb_graphs_vary,         \
  .parts = hb_graphs_parts, .without = hb_graphs_without

/* Graphs with so few vertices are tried out. */
#define HB_MOST_TRIED_VERTICES 16
bool hb_graphs_are_small (const struct hb_decider *self, const hb_instance *instance,
                          const char **why);

#endif
