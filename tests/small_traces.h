/* Small traces for the tests: from text, and at random. */
#ifndef HBKIT_SMALL_TRACES_H
#define HBKIT_SMALL_TRACES_H

#include "base/notes.h"
#include "format/edt.h"
#include "base/rng.h"

/* The trace that TEXT describes, without its first and last lines (`edt 1`, `end ...`), which are added.
 * The test fails if it has errors.  New. */
hb_trace *trace_of_text (const char *text);

/* As above, but NULL after errors in DIAG, and TEXT is the whole file, SIZE bytes. */
hb_trace *trace_of_bytes (const char *text, size_t size, hb_diag *diag);

/* A new empty file that costs little to write: in memory if there is such a place.  Its name is new. */
char *scratch_file (int *file);

/* TRACE, with WITNESS if not NULL, in the format.  New. */
char *text_of_trace (const hb_trace *trace, const struct hb_witness *witness);

/* All that DIAG has to say, in the words of `hb_diag_print`.  New. */
char *text_of_diag (const hb_diag *diag);

/* Its errors alone, one a line, as LINE:COLUMN: TEXT.  New. */
char *errors_of_diag (const hb_diag *diag);

/* The notes, one a line.  New. */
char *text_of_notes (const hb_notes *notes);

/* How random traces look. */
struct trace_shape
{
  int handlers, messages, externals, accesses, variables; /* at most */
  int mailbox;                                            /* of all handlers, -1: random ones */
  bool chains;                                            /* with some eo and mo lines */
  bool empty; /* initial and external messages may have no events */
};

/* A random trace.  Two out of three come from a run of theirs and are consistent, chains apart; in
 * the others some reads or writes have been moved.  New. */
hb_trace *random_trace (struct hb_rng *rng, struct trace_shape shape);

#endif
