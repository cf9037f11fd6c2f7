/* Many instances of order dimension and hitting families: all small posets, random ones, others made of one. */
#include "problem/hitting.h"

#include "base/memory.h"
#include "gen/posets.h"

hb_instance *
hb_hitting_instance_new (hb_poset *poset, int d, size_t schedules)
{
  hb_hitting_instance *instance = hb_calloc (1, sizeof *instance);
  instance->poset = poset;
  instance->ask = (struct hb_poset_question){ .d = d, .schedules = schedules };
  return (hb_instance *)instance;
}

/* --- one made of another --- */

/* NUMBER says what each element becomes; HB_NONE: it is left out, and KEPT remain. */
static hb_poset *
restricted (const hb_poset *poset, const hb_id *number, hb_id kept)
{
  VEC (hb_id) edges = VEC_EMPTY;
  hb_diag *diag = hb_diag_new ();
  for (hb_id x = 0; x < poset->count; x++)
    for (hb_id y = 0; y < poset->count; y++)
      if (number[x] != HB_NONE && number[y] != HB_NONE && hb_poset_before (poset, x, y))
        {
          vec_push (edges, number[x]);
          vec_push (edges, number[y]);
        }
  hb_poset *less = hb_poset_of_edges (NULL, kept, edges.data, edges.size / 2, diag);
  vec_free (edges);
  hb_diag_free (diag);
  return less;
}

hb_poset *
hb_poset_without (const hb_poset *poset, hb_id gone)
{
  hb_id *number = hb_calloc (poset->count, sizeof *number), kept = 0;
  for (hb_id x = 0; x < poset->count; x++)
    number[x] = x == gone ? HB_NONE : kept++;
  hb_poset *less = restricted (poset, number, kept);
  hb_free (number);
  return less;
}

hb_poset *
hb_poset_renumbered (const hb_poset *poset, const hb_id *number)
{
  VEC (hb_id) edges = VEC_EMPTY;
  hb_diag *diag = hb_diag_new ();
  for (hb_id x = 0; x < poset->count; x++)
    for (hb_id i = poset->upper_first[x]; i < poset->upper_first[x + 1]; i++)
      {
        vec_push (edges, number[x]);
        vec_push (edges, number[poset->upper[i]]);
      }
  hb_poset *other = hb_poset_of_edges (NULL, poset->count, edges.data, edges.size / 2, diag);
  vec_free (edges);
  hb_diag_free (diag);
  return other;
}

hb_instance *
hb_hitting_vary (const struct hb_problem *self, const hb_instance *instance, struct hb_rng *rng)
{
  (void)self;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  hb_id *number = hb_calloc (i->poset->count, sizeof *number);
  for (hb_id x = 0; x < i->poset->count; x++)
    number[x] = x;
  hb_rng_shuffle (rng, number, i->poset->count);
  hb_poset *poset = hb_poset_renumbered (i->poset, number);
  hb_free (number);
  return hb_hitting_instance_new (poset, i->ask.d, i->ask.schedules);
}

/* Elements, then a schedule. */
size_t
hb_hitting_parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return (size_t)hb_hitting_of (instance)->poset->count + 1;
}

hb_instance *
hb_hitting_without (const struct hb_problem *self, const hb_instance *instance, size_t part)
{
  const hb_hitting_instance *i = hb_hitting_of (instance);
  if (part < i->poset->count)
    return i->poset->count == 1 ? NULL
                                : hb_hitting_instance_new (hb_poset_without (i->poset, (hb_id)part),
                                                           i->ask.d, i->ask.schedules);
  if (i->ask.schedules == 1)
    return NULL;
  hb_instance *less = self->copy (self, instance);
  ((hb_hitting_instance *)less)->ask.schedules--;
  return less;
}

/* --- all small ones --- */

struct enumeration
{
  uint64_t schedules;
  int depth; /* the largest */
  hb_instance_visit *visit;
  void *context;
};

/* One of each class of numberings is not asked for: at most 5 elements, whose numbers are a schedule. */
static bool
visit_poset (hb_poset *poset, void *context)
{
  const struct enumeration *e = context;
  hb_hitting_instance instance = { .poset = poset };
  bool go_on = true;
  for (int d = 2; d <= e->depth && go_on; d++)
    for (uint64_t k = 1; k <= e->schedules && go_on; k++)
      {
        instance.ask = (struct hb_poset_question){ .d = d, .schedules = (size_t)k };
        go_on = e->visit (e->context, (const hb_instance *)&instance);
      }
  hb_poset_free (poset);
  return go_on;
}

bool
hb_hitting_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                      hb_instance_visit *visit, void *context)
{
  struct enumeration e = { .schedules = bounds[1],
                           .depth = hb_problem_bounds (self) > 2 ? (int)bounds[2] : 2,
                           .visit = visit,
                           .context = context };
  return !size || hb_each_small_poset ((hb_id)size, visit_poset, &e);
}

/* --- random ones --- */

static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  (void)diag;
  bool pairs = self->own;
  hb_id n = 1 + (hb_id)hb_rng_below (rng, bounds[0] ? bounds[0] : 1);
  int d = pairs || bounds[2] < 3 ? 2 : 2 + (int)hb_rng_below (rng, bounds[2] - 1);
  size_t k = 1 + (size_t)hb_rng_below (rng, bounds[1] ? bounds[1] : 1);
  hb_poset *poset = hb_rng_coin (rng)
                        ? hb_random_poset (n, 0.1 + 0.1 * (double)hb_rng_below (rng, 5), rng)
                        : hb_random_series (n, rng);
  return hb_hitting_instance_new (poset, d, k);
}

/* A standard example: a_i before b_j for i != j; its dimension is its size.  One schedule too few, or just as
 * many; sometimes with an element more that is before nothing. */
static hb_instance *
draw_standard (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
               hb_diag *diag)
{
  (void)self;
  hb_id most = (hb_id)(bounds[0] / 2 > 2 ? bounds[0] / 2 : 2);
  hb_id size = 2 + (hb_id)hb_rng_below (rng, most - 1), extra = (hb_id)hb_rng_below (rng, 2);
  VEC (hb_id) edges = VEC_EMPTY;
  for (hb_id i = 0; i < size; i++)
    for (hb_id j = 0; j < size; j++)
      if (i != j)
        {
          vec_push (edges, i);
          vec_push (edges, size + j);
        }
  hb_poset *poset = hb_poset_of_edges (NULL, 2 * size + extra, edges.data, edges.size / 2, diag);
  vec_free (edges);
  return hb_hitting_instance_new (poset, 2, size - hb_rng_coin (rng));
}

static const int pairs_alone = 1;
static const struct hb_generator any_pairs
    = { "any", "random and series-parallel posets, any number of schedules", &pairs_alone, draw };
static const struct hb_generator any_tuples
    = { "any", "random and series-parallel posets, any number of schedules", NULL, draw };
static const struct hb_generator standard
    = { "standard", "standard examples, one schedule too few or enough", NULL, draw_standard };

const struct hb_generator *const hb_dimension_generators[] = { &any_pairs, &standard, NULL };
const struct hb_generator *const hb_hitting_generators[] = { &any_tuples, &standard, NULL };
