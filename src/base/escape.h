/* Texts as fields and words of other formats, what these take for a command made harmless. */
#ifndef HBKIT_ESCAPE_H
#define HBKIT_ESCAPE_H

#include "base/output.h"
#include "base/plain.h"

/* A field of a CSV file, in quotes where it needs them (RFC 4180); NULL is the empty field.  A control character but a
 * tab and an end of line is a '?'.  A text that
 * a spreadsheet would take for a formula (its first character is one of = + - @ or a control character,
 * and it is no number) gets an apostrophe before it. */
void hb_put_csv (hb_output *output, const char *text);

/* LaTeX, outside of math; an end of line is a blank, as any other control character is. */
void hb_put_tex (hb_output *output, const char *text);

/* TEXT as one word of a shell's command line: itself if a shell takes it as it is, else in single quotes.  New. */
char *hb_shell_word (const char *text);

/* What a terminal shows and does not obey: see hb_make_plain. */
void hb_put_plain (hb_output *output, const char *text);

#endif
