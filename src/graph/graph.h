/* Graphs: simple, directed or not, perhaps with a bound.
 *
 *     hb_graph *graph = hb_graph_read_input (input, diag);        p edge 3 2
 *     for (size_t i = 0; i < graph->edges.size; i++)              e 1 2
 *       use (graph->edges.data[i].from, ...);                     e 2 3
 *     hb_graph_free (graph);                                      k 2
 *
 * Vertices are 0 .. vertices - 1 here, and from 1 on in files and messages.  No edge leads from a vertex to
 * itself and none is there twice (of graphs without direction: either way around). */
#ifndef HBKIT_GRAPH_H
#define HBKIT_GRAPH_H

#include "base/input.h"
#include "base/output.h"
#include "base/rng.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most vertices that a header may announce. */
#define HB_MOST_VERTICES 10000000

struct hb_edge
{
  hb_id from, to;
};

struct hb_graph
{
  bool directed;
  hb_id vertices;
  VEC (struct hb_edge) edges;
  bool has_bound; /* a `k` line */
  uint64_t bound;
};

typedef struct hb_graph hb_graph;

/* New, without edges and without bound; freed with `hb_graph_free` (NULL is legal). */
hb_graph *hb_graph_new (hb_id vertices, bool directed);
void hb_graph_free (hb_graph *graph);

/* New: the same graph.  Linear. */
hb_graph *hb_graph_copy (const hb_graph *graph);

/* Adds an edge between vertices of GRAPH, which it does not have yet. */
void hb_graph_add (hb_graph *graph, hb_id from, hb_id to);

/* Adds a vertex and gives its number. */
hb_id hb_graph_add_vertex (hb_graph *graph);

void hb_graph_set_bound (hb_graph *graph, uint64_t bound);

/* Do the two have the same vertices, edges (in any order) and bound?  O(m log m). */
bool hb_graph_equal (const hb_graph *a, const hb_graph *b);

/* Takes edges away that are there a second time, the first of each stays where it is.  O(m log m). */
void hb_graph_merge_edges (hb_graph *graph);

/* New: GRAPH without a vertex and its edges (those behind it move up), or without edge I. */
hb_graph *hb_graph_without_vertex (const hb_graph *graph, hb_id vertex);
hb_graph *hb_graph_without_edge (const hb_graph *graph, size_t i);

/* New: the same graph with vertices renamed, edges in another order and, without direction, the other way
 * around, as RNG draws. */
hb_graph *hb_graph_shuffled (const hb_graph *graph, struct hb_rng *rng);

/* The neighbours of all vertices (of directed graphs: those that edges lead to), rising: those of V are
 * list[first[v] .. first[v + 1] - 1].  New; O(n + m log m). */
struct hb_neighbours
{
  size_t *first;
  hb_id *list;
};
struct hb_neighbours hb_graph_neighbours (const hb_graph *graph);
void hb_neighbours_free (struct hb_neighbours *neighbours);

/* Does an edge lead from A to B?  O(log n). */
bool hb_neighbours_has (const struct hb_neighbours *neighbours, hb_id a, hb_id b);

/* --- files (doc/formats.md) --- */

/* Reads DIMACS: `p edge N M` (or `p col`) and `e U V` lines, or `p arc N M` and `a U V`; a line `k BOUND`.
 * An edge that is told twice is one.  INPUT is stolen, at its start.  NULL after errors in DIAG.  New. */
hb_graph *hb_graph_read_input (hb_input *input, hb_diag *diag);

/* Writes the same; COMMENT (may be NULL) becomes `c` lines. */
void hb_graph_write (hb_output *output, const hb_graph *graph, const char *comment);

/* Do BYTES begin a file of a graph?  After comments there is its `p` line; *DIRECTED tells which. */
bool hb_graph_recognise (const char *bytes, size_t length, bool *directed);

/* --- many --- */

/* Most vertices of graphs that are enumerated. */
#define HB_MOST_SMALL_GRAPH 7
#define HB_MOST_SMALL_DIGRAPH 5

typedef bool hb_graph_visit (void *context, hb_graph *graph);

/* Visits (GRAPH is borrowed; its bound may be changed) the graphs of VERTICES vertices, one for each class up
 * to isomorphism, those with few edges first.  False if VISIT ended it. */
bool hb_graph_each_small (hb_id vertices, bool directed, hb_graph_visit *visit, void *context);

/* Each edge with a chance of CHANCE in 1000.  New. */
hb_graph *hb_graph_random (hb_id vertices, bool directed, unsigned chance, struct hb_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
