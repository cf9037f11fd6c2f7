/* See set.h. */
#include "base/set.h"

hb_set
hb_set_new (hb_id bound)
{
  hb_set set = { 0 };
  hb_id words = 0, size = bound;
  do
    {
      set.start[set.levels++] = words;
      size = (size >> 6) + 1;
      words += size;
    }
  while (size > 1);
  set.words = hb_calloc (words, sizeof *set.words);
  return set;
}

void
hb_set_free (hb_set *set)
{
  hb_free (set->words);
  *set = (hb_set){ 0 };
}

void
hb_set_clear (hb_set *set)
{
  for (hb_id number; set->size && (number = hb_set_next (set, 0)) != HB_NONE;)
    hb_set_remove (set, number);
}

hb_id
hb_set_next (const hb_set *set, hb_id number)
{
  for (unsigned level = 0; level < set->levels; level++)
    {
      hb_id end = level + 1 < set->levels ? set->start[level + 1] : set->start[level] + 1;
      hb_id at = set->start[level] + (number >> 6);
      if (at >= end)
        return HB_NONE;
      uint64_t word = set->words[at] & ~UINT64_C (0) << (number & 63);
      if (!word)
        {
          number = (number >> 6) + 1;
          continue;
        }
      number = (number & ~(hb_id)63) + (hb_id)__builtin_ctzll (word);
      while (level--)
        {
          word = set->words[set->start[level] + number];
          number = number << 6 | (hb_id)__builtin_ctzll (word);
        }
      return number;
    }
  return HB_NONE;
}
