/* See stats.h. */
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>

static int
compare (const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

void
hb_numbers_sort (hb_numbers *numbers)
{
  if (numbers->size)
    qsort (numbers->data, numbers->size, sizeof *numbers->data, compare);
}

double
hb_quantile (const hb_numbers *sorted, double q)
{
  double place = q * (double)(sorted->size - 1);
  size_t below = (size_t)place;
  double share = place - (double)below;
  if (below + 1 >= sorted->size)
    return sorted->data[sorted->size - 1];
  return sorted->data[below] + share * (sorted->data[below + 1] - sorted->data[below]);
}

void
hb_median_interval (const hb_numbers *sorted, double *low, double *high)
{
  size_t n = sorted->size, below = 0;
  /* BELOW: how many of the least can be left out. */
  double log_chance = -(double)n * log (2), sum = exp (log_chance);
  while (below + 1 < n - below && sum <= 0.025)
    {
      log_chance += log ((double)(n - below) / (double)(below + 1));
      below++;
      sum += exp (log_chance);
    }
  below -= below > 0;
  *low = sorted->data[below];
  *high = sorted->data[n - 1 - below];
}

void
hb_wilson (uint64_t count, uint64_t all, double *low, double *high)
{
  const double z = 1.959963984540054; /* 97.5 % of a normal distribution are below */
  double n = (double)all, p = (double)count / n, z2 = z * z;
  double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  double half = z / (1 + z2 / n) * sqrt (p * (1 - p) / n + z2 / (4 * n * n));
  *low = centre - half > 0 ? centre - half : 0;
  *high = centre + half < 1 ? centre + half : 1;
}

bool
hb_fit_power (const hb_numbers *x, const hb_numbers *y, struct hb_fit *fit)
{
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (size_t i = 0; i < x->size; i++)
    {
      if (!(x->data[i] > 0) || !(y->data[i] > 0))
        continue;
      double u = log (x->data[i]), v = log (y->data[i]);
      n++, sx += u, sy += v, sxx += u * u, sxy += u * v, syy += v * v;
    }
  double spread = n * sxx - sx * sx, total = n * syy - sy * sy;
  if (n < 2 || spread <= 1e-9 * n * sxx)
    return false;
  fit->b = (n * sxy - sx * sy) / spread;
  fit->a = (sy - fit->b * sx) / n;
  fit->r2 = total > 0 ? fit->b * fit->b * spread / total : 1;
  return true;
}
