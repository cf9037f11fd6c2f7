/* Families by tuples: greedy ones, and smaller ones; see any.h. */
#include "gen/hitting/any.h"

#include "poset/hitting.h"

#include <string.h>

struct greedy
{
  const hb_poset *poset;
  int d;
  hb_tuples tuples;
  VEC (uint32_t) left;              /* tuples not yet hit */
  uint8_t *at;                      /* of each tuple of `left`: members placed so far, or DEAD */
  double *gain;                     /* of each element: what placing it next changes */
  double chance[HB_MOST_DEPTH + 1]; /* 1 / r!: that r members to come are in order */
  hb_id *open;                      /* lower covers not yet placed */
  bool *placed;
  struct hb_rng rng;
  bool by_chance; /* which of several elements as good as one another comes next */
};

#define DEAD 0xff

/* Ties decide much: small posets are tried so often, and the smallest family is taken. */
#define TRIES 24
#define WORTH_TRIES 200000 /* tuples times elements */

/* What each element that could come next would change in the expected number of tuples hit. */
static void
weigh (struct greedy *g)
{
  memset (g->gain, 0, g->poset->count * sizeof *g->gain);
  for (size_t i = 0; i < g->left.size; i++)
    {
      const hb_id *tuple = g->tuples.data + (size_t)g->left.data[i] * (size_t)g->d;
      int at = g->at[i], r = g->d - at;
      if (at == DEAD || !r)
        continue;
      g->gain[tuple[at]] += g->chance[r - 1] - g->chance[r];
      for (int k = at + 1; k < g->d; k++)
        g->gain[tuple[k]] -= g->chance[r];
    }
}

static void
place (struct greedy *g, hb_id x)
{
  g->placed[x] = true;
  for (hb_id j = g->poset->upper_first[x]; j < g->poset->upper_first[x + 1]; j++)
    g->open[g->poset->upper[j]]--;
  for (size_t i = 0; i < g->left.size; i++)
    {
      const hb_id *tuple = g->tuples.data + (size_t)g->left.data[i] * (size_t)g->d;
      if (g->at[i] == DEAD || g->at[i] == g->d)
        continue;
      if (tuple[g->at[i]] == x)
        g->at[i]++;
      else
        for (int k = g->at[i] + 1; k < g->d; k++)
          if (tuple[k] == x)
            g->at[i] = DEAD;
    }
}

static void
build (struct greedy *g, hb_id *order)
{
  const hb_poset *p = g->poset;
  memset (g->at, 0, g->left.size);
  memset (g->placed, 0, p->count * sizeof *g->placed);
  for (hb_id x = 0; x < p->count; x++)
    g->open[x] = p->lower_first[x + 1] - p->lower_first[x];
  for (hb_id i = 0; i < p->count; i++)
    {
      hb_id best = HB_NONE;
      weigh (g);
      for (hb_id x = 0; x < p->count; x++)
        if (!g->placed[x] && !g->open[x]
            && (best == HB_NONE || g->gain[x] > g->gain[best] + 1e-9
                || (g->by_chance && g->gain[x] > g->gain[best] - 1e-9
                    && hb_rng_below (&g->rng, 2))))
          best = x;
      place (g, best);
      order[i] = best;
    }
}

/* Leaves out what ORDER hits; how many. */
static size_t
strike (struct greedy *g, const hb_id *order)
{
  hb_id *at = hb_calloc (g->poset->count, sizeof *at);
  size_t kept = 0, before = g->left.size;
  for (hb_id i = 0; i < g->poset->count; i++)
    at[order[i]] = i;
  for (size_t i = 0; i < before; i++)
    {
      const hb_id *tuple = g->tuples.data + (size_t)g->left.data[i] * (size_t)g->d;
      int k = 1;
      while (k < g->d && at[tuple[k - 1]] < at[tuple[k]])
        k++;
      if (k < g->d)
        g->left.data[kept++] = g->left.data[i];
    }
  g->left.size = kept;
  hb_free (at);
  return before - kept;
}

/* Schedules until no tuple is left; NULL if LIMITS were hit.  New. */
static hb_schedules *
cover_all (struct greedy *g, struct hb_limits *limits)
{
  hb_schedules *family = hb_schedules_new (g->poset->count);
  vec_clear (g->left);
  for (size_t i = 0; g->d > 0 && i < g->tuples.size / (size_t)g->d; i++)
    vec_push (g->left, (uint32_t)i);
  while (g->left.size)
    {
      hb_id *order = hb_schedules_add (family);
      build (g, order);
      if (!strike (g, order))
        {
          hb_schedule_of_tuple (g->poset, g->tuples.data + (size_t)g->left.data[0] * (size_t)g->d,
                                g->d, order);
          strike (g, order);
        }
      if (hb_limits_check (limits))
        {
          hb_schedules_free (family);
          return NULL;
        }
    }
  if (!family->count)
    hb_poset_sort (g->poset, hb_schedules_add (family));
  return family;
}

/* The smallest of several tries; after the first, which LIMITS end, those that there is time for. */
static hb_schedules *
cover_often (struct greedy *g, struct hb_limits *limits)
{
  hb_schedules *best = cover_all (g, limits);
  bool again = best && g->d > 0 && g->tuples.size / (size_t)g->d * g->poset->count <= WORTH_TRIES;
  g->by_chance = true;
  for (uint64_t seed = 1; again && seed < TRIES; seed++)
    {
      g->rng = hb_rng_stream (0, seed);
      hb_schedules *other = cover_all (g, limits);
      again = other;
      if (other && other->count < best->count)
        {
          hb_schedules_free (best);
          best = other;
        }
      else
        hb_schedules_free (other);
    }
  return best;
}

hb_schedules *
hb_hitting_greedy (const hb_poset *poset, int d, size_t most, struct hb_limits *limits)
{
  struct greedy g = { .poset = poset, .d = poset->count < (hb_id)d ? (int)poset->count : d };
  hb_schedules *family = NULL;
  bool good = g.d < 1 || hb_critical_tuples (poset, g.d, most, &g.tuples);
  g.chance[0] = 1;
  for (int r = 1; r <= g.d; r++)
    g.chance[r] = g.chance[r - 1] / r;
  g.at = hb_calloc (g.tuples.size + 1, 1);
  g.gain = hb_calloc (poset->count, sizeof *g.gain);
  g.open = hb_calloc (poset->count, sizeof *g.open);
  g.placed = hb_calloc (poset->count, sizeof *g.placed);
  if (good)
    family = cover_often (&g, limits);
  vec_free (g.tuples);
  vec_free (g.left);
  hb_free (g.at);
  hb_free (g.gain);
  hb_free (g.open);
  hb_free (g.placed);
  return family;
}

/* --- Smaller --- */

/* Which of the COUNT tuples schedule S hits: one bit each, into ROW. */
static void
fill_row (const hb_schedules *family, const hb_id *at, size_t s, const hb_id *tuples, size_t count,
          int d, uint64_t *row)
{
  for (size_t i = 0; i < count; i++)
    {
      const hb_id *tuple = tuples + i * (size_t)d;
      int k = 1;
      while (k < d && at[tuple[k - 1] * family->count + s] < at[tuple[k] * family->count + s])
        k++;
      if (k >= d)
        row[i / 64] |= (uint64_t)1 << (i % 64);
    }
}

/* How many bits of ROW are not in HIT. */
static size_t
news (const uint64_t *row, const uint64_t *hit, size_t words)
{
  size_t sum = 0;
  for (size_t w = 0; w < words; w++)
    sum += (size_t)__builtin_popcountll (row[w] & ~hit[w]);
  return sum;
}

/* KEEP gets the schedules of a greedy cover. */
static void
cover (const uint64_t *rows, size_t count, size_t words, bool *keep)
{
  uint64_t *hit = hb_calloc (words + 1, sizeof *hit);
  while (true)
    {
      size_t best = 0, most = 0;
      for (size_t s = 0; s < count; s++)
        {
          size_t fresh = keep[s] ? 0 : news (rows + s * words, hit, words);
          if (fresh > most)
            best = s, most = fresh;
        }
      if (!most)
        break;
      keep[best] = true;
      for (size_t w = 0; w < words; w++)
        hit[w] |= rows[best * words + w];
    }
  hb_free (hit);
}

/* Drops those of KEEP that the others make superfluous. */
static void
prune (const uint64_t *rows, size_t count, size_t words, bool *keep)
{
  uint64_t *others = hb_calloc (words + 1, sizeof *others);
  for (size_t s = count; s-- > 0;)
    {
      if (!keep[s])
        continue;
      memset (others, 0, words * sizeof *others);
      for (size_t t = 0; t < count; t++)
        for (size_t w = 0; keep[t] && t != s && w < words; w++)
          others[w] |= rows[t * words + w];
      keep[s] = news (rows + s * words, others, words);
    }
  hb_free (others);
}

bool
hb_hitting_reduce (const hb_poset *poset, int d, size_t most, hb_schedules *family)
{
  hb_tuples tuples = VEC_EMPTY;
  hb_id longest = poset->count ? poset->count : 1; /* of no elements there are no tuples of one */
  d = longest < (hb_id)d ? (int)longest : d;
  bool good = d >= 1 && family->count && hb_critical_tuples (poset, d, most, &tuples);
  if (good)
    {
      size_t count = tuples.size / (size_t)d, words = (count + 63) / 64, all = family->count,
             kept = 0;
      hb_id *at = hb_schedules_positions (family);
      uint64_t *rows = hb_calloc (all * words + 1, sizeof *rows);
      bool *keep = hb_calloc (all, sizeof *keep);
      for (size_t s = 0; s < all; s++)
        fill_row (family, at, s, tuples.data, count, d, rows + s * words);
      cover (rows, all, words, keep);
      prune (rows, all, words, keep);
      for (size_t s = 0; s < all; s++)
        kept += keep[s];
      if (!kept)
        keep[0] = true;
      for (size_t s = all; s-- > 0;)
        if (!keep[s])
          hb_schedules_drop (family, s);
      hb_free (at);
      hb_free (rows);
      hb_free (keep);
    }
  vec_free (tuples);
  return good;
}
