/* Random degrees 0 .. 3 of a given sum: independent numbers, conditioned on their sum.
 *
 * Independent numbers d with weights w(d) L^d, conditioned on their sum being TOTAL, have the law
 * wanted for whatever L, since L^TOTAL is the same for all sequences; L is chosen so that the mean
 * fits.  (With w(d) = 1 / d! they are truncated Poisson numbers.)  To draw until the sum happens to
 * fit would take some sqrt (COUNT) rounds.  But the weights' polynomials have one real root each
 * and factor,
 *
 *     1 + x + x^2/2 + x^3/6  =  (1 + a x) (1 + b x + c x^2)     any signs (x is twice L),
 *     1 + 2 x + x^2 + x^3    =  (1 + a x) (1 + b x + c x^2)     both signs,
 *
 * with a, b, c > 0, so each d is the sum of an independent coin and a number 0 .. 2.  Hence: draw
 * the COUNT numbers 0 .. 2; the coins must make up for the rest T; accept with probability
 * proportional to P (T of COUNT coins show heads), which is binomial; then choose the T variables
 * uniformly.  ("Probabilistic divide and conquer": Arratia and DeSalvo, Combinatorics, Probability
 * and Computing 25, 2016.)  A few rounds do for any COUNT.
 *
 * If each d must be positive, the sum leaves one parameter free, the number J of threes:
 *
 *     TOTAL - COUNT = twos + 2 J    gives the twos, and COUNT = ones + twos + J the ones;
 *
 * the weight of J is COUNT! / (ones! twos! J!) * w(1)^ones w(2)^twos w(3)^J, and J is drawn by
 * inversion.
 *
 * Weights are doubles made by + - * / alone: the same on every machine, and exact to some 1e-15. */
#include "gen/degrees.h"

#include "base/vec.h"

#include <string.h>

struct law
{
  double w1, w2, w3; /* weights of 1, 2 and 3; that of 0 is 1 */
  double a, b, c;    /* the factors of their polynomial */
};

static const struct law any_signs
    = { 1, 0.5, 1.0 / 6, 0.62653829327079973, 0.37346170672920027, 0.26601193966388692 };
static const struct law both_signs
    = { 2, 1, 1, 1.7548776662466927, 0.24512233375330724, 0.56984029099805327 };

/* Mean of a number with weights w(d) L^d. */
static double
mean (const struct law *law, double l)
{
  double w1 = law->w1 * l, w2 = law->w2 * l * l, w3 = law->w3 * l * l * l;
  return (w1 + 2 * w2 + 3 * w3) / (1 + w1 + w2 + w3);
}

/* The L with this mean (> 0, < 3), by bisection. */
static double
rate_of_mean (const struct law *law, double wanted)
{
  double low = 0, high = 1;
  while (mean (law, high) < wanted)
    high *= 2;
  for (int i = 0; i < 60; i++)
    {
      double middle = (low + high) / 2;
      if (mean (law, middle) < wanted)
        low = middle;
      else
        high = middle;
    }
  return high;
}

/* P (T of COUNT coins show heads) / P (the likeliest number does), for coins of these odds. */
static double
relative_likelihood (size_t t, size_t count, double odds)
{
  double n = (double)count, wanted = (double)t;
  double mode = (double)(size_t)((n + 1) * odds / (1 + odds));
  double at = mode < n ? mode : n;
  double ratio = 1;
  for (; at < wanted && ratio > 0; at++)
    ratio *= (n - at) / (at + 1) * odds;
  for (; at > wanted && ratio > 0; at--)
    ratio *= at / ((n - at + 1) * odds);
  return ratio;
}

/* Adds 1 to T of the COUNT degrees, every choice being as likely. */
static void
add_ones (unsigned char *degree, size_t count, size_t t, struct hb_rng *rng)
{
  for (size_t v = 0; v < count; v++)
    if (hb_rng_below (rng, count - v) < t)
      {
        degree[v]++;
        t--;
      }
}

static void
draw_any (unsigned char *degree, size_t count, size_t total, const struct law *law,
          struct hb_rng *rng)
{
  double l = rate_of_mean (law, (double)total / (double)count);
  double weight = 1 + law->b * l + law->c * l * l, none = 1 / weight,
         one = (1 + law->b * l) / weight;
  for (;;)
    {
      size_t sum = 0;
      for (size_t v = 0; v < count; v++)
        {
          double u = hb_rng_unit (rng);
          degree[v] = (unsigned char)((u >= none) + (u >= one));
          sum += degree[v];
        }
      if (sum > total || total - sum > count)
        continue;
      if (hb_rng_unit (rng) < relative_likelihood (total - sum, count, law->a * l))
        {
          add_ones (degree, count, total - sum, rng);
          return;
        }
    }
}

/* Weight of J + 1 threes / weight of J threes, of COUNT positive degrees of sum COUNT + EXTRA. */
static double
step (size_t count, size_t extra, size_t j, const struct law *law)
{
  double twos = (double)(extra - 2 * j), ones = (double)(count + j - extra);
  double weight = law->w1 * law->w3 / (law->w2 * law->w2);
  return twos * (twos - 1) / ((ones + 1) * ((double)j + 1)) * weight;
}

/* How many threes COUNT positive degrees of sum COUNT + EXTRA have. */
static size_t
draw_threes (size_t count, size_t extra, const struct law *law, struct hb_rng *rng)
{
  size_t least = extra > count ? extra - count : 0, most = extra / 2, mode = least;
  while (mode < most && step (count, extra, mode, law) > 1)
    mode++;
  VEC (double) weights = VEC_EMPTY; /* of mode, mode + 1, ..., then of mode - 1, mode - 2, ... */
  double weight = 1, sum = 0;
  size_t up = mode, down = mode;
  for (; up <= most && weight > 1e-40; up++)
    {
      vec_push (weights, weight);
      weight *= step (count, extra, up, law);
    }
  for (weight = 1; down > least && weight > 1e-40; down--)
    {
      weight /= step (count, extra, down - 1, law);
      vec_push (weights, weight);
    }
  for (size_t i = 0; i < weights.size; i++)
    sum += weights.data[i];
  double u = hb_rng_unit (rng) * sum;
  size_t i = 0;
  while (i + 1 < weights.size && u >= weights.data[i])
    u -= weights.data[i++];
  vec_free (weights);
  return i < up - mode ? mode + i : mode - 1 - (i - (up - mode));
}

static void
draw_positive (unsigned char *degree, size_t count, size_t total, const struct law *law,
               struct hb_rng *rng)
{
  size_t extra = total - count, threes = draw_threes (count, extra, law, rng);
  size_t twos = extra - 2 * threes;
  for (size_t v = 0; v < count; v++)
    {
      size_t u = (size_t)hb_rng_below (rng, count - v);
      degree[v] = u < threes ? 3 : u < threes + twos ? 2 : 1;
      threes -= degree[v] == 3;
      twos -= degree[v] == 2;
    }
}

void
hb_degrees_draw (unsigned char *degree, size_t count, size_t total, enum hb_signs signs,
                 bool positive, struct hb_rng *rng)
{
  const struct law *law = signs == HB_BOTH_SIGNS ? &both_signs : &any_signs;
  if (!total || total == 3 * count)
    memset (degree, total ? 3 : 0, count);
  else if (positive)
    draw_positive (degree, count, total, law, rng);
  else
    draw_any (degree, count, total, law, rng);
}
