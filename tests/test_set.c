/* Sets of numbers against an array of truth values: what is in, how many there are, which is next. */
#include "unit.h"

#include "base/rng.h"
#include "base/set.h"

static void
compare (const hb_set *set, const bool *in, hb_id bound)
{
  hb_id size = 0, next = HB_NONE;
  for (hb_id i = bound; i--;)
    {
      if (in[i])
        next = i;
      size += in[i];
      assert_int_equal (hb_set_has (set, i), in[i]);
      assert_int_equal (hb_set_next (set, i), next);
    }
  assert_int_equal (set->size, size);
  assert_int_equal (hb_set_next (set, bound), HB_NONE);
}

/* Comings and goings below BOUND, one in so many of which SPREAD says stays in. */
static void
come_and_go (struct hb_rng *rng, hb_id bound, hb_id spread)
{
  hb_set set = hb_set_new (bound);
  bool *in = hb_calloc (bound, sizeof *in);
  compare (&set, in, bound);
  for (hb_id steps = 3 * bound; steps--;)
    {
      hb_id number = (hb_id)hb_rng_below (rng, bound);
      in[number] = !hb_rng_below (rng, spread);
      if (in[number])
        hb_set_add (&set, number);
      else
        hb_set_remove (&set, number);
    }
  compare (&set, in, bound);
  hb_set_clear (&set);
  memset (in, 0, bound * sizeof *in);
  compare (&set, in, bound);
  hb_free (in);
  hb_set_free (&set);
}

TEST (agrees_with_an_array)
{
  static const hb_id bounds[] = { 1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 270000 };
  struct hb_rng rng = hb_rng_seeded (1);
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
    for (hb_id spread = 1; spread <= 4096; spread *= 8)
      come_and_go (&rng, bounds[i], spread);
}

TEST (nothing_is_in_none)
{
  hb_set none = hb_set_new (0), zero = { 0 };
  assert_int_equal (hb_set_next (&none, 0), HB_NONE);
  assert_int_equal (hb_set_next (&zero, 0), HB_NONE);
  hb_set_clear (&zero);
  hb_set_free (&none);
  hb_set_free (&none);
  hb_set_free (&zero);
}
