/* Any poset: chains that wait, delays, random schedules, the naive family; see any.h. */
#include "gen/hitting/any.h"

#include "poset/shape.h"

#include <math.h>
#include <string.h>

hb_schedules *
hb_hitting_chains (const hb_poset *poset)
{
  hb_schedules *family = hb_schedules_new (poset->count);
  hb_id *chain = hb_calloc (poset->count, sizeof *chain),
        *plain = hb_calloc (poset->count, sizeof *plain);
  hb_id chains = hb_poset_chains (poset, chain);
  bool *done = hb_calloc (poset->count, sizeof *done);
  hb_poset_sort (poset, plain);
  for (hb_id c = 0; c < chains; c++)
    {
      hb_id *order = hb_schedules_add (family), size = 0;
      memset (done, 0, poset->count * sizeof *done);
      for (hb_id i = 0; i < poset->count; i++)
        {
          hb_id x = plain[i]; /* the chain's elements come in their order */
          if (chain[x] != c)
            continue;
          for (hb_id j = 0; j < poset->count; j++)
            if (!done[plain[j]] && plain[j] != x && !hb_poset_before (poset, x, plain[j]))
              {
                order[size++] = plain[j];
                done[plain[j]] = true;
              }
          order[size++] = x;
          done[x] = true;
        }
      for (hb_id j = 0; j < poset->count; j++)
        if (!done[plain[j]])
          order[size++] = plain[j];
    }
  hb_free (chain);
  hb_free (plain);
  hb_free (done);
  return family;
}

/* --- Delays --- */

struct delaying
{
  const hb_poset *poset;
  const hb_schedules *realizer;
  hb_schedules *family;
  int last; /* members of the tuples: d - 2 */
  size_t most;
  uint8_t *layer;
};

static bool
delay (const hb_id *tuple, void *context)
{
  struct delaying *m = context;
  hb_id count = m->poset->count;
  for (hb_id x = 0; x < count; x++)
    {
      m->layer[x] = 0;
      for (int i = 0; i < m->last; i++)
        if (x == tuple[i] || hb_poset_before (m->poset, tuple[i], x))
          m->layer[x] = (uint8_t)(i + 1);
    }
  for (size_t s = 0; s < m->realizer->count; s++)
    {
      if (m->family->count == m->most)
        return false;
      hb_id *order = hb_schedules_add (m->family), size = 0;
      const hb_id *from = hb_schedules_at (m->realizer, s);
      for (int layer = 0; layer <= m->last; layer++)
        for (hb_id i = 0; i < count; i++)
          if (m->layer[from[i]] == layer)
            order[size++] = from[i];
    }
  return true;
}

hb_schedules *
hb_hitting_delay (const hb_poset *poset, int d, const hb_schedules *realizer, size_t most)
{
  if (poset->count < (hb_id)d)
    d = (int)poset->count;
  struct delaying m = { .poset = poset,
                        .realizer = realizer,
                        .family = hb_schedules_new (poset->count),
                        .last = d > 2 ? d - 2 : 0,
                        .most = most,
                        .layer = hb_calloc (poset->count, sizeof *m.layer) };
  /* Nothing waits where d is 2. */
  bool good = m.last ? hb_each_tuple (poset, m.last, false, delay, &m) : delay (NULL, &m);
  hb_free (m.layer);
  hb_schedules_unique (m.family);
  if (good)
    return m.family;
  hb_schedules_free (m.family);
  return NULL;
}

hb_schedules *
hb_hitting_naive (const hb_poset *poset, const hb_schedules *realizer)
{
  hb_schedules *family = hb_schedules_new (poset->count);
  if (!poset->count)
    hb_schedules_add (family); /* which hits the tuple of no elements */
  for (hb_id x = 0; x < poset->count; x++)
    for (size_t s = 0; s < realizer->count; s++)
      {
        hb_id *order = hb_schedules_add (family), size = 0;
        const hb_id *from = hb_schedules_at (realizer, s);
        for (int rest = 0; rest < 2; rest++)
          for (hb_id i = 0; i < poset->count; i++)
            if ((from[i] != x && !hb_poset_before (poset, from[i], x)) == rest)
              order[size++] = from[i];
      }
  return family;
}

/* --- Random --- */

uint64_t
hb_random_size (uint64_t n, int d, double delta)
{
  double tuples = 0, ways = 1;
  if (n < (uint64_t)d)
    d = (int)n;
  for (int i = 0; i < d; i++)
    {
      tuples += log ((double)(n - (uint64_t)i));
      ways *= i + 1;
    }
  if (ways < 2)
    return 1;
  return (uint64_t)floor ((tuples - log (delta)) / -log1p (-1 / ways)) + 1;
}

hb_schedules *
hb_hitting_random (const hb_poset *poset, uint64_t count, struct hb_rng *rng)
{
  hb_schedules *family = hb_schedules_new (poset->count);
  for (uint64_t s = 0; s < count; s++)
    hb_random_schedule (poset, rng, hb_schedules_add (family));
  return family;
}
