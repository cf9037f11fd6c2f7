/* Expressions as text, for figures and messages: as C has them, but for casts that the program does not write. */
#ifndef HBKIT_CFRONT_WRITE_H
#define HBKIT_CFRONT_WRITE_H

#include "base/buffer.h"
#include "cfront/tree.h"

/* Appends EXP to TEXT, with no more parentheses than it needs, but for those around what a prefix stands before. */
void hb_c_write (hb_buffer *text, const struct hb_c_exp *exp);

/* Appends the SIZE bytes at TEXT as C writes them between QUOTEs. */
void hb_c_write_text (hb_buffer *out, const char *text, size_t size, char quote);

/* Appends the field NAME as it stands behind what it is of: ".NAME", or nothing if it has none. */
void hb_c_write_field (hb_buffer *out, const char *name);

/* NAME followed by the name of FIELD, as a program says it.  New. */
char *hb_c_field_name (const char *name, const struct hb_c_field *field);

#endif
