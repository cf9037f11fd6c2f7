/* Transitive reduction of a graph: as few arcs as its closure needs. */
#ifndef HBKIT_TRANSITIVE_H
#define HBKIT_TRANSITIVE_H

#include "base/vec.h"

struct hb_arc
{
  hb_id from, to;
  bool fixed; /* stays, whatever follows from what */
  bool gone;  /* the result: it follows from others, or is there twice */
};

#define HB_MOST_REDUCED 8192 /* nodes; of larger graphs nothing goes */

/* Says which of the COUNT arcs between the nodes 0 .. NODES - 1 can go.  Arcs that close a cycle stay. Takes
 * NODES * (NODES + COUNT) / 64 steps and NODES * NODES bits. */
void hb_transitive_reduction (struct hb_arc *arcs, size_t count, hb_id nodes);

#endif
