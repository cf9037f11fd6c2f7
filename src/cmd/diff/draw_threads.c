/* See draw_threads.h.  What `abstract --draw` and `diff --draw` draw by picture.h, and runs. */
#include "cmd/diff/draw_threads.h"

#include "cmd/diff/picture.h"

#include "base/buffer.h"
#include "base/plural.h"
#include "base/path.h"
#include "diff/compare.h"
#include "diff/schedule.h"
#include "viz/thread_runs.h"

struct shown
{
  diff_program *programs[2];
  diff_scope *scope;
  diff_engine *engines[2];
  struct diff_family families[2]; /* of single dependencies */
  diff_differences differences;
  struct diff_schedule schedule;
};

static bool
write_runs (struct cli *cli, const void *what, const struct hb_draw_options *draw,
            hb_output *output)
{
  return hb_draw_thread_runs (what, draw, output, cli->diag);
}

static bool
write_dependencies (struct cli *cli, const void *what, const struct hb_draw_options *draw,
                    hb_output *output)
{
  const struct shown *s = what;
  return picture_put (cli, s->scope, &s->families[0], NULL, NULL, draw, output);
}

/* What the programs have in common, and who answers questions. */
static bool
open_scope (struct cli *cli, struct shown *s)
{
  struct diff_scope_options what = threads_scope (cli);
  struct diff_engine_options how = threads_engine (cli, NULL);
  const diff_program *const programs[2] = { s->programs[0], s->programs[1] };
  s->scope = diff_scope_new (programs, &what, cli->diag);
  for (int side = 0; side < 2 && s->programs[side] && s->scope; side++)
    if (!(s->engines[side] = diff_engine_new (s->scope, side, &how, cli->diag)))
      return false;
  return s->scope;
}

static bool
find_family (struct shown *s, int side)
{
  return diff_family_find (&s->families[side], 1, s->scope->facts.size, diff_engine_ask,
                           s->engines[side]);
}

static bool
draw_dependencies (struct cli *cli, struct shown *s, struct hb_draw_options *draw,
                   const struct draw_form *form)
{
  struct draw_picture picture = { write_dependencies, s };
  return open_scope (cli, s) && find_family (s, 0) && draw_put (cli, &picture, draw, form);
}

/* The run of F.sched. */
static bool
draw_run (struct cli *cli, struct shown *s, struct hb_draw_options *draw,
          const struct draw_form *form)
{
  diff_lines lines = VEC_EMPTY;
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  struct hb_thread_runs runs
      = { .runs = { { s->programs[0], &s->schedule, 0, s->programs[0]->name } }, .count = 1 };
  struct draw_picture picture = { write_runs, &runs };
  const char *path = cli->operands[1];
  bool good = diff_schedule_read (s->programs[0], path, &s->schedule, &lines, cli->diag);
  size_t bad = good ? diff_replay_program (s->programs[0], &s->schedule, &log, NULL) : SIZE_MAX;
  if (bad != SIZE_MAX)
    {
      diff_schedule_error (path, bad < lines.size ? lines.data[bad] : 0,
                           "the program cannot make this step", cli->diag);
      good = false;
    }
  vec_free (lines);
  diff_log_free (&log);
  return good && draw_put (cli, &picture, draw, form);
}

/* "rf x: A -> B; ...: only OLD shows them together", of difference NUMBER.  New. */
static char *
caption_of (const struct shown *s, size_t number)
{
  const struct diff_difference *one = &s->differences.data[number - 1];
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 0; i < one->facts.size; i++)
    {
      char *fact = diff_fact_text (s->scope, one->facts.data[i]);
      hb_buffer_add (&text, "%s%s", i ? "; " : "", fact);
      hb_free (fact);
    }
  hb_buffer_add (&text,
                 one->facts.size > 1 ? ": together only in a run of %s." : ": only in a run of %s.",
                 one->side ? "NEW" : "OLD");
  if (s->differences.size > 1)
    hb_buffer_add (&text, " Difference %zu of %zu.", number, s->differences.size);
  return hb_buffer_take (&text);
}

/* Single dependencies that one version alone shows, as `diff` lists them. */
static bool
compare_single (struct shown *s)
{
  if (!find_family (s, 0) || !find_family (s, 1))
    return false;
  bool good = true;
  for (int side = 0; side < 2; side++)
    {
      diff_places which = VEC_EMPTY;
      diff_family_beyond (&s->families[side], &s->families[!side], 1, true, &which);
      for (size_t i = 0; i < which.size && good; i++)
        good = diff_add_difference (&s->differences, side,
                                    diff_family_set (&s->families[side], 1, which.data[i]), 1,
                                    s->engines[side]);
      vec_free (which);
    }
  return good;
}

/* Whole runs, as `diff --all` does. */
static bool
compare_runs (struct shown *s)
{
  size_t questions = 0;
  bool good = true;
  for (int side = 0; side < 2 && good; side++)
    good = diff_compare (s->scope, s->engines, side, DIFF_COVER_ALL, &s->differences, &questions,
                         NULL);
  return good;
}

/* The differences that `diff` lists, OLD's first; if there are none, those of `diff --all`, which may take long. */
static bool
find_differences (struct cli *cli, struct shown *s, size_t number)
{
  bool good = open_scope (cli, s) && compare_single (s);
  if (good && !s->differences.size)
    good = compare_runs (s);
  size_t count = s->differences.size;
  if (good && !count)
    hb_error (cli->diag, NULL,
              "each run of either version is one of the other: there is no difference to draw");
  else if (good && number > count)
    hb_error (cli->diag, NULL, "the versions have %zu difference%s, so there is no difference %zu",
              count, HB_S (count), number);
  return good && number <= count;
}

/* OLD beside NEW: of the difference that is asked for the run on its side, on the other the statements. */
static bool
draw_difference (struct cli *cli, struct shown *s, struct hb_draw_options *draw,
                 const struct draw_form *form)
{
  size_t number = cli_unsigned (cli, "difference", 1);
  if (!number)
    cli_usage_error (cli, "--difference takes a number from 1");
  if (!find_differences (cli, s, number))
    return false;
  const struct diff_difference *one = &s->differences.data[number - 1];
  char *caption = caption_of (s, number);
  struct hb_thread_runs runs
      = { .runs = { { s->programs[0], NULL, 0, "OLD" }, { s->programs[1], NULL, 1, "NEW" } },
          .count = 2,
          .scope = s->scope,
          .facts = one->facts.data,
          .fact_count = one->facts.size,
          .whole = cli_flag (cli, "whole"),
          .caption = caption };
  runs.runs[one->side].schedule = &one->schedule;
  struct draw_picture picture = { write_runs, &runs };
  bool good = draw_put (cli, &picture, draw, form);
  hb_free (caption);
  return good;
}

bool
threads_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  struct shown s = { 0 };
  bool second = cli->operand_count == 2;
  bool versions = second && hb_is_called (cli->operands[1], ".c");
  s.programs[0] = threads_open (cli, cli->operands[0]);
  if (s.programs[0] && versions)
    s.programs[1] = threads_open (cli, cli->operands[1]);
  bool good = s.programs[0] && (!versions || s.programs[1])
              && (versions ? draw_difference (cli, &s, draw, form)
                  : second ? draw_run (cli, &s, draw, form)
                           : draw_dependencies (cli, &s, draw, form));
  diff_differences_free (&s.differences);
  diff_schedule_free (&s.schedule);
  for (int side = 0; side < 2; side++)
    {
      diff_family_free (&s.families[side]);
      diff_engine_free (s.engines[side]);
    }
  diff_scope_free (s.scope);
  for (int side = 0; side < 2; side++)
    diff_program_free (s.programs[side]);
  return good;
}
