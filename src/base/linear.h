/* Is a relation given by chains a total order?  (co must be; eo and mo of a witness too.) */
#ifndef HBKIT_LINEAR_H
#define HBKIT_LINEAR_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_linear
{
  HB_LINEAR,  /* the closure is total */
  HB_PARTIAL, /* two elements have no order */
  HB_CYCLIC   /* some element comes before itself */
};

/* The closure of the EDGES (pairs FROM, TO of 0 .. COUNT - 1, one after another) as a sequence into
 * ORDER (COUNT entries).  If partial, PAIR gets two elements without order and ORDER is one of the
 * possible ones; if cyclic, PAIR gets two elements of which each comes before the other (the same
 * one twice for a loop). O(COUNT + EDGE_COUNT). */
enum hb_linear hb_linear_order (hb_id count, const hb_id *edges, size_t edge_count, hb_id *order,
                                hb_id pair[2]);

#ifdef __cplusplus
}
#endif
#endif
