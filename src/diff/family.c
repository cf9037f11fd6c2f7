/* See family.h.  Level by level, as Apriori does (Agrawal and Srikant, VLDB 1994): a set is a candidate if all its
 * parts are in.  For each fact a bit set says which of the runs seen show it; a set that some run shows has a bit
 * in the intersection. */
#include "diff/family.h"

#include <string.h>

#define MOST_RANK 64

size_t
diff_family_count (const struct diff_family *family, hb_id rank)
{
  return rank <= family->rank ? family->sets[rank].size / rank : 0;
}

const hb_id *
diff_family_set (const struct diff_family *family, hb_id rank, size_t i)
{
  return family->sets[rank].data + i * rank;
}

/* The place of the set among those of its size, or SIZE_MAX. */
static size_t
place_of (const struct diff_family *family, const hb_id *set, hb_id count)
{
  size_t low = 0, high = diff_family_count (family, count);
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      const hb_id *other = diff_family_set (family, count, middle);
      hb_id i = 0;
      while (i < count && other[i] == set[i])
        i++;
      if (i == count)
        return middle;
      if (other[i] < set[i])
        low = middle + 1;
      else
        high = middle;
    }
  return SIZE_MAX;
}

bool
diff_family_has (const struct diff_family *family, const hb_id *set, hb_id count)
{
  return !count || place_of (family, set, count) != SIZE_MAX;
}

/* Has FAMILY all parts of the set with one fact less? */
static bool
has_parts (const struct diff_family *family, const hb_id *set, hb_id count)
{
  hb_id part[MOST_RANK];
  for (hb_id out = 0; out < count && count > 1; out++)
    {
      for (hb_id i = 0, k = 0; i < count; i++)
        if (i != out)
          part[k++] = set[i];
      if (!diff_family_has (family, part, count - 1))
        return false;
    }
  return true;
}

/* The runs seen: by fact, a bit for each run that shows it. */
struct seen
{
  size_t facts, runs, words; /* words of a row */
  uint64_t *rows;
  uint64_t *shown; /* of the last run */
};

static void
add_run (struct seen *seen)
{
  if (seen->runs == 64 * seen->words)
    {
      size_t words = seen->words ? 2 * seen->words : 4;
      uint64_t *rows = hb_calloc (seen->facts * words + 1, sizeof *rows);
      for (size_t f = 0; f < seen->facts && seen->words; f++)
        memcpy (rows + f * words, seen->rows + f * seen->words, seen->words * sizeof *rows);
      hb_free (seen->rows);
      seen->rows = rows;
      seen->words = words;
    }
  for (size_t f = 0; f < seen->facts; f++)
    if (seen->shown[f / 64] >> (f % 64) & 1)
      seen->rows[f * seen->words + seen->runs / 64] |= (uint64_t)1 << seen->runs % 64;
  seen->runs++;
}

static bool
was_seen (const struct seen *seen, const hb_id *set, hb_id count)
{
  for (size_t w = 0; w < (seen->runs + 63) / 64; w++)
    {
      uint64_t both = UINT64_MAX;
      for (hb_id i = 0; i < count && both; i++)
        both &= seen->rows[set[i] * seen->words + w];
      if (both)
        return true;
    }
  return false;
}

/* Adds the set if it is in; false if that was not found out. */
static bool
try_set (struct diff_family *family, struct seen *seen, const hb_id *set, hb_id count,
         diff_question *ask, void *context)
{
  int answer = was_seen (seen, set, count);
  if (!answer)
    {
      memset (seen->shown, 0, (seen->facts / 64 + 1) * sizeof *seen->shown);
      answer = ask (context, set, count, seen->shown);
      family->questions++;
      if (answer > 0)
        add_run (seen);
    }
  for (hb_id i = 0; i < count && answer > 0; i++)
    vec_push (family->sets[count], set[i]);
  return answer >= 0;
}

static bool
find_rank (struct diff_family *family, struct seen *seen, hb_id rank, diff_question *ask,
           void *context)
{
  hb_id set[MOST_RANK];
  bool good = true;
  size_t bases = rank > 1 ? diff_family_count (family, rank - 1) : 1;
  for (size_t b = 0; b < bases && good; b++)
    {
      if (rank > 1)
        memcpy (set, diff_family_set (family, rank - 1, b), (rank - 1) * sizeof *set);
      for (set[rank - 1] = rank > 1 ? set[rank - 2] + 1 : 0; set[rank - 1] < seen->facts && good;
           set[rank - 1]++)
        if (has_parts (family, set, rank))
          good = try_set (family, seen, set, rank, ask, context);
    }
  return good;
}

bool
diff_family_find (struct diff_family *family, hb_id rank, size_t facts, diff_question *ask,
                  void *context)
{
  struct seen seen = { .facts = facts };
  bool good = true;
  rank = rank < MOST_RANK ? rank : MOST_RANK;
  *family = (struct diff_family){ .rank = rank, .sets = hb_calloc (rank + 1, sizeof (diff_sets)) };
  seen.shown = hb_calloc (facts / 64 + 1, sizeof *seen.shown);
  for (hb_id r = 1; r <= rank && good; r++)
    {
      good = find_rank (family, &seen, r, ask, context);
      if (!good)
        vec_free (family->sets[r]);
    }
  hb_free (seen.shown);
  hb_free (seen.rows);
  return good;
}

void
diff_family_free (struct diff_family *family)
{
  for (hb_id r = 0; family->sets && r <= family->rank; r++)
    vec_free (family->sets[r]);
  hb_free (family->sets);
  *family = (struct diff_family){ 0 };
}

size_t
diff_family_beyond (const struct diff_family *family, const struct diff_family *other, hb_id rank,
                    bool minimal, diff_places *which)
{
  size_t count = 0;
  for (size_t i = 0; i < diff_family_count (family, rank); i++)
    {
      const hb_id *set = diff_family_set (family, rank, i);
      if (diff_family_has (other, set, rank) || (minimal && !has_parts (other, set, rank)))
        continue;
      count++;
      if (which)
        vec_push (*which, i);
    }
  return count;
}

void
diff_family_maximal (const struct diff_family *family, hb_id rank, diff_places *which)
{
  size_t sets = diff_family_count (family, rank), larger = diff_family_count (family, rank + 1);
  char *inner = hb_calloc (sets + 1, 1);
  hb_id part[MOST_RANK];
  for (size_t i = 0; i < larger; i++)
    for (hb_id out = 0; out <= rank; out++)
      {
        const hb_id *set = diff_family_set (family, rank + 1, i);
        for (hb_id j = 0, k = 0; j <= rank; j++)
          if (j != out)
            part[k++] = set[j];
        size_t place = place_of (family, part, rank);
        if (place != SIZE_MAX)
          inner[place] = 1;
      }
  for (size_t i = 0; i < sets; i++)
    if (!inner[i])
      vec_push (*which, i);
  hb_free (inner);
}
