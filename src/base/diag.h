/* What is wrong, and where: errors and warnings with file, line, column and a caret.
 *
 *     t.edt:7:12: error: no event 'b' in this trace; a read names a labelled write, MESSAGE@K or init
 *        7 |   read x b
 *          |          ^
 *
 * A function that can fail takes an `hb_diag`, adds to it what is wrong and returns false or NULL.
 * The first 20 errors are kept; a reader stops once `hb_diag_full`.  Nothing is printed before
 * `hb_diag_print`. */
#ifndef HBKIT_DIAG_H
#define HBKIT_DIAG_H

#include "base/types.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HB_MOST_ERRORS 20

typedef struct hb_diag hb_diag;

/* A place in an input.  FILE is borrowed for the time of the call that takes the place. */
struct hb_place
{
  const char *file; /* as the user named it, "-" is shown as <stdin>; NULL: no place */
  size_t line;      /* from 1; 0: the file as a whole */
  size_t column;    /* from 1, in bytes; 0: the line as a whole */
  const char *text; /* the line, for the caret, or NULL; need not be zero-terminated */
  size_t length;    /* bytes in TEXT */
};

/* New; freed with `hb_diag_free`. */
hb_diag *hb_diag_new (void);
void hb_diag_free (hb_diag *diag);

/* Adds an error or a warning; the text is a sentence without a full stop.  PLACE may be NULL. */
void hb_error (hb_diag *diag, const struct hb_place *place, const char *format, ...)
    HB_PRINTF (3, 4);
void hb_warning (hb_diag *diag, const struct hb_place *place, const char *format, ...)
    HB_PRINTF (3, 4);

/* How many errors were added (those beyond the 20th are counted, not kept). */
size_t hb_diag_errors (const hb_diag *diag);

/* As many errors as are worth showing have been added. */
bool hb_diag_full (const hb_diag *diag);

/* The text of the first error, borrowed, without its place; NULL when there is none. */
const char *hb_diag_first (const hb_diag *diag);

/* What was kept, in the order in which it came: how many entries, and entry I: its text (borrowed),
 * whether it is an error, and its place without the line's text (its file borrowed).  The pointers
 * may be NULL. */
size_t hb_diag_kept (const hb_diag *diag);
const char *hb_diag_entry (const hb_diag *diag, size_t i, bool *is_error, struct hb_place *place);

/* Forgets everything. */
void hb_diag_clear (hb_diag *diag);

/* Prints all in the order in which they came, with colours if COLOUR. */
void hb_diag_print (const hb_diag *diag, FILE *to, bool colour);

#ifdef __cplusplus
}
#endif
#endif
