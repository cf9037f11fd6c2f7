/* Shared by the files of 3sat-edflat-4 and 3sat-edflat-3: what stands on which handler, and its
 * name. */
#ifndef HBKIT_REDUCE_FLAT_SMALL_H
#define HBKIT_REDUCE_FLAT_SMALL_H

#include "reduce/flat.h"

extern const struct hb_flat_design hb_flat_design_3, hb_flat_design_4;

/* Those of 3sat-edflat-3; without the first, of 3sat-edflat-4 as well. */
extern const struct hb_ablation hb_small_ablations[];

/* What W rotates: the pair of a variable, or that which it carries for a clause. */
struct hb_element
{
  char kind;    /* 'x' or 'c' */
  hb_id number; /* of the variable or clause */
};

/* The I-th of them, from 0 to below `hb_small_elements`: first the variables, then, if it carries
 * any, all clauses; the places of clauses for which W carries nothing are empty, there
 * `hb_small_has` is false. */
struct hb_element hb_small_element (const struct hb_flat *flat, hb_id i);
hb_id hb_small_elements (const struct hb_flat *flat);
bool hb_small_has (const struct hb_flat *flat, struct hb_element element);

/* The variable whose value the pair has. */
int hb_small_variable (const struct hb_flat *flat, struct hb_element element);

/* Does W carry a pair for clause J? */
bool hb_small_carries (const struct hb_flat *flat, hb_id j);

/* The handler whose mailbox the T-th literals come to; handlers besides A, B and W. */
const char *hb_small_mailbox (const struct hb_flat *flat, hb_id t, hb_flat_name *name);
hb_id hb_small_extra (const struct hb_flat *flat);

/* Messages, SIDE 'a' or 'b': the element's in a round; the copy for literal T of clause J; e_J or
 * d_J (KIND 'e', 'd').  Borrowed from NAME. */
const char *hb_small_name (hb_flat_name *name, char side, hb_id round, struct hb_element element);
const char *hb_small_literal (hb_flat_name *name, char side, hb_id j, hb_id t);
const char *hb_small_equal (hb_flat_name *name, char side, char kind, hb_id j);

/* All handlers and their messages. */
void hb_small_build (const struct hb_flat *flat);

#endif
