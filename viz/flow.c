/* See flow.h. */
#include "viz/flow.h"
#include "viz/flow_graph.h"
#include "viz/sketch.h"
#include "viz/text.h"

#include <math.h>

#define ROW 34.0
#define HIGH 15.0
#define GAP 14.0
#define SIZE 8.0
#define MOST_LETTERS 48

/* New: what stands in the box, all of it. */
static char *
words (const struct hb_flow_node *node)
{
  return node->number ? hb_format ("%u: %s", node->number, node->text) : hb_copy_text (node->text);
}

/* How far to SIDE (-1: left, 1: right) the curve between two boxes must bend to pass by all others. */
static double
bend (const hb_sketch *sketch, hb_id from, hb_id to, const struct hb_sketch_curve *c, double side)
{
  double most = side * (side > 0 ? fmax (c->from.x, c->to.x) : fmin (c->from.x, c->to.x)) + 3 * GAP;
  for (size_t i = 0; i < 2 * sketch->rects.size; i++)
    {
      const struct hb_rect *box = &sketch->rects.data[i / 2].place;
      double y = i % 2 ? box->y0 - 4 : box->y1 + 4;
      double t = (y - c->from.y) / (c->to.y - c->from.y), u = 1 - t;
      if (i / 2 == from || i / 2 == to || t < 0 || t > 1)
        continue;
      double past = side * (side > 0 ? box->x1 : box->x0) + GAP / 2;
      most = fmax (most, (past - side * (u * u * c->from.x + t * t * c->to.x)) / (2 * u * t));
    }
  return side * most;
}

/* One row to the next, straight; else a bow beside what is between, to the left if it goes back; wider with each of those
 * BEFORE from the same box. */
static struct hb_sketch_curve
curve (const hb_sketch *sketch, hb_id from, hb_id to, bool next, int before)
{
  struct hb_rect a = sketch->rects.data[from].place, b = sketch->rects.data[to].place;
  struct hb_sketch_curve way = { .from = { (a.x0 + a.x1) / 2, a.y1 },
                                 .to = { (b.x0 + b.x1) / 2, b.y0 },
                                 .head = true,
                                 .ink = HB_INK_ARROW };
  bool back = b.y0 <= a.y0;
  if (back)
    {
      way.from = (struct hb_point){ a.x0, (a.y0 + a.y1) / 2 };
      way.to = (struct hb_point){ b.x0, (b.y0 + b.y1) / 2 };
    }
  way.by = (struct hb_point){ (way.from.x + way.to.x) / 2, (way.from.y + way.to.y) / 2 };
  if (back)
    way.by.x = bend (sketch, from, to, &way, -1);
  else if (!next)
    way.by.x = bend (sketch, from, to, &way, 1) + 2 * before * GAP;
  return way;
}

/* The boxes of GRAPH, each with its words, in the order of its nodes, before all other boxes. */
static void
put_boxes (hb_sketch *sketch, const hb_flow_graph *graph)
{
  VEC (char *) texts = VEC_EMPTY, all = VEC_EMPTY;
  double wide = 40;
  for (size_t i = 0; i < graph->nodes.size; i++)
    {
      vec_push (all, words (&graph->nodes.data[i]));
      vec_push (texts, hb_text_clean (all.data[i], MOST_LETTERS));
      wide = fmax (wide, hb_text_width (texts.data[i], SIZE) + 8);
    }
  for (size_t i = 0; i < graph->nodes.size; i++)
    {
      const struct hb_flow_node *node = &graph->nodes.data[i];
      double x = node->column * (wide + GAP), y = HIGH + ROW * node->row,
             half = hb_text_width (texts.data[i], SIZE) / 2 + 5;
      struct hb_rect place = { x - half, y - HIGH / 2, x + half, y + HIGH / 2 };
      hb_id box = hb_sketch_rect (sketch, place, node->decides ? HB_INK_READY : HB_INK_CELL);
      sketch->rects.data[box].round = node->is_end ? HIGH / 2 : node->decides ? 4 : 0;
      hb_sketch_centred (sketch, box, SIZE, texts.data[i], HB_INK_CELL);
      hb_sketch_full (sketch, all.data[i]);
      hb_free (all.data[i]);
    }
  vec_free (texts);
  vec_free (all);
}

static void
put_edges (hb_sketch *sketch, const hb_flow_graph *graph)
{
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      const struct hb_flow_edge *edge = &graph->edges.data[i];
      bool next = graph->nodes.data[edge->to].row == graph->nodes.data[edge->from].row + 1;
      int before = 0;
      for (size_t k = 0; k < i; k++)
        before += graph->edges.data[k].from == edge->from;
      struct hb_sketch_curve way = curve (sketch, edge->from, edge->to, next, before);
      hb_sketch_curve (sketch, way);
      if (*edge->label)
        hb_sketch_beside (sketch, &way, SIZE - 1, hb_copy_text (edge->label));
    }
  hb_sketch_labels (sketch);
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
  put_boxes (&sketch, &graph);
  put_edges (&sketch, &graph);
  if (hb_sketch_is_shortened (&sketch) && !options->no_caption)
    hb_sketch_caption (&sketch, hb_copy_text (HB_STATEMENTS_SHORTENED), hb_sketch_room (&sketch));
  bool good = hb_sketch_write (&sketch, output, diag);
  hb_sketch_free (&sketch);
  hb_flow_graph_free (&graph);
  hb_free (title);
  return good;
}
