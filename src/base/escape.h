/* Texts as fields and words of other formats, what these take for a command made harmless. */
#ifndef HBKIT_ESCAPE_H
#define HBKIT_ESCAPE_H

#include "base/output.h"

/* A field of a CSV file, in quotes where it needs them (RFC 4180); NULL is the empty field. */
void hb_put_csv (hb_output *output, const char *text);

/* LaTeX, outside of math; an end of line is a blank. */
void hb_put_tex (hb_output *output, const char *text);

#endif
