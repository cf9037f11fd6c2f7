/* See circle.h.  Arcs that lead both ways are one with two heads. */
#include "viz/circle.h"

#include "base/memory.h"
#include "viz/diagram.h"

#include <math.h>

bool
hb_draw_circle (const hb_graph *graph, const struct hb_draw_options *options, hb_output *output,
                hb_diag *diag)
{
  const double turn = 6.283185307179586;
  hb_diagram *d = hb_diagram_new ();
  struct hb_neighbours near = hb_graph_neighbours (graph);
  bool small = graph->vertices <= HB_MOST_DIAGRAM && graph->edges.size <= HB_MOST_DIAGRAM;
  double radius = graph->vertices / turn + 0.3;
  for (hb_id v = 0; small && v < graph->vertices; v++)
    {
      double angle = turn * v / graph->vertices;
      (void)hb_diagram_vertex (d, hb_format ("%u", (unsigned)v + 1), radius * sin (angle),
                               -radius * cos (angle), HB_INK_FIRST);
    }
  for (size_t i = 0; small && i < graph->edges.size; i++)
    {
      struct hb_edge e = graph->edges.data[i];
      bool both = graph->directed && hb_neighbours_has (&near, e.to, e.from);
      struct hb_diagram_edge edge = { e.from, e.to, graph->directed, both, 0, HB_INK_ARROW };
      if (!both || e.from < e.to)
        hb_diagram_edge (d, edge);
    }
  hb_neighbours_free (&near);
  char *bound = graph->has_bound ? hb_format (", k = %llu", (unsigned long long)graph->bound)
                                 : hb_copy_text ("");
  hb_diagram_caption (d, hb_format ("%u vertices, %zu %s%s.", (unsigned)graph->vertices,
                                    graph->edges.size, graph->directed ? "arcs" : "edges", bound));
  hb_free (bound);
  bool good = hb_diagram_draw (d, "A graph", options, output, diag);
  hb_diagram_free (d);
  return good;
}
