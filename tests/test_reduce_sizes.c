/* Reductions make what they say they will: for every reduction of the list, on random instances and on the smallest
 * ones, the told sizes are those of the target, whether it is made in memory or written as a file. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "problem/problem.h"

#define MOST_BOUNDS 8
#define DRAWN 6

struct tally
{
  const struct hb_reduction *reduction;
  size_t accepted;
  uint64_t least, most; /* sums of sizes */
};

/* Fails unless the sizes of SOURCE's target, which are those FOUND in the WAY it was made, are as told. */
static void
assert_told (const struct hb_reduction *r, const uint64_t *told, const uint64_t *found,
             const char *way)
{
  for (size_t i = 0; r->to->measures[i]; i++)
    if (told[i] != HB_SIZE_UNTOLD && told[i] != found[i])
      fail_msg ("%s, %s: %llu %s told, %llu found", r->name, way, (unsigned long long)told[i],
                r->to->measures[i], (unsigned long long)found[i]);
}

/* For `enumerate`, too: goes on. */
static bool
try_instance (void *context, const hb_instance *source)
{
  struct tally *tally = context;
  const struct hb_reduction *r = tally->reduction;
  uint64_t told[HB_MOST_MEASURES], found[HB_MOST_MEASURES];
  hb_diag *diag = hb_diag_new ();
  if (hb_reduction_accepts (r, source, diag))
    {
      r->sizes (r, source, told);
      hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
      assert_non_null (target);
      r->to->sizes (r->to, target, found);
      r->to->free (r->to, target);
      assert_told (r, told, found, "in memory");
      hb_output *output = hb_output_to_memory ();
      assert_true (hb_reduce_to_file (r, source, NULL, output, NULL, found, diag));
      hb_free (hb_output_text (output, NULL));
      assert_told (r, told, found, "in a file");
      tally->accepted++;
      uint64_t sum = 0;
      for (size_t i = 0; r->to->measures[i]; i++)
        sum += found[i];
      tally->least = sum < tally->least ? sum : tally->least;
      tally->most = sum > tally->most ? sum : tally->most;
    }
  hb_diag_free (diag);
  return true;
}

static void
try_random (struct tally *tally)
{
  const struct hb_problem *from = tally->reduction->from;
  uint64_t bounds[MOST_BOUNDS];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = (from->bounds[b].exhaustive + from->bounds[b].random) / 2;
  for (size_t g = 0; from->generators && from->generators[g]; g++)
    for (uint64_t i = 0; i < DRAWN; i++)
      {
        struct hb_rng rng = hb_rng_stream (31, i);
        hb_diag *diag = hb_diag_new ();
        hb_instance *source = from->generators[g]->draw (from->generators[g], bounds, &rng, diag);
        if (source)
          try_instance (tally, source);
        from->free (from, source);
        hb_diag_free (diag);
      }
}

static void
try_smallest (struct tally *tally)
{
  const struct hb_problem *from = tally->reduction->from;
  uint64_t bounds[MOST_BOUNDS];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = from->bounds[b].exhaustive < 2 ? from->bounds[b].exhaustive : 2;
  for (uint64_t size = 0; from->enumerate && size <= bounds[0]; size++)
    from->enumerate (from, size, bounds, try_instance, tally);
}

TEST (sizes_come_out_as_told)
{
  const struct hb_reduction *r;
  size_t told = 0;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (r->sizes)
      {
        struct tally tally = { .reduction = r, .least = UINT64_MAX };
        try_random (&tally);
        try_smallest (&tally);
        if (!tally.accepted || tally.least == tally.most)
          fail_msg ("%s: %zu instances, %llu .. %llu", r->name, tally.accepted,
                    (unsigned long long)tally.least, (unsigned long long)tally.most);
        told++;
      }
  assert_true (told >= 25);
}
