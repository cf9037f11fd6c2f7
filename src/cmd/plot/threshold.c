/* The x at which a probability that falls with x passes a level.
 *
 *     1 |*--*--*                     the shares are made monotone first: neighbours that rise
 *       |        \  *               instead of falling are replaced by their common mean (isotonic
 *   1/2 |.........*--                regression, pool adjacent violators); between two points the
 *       |         :  \*--*          probability is taken to be linear
 *     0 +---------+---------- x
 *
 * Intervals are those of the parametric bootstrap: every share is drawn again, as a binomial number with the
 * probability that was measured, and the level's x is read off, 1000 times; 2.5 % and 97.5 % quantiles of
 * these (Efron 1979).  They tell how far chance goes, not what linear pieces between points do. */
#include "cmd/plot/common.h"
#include "cmd/plot/threshold.h"

#include "cmd/plot/groups.h"

#include "base/plural.h"
#include "base/memory.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  REPEATS = 1000,
  LEVELS = 3
};
static const double levels[LEVELS] = { 0.8, 0.5, 0.2 };

struct share
{
  double x, mean, weight;
};
typedef VEC (struct share) shares;

/* Makes the means fall, or stay, from left to right: MEANS[i] of point i. */
static void
make_monotone (const shares *points, double *means)
{
  shares blocks = VEC_EMPTY; /* x: how many points the block has */
  for (size_t i = 0; i < points->size; i++)
    {
      struct share block = { 1, points->data[i].mean, points->data[i].weight };
      while (blocks.size && vec_top (blocks).mean < block.mean)
        {
          struct share last = vec_top (blocks);
          blocks.size--;
          double weight = last.weight + block.weight;
          block.mean = (last.mean * last.weight + block.mean * block.weight) / weight;
          block.weight = weight;
          block.x += last.x;
        }
      vec_push (blocks, block);
    }
  size_t at = 0;
  for (size_t b = 0; b < blocks.size; b++)
    for (size_t k = 0; k < (size_t)blocks.data[b].x; k++)
      means[at++] = blocks.data[b].mean;
  vec_free (blocks);
}

/* Where the monotone curve falls to LEVEL; NaN if it does not. */
static double
crossing (const shares *points, double level)
{
  double found = NAN, *means = hb_calloc (points->size + 1, sizeof *means);
  make_monotone (points, means);
  for (size_t i = 1; i < points->size && isnan (found); i++)
    if (means[i - 1] >= level && means[i] < level)
      {
        double part = (means[i - 1] - level) / (means[i - 1] - means[i]);
        found = points->data[i - 1].x + part * (points->data[i].x - points->data[i - 1].x);
      }
  hb_free (means);
  return found;
}

static void
draw_again (const shares *points, shares *drawn, struct hb_rng *rng)
{
  drawn->size = 0;
  for (size_t i = 0; i < points->size; i++)
    {
      struct share share = points->data[i];
      uint64_t good = 0;
      for (size_t k = 0; k < (size_t)share.weight; k++)
        good += hb_rng_unit (rng) < share.mean;
      share.mean = (double)good / share.weight;
      vec_push (*drawn, share);
    }
}

/* Adds the points of one size to the curves of the levels. */
static void
add_size (struct hb_plot *plot, double size, const shares *points)
{
  hb_numbers found[LEVELS] = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  shares drawn = VEC_EMPTY;
  struct hb_rng rng = hb_rng_seeded (1);
  for (size_t r = 0; r < REPEATS; r++)
    {
      draw_again (points, &drawn, &rng);
      for (size_t l = 0; l < LEVELS; l++)
        {
          double x = crossing (&drawn, levels[l]);
          if (!isnan (x))
            vec_push (found[l], x);
        }
    }
  for (size_t l = 0; l < LEVELS; l++)
    {
      double x = crossing (points, levels[l]);
      /* A level that chance takes out of the range now and then has no honest interval. */
      if (!isnan (x) && found[l].size == REPEATS)
        {
          hb_numbers_sort (&found[l]);
          struct hb_plot_point *p = hb_plot_point (plot, l, size, x);
          p->low = hb_quantile (&found[l], 0.025);
          p->high = hb_quantile (&found[l], 0.975);
          for (size_t i = 0; i < points->size; i++)
            p->count += (uint64_t)points->data[i].weight;
          p->count--;
        }
      vec_free (found[l]);
    }
  vec_free (drawn);
}

/* The power of the size with which the distance between the outer levels shrinks.  New. */
static char *
width_note (const struct hb_plot *plot)
{
  hb_numbers sizes = VEC_EMPTY, widths = VEC_EMPTY;
  struct hb_fit fit;
  for (size_t i = 0; i < plot->series.data[0].points.size; i++)
    for (size_t k = 0; k < plot->series.data[LEVELS - 1].points.size; k++)
      {
        const struct hb_plot_point *high = &plot->series.data[0].points.data[i];
        const struct hb_plot_point *low = &plot->series.data[LEVELS - 1].points.data[k];
        if (high->x < low->x || high->x > low->x || !(low->y > high->y) || !(low->x > 0))
          continue;
        vec_push (sizes, low->x);
        vec_push (widths, low->y - high->y);
      }
  bool fits = sizes.size > 2 && hb_fit_power (&sizes, &widths, &fit);
  vec_free (sizes);
  vec_free (widths);
  return fits ? hb_format ("; between 0.8 and 0.2: size^%.2f (R^2 %.2f)", fit.b, fit.r2)
              : hb_copy_text ("");
}

struct hb_plot *
plot_threshold (const struct plot_rows *rows, const struct plot_choice *choice)
{
  plot_groups all = VEC_EMPTY;
  if (choice->by)
    plot_groups_truths (&all, rows, choice);
  struct hb_plot *plot = hb_plot_new (
      "threshold", "Where the probability falls to 0.8, 0.5 and 0.2",
      choice->by ? plot_axis_label (choice->by) : "", choice->x ? plot_axis_label (choice->x) : "");
  for (size_t l = 0; l < LEVELS; l++)
    {
      char *label = hb_format ("probability %g", levels[l]);
      hb_plot_add (plot, label, HB_PLOT_CURVE);
      hb_free (label);
    }
  double least = INFINITY, most = 0;
  shares points = VEC_EMPTY;
  for (size_t i = 0; i < all.size; i++)
    {
      double count = (double)all.data[i].numbers.size;
      struct share share = { all.data[i].x, (double)plot_group_good (&all.data[i]) / count, count };
      vec_push (points, share);
      if (i + 1 < all.size && !strcmp (all.data[i].by, all.data[i + 1].by))
        continue;
      char *end;
      double size = strtod (all.data[i].by, &end);
      if (!*end && points.size > 1)
        {
          add_size (plot, size, &points);
          least = fmin (least, size), most = fmax (most, size);
        }
      points.size = 0;
    }
  plot->log_x = least > 0 && most >= 8 * least;
  char *width = width_note (plot);
  plot->note = hb_format ("%zu instance%s; bands: 95 %% intervals (bootstrap)%s",
                          plot_groups_numbers (&all), HB_S (plot_groups_numbers (&all)), width);
  hb_free (width);
  vec_free (points);
  plot_groups_free (&all);
  size_t shown = 0;
  for (size_t l = 0; l < LEVELS; l++)
    shown += plot->series.data[l].points.size;
  if (shown)
    {
      plot_mark_values (plot, choice, true);
      return plot;
    }
  hb_plot_free (plot);
  return NULL;
}
