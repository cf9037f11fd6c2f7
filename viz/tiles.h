/* Cutting a drawing that is too large for its pages into windows. */
#ifndef HBKIT_TILES_H
#define HBKIT_TILES_H

#include "viz/figure.h"

/* What no cut should run through. */
struct hb_solid
{
  struct hb_rect place;
  bool frame; /* but for level ones */
};

typedef VEC (struct hb_solid) hb_solids;

/* A window, in which LINE and place of that line, from 0. */
struct hb_tile
{
  struct hb_rect window;
  size_t line, place;
};

typedef VEC (struct hb_tile) hb_tiles;

/* How large windows may be; 0: any size. */
struct hb_tile_sizes
{
  double width, first, height; /* FIRST: the height of those of the first line */
};

/* Cuts ALL into lines of windows of at most SIZES, where that cuts as few of SOLIDS as can be, into TILES, from left to
 * right and line by line.  What is larger than a window is cut all the same.  Some log-linear many steps for each line. */
void hb_tiles_cut (hb_tiles *tiles, const hb_solids *solids, const struct hb_rect *all,
                   const struct hb_tile_sizes *sizes);

#endif
