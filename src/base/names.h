/* Names and their numbers: a hash table from byte strings to 0, 1, 2, ... in the order of first
 * sight.
 *
 * One table is one name space (handlers, messages, variables, labels).  A name costs its length
 * plus some 35 bytes. */
#ifndef HBKIT_NAMES_H
#define HBKIT_NAMES_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_names hb_names;

/* New, empty; freed with `hb_names_free` (NULL is legal). */
hb_names *hb_names_new (void);
void hb_names_free (hb_names *names);

/* The number of the name of LENGTH bytes at TEXT (NULL if there are none), a new one if it was not known.  O(length). */
hb_id hb_names_intern (hb_names *names, const char *text, size_t length);

/* Tells the processor that the name will be looked up soon. */
void hb_names_fetch (const hb_names *names, const char *text, size_t length);

/* The number of the name, or HB_NONE. */
hb_id hb_names_find (const hb_names *names, const char *text, size_t length);

/* The zero-terminated name of number ID, borrowed until the next `hb_names_intern`. */
const char *hb_names_text (const hb_names *names, hb_id id);

/* Its length, without the zero. */
size_t hb_names_length (const hb_names *names, hb_id id);

/* How many names there are. */
hb_id hb_names_count (const hb_names *names);

/* Names in files match [A-Za-z0-9_.:~-]+ and do not end in ':'.  May the byte stand in one; how many of the LENGTH bytes at
 * TEXT, from the first on, may stand in a name; and whether they are one. */
bool hb_is_name_byte (char byte);
size_t hb_name_span (const char *text, size_t length);
bool hb_name_is_legal (const char *text, size_t length);

/* The value of a write is any word: no blanks, no control characters, no '#'. */
bool hb_value_is_legal (const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
