/* See rng.h. */
#include "base/rng.h"

static uint64_t
splitmix (uint64_t *state)
{
  uint64_t z = (*state += UINT64_C (0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static uint64_t
rotate_left (uint64_t x, int by)
{
  return (x << by) | (x >> (64 - by));
}

struct hb_rng
hb_rng_seeded (uint64_t seed)
{
  struct hb_rng rng;
  for (int i = 0; i < 4; i++)
    rng.state[i] = splitmix (&seed);
  return rng;
}

struct hb_rng
hb_rng_stream (uint64_t seed, uint64_t index)
{
  uint64_t mixed = seed;
  uint64_t first = splitmix (&mixed);
  mixed = first ^ (index * UINT64_C (0xd1342543de82ef95) + 1);
  return hb_rng_seeded (splitmix (&mixed));
}

uint64_t
hb_rng_next (struct hb_rng *rng)
{
  uint64_t *s = rng->state;
  uint64_t result = rotate_left (s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left (s[3], 45);
  return result;
}

uint64_t
hb_rng_below (struct hb_rng *rng, uint64_t bound)
{
  /* The numbers below 2^64 mod BOUND would make small results more likely than large ones.  The first test spares a
   * division, nearly always. */
  uint64_t drawn;
  do
    drawn = hb_rng_next (rng);
  while (drawn < bound && drawn < (0 - bound) % bound);
  return drawn % bound;
}

double
hb_rng_unit (struct hb_rng *rng)
{
  return (double)(hb_rng_next (rng) >> 11) * 0x1p-53;
}

bool
hb_rng_coin (struct hb_rng *rng)
{
  return hb_rng_next (rng) >> 63;
}

void
hb_rng_shuffle (struct hb_rng *rng, hb_id *data, size_t count)
{
  for (size_t i = count; i > 1; i--)
    {
      size_t j = (size_t)hb_rng_below (rng, i);
      hb_id swapped = data[i - 1];
      data[i - 1] = data[j];
      data[j] = swapped;
    }
}
