/* Local steps that come round (robust/lap.h): found soon where they do, and nowhere else. */
#include "unit.h"

#include "base/rng.h"
#include "robust/lap.h"

/* Steps through NEXT from 0 on: the number of the step at which LAP says that it comes round; SIZE_MAX: not in MOST. */
static size_t
steps_until (struct hb_lap *lap, const int32_t *next, size_t most)
{
  int32_t state = 0, value = 7;
  hb_lap_start (lap);
  for (size_t i = 0; i < most; i++)
    {
      int32_t locals[2] = { state / 5, 3 };
      if (hb_lap_closes (lap, (hb_id)(state % 5), 2, locals, 2, &value, 1))
        return i;
      state = next[state];
    }
  return SIZE_MAX;
}

/* Random functions: from some step on their values come round, and it says so after a while, but not before. */
TEST (random_functions)
{
  struct hb_rng rng = hb_rng_seeded (5);
  struct hb_lap lap = { 0 };
  enum
  {
    SIZE = 500
  };
  for (int round = 0; round < 300; round++)
    {
      int32_t next[SIZE], size = (int32_t)(1 + hb_rng_below (&rng, SIZE));
      size_t first[SIZE], before = 0, period = 0;
      for (int32_t i = 0; i < size; i++)
        {
          next[i] = (int32_t)hb_rng_below (&rng, (uint64_t)size);
          first[i] = SIZE_MAX;
        }
      int32_t at = 0;
      for (size_t i = 0; !period; at = next[at], i++)
        if (first[at] == SIZE_MAX)
          first[at] = i;
        else
          {
            before = first[at];
            period = i - before;
          }
      size_t found = steps_until (&lap, next, 10000);
      assert_true (found >= before + period);
      assert_true (found <= 64 + 4 * (before + period) + 64);
    }
  hb_lap_free (&lap);
}

/* A chain of different states has no lap; nor has one that starts anew, by a choice, before it comes round. */
TEST (no_lap)
{
  struct hb_lap lap = { 0 };
  static int32_t next[20000];
  for (int32_t i = 0; i < 20000; i++)
    next[i] = i + 1;
  assert_true (steps_until (&lap, next, 20000) == SIZE_MAX);
  hb_lap_start (&lap);
  for (int i = 0; i < 20000; i++)
    {
      int32_t local = i % 50;
      if (!local)
        hb_lap_start (&lap);
      assert_false (hb_lap_closes (&lap, 1, 1, &local, 1, NULL, 0));
    }
  hb_lap_free (&lap);
}

/* The same above another frame is not the same: the one below has gone on in between. */
TEST (frames_below)
{
  struct hb_lap lap = { 0 };
  hb_lap_start (&lap);
  for (int32_t i = 0; i < 20000; i++)
    {
      int32_t above = i % 10, below = i;
      bool leaves = above == 9;
      assert_false (hb_lap_closes (&lap, leaves ? 1 : 2, leaves ? 1 : 2, leaves ? &below : &above,
                                   1, NULL, 0));
    }
  /* Of variables, another value is another state. */
  hb_lap_start (&lap);
  for (int32_t i = 0; i < 20000; i++)
    assert_false (hb_lap_closes (&lap, 1, 1, NULL, 0, &i, 1));
  hb_lap_free (&lap);
}
