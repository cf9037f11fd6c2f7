/* See flow.h. */
#include "viz/flow.h"
#include "viz/flow_graph.h"
#include "viz/sketch.h"

#include <string.h>

#define ROW 34.0
#define HIGH 15.0
#define GAP 14.0
#define MOST_LETTERS 48
#define LETTER 4.2 /* of size 8 */

/* What stands in the box: cut if it is long. */
static char *
words (const struct hb_flow_node *node)
{
  char *text
      = node->number ? hb_format ("%u: %s", node->number, node->text) : hb_copy_text (node->text);
  if (strlen (text) > MOST_LETTERS)
    memcpy (text + MOST_LETTERS - 3, "...", 4);
  return text;
}

/* One row to the next, straight; else a bow beside what is between, to the left if it goes back; wider with each of those
 * BEFORE from the same box. */
static struct hb_sketch_curve
curve (struct hb_rect a, struct hb_rect b, bool next, int before)
{
  struct hb_point from = { (a.x0 + a.x1) / 2, a.y1 }, to = { (b.x0 + b.x1) / 2, b.y0 };
  struct hb_sketch_curve curve = { .head = true, .ink = HB_INK_ARROW };
  if (b.y0 <= a.y0)
    {
      from = (struct hb_point){ a.x0, (a.y0 + a.y1) / 2 };
      to = (struct hb_point){ b.x0, (b.y0 + b.y1) / 2 };
    }
  curve.from = from;
  curve.to = to;
  curve.by = (struct hb_point){ (from.x + to.x) / 2, (from.y + to.y) / 2 };
  if (b.y0 <= a.y0)
    curve.by.x = (from.x < to.x ? from.x : to.x) - 3 * GAP;
  else if (!next)
    curve.by.x = (a.x1 > b.x1 ? a.x1 : b.x1) + (3 + 2 * before) * GAP;
  return curve;
}

/* Near the start of an edge, on the side to which it turns. */
static void
put_label (hb_sketch *sketch, const struct hb_sketch_curve *way, const char *label)
{
  double t = .3, u = 1 - t, wide = 3.6 * (double)strlen (label);
  double x = u * u * way->from.x + 2 * t * u * way->by.x + t * t * way->to.x;
  double y = u * u * way->from.y + 2 * t * u * way->by.y + t * t * way->to.y;
  bool left = way->by.x < way->from.x;
  hb_sketch_text (sketch, left ? x - wide - 6 : x + 5, y, 7, hb_copy_text (label), HB_INK_FAINT,
                  HB_NONE);
}

bool
hb_draw_flow (const struct hb_c_symbol *function, const struct hb_draw_options *options,
              hb_output *output, hb_diag *diag)
{
  hb_sketch sketch;
  hb_flow_graph graph;
  char *title = hb_format ("The control flow of %s", function->name);
  hb_flow_graph_init (&graph, function);
  hb_sketch_init (&sketch, options, title);
  struct hb_rect *places = hb_calloc (graph.nodes.size, sizeof *places);
  double wide = 40;
  for (size_t i = 0; i < graph.nodes.size; i++)
    {
      char *text = words (&graph.nodes.data[i]);
      double length = LETTER * (double)strlen (text) + 8;
      wide = length > wide ? length : wide;
      hb_free (text);
    }
  for (size_t i = 0; i < graph.nodes.size; i++)
    {
      const struct hb_flow_node *node = &graph.nodes.data[i];
      char *text = words (node);
      double x = node->column * (wide + GAP), y = HIGH + ROW * node->row,
             half = (LETTER * (double)strlen (text) + 10) / 2;
      places[i] = (struct hb_rect){ x - half, y - HIGH / 2, x + half, y + HIGH / 2 };
      hb_id box = hb_sketch_rect (&sketch, places[i], node->decides ? HB_INK_READY : HB_INK_CELL);
      sketch.rects.data[box].round = node->is_end ? HIGH / 2 : node->decides ? 4 : 0;
      hb_sketch_centred (&sketch, box, 8, text, HB_INK_CELL);
    }
  for (size_t i = 0; i < graph.edges.size; i++)
    {
      const struct hb_flow_edge *edge = &graph.edges.data[i];
      bool next = graph.nodes.data[edge->to].row == graph.nodes.data[edge->from].row + 1;
      int before = 0;
      for (size_t k = 0; k < i; k++)
        before += graph.edges.data[k].from == edge->from;
      struct hb_sketch_curve way = curve (places[edge->from], places[edge->to], next, before);
      vec_push (sketch.curves, way);
      if (*edge->label)
        put_label (&sketch, &way, edge->label);
    }
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  hb_flow_graph_free (&graph);
  hb_free (places);
  hb_free (title);
  return good;
}
