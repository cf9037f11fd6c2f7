/* What a formula says once the trivial is taken out of it: no literal twice in a clause, no clause
 * with a literal and its negation, no unit clause.
 *
 *     (1 1 2)(3)(-3 4 5)(2 -2)   becomes   (1 2)(4 5)   and the unit 3
 *
 * Units are propagated to the end.  What is left has the same models as the source, the units
 * added, over the variables that are left. */
#ifndef HBKIT_REDUCE_SIMPLIFY_H
#define HBKIT_REDUCE_SIMPLIFY_H

#include "sat/cnf.h"

/* What became of a clause of the source. */
enum hb_fate
{
  HB_KEPT,      /* stands in what is left, shorter perhaps */
  HB_TAUTOLOGY, /* holds a literal and its negation */
  HB_SATISFIED  /* a unit makes it true (a unit clause among them) */
};

struct hb_simplified
{
  bool contradiction;   /* propagation met an empty clause; then all but `units` is empty */
  signed char *units;   /* [v]: +1 or -1 if propagated, else 0 */
  size_t *occurrences;  /* [v]: clauses left that hold v or -v */
  uint8_t *fates;       /* of the source's clauses: enum hb_fate */
  VEC (int) literals;   /* the clauses left, each with two literals at least */
  VEC (size_t) ends;    /* clause c is literals[c ? ends[c - 1] : 0 .. ends[c] - 1] */
  VEC (size_t) origins; /* clause c comes from this clause of the source, ascending */
};

/* Simplifies CNF into SIMPLIFIED, which `hb_simplified_free` empties again.  Linear. */
void hb_simplify (const hb_cnf *cnf, struct hb_simplified *simplified);
void hb_simplified_free (struct hb_simplified *simplified);

#endif
