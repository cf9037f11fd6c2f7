/* Statistics against published values and against what was put in. */
#include "unit.h"

#include "base/stats.h"

#include <math.h>

static void
close_to (double value, double expected, double within)
{
  if (!(fabs (value - expected) <= within))
    fail_msg ("%.12g, expected %.12g", value, expected);
}

TEST (quantiles_interpolate)
{
  const double given[] = { 5, 1, 4, 2, 3 };
  hb_numbers numbers = VEC_EMPTY;
  for (size_t i = 0; i < 5; i++)
    vec_push (numbers, given[i]);
  hb_numbers_sort (&numbers);
  close_to (hb_quantile (&numbers, 0), 1, 0);
  close_to (hb_quantile (&numbers, 0.25), 2, 1e-12);
  close_to (hb_quantile (&numbers, 0.5), 3, 1e-12);
  close_to (hb_quantile (&numbers, 0.9), 4.6, 1e-12);
  close_to (hb_quantile (&numbers, 1), 5, 0);
  numbers.size = 1;
  close_to (hb_quantile (&numbers, 0.5), 1, 0);
  vec_free (numbers);
}

/* R: prop.test (x, n, correct = FALSE)$conf.int */
/* The ranks that tables of the sign test have: of 6 the 1st and 6th, of 10 the 2nd and 9th, of 20 the 6th and 15th, of 200
 * the 86th and 115th; of five no pair is so sure. */
TEST (medians_have_intervals)
{
  static const struct
  {
    size_t n, low, high;
  } known[] = { { 1, 1, 1 },  { 2, 1, 2 },   { 5, 1, 5 },     { 6, 1, 6 },
                { 10, 2, 9 }, { 20, 6, 15 }, { 200, 86, 115 } };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      hb_numbers numbers = VEC_EMPTY;
      double low, high;
      for (size_t k = 1; k <= known[i].n; k++)
        vec_push (numbers, (double)k);
      hb_median_interval (&numbers, &low, &high);
      assert_int_equal ((size_t)low, known[i].low);
      assert_int_equal ((size_t)high, known[i].high);
      vec_free (numbers);
    }
}

TEST (wilson_is_wilson)
{
  double low, high;
  hb_wilson (0, 10, &low, &high);
  close_to (low, 0, 1e-9);
  close_to (high, 0.2775327998628892, 1e-9);
  hb_wilson (10, 10, &low, &high);
  close_to (low, 0.7224672001371107, 1e-9);
  close_to (high, 1, 1e-9);
  hb_wilson (50, 100, &low, &high);
  close_to (low, 0.4038315, 1e-6);
  close_to (high, 0.5961685, 1e-6);
  hb_wilson (1, 1, &low, &high);
  close_to (low, 0.2065493143772375, 1e-9);
}

TEST (powers_are_found)
{
  hb_numbers x = VEC_EMPTY, y = VEC_EMPTY;
  struct hb_fit fit;
  assert_false (hb_fit_power (&x, &y, &fit));
  for (int i = 1; i <= 20; i++)
    {
      vec_push (x, 10.0 * i);
      vec_push (y, 3 * pow (10.0 * i, 1.5));
    }
  assert_true (hb_fit_power (&x, &y, &fit));
  close_to (fit.b, 1.5, 1e-9);
  close_to (exp (fit.a), 3, 1e-9);
  close_to (fit.r2, 1, 1e-9);
  /* Points without a logarithm are left out, and one x is not enough. */
  y.data[0] = 0;
  assert_true (hb_fit_power (&x, &y, &fit));
  close_to (fit.b, 1.5, 1e-9);
  for (size_t i = 0; i < x.size; i++)
    x.data[i] = 7;
  assert_false (hb_fit_power (&x, &y, &fit));
  vec_free (x);
  vec_free (y);
}
