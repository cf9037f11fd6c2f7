/* The dot pen for sketches.  Rectangles r0, r1, .. and texts t0, .. are nodes with places, lines edges
 * between points that are not seen.  Written by hand: attributes in quotes, labels as HTML (html.h). */
#include "viz/pen.h"

#include "viz/html.h"
#include "viz/svg_parts.h"
#include "viz/text.h"

#include <math.h>

/* `, pos="X,Y", width=W, height=H`; dot has y upward, and measures boxes in inches. */
static void
put_place (hb_output *out, const hb_sketch *sketch, const struct hb_rect *r)
{
  hb_put (out, "pos=\"");
  hb_put_length (out, (r->x0 + r->x1) / 2);
  hb_put_char (out, ',');
  hb_put_length (out, sketch->height - (r->y0 + r->y1) / 2);
  hb_put (out, "\", width=");
  hb_put_length (out, (r->x1 - r->x0) / 72);
  hb_put (out, ", height=");
  hb_put_length (out, (r->y1 - r->y0) / 72);
}

static void
put_rect (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_rect *r = &sketch->rects.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, r->ink);
  hb_putf (out, "  r%zu [shape=box, label=\"\", ", i);
  put_place (out, sketch, &r->place);
  hb_putf (out, ", style=\"%s%s\", fillcolor=\"%s\", color=\"%s\", penwidth=",
           pens.fill ? "filled" : "solid", pens.dash[0] > 0 ? ",dashed" : "",
           pens.fill ? pens.fill : "none", pens.width > 0 ? pens.line : "transparent");
  hb_put_length (out, pens.width > 0 ? pens.width : 0);
  hb_put (out, "];\n");
}

static void
put_text (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_text *t = &sketch->texts.data[i];
  if (!*t->text)
    return;
  double width = hb_text_width (t->text, t->size);
  struct hb_rect place
      = { t->x, t->y - 0.34 * t->size - 0.6 * t->size, t->x + width, t->y + 0.26 * t->size };
  hb_chars html = hb_html (t->text);
  vec_push (html, '\0');
  hb_putf (out, "  t%zu [shape=plaintext, margin=0, ", i);
  put_place (out, sketch, &place);
  hb_put (out, ", fontsize=");
  hb_put_length (out, t->size);
  hb_putf (out, ", fontcolor=\"%s\", label=<%s%s%s>];\n", hb_ink_pens (sketch, t->ink).text,
           t->over ? "<O>" : "", html.data, t->over ? "</O>" : "");
  vec_free (html);
}

/* Where an edge runs, from or to an arrowhead as long as one of half the usual size. */
#define HEAD 5.0

/* The point HEAD away from P, towards Q. */
static struct hb_point
behind_head (struct hb_point p, struct hb_point q)
{
  double length = hypot (q.x - p.x, q.y - p.y), share = length > 0 ? HEAD / length : 0;
  return (struct hb_point){ p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share };
}

static void
put_point (hb_output *out, const hb_sketch *sketch, struct hb_point p)
{
  hb_put_length (out, p.x);
  hb_put_char (out, ',');
  hb_put_length (out, sketch->height - p.y);
}

/* A curve of third degree with the same course, as dot has it: the tips of heads, then its four points. */
static void
put_course (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_curve *c)
{
  struct hb_point from = c->tail ? behind_head (c->from, c->by) : c->from;
  struct hb_point to = c->head ? behind_head (c->to, c->by) : c->to;
  struct hb_point first
      = { from.x + (c->by.x - from.x) * 2 / 3, from.y + (c->by.y - from.y) * 2 / 3 };
  struct hb_point second = { to.x + (c->by.x - to.x) * 2 / 3, to.y + (c->by.y - to.y) * 2 / 3 };
  const struct hb_point course[] = { from, first, second, to };
  hb_put (out, "pos=\"");
  if (c->tail)
    {
      hb_put (out, "s,");
      put_point (out, sketch, c->from);
      hb_put_char (out, ' ');
    }
  if (c->head)
    {
      hb_put (out, "e,");
      put_point (out, sketch, c->to);
      hb_put_char (out, ' ');
    }
  for (int i = 0; i < 4; i++)
    {
      if (i)
        hb_put_char (out, ' ');
      put_point (out, sketch, course[i]);
    }
  hb_put (out, "\"");
}

static void
put_curve (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_curve *c = &sketch->curves.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, c->ink);
  for (int end = 0; end < 2; end++)
    {
      struct hb_point p = end ? c->to : c->from;
      struct hb_rect place = { p.x, p.y, p.x, p.y };
      hb_putf (out, "  c%zu%c [shape=point, style=invis, ", i, end ? 'b' : 'a');
      put_place (out, sketch, &place);
      hb_put (out, "];\n");
    }
  hb_putf (out, "  c%zua -> c%zub [", i, i);
  put_course (out, sketch, c);
  hb_putf (out, ", dir=%s, color=\"%s\", arrowsize=0.5, penwidth=",
           c->head   ? (c->tail ? "both" : "forward")
           : c->tail ? "back"
                     : "none",
           pens.line);
  hb_put_length (out, pens.width);
  hb_put (out, "];\n");
}

static void
put_edge (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_arrow *a, char kind,
          size_t i)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, HB_INK_ARROW);
  for (int end = 0; end < 2; end++)
    {
      struct hb_point p = end ? a->to : a->from;
      struct hb_rect place = { p.x, p.y, p.x, p.y };
      hb_putf (out, "  %c%zu%c [shape=point, style=invis, ", kind, i, end ? 'b' : 'a');
      put_place (out, sketch, &place);
      hb_put (out, "];\n");
    }
  hb_putf (out, "  %c%zua -> %c%zub [color=\"%s\", arrowhead=%s, arrowsize=0.5, penwidth=", kind, i,
           kind, i, pens.line, kind == 'l' ? "none" : "normal");
  hb_put_length (out, pens.width);
  hb_put (out, "];\n");
}

static void
line (hb_output *out, const hb_sketch *sketch, size_t i)
{
  put_edge (out, sketch, &sketch->lines.data[i], 'l', i);
}

static void
arrow (hb_output *out, const hb_sketch *sketch, size_t i)
{
  put_edge (out, sketch, &sketch->arrows.data[i], 'a', i);
}

static void
open_sketch (hb_output *out, const hb_sketch *sketch, double scale)
{
  (void)sketch, (void)scale;
  hb_put (out, "digraph hbkit {\n  graph [splines=line, outputorder=edgesfirst];\n"
               "  node [fixedsize=true, fontname=\"Liberation Sans,Arial,Helvetica\"];\n");
}

static void
finish (hb_output *out)
{
  hb_put (out, "}\n");
}

const struct hb_sketch_pen hb_dot_sketch_pen = {
  .open = open_sketch,
  .close = finish,
  .line = line,
  .curve = put_curve,
  .rect = put_rect,
  .arrow = arrow,
  .text = put_text,
};
