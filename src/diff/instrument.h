/* Whether a set of facts occurs in one run, by flags that are set as statements run: P[D].
 *
 * Semantic diffing paper, section 6, Lemma 2: for each fact (s1, s2) flags say that s1 was seen, that another write of
 * its variable came after it, and that s2 was seen in time.  As printed that is wrong in three ways (repairs):
 *
 * - init is seen from the start;
 * - "a statement writing to the same variable as s1" means the fact's variable, of all that s1 writes;
 * - where s1 runs again, the other writes are forgotten; and a step that reads and writes looks before it flags.
 *
 * A search of its own over machine.h, which shares nothing else with the engines. */
#ifndef HBKIT_DIFF_INSTRUMENT_H
#define HBKIT_DIFF_INSTRUMENT_H

#include "diff/facts.h"

#include "base/limits.h"

/* Repairs that are left out. */
enum diff_flaw
{
  DIFF_INIT_UNSEEN = 1,
  DIFF_ANY_VARIABLE = 2,
  DIFF_NOT_FORGOTTEN = 4
};

struct diff_instrument_options
{
  int64_t low, high; /* of choices */
  unsigned flaws;
  struct hb_limits *limits;
};

/* Does program SIDE of SCOPE reach a state in which all COUNT facts of the set have been seen?  1, 0, or -1: a limit.
 * Exponential in the program. */
int diff_instrument_ask (const diff_scope *scope, int side, const hb_id *set, hb_id count,
                         const struct diff_instrument_options *options);

#endif
