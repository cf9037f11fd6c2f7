/* UTF-8, and texts that a terminal may be shown. */
#ifndef HBKIT_PLAIN_H
#define HBKIT_PLAIN_H

#include "base/types.h"

/* The bytes of the control character that TEXT, of SIZE > 0 bytes, begins with: C0, DEL, C1 (U+0080 to U+009F), one that
 * turns the direction of what follows (U+202A to U+202E, U+2066 to U+2069), so that a reader sees other words than stand
 * there, or U+FFFE and U+FFFF, which no XML may hold; 0: it begins with none. */
size_t hb_control_length (const char *text, size_t size);

/* Makes TEXT, in place, what a terminal shows and does not obey: of every control character and every byte that is no
 * UTF-8 a '?' is made.  Returns TEXT.  A character of several bytes leaves one '?'. */
char *hb_make_plain (char *text);

/* The bytes of the character at TEXT, of which SIZE > 0 bytes are there; 0 if it is not valid UTF-8
 * (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
size_t hb_utf8_length (const char *text, size_t size);

#endif
