/* Files of pairs and of differences; see refinement.h.
 *
 *     pair 1                    difference 1
 *     rank 2                    fact rf x: init -> t2: y = x
 *     vars all                  run
 *     runs complete             schedule threads 1
 *     old 3                     t2
 *     ... lines of C
 *     new 3
 *     ... lines of C
 *     end
 *
 * `rank` is a number or `all`; `vars` (default as in `hbkit diff`) and `runs` (default blocked) may be missing. */
#include "problem/refinement.h"

#include "base/buffer.h"
#include "base/line.h"
#include "base/memory.h"
#include "diff/schedule.h"

#include <string.h>

struct reader
{
  struct hb_line line;
  char *text[2], *variables;
  uint64_t rank;
  bool ranked, told, complete, ended; /* `rank`, `runs` were there */
};

/* The lines of a program, as many as the word says. */
static void
read_text (struct reader *r, int side)
{
  struct hb_line *l = &r->line;
  uint64_t lines;
  hb_buffer text = VEC_EMPTY;
  if (r->text[side])
    hb_line_error (l, "a second program called %s", side ? "new" : "old");
  else if (!hb_line_next (l) || !hb_line_number (l, &lines))
    hb_line_error (l, "expected the number of lines of the program");
  else if (hb_line_end (l))
    {
      size_t errors = hb_diag_errors (l->diag);
      uint64_t taken = 0;
      while (taken < lines && hb_diag_errors (l->diag) == errors && hb_line_take (l))
        {
          if (memchr (l->text, '\0', l->length))
            hb_line_error (l, "a zero byte in the program");
          hb_buffer_add (&text, "%.*s\n", (int)l->length, l->text);
          taken++;
        }
      if (taken < lines && hb_diag_errors (l->diag) == errors)
        hb_line_error (l, "the file ends in the program; expected %llu lines of it",
                       (unsigned long long)lines);
    }
  hb_free (r->text[side]);
  r->text[side] = hb_buffer_take (&text);
}

static void
read_rank (struct reader *r)
{
  struct hb_line *l = &r->line;
  bool there = hb_line_next (l), all = there && hb_line_is (l, "all");
  if (r->ranked)
    hb_line_error (l, "a second rank");
  else if (!all && (!there || !hb_line_number (l, &r->rank) || !r->rank || r->rank > 64))
    hb_line_error (l, "expected a rank from 1 to 64, or 'all'");
  else
    (void)hb_line_end (l);
  r->ranked = true;
}

static void
read_variables (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (r->variables)
    hb_line_error (l, "a second line 'vars'");
  else if (!hb_line_next (l))
    hb_line_error (l, "expected variables, with commas between");
  else
    {
      r->variables = hb_copy_bytes (l->text + l->start, l->size);
      (void)hb_line_end (l);
    }
}

static void
read_runs (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (r->told)
    hb_line_error (l, "a second line 'runs'");
  else if (!hb_line_next (l) || !(hb_line_is (l, "blocked") || hb_line_is (l, "complete")))
    hb_line_error (l, "expected 'blocked' or 'complete'");
  else
    {
      r->complete = hb_line_is (l, "complete");
      (void)hb_line_end (l);
    }
  r->told = true;
}

static void
read_line (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (!hb_line_next (l) || l->text[l->start] == '#')
    return;
  if (r->ended)
    hb_line_error (l, "'%s' behind 'end'", hb_line_shown (l).text);
  else if (hb_line_is (l, "rank"))
    read_rank (r);
  else if (hb_line_is (l, "vars"))
    read_variables (r);
  else if (hb_line_is (l, "runs"))
    read_runs (r);
  else if (hb_line_is (l, "old") || hb_line_is (l, "new"))
    read_text (r, hb_line_is (l, "new"));
  else if (hb_line_is (l, "end"))
    r->ended = hb_line_end (l);
  else
    hb_line_error (l, "expected 'rank', 'vars', 'runs', 'old', 'new' or 'end', not '%s'",
                   hb_line_shown (l).text);
}

hb_instance *
hb_pair_read (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  struct reader r = { .line = { .input = input, .diag = diag } };
  size_t before = hb_diag_errors (diag);
  hb_instance *instance = NULL;
  (void)self;
  bool good = hb_line_header (&r.line, "pair");
  while (good && hb_line_take (&r.line))
    read_line (&r);
  good = good && hb_diag_errors (diag) == before && !hb_input_failed (input);
  if (good && !(r.ended && r.ranked && r.text[0] && r.text[1]))
    hb_line_error (&r.line, "expected %s",
                   !r.ranked    ? "a line 'rank'"
                   : !r.text[0] ? "a program 'old'"
                   : !r.text[1] ? "a program 'new'"
                                : "'end': the file is cut off");
  else if (good)
    {
      instance = hb_pair_new (r.text[0], r.text[1], r.variables, (hb_id)r.rank, r.complete, diag);
      r = (struct reader){ .ended = true };
    }
  hb_free (r.text[0]);
  hb_free (r.text[1]);
  hb_free (r.variables);
  hb_input_close (input);
  return instance;
}

static void
write_text (const char *name, const char *text, hb_output *output)
{
  size_t lines = 0;
  for (const char *at = text; *at; at++)
    lines += *at == '\n';
  hb_putf (output, "%s %zu\n", name, lines);
  hb_put (output, text);
}

void
hb_pair_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
               hb_output *output)
{
  const hb_pair *pair = hb_pair_of (instance);
  (void)self;
  hb_put (output, "pair 1\n");
  if (comment)
    hb_putf (output, "# %s\n", comment);
  if (pair->rank)
    hb_putf (output, "rank %u\n", pair->rank);
  else
    hb_put (output, "rank all\n");
  if (pair->variables)
    hb_putf (output, "vars %s\n", pair->variables);
  if (pair->complete)
    hb_put (output, "runs complete\n");
  write_text ("old", pair->text[0], output);
  write_text ("new", pair->text[1], output);
  hb_put (output, "end\n");
}

/* --- differences --- */

/* The fact whose text is the rest of the line. */
static void
read_fact (const hb_pair *pair, struct hb_line *line, hb_difference *difference)
{
  size_t start = line->start + line->size;
  while (start < line->length && line->text[start] == ' ')
    start++;
  hb_id fact = diff_fact_named (pair->scope, line->text + start, line->length - start);
  if (fact != HB_NONE)
    vec_push (difference->facts, fact);
  else
    hb_line_error (line,
                   "no dependency of the two programs; expected one as 'hbkit diff' prints it");
}

hb_solution *
hb_difference_read (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
                    hb_diag *diag)
{
  const hb_pair *pair = hb_pair_of (instance);
  struct hb_line line = { .input = input, .diag = diag };
  size_t before = hb_diag_errors (diag);
  hb_difference *difference = hb_difference_new ();
  diff_lines lines = VEC_EMPTY;
  bool facts = hb_line_header (&line, "difference");
  while (facts && hb_diag_errors (diag) == before && hb_line_take (&line))
    {
      if (!hb_line_next (&line) || line.text[line.start] == '#')
        continue;
      if (hb_line_is (&line, "fact"))
        read_fact (pair, &line, difference);
      else if (hb_line_is (&line, "run"))
        {
          (void)diff_schedule_take (pair->programs[1], &line, &difference->schedule, &lines);
          facts = false;
        }
      else
        hb_line_error (&line, "expected 'fact' or 'run'");
    }
  if (facts && hb_diag_errors (diag) == before && !hb_input_failed (input))
    hb_line_error (&line, "the file ends before 'run' and a schedule");
  vec_free (lines);
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    return hb_solution_of_difference (difference);
  hb_difference_free (self, hb_solution_of_difference (difference));
  return NULL;
}

void
hb_difference_write (const struct hb_problem *self, const hb_instance *instance,
                     const hb_solution *solution, hb_output *output)
{
  const hb_pair *pair = hb_pair_of (instance);
  const hb_difference *difference = hb_difference_of (solution);
  (void)self;
  hb_put (output, "difference 1\n");
  for (size_t i = 0; i < difference->facts.size; i++)
    {
      char *text = diff_fact_text (pair->scope, difference->facts.data[i]);
      hb_putf (output, "fact %s\n", text);
      hb_free (text);
    }
  hb_put (output, "run\n");
  diff_schedule_write (pair->programs[1], &difference->schedule, NULL, output);
}
