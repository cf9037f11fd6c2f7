/* `.poset` files: a poset as text, one item a line, words separated by blanks, # comments.
 *
 *     poset 1
 *     tree root left right       left and right follow root; children are ordered
 *     order a b c                a before b before c; the closure of all lines is meant
 *     element x                  an element, related to no other unless another line says so
 *     end 7 3                    elements, and lines between the first and this one
 *
 * Elements come into being by being named, in that order. */
#ifndef HBKIT_POSET_FILE_H
#define HBKIT_POSET_FILE_H

#include "base/input.h"
#include "base/output.h"
#include "poset/poset.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a poset.  NULL after errors in DIAG, with line and column; a cycle is shown.  New.  Linear but for
 * the closure. */
hb_poset *hb_poset_read (hb_input *input, hb_diag *diag);

/* Writes it; COMMENT (may be NULL) becomes # lines behind the first.  What is read from what was written
 * is the same poset, and is written the same. */
void hb_poset_write (hb_output *output, const hb_poset *poset, const char *comment);

#ifdef __cplusplus
}
#endif
#endif
