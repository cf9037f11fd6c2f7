/* The strong components of a graph: sets of nodes that reach one another. */
#ifndef HBKIT_COMPONENTS_H
#define HBKIT_COMPONENTS_H

#include "base/types.h"

/* Numbers the components of NODES nodes, of which node v has edges to TO[FIRST[v]] .. TO[FIRST[v + 1] - 1], into COMPONENT, node by
 * node; their number.  A component has a higher number than those that it reaches.  Linear (Tarjan, "Depth-first
 * search and linear graph algorithms", SIAM Journal on Computing 1, 1972). */
hb_id hb_components (hb_id nodes, const hb_id *first, const hb_id *to, hb_id *component);

#endif
