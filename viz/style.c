/* Pens: colour, width and dashes of every relation.
 *
 * Colours are those of Okabe and Ito ("Color Universal Design", 2008), which people with any colour
 * vision tell apart.  Those whose tones are one in grey (rf and pb, eo and fr, fr and qo, mo and co) are told apart
 * by dashes as well, so that a colour figure survives a black-and-white printer.  In mono the dashes alone tell the
 * relations apart, and eo is a broad grey line. */
#include "viz/figure.h"

#include <string.h>

static const struct
{
  const char *name, *colour;
  const char
      *text; /* the same, dark enough for a label on white: a contrast of 4.5 : 1 (WCAG 2, 1.4.3) */
  double dash[4]; /* in colour */
  double mono[4];
} arrows[HB_ARROWS] = {
  [HB_PO] = { "po", "#7f7f7f", "#727272", { 0 }, { 0 } },
  [HB_RF] = { "rf", "#d55e00", "#bb5200", { 0 }, { 0 } },
  [HB_CO] = { "co", "#0072b2", "#0072b2", { 0 }, { 6, 2 } },
  [HB_FR] = { "fr", "#e69f00", "#976800", { 0 }, { 3.5, 1.2, 0.8, 1.2 } },
  [HB_PB] = { "pb", "#009e73", "#00815e", { 5, 1.5 }, { 0.9, 1.3 } },
  [HB_EO] = { "eo", "#cc79a7", "#9d5d80", { 7, 1.2, 1.2, 1.2 }, { 0 } },
  [HB_MO] = { "mo", "#0072b2", "#0072b2", { 3, 2 }, { 2.6, 1.6 } },
  [HB_GP] = { "gp", "#009e73", "#00815e", { 1, 1.6 }, { 5, 1.5, 1.5, 1.5 } },
  [HB_ARROW_HB] = { "hb", "#b0001e", "#b0001e", { 0 }, { 9, 1.4, 1.4, 1.4 } },
  [HB_ARROW_QO] = { "qo", "#56b4e9", "#39789c", { 2, 1.2 }, { 1.5, 2.5 } },
};

const char *
hb_arrow_name (int arrow)
{
  return arrows[arrow].name;
}

int
hb_arrow_find (const char *name, size_t length)
{
  for (int i = 0; i < HB_ARROWS; i++)
    if (strlen (arrows[i].name) == length && !memcmp (arrows[i].name, name, length))
      return i;
  return -1;
}

struct hb_style_sheet
hb_style_sheet (const struct hb_draw_options *options)
{
  enum hb_draw_preset preset = options->preset;
  static const struct hb_style_sheet paper = { .font = 8,
                                               .small = 7.5,
                                               .thin = 0.5,
                                               .normal = 0.9,
                                               .thick = 1.7,
                                               .arrow = 5,
                                               .box = "#eef2f7",
                                               .border = "#b9c3cf",
                                               .title = "#3f4a57" };
  struct hb_style_sheet sheet = paper;
  if (preset == HB_DRAW_SLIDE)
    {
      sheet.font = 12;
      sheet.small = 10;
      sheet.thin = 0.9;
      sheet.normal = 1.5;
      sheet.thick = 2.8;
      sheet.arrow = 8;
    }
  if (preset == HB_DRAW_MONO)
    {
      sheet.mono = true;
      sheet.box = "#f2f2f2";
      sheet.border = "#b8b8b8";
      sheet.title = "#444444";
    }
  sheet.own = options->styles;
  return sheet;
}

const char *
hb_arrow_text (const struct hb_style_sheet *sheet, int arrow)
{
  return sheet->own && sheet->own[arrow].text ? sheet->own[arrow].text : arrows[arrow].name;
}

/* What the options say of an arrow comes last; that it is faint or strong can still be seen. */
static void
restyle (const struct hb_style_sheet *sheet, int arrow, enum hb_mark mark, struct hb_pen *pen)
{
  const struct hb_arrow_style *own = sheet->own ? &sheet->own[arrow] : NULL;
  if (!own)
    return;
  if (*own->colour && mark != HB_FAINT)
    pen->colour = own->colour;
  if (own->width > 0)
    pen->width = own->width * pen->width / sheet->normal;
  for (int i = 0; i < 4 && own->dashed; i++)
    pen->dash[i] = own->dash[i];
}

struct hb_pen
hb_pen (const struct hb_style_sheet *sheet, int arrow, enum hb_mark mark)
{
  struct hb_pen pen = { .colour = arrows[arrow].colour, .width = sheet->normal };
  const double *dash = sheet->mono ? arrows[arrow].mono : arrows[arrow].dash;
  if (sheet->mono)
    pen.colour = arrow == HB_PO ? "#7f7f7f" : arrow == HB_EO ? "#8c8c8c" : "#000000";
  if (sheet->mono && arrow == HB_EO)
    pen.width *= 1.7;
  if (mark == HB_FAINT)
    pen.colour = "#b4b4b4";
  if (arrow == HB_PO || mark == HB_FAINT)
    pen.width = sheet->thin;
  if (mark == HB_STRONG)
    pen.width = sheet->thick;
  if (mark == HB_STRONG && arrow == HB_PO)
    pen.colour = "#404040";
  for (int i = 0; i < 4; i++)
    pen.dash[i] = dash[i] * sheet->font / 8;
  restyle (sheet, arrow, mark, &pen);
  return pen;
}

double
hb_head_length (const hb_figure *figure, const struct hb_figure_edge *edge)
{
  double length = figure->sheet.arrow;
  if (edge->arrow == HB_PO || edge->mark == HB_FAINT)
    length *= 0.75;
  return edge->mark == HB_STRONG && edge->arrow != HB_PO ? length * 1.2 : length;
}

const char *
hb_text_colour (const struct hb_style_sheet *sheet, int arrow, enum hb_mark mark)
{
  if (mark == HB_FAINT)
    return HB_FAINT_TEXT;
  if (sheet->mono)
    return arrow == HB_PO || arrow == HB_EO ? HB_FAINT_TEXT : "#000000";
  return sheet->own && *sheet->own[arrow].colour ? sheet->own[arrow].dark : arrows[arrow].text;
}
