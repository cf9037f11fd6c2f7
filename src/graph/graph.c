/* See graph.h. */
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

hb_graph *
hb_graph_new (hb_id vertices, bool directed)
{
  hb_graph *graph = hb_calloc (1, sizeof *graph);
  graph->vertices = vertices;
  graph->directed = directed;
  return graph;
}

void
hb_graph_free (hb_graph *graph)
{
  if (!graph)
    return;
  vec_free (graph->edges);
  hb_free (graph);
}

/* GRAPH with other vertices and no edges yet; new. */
static hb_graph *
like (const hb_graph *graph, hb_id vertices)
{
  hb_graph *other = hb_graph_new (vertices, graph->directed);
  other->has_bound = graph->has_bound;
  other->bound = graph->bound;
  return other;
}

hb_graph *
hb_graph_copy (const hb_graph *graph)
{
  hb_graph *copy = like (graph, graph->vertices);
  vec_reserve (copy->edges, graph->edges.size);
  for (size_t i = 0; i < graph->edges.size; i++)
    vec_push (copy->edges, graph->edges.data[i]);
  return copy;
}

void
hb_graph_add (hb_graph *graph, hb_id from, hb_id to)
{
  HB_ASSERT (from < graph->vertices && to < graph->vertices && from != to);
  struct hb_edge edge = { from, to };
  vec_push (graph->edges, edge);
}

hb_id
hb_graph_add_vertex (hb_graph *graph)
{
  return graph->vertices++;
}

void
hb_graph_set_bound (hb_graph *graph, uint64_t bound)
{
  graph->has_bound = true;
  graph->bound = bound;
}

/* --- edges in order --- */

/* An edge, its smaller end in front where that is no matter, and where it stood. */
struct sorted_edge
{
  hb_id from, to;
  size_t place;
};

static int
compare_edges (const void *a, const void *b)
{
  const struct sorted_edge *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* New. */
static struct sorted_edge *
sorted_edges (const hb_graph *graph)
{
  struct sorted_edge *sorted = hb_calloc (graph->edges.size, sizeof *sorted);
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      bool turned = !graph->directed && e.from > e.to;
      sorted[i] = (struct sorted_edge){ turned ? e.to : e.from, turned ? e.from : e.to, i };
    }
  if (graph->edges.size)
    qsort (sorted, graph->edges.size, sizeof *sorted, compare_edges);
  return sorted;
}

bool
hb_graph_equal (const hb_graph *a, const hb_graph *b)
{
  if (a->directed != b->directed || a->vertices != b->vertices || a->edges.size != b->edges.size
      || a->has_bound != b->has_bound || (a->has_bound && a->bound != b->bound))
    return false;
  struct sorted_edge *x = sorted_edges (a), *y = sorted_edges (b);
  bool same = true;
  for (size_t i = 0; i < a->edges.size && same; i++)
    same = x[i].from == y[i].from && x[i].to == y[i].to;
  hb_free (x);
  hb_free (y);
  return same;
}

void
hb_graph_merge_edges (hb_graph *graph)
{
  struct sorted_edge *sorted = sorted_edges (graph);
  bool *again = hb_calloc (graph->edges.size, sizeof *again);
  for (size_t i = 1; i < graph->edges.size; i++)
    again[sorted[i].place]
        = sorted[i].from == sorted[i - 1].from && sorted[i].to == sorted[i - 1].to;
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.size; i++)
    if (!again[i])
      graph->edges.data[kept++] = graph->edges.data[i];
  graph->edges.size = kept;
  hb_free (again);
  hb_free (sorted);
}

/* --- parts and guises --- */

hb_graph *
hb_graph_without_vertex (const hb_graph *graph, hb_id vertex)
{
  hb_graph *less = like (graph, graph->vertices - 1);
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      if (e.from != vertex && e.to != vertex)
        hb_graph_add (less, e.from - (e.from > vertex), e.to - (e.to > vertex));
    }
  return less;
}

hb_graph *
hb_graph_without_edge (const hb_graph *graph, size_t i)
{
  hb_graph *less = hb_graph_copy (graph);
  memmove (less->edges.data + i, less->edges.data + i + 1,
           (less->edges.size - i - 1) * sizeof *less->edges.data);
  less->edges.size--;
  return less;
}

hb_graph *
hb_graph_shuffled (const hb_graph *graph, struct hb_rng *rng)
{
  size_t edges = graph->edges.size;
  hb_id *name = hb_calloc (graph->vertices, sizeof *name);
  hb_id *order = hb_calloc (edges, sizeof *order);
  for (hb_id v = 0; v < graph->vertices; v++)
    name[v] = v;
  for (size_t i = 0; i < edges; i++)
    order[i] = (hb_id)i;
  hb_rng_shuffle (rng, name, graph->vertices);
  hb_rng_shuffle (rng, order, edges);
  hb_graph *other = like (graph, graph->vertices);
  for (size_t i = 0; i < edges; i++)
    {
      struct hb_edge e = graph->edges.data[order[i]];
      bool turn = !graph->directed && hb_rng_coin (rng);
      hb_graph_add (other, name[turn ? e.to : e.from], name[turn ? e.from : e.to]);
    }
  hb_free (name);
  hb_free (order);
  return other;
}

/* --- neighbours --- */

static int
compare_ids (const void *a, const void *b)
{
  hb_id x = *(const hb_id *)a, y = *(const hb_id *)b;
  return x < y ? -1 : x > y;
}

struct hb_neighbours
hb_graph_neighbours (const hb_graph *graph)
{
  hb_id n = graph->vertices;
  size_t *first = hb_calloc ((size_t)n + 2, sizeof *first), edges = graph->edges.size;
  hb_id *list = hb_calloc (2 * edges + 1, sizeof *list);
  for (size_t i = 0; i < edges; i++)
    {
      first[graph->edges.data[i].from + 2]++;
      if (!graph->directed)
        first[graph->edges.data[i].to + 2]++;
    }
  for (hb_id v = 0; v < n; v++)
    first[v + 2] += first[v + 1];
  for (size_t i = 0; i < edges; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      list[first[e.from + 1]++] = e.to;
      if (!graph->directed)
        list[first[e.to + 1]++] = e.from;
    }
  for (hb_id v = 0; v < n; v++)
    if (first[v + 1] > first[v] + 1)
      qsort (list + first[v], first[v + 1] - first[v], sizeof *list, compare_ids);
  return (struct hb_neighbours){ first, list };
}

void
hb_neighbours_free (struct hb_neighbours *neighbours)
{
  hb_free (neighbours->first);
  hb_free (neighbours->list);
}

bool
hb_neighbours_has (const struct hb_neighbours *neighbours, hb_id a, hb_id b)
{
  size_t low = neighbours->first[a], high = neighbours->first[a + 1];
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (neighbours->list[middle] == b)
        return true;
      if (neighbours->list[middle] < b)
        low = middle + 1;
      else
        high = middle;
    }
  return false;
}
