/* Styled texts (text.h) as the HTML-like labels of Graphviz, and the growing text that holds them. */
#ifndef HBKIT_HTML_H
#define HBKIT_HTML_H

#include "base/vec.h"

typedef VEC (char) hb_chars; /* free with vec_free */

void hb_chars_append (hb_chars *to, const char *text, size_t count);
void hb_chars_text (hb_chars *to, const char *text);

/* New: TEXT with tags, without a final zero; empty if TEXT is. */
hb_chars hb_html (const char *text);

#endif
