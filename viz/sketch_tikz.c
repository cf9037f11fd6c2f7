/* Sketches as TikZ; see sketch.h.  Every ink is a style hb/NAME, so that a paper restyles in one
 * place. */
#include "viz/sketch.h"

#include "viz/text.h"
#include "viz/tikz_parts.h"

static void
ink (hb_output *out, const hb_sketch *sketch, enum hb_ink which)
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
preamble (hb_output *out, const hb_sketch *sketch)
{
  hb_tikz_open (out);
  hb_put (out, "\\tikzset{hb/line/.style={inner sep=0, outer sep=0, anchor=base west, "
               "font=\\sffamily\\fontsize{#1}{#1}\\selectfont}}%\n"
               "\\providecommand\\hbfit[2]{\\setbox0=\\hbox{#2}\\ifdim\\wd0>#1\\relax"
               "\\resizebox{#1}{\\height}{\\box0}\\else\\box0\\fi}%\n");
  for (int i = 0; i < HB_INKS; i++)
    ink (out, sketch, (enum hb_ink)i);
}

/* A font wider than the measured one must not burst a cell. */
static void
text (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_text *t)
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

void
hb_sketch_tikz (const hb_sketch *sketch, hb_output *out)
{
  double room = hb_sketch_room (sketch);
  preamble (out, sketch);
  hb_tikz_begin (out, sketch->width > room ? room / sketch->width : 1);
  for (size_t i = 0; i < sketch->rects.size; i++)
    {
      const struct hb_sketch_rect *r = &sketch->rects.data[i];
      hb_putf (out, "\\path[hb/%s] ", hb_ink_name (r->ink));
      hb_tikz_point (out, r->place.x0, r->place.y0);
      hb_put (out, " rectangle ");
      hb_tikz_point (out, r->place.x1, r->place.y1);
      hb_put (out, ";\n");
    }
  for (size_t i = 0; i < sketch->arrows.size; i++)
    {
      const struct hb_sketch_arrow *a = &sketch->arrows.data[i];
      hb_put (out, "\\draw[hb/arrow, -{Triangle[length=4bp, width=3bp]}] ");
      hb_tikz_point (out, a->from.x, a->from.y);
      hb_put (out, " -- ");
      hb_tikz_point (out, a->to.x, a->to.y);
      hb_put (out, ";\n");
    }
  for (size_t i = 0; i < sketch->texts.size; i++)
    text (out, sketch, &sketch->texts.data[i]);
  hb_tikz_end (out);
}
