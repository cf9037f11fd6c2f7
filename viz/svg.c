/* The SVG writer: needs no other program, and gives the same bytes every time.
 *
 * Order of drawing: pale boxes, names, grey edges, plain ones, strong ones, nodes, labels.  Groups have classes
 * (message, handlers, edge rf, event, hidden, label rf, legend, caption), for style sheets and for tests. */
#include "viz/figure.h"

#include "viz/svg_parts.h"
#include "viz/text.h"

static void
rectangle (hb_output *out, const struct hb_rect *r, double radius, const char *style)
{
  hb_put (out, "<rect");
  hb_svg_number (out, "x", r->x0);
  hb_svg_number (out, "y", r->y0);
  hb_svg_number (out, "width", r->x1 - r->x0);
  hb_svg_number (out, "height", r->y1 - r->y0);
  if (radius > 0)
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

/* An arrowhead with its tip at TIP, coming from FROM. */
static void
head (hb_output *out, const struct hb_point *tip, const struct hb_point *from, double length,
      double half, const char *colour)
{
  struct hb_point back = hb_towards (tip, from, length);
  bool level = from->x > tip->x || from->x < tip->x;
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', tip->x, tip->y);
  hb_svg_point (out, 'L', back.x + (level ? 0 : half), back.y + (level ? half : 0));
  hb_svg_point (out, 'L', back.x - (level ? 0 : half), back.y - (level ? half : 0));
  hb_putf (out, "Z\" fill=\"%s\" stroke=\"none\"/>\n", colour);
}

static void
stroke (hb_output *out, const struct hb_pen *pen)
{
  hb_putf (out, " stroke=\"%s\"", pen->colour);
  hb_svg_number (out, "stroke-width", pen->width);
  if (pen->dash[0] > 0)
    {
      hb_put (out, " stroke-dasharray=\"");
      for (int i = 0; i < 4 && pen->dash[i] > 0; i++)
        {
          if (i)
            hb_put_char (out, ' ');
          hb_put_length (out, pen->dash[i]);
        }
      hb_put_char (out, '"');
    }
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
  head (out, tip, from, length, length * HB_HEAD_SLIM, pen.colour);
  hb_put (out, "</g>\n");
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
boxes (hb_output *out, const hb_figure *figure)
{
  for (size_t i = 0; i < figure->boxes.size; i++)
    {
      const struct hb_figure_box *b = &figure->boxes.data[i];
      if (!hb_has_frame (b))
        continue;
      char *style = hb_format ("fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\"", figure->sheet.box,
                               figure->sheet.border);
      hb_put (out, "<g class=\"message\">\n");
      rectangle (out, &b->place, 3, style);
      hb_svg_text (out, b->title.x0,
                   base_line ((b->title.y0 + b->title.y1) / 2, figure->sheet.small),
                   figure->sheet.small, b->name, figure->sheet.title);
      hb_put (out, "</g>\n");
      hb_free (style);
    }
  hb_put (out, "<g class=\"handlers\">\n");
  for (size_t i = 0; i < figure->columns.size; i++)
    {
      const struct hb_figure_column *c = &figure->columns.data[i];
      centred (out, c->x, (c->title.y0 + c->title.y1) / 2, figure->sheet.font * 1.1, c->name,
               "#000000");
    }
  hb_put (out, "</g>\n");
}

static void
edges (hb_output *out, const hb_figure *figure)
{
  hb_put (out, "<g fill=\"none\">\n");
  for (int mark = HB_FAINT; mark <= HB_STRONG; mark++)
    for (size_t i = 0; i < figure->edges.size; i++)
      if ((int)figure->edges.data[i].mark == mark)
        edge (out, figure, &figure->edges.data[i]);
  hb_put (out, "</g>\n");
}

static void
labels (hb_output *out, const hb_figure *figure)
{
  double size = figure->sheet.small;
  for (size_t i = 0; i < figure->edges.size; i++)
    {
      const struct hb_figure_edge *e = &figure->edges.data[i];
      const struct hb_rect *r = &e->label_place;
      if (!e->label || r->x1 <= r->x0)
        continue;
      hb_putf (out, "<g class=\"label %s\">", hb_arrow_name (e->arrow));
      centred (out, (r->x0 + r->x1) / 2, (r->y0 + r->y1) / 2, size, e->label,
               hb_text_colour (&figure->sheet, e->arrow, e->mark));
      hb_put (out, "</g>\n");
    }
}

/* The arrow of an entry of the legend. */
static void
sample (hb_output *out, const hb_figure *figure, const struct hb_legend_entry *entry, double x,
        double y)
{
  struct hb_point points[2] = { { x, y }, { x + 2.6 * figure->sheet.small, y } };
  struct hb_figure_edge arrow = { .arrow = entry->arrow, .mark = entry->mark };
  arrow.points.data = points;
  arrow.points.size = 2;
  hb_put (out, "<g fill=\"none\">\n");
  edge (out, figure, &arrow);
  hb_put (out, "</g>\n");
}

static void
below (hb_output *out, const hb_figure *figure)
{
  double size = figure->sheet.small;
  hb_put (out, "<g class=\"legend\">\n");
  for (size_t i = 0; i < figure->legend.size; i++)
    {
      const struct hb_legend_entry *entry = &figure->legend.data[i];
      double y = (entry->place.y0 + entry->place.y1) / 2, x = entry->place.x0;
      if (entry->arrow == HB_LEGEND_HIDDEN)
        {
          dots (out, figure, x + 1.1 * size, y);
          hb_svg_text (out, x + 1.5 * size, base_line (y, size), size, "14", "#6a6a6a");
        }
      else
        sample (out, figure, entry, x, y);
      hb_svg_text (out, x + 3.1 * size, base_line (y, size), size, entry->text, "#303030");
    }
  hb_put (out, "</g>\n<g class=\"caption\">\n");
  for (size_t i = 0; i < figure->lines.size; i++)
    hb_svg_text (out, figure->lines.data[i].x, figure->lines.data[i].y, size,
                 figure->lines.data[i].text, "#303030");
  hb_put (out, "</g>\n");
}

void
hb_figure_svg (const hb_figure *figure, hb_output *out)
{
  static const char *const titles[] = { [HB_DRAW_TRACE] = "Execution graph of a trace",
                                        [HB_DRAW_CYCLE] = "Cycle of happens-before in a trace",
                                        [HB_DRAW_GADGET] = "Gadget of a clause",
                                        [HB_DRAW_ROW] = "Row of a literal" };
  hb_svg_open (out, figure->width, figure->height, figure->scale, titles[figure->options->what],
               figure->caption);
  boxes (out, figure);
  edges (out, figure);
  for (size_t i = 0; i < figure->nodes.size; i++)
    node (out, figure, &figure->nodes.data[i]);
  labels (out, figure);
  below (out, figure);
  hb_put (out, "</svg>\n");
}
