/* The oracle, samples, and the exact check for any poset; see hitting.h. */
#include "poset/hitting.h"

#include "poset/hitting_forest.h"

#include <math.h>
#include <string.h>

bool
hb_hits (const hb_schedules *family, const hb_id *positions, const hb_id *tuple, int d)
{
  for (size_t s = 0; s < family->count; s++)
    {
      int i = 1;
      while (i < d
             && positions[tuple[i - 1] * family->count + s]
                    < positions[tuple[i] * family->count + s])
        i++;
      if (i >= d)
        return true;
    }
  return false;
}

/* --- By definition --- */

struct brute
{
  const hb_schedules *family;
  hb_id *positions, *missed;
  int d;
};

static bool
is_hit (const hb_id *tuple, void *context)
{
  struct brute *b = context;
  if (hb_hits (b->family, b->positions, tuple, b->d))
    return true;
  memcpy (b->missed, tuple, (size_t)b->d * sizeof *tuple);
  return false;
}

static int
depth_of (const hb_poset *poset, int d)
{
  return poset->count < (hb_id)d ? (int)poset->count : d;
}

enum hb_hit
hb_hit_by_brute_force (const hb_poset *poset, const hb_schedules *family, int d, hb_id *missed)
{
  struct brute b = { family, hb_schedules_positions (family), missed, depth_of (poset, d) };
  bool all = hb_each_tuple (poset, b.d, false, is_hit, &b);
  hb_free (b.positions);
  return all ? HB_HIT_ALL : HB_HIT_MISSED;
}

/* --- Exactly, on any poset --- */

struct exact
{
  const hb_poset *poset;
  const hb_schedules *family;
  struct hb_limits *limits;
  int d;
  size_t words;   /* of a mask */
  uint64_t *u;    /* u[(x * count + b) * words ..]: the schedules with x before b */
  uint64_t *full; /* all schedules */
  uint64_t *firsts, *lasts;
  hb_id *first, *last; /* elements that can stand first, last; each with its mask */
  hb_id *missed;
  bool stopped;
};

static uint64_t *
mask (const struct exact *e, hb_id x, hb_id b)
{
  return e->u + ((size_t)x * e->poset->count + b) * e->words;
}

static void
fill_masks (struct exact *e)
{
  size_t count = e->poset->count;
  e->words = (e->family->count + 63) / 64;
  e->u = hb_calloc (count * count * e->words + 1, sizeof *e->u);
  e->full = hb_calloc (e->words + 1, sizeof *e->full);
  for (size_t s = 0; s < e->family->count; s++)
    {
      const hb_id *order = hb_schedules_at (e->family, s);
      uint64_t bit = (uint64_t)1 << (s % 64);
      e->full[s / 64] |= bit;
      for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
          mask (e, order[i], order[j])[s / 64] |= bit;
    }
}

static bool
meets (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (a[w] & b[w])
      return true;
  return false;
}

/* The elements that can stand before (LAST: behind) all D - 2 of MIDDLE, each with the schedules of HIT
 * that run it there; their number. */
static hb_id
candidates (struct exact *e, const hb_id *middle, const uint64_t *hit, bool last)
{
  int d = e->d - 2;
  hb_id found = 0, *who = last ? e->last : e->first;
  uint64_t *masks = last ? e->lasts : e->firsts;
  for (hb_id x = 0; x < e->poset->count; x++)
    {
      bool fits = true;
      for (int i = 0; i < d && fits; i++)
        fits = x != middle[i]
               && !(last ? hb_poset_before (e->poset, x, middle[i])
                         : hb_poset_before (e->poset, middle[i], x));
      if (!fits)
        continue;
      const uint64_t *u = last ? mask (e, middle[d - 1], x) : mask (e, x, middle[0]);
      for (size_t w = 0; w < e->words; w++)
        masks[found * e->words + w] = u[w] & hit[w];
      who[found++] = x;
    }
  return found;
}

/* All tuples with this middle. */
static bool
check_middle (const hb_id *middle, void *context)
{
  struct exact *e = context;
  uint64_t hit[64];
  uint64_t *m = e->words <= 64 ? hit : hb_calloc (e->words, sizeof *m);
  memcpy (m, e->full, e->words * sizeof *m);
  for (int i = 1; i < e->d - 2; i++)
    for (size_t w = 0; w < e->words; w++)
      m[w] &= mask (e, middle[i - 1], middle[i])[w];
  hb_id firsts = candidates (e, middle, m, false), lasts = candidates (e, middle, m, true);
  bool good = true;
  for (hb_id i = 0; i < firsts && good; i++)
    for (hb_id j = 0; j < lasts && good; j++)
      if (!meets (e->firsts + i * e->words, e->lasts + j * e->words, e->words)
          && e->first[i] != e->last[j] && !hb_poset_before (e->poset, e->last[j], e->first[i]))
        {
          e->missed[0] = e->first[i];
          memcpy (e->missed + 1, middle, (size_t)(e->d - 2) * sizeof *middle);
          e->missed[e->d - 1] = e->last[j];
          good = false;
        }
  if (m != hit)
    hb_free (m);
  e->stopped = good && hb_limits_hit (e->limits);
  return good && !e->stopped;
}

static bool
check_pairs (struct exact *e)
{
  for (hb_id a = 0; a < e->poset->count; a++)
    for (hb_id b = 0; b < e->poset->count; b++)
      if (a != b && !hb_poset_before (e->poset, b, a) && !meets (mask (e, a, b), e->full, e->words))
        {
          e->missed[0] = a, e->missed[1] = b;
          return false;
        }
  return true;
}

enum hb_hit
hb_hit_exactly (const hb_poset *poset, const hb_schedules *family, int d, unsigned threads,
                struct hb_limits *limits, hb_id *missed)
{
  struct exact e = {
    .poset = poset, .family = family, .limits = limits, .d = depth_of (poset, d), .missed = missed
  };
  if (e.d < 2) /* the one element, or none, stands in any schedule */
    {
      missed[0] = 0;
      return family->count ? HB_HIT_ALL : HB_HIT_MISSED;
    }
  if (e.d == 3 && poset->is_forest)
    return hb_hit_on_forest (poset, family, threads, limits, missed);
  fill_masks (&e);
  e.firsts = hb_calloc (poset->count * e.words + 1, sizeof *e.firsts);
  e.lasts = hb_calloc (poset->count * e.words + 1, sizeof *e.lasts);
  e.first = hb_calloc (poset->count, sizeof *e.first);
  e.last = hb_calloc (poset->count, sizeof *e.last);
  bool good = e.d == 2 ? check_pairs (&e) : hb_each_tuple (poset, e.d - 2, false, check_middle, &e);
  hb_free (e.u);
  hb_free (e.full);
  hb_free (e.firsts);
  hb_free (e.lasts);
  hb_free (e.first);
  hb_free (e.last);
  return good ? HB_HIT_ALL : e.stopped ? HB_HIT_UNKNOWN : HB_HIT_MISSED;
}

/* --- Samples --- */

/* Tuples drawn before the limits are looked at again. */
#define BETWEEN_LIMITS 1024

/* The probability of at most K among N, each with probability P. */
static double
binomial_tail (uint64_t k, uint64_t n, double p)
{
  double sum = 0, term = (double)n * log1p (-p);
  for (uint64_t i = 0; i <= k; i++)
    {
      sum += exp (term);
      term += log ((double)(n - i)) - log ((double)(i + 1)) + log (p) - log1p (-p);
    }
  return sum;
}

/* The P at which the probability of at most K among N falls to LEVEL. */
static double
solve_tail (uint64_t k, uint64_t n, double level)
{
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++)
    {
      double p = (low + high) / 2;
      if (binomial_tail (k, n, p) > level)
        low = p;
      else
        high = p;
    }
  return high;
}

static void
clopper_pearson (struct hb_hit_sample *sample, double delta)
{
  uint64_t k = sample->missed, n = sample->tuples;
  sample->low = 0, sample->high = 1;
  if (!k)
    sample->high = n ? -expm1 (log (delta) / (double)n) : 1;
  else if (k <= 10000)
    {
      sample->low = solve_tail (k - 1, n, 1 - delta / 2);
      if (k < n)
        sample->high = solve_tail (k, n, delta / 2);
    }
  else /* so many that the normal approximation is good to the digits shown */
    {
      double share = (double)k / (double)n, wide = 4 * sqrt (share * (1 - share) / (double)n);
      sample->low = share - wide > 0 ? share - wide : 0;
      sample->high = share + wide < 1 ? share + wide : 1;
    }
}

/* The second stratum's start: in a forest each member beyond the first is drawn above a random element of
 * the path of an earlier one, so that the levels of their least common ancestors are all met; elsewhere
 * uniformly.  BY_ENTER: preorder number -> element, or NULL. */
static void
draw_near (const hb_poset *poset, const hb_id *by_enter, hb_id *tuple, int d, struct hb_rng *rng)
{
  for (int i = 0; i < d; i++)
    {
      tuple[i] = (hb_id)hb_rng_below (rng, poset->count);
      if (!by_enter || !i)
        continue;
      hb_id x = tuple[hb_rng_below (rng, (uint64_t)i)], length = 0;
      for (hb_id y = x; y != HB_NONE; y = hb_poset_parent (poset, y))
        length++;
      for (uint64_t up = hb_rng_below (rng, (uint64_t)length + 1); up && x != HB_NONE; up--)
        x = hb_poset_parent (poset, x);
      if (x != HB_NONE)
        tuple[i]
            = by_enter[poset->enter[x] + hb_rng_below (rng, poset->leave[x] - poset->enter[x])];
    }
  for (int i = d - 1; i > 0; i--)
    {
      int j = (int)hb_rng_below (rng, (uint64_t)i + 1);
      hb_id x = tuple[i];
      tuple[i] = tuple[j], tuple[j] = x;
    }
}

void
hb_make_critical (const hb_poset *poset, hb_id *tuple, int d, struct hb_rng *rng)
{
  for (int last = 0; last < 2; last++)
    {
      int i = last ? d - 1 : 0;
      const hb_id *first = last ? poset->lower_first : poset->upper_first,
                  *list = last ? poset->lower : poset->upper;
      for (bool moved = true; moved;)
        {
          hb_id x = tuple[i], size = first[x + 1] - first[x],
                start = size ? (hb_id)hb_rng_below (rng, size) : 0;
          moved = false;
          for (hb_id k = 0; k < size && !moved; k++)
            {
              tuple[i] = list[first[x] + (start + k) % size];
              moved = hb_is_admissible (poset, tuple, d);
            }
          if (!moved)
            tuple[i] = x;
        }
    }
}

void
hb_hit_sampled (const hb_poset *poset, const hb_schedules *family, const hb_id *positions, int d,
                uint64_t samples, double delta, struct hb_rng *rng, struct hb_limits *limits,
                struct hb_hit_sample *sample)
{
  hb_id tuple[HB_MOST_DEPTH] = { 0 };
  uint64_t drawn = 0;
  memset (sample, 0, sizeof *sample);
  while (sample->tuples < samples && (sample->drawn % BETWEEN_LIMITS || !hb_limits_hit (limits)))
    {
      sample->drawn++;
      for (int i = 0; i < d; i++)
        tuple[i] = (hb_id)hb_rng_below (rng, poset->count);
      if (!hb_is_admissible (poset, tuple, d))
        continue;
      sample->tuples++;
      if (hb_hits (family, positions, tuple, d))
        continue;
      sample->missed++;
      memcpy (sample->tuple, tuple, sizeof tuple);
    }
  clopper_pearson (sample, delta);
  hb_id *by_enter = poset->is_forest ? hb_calloc (poset->count, sizeof *by_enter) : NULL;
  for (hb_id x = 0; by_enter && x < poset->count; x++)
    by_enter[poset->enter[x]] = x;
  while (sample->critical < samples && (drawn++ % BETWEEN_LIMITS || !hb_limits_hit (limits)))
    {
      draw_near (poset, by_enter, tuple, d, rng);
      if (!hb_is_admissible (poset, tuple, d))
        continue;
      hb_make_critical (poset, tuple, d, rng);
      sample->critical++;
      if (hb_hits (family, positions, tuple, d))
        continue;
      sample->critical_missed++;
      memcpy (sample->tuple, tuple, sizeof tuple);
    }
  hb_free (by_enter);
}
