/* Making sketches; see sketch.h.  Colours are those of style.c: green for what is posted, as pb. */
#include "viz/sketch.h"

#include "viz/text.h"

#include <math.h>
#include <string.h>

#define CENTIMETRE (72 / 2.54)
#define TEXT_WIDTH 17.8
#define LEAST_CAPTION 30 /* how wide one may be, in sizes of its letters */

void
hb_sketch_init (hb_sketch *sketch, const struct hb_draw_options *options, const char *title)
{
  *sketch = (hb_sketch){ .options = options, .title = title, .sheet = hb_style_sheet (options) };
}

void
hb_sketch_free (hb_sketch *sketch)
{
  for (size_t i = 0; i < sketch->texts.size; i++)
    {
      hb_free (sketch->texts.data[i].text);
      hb_free (sketch->texts.data[i].full);
    }
  for (size_t i = 0; i < sketch->labels.size; i++)
    hb_free (sketch->labels.data[i].text);
  hb_free (sketch->caption);
  vec_free (sketch->labels);
  vec_free (sketch->rects);
  vec_free (sketch->arrows);
  vec_free (sketch->lines);
  vec_free (sketch->curves);
  vec_free (sketch->texts);
}

double
hb_sketch_room (const hb_sketch *sketch)
{
  double width = sketch->options->width > 0 ? sketch->options->width : TEXT_WIDTH;
  return width * CENTIMETRE - 2 * HB_MARGIN;
}

double
hb_sketch_scale (const hb_sketch *sketch)
{
  double scale
      = sketch->width > hb_sketch_room (sketch) ? hb_sketch_room (sketch) / sketch->width : 1;
  double high = sketch->options->height * CENTIMETRE - 2 * HB_MARGIN;
  return sketch->options->height > 0 && sketch->height * scale > high ? high / sketch->height
                                                                      : scale;
}

static double
size_of (const struct hb_sketch_text *text)
{
  return text->size * (strchr (text->text, *HB_SUB) ? HB_SUB_SCALE : 1);
}

double
hb_sketch_least (const hb_sketch *sketch)
{
  double least = sketch->sheet.small;
  for (size_t i = 0; i < sketch->texts.size; i++)
    least = size_of (&sketch->texts.data[i]) < least ? size_of (&sketch->texts.data[i]) : least;
  return least;
}

void
hb_sketch_warn (const hb_sketch *sketch, double scale, hb_diag *diag)
{
  double least = hb_sketch_least (sketch), most = sketch->options->height,
         high = scale * (sketch->height + 2 * HB_MARGIN) / CENTIMETRE;
  if (scale < 1 && scale * least < HB_LEAST_TYPE)
    hb_warning (
        diag, NULL,
        "to fit the page, the figure is drawn at %.0f %% and its smallest letters at %.1f pt; "
        "a larger --width%s makes it readable",
        100 * scale, scale * least, most > 0 ? " or --height" : "");
  if (high > HB_PAGE_HEIGHT + 0.05 && !(most > 0))
    hb_warning (diag, NULL,
                "the figure is %.1f cm high, more than the %.1f cm of a page; --height or --page "
                "make it smaller or divide it",
                high, HB_PAGE_HEIGHT);
}

hb_id
hb_sketch_rect (hb_sketch *sketch, struct hb_rect place, enum hb_ink ink)
{
  struct hb_sketch_rect rect = { place, ink, 0 };
  vec_push (sketch->rects, rect);
  if (place.x1 > sketch->width)
    sketch->width = place.x1;
  if (place.y1 > sketch->height)
    sketch->height = place.y1;
  return (hb_id)sketch->rects.size - 1;
}

void
hb_sketch_line (hb_sketch *sketch, double x0, double y0, double x1, double y1)
{
  struct hb_sketch_arrow line = { { x0, y0 }, { x1, y1 } };
  vec_push (sketch->lines, line);
}

void
hb_sketch_curve (hb_sketch *sketch, struct hb_sketch_curve curve)
{
  double x = (curve.from.x + 2 * curve.by.x + curve.to.x) / 4;
  double y = (curve.from.y + 2 * curve.by.y + curve.to.y) / 4;
  vec_push (sketch->curves, curve);
  sketch->width = x > sketch->width ? x : sketch->width;
  sketch->height = y > sketch->height ? y : sketch->height;
}

void
hb_sketch_text (hb_sketch *sketch, double x, double y, double size, char *string, enum hb_ink ink,
                hb_id inside)
{
  struct hb_sketch_text text = {
    .text = string, .x = x, .y = y + 0.34 * size, .size = size, .ink = ink, .inside = inside
  };
  double right = x + hb_text_width (string, size);
  vec_push (sketch->texts, text);
  if (right > sketch->width)
    sketch->width = right;
  if (y + 0.6 * size > sketch->height)
    sketch->height = y + 0.6 * size;
}

void
hb_sketch_middle (hb_sketch *sketch, double x, double y, double size, char *text, enum hb_ink ink,
                  hb_id inside)
{
  hb_sketch_text (sketch, x - hb_text_width (text, size) / 2, y, size, text, ink, inside);
  vec_top (sketch->texts).middle = true;
}

void
hb_sketch_centred (hb_sketch *sketch, hb_id inside, double size, char *text, enum hb_ink ink)
{
  struct hb_rect r = sketch->rects.data[inside].place;
  hb_sketch_middle (sketch, (r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2, size, text, ink, inside);
}

void
hb_sketch_full (hb_sketch *sketch, const char *full)
{
  struct hb_sketch_text *text = &vec_top (sketch->texts);
  if (!strstr (text->text, HB_DOTS) || strstr (full, HB_DOTS))
    return;
  hb_free (text->full);
  text->full = hb_text_clean (full, HB_MOST_FULL);
}

bool
hb_sketch_is_shortened (const hb_sketch *sketch)
{
  for (size_t i = 0; i < sketch->texts.size; i++)
    if (sketch->texts.data[i].full)
      return true;
  return false;
}

void
hb_sketch_caption_below (hb_sketch *sketch, char *text)
{
  double least = LEAST_CAPTION * sketch->sheet.small, room = hb_sketch_room (sketch);
  hb_sketch_caption (sketch, text, fmin (fmax (sketch->width, least), room));
}

void
hb_sketch_caption (hb_sketch *sketch, char *text, double width)
{
  double size = sketch->sheet.small, y = sketch->height + 1.4 * size;
  char *wrapped = hb_text_wrap (text, size, width);
  if (!sketch->caption)
    sketch->bare = sketch->height, sketch->caption_first = sketch->texts.size;
  char *all = sketch->caption ? hb_format ("%s\n%s", sketch->caption, text) : hb_copy_text (text);
  hb_free (sketch->caption);
  sketch->caption = all;
  for (char *line = wrapped; line;)
    {
      char *end = strchr (line, '\n');
      if (end)
        *end = '\0';
      hb_sketch_text (sketch, 0, y, size, hb_copy_text (line), HB_INK_ARROW, HB_NONE);
      y += 1.35 * size;
      line = end ? end + 1 : NULL;
    }
  hb_free (wrapped);
  hb_free (text);
}

static const struct
{
  const char *name;
  struct hb_ink_pens colour, mono;
} inks[HB_INKS] = {
  [HB_INK_PANEL] = { "panel",
                     { NULL, "#cfcfc8", "#000000", 0.5, { 0 } },
                     { NULL, "#bbbbbb", "#000000", 0.5, { 0 } } },
  [HB_INK_COLUMN] = { "column",
                      { "#f5f5f2", NULL, "#000000", 0, { 0 } },
                      { "#f4f4f4", NULL, "#000000", 0, { 0 } } },
  [HB_INK_CELL] = { "cell",
                    { "#ffffff", "#b4b4b4", "#000000", 0.5, { 0 } },
                    { "#ffffff", "#b4b4b4", "#000000", 0.5, { 0 } } },
  [HB_INK_READY] = { "ready",
                     { "#ffffff", "#303030", "#000000", 1, { 0 } },
                     { "#ffffff", "#303030", "#000000", 1, { 0 } } },
  [HB_INK_NEW] = { "new",
                   { "#d9f0e8", "#009e73", "#000000", 1, { 0 } },
                   { "#d8d8d8", "#303030", "#000000", 1, { 0 } } },
  [HB_INK_RUNNING] = { "running",
                       { "#fdf1da", "#b97f00", "#000000", 0.8, { 2, 1.4 } },
                       { "#ffffff", "#303030", "#000000", 0.8, { 2, 1.4 } } },
  [HB_INK_FIRST] = { "first",
                     { "#d6e9f5", "#b9c3cf", "#000000", 0.5, { 0 } },
                     { "#dcdcdc", "#b4b4b4", "#000000", 0.5, { 0 } } },
  [HB_INK_LATER] = { "later",
                     { "#f3f3f0", "#b9c3cf", "#000000", 0.5, { 0 } },
                     { "#f6f6f6", "#b4b4b4", "#000000", 0.5, { 0 } } },
  [HB_INK_ARROW] = { "arrow",
                     { NULL, "#6a6a6a", "#202020", 0.8, { 0 } },
                     { NULL, "#6a6a6a", "#202020", 0.8, { 0 } } },
  [HB_INK_FAINT]
  = { "faint", { NULL, NULL, "#6a6a6a", 0, { 0 } }, { NULL, NULL, "#6a6a6a", 0, { 0 } } },
  [HB_INK_WAITING] = { "waiting",
                       { "#f2d3ad", "#b4a48c", "#000000", 0.5, { 0 } },
                       { "#d2d2d2", "#a0a0a0", "#000000", 0.5, { 0 } } },
  [HB_INK_MEMBER] = { "member",
                      { "#1f4e79", "#1f4e79", "#ffffff", 0.8, { 0 } },
                      { "#303030", "#303030", "#ffffff", 0.8, { 0 } } },
  [HB_INK_HIT] = { "hit",
                   { NULL, "#000000", "#000000", 1.6, { 0 } },
                   { NULL, "#000000", "#000000", 1.6, { 0 } } },
  [HB_INK_RF] = { "rf",
                  { NULL, "#d55e00", "#d55e00", 0.7, { 0 } },
                  { NULL, "#000000", "#000000", 0.7, { 0 } } },
  [HB_INK_SO] = { "so",
                  { NULL, "#0072b2", "#0072b2", 0.7, { 0 } },
                  { NULL, "#7a7a7a", "#000000", 0.7, { 0 } } },
  [HB_INK_RF_OLD]
  = { "rfold", { NULL, "#d55e00", "#d55e00", 2, { 0 } }, { NULL, "#000000", "#000000", 2, { 0 } } },
  [HB_INK_SO_OLD]
  = { "soold", { NULL, "#0072b2", "#0072b2", 2, { 0 } }, { NULL, "#7a7a7a", "#000000", 2, { 0 } } },
  [HB_INK_RF_NEW] = { "rfnew",
                      { NULL, "#d55e00", "#d55e00", 2, { 4, 2 } },
                      { NULL, "#000000", "#000000", 2, { 4, 2 } } },
  [HB_INK_SO_NEW] = { "sonew",
                      { NULL, "#0072b2", "#0072b2", 2, { 4, 2 } },
                      { NULL, "#7a7a7a", "#000000", 2, { 4, 2 } } },
  [HB_INK_POST] = { "post",
                    { NULL, "#009e73", "#000000", 0.4, { 0 } },
                    { NULL, "#7a7a7a", "#000000", 0.4, { 0 } } },
  [HB_INK_GROUND] = { "ground",
                      { "#ffffff", NULL, "#000000", 0, { 0 } },
                      { "#ffffff", NULL, "#000000", 0, { 0 } } },
};

struct hb_ink_pens
hb_ink_pens (const hb_sketch *sketch, enum hb_ink ink)
{
  return sketch->sheet.mono ? inks[ink].mono : inks[ink].colour;
}

const char *
hb_ink_name (enum hb_ink ink)
{
  return inks[ink].name;
}
