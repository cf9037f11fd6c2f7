/* Figures of graphs made of gadgets: vertices where the construction has told them, the literals of variables
 * and the vertices of clauses in inks of their own.  The figure of one clause has its vertices and their
 * neighbours. */
#include "reduce/gadgets.h"

#include "base/memory.h"
#include "viz/diagram.h"

static enum hb_ink
ink_of (enum hb_gadget_kind kind)
{
  return kind == HB_GADGET_VARIABLE ? HB_INK_FIRST
         : kind == HB_GADGET_CLAUSE ? HB_INK_NEW
         : kind == HB_GADGET_ROW    ? HB_INK_CELL
                                    : HB_INK_WAITING;
}

/* Which vertices are drawn: all, or those of CLAUSE (from 1) and their neighbours; false after an error. */
static bool
choose (const struct hb_gadgets *g, hb_id clause, bool *shown, hb_diag *diag)
{
  bool some = false;
  for (hb_id v = 0; v < g->graph->vertices; v++)
    {
      const struct hb_gadget *vertex = &g->list.data[v];
      shown[v] = !clause || (vertex->role->kind == HB_GADGET_CLAUSE && vertex->first == clause);
      some = some || shown[v];
    }
  if (clause && !some)
    {
      hb_error (diag, NULL, "no vertices of clause %u; the formula has %zu clauses",
                (unsigned)clause, hb_cnf_clauses (g->cnf));
      return false;
    }
  bool *near = hb_calloc (g->graph->vertices, sizeof *near);
  for (size_t i = 0; i < g->graph->edges.size; i++)
    {
      struct hb_edge e = g->graph->edges.data[i];
      near[e.from] = near[e.from] || shown[e.to];
      near[e.to] = near[e.to] || shown[e.from];
    }
  for (hb_id v = 0; v < g->graph->vertices; v++)
    shown[v] = shown[v] || near[v];
  hb_free (near);
  return true;
}

/* Edges to a vertex that stands for a colour are many, and pale; those between clauses and variables stand out. */
static enum hb_ink
ink_of_edge (enum hb_gadget_kind from, enum hb_gadget_kind to, bool directed)
{
  bool fixed = (from == HB_GADGET_FIXED) != (to == HB_GADGET_FIXED);
  if (fixed && !directed)
    return HB_INK_PANEL;
  return !fixed && (from == HB_GADGET_CLAUSE) != (to == HB_GADGET_CLAUSE) ? HB_INK_NEW
                                                                          : HB_INK_ARROW;
}

/* How far an arc bulges: one that goes straight up, so as to pass by all that is left of it; one to a clause or back
 * upwards, so as to pass over its row. */
static double
bend_of (const struct hb_gadgets *g, const struct hb_gadget *from, const struct hb_gadget *to)
{
  float left = from->x;
  bool clause = to->role->kind == HB_GADGET_CLAUSE;
  if (g->graph->directed && (clause || from->role->kind == HB_GADGET_CLAUSE))
    return clause ? 0.12 : -0.12;
  if (!g->graph->directed || from->x < to->x || from->x > to->x || to->y >= from->y)
    return 0;
  for (size_t i = 0; i < g->list.size; i++)
    left = g->list.data[i].x < left ? g->list.data[i].x : left;
  return (from->x - left + 1.5) / (from->y - to->y);
}

/* The edge, and with it the opposite one if there is one. */
static void
draw_edge (hb_diagram *d, const struct hb_gadgets *g, const struct hb_neighbours *near,
           struct hb_edge e, const hb_id *number)
{
  const struct hb_gadget *from = &g->list.data[e.from], *to = &g->list.data[e.to];
  bool directed = g->graph->directed, both = directed && hb_neighbours_has (near, e.to, e.from);
  if (both && e.from > e.to)
    return;
  struct hb_diagram_edge edge = {
    number[e.from], number[e.to],          directed,
    both,           bend_of (g, from, to), ink_of_edge (from->role->kind, to->role->kind, directed)
  };
  hb_diagram_edge (d, edge);
}

static void
draw_shown (hb_diagram *d, const struct hb_gadgets *g, const bool *shown)
{
  hb_id *number = hb_calloc (g->graph->vertices, sizeof *number);
  struct hb_neighbours near = hb_graph_neighbours (g->graph);
  for (hb_id v = 0; v < g->graph->vertices; v++)
    if (shown[v])
      {
        const struct hb_gadget *vertex = &g->list.data[v];
        char name[HB_GADGET_NAME];
        hb_gadget_name (vertex, name);
        number[v] = hb_diagram_vertex (d, hb_copy_text (name), vertex->x, vertex->y,
                                       ink_of (vertex->role->kind));
      }
  for (size_t i = 0; i < g->graph->edges.size; i++)
    {
      struct hb_edge e = g->graph->edges.data[i];
      if (shown[e.from] && shown[e.to])
        draw_edge (d, g, &near, e, number);
    }
  hb_neighbours_free (&near);
  hb_free (number);
}

bool
hb_gadgets_draw (const struct hb_reduction *self, const hb_instance *source,
                 const struct hb_draw_options *options, hb_output *output, hb_diag *diag)
{
  struct hb_gadgets g;
  hb_gadgets_build (&g, self, source, NULL);
  bool *shown = hb_calloc (g.graph->vertices, sizeof *shown);
  hb_id clause = options->what == HB_DRAW_GADGET ? options->clause : 0;
  hb_diagram *d = hb_diagram_new ();
  bool good = choose (&g, clause, shown, diag);
  if (good)
    draw_shown (d, &g, shown);
  char *bound = g.graph->has_bound ? hb_format (", k = %llu", (unsigned long long)g.graph->bound)
                                   : hb_copy_text ("");
  hb_diagram_caption (d, hb_format ("%s: %u vertices, %zu %s%s.", self->name,
                                    (unsigned)g.graph->vertices, g.graph->edges.size,
                                    g.graph->directed ? "arcs" : "edges", bound));
  hb_free (bound);
  good = good && hb_diagram_draw (d, self->name, options, output, diag);
  hb_diagram_free (d);
  hb_free (shown);
  hb_graph_free (g.graph);
  vec_free (g.list);
  return good;
}
