/* Texts as fields and words of other formats, what these take for a command made harmless. */
#ifndef HBKIT_ESCAPE_H
#define HBKIT_ESCAPE_H

#include "base/output.h"

/* A field of a CSV file, in quotes where it needs them (RFC 4180); NULL is the empty field.  A text that
 * a spreadsheet would take for a formula (its first character is one of = + - @ or a control character,
 * and it is no number) gets an apostrophe before it. */
void hb_put_csv (hb_output *output, const char *text);

/* LaTeX, outside of math; an end of line is a blank, as any other control character is. */
void hb_put_tex (hb_output *output, const char *text);

/* What a terminal shows and does not obey: of every control character (C0, DEL, C1) and every byte that
 * is no UTF-8 a '?' is made. */
void hb_put_plain (hb_output *output, const char *text);

/* The same in place; returns TEXT.  A character of several bytes leaves one '?'. */
char *hb_make_plain (char *text);

/* The bytes of the character at TEXT, of which SIZE > 0 bytes are there; 0 if it is not valid UTF-8
 * (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
size_t hb_utf8_length (const char *text, size_t size);

#endif
