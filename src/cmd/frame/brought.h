/* The `.reduction` files that a command line names (src/own/): opened where a reduction is looked for, closed when it
 * is given back.  What is asked here is asked of all that are open. */
#ifndef HBKIT_CMD_BROUGHT_H
#define HBKIT_CMD_BROUGHT_H

#include "own/own.h"

/* Is NAME (LENGTH bytes) that of such a file, rather than of a reduction of hbkit's? */
bool brought_is_one (const char *name, size_t length);

/* The reduction of the file at PATH; NULL after errors in DIAG. */
const struct hb_reduction *brought_open (const char *path, hb_diag *diag);

/* Where in TEXT, `FILE.reduction` or `FILE.reduction:PROBLEM`, the name of the file ends; NULL if it is neither. */
const char *brought_end (const char *text);

/* That problem; without a name the source of the file's reduction.  NULL after errors in DIAG. */
const struct hb_problem *brought_problem (const char *text, hb_diag *diag);

/* Closes all; no record of theirs may be used any more. */
void brought_close (void);

/* Is any open? */
bool brought_any (void);

/* own.h says what these do. */
const char *brought_fault (void);

/* Is there a fault?  It is forgotten. */
bool brought_broke (void);

/* Did one not know whether a solution is one, since this was asked last? */
bool brought_was_unsure (void);

void brought_limit (struct hb_limits *limits);
void brought_keep (const char *folder);
bool brought_keep_fault (const char *folder, hb_diag *diag);

#endif
