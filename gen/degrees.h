/* Random degrees: how often each variable of a random bounded formula occurs. */
#ifndef HBKIT_DEGREES_H
#define HBKIT_DEGREES_H

#include "base/rng.h"

/* Weights of the degrees 0 .. 3: for each, the number of ways to give signs to so many occurrences
 * of a variable, divided by the factorial. */
enum hb_signs
{
  HB_ANY_SIGNS, /* 2^d ways */
  HB_BOTH_SIGNS /* 2^d - 2 ways for d >= 2: not all occurrences have the same sign */
};

/* Fills DEGREE[0 .. COUNT - 1] with numbers 0 .. 3 (1 .. 3 if POSITIVE) of sum TOTAL, a sequence
 * having probability proportional to the product of its weights.  TOTAL is at most 3 * COUNT (and
 * at least COUNT if POSITIVE).  Expected time O(COUNT). */
void hb_degrees_draw (unsigned char *degree, size_t count, size_t total, enum hb_signs signs,
                      bool positive, struct hb_rng *rng);

#endif
