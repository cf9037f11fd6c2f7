/* The TikZ pen for sketches: every ink is a style hb/NAME, so that a paper restyles in one place. */
#include "viz/pen.h"

#include "viz/text.h"
#include "viz/tikz_parts.h"

static void
put_ink (hb_output *out, const hb_sketch *sketch, enum hb_ink which)
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
open_sketch (hb_output *out, const hb_sketch *sketch, double scale)
{
  hb_tikz_open (out);
  hb_put (out, "\\tikzset{hb/line/.style={inner sep=0, outer sep=0, anchor=base west, "
               "font=\\sffamily\\fontsize{#1}{#1}\\selectfont}}%\n"
               "\\providecommand\\hbfit[2]{\\setbox0=\\hbox{#2}\\ifdim\\wd0>#1\\relax"
               "\\resizebox{#1}{\\height}{\\box0}\\else\\box0\\fi}%\n");
  for (int i = 0; i < HB_INKS; i++)
    put_ink (out, sketch, (enum hb_ink)i);
  hb_tikz_begin (out, scale);
}

/* A font wider than the measured one must not burst a cell. */
static void
text (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_text *t = &sketch->texts.data[i];
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
segment (hb_output *out, const struct hb_sketch_arrow *a, const char *head)
{
  hb_putf (out, "\\draw[hb/arrow%s] ", head);
  hb_tikz_point (out, a->from.x, a->from.y);
  hb_put (out, " -- ");
  hb_tikz_point (out, a->to.x, a->to.y);
  hb_put (out, ";\n");
}

static void
curve (hb_output *out, const hb_sketch *sketch, size_t i)
{
  const struct hb_sketch_curve *c = &sketch->curves.data[i];
  static const char *const heads[]
      = { "", ", -{Triangle[length=4bp, width=3bp]}", ", {Triangle[length=4bp, width=3bp]}-",
          ", {Triangle[length=4bp, width=3bp]}-{Triangle[length=4bp, "
          "width=3bp]}" };
  const struct hb_point *p = &c->from, *q = &c->by, *r = &c->to;
  hb_putf (out, "\\draw[hb/%s, fill=none%s] ", hb_ink_name (c->ink), heads[c->head + 2 * c->tail]);
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
line (hb_output *out, const hb_sketch *sketch, size_t i)
{
  segment (out, &sketch->lines.data[i], "");
}

static void
arrow (hb_output *out, const hb_sketch *sketch, size_t i)
{
  segment (out, &sketch->arrows.data[i], ", -{Triangle[length=4bp, width=3bp]}");
}

static void
rect (hb_output *out, const hb_sketch *sketch, size_t i)
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

const struct hb_sketch_pen hb_tikz_sketch_pen = {
  .open = open_sketch,
  .close = hb_tikz_end,
  .line = line,
  .curve = curve,
  .rect = rect,
  .arrow = arrow,
  .text = text,
};
