/* See certify.h. */
#include "proof/periodic/certify.h"

#include "proof/certify_drat.h"
#include "proof/periodic/formula.h"

#include <stdlib.h>
#include <string.h>

bool
hb_is_periodic_certificate (hb_input *input)
{
  static const char magic[] = "hbcert 1 periodic";
  size_t length;
  const char *text = hb_input_peek (input, &length);
  return length >= sizeof magic - 1 && !memcmp (text, magic, sizeof magic - 1);
}

struct reading
{
  struct hb_words words;
  struct hb_claim claim;
  struct hb_certified_periodic certified;
};

/* The line NAME VALUE, its value being the last word. */
static bool
line (struct hb_words *w, const char *name)
{
  return (hb_words_line (w) && hb_words_is (w, name) && hb_words_next (w))
         || hb_words_fail (w, "expected '%s VALUE'", name);
}

/* A line NAME VALUE, VALUE one of CHOICES. */
static bool
choose (struct hb_words *w, const char *name, const char *const *choices, const char **value)
{
  if (!line (w, name))
    return false;
  for (size_t i = 0; choices[i]; i++)
    if (hb_words_is (w, choices[i]))
      {
        *value = choices[i];
        return hb_words_end (w);
      }
  return hb_words_fail (w, "a value that '%s' does not have", name);
}

static bool
read_claim (struct reading *r)
{
  static const char *const departures[]
      = { "rta", "deadline", "exact", NULL },
      *const semantics[] = { "paper", "arrival", NULL }, *const answers[] = { "no", "yes", NULL };
  struct hb_words *w = &r->words;
  size_t number;
  const char *div0;
  if (!hb_words_line (w) || !hb_words_is (w, "hbcert") || !hb_words_next (w)
      || !hb_words_is (w, "1") || !hb_words_next (w) || !hb_words_is (w, "periodic")
      || !hb_words_end (w))
    return hb_words_fail (w, "expected 'hbcert 1 periodic'");
  r->certified.is_certificate = true;
  if (!hb_words_line (w) || !hb_words_is (w, "time")
      || !hb_words_number (w, (size_t)1 << 41, "time", &number) || !hb_words_end (w))
    return hb_words_fail (w, "expected 'time T'");
  r->claim.time = (int64_t)number;
  if (!choose (w, "departure", departures, &r->claim.departure)
      || !choose (w, "semantics", semantics, &r->claim.semantics))
    return false;
  if (!hb_words_line (w) || !hb_words_is (w, "unroll")
      || !hb_words_number (w, 1000000, "rounds", &number) || !hb_words_end (w))
    return hb_words_fail (w, "expected 'unroll N'");
  r->claim.unroll = (unsigned)number;
  if (!choose (w, "div0", answers, &div0))
    return false;
  r->claim.div0 = div0 == answers[1];
  r->certified.time = r->claim.time;
  r->certified.departure = r->claim.departure;
  r->certified.semantics = r->claim.semantics;
  r->certified.div0 = r->claim.div0;
  return true;
}

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

static bool
read_formula (struct reading *r, const struct hb_gates *gates)
{
  struct hb_words *w = &r->words;
  size_t sizes[2], count;
  if (!numbers (w, "formula", sizes, 2))
    return false;
  if (sizes[0] != (size_t)gates->variables || sizes[1] != gates->clause_count)
    return hb_words_fail_line (w, "the program has a formula of %d variables and %zu clauses",
                               gates->variables, gates->clause_count);
  r->certified.variables = sizes[0];
  r->certified.clauses = sizes[1];
  if (!numbers (w, "clauses", &count, 1))
    return false;
  r->certified.used = count;
  struct hb_drat drat = hb_drat_start (w, sizes[0]);
  bool refuted = false,
       good = compare_clauses (w, gates, count, &drat) && numbers (w, "proof", NULL, 0);
  while (good && !refuted && hb_words_line (w))
    good = hb_drat_step (&drat, &refuted);
  if (good && !refuted)
    good = hb_words_fail_line (w, "the proof has no empty clause; is it whole?");
  if (good && hb_words_line (w))
    good = hb_words_fail (w, "text after the empty clause");
  r->certified.steps = drat.derived;
  hb_drat_end (&drat);
  return good && !hb_input_failed (w->input);
}

struct hb_certified_periodic
hb_certify_periodic (const hb_c_unit *unit, hb_input *input, hb_diag *diag)
{
  struct reading r = { .words = { .input = input, .diag = diag, .line = "" } };
  if (!read_claim (&r))
    return r.certified;
  struct hb_claimed_program program;
  struct hb_formula formula;
  if (hb_formula_start (&formula, &program, unit, &r.claim, diag))
    {
      r.certified.jobs = program.jobs.size;
      r.certified.good = read_formula (&r, &formula.gates);
    }
  hb_formula_end (&formula, &program);
  return r.certified;
}
