/* Small random programs of threads, as C, for engines to agree on. */
#ifndef HBKIT_DIFF_RANDOM_H
#define HBKIT_DIFF_RANDOM_H

#include "base/rng.h"
#include "base/types.h"

/* A program of 1 to 4 threads with some STEPS statements in all over two or three variables: assignments, increments,
 * conditions, choices, loops, locks, atomic sections, words that wait.  New. */
char *diff_random_program (struct hb_rng *rng, hb_id steps);

/* The same program with some of its lines in another order, or left out: another version of it.  New. */
char *diff_random_version (struct hb_rng *rng, const char *text);

#endif
