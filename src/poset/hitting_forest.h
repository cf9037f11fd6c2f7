/* The exact check of 3-hitting families of forests.  Private to hitting.c. */
#ifndef HBKIT_POSET_HITTING_FOREST_H
#define HBKIT_POSET_HITTING_FOREST_H

#include "poset/hitting.h"

/* As `hb_hit_exactly` for d = 3 on a forest of at least three elements. */
enum hb_hit hb_hit_on_forest (const hb_poset *poset, const hb_schedules *family, unsigned threads,
                              struct hb_limits *limits, hb_id *missed);

#endif
