/* Reading a whole JSON document: jansson behind input.h.  Private to the readers of JSON files. */
#ifndef HBKIT_JSON_LOAD_H
#define HBKIT_JSON_LOAD_H

#include "diag.h"

#include <jansson.h>

/* The document at PATH ("-": standard input; compressed or not), an object or an array.  NULL after an
 * error in DIAG: what hb_input_open says, or a syntax error with its line, column and caret; an object with
 * the same key twice is one.  New (`json_decref`).  Linear; the text stands in memory for the time of
 * reading. */
json_t *hb_json_load (const char *path, hb_diag *diag);

#endif
