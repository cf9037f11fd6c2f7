/* See refutation.h. */
#include "proof/periodic/refutation.h"

#include "proof/certify_drat.h"

#include <stdlib.h>

/* The clause at hand is clause NUMBER of GATES, whose literals begin at AT. */
static bool
is_derived (const struct hb_gates *gates, size_t at, const struct hb_drat *drat)
{
  for (size_t i = 0; i < drat->clause.size; i++)
    {
      int literal = gates->clauses.data[at + i];
      if (!literal || drat->clause.data[i] != 2 * (hb_id)abs (literal) + (literal < 0))
        return false;
    }
  return !gates->clauses.data[at + drat->clause.size];
}

/* COUNT clauses, each with its number among those of GATES, go to DRAT. */
static bool
compare_clauses (struct hb_words *w, const struct hb_gates *gates, size_t count,
                 struct hb_drat *drat)
{
  size_t at = 0, next = 1, number;
  for (size_t c = 0; c < count; c++)
    {
      if (!hb_words_line (w))
        return hb_words_fail_line (w, "the file ends before clause %zu of %zu", c + 1, count);
      if (!w->size || w->word[w->size - 1] != ':'
          || hb_words_digits (w->word, w->size - 1, gates->clause_count + 1, &number) != w->size - 1
          || number < next)
        return hb_words_fail (w, "expected 'NUMBER:' of a derived clause, at least %zu", next);
      for (; next < number; next++, at++)
        while (gates->clauses.data[at])
          at++;
      if (!hb_words_next (w))
        return hb_words_fail (w, "expected literals");
      if (!hb_drat_read (drat))
        return false;
      if (!is_derived (gates, at, drat))
        return hb_words_fail_line (w, "clause %zu that follows from the program is another one",
                                   number);
      hb_drat_give (drat);
      for (next++; gates->clauses.data[at]; at++)
        ;
      at++;
    }
  return true;
}

/* A line NAME NUMBER.. of COUNT numbers. */
static bool
numbers (struct hb_words *w, const char *name, size_t *values, size_t count)
{
  if (!hb_words_line (w) || !hb_words_is (w, name))
    return hb_words_fail (w, "expected '%s' here", name);
  for (size_t i = 0; i < count; i++)
    if (!hb_words_number (w, SIZE_MAX / 16, name, &values[i]))
      return false;
  return hb_words_end (w);
}

bool
hb_gates_refuted (const struct hb_gates *gates, struct hb_words *w, struct hb_refutation *found)
{
  size_t sizes[2] = { 0, 0 };
  if (!numbers (w, "formula", sizes, 2))
    return false;
  if (sizes[0] != (size_t)gates->variables || sizes[1] != gates->clause_count)
    return hb_words_fail_line (w, "the program has a formula of %d variables and %zu clauses",
                               gates->variables, gates->clause_count);
  *found = (struct hb_refutation){ .variables = sizes[0], .clauses = sizes[1] };
  if (!numbers (w, "clauses", &found->used, 1))
    return false;
  struct hb_drat drat = hb_drat_start (w, sizes[0]);
  bool refuted = false,
       good = compare_clauses (w, gates, found->used, &drat) && numbers (w, "proof", NULL, 0);
  while (good && !refuted && hb_words_line (w))
    good = hb_drat_step (&drat, &refuted);
  if (good && !refuted)
    good = hb_words_fail_line (w, "the proof has no empty clause; is it whole?");
  if (good && hb_words_line (w))
    good = hb_words_fail (w, "text after the empty clause");
  found->steps = drat.derived;
  hb_drat_end (&drat);
  return good && !hb_input_failed (w->input);
}
