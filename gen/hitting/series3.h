/* 3-hitting families of series-parallel posets, ours after the slides' "our results extend to
 * series-parallel graphs" (CAV 2016), whose level blocking by itself fails: smallest on ((a|b);c)|d, tuple
 * (a, d, b).
 *
 * Take the decomposition tree with series and parallel nodes flattened.  The rank of a node is the longest
 * chain before it, its end rank the longest behind it.  A parallel node is start-top if no parallel
 * ancestor has its rank; each other one is end-top, for a parallel node that comes first in the series
 * part of its parallel parent does not come last in it.  Children of start-top nodes of rank i get codes of
 * t_i bits as a tree's children do (tree.h).  For each rank i, k of 1 .. t_i, and l, r (the two realizing
 * schedules, with parallel children from left to right and from right to left): first everything of
 * rank < i and the children, whose code lacks k, of the start-top nodes of rank i, with all that they
 * contain; then the rest.  (Where there is no such node and i >= 1: everything of rank >= i waits.)  Then
 * the same on the dual order, schedules reversed, for the nodes that are not start-top.
 *
 * Why: let (a, b, c) be admissible and a first part be a down-set with a in it and not c; then l or r puts b
 * right, as in a tree.  If a < c, then rank(a) < rank(c) =: i, a is in the first part of rank i, and c in
 * the second for some k (its child has a code with some k in it, or c waits anyway).  If a and c are apart, they
 * part at a parallel node; if that is start-top some k is in c's child's code and not in a's, at its rank;
 * if end-top the dual does it.  On a tree this is the construction of tree.h.
 *
 * Parts of a series at the top are zipped: they run one after another, each by its own family (which is
 * 2-hitting as well), so that the size is the largest, not the sum. */
#ifndef HBKIT_GEN_HITTING_SERIES3_H
#define HBKIT_GEN_HITTING_SERIES3_H

#include "poset/schedules.h"
#include "poset/series.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What to leave out, for the experiments that show what each part is for. */
enum hb_series_variant
{
  HB_SERIES_WHOLE,
  HB_SERIES_NO_DUAL, /* all parallel nodes as if they were start-top, and no dual: level blocking */
  HB_SERIES_NO_ZIP   /* the top series is no different from others */
};

/* The two realizing schedules (one for a chain): 2-hitting.  New. */
hb_schedules *hb_hitting_series2 (const hb_poset *poset, const hb_series *series);

/* The 3-hitting family.  New.  O(size of the result). */
hb_schedules *hb_hitting_series3 (const hb_poset *poset, const hb_series *series,
                                  enum hb_series_variant variant);

#ifdef __cplusplus
}
#endif
#endif
