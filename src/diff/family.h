/* Families of sets of facts that some run shows, up to a rank: what an abstract trace is.
 *
 * Semantic diffing paper, Definitions 2 and 5, with S fixed (the statements of the scope): all sets of 1 .. k facts
 * that occur together in some run.  Such a family is closed under subsets; refinement is inclusion. */
#ifndef HBKIT_DIFF_FAMILY_H
#define HBKIT_DIFF_FAMILY_H

#include "base/vec.h"

/* Sets of one size, each sorted, one behind the other, in lexicographic order. */
typedef VEC (hb_id) diff_sets;

struct diff_family
{
  hb_id rank;
  diff_sets *sets; /* [1 .. rank] */
  size_t questions;
};

/* Can the COUNT facts at SET occur together?  1: yes, and SHOWN (words as the caller said, zeroed before) is what a
 * run shows that has them; 0: no; -1: not found out. */
typedef int diff_question (void *context, const hb_id *set, hb_id count, uint64_t *shown);

/* Finds all sets of up to RANK of FACTS facts by asking, smaller ones first and none that what was shown before
 * answers.  False if some question was not answered: FAMILY then has the ranks before.  To be freed. */
bool diff_family_find (struct diff_family *family, hb_id rank, size_t facts, diff_question *ask,
                       void *context);
void diff_family_free (struct diff_family *family);

/* How many sets of size RANK there are. */
size_t diff_family_count (const struct diff_family *family, hb_id rank);

/* Set I of size RANK; borrowed. */
const hb_id *diff_family_set (const struct diff_family *family, hb_id rank, size_t i);

/* Is the set, sorted, of COUNT (at most the family's rank) facts in FAMILY?  O(log). */
bool diff_family_has (const struct diff_family *family, const hb_id *set, hb_id count);

/* How many sets of size RANK FAMILY has that OTHER has not; their places in FAMILY go to WHICH if that is not NULL.
 * With MINIMAL, only those all whose parts OTHER has. */
typedef VEC (size_t) diff_places;
size_t diff_family_beyond (const struct diff_family *family, const struct diff_family *other,
                           hb_id rank, bool minimal, diff_places *which);

/* The places of the sets of size RANK that no larger set of the family contains. */
void diff_family_maximal (const struct diff_family *family, hb_id rank, diff_places *which);

#endif
