/* Whether what a task does between two accesses comes round: to the same instruction, in the same frame, with the same locals
 * and variables, without a choice and without a return to a frame below.  Then it does nothing else for ever.
 *
 * The state after 2^k steps is kept and compared with those up to step 2^(k+1): R. P. Brent, An improved Monte Carlo
 * factorization algorithm, BIT 20 (1980), section 2. */
#ifndef HBKIT_ROBUST_LAP_H
#define HBKIT_ROBUST_LAP_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* No more instructions and choices are taken between two accesses, and no more calls stand within one another. */
#define HB_MOST_LOCAL_STEPS 10000000
#define HB_MOST_LOCAL_CHOICES 100000
#define HB_MOST_FRAMES 100000

/* Zeroed: at the start.  `hb_lap_free` gives back what it owns. */
struct hb_lap
{
  size_t steps, next; /* since the start; when the state is kept */
  hb_id at;
  size_t frames;
  VEC (int32_t) kept; /* the locals, then the variables; empty: none */
};

/* The task has chosen, or reaches an access: it starts anew. */
void hb_lap_start (struct hb_lap *lap);
/* The task is about to take instruction AT in its FRAMESth frame, with COUNT locals there and VARIABLES values: was it here
 * before? */
bool hb_lap_closes (struct hb_lap *lap, hb_id at, size_t frames, const int32_t *locals,
                    size_t count, const int32_t *values, size_t variables);
void hb_lap_free (struct hb_lap *lap);

#endif
