/* Places of a grid.  Private to grid.c and tests. */
#ifndef HBKIT_GRID_PLACE_H
#define HBKIT_GRID_PLACE_H

#include "viz/grid.h"
#include "viz/sketch.h"

/* Initialises SKETCH and fills it.  CNF has at least one clause. */
void hb_grid_sketch (const hb_cnf *cnf, const struct hb_draw_options *options, hb_sketch *sketch);

#endif
