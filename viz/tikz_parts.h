/* What TikZ writers share. */
#ifndef HBKIT_TIKZ_PARTS_H
#define HBKIT_TIKZ_PARTS_H

#include "base/output.h"

/* The start of a file that compiles alone and, by \input, inside a paper that has loaded tikz, up
 * to the styles: everything there ends in %, since it may stand in a paragraph. */
void hb_tikz_open (hb_output *out);

/* What follows the styles, up to the commands of the picture, which is SCALE times as large as it
 * says; and what follows these. */
void hb_tikz_begin (hb_output *out, double scale);
void hb_tikz_end (hb_output *out);

/* `(X,Y)` */
void hb_tikz_point (hb_output *out, double x, double y);

/* `\definecolor{NAME}{HTML}{RRGGBB}` for the VALUE "#rrggbb", and a line feed. */
void hb_tikz_colour (hb_output *out, const char *name, const char *value);

/* A styled text (text.h); needs the macro \hbover. */
void hb_tikz_text (hb_output *out, const char *string);

#endif
