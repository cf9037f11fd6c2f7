/* See hunt.h. */
#include "gen/hitting/hunt.h"

#include "poset/hitting.h"
#include "poset/minimal.h"

#include <string.h>

#define RUNS 200          /* random schedules that tell how hard a tuple is */
#define CANDIDATES 4000   /* tuples among which a hard one is chosen */
#define MOST_TUPLES 20000 /* critical ones that are all candidates, before a choice is drawn */
#define TIMES 10          /* what is random may take so many times the family's size */

/* --- bugs --- */

static void
draw_uniform (const hb_poset *poset, int d, struct hb_rng *rng, hb_id *tuple)
{
  do
    for (int i = 0; i < d; i++)
      tuple[i] = (hb_id)hb_rng_below (rng, poset->count);
  while (!hb_is_admissible (poset, tuple, d));
}

/* Critical tuples: all, or drawn ones. */
static void
find_candidates (const hb_poset *poset, int d, struct hb_rng *rng, hb_tuples *tuples)
{
  double all = 1;
  for (int i = 0; i < d; i++)
    all *= poset->count;
  if (all < 2e7 && hb_critical_tuples (poset, d, MOST_TUPLES, tuples))
    return;
  vec_clear (*tuples);
  for (int i = 0; i < CANDIDATES; i++)
    {
      hb_id tuple[HB_MOST_DEPTH];
      draw_uniform (poset, d, rng, tuple);
      hb_make_critical (poset, tuple, d, rng);
      for (int k = 0; k < d; k++)
        vec_push (*tuples, tuple[k]);
    }
}

static void
draw_hard (const hb_poset *poset, int d, struct hb_rng *rng, hb_id *tuple)
{
  hb_tuples tuples = VEC_EMPTY;
  hb_schedules *runs = hb_schedules_new (poset->count);
  size_t ties = 0, fewest = SIZE_MAX;
  find_candidates (poset, d, rng, &tuples);
  for (int i = 0; i < RUNS; i++)
    hb_random_schedule (poset, rng, hb_schedules_add (runs));
  hb_id *at = hb_schedules_positions (runs);
  for (size_t t = 0; t < tuples.size; t += (size_t)d)
    {
      size_t hits = 0;
      for (size_t s = 0; s < RUNS && hits <= fewest; s++)
        {
          int i = 1;
          while (i < d
                 && at[tuples.data[t + (size_t)i - 1] * RUNS + s]
                        < at[tuples.data[t + (size_t)i] * RUNS + s])
            i++;
          hits += i == d;
        }
      if (hits > fewest)
        continue;
      ties = hits < fewest ? 1 : ties + 1;
      fewest = hits;
      if (!hb_rng_below (rng, ties))
        memcpy (tuple, tuples.data + t, (size_t)d * sizeof *tuple);
    }
  if (!tuples.size) /* nothing is critical: a chain */
    draw_uniform (poset, d, rng, tuple);
  hb_free (at);
  hb_schedules_free (runs);
  vec_free (tuples);
}

void
hb_bug_draw (const hb_poset *poset, int d, bool hard, struct hb_rng *rng, hb_id *tuple)
{
  if (hard)
    draw_hard (poset, d, rng, tuple);
  else
    draw_uniform (poset, d, rng, tuple);
}

/* --- schedulers --- */

void
hb_pct_schedule (const hb_poset *poset, int changes, struct hb_rng *rng, hb_id *order)
{
  hb_id count = poset->count, ready = 0;
  hb_id *open = hb_calloc (count, sizeof *open), *waiting = hb_calloc (count, sizeof *waiting),
        *priority = hb_calloc (count, sizeof *priority);
  hb_id change[HB_MOST_DEPTH];
  for (int i = 0; i < changes; i++)
    change[i] = (hb_id)hb_rng_below (rng, count);
  /* Priorities from CHANGES on; below are those of elements that fell. */
  for (hb_id x = 0; x < count; x++)
    {
      priority[x] = (hb_id)changes + x;
      if (!(open[x] = poset->lower_first[x + 1] - poset->lower_first[x]))
        waiting[ready++] = x;
    }
  hb_rng_shuffle (rng, priority, count);
  for (hb_id step = 0; step < count;)
    {
      hb_id best = 0;
      bool falls = false;
      for (hb_id i = 1; i < ready; i++)
        if (priority[waiting[i]] > priority[waiting[best]])
          best = i;
      hb_id x = waiting[best];
      for (int i = 0; i < changes && !falls; i++)
        if (change[i] == step)
          {
            falls = true;
            change[i] = HB_NONE;
            priority[x] = (hb_id)i;
          }
      if (falls)
        continue;
      waiting[best] = waiting[--ready];
      order[step++] = x;
      for (hb_id j = poset->upper_first[x]; j < poset->upper_first[x + 1]; j++)
        if (!--open[poset->upper[j]])
          waiting[ready++] = poset->upper[j];
    }
  hb_free (open);
  hb_free (waiting);
  hb_free (priority);
}

/* Does ORDER run the bug's messages in their order? */
static bool
finds (const hb_id *order, hb_id count, const hb_id *tuple, int d)
{
  int stage = 0;
  for (hb_id i = 0; i < count && stage < d; i++)
    stage += order[i] == tuple[stage];
  return stage == d;
}

/* --- the hunt --- */

/* The family to be measured by, or the smallest.  NULL after an error. */
static hb_schedules *
make_family (const hb_poset *poset, int d, bool smallest, struct hb_limits *limits,
             struct hb_hunt *hunt, hb_diag *diag)
{
  struct hb_hitting_wanted wanted = { .d = d };
  struct hb_family_file file;
  if (!hb_hitting_make (poset, &wanted, &file, NULL, limits, diag))
    return NULL;
  hb_schedules *family = hb_family_expand (poset, &file);
  hb_family_file_free (&file);
  hunt->decided = true;
  if (!smallest)
    return family;
  hb_minimal *m = hb_minimal_find (poset, d, family, NULL, false, MOST_TUPLES, limits, diag);
  if (!m)
    return NULL;
  hunt->decided = m->low == m->high;
  family = m->family;
  m->family = NULL;
  hb_minimal_free (m);
  return family;
}

bool
hb_hunt (const hb_poset *poset, const hb_id *tuple, int d, enum hb_hunter hunter,
         struct hb_rng *rng, struct hb_limits *limits, struct hb_hunt *hunt, hb_diag *diag)
{
  *hunt = (struct hb_hunt){ .family = 0 };
  bool random = hunter == HB_HUNT_RANDOM || hunter == HB_HUNT_PCT;
  hb_schedules *family = make_family (poset, d, hunter == HB_HUNT_MINIMAL, limits, hunt, diag);
  if (!family)
    return false;
  hb_id *turn = hb_calloc (family->count, sizeof *turn),
        *order = hb_calloc (poset->count, sizeof *order);
  for (size_t s = 0; s < family->count; s++)
    turn[s] = (hb_id)s;
  if (hunter == HB_HUNT_SHUFFLED)
    hb_rng_shuffle (rng, turn, family->count);
  hunt->family = family->count;
  hunt->most = random ? TIMES * family->count : family->count;
  for (size_t s = 0; s < hunt->most && !hunt->found && hunt->decided; s++)
    {
      if (hunter == HB_HUNT_RANDOM)
        hb_random_schedule (poset, rng, order);
      else if (hunter == HB_HUNT_PCT)
        hb_pct_schedule (poset, d - 1, rng, order);
      if (finds (random ? order : hb_schedules_at (family, turn[s]), poset->count, tuple, d))
        hunt->found = s + 1;
    }
  hb_free (turn);
  hb_free (order);
  hb_schedules_free (family);
  return true;
}
