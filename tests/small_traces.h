/* Small traces for the tests: from text, and at random, with a simulator of the operational semantics
 * that is too plain to be wrong (and too slow to be used). */
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

/* The plain simulator: everything is looked up by scanning. */
struct simulator
{
  const hb_trace *trace;
  bool free_memory; /* reads and writes always happen */
  hb_id *pc;        /* message -> events done; count + 1: finished */
  hb_id *box;       /* posted, not taken, all handlers together, in the order of the posts */
  size_t boxed;
  hb_id *running; /* handler -> message or HB_NONE */
  hb_id *last;    /* variable -> last write */
  hb_id *writes;  /* variable -> writes so far */
  hb_id *started,
      *posted; /* messages in the order of their starts and posts, all handlers together */
  size_t starts, posts, happened;
};

struct simulator simulator_new (const hb_trace *trace);
void simulator_copy (struct simulator *to, const struct simulator *from);
void simulator_free (struct simulator *simulator);

/* Can MESSAGE's next step happen (its start, with the first event if there is one; or its next event)? */
bool simulator_can (const struct simulator *simulator, hb_id message);

/* Lets it happen.  Gives the event, or HB_NONE for the start of a message without events. */
hb_id simulator_step (struct simulator *simulator, hb_id message);

/* All messages have run. */
bool simulator_done (const struct simulator *simulator);

#endif
