/* A refutation step by step: clauses that are given, then clauses each of which follows by unit propagation, and
 * deletions, up to the empty clause.  Private to the checkers of certificates.
 *
 *     1 -2 0        a clause (DIMACS), which must follow
 *     d 1 -2 0      is not needed any more */
#ifndef HBKIT_CERTIFY_DRAT_H
#define HBKIT_CERTIFY_DRAT_H

#include "sat/units.h"
#include "proof/certify_words.h"

struct hb_drat_slot
{
  uint64_t hash;
  size_t clause;
};

struct hb_drat
{
  struct hb_words *words; /* borrowed */
  size_t variables;       /* the largest that a line may name */
  size_t derived;         /* clauses so far */
  hb_units *units;
  VEC (hb_id) clause; /* the one at hand: 2v is variable v, 2v + 1 its negation */
  VEC (struct hb_drat_slot) table;
  size_t used;
};

/* Nothing given, nothing derived; what it owns goes back by `hb_drat_end`. */
struct hb_drat hb_drat_start (struct hb_words *words, size_t variables);
void hb_drat_end (struct hb_drat *drat);

/* Gives the clause at hand, and clears it. */
void hb_drat_give (struct hb_drat *drat);

/* The literals from the last word on, up to 0 and the line's end, become the clause at hand. */
bool hb_drat_read (struct hb_drat *drat);

/* The line whose first word was read is a step; *REFUTED tells whether it was the empty clause.  False after an error. */
bool hb_drat_step (struct hb_drat *drat, bool *refuted);

#endif
