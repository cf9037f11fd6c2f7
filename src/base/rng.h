/* Random numbers: <hbkit/base.h>, and what the library alone uses. */
#ifndef HBKIT_RNG_H
#define HBKIT_RNG_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A fair coin. */
bool hb_rng_coin (struct hb_rng *rng);

/* Puts the COUNT ids at DATA into a uniformly random order (Fisher-Yates). */
void hb_rng_shuffle (struct hb_rng *rng, hb_id *data, size_t count);

#ifdef __cplusplus
}
#endif
#endif
