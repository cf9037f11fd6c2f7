/* Expressions as text, for figures and messages: as C has them, but for casts that the program does not write. */
#ifndef HBKIT_CFRONT_WRITE_H
#define HBKIT_CFRONT_WRITE_H

#include "base/buffer.h"
#include "cfront/tree.h"

/* Appends EXP to TEXT, with no more parentheses than it needs, but for those around what a prefix stands before. */
void hb_c_write (hb_buffer *text, const struct hb_c_exp *exp);

/* Appends the SIZE bytes at TEXT as C writes them between QUOTEs. */
void hb_c_write_text (hb_buffer *out, const char *text, size_t size, char quote);

#endif
