/* Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna, "Scrambled
 * linear pseudorandom number generators", 2018), seeded through SplitMix64.
 *
 * Everything random in hbkit draws from one of these, and every seed is printed. */
#ifndef HBKIT_RNG_H
#define HBKIT_RNG_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_rng
{
  uint64_t state[4];
};

/* A generator for SEED; all 2^64 seeds are good and unrelated. */
struct hb_rng hb_rng_seeded (uint64_t seed);

/* A generator for the INDEX-th item of a stream with this SEED: items can be made alone, in any
 * order. */
struct hb_rng hb_rng_stream (uint64_t seed, uint64_t index);

/* 64 random bits. */
uint64_t hb_rng_next (struct hb_rng *rng);

/* Uniform in 0 .. BOUND - 1, without bias; BOUND > 0. */
uint64_t hb_rng_below (struct hb_rng *rng, uint64_t bound);

/* Uniform in [0, 1), a multiple of 2^-53. */
double hb_rng_unit (struct hb_rng *rng);

/* A fair coin. */
bool hb_rng_coin (struct hb_rng *rng);

/* Puts the COUNT ids at DATA into a uniformly random order (Fisher-Yates). */
void hb_rng_shuffle (struct hb_rng *rng, hb_id *data, size_t count);

#ifdef __cplusplus
}
#endif
#endif
