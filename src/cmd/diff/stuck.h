/* Where threads wait in the end: what --stuck adds to `abstract` and `diff`. */
#ifndef HBKIT_CMD_DIFF_STUCK_H
#define HBKIT_CMD_DIFF_STUCK_H

#include "cmd/diff/threads.h"

struct stuck;

/* Searches all runs of the programs (the second may be NULL) for those that nobody can prolong and in which a thread
 * waits: at a statement, or at an atomic section.  New. */
struct stuck *stuck_find (diff_program *const programs[2], const struct diff_engine_options *how);
void stuck_free (struct stuck *stuck); /* NULL is legal */

/* Was all searched? */
bool stuck_done (const struct stuck *stuck);

/* Can a thread of the second program wait in the end where none of the first can, at a statement that has the same
 * key and thread? */
bool stuck_only_new (const struct stuck *stuck);

/* What was found; of two programs what only one of them can.  With a run each unless BRIEF. */
void stuck_print (const struct stuck *stuck, bool brief);
void stuck_json (const struct stuck *stuck, hb_json *json);

#endif
