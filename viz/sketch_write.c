/* Sketches as SVG and as TikZ; see sketch.h. */
#include "viz/sketch.h"

#include "viz/svg_parts.h"
#include "viz/text.h"
#include "viz/tikz_parts.h"

#include <math.h>

/* --- SVG --- */

static void
svg_rectangle (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_rect *r)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, r->ink);
  hb_put (out, "<rect");
  hb_svg_number (out, "x", r->place.x0);
  hb_svg_number (out, "y", r->place.y0);
  hb_svg_number (out, "width", r->place.x1 - r->place.x0);
  hb_svg_number (out, "height", r->place.y1 - r->place.y0);
  bool sharp = r->ink == HB_INK_FIRST || r->ink == HB_INK_LATER;
  hb_svg_number (out, "rx", r->round > 0 ? r->round : sharp ? 0 : 2);
  hb_putf (out, " fill=\"%s\"", pens.fill ? pens.fill : "none");
  if (pens.width > 0)
    {
      hb_putf (out, " stroke=\"%s\"", pens.line);
      hb_svg_number (out, "stroke-width", pens.width);
    }
  if (pens.dash[0] > 0)
    {
      hb_put (out, " stroke-dasharray=\"");
      hb_put_length (out, pens.dash[0]);
      hb_put_char (out, ' ');
      hb_put_length (out, pens.dash[1]);
      hb_put_char (out, '"');
    }
  hb_put (out, "/>\n");
}

static void
svg_arrow (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_arrow *a)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, HB_INK_ARROW);
  double length = sketch->sheet.arrow, half = length * HB_HEAD_SLIM;
  struct hb_point back = hb_towards (&a->to, &a->from, length);
  bool level = a->from.x < a->to.x || a->from.x > a->to.x;
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', a->from.x, a->from.y);
  hb_svg_point (out, 'L', back.x, back.y);
  hb_putf (out, "\" stroke=\"%s\"", pens.line);
  hb_svg_number (out, "stroke-width", pens.width);
  hb_put (out, "/>\n<path d=\"");
  hb_svg_point (out, 'M', a->to.x, a->to.y);
  hb_svg_point (out, 'L', back.x + (level ? 0 : half), back.y + (level ? half : 0));
  hb_svg_point (out, 'L', back.x - (level ? 0 : half), back.y - (level ? half : 0));
  hb_putf (out, "Z\" fill=\"%s\"/>\n", pens.line);
}

/* A head at TO, of what comes from the direction of FROM. */
static void
svg_head (hb_output *out, const hb_sketch *sketch, struct hb_point from, struct hb_point to,
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
svg_curve (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_curve *c)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, c->ink);
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', c->from.x, c->from.y);
  hb_svg_point (out, 'Q', c->by.x, c->by.y);
  hb_svg_point (out, ' ', c->to.x, c->to.y);
  hb_putf (out, "\" fill=\"none\" stroke=\"%s\"", pens.line);
  hb_svg_number (out, "stroke-width", pens.width);
  hb_put (out, "/>\n");
  if (c->head)
    svg_head (out, sketch, c->by, c->to, pens.line);
  if (c->tail)
    svg_head (out, sketch, c->by, c->from, pens.line);
}

static void
svg_text (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_text *t)
{
  const char *colour = hb_ink_pens (sketch, t->ink).text;
  hb_svg_text (out, t->x, t->y, t->size, t->text, colour);
  if (t->over)
    hb_svg_line (out, t->x, t->y - 0.9 * t->size, t->x + hb_text_width (t->text, t->size),
                 t->y - 0.9 * t->size, 0.07 * t->size, colour);
}

static void
write_svg (const hb_sketch *sketch, hb_output *out)
{
  double room = hb_sketch_room (sketch);
  hb_svg_open (out, sketch->width, sketch->height, sketch->width > room ? room / sketch->width : 1,
               sketch->title, NULL);
  for (size_t i = 0; i < sketch->lines.size; i++)
    {
      const struct hb_sketch_arrow *l = &sketch->lines.data[i];
      struct hb_ink_pens pens = hb_ink_pens (sketch, HB_INK_ARROW);
      hb_svg_line (out, l->from.x, l->from.y, l->to.x, l->to.y, pens.width, pens.line);
    }
  for (size_t i = 0; i < sketch->curves.size; i++)
    svg_curve (out, sketch, &sketch->curves.data[i]);
  for (size_t i = 0; i < sketch->rects.size; i++)
    svg_rectangle (out, sketch, &sketch->rects.data[i]);
  for (size_t i = 0; i < sketch->arrows.size; i++)
    svg_arrow (out, sketch, &sketch->arrows.data[i]);
  for (size_t i = 0; i < sketch->texts.size; i++)
    svg_text (out, sketch, &sketch->texts.data[i]);
  hb_put (out, "</svg>\n");
}

/* --- TikZ: every ink is a style hb/NAME, so that a paper restyles in one place --- */

static void
tikz_ink (hb_output *out, const hb_sketch *sketch, enum hb_ink which)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, which);
  const char *name = hb_ink_name (which);
  const char *const colours[3] = { pens.fill, pens.line, pens.text };
  static const char *const parts[3] = { "fill", "line", "text" };
  for (int i = 0; i < 3; i++)
    if (colours[i])
      {
        char *full = hb_format ("hb%s%s", name, parts[i]);
        hb_tikz_colour (out, full, colours[i]);
        hb_free (full);
      }
  hb_putf (out, "\\tikzset{hb/%s/.style={rounded corners=%dbp", name,
           which == HB_INK_FIRST || which == HB_INK_LATER ? 0 : 2);
  if (pens.fill)
    hb_putf (out, ", fill=hb%sfill", name);
  if (pens.width > 0)
    {
      hb_putf (out, ", draw=hb%sline, line width=", name);
      hb_put_length (out, pens.width);
      hb_put (out, "bp");
    }
  if (pens.dash[0] > 0)
    {
      hb_put (out, ", dash pattern=on ");
      hb_put_length (out, pens.dash[0]);
      hb_put (out, "bp off ");
      hb_put_length (out, pens.dash[1]);
      hb_put (out, "bp");
    }
  hb_put (out, "}}%\n");
}

static void
tikz_preamble (hb_output *out, const hb_sketch *sketch)
{
  hb_tikz_open (out);
  hb_put (out, "\\tikzset{hb/line/.style={inner sep=0, outer sep=0, anchor=base west, "
               "font=\\sffamily\\fontsize{#1}{#1}\\selectfont}}%\n"
               "\\providecommand\\hbfit[2]{\\setbox0=\\hbox{#2}\\ifdim\\wd0>#1\\relax"
               "\\resizebox{#1}{\\height}{\\box0}\\else\\box0\\fi}%\n");
  for (int i = 0; i < HB_INKS; i++)
    tikz_ink (out, sketch, (enum hb_ink)i);
}

/* A font wider than the measured one must not burst a cell. */
static void
tikz_text (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_text *t)
{
  bool in_cell = t->middle && t->inside != HB_NONE;
  hb_put (out, "\\node[hb/line=");
  hb_put_length (out, t->size);
  hb_putf (out, ", text=hb%stext%s] at ", hb_ink_name (t->ink), t->middle ? ", anchor=base" : "");
  hb_tikz_point (out, t->middle ? t->x + hb_text_width (t->text, t->size) / 2 : t->x, t->y);
  hb_put (out, " {");
  if (in_cell)
    {
      const struct hb_rect *r = &sketch->rects.data[t->inside].place;
      hb_put (out, "\\hbfit{");
      hb_put_length (out, r->x1 - r->x0 - 3);
      hb_put (out, "bp}{");
    }
  hb_put (out, t->over ? "\\hbover{" : "");
  hb_tikz_text (out, t->text);
  hb_putf (out, "%s%s};\n", t->over ? "}" : "", in_cell ? "}" : "");
}

static void
tikz_segment (hb_output *out, const struct hb_sketch_arrow *a, const char *head)
{
  hb_putf (out, "\\draw[hb/arrow%s] ", head);
  hb_tikz_point (out, a->from.x, a->from.y);
  hb_put (out, " -- ");
  hb_tikz_point (out, a->to.x, a->to.y);
  hb_put (out, ";\n");
}

static void
tikz_curve (hb_output *out, const struct hb_sketch_curve *c)
{
  static const char *const heads[]
      = { "", ", -{Triangle[length=4bp, width=3bp]}", ", {Triangle[length=4bp, width=3bp]}-",
          ", {Triangle[length=4bp, width=3bp]}-{Triangle[length=4bp, "
          "width=3bp]}" };
  const struct hb_point *p = &c->from, *q = &c->by, *r = &c->to;
  hb_putf (out, "\\draw[hb/%s%s] ", hb_ink_name (c->ink), heads[c->head + 2 * c->tail]);
  hb_tikz_point (out, p->x, p->y);
  hb_put (out, " .. controls ");
  hb_tikz_point (out, p->x + (q->x - p->x) * 2 / 3, p->y + (q->y - p->y) * 2 / 3);
  hb_put (out, " and ");
  hb_tikz_point (out, r->x + (q->x - r->x) * 2 / 3, r->y + (q->y - r->y) * 2 / 3);
  hb_put (out, " .. ");
  hb_tikz_point (out, r->x, r->y);
  hb_put (out, ";\n");
}

static void
write_tikz (const hb_sketch *sketch, hb_output *out)
{
  double room = hb_sketch_room (sketch);
  tikz_preamble (out, sketch);
  hb_tikz_begin (out, sketch->width > room ? room / sketch->width : 1);
  for (size_t i = 0; i < sketch->lines.size; i++)
    tikz_segment (out, &sketch->lines.data[i], "");
  for (size_t i = 0; i < sketch->curves.size; i++)
    tikz_curve (out, &sketch->curves.data[i]);
  for (size_t i = 0; i < sketch->rects.size; i++)
    {
      const struct hb_sketch_rect *r = &sketch->rects.data[i];
      hb_putf (out, "\\path[hb/%s", hb_ink_name (r->ink));
      if (r->round > 0)
        {
          hb_put (out, ", rounded corners=");
          hb_put_length (out, r->round);
          hb_put (out, "bp");
        }
      hb_put (out, "] ");
      hb_tikz_point (out, r->place.x0, r->place.y0);
      hb_put (out, " rectangle ");
      hb_tikz_point (out, r->place.x1, r->place.y1);
      hb_put (out, ";\n");
    }
  for (size_t i = 0; i < sketch->arrows.size; i++)
    tikz_segment (out, &sketch->arrows.data[i], ", -{Triangle[length=4bp, width=3bp]}");
  for (size_t i = 0; i < sketch->texts.size; i++)
    tikz_text (out, sketch, &sketch->texts.data[i]);
  hb_tikz_end (out);
}

bool
hb_sketch_write (const hb_sketch *sketch, hb_output *output, hb_diag *diag)
{
  (void)diag;
  if (sketch->options->format == HB_DRAW_SVG)
    write_svg (sketch, output);
  else if (sketch->options->format == HB_DRAW_TIKZ)
    write_tikz (sketch, output);
  else
    hb_sketch_write_dot (sketch, output);
  return true;
}
