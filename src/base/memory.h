/* Memory that is never NULL: every allocation of hbkit goes through these few functions.
 *
 * Running out of memory asks the handler of `hb_on_failure` and then ends the process with a message and
 * exit code 2 (never 10 or 20, so that it cannot be taken for a verdict).  Limits that end a search in good
 * order are in limits.h. */
#ifndef HBKIT_MEMORY_H
#define HBKIT_MEMORY_H

#include "base/types.h"

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* COUNT objects of SIZE bytes, zeroed.  New: the caller frees it with `hb_free`.  COUNT 0 is legal. */
void *hb_calloc (size_t count, size_t size);

/* As realloc (3), for COUNT objects of SIZE bytes; steals OLD and returns its new place. */
void *hb_realloc (void *old, size_t count, size_t size);

/* COUNT numbers, all VALUE.  New. */
static inline hb_id *
hb_new_ids (size_t count, hb_id value)
{
  hb_id *ids = (hb_id *)hb_calloc (count, sizeof *ids);
  for (size_t i = 0; value && i < count; i++)
    ids[i] = value;
  return ids;
}

/* A new copy of the SIZE bytes at DATA, followed by a zero byte. */
char *hb_copy_bytes (const char *data, size_t size);

/* A new copy of the zero-terminated TEXT; NULL gives NULL. */
char *hb_copy_text (const char *text);

/* A new text made as printf (3) does. */
char *hb_format (const char *format, ...) HB_PRINTF (1, 2);
char *hb_format_list (const char *format, va_list arguments) HB_PRINTF (1, 0);

/* Says what went wrong on standard error and exits with code 2.  For the program and the tests: the library
 * itself has failure.h, where this stands. */
void hb_die (const char *format, ...) HB_PRINTF (1, 2) HB_NORETURN;

#ifdef __cplusplus
}
#endif
#endif
