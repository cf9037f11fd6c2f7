/* The SVG pen: needs no other program, and gives the same bytes every time.  Groups have classes (message, handlers,
 * edge rf, event, hidden, label rf, legend, caption), for style sheets and for tests. */
#include "viz/pen.h"

#include "base/buffer.h"
#include "viz/svg_parts.h"
#include "viz/text.h"

#include <math.h>
#include <string.h>

static void
put_rect (hb_output *out, const struct hb_rect *r)
{
  hb_put (out, "<rect");
  hb_svg_number (out, "x", r->x0);
  hb_svg_number (out, "y", r->y0);
  hb_svg_number (out, "width", r->x1 - r->x0);
  hb_svg_number (out, "height", r->y1 - r->y0);
}

static void
rectangle (hb_output *out, const struct hb_rect *r, double radius, const char *style)
{
  put_rect (out, r);
  hb_svg_number (out, "rx", radius);
  hb_putf (out, " %s/>\n", style);
}

/* --- Texts --- */

/* The base line for which a line of text looks centred on Y. */
static double
base_line (double y, double size)
{
  return y + 0.34 * size;
}

static void
centred (hb_output *out, double x, double y, double size, const char *string, const char *colour)
{
  hb_svg_text (out, x - hb_text_width (string, size) / 2, base_line (y, size), size, string,
               colour);
}

/* The full name of what is shortened, for those who ask. */
static void
put_title (hb_output *out, const char *full)
{
  if (!full)
    return;
  hb_put (out, "<title>");
  hb_put_xml (out, full, strlen (full));
  hb_put (out, "</title>");
}

/* --- Edges --- */

/* The line of an edge with round corners, up to END instead of its last point. */
static void
path (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *e, struct hb_point end)
{
  hb_svg_point (out, 'M', e->points.data[0].x, e->points.data[0].y);
  for (size_t i = 1; i + 1 < e->points.size; i++)
    {
      struct hb_corner c = hb_corner (figure, e, i);
      hb_svg_point (out, 'L', c.in.x, c.in.y);
      hb_svg_point (out, 'Q', c.at.x, c.at.y);
      hb_svg_point (out, ' ', c.off.x, c.off.y);
    }
  hb_svg_point (out, 'L', end.x, end.y);
}

/* An arrowhead with its tip at TIP, coming from FROM, up to its colour. */
static void
head (hb_output *out, const struct hb_point *tip, const struct hb_point *from, double length,
      double half)
{
  struct hb_point back = hb_towards (tip, from, length);
  bool level = from->x > tip->x || from->x < tip->x;
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', tip->x, tip->y);
  hb_svg_point (out, 'L', back.x + (level ? 0 : half), back.y + (level ? half : 0));
  hb_svg_point (out, 'L', back.x - (level ? 0 : half), back.y - (level ? half : 0));
  hb_put (out, "Z\"");
}

/* A line of that colour and width, and of dashes and gaps, up to MOST of them or the first 0. */
static void
put_stroke (hb_output *out, const char *colour, double width, const double *dash, int most)
{
  hb_putf (out, " stroke=\"%s\"", colour);
  hb_svg_number (out, "stroke-width", width);
  if (!(dash[0] > 0))
    return;
  hb_put (out, " stroke-dasharray=\"");
  for (int i = 0; i < most && dash[i] > 0; i++)
    {
      if (i)
        hb_put_char (out, ' ');
      hb_put_length (out, dash[i]);
    }
  hb_put_char (out, '"');
}

static void
stroke (hb_output *out, const struct hb_pen *pen)
{
  put_stroke (out, pen->colour, pen->width, pen->dash, 4);
}

static void
edge (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *e)
{
  const struct hb_point *tip = &vec_top (e->points), *from = tip - 1;
  struct hb_pen pen = hb_pen (&figure->sheet, e->arrow, e->mark);
  double length = hb_head_length (figure, e);
  struct hb_point end = hb_towards (tip, from, length * 0.8);
  hb_putf (out, "<g class=\"edge %s\"><path d=\"", hb_arrow_name (e->arrow));
  path (out, figure, e, end);
  hb_put_char (out, '"');
  stroke (out, &pen);
  hb_put (out, "/>\n");
  head (out, tip, from, length, length * HB_HEAD_SLIM);
  hb_putf (out, " fill=\"%s\" stroke=\"none\"/>\n</g>\n", pen.colour);
}

/* --- Nodes --- */

/* Three dots, one above the other. */
static void
dots (hb_output *out, const hb_figure *figure, double x, double y)
{
  double size = figure->sheet.font;
  for (int i = -1; i <= 1; i++)
    {
      hb_put (out, "<circle");
      hb_svg_number (out, "cx", x);
      hb_svg_number (out, "cy", y + i * 0.32 * size);
      hb_svg_number (out, "r", 0.075 * size);
      hb_put (out, " fill=\"#6a6a6a\"/>\n");
    }
}

static void
node (hb_output *out, const hb_figure *figure, const struct hb_figure_node *n)
{
  double x = (n->place.x0 + n->place.x1) / 2, y = (n->place.y0 + n->place.y1) / 2;
  double size = figure->sheet.font;
  if (n->event != HB_NONE)
    {
      const char *border = n->mark == HB_STRONG ? "#202020" : "#9a9a9a";
      hb_put (out, "<g class=\"event\">");
      put_title (out, n->full);
      char *style = hb_format ("fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"%s\"", border,
                               n->mark == HB_STRONG ? "0.9" : "0.5");
      rectangle (out, &n->place, 2, style);
      hb_free (style);
      centred (out, x, y, size, n->text, n->mark == HB_FAINT ? HB_FAINT_TEXT : "#000000");
      hb_put (out, "</g>\n");
      return;
    }
  double width = hb_text_width (n->text, figure->sheet.small);
  hb_put (out, "<g class=\"hidden\">\n");
  double left = x - (width + 0.45 * size) / 2;
  dots (out, figure, width > 0 ? left : x, y);
  hb_svg_text (out, left + 0.45 * size, base_line (y, figure->sheet.small), figure->sheet.small,
               n->text, "#6a6a6a");
  hb_put (out, "</g>\n");
}

/* --- The parts of a figure --- */

static void
message (hb_output *out, const hb_figure *figure, const struct hb_figure_box *b)
{
  double size = figure->sheet.small;
  char *style = hb_format ("fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\"", figure->sheet.box,
                           figure->sheet.border);
  hb_put (out, "<g class=\"message\">\n");
  put_title (out, b->full);
  rectangle (out, &b->place, 3, style);
  hb_svg_text (out, b->title.x0, base_line ((b->title.y0 + b->title.y1) / 2, size), size, b->name,
               figure->sheet.title);
  hb_put (out, "</g>\n");
  hb_free (style);
}

static void
group (hb_output *out, const hb_figure *figure, const struct hb_figure_group *g)
{
  double size = figure->sheet.small;
  hb_put (out, "<g class=\"group\">\n");
  rectangle (out, &g->place, 2,
             "fill=\"none\" stroke=\"#6a6a6a\" stroke-width=\"0.6\" stroke-dasharray=\"1.2 1.6\"");
  hb_svg_text (out, g->title.x0, base_line ((g->title.y0 + g->title.y1) / 2, size), size, g->name,
               figure->sheet.title);
  hb_put (out, "</g>\n");
}

static void
handler (hb_output *out, const hb_figure *figure, const struct hb_figure_column *c)
{
  if (c->full)
    hb_put (out, "<g>");
  put_title (out, c->full);
  centred (out, c->x, (c->title.y0 + c->title.y1) / 2, figure->sheet.font * 1.1, c->name,
           "#000000");
  if (c->full)
    hb_put (out, "</g>\n");
}

static void
label (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *e)
{
  const struct hb_rect *r = &e->label_place;
  hb_putf (out, "<g class=\"label %s\">", hb_arrow_name (e->arrow));
  centred (out, (r->x0 + r->x1) / 2, (r->y0 + r->y1) / 2, figure->sheet.small, e->label,
           hb_text_colour (&figure->sheet, e->arrow, e->mark));
  hb_put (out, "</g>\n");
}

static void
text (hb_output *out, const hb_figure *figure, double x, double y, const char *string, bool faint)
{
  double size = figure->below;
  hb_svg_text (out, x, base_line (y, size), size, string, faint ? "#6a6a6a" : "#303030");
}

static void
line (hb_output *out, const hb_figure *figure, const struct hb_figure_line *l)
{
  hb_svg_text (out, l->x, l->y, figure->below, l->text, "#303030");
}

static void
begin (hb_output *out, enum hb_figure_part part)
{
  static const char *const groups[] = { [HB_PART_HANDLERS] = "<g class=\"handlers\">\n",
                                        [HB_PART_EDGES] = "<g fill=\"none\">\n",
                                        [HB_PART_LEGEND] = "<g class=\"legend\">\n",
                                        [HB_PART_CAPTION] = "<g class=\"caption\">\n" };
  hb_put (out, groups[part]);
}

static void
end (hb_output *out)
{
  hb_put (out, "</g>\n");
}

#define MOST_SAID 1500 /* bytes: what a picture says has to end some time */

/* What a figure without a caption shows, for those who do not see it: "Handlers s, h; po program order".  New. */
static char *
describe (const hb_figure *figure)
{
  hb_buffer said = VEC_EMPTY;
  for (size_t c = 0; c < figure->columns.size && said.size < MOST_SAID; c++)
    hb_buffer_add (&said, "%s%s", c ? ", " : "Handlers ", figure->columns.data[c].name);
  for (size_t i = 0; i < figure->legend.size; i++)
    hb_buffer_add (&said, "; %s", figure->legend.data[i].text);
  return hb_buffer_take (&said);
}

static void
open_figure (hb_output *out, const hb_figure *figure)
{
  static const char *const titles[] = { [HB_DRAW_TRACE] = "Execution graph of a trace",
                                        [HB_DRAW_CYCLE] = "Cycle of happens-before in a trace",
                                        [HB_DRAW_GADGET] = "Gadget of a clause",
                                        [HB_DRAW_ROW] = "Row of a literal" };
  char *description = figure->caption ? hb_copy_text (figure->caption) : describe (figure);
  hb_svg_open (out, figure->width, figure->height, figure->scale, titles[figure->options->what],
               description);
  hb_free (description);
}

static void
finish (hb_output *out)
{
  hb_put (out, "</svg>\n");
}

/* --- Panels: windows onto what is drawn once --- */

static void
open_whole (hb_output *out)
{
  hb_put (out, "<defs>\n<g id=\"hb-whole\">\n");
}

static void
close_whole (hb_output *out)
{
  hb_put (out, "</g>\n</defs>\n");
}

static void
cut_line (hb_output *out, double x0, double y0, double x1, double y1)
{
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', x0, y0);
  hb_svg_point (out, 'L', x1, y1);
  hb_put (out, "\" stroke=\"#8a8a8a\" stroke-width=\"0.5\" stroke-dasharray=\"3 3\"/>\n");
}

static void
panel (hb_output *out, const hb_figure *figure, const struct hb_figure_panel *p)
{
  double wide = p->window.x1 - p->window.x0, high = p->window.y1 - p->window.y0;
  double top = p->y + p->head, right = p->x + wide, bottom = top + high;
  (void)figure;
  hb_put (out, "<svg class=\"panel\"");
  hb_svg_number (out, "x", p->x);
  hb_svg_number (out, "y", top);
  hb_svg_number (out, "width", wide);
  hb_svg_number (out, "height", high);
  hb_put (out, " viewBox=\"");
  hb_put_length (out, p->window.x0);
  hb_put_char (out, ' ');
  hb_put_length (out, p->window.y0);
  hb_put_char (out, ' ');
  hb_put_length (out, wide);
  hb_put_char (out, ' ');
  hb_put_length (out, high);
  hb_put (out, "\" overflow=\"hidden\"><use href=\"#hb-whole\"/></svg>\n");
  if (p->above)
    cut_line (out, p->x, top, right, top);
  if (p->below)
    cut_line (out, p->x, bottom, right, bottom);
  if (p->left)
    cut_line (out, p->x, top, p->x, bottom);
  if (p->right)
    cut_line (out, right, top, right, bottom);
}

const struct hb_figure_pen hb_svg_figure_pen = {
  .open = open_figure,
  .close = finish,
  .open_whole = open_whole,
  .close_whole = close_whole,
  .panel = panel,
  .begin = begin,
  .end = end,
  .message = message,
  .group = group,
  .handler = handler,
  .edge = edge,
  .node = node,
  .label = label,
  .dots = dots,
  .text = text,
  .line = line,
};

/* --- Sketches --- */

static void
sketch_rect (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_rect *r = &sketch->rects.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, r->ink);
  put_rect (out, &r->place);
  bool sharp = r->ink == HB_INK_FIRST || r->ink == HB_INK_LATER;
  hb_svg_number (out, "rx", r->round > 0 ? r->round : sharp ? 0 : 2);
  hb_putf (out, " fill=\"%s\"", pens.fill ? pens.fill : "none");
  if (pens.width > 0)
    put_stroke (out, pens.line, pens.width, pens.dash, 2);
  hb_put (out, "/>\n");
}

static void
sketch_arrow (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_arrow *a = &sketch->arrows.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, HB_INK_ARROW);
  double length = sketch->sheet.arrow;
  struct hb_point back = hb_towards (&a->to, &a->from, length);
  hb_svg_line (out, a->from.x, a->from.y, back.x, back.y, pens.width, pens.line);
  head (out, &a->to, &a->from, length, length * HB_HEAD_SLIM);
  hb_putf (out, " fill=\"%s\"/>\n", pens.line);
}

static void
sketch_line (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_arrow *l = &sketch->lines.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, HB_INK_ARROW);
  hb_svg_line (out, l->from.x, l->from.y, l->to.x, l->to.y, pens.width, pens.line);
}

/* A head at TO, of what comes from the direction of FROM. */
static void
turned_head (hb_output *out, const hb_sketch *sketch, struct hb_point from, struct hb_point to,
             const char *colour)
{
  double length = sketch->sheet.arrow, x = to.x - from.x, y = to.y - from.y, far = hypot (x, y);
  if (!(far > 0))
    return;
  x *= length / far, y *= length / far;
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', to.x, to.y);
  hb_svg_point (out, 'L', to.x - x - y * HB_HEAD_SLIM, to.y - y + x * HB_HEAD_SLIM);
  hb_svg_point (out, 'L', to.x - x + y * HB_HEAD_SLIM, to.y - y - x * HB_HEAD_SLIM);
  hb_putf (out, "Z\" fill=\"%s\"/>\n", colour);
}

static void
sketch_curve (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_curve *c = &sketch->curves.data[i];
  struct hb_ink_pens pens = hb_ink_pens (sketch, c->ink);
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', c->from.x, c->from.y);
  hb_svg_point (out, 'Q', c->by.x, c->by.y);
  hb_svg_point (out, ' ', c->to.x, c->to.y);
  hb_put (out, "\" fill=\"none\"");
  put_stroke (out, pens.line, pens.width, pens.dash, 2);
  hb_put (out, "/>\n");
  if (c->head)
    turned_head (out, sketch, c->by, c->to, pens.line);
  if (c->tail)
    turned_head (out, sketch, c->by, c->from, pens.line);
}

static void
sketch_text (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_text *t = &sketch->texts.data[i];
  const char *colour = hb_ink_pens (sketch, t->ink).text;
  if (t->full)
    hb_put (out, "<g>");
  put_title (out, t->full);
  hb_svg_text (out, t->x, t->y, t->size, t->text, colour);
  if (t->over)
    hb_svg_line (out, t->x, t->y - 0.9 * t->size, t->x + hb_text_width (t->text, t->size),
                 t->y - 0.9 * t->size, 0.07 * t->size, colour);
  if (t->full)
    hb_put (out, "</g>\n");
}

/* What it says, in the order in which it is drawn, for those who do not see it. */
static void
open_sketch (hb_output *out, const hb_sketch *sketch, double scale)
{
  hb_buffer said = VEC_EMPTY;
  for (size_t i = 0; i < sketch->texts.size && said.size < MOST_SAID; i++)
    hb_buffer_add (&said, "%s%s%s", i ? "; " : "", sketch->texts.data[i].over ? "\xc2\xac" : "",
                   sketch->texts.data[i].text);
  char *description = hb_buffer_take (&said);
  hb_svg_open (out, sketch->width, sketch->height, scale, sketch->title, description);
  hb_free (description);
}

const struct hb_sketch_pen hb_svg_sketch_pen = {
  .open = open_sketch,
  .close = finish,
  .line = sketch_line,
  .curve = sketch_curve,
  .rect = sketch_rect,
  .arrow = sketch_arrow,
  .text = sketch_text,
};
