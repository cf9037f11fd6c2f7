/* All small graphs, and random ones.
 *
 * A graph of n vertices is a number whose bits say which pairs are edges.  Of each class up to isomorphism the
 * one with the smallest number is taken: it is compared with those that all orders of the vertices give. */
#include "graph/graph.h"

#define MOST_VERTICES HB_MOST_SMALL_GRAPH
#define MOST_PAIRS 21 /* of 7 vertices; 20 of 5 with direction */

struct pairs
{
  hb_id vertices;
  bool directed;
  unsigned count;
  struct hb_edge list[MOST_PAIRS];
  unsigned char number[MOST_VERTICES][MOST_VERTICES]; /* of a pair in the list */
};

static void
number_pairs (struct pairs *pairs, hb_id vertices, bool directed)
{
  pairs->vertices = vertices;
  pairs->directed = directed;
  pairs->count = 0;
  for (hb_id a = 0; a < vertices; a++)
    for (hb_id b = directed ? 0 : a + 1; b < vertices; b++)
      if (a != b)
        {
          pairs->number[a][b] = (unsigned char)pairs->count;
          if (!directed)
            pairs->number[b][a] = (unsigned char)pairs->count;
          pairs->list[pairs->count++] = (struct hb_edge){ a, b };
        }
}

/* The number of the graph whose vertices are renamed by NAME. */
static uint32_t
renamed (const struct pairs *pairs, uint32_t edges, const hb_id *name)
{
  uint32_t other = 0;
  for (unsigned i = 0; i < pairs->count; i++)
    if (edges >> i & 1)
      other |= UINT32_C (1) << pairs->number[name[pairs->list[i].from]][name[pairs->list[i].to]];
  return other;
}

/* Does no order of the vertices from place AT on give a smaller number?  NAME is changed and restored. */
static bool
is_smallest (const struct pairs *pairs, uint32_t edges, hb_id *name, hb_id at)
{
  if (at + 1 >= pairs->vertices)
    return renamed (pairs, edges, name) >= edges;
  bool smallest = true;
  for (hb_id i = at; i < pairs->vertices && smallest; i++)
    {
      hb_id kept = name[at];
      name[at] = name[i], name[i] = kept;
      smallest = is_smallest (pairs, edges, name, at + 1);
      name[i] = name[at], name[at] = kept;
    }
  return smallest;
}

static unsigned
bits_of (uint32_t number)
{
  unsigned bits = 0;
  for (; number; number &= number - 1)
    bits++;
  return bits;
}

static hb_graph *
graph_of (const struct pairs *pairs, uint32_t edges)
{
  hb_graph *graph = hb_graph_new (pairs->vertices, pairs->directed);
  for (unsigned i = 0; i < pairs->count; i++)
    if (edges >> i & 1)
      hb_graph_add (graph, pairs->list[i].from, pairs->list[i].to);
  return graph;
}

bool
hb_graph_each_small (hb_id vertices, bool directed, hb_graph_visit *visit, void *context)
{
  struct pairs pairs;
  if (vertices > (directed ? HB_MOST_SMALL_DIGRAPH : HB_MOST_SMALL_GRAPH))
    return true;
  number_pairs (&pairs, vertices, directed);
  VEC (uint32_t) smallest = VEC_EMPTY;
  hb_id name[MOST_VERTICES];
  for (hb_id v = 0; v < vertices; v++)
    name[v] = v;
  for (uint32_t edges = 0; edges < UINT32_C (1) << pairs.count; edges++)
    if (is_smallest (&pairs, edges, name, 0))
      vec_push (smallest, edges);
  bool going = true;
  for (unsigned size = 0; size <= pairs.count && going; size++)
    for (size_t i = 0; i < smallest.size && going; i++)
      if (bits_of (smallest.data[i]) == size)
        {
          hb_graph *graph = graph_of (&pairs, smallest.data[i]);
          going = visit (context, graph);
          hb_graph_free (graph);
        }
  vec_free (smallest);
  return going;
}

hb_graph *
hb_graph_random (hb_id vertices, bool directed, unsigned chance, struct hb_rng *rng)
{
  hb_graph *graph = hb_graph_new (vertices, directed);
  for (hb_id a = 0; a < vertices; a++)
    for (hb_id b = directed ? 0 : a + 1; b < vertices; b++)
      if (a != b && hb_rng_below (rng, 1000) < chance)
        hb_graph_add (graph, a, b);
  return graph;
}
