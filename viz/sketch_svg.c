/* Sketches as SVG; see sketch.h. */
#include "viz/sketch.h"

#include "viz/svg_parts.h"
#include "viz/text.h"

static void
rectangle (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_rect *r)
{
  struct hb_ink_pens pens = hb_ink_pens (sketch, r->ink);
  hb_put (out, "<rect");
  hb_svg_number (out, "x", r->place.x0);
  hb_svg_number (out, "y", r->place.y0);
  hb_svg_number (out, "width", r->place.x1 - r->place.x0);
  hb_svg_number (out, "height", r->place.y1 - r->place.y0);
  hb_svg_number (out, "rx", r->ink == HB_INK_FIRST || r->ink == HB_INK_LATER ? 0 : 2);
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
arrow (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_arrow *a)
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

static void
text (hb_output *out, const hb_sketch *sketch, const struct hb_sketch_text *t)
{
  const char *colour = hb_ink_pens (sketch, t->ink).text;
  hb_svg_text (out, t->x, t->y, t->size, t->text, colour);
  if (t->over)
    hb_svg_line (out, t->x, t->y - 0.9 * t->size, t->x + hb_text_width (t->text, t->size),
                 t->y - 0.9 * t->size, 0.07 * t->size, colour);
}

void
hb_sketch_svg (const hb_sketch *sketch, hb_output *out)
{
  double room = hb_sketch_room (sketch);
  hb_svg_open (out, sketch->width, sketch->height, sketch->width > room ? room / sketch->width : 1);
  for (size_t i = 0; i < sketch->rects.size; i++)
    rectangle (out, sketch, &sketch->rects.data[i]);
  for (size_t i = 0; i < sketch->arrows.size; i++)
    arrow (out, sketch, &sketch->arrows.data[i]);
  for (size_t i = 0; i < sketch->texts.size; i++)
    text (out, sketch, &sketch->texts.data[i]);
  hb_put (out, "</svg>\n");
}
