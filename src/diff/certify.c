/* See certify.h. */
#include "diff/certify.h"

#include "diff/formula.h"
#include "diff/replay.h"
#include "diff/schedule.h"

#include "base/buffer.h"
#include "base/line.h"
#include "sat/rup.h"

#include <string.h>

struct checker
{
  struct hb_line line;
  const char *const *paths;
  struct diff_options reading;
  bool complete;
  hb_id rank;
  diff_program *programs[2];
  diff_scope *scope;
  struct diff_certified out;
  /* Of the side at hand. */
  int side;
  diff_formula *formula;
  hb_rup *rup;
  VEC (uint64_t *) shown;
  VEC (hb_id) refuted; /* sets, HB_NONE ends each */
};

static bool
good (const struct checker *c)
{
  return !hb_diag_errors (c->line.diag);
}

/* The next line that is no comment, its first word taken. */
static bool
next_line (struct checker *c)
{
  while (good (c) && hb_line_take (&c->line))
    if (hb_line_next (&c->line) && c->line.text[c->line.start] != '#')
      return true;
  if (good (c))
    hb_line_error (&c->line, "expected 'end': the certificate is cut off");
  return false;
}

/* The next line is KEY and one of the WORDS; its number. */
static hb_id
take_choice (struct checker *c, const char *key, const char *const words[2])
{
  if (next_line (c) && hb_line_is (&c->line, key) && hb_line_next (&c->line))
    for (hb_id i = 0; i < 2; i++)
      if (hb_line_is (&c->line, words[i]))
        return i;
  if (good (c))
    hb_line_error (&c->line, "expected '%s %s' or '%s %s'", key, words[0], key, words[1]);
  return 0;
}

static hb_id
take_number (struct checker *c, const char *key, uint64_t most)
{
  uint64_t number = 0;
  if (next_line (c) && hb_line_is (&c->line, key) && hb_line_next (&c->line)
      && hb_line_number (&c->line, &number) && number && number <= most)
    return (hb_id)number;
  if (good (c))
    hb_line_error (&c->line, "expected '%s' and a number from 1 to %llu", key,
                   (unsigned long long)most);
  return 1;
}

/* A word that is a number below BOUND. */
static bool
word_number (struct checker *c, uint64_t bound, uint64_t *number)
{
  if (hb_line_number (&c->line, number) && *number < bound)
    return true;
  if (good (c))
    hb_line_error (&c->line, "expected a number below %llu, not '%s'", (unsigned long long)bound,
                   hb_line_shown (&c->line).text);
  return false;
}

/* --- the head: how the programs are read, what is compared */

static void
read_settings (struct checker *c)
{
  static const char *const atomic[]
      = { "statement", "access" },
      *const runs[] = { "blocked", "complete" }, *const yes[] = { "no", "yes" };
  if (!next_line (c) || !hb_line_is (&c->line, "hbdiff") || !hb_line_next (&c->line)
      || !hb_line_is (&c->line, "1"))
    {
      if (good (c))
        hb_line_error (&c->line, "expected 'hbdiff 1'");
      return;
    }
  c->rank = take_number (c, "rank", 64);
  c->reading.unroll = take_number (c, "unroll", 10000);
  c->reading.by_access = take_choice (c, "atomic", atomic);
  c->complete = take_choice (c, "runs", runs);
  c->reading.contexts = take_choice (c, "contexts", yes);
  c->reading.no_assert = !take_choice (c, "assert", yes);
  for (int side = 0; side < 2 && good (c); side++)
    c->programs[side] = diff_read (c->paths[side], &c->reading, c->line.diag);
}

static void
read_scope (struct checker *c)
{
  hb_buffer names = VEC_EMPTY;
  if (!next_line (c) || !hb_line_is (&c->line, "variables"))
    {
      if (good (c))
        hb_line_error (&c->line, "expected 'variables' and their names");
      return;
    }
  while (hb_line_next (&c->line))
    hb_buffer_add (&names, "%s%.*s", names.size ? "," : "", (int)c->line.size,
                   c->line.text + c->line.start);
  struct diff_scope_options what = { .variables = names.data ? names.data : "" };
  const diff_program *const both[2] = { c->programs[0], c->programs[1] };
  c->scope = diff_scope_new (both, &what, c->line.diag);
  vec_free (names);
}

/* "fact N TEXT": all in their order, as this reader numbers them. */
static void
read_facts (struct checker *c)
{
  for (hb_id f = 0; f < c->scope->facts.size && good (c); f++)
    {
      char *text = diff_fact_text (c->scope, f), *wanted = hb_format ("fact %u %s", f, text);
      if (next_line (c)
          && (c->line.length != strlen (wanted) || memcmp (c->line.text, wanted, c->line.length)))
        hb_line_error (&c->line, "expected '%s'", wanted);
      hb_free (text);
      hb_free (wanted);
    }
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
          hb_rup_add (c->rup, clause.data, clause.size);
          vec_clear (clause);
        }
    }
  vec_free (clause);
}

static void
start_side (struct checker *c, int side)
{
  c->side = side;
  c->formula = diff_formula_new (c->scope, side, c->complete);
  c->rup = hb_rup_new ();
  give_formula (c);
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
  vec_push (c->shown, shown);
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
  if (steps.size < 2 && good (c))
    hb_line_error (&c->line, "expected a cycle of at least two steps");
  for (size_t i = 0; i < steps.size && good (c); i++)
    {
      hb_id a = steps.data[i], b = steps.data[i + 1 < steps.size ? i + 1 : 0];
      int literal = diff_formula_order (c->formula, a, b);
      bool one_thread = c->formula->steps.data[a].thread == c->formula->steps.data[b].thread;
      if (literal)
        vec_push (clause, (hb_id)(literal > 0 ? 2 * literal + 1 : -2 * literal));
      else if (!one_thread || a >= b)
        hb_line_error (&c->line, "step %u is not before step %u under any assumption", a, b);
    }
  if (good (c))
    hb_rup_add (c->rup, clause.data, clause.size);
  c->out.cycles++;
  vec_free (steps);
  vec_free (clause);
}

static bool
word_literal (struct checker *c, int *literal)
{
  struct hb_line digits = c->line;
  uint64_t number;
  bool minus = digits.size && digits.text[digits.start] == '-';
  digits.start += minus;
  digits.size -= minus;
  if (!hb_line_number (&digits, &number) || !number || number > (uint64_t)c->formula->variables)
    {
      hb_line_error (&c->line, "expected a literal of a variable up to %d, not '%s'",
                     c->formula->variables, hb_line_shown (&c->line).text);
      return false;
    }
  *literal = minus ? -(int)number : (int)number;
  return true;
}

static void
read_lemma (struct checker *c)
{
  VEC (hb_id) clause = VEC_EMPTY;
  int literal;
  while (hb_line_next (&c->line) && word_literal (c, &literal))
    vec_push (clause, (hb_id)(literal > 0 ? 2 * literal : -2 * literal + 1));
  if (good (c) && !hb_rup_derive (c->rup, clause.data, clause.size, NULL))
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
      vec_push (c->refuted, (hb_id)fact);
    }
  vec_push (c->refuted, HB_NONE);
  if (good (c) && (!clause.size || !hb_rup_derive (c->rup, clause.data, clause.size, NULL)))
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
  for (size_t i = 0; i < c->shown.size; i++)
    {
      bool all = true;
      for (hb_id k = 0; k < count && all; k++)
        all = c->shown.data[i][set[k] / 64] >> (set[k] % 64) & 1;
      if (!all)
        continue;
      memcpy (shown, c->shown.data[i], diff_fact_words (c->scope) * sizeof *shown);
      return 1;
    }
  for (size_t at = 0; at < c->refuted.size; at++)
    {
      bool all = true;
      for (; c->refuted.data[at] != HB_NONE; at++)
        all = all && in_set (set, count, c->refuted.data[at]);
      if (all)
        return 0;
    }
  return -1;
}

static void
end_side (struct checker *c, struct diff_family *family)
{
  if (good (c) && !diff_family_find (family, c->rank, c->scope->facts.size, ask, c))
    hb_line_error (&c->line,
                   "some set of at most %u facts of the %s version is neither shown nor refuted",
                   c->rank, c->side ? "new" : "old");
  for (size_t i = 0; i < c->shown.size; i++)
    hb_free (c->shown.data[i]);
  vec_clear (c->shown);
  vec_clear (c->refuted);
  diff_formula_free (c->formula);
  hb_rup_free (c->rup);
  c->formula = NULL;
  c->rup = NULL;
}

/* Everything up to the next side or the end. */
static void
read_side (struct checker *c)
{
  while (next_line (c))
    {
      if (hb_line_is (&c->line, "side") || hb_line_is (&c->line, "end"))
        return;
      if (hb_line_is (&c->line, "run"))
        read_run (c);
      else if (hb_line_is (&c->line, "cycle"))
        read_cycle (c);
      else if (hb_line_is (&c->line, "lemma"))
        read_lemma (c);
      else if (hb_line_is (&c->line, "refuted"))
        read_refuted (c);
      else if (!hb_line_is (&c->line, "step"))
        hb_line_error (&c->line, "expected run, step, cycle, lemma, refuted, side or end");
    }
}

static void
check_sides (struct checker *c, struct diff_family families[2])
{
  static const char *const names[] = { "old", "new" };
  next_line (c);
  for (int side = 0; side < 2 && good (c); side++)
    {
      if (!hb_line_is (&c->line, "side") || !hb_line_next (&c->line)
          || !hb_line_is (&c->line, names[side]))
        {
          hb_line_error (&c->line, "expected 'side %s'", names[side]);
          return;
        }
      start_side (c, side);
      read_side (c);
      end_side (c, &families[side]);
    }
  if (good (c) && !hb_line_is (&c->line, "end"))
    hb_line_error (&c->line, "expected 'end'");
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
  read_settings (&c);
  if (good (&c))
    read_scope (&c);
  if (good (&c))
    read_facts (&c);
  if (good (&c))
    check_sides (&c, families);
  c.out.verified = good (&c);
  c.out.rank = c.rank;
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
    }
  diff_scope_free (c.scope);
  vec_free (c.shown);
  vec_free (c.refuted);
  return c.out;
}
