/* What a poset looks like: its shape, width and height, and bounds of its dimension. */
#ifndef HBKIT_POSET_SHAPE_H
#define HBKIT_POSET_SHAPE_H

#include "poset/series.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From the narrowest to the widest: an antichain is also a forest, and so on. */
enum hb_shape
{
  HB_SHAPE_ANTICHAIN, /* nothing is before anything */
  HB_SHAPE_FOREST,    /* at most one lower cover each */
  HB_SHAPE_SERIES,    /* series-parallel: no four elements make an N */
  HB_SHAPE_ANY
};

const char *hb_shape_name (enum hb_shape shape);

struct hb_poset_info
{
  enum hb_shape shape;
  hb_id height;      /* elements on a longest chain */
  hb_id width;       /* elements of a largest antichain; HB_NONE: too large to be told */
  hb_id least, most; /* bounds of the order dimension */
  size_t covers;
};

/* Elements beyond which the width of a poset that is no forest is not computed. */
#define HB_MOST_MATCHED 6000

/* O(count * covers) at worst; a forest takes linear time. */
struct hb_poset_info hb_poset_info (const hb_poset *poset);

/* Its shape alone. */
enum hb_shape hb_poset_shape (const hb_poset *poset);

/* A partition of the elements into as few chains as there are, which is the width (Dilworth): CHAIN
 * (COUNT entries) gets the number of each element's chain.  By a maximum matching (Hopcroft and Karp's
 * phases are not needed at these sizes: one augmenting path at a time).  The number of chains. */
hb_id hb_poset_chains (const hb_poset *poset, hb_id *chain);

#ifdef __cplusplus
}
#endif
#endif
