/* Two threads at a time, their order has no cycle: said at once, by clauses of two literals; see encode.h.
 *
 * The ordered pairs (a, b) of steps of two threads are points of a grid.  If a is before b, so is every step up to a
 * before every step from b on: the literal of a point implies those of the points that lie up to its row and from
 * its column on.  It is enough to say so of the nearest ones, between which there is no other. */
#include "diff/encode_private.h"

struct grid
{
  diff_encoding *e;
  VEC (hb_id) points; /* numbers of pairs, by thread of a, thread of b, a, b */
};

static hb_id
thread_of (const diff_encoding *e, hb_id step)
{
  return e->steps.data[step].thread;
}

/* Sorts the pairs by their steps: by b, then, without disturbing that, by a. */
static void
sort_points (struct grid *grid)
{
  const diff_encoding *e = grid->e;
  VEC (hb_id) once = VEC_EMPTY;
  VEC (size_t) starts = VEC_EMPTY;
  vec_resize (once, e->pairs.size, 0);
  vec_resize (grid->points, e->pairs.size, 0);
  for (int by_a = 0; by_a < 2; by_a++)
    {
      vec_clear (starts);
      vec_resize (starts, e->steps.size + 1, 0);
      for (size_t p = 0; p < e->pairs.size; p++)
        starts.data[(by_a ? e->pairs.data[p].a : e->pairs.data[p].b) + 1]++;
      for (size_t s = 1; s < starts.size; s++)
        starts.data[s] += starts.data[s - 1];
      for (size_t p = 0; p < e->pairs.size; p++)
        {
          hb_id pair = by_a ? once.data[p] : (hb_id)p;
          const struct diff_order_pair *one = &e->pairs.data[pair];
          size_t *place = &starts.data[by_a ? one->a : one->b];
          if (by_a)
            grid->points.data[(*place)++] = pair;
          else
            once.data[(*place)++] = pair;
        }
    }
  vec_free (once);
  vec_free (starts);
}

static void
imply (diff_encoding *e, hb_id point, hb_id other)
{
  hb_lit clause[] = { hb_not (e->pairs.data[point].before), e->pairs.data[other].before };
  diff_encode_clause (e, clause, 2);
}

/* POINT, which is number AT of the sorted ones, implies its nearest points: those before it, row by row (a row has
 * one a, and b grows in it), that are the first of their row behind its column and before all found so far. */
static void
imply_nearest (struct grid *grid, size_t at)
{
  diff_encoding *e = grid->e;
  const struct diff_order_pair *pairs = e->pairs.data;
  hb_id point = grid->points.data[at], thread = thread_of (e, pairs[point].b);
  hb_id bound = HB_NONE;
  if (at + 1 < grid->points.size)
    {
      hb_id right = grid->points.data[at + 1];
      if (pairs[right].a == pairs[point].a && thread_of (e, pairs[right].b) == thread)
        {
          imply (e, point, right);
          bound = pairs[right].b;
        }
    }
  hb_id nearest = HB_NONE;
  for (size_t i = at; i-- > 0 && bound != pairs[point].b;)
    {
      hb_id other = grid->points.data[i];
      if (thread_of (e, pairs[other].a) != thread_of (e, pairs[point].a))
        break;
      if (thread_of (e, pairs[other].b) == thread && pairs[other].a < pairs[point].a
          && pairs[other].b >= pairs[point].b && pairs[other].b < bound)
        nearest = other;
      bool row_ends = !i || pairs[grid->points.data[i - 1]].a != pairs[other].a;
      if (row_ends && nearest != HB_NONE)
        {
          imply (e, point, nearest);
          bound = pairs[nearest].b;
          nearest = HB_NONE;
        }
    }
}

void
diff_encode_grids (diff_encoding *e)
{
  struct grid grid = { .e = e };
  sort_points (&grid);
  for (size_t i = 0; i < grid.points.size; i++)
    imply_nearest (&grid, i);
  vec_free (grid.points);
}
