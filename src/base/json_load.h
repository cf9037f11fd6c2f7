/* Reading a whole JSON document: jansson behind input.h.  Private to the readers of JSON files. */
#ifndef HBKIT_JSON_LOAD_H
#define HBKIT_JSON_LOAD_H

#include "base/input.h"
#include "base/vec.h"

#include <jansson.h>

/* The text of a document: all lines, each with a line feed. */
struct hb_json_text
{
  VEC (char) bytes; /* owned */
};

/* The document in INPUT (borrowed), an object or an array, and its text into TEXT.  NULL after an
 * error in DIAG: a read that failed, or a syntax error with its line, column and caret; an object
 * with the same key twice is one.  New (`json_decref`; free the text's bytes in any case).  Linear. */
json_t *hb_json_load (hb_input *input, struct hb_json_text *text, hb_diag *diag);

/* The place of byte AT (from 0) of the text of the file at PATH.  Linear in what stands before. */
struct hb_place hb_json_place (const char *path, const struct hb_json_text *text, size_t at);

/* jansson keeps no places; these find them again in a text that it has accepted.  AT is the first
 * byte of an object or array, what comes out that of the value under KEY or number INDEX in it, or
 * NULL.  Linear in what stands before.  (A key that is written with escapes is not found.) */
const char *hb_json_find_key (const char *at, const char *key);
const char *hb_json_find_index (const char *at, size_t index);

#endif
