/* What is known of a program's runs without its own formula, where loops run often.
 *
 * A run with few iterations is one with more of them allowed: what the program shows with two iterations is looked for
 * first, and the run carried out on the program itself.  What never occurs, however often loops run (never.h), need not be
 * asked for.  Most dependencies are of one kind or the other. */
#ifndef HBKIT_DIFF_FEWER_H
#define HBKIT_DIFF_FEWER_H

#include "diff/encode.h"

typedef struct diff_fewer diff_fewer;

/* For program SIDE of SCOPE (borrowed); HOW as the encoding would be made.  NULL where it is of no use: few iterations, no
 * loop that was cut, statements told apart by iteration; or after errors in DIAG.  New. */
diff_fewer *diff_fewer_new (const diff_scope *scope, int side,
                            const struct diff_encode_options *how, hb_diag *diag);
void diff_fewer_free (diff_fewer *fewer);

/* A question (family.h): 1, 0, or -1: not known. */
int diff_fewer_ask (diff_fewer *fewer, const hb_id *set, hb_id count, uint64_t *shown);

/* After 1: the run, borrowed until the next question. */
const struct diff_schedule *diff_fewer_schedule (const diff_fewer *fewer);

/* Is it known that FACT never occurs, however often loops run? */
bool diff_fewer_never (diff_fewer *fewer, hb_id fact);

/* The encoding of fewer iterations; how many of them; questions answered by its runs, and by what never occurs. */
struct diff_fewer_sizes
{
  struct diff_encoding_sizes encoding;
  hb_id iterations;
  size_t lifted, never;
  uint64_t states;
};
struct diff_fewer_sizes diff_fewer_sizes (const diff_fewer *fewer);

#endif
