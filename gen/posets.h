/* Posets by the dozen: all small trees and series-parallel orders, random ones, and usual shapes. */
#ifndef HBKIT_GEN_POSETS_H
#define HBKIT_GEN_POSETS_H

#include "base/rng.h"
#include "poset/poset.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes a poset (stolen); false: no more. */
typedef bool hb_poset_visitor (hb_poset *poset, void *context);

/* All plane trees with N nodes: 1, 1, 2, 5, 14, 42, 132, 429, 1430 for N = 1 .. 9.  False if VISIT did. */
bool hb_each_plane_tree (hb_id n, hb_poset_visitor *visit, void *context);

/* One of each isomorphism class of series-parallel posets with N (at most 8) elements: 1, 2, 5, 15, 48, 167,
 * 602, 2256. */
#define HB_MOST_SERIES 8
bool hb_each_series (hb_id n, hb_poset_visitor *visit, void *context);

/* All posets on N (at most 5) elements whose numbers are a schedule: every isomorphism class, often. */
bool hb_each_small_poset (hb_id n, hb_poset_visitor *visit, void *context);

/* Random ones of N elements.  New. */
hb_poset *hb_random_tree (hb_id n, hb_id children,
                          struct hb_rng *rng); /* recursive; at most CHILDREN a node, 0: any */
hb_poset *hb_random_poset (hb_id n, double density,
                           struct hb_rng *rng); /* each pair i < j an edge with that probability */
hb_poset *hb_random_series (hb_id n, struct hb_rng *rng); /* by random compositions */

/* Shapes.  New. */
hb_poset *hb_antichain (hb_id n);
hb_poset *hb_complete_tree (hb_id children, hb_id height); /* HEIGHT in edges */
hb_poset *
hb_caterpillar (hb_id height); /* a spine of HEIGHT edges, a leaf at each of its inner nodes */
hb_poset *hb_spider (const hb_id *legs, hb_id count); /* a root and COUNT legs of so many edges */

#ifdef __cplusplus
}
#endif
#endif
