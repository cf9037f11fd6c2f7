/* Reductions that users bring, in any language: a file `NAME.reduction` says which commands reduce, lift, extract,
 * decide and check (doc/own.md; the format in doc/formats.md), and here they become records like those of
 * hbkit's own (<hbkit/problem.h>), so that whatever takes a reduction takes them.
 *
 *     my.reduction --file.c--> hb_own --reduction.c, problem.c--> struct hb_reduction, struct hb_problem
 *                                            |
 *                                         call.c       a command and its files: what comes out
 *                                         /    \
 *                                  process.c  serve.c  a process for each call; one for all of them
 *
 * Two things that go wrong are kept apart.  What a command makes may be no instance, no solution, or a wrong
 * one: that is the reduction's fault, and is told in the DIAG of the call as with any reduction.  A
 * command that is missing, crashes, hangs, prints nothing or contradicts itself says nothing about the
 * reduction: that is a *fault*, told in DIAG, too, and kept (`hb_own_fault`).
 *
 * A record starts processes and keeps one alive: it belongs to one thread at a time.  After fork (2) each
 * process has servers of its own. */
#ifndef HBKIT_OWN_H
#define HBKIT_OWN_H

#include "problem/reduction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_own hb_own;

/* Reads the file; NULL after errors in DIAG with line and column.  New. */
hb_own *hb_own_read (const char *path, hb_diag *diag);

/* Ends its processes; NULL is legal. */
void hb_own_free (hb_own *own);

/* The reduction that the file describes; borrowed, lives as long as OWN. */
const struct hb_reduction *hb_own_reduction (const hb_own *own);

/* The problem of that name, NULL: the reduction's source; borrowed, lives as long as OWN.  NULL if neither the file nor
 * its reduction knows it. */
const struct hb_problem *hb_own_problem (const hb_own *own, const char *name);

/* What the source's `generate` prints for SEED and SIZE; NULL after an error in DIAG, such as that the file has no
 * such line.  New. */
hb_instance *hb_own_generate (hb_own *own, uint64_t seed, uint64_t size, hb_diag *diag);

/* What was found to be broken in a command since `hb_own_forget_fault`, or NULL; borrowed. */
const char *hb_own_fault (const hb_own *own);
void hb_own_forget_fault (hb_own *own);

/* Did a `check` answer that it does not know, since this was asked last?  Then that a solution was not accepted says nothing
 * about the reduction. */
bool hb_own_was_unsure (hb_own *own);

/* From now on commands are killed when LIMITS (borrowed; NULL: none) are hit; the call then fails, and
 * that is no fault. */
void hb_own_limit (hb_own *own, struct hb_limits *limits);

/* From now on the files of every call are kept in FOLDER (copied; made if it is missing; NULL: no more): a folder
 * for each call, with the command line that makes it again. */
void hb_own_keep (hb_own *own, const char *folder);

/* Writes the files of the call that was found to be broken into FOLDER; false after an error in DIAG. */
bool hb_own_keep_fault (hb_own *own, const char *folder, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
