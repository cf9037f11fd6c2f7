/* A text that grows. */
#ifndef HBKIT_BUFFER_H
#define HBKIT_BUFFER_H

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Start from `{ NULL, 0, 0 }` (VEC_EMPTY). */
typedef VEC (char) hb_buffer;

/* Appends a text made as printf (3) does; the buffer stays zero-terminated, `size` not counting the
 * zero byte. */
void hb_buffer_add (hb_buffer *buffer, const char *format, ...) HB_PRINTF (2, 3);

/* The text, stolen from the buffer, which is empty afterwards; never NULL. */
char *hb_buffer_take (hb_buffer *buffer);

#ifdef __cplusplus
}
#endif
#endif
