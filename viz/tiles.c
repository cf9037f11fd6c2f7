/* See tiles.h.  First level cuts through all of the drawing, then upright ones through each line, at other places in each:
 *
 *     +--------+-------+----+
 *     |   1    |   2   | 3  |
 *     +-----+--+---+---+----+
 *     |  4  |   5  |   6    |
 *     +-----+------+--------+
 *
 * Where to cut is asked of what the solids cover of the axis: from the last third of the room that is left on, the point
 * that is covered least often, and of those the last. */
#include "viz/tiles.h"

#include <stdlib.h>

#define LEAST_SHARE 0.34 /* of the room that a window has to fill */

struct ends
{
  double *from, *to; /* each sorted */
  size_t count;
};

static int
compare (const void *left, const void *right)
{
  const double *a = left, *b = right;
  return *a < *b ? -1 : *a > *b;
}

/* What the solids that touch WITHIN cover: of the height if LEVEL, of the width if not.  New. */
static struct ends
ends_of (const hb_solids *solids, const struct hb_rect *within, bool level)
{
  struct ends ends = { hb_calloc (solids->size + 1, sizeof (double)),
                       hb_calloc (solids->size + 1, sizeof (double)), 0 };
  for (size_t i = 0; i < solids->size; i++)
    {
      const struct hb_rect *r = &solids->data[i].place;
      if ((level && solids->data[i].frame) || r->y1 <= within->y0 || r->y0 >= within->y1)
        continue;
      ends.from[ends.count] = level ? r->y0 : r->x0;
      ends.to[ends.count++] = level ? r->y1 : r->x1;
    }
  qsort (ends.from, ends.count, sizeof *ends.from, compare);
  qsort (ends.to, ends.count, sizeof *ends.to, compare);
  return ends;
}

static void
free_ends (struct ends *ends)
{
  hb_free (ends->from);
  hb_free (ends->to);
}

/* How many of the sorted NUMBERS are below X. */
static size_t
below (const double *numbers, size_t count, double x)
{
  size_t low = 0, high = count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (numbers[middle] < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* How many cover a stretch around X. */
static size_t
cover (const struct ends *ends, double x)
{
  return below (ends->from, ends->count, x) - below (ends->to, ends->count, x);
}

/* Where to cut behind FROM, at most ROOM away. */
static double
best_cut (const struct ends *ends, double from, double room)
{
  double most = from + room, best = most;
  size_t least = cover (ends, most);
  for (size_t i = below (ends->to, ends->count, most); i-- > 0 && least;)
    {
      size_t next = below (ends->from, ends->count, ends->to[i]);
      double at = next < ends->count ? (ends->to[i] + ends->from[next]) / 2 : ends->to[i] + 0.5;
      if (ends->to[i] < from + LEAST_SHARE * room)
        break;
      at = at < most ? at : most;
      if (cover (ends, at) < least)
        least = cover (ends, at), best = at;
    }
  return best;
}

void
hb_tiles_cut (hb_tiles *tiles, const hb_solids *solids, const struct hb_rect *all,
              const struct hb_tile_sizes *sizes)
{
  struct ends rows = ends_of (solids, all, true);
  size_t line = 0;
  for (double y = all->y0, y1; y < all->y1; y = y1, line++)
    {
      double room = line ? sizes->height : sizes->first;
      y1 = room > 0 && all->y1 - y > room ? best_cut (&rows, y, room) : all->y1;
      struct hb_rect within = { all->x0, y, all->x1, y1 };
      struct ends columns = ends_of (solids, &within, false);
      size_t place = 0;
      for (double x = all->x0, x1; x < all->x1; x = x1)
        {
          bool fits = !(sizes->width > 0) || all->x1 - x <= sizes->width;
          x1 = fits ? all->x1 : best_cut (&columns, x, sizes->width);
          struct hb_tile tile = { { x, y, x1, y1 }, line, place++ };
          vec_push (*tiles, tile);
        }
      free_ends (&columns);
    }
  free_ends (&rows);
}
