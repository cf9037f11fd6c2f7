/* See trace_graph.h. */
#include "robust/trace_graph.h"

/* Edges looked at, in the search for a shortest cycle. */
#define MOST_WORK 200000000

void
trace_graph_add (struct trace_graph *graph, hb_id from, hb_id to, hb_id before, hb_id after)
{
  vec_push (graph->edges, ((struct trace_edge){ from, to, before, after }));
}

void
trace_graph_close (struct trace_graph *graph)
{
  graph->first = hb_calloc ((size_t)graph->nodes + 2, sizeof *graph->first);
  graph->sorted = hb_calloc (graph->edges.size, sizeof *graph->sorted);
  for (size_t i = 0; i < graph->edges.size; i++)
    graph->first[graph->edges.data[i].from + 2]++;
  for (hb_id n = 1; n <= graph->nodes; n++)
    graph->first[n + 1] += graph->first[n];
  for (size_t i = 0; i < graph->edges.size; i++)
    graph->sorted[graph->first[graph->edges.data[i].from + 1]++] = (hb_id)i;
}

void
trace_graph_free (struct trace_graph *graph)
{
  vec_free (graph->edges);
  hb_free (graph->first);
  hb_free (graph->sorted);
}

bool
trace_graph_order (const struct trace_graph *graph, trace_nodes *order)
{
  hb_id *waits = hb_calloc (graph->nodes, sizeof *waits);
  for (size_t i = 0; i < graph->edges.size; i++)
    waits[graph->edges.data[i].to]++;
  for (hb_id n = 0; n < graph->nodes; n++)
    if (!waits[n])
      vec_push (*order, n);
  for (size_t at = 0; at < order->size; at++)
    {
      hb_id n = order->data[at];
      for (hb_id i = graph->first[n]; i < graph->first[n + 1]; i++)
        {
          hb_id to = graph->edges.data[graph->sorted[i]].to;
          if (!--waits[to])
            vec_push (*order, to);
        }
    }
  hb_free (waits);
  return order->size == graph->nodes;
}

/* A shortest way from START back to it, of less than BOUND edges: `via` gets the edge by which each node was reached.
 * Its length, or BOUND. */
static hb_id
way_back (const struct trace_graph *graph, hb_id start, hb_id bound, hb_id *via, hb_id *length,
          trace_nodes *queue, hb_id *last, uint64_t *work)
{
  queue->size = 0;
  for (hb_id n = 0; n < graph->nodes; n++)
    via[n] = HB_NONE;
  length[start] = 0;
  vec_push (*queue, start);
  for (size_t at = 0; at < queue->size; at++)
    {
      hb_id n = queue->data[at];
      if (length[n] + 1 >= bound)
        break;
      for (hb_id i = graph->first[n]; i < graph->first[n + 1]; i++, ++*work)
        {
          hb_id edge = graph->sorted[i], to = graph->edges.data[edge].to;
          if (to == start)
            {
              *last = edge;
              return length[n] + 1;
            }
          if (via[to] != HB_NONE)
            continue;
          via[to] = edge;
          length[to] = length[n] + 1;
          vec_push (*queue, to);
        }
    }
  *work += graph->nodes;
  return bound;
}

bool
trace_graph_cycle (const struct trace_graph *graph, struct trace_cycle *cycle)
{
  hb_id *via = hb_calloc (graph->nodes, sizeof *via),
        *length = hb_calloc (graph->nodes, sizeof *length), best = HB_NONE, last = HB_NONE;
  trace_nodes queue = VEC_EMPTY;
  uint64_t work = 0;
  bool whole = true;
  for (hb_id n = 0; n < graph->nodes && best > 2; n++)
    {
      if (best != HB_NONE && work > MOST_WORK)
        {
          whole = false;
          break;
        }
      hb_id found = way_back (graph, n, best, via, length, &queue, &last, &work);
      if (found >= best)
        continue;
      best = found;
      cycle->edges.size = 0;
      for (hb_id edge = last; edge != HB_NONE;
           edge = graph->edges.data[edge].from == n ? HB_NONE : via[graph->edges.data[edge].from])
        vec_push (cycle->edges, graph->edges.data[edge]);
    }
  for (size_t i = 0; i < cycle->edges.size / 2; i++)
    {
      struct trace_edge swap = cycle->edges.data[i];
      cycle->edges.data[i] = cycle->edges.data[cycle->edges.size - 1 - i];
      cycle->edges.data[cycle->edges.size - 1 - i] = swap;
    }
  hb_free (via);
  hb_free (length);
  vec_free (queue);
  return whole;
}
