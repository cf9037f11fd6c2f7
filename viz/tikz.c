/* The TikZ pen.  The file compiles alone (class standalone) and, by \input, inside a paper
 * (tikz_parts.h).  Every relation has a colour, a style and a macro of its own,
 *
 *     \hbrf[hb/strong]{(10,20) -- (30,20)}
 *
 * so that a paper restyles all rf arrows in one place.  Coordinates are those of the other writers: 1/72
 * inch, y down. */
#include "viz/pen.h"

#include "viz/text.h"
#include "viz/tikz_parts.h"

/* --- What comes before the picture --- */

static void
dashes (hb_output *out, const struct hb_pen *pen)
{
  if (pen->dash[0] <= 0)
    return;
  hb_put (out, ", dash pattern=");
  for (int i = 0; i < 4 && pen->dash[i] > 0; i++)
    {
      hb_put (out, i % 2 ? "off " : "on ");
      hb_put_length (out, pen->dash[i]);
      hb_put (out, "bp ");
    }
}

static void
length_of (hb_output *out, const char *before, double length, const char *after)
{
  hb_put (out, before);
  hb_put_length (out, length);
  hb_put (out, after);
}

/* The style that a mark adds to that of a relation. */
static void
relation (hb_output *out, const hb_figure *figure, int arrow)
{
  struct hb_pen pen = hb_pen (&figure->sheet, arrow, HB_PLAIN);
  const char *name = hb_arrow_name (arrow);
  char *colour_name = hb_format ("hb%s", name);
  char *text_name = hb_format ("hb%stext", name);
  hb_tikz_colour (out, colour_name, pen.colour);
  hb_tikz_colour (out, text_name, hb_text_colour (&figure->sheet, arrow, HB_PLAIN));
  hb_putf (out, "\\tikzset{hb/%s/.style={draw=hb%s, line width=", name, name);
  hb_put_length (out, pen.width);
  hb_put (out, "bp");
  if (arrow == HB_PO)
    length_of (
        out, ", hb/tip=", hb_head_length (figure, &(struct hb_figure_edge){ .arrow = arrow }), "");
  dashes (out, &pen);
  hb_putf (out, "}}%%\n\\providecommand\\hb%s[2][]{\\draw[hb/arrow, hb/%s, #1] #2;}%%\n", name,
           name);
  hb_free (colour_name);
  hb_free (text_name);
}

static void
mark (hb_output *out, const hb_figure *figure, const char *name, int arrow, enum hb_mark which)
{
  struct hb_pen pen = hb_pen (&figure->sheet, arrow, which);
  struct hb_figure_edge edge = { .arrow = arrow, .mark = which };
  hb_putf (out, "\\tikzset{hb/%s/.style={%s", name,
           which == HB_FAINT ? "draw=hbfaint, "
           : arrow == HB_PO  ? "draw=black!75, "
                             : "");
  length_of (out, "line width=", pen.width, "bp, ");
  length_of (out, "hb/tip=", hb_head_length (figure, &edge), "}}%\n");
}

static void
open_figure (hb_output *out, const hb_figure *figure)
{
  const struct hb_style_sheet *sheet = &figure->sheet;
  hb_tikz_open (out);
  hb_tikz_colour (out, "hbfaint", hb_pen (sheet, HB_RF, HB_FAINT).colour);
  hb_put (out, "\\providecommand\\hbdots[1]{\\foreach \\d in {-2.5bp,0bp,2.5bp} "
               "\\fill[black!60, yshift=\\d] #1 circle[radius=0.6bp];}%\n");
  hb_put (out, "\\tikzset{hb/tip/.style={-{Triangle[length=#1bp, width=");
  length_of (out, "", 2 * HB_HEAD_SLIM, "*#1bp]}}}%\n");
  length_of (out, "\\tikzset{hb/arrow/.style={hb/tip=", sheet->arrow, ", ");
  length_of (out, "rounded corners=", 0.44 * sheet->font, "bp}}%\n");
  mark (out, figure, "strong", HB_RF, HB_STRONG);
  mark (out, figure, "strong po", HB_PO, HB_STRONG);
  mark (out, figure, "faint", HB_RF, HB_FAINT);
  hb_put (out, "\\tikzset{hb/line/.style={inner sep=0, outer sep=0, text height=0.72em, text "
               "depth=0.2em}}%\n");
  length_of (out, "\\tikzset{hb/text/.style={hb/line, font=\\sffamily\\fontsize{", sheet->font,
             "}{9}\\selectfont}}%\n");
  length_of (out, "\\tikzset{hb/small/.style={hb/line, font=\\sffamily\\fontsize{", sheet->small,
             "}{8}\\selectfont}}%\n");
  length_of (out, "\\tikzset{hb/below/.style={hb/line, font=\\sffamily\\fontsize{", figure->below,
             "}{8}\\selectfont}}%\n");
  hb_put (out,
          "\\tikzset{hb/event/.style={hb/text, draw=black!40, fill=white, rounded corners=2bp, "
          "line width=0.5bp}}%\n"
          "\\tikzset{hb/event strong/.style={hb/event, draw=black!85, line width=0.9bp}}%\n"
          "\\tikzset{hb/group/.style={draw=black!60, densely dotted, rounded corners=2bp, line "
          "width=0.6bp}}%\n"
          "\\tikzset{hb/message/.style={draw=black!25, fill=black!4, rounded corners=3bp, line "
          "width=0.5bp}}%\n");
  for (int arrow = 0; arrow < HB_ARROWS; arrow++)
    relation (out, figure, arrow);
  hb_tikz_begin (out, figure->scale < 1 ? figure->scale : 1);
}

/* --- The picture --- */

static void
put_node (hb_output *out, const char *style, double x, double y, const char *string)
{
  hb_putf (out, "\\node[%s] at ", style);
  hb_tikz_point (out, x, y);
  hb_put (out, " {");
  hb_tikz_text (out, string);
  hb_put (out, "};\n");
}

static void
message (hb_output *out, const hb_figure *figure, const struct hb_figure_box *b)
{
  (void)figure;
  hb_put (out, "\\draw[hb/message] ");
  hb_tikz_point (out, b->place.x0, b->place.y0);
  hb_put (out, " rectangle ");
  hb_tikz_point (out, b->place.x1, b->place.y1);
  hb_put (out, ";\n");
  put_node (out, "hb/small, anchor=west", b->title.x0, (b->title.y0 + b->title.y1) / 2, b->name);
}

static void
group (hb_output *out, const hb_figure *figure, const struct hb_figure_group *g)
{
  (void)figure;
  hb_put (out, "\\draw[hb/group] ");
  hb_tikz_point (out, g->place.x0, g->place.y0);
  hb_put (out, " rectangle ");
  hb_tikz_point (out, g->place.x1, g->place.y1);
  hb_put (out, ";\n");
  put_node (out, "hb/small, anchor=west", g->title.x0, (g->title.y0 + g->title.y1) / 2, g->name);
}

static void
handler (hb_output *out, const hb_figure *figure, const struct hb_figure_column *c)
{
  (void)figure;
  put_node (out, "hb/text", c->x, (c->title.y0 + c->title.y1) / 2, c->name);
}

static void
edge (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *e)
{
  (void)figure;
  hb_putf (out, "\\hb%s", hb_arrow_name (e->arrow));
  if (e->mark == HB_FAINT)
    hb_put (out, "[hb/faint]");
  if (e->mark == HB_STRONG)
    hb_put (out, e->arrow == HB_PO ? "[hb/strong po]" : "[hb/strong]");
  hb_put_char (out, '{');
  for (size_t i = 0; i < e->points.size; i++)
    {
      if (i)
        hb_put (out, " -- ");
      hb_tikz_point (out, e->points.data[i].x, e->points.data[i].y);
    }
  hb_put (out, "}\n");
}

static void
dots (hb_output *out, const hb_figure *figure, double x, double y)
{
  (void)figure;
  hb_put (out, "\\hbdots{");
  hb_tikz_point (out, x, y);
  hb_put (out, "}\n");
}

static void
text (hb_output *out, const hb_figure *figure, double x, double y, const char *string, bool faint)
{
  (void)figure;
  put_node (out, faint ? "hb/below, anchor=west, text=black!60" : "hb/below, anchor=west", x, y,
            string);
}

static void
line (hb_output *out, const hb_figure *figure, const struct hb_figure_line *l)
{
  (void)figure;
  put_node (out, "hb/below, anchor=base west", l->x, l->y, l->text);
}

static void
node (hb_output *out, const hb_figure *figure, const struct hb_figure_node *n)
{
  double x = (n->place.x0 + n->place.x1) / 2, y = (n->place.y0 + n->place.y1) / 2;
  double size = figure->sheet.small;
  if (n->event == HB_NONE)
    {
      double width = hb_text_width (n->text, size), left = x - width / 2 - 0.25 * size;
      dots (out, figure, width > 0 ? left : x, y);
      text (out, figure, left + 0.5 * size, y, n->text, true);
      return;
    }
  hb_putf (out,
           "\\node[%s%s, minimum width=", n->mark == HB_STRONG ? "hb/event strong" : "hb/event",
           n->mark == HB_FAINT ? ", text=black!55" : "");
  hb_put_length (out, n->place.x1 - n->place.x0);
  length_of (out, "bp, minimum height=", n->place.y1 - n->place.y0, "bp] at ");
  hb_tikz_point (out, x, y);
  hb_put (out, " {");
  hb_tikz_text (out, n->text);
  hb_put (out, "};\n");
}

static void
label (hb_output *out, const hb_figure *figure, const struct hb_figure_edge *e)
{
  (void)figure;
  const struct hb_rect *r = &e->label_place;
  char *style = e->mark == HB_FAINT
                    ? hb_copy_text ("hb/small, text=black!55")
                    : hb_format ("hb/small, text=hb%stext", hb_arrow_name (e->arrow));
  put_node (out, style, (r->x0 + r->x1) / 2, (r->y0 + r->y1) / 2, e->label);
  hb_free (style);
}

/* --- Panels: windows onto what is told once --- */

static void
open_whole (hb_output *out)
{
  hb_put (out, "\\def\\hbwhole{%\n");
}

static void
close_whole (hb_output *out)
{
  hb_put (out, "}%\n");
}

static void
cut_line (hb_output *out, double x0, double y0, double x1, double y1)
{
  hb_put (out, "\\draw[black!50, dashed, line width=0.5bp] ");
  hb_tikz_point (out, x0, y0);
  hb_put (out, " -- ");
  hb_tikz_point (out, x1, y1);
  hb_put (out, ";\n");
}

static void
panel (hb_output *out, const hb_figure *figure, const struct hb_figure_panel *p)
{
  const struct hb_rect *w = &p->window;
  double top = p->y + p->head, right = p->x + w->x1 - w->x0, bottom = top + w->y1 - w->y0;
  (void)figure;
  hb_put (out, "\\begin{scope}[shift={");
  hb_tikz_point (out, p->x - w->x0, top - w->y0);
  hb_put (out, "}]\\clip ");
  hb_tikz_point (out, w->x0, w->y0);
  hb_put (out, " rectangle ");
  hb_tikz_point (out, w->x1, w->y1);
  hb_put (out, ";\\hbwhole\\end{scope}\n");
  if (p->above)
    cut_line (out, p->x, top, right, top);
  if (p->below)
    cut_line (out, p->x, bottom, right, bottom);
  if (p->left)
    cut_line (out, p->x, top, p->x, bottom);
  if (p->right)
    cut_line (out, right, top, right, bottom);
}

const struct hb_figure_pen hb_tikz_figure_pen = {
  .open = open_figure,
  .close = hb_tikz_end,
  .open_whole = open_whole,
  .close_whole = close_whole,
  .panel = panel,
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
