/* See certify.h. */
#include "proof/periodic/certify.h"

#include "proof/periodic/formula.h"
#include "proof/periodic/refutation.h"

bool
hb_is_periodic_certificate (hb_input *input)
{
  return hb_certificate_is (input, "periodic");
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
  static const char *const departures[] = { "rta", "deadline", "exact", NULL },
                           *const semantics[] = { "paper", "arrival", "exact", NULL },
                           *const answers[] = { "no", "yes", NULL };
  struct hb_words *w = &r->words;
  size_t number;
  const char *div0;
  if (!hb_words_head (w, "periodic"))
    return false;
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

/* How many numbers below BOUND, and which: they are marked in CHOSEN. */
static bool
read_numbers (struct hb_words *w, size_t bound, const char *what, bool *chosen)
{
  size_t count = 0, number;
  if (!hb_words_number (w, bound + 1, what, &count))
    return false;
  for (size_t i = 0; i < count; i++)
    {
      if (!hb_words_number (w, bound, what, &number))
        return false;
      chosen[number] = true;
    }
  return true;
}

/* The rest of a line of a shortage, whose first word is read. */
static bool
read_shortage (struct hb_words *w, struct hb_formula *f, struct hb_shortage *s)
{
  size_t slots = f->slots.cuts.size, jobs = f->program->jobs.size;
  s->acting_job = s->acting_slot = SIZE_MAX;
  if (!read_numbers (w, slots, "slots", s->slots))
    return false;
  if (!hb_words_next (w) || !hb_words_is (w, "jobs"))
    return hb_words_fail (w, "expected 'jobs'");
  if (!read_numbers (w, jobs, "jobs", s->jobs))
    return false;
  if (hb_words_next (w))
    {
      if (!hb_words_is (w, "acts"))
        return hb_words_fail (w, "expected 'acts' or the end of the line");
      if (!hb_words_number (w, jobs, "jobs", &s->acting_job)
          || !hb_words_number (w, slots, "slots", &s->acting_slot) || !hb_words_end (w))
        return false;
    }
  return hb_formula_short (f, s)
         || hb_words_fail_line (w, "these jobs have time enough for these slots");
}

static bool
read_shortages (struct hb_words *w, struct hb_formula *f)
{
  size_t count;
  if (!hb_words_line (w) || !hb_words_is (w, "shortages")
      || !hb_words_number (w, SIZE_MAX / 16, "shortages", &count) || !hb_words_end (w))
    return hb_words_fail (w, "expected 'shortages N'");
  bool good = true;
  for (size_t i = 0; i < count && good; i++)
    {
      struct hb_shortage s = { .slots = hb_calloc (f->slots.cuts.size, sizeof *s.slots),
                               .jobs = hb_calloc (f->program->jobs.size + 1, sizeof *s.jobs) };
      good = (hb_words_line (w) && hb_words_is (w, "slots"))
             || hb_words_fail_line (w, "expected shortage %zu of %zu", i + 1, count);
      good = good && read_shortage (w, f, &s);
      hb_free (s.slots);
      hb_free (s.jobs);
    }
  return good;
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
      struct hb_refutation found = { .steps = 0 };
      r.certified.good = (!formula.exact || read_shortages (&r.words, &formula))
                         && hb_gates_refuted (&formula.gates, &r.words, &found);
      r.certified.variables = found.variables;
      r.certified.clauses = found.clauses;
      r.certified.used = found.used;
      r.certified.steps = found.steps;
    }
  hb_formula_end (&formula, &program);
  return r.certified;
}
