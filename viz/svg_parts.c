/* What SVG writers share; see svg_parts.h. */
#include "viz/svg_parts.h"

#include "viz/figure.h"
#include "viz/text.h"

#include <string.h>

#define FAMILY "'Liberation Sans', Arial, Helvetica, 'Nimbus Sans', sans-serif"

void
hb_svg_number (hb_output *out, const char *name, double value)
{
  hb_putf (out, " %s=\"", name);
  hb_put_length (out, value);
  hb_put_char (out, '"');
}

void
hb_svg_point (hb_output *out, char command, double x, double y)
{
  hb_put_char (out, command);
  hb_put_length (out, x);
  hb_put_char (out, ' ');
  hb_put_length (out, y);
}

void
hb_svg_line (hb_output *out, double x0, double y0, double x1, double y1, double width,
             const char *colour)
{
  hb_put (out, "<path d=\"");
  hb_svg_point (out, 'M', x0, y0);
  hb_svg_point (out, 'L', x1, y1);
  hb_putf (out, "\" stroke=\"%s\"", colour);
  hb_svg_number (out, "stroke-width", width);
  hb_put (out, "/>\n");
}

void
hb_svg_open (hb_output *out, double width, double height, double scale, const char *title,
             const char *description)
{
  width += 2 * HB_MARGIN;
  height += 2 * HB_MARGIN;
  hb_put (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"");
  hb_put_length (out, scale * width);
  hb_put (out, "pt\" height=\"");
  hb_put_length (out, scale * height);
  hb_put (out, "pt\" viewBox=\"");
  hb_put_length (out, -HB_MARGIN);
  hb_put_char (out, ' ');
  hb_put_length (out, -HB_MARGIN);
  hb_put_char (out, ' ');
  hb_put_length (out, width);
  hb_put_char (out, ' ');
  hb_put_length (out, height);
  hb_put (out, "\" role=\"img\" font-family=\"" FAMILY "\">\n<title>");
  hb_put_xml (out, title, strlen (title));
  hb_put (out, "</title>\n");
  struct hb_run run = { 0 };
  if (description)
    hb_put (out, "<desc>");
  while (description && hb_run_next (&description, &run))
    hb_put_xml (out, run.text, run.length);
  hb_put (out, description ? "</desc>\n<rect" : "<rect");
  hb_svg_number (out, "x", -HB_MARGIN);
  hb_svg_number (out, "y", -HB_MARGIN);
  hb_svg_number (out, "width", width);
  hb_svg_number (out, "height", height);
  hb_put (out, " fill=\"#ffffff\"/>\n");
}

/* Every run has its own place and length, so that it fits whatever the font is that the reader has. */
void
hb_svg_text (hb_output *out, double x, double y, double size, const char *string,
             const char *colour)
{
  struct hb_run run = { 0 };
  while (hb_run_next (&string, &run))
    {
      bool sub = run.style & HB_STYLE_SUB;
      double left = x + run.x * size, base = y + (sub ? HB_SUB_DROP * size : 0);
      double height = size * (sub ? HB_SUB_SCALE : 1);
      hb_put (out, "<text");
      hb_svg_number (out, "x", left);
      hb_svg_number (out, "y", base);
      hb_svg_number (out, "font-size", height);
      hb_svg_number (out, "textLength", run.width * size);
      hb_putf (out, " lengthAdjust=\"spacingAndGlyphs\" fill=\"%s\"", colour);
      if (run.style & HB_STYLE_ITALIC)
        hb_put (out, " font-style=\"italic\"");
      if (run.style & HB_STYLE_BOLD)
        hb_put (out, " font-weight=\"bold\"");
      hb_put (out, " xml:space=\"preserve\">");
      hb_put_xml (out, run.text, run.length);
      hb_put (out, "</text>\n");
      if (run.style & HB_STYLE_OVER)
        hb_svg_line (out, left + 0.04 * height, base - 0.80 * height, left + run.width * size,
                     base - 0.80 * height, 0.07 * height, colour);
    }
}
