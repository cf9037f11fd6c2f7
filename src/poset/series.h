/* Series-parallel posets and their decomposition.
 *
 * A poset is series-parallel iff it is one element, or its comparability graph falls apart (it is the
 * parallel composition of the parts), or the graph of incomparability does (the series composition of
 * the parts, one after another).  The parts are as small as can be: no parallel node has a parallel
 * child, no series node a series child. */
#ifndef HBKIT_POSET_SERIES_H
#define HBKIT_POSET_SERIES_H

#include "poset/poset.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_series_kind
{
  HB_SERIES_ELEMENT,
  HB_SERIES_SERIES,  /* children one after another, in order */
  HB_SERIES_PARALLEL /* children beside one another, by their smallest element */
};

struct hb_series_node
{
  enum hb_series_kind kind;
  hb_id parent;       /* HB_NONE: the root */
  hb_id child, count; /* children are child .. child + count - 1 of `children` */
  hb_id from, to;     /* its elements are elements[from .. to - 1] */
};

/* Node 0 is the root; parents come before children. */
struct hb_series
{
  VEC (struct hb_series_node) nodes;
  VEC (hb_id) children;
  hb_id *elements; /* in a schedule */
  hb_id *leaf;     /* element -> its node */
};

typedef struct hb_series hb_series;

/* The decomposition of POSET, NULL if it is not series-parallel (or has no element).  Linear in
 * elements and covers, but for sorting the children of parallel nodes; an antichain or a forest is one as well.  New. */
hb_series *hb_series_new (const hb_poset *poset);
void hb_series_free (hb_series *series);

#ifdef __cplusplus
}
#endif
#endif
