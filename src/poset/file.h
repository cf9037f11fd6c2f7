/* `.poset` files: a poset as text, one item a line, words separated by blanks, # comments.
 *
 *     poset 1
 *     tree root left right       left and right follow root; children are ordered
 *     order a b c                a before b before c; the closure of all lines is meant
 *     element x                  an element, related to no other unless another line says so
 *     hit 2 4                    a question: are 4 schedules enough to be 2-hitting? (at most one such line)
 *     bug a b c                  a bug of depth 3: it shows when a runs before b before c (gen/hitting/hunt.h)
 *     end 7 5                    elements, and lines between the first and this one
 *
 * Elements come into being by being named, in that order. */
#ifndef HBKIT_POSET_FILE_H
#define HBKIT_POSET_FILE_H

#include "base/input.h"
#include "base/output.h"
#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a file asks of its poset: has it a D-hitting family of at most SCHEDULES schedules?  And how soon is a bug
 * found? */
struct hb_poset_question
{
  int d;                    /* 0: no family is asked for */
  size_t schedules;         /* at least 1 */
  int members;              /* of the bug; 0: there is none */
  hb_id bug[HB_MOST_DEPTH]; /* admissible */
};

/* Reads a poset.  NULL after errors in DIAG, with line and column; a cycle is shown.  New.  Linear but for
 * the closure. */
hb_poset *hb_poset_read (hb_input *input, hb_diag *diag);

/* The same, with its question. */
hb_poset *hb_poset_read_question (hb_input *input, struct hb_poset_question *question,
                                  hb_diag *diag);

/* Writes it; COMMENT (may be NULL) becomes # lines behind the first.  What is read from what was written
 * is the same poset, and is written the same. */
void hb_poset_write (hb_output *output, const hb_poset *poset, const char *comment);

/* The same, with a question (NULL: none). */
void hb_poset_write_question (hb_output *output, const hb_poset *poset,
                              const struct hb_poset_question *question, const char *comment);

#ifdef __cplusplus
}
#endif
#endif
