/* What SVG writers share. */
#ifndef HBKIT_SVG_PARTS_H
#define HBKIT_SVG_PARTS_H

#include "base/output.h"

/* ` NAME="VALUE"`, and a point of a path's data. */
void hb_svg_number (hb_output *out, const char *name, double value);
void hb_svg_point (hb_output *out, char command, double x, double y);

/* The start of the file: a white page WIDTH by HEIGHT with a margin, shown SCALE times as large.  TITLE names the
 * picture to those who do not see it, the styled text DESCRIPTION (text.h; may be NULL) says what is in it. */
void hb_svg_open (hb_output *out, double width, double height, double scale, const char *title,
                  const char *description);

void hb_svg_line (hb_output *out, double x0, double y0, double x1, double y1, double width,
                  const char *colour);

/* A styled text (text.h) from X on, on the base line Y. */
void hb_svg_text (hb_output *out, double x, double y, double size, const char *string,
                  const char *colour);

#endif
