/* See certify.h: the parts of a certificate, and what follows from them. */
#include "diff/certify_private.h"

#include "diff/replay.h"
#include "diff/schedule.h"

#include <string.h>

/* A word that is a number below BOUND. */
static bool
word_number (struct checker *c, uint64_t bound, uint64_t *number)
{
  if (hb_line_number (&c->line, number) && *number < bound)
    return true;
  if (certify_good (c))
    hb_line_error (&c->line, "expected a number below %llu, not '%s'", (unsigned long long)bound,
                   hb_line_shown (&c->line).text);
  return false;
}

/* --- one side */

static void
give_formula (struct checker *c)
{
  VEC (hb_id) clause = VEC_EMPTY;
  for (size_t i = 0; i < c->formula->clauses.size; i++)
    {
      int literal = c->formula->clauses.data[i];
      if (literal)
        vec_push (clause, (hb_id)(literal > 0 ? 2 * literal : -2 * literal + 1));
      else
        {
          hb_units_give (c->units, clause.data, clause.size);
          vec_clear (clause);
        }
    }
  vec_free (clause);
}

/* The formula of SIDE: of its runs, or (COVER) of those that nothing covers. */
static void
start_part (struct checker *c, int side, bool cover)
{
  c->side = side;
  c->formula = diff_formula_new (c->scope, side, c->complete);
  if (cover)
    diff_formula_uncovered (c->formula, c->every, &c->shown[!side], &c->refuted[!side]);
  c->units = hb_units_new ();
  give_formula (c);
}

static void
end_part (struct checker *c)
{
  diff_formula_free (c->formula);
  hb_units_free (c->units);
  c->formula = NULL;
  c->units = NULL;
}

static void
read_run (struct checker *c)
{
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  diff_lines lines = VEC_EMPTY;
  uint64_t *shown = hb_calloc (diff_fact_words (c->scope), sizeof *shown);
  if (diff_schedule_take (c->programs[c->side], &c->line, &schedule, &lines))
    {
      size_t bad = diff_replay (c->scope, c->side, &schedule, c->complete, shown, NULL);
      if (bad != SIZE_MAX)
        hb_line_error (&c->line, "step %zu of this run cannot be made", bad + 1);
    }
  vec_push (c->shown[c->side], shown);
  c->out.runs++;
  vec_free (lines);
  diff_schedule_free (&schedule);
}

/* Steps each of which is before the next, if nothing else is said: not all these orders can hold. */
static void
read_cycle (struct checker *c)
{
  VEC (hb_id) steps = VEC_EMPTY;
  VEC (hb_id) clause = VEC_EMPTY;
  uint64_t number;
  while (hb_line_next (&c->line) && word_number (c, c->formula->steps.size, &number))
    vec_push (steps, (hb_id)number);
  if (steps.size < 2 && certify_good (c))
    hb_line_error (&c->line, "expected a cycle of at least two steps");
  for (size_t i = 0; i < steps.size && certify_good (c); i++)
    {
      hb_id a = steps.data[i], b = steps.data[i + 1 < steps.size ? i + 1 : 0];
      int literal = diff_formula_order (c->formula, a, b);
      bool one_thread = c->formula->steps.data[a].thread == c->formula->steps.data[b].thread;
      if (literal)
        vec_push (clause, (hb_id)(literal > 0 ? 2 * literal + 1 : -2 * literal));
      else if (!one_thread || a >= b)
        hb_line_error (&c->line, "step %u is not before step %u under any assumption", a, b);
    }
  if (certify_good (c))
    hb_units_give (c->units, clause.data, clause.size);
  c->out.cycles++;
  vec_free (steps);
  vec_free (clause);
}

static bool
word_literal (struct checker *c, int *literal)
{
  int64_t number;
  if (hb_line_signed (&c->line, &number) && number && number <= c->formula->variables
      && number >= -c->formula->variables)
    {
      *literal = (int)number;
      return true;
    }
  hb_line_error (&c->line, "expected a literal of a variable up to %d, not '%s'",
                 c->formula->variables, hb_line_shown (&c->line).text);
  return false;
}

static void
read_lemma (struct checker *c)
{
  VEC (hb_id) clause = VEC_EMPTY;
  int literal;
  while (hb_line_next (&c->line) && word_literal (c, &literal))
    vec_push (clause, (hb_id)(literal > 0 ? 2 * literal : -2 * literal + 1));
  if (certify_good (c) && !hb_units_derive (c->units, clause.data, clause.size))
    hb_line_error (&c->line, "this clause does not follow by unit propagation");
  c->out.lemmas++;
  vec_free (clause);
}

static void
read_refuted (struct checker *c)
{
  VEC (hb_id) clause = VEC_EMPTY;
  uint64_t fact;
  while (hb_line_next (&c->line) && word_number (c, c->scope->facts.size, &fact))
    {
      int literal = c->formula->facts[fact];
      vec_push (clause, (hb_id)(2 * literal + 1));
      vec_push (c->refuted[c->side], (hb_id)fact);
    }
  vec_push (c->refuted[c->side], HB_NONE);
  if (certify_good (c) && (!hb_units_derive (c->units, clause.data, clause.size)))
    hb_line_error (&c->line, "that these cannot occur together does not follow");
  c->out.refuted++;
  vec_free (clause);
}

static bool
in_set (const hb_id *set, hb_id count, hb_id fact)
{
  for (hb_id i = 0; i < count; i++)
    if (set[i] == fact)
      return true;
  return false;
}

/* A question answered by what stands in the certificate; -1: it is not. */
static int
ask (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  struct checker *c = context;
  const diff_shown_sets *runs = &c->shown[c->side];
  const diff_fact_sets *refuted = &c->refuted[c->side];
  for (size_t i = 0; i < runs->size; i++)
    if (diff_shows_all (runs->data[i], set, count))
      {
        memcpy (shown, runs->data[i], diff_fact_words (c->scope) * sizeof *shown);
        return 1;
      }
  for (size_t at = 0; at < refuted->size; at++)
    {
      bool all = true;
      for (; refuted->data[at] != HB_NONE; at++)
        all = all && in_set (set, count, refuted->data[at]);
      if (all)
        return 0;
    }
  return -1;
}

/* By rank: each candidate is shown or refuted. */
static void
conclude_rank (struct checker *c, struct diff_family *family)
{
  if (!diff_family_find (family, c->rank, c->scope->facts.size, ask, c))
    hb_line_error (&c->line,
                   "some set of at most %u facts of the %s version is neither shown nor refuted",
                   c->rank, c->side ? "new" : "old");
}

/* Does some run of SIDE show the set, but for its fact number WITHOUT? */
static bool
is_shown (const struct checker *c, int side, const hb_id *set, hb_id count, hb_id without)
{
  for (size_t i = 0; i < c->shown[side].size; i++)
    {
      const uint64_t *shown = c->shown[side].data[i];
      hb_id behind = without < count ? without + 1 : count;
      if (diff_shows_all (shown, set, without < count ? without : count)
          && diff_shows_all (shown, set + behind, count - behind))
        return true;
    }
  return false;
}

/* What SIDE cannot show the other side can, and of each part SIDE has a run: minimal differences. */
static void
conclude_differences (struct checker *c, int side)
{
  const diff_fact_sets *sets = &c->refuted[side];
  for (size_t at = 0; at < sets->size && certify_good (c); at++)
    {
      const hb_id *set = sets->data + at;
      hb_id count = 0;
      while (set[count] != HB_NONE)
        count++;
      if (!is_shown (c, !side, set, count, HB_NONE))
        hb_line_error (&c->line,
                       "a set that is refuted for the %s version is not shown by the other",
                       side ? "new" : "old");
      for (hb_id i = 0; i < count && certify_good (c); i++)
        if (!is_shown (c, side, set, count, i))
          hb_line_error (&c->line,
                         "a difference is not minimal, as far as runs of the %s version tell",
                         side ? "new" : "old");
      c->out.only[!side]++;
      at += count;
    }
}

/* Everything up to the next part or the end; of a cover no runs and refuted sets. */
static void
read_part (struct checker *c, bool cover)
{
  while (certify_next_line (c))
    {
      if (hb_line_is (&c->line, "side") || hb_line_is (&c->line, "cover")
          || hb_line_is (&c->line, "end"))
        return;
      if (!cover && hb_line_is (&c->line, "run"))
        read_run (c);
      else if (hb_line_is (&c->line, "cycle"))
        read_cycle (c);
      else if (hb_line_is (&c->line, "lemma"))
        read_lemma (c);
      else if (!cover && hb_line_is (&c->line, "refuted"))
        read_refuted (c);
      else if (!hb_line_is (&c->line, "step"))
        hb_line_error (&c->line, cover
                                     ? "expected step, cycle, lemma, cover or end"
                                     : "expected run, step, cycle, lemma, refuted, side, cover or "
                                       "end");
    }
}

/* "KEY old" or "KEY new" is the line at hand. */
static bool
starts (struct checker *c, const char *key, int side)
{
  static const char *const names[] = { "old", "new" };
  if (certify_good (c)
      && (!hb_line_is (&c->line, key) || !hb_line_next (&c->line)
          || !hb_line_is (&c->line, names[side])))
    hb_line_error (&c->line, "expected '%s %s'", key, names[side]);
  return certify_good (c) && hb_line_end (&c->line);
}

/* Each run of SIDE is matched or has a difference: nothing else is left. */
static void
check_cover (struct checker *c, int side)
{
  if (!starts (c, "cover", side))
    return;
  start_part (c, side, true);
  read_part (c, true);
  if (certify_good (c) && !hb_units_derive (c->units, NULL, 0))
    hb_line_error (
        &c->line,
        "that no run of the %s version is left, unmatched and without a difference, does "
        "not follow",
        side ? "new" : "old");
  end_part (c);
}

static void
check_parts (struct checker *c, struct diff_family families[2])
{
  certify_next_line (c);
  for (int side = 0; side < 2 && starts (c, "side", side); side++)
    {
      start_part (c, side, false);
      read_part (c, false);
      if (certify_good (c) && c->rank)
        conclude_rank (c, &families[side]);
      end_part (c);
    }
  for (int side = 0; side < 2 && !c->rank && certify_good (c); side++)
    conclude_differences (c, side);
  for (int side = 0; side < 2 && !c->rank; side++)
    check_cover (c, side);
  if (certify_good (c) && !hb_line_is (&c->line, "end"))
    hb_line_error (&c->line, "expected 'end'");
  else if (certify_good (c) && hb_line_end (&c->line) && hb_line_take (&c->line))
    hb_line_error (&c->line, "something behind the end line");
}

bool
diff_is_certificate (hb_input *input)
{
  size_t length;
  const char *start = hb_input_peek (input, &length);
  return length >= 7 && !memcmp (start, "hbdiff ", 7);
}

struct diff_certified
diff_certify (const char *const paths[2], hb_input *input, hb_diag *diag)
{
  struct checker c = { .line = { .input = input, .diag = diag }, .paths = paths };
  struct diff_family families[2] = { { 0 }, { 0 } };
  certify_read_head (&c);
  if (certify_good (&c))
    check_parts (&c, families);
  c.out.verified = certify_good (&c);
  c.out.rank = c.rank;
  c.out.every = c.every;
  for (hb_id r = 1; r <= c.rank && c.out.verified; r++)
    for (int side = 0; side < 2; side++)
      {
        c.out.sets[side] += diff_family_count (&families[side], r);
        c.out.only[side] += diff_family_beyond (&families[side], &families[!side], r, false, NULL);
      }
  for (int side = 0; side < 2; side++)
    {
      diff_family_free (&families[side]);
      diff_program_free (c.programs[side]);
      for (size_t i = 0; i < c.shown[side].size; i++)
        hb_free (c.shown[side].data[i]);
      vec_free (c.shown[side]);
      vec_free (c.refuted[side]);
    }
  diff_scope_free (c.scope);
  diff_matches_free (&c.matches);
  return c.out;
}
