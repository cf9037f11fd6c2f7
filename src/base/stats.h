/* Statistics of repeated measurements. */
#ifndef HBKIT_STATS_H
#define HBKIT_STATS_H

#include "base/vec.h"

typedef VEC (double) hb_numbers;

/* Sorts NUMBERS. */
void hb_numbers_sort (hb_numbers *numbers);

/* The quantile Q (0 .. 1) of sorted numbers, at least one, with linear interpolation (Hyndman and Fan's
 * type 7). */
double hb_quantile (const hb_numbers *sorted, double q);

/* A 95 % interval of the median of what the sorted numbers, at least one, were drawn from: two of them, with which a
 * binomial of 1/2 leaves at most 2.5 % on each side (W. R. Thompson, Annals of Mathematical Statistics 7, 1936).  Of
 * fewer than six none is so sure: then the least and the largest.  O(size). */
void hb_median_interval (const hb_numbers *sorted, double *low, double *high);

/* The 95 % interval for the probability of what came out COUNT times of ALL: Wilson's score interval
 * ("Probable inference, the law of succession, and statistical inference", JASA 22, 1927).  ALL is at
 * least 1. */
void hb_wilson (uint64_t count, uint64_t all, double *low, double *high);

/* A fit y = e^a x^b by least squares of the logarithms.  False with less than two different x. */
struct hb_fit
{
  double a, b;
  double r2; /* the share of the variance of log y that it explains */
};
bool hb_fit_power (const hb_numbers *x, const hb_numbers *y, struct hb_fit *fit);

#endif
