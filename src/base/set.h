/* Sets of numbers below a bound, in order: a bit for each number, a bit above for each word that has any, and so on.
 *
 *     1......................1            which words of those below
 *     101....1  ........ ... 1.......     0, 2 and 7; none; ...; 184
 *
 * Adding and removing touch one word, or a few; the next member is found in a few words, however far it is. */
#ifndef HBKIT_SET_H
#define HBKIT_SET_H

#include "base/memory.h"
#include "base/types.h"

#define HB_SET_LEVELS 6 /* of 64 to a word: more than there are numbers */

typedef struct hb_set
{
  uint64_t *words;
  hb_id start[HB_SET_LEVELS]; /* where in `words` the levels begin, that of the members first */
  unsigned levels;
  hb_id size; /* members */
} hb_set;

/* New: the empty set of numbers below BOUND; linear.  Freed with `hb_set_free`, which takes the zero set, too. */
hb_set hb_set_new (hb_id bound);
void hb_set_free (hb_set *set);

/* Removes all.  Linear in the members. */
void hb_set_clear (hb_set *set);

/* The first member from NUMBER on, or HB_NONE. */
hb_id hb_set_next (const hb_set *set, hb_id number);

static inline bool
hb_set_has (const hb_set *set, hb_id number)
{
  return set->words[number >> 6] >> (number & 63) & 1;
}

/* Adds NUMBER, which is below the bound and may be a member. */
static inline void
hb_set_add (hb_set *set, hb_id number)
{
  if (hb_set_has (set, number))
    return;
  set->size++;
  for (unsigned level = 0; level < set->levels; level++, number >>= 6)
    {
      uint64_t *word = &set->words[set->start[level] + (number >> 6)], before = *word;
      *word |= UINT64_C (1) << (number & 63);
      if (before)
        return;
    }
}

/* Removes NUMBER, which is below the bound and may be none. */
static inline void
hb_set_remove (hb_set *set, hb_id number)
{
  if (!hb_set_has (set, number))
    return;
  set->size--;
  for (unsigned level = 0; level < set->levels; level++, number >>= 6)
    {
      uint64_t *word = &set->words[set->start[level] + (number >> 6)];
      *word &= ~(UINT64_C (1) << (number & 63));
      if (*word)
        return;
    }
}

#endif
