/* UTF-8, and texts that a terminal may be shown. */
#ifndef HBKIT_PLAIN_H
#define HBKIT_PLAIN_H

#include "base/types.h"

/* Makes TEXT, in place, what a terminal shows and does not obey: of every control character (C0, DEL, C1) and
 * every byte that is no UTF-8 a '?' is made.  Returns TEXT.  A character of several bytes leaves one '?'. */
char *hb_make_plain (char *text);

/* The bytes of the character at TEXT, of which SIZE > 0 bytes are there; 0 if it is not valid UTF-8
 * (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). */
size_t hb_utf8_length (const char *text, size_t size);

#endif
