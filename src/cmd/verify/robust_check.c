/* See robust.h. */
#include "cmd/verify/robust.h"

#include "robust/explore.h"
#include "robust/extract.h"
#include "robust/machine.h"
#include "robust/summaries.h"

#include <string.h>

struct test
{
  struct robust_job *job;
  const hb_acode *code;
  hb_diag *diag;
  bool counting;
  char *wrong;
};

static void
count (const struct test *t, const char *what)
{
  if (t->counting)
    verify_count (&t->job->report, what, 1);
}

/* Keeps the first thing that is wrong. */
static void
disagree (struct test *t, const char *what)
{
  if (!t->wrong)
    t->wrong = hb_diag_errors (t->diag) ? hb_format ("%s: %s", what, hb_diag_first (t->diag))
                                        : hb_copy_text (what);
}

static void
replay (struct test *t, const hb_aschedule *schedule, const char *whose)
{
  hb_amachine *machine = hb_amachine_new (t->code, HB_MULTI_THREAD, false);
  if (!hb_amachine_replay (machine, schedule, NULL, t->diag))
    disagree (t, whose);
  hb_amachine_free (machine);
}

/* The oracle's answer. */
static enum hb_robust_answer
ask_oracle (struct test *t)
{
  struct hb_explore_options options = { .parts = HB_PART_BOTH,
                                        .only = HB_NONE,
                                        .most = t->job->most,
                                        .bound = 2,
                                        .limits = &t->job->report.limits };
  struct hb_explore_result found;
  hb_explore_robust (t->code, &options, &found);
  if (found.answer == HB_ROBUST_VIOLATED)
    replay (t, &found.schedule, "the oracle's schedule does not replay");
  hb_explore_result_free (&found);
  return found.answer;
}

static enum hb_robust_answer
ask_summaries (struct test *t, bool extract)
{
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB, .without = t->job->without };
  hb_instrumented *made = hb_instrument (t->code->program, &how, t->diag);
  if (!made)
    {
      disagree (t, "the instrumentation fails");
      return HB_ROBUST_UNKNOWN;
    }
  struct hb_summaries_options options
      = { .limits = &t->job->report.limits, .most = 10 * t->job->most };
  struct hb_summaries_result found = { 0 };
  hb_summaries (made->code, &options, &found);
  if (found.answer == HB_ROBUST_VIOLATED && extract && !t->job->without)
    {
      hb_aschedule schedule = { 0 };
      if (!hb_robust_extract (t->code, made, vec_from (found.choices, 0), found.choices.size,
                              &schedule, t->diag))
        disagree (t, "no schedule from the sequential run");
      else
        replay (t, &schedule, "the extracted schedule does not replay");
      hb_aschedule_free (&schedule);
    }
  hb_summaries_result_free (&found);
  hb_instrumented_free (made);
  return found.answer;
}

static void
test_program (struct test *t)
{
  enum hb_robust_answer truth = ask_oracle (t);
  if (truth == HB_ROBUST_UNKNOWN)
    {
      count (t, "programs passed over");
      return;
    }
  enum hb_robust_answer reduced = ask_summaries (t, truth == HB_ROBUST_VIOLATED);
  if (reduced == HB_ROBUST_UNKNOWN)
    count (t, "programs passed over");
  else if (reduced != truth)
    disagree (t, truth == HB_ROBUST_VIOLATED ? "missed: violated, and the sequential program says robust"
                                             : "false alarm: robust, and the sequential program says violated");
  else
    count (t, truth == HB_ROBUST_VIOLATED ? "violated" : "robust");
}

char *
robust_disagreement (struct robust_job *job, const char *text, bool counting)
{
  struct test t = { .job = job, .diag = hb_diag_new (), .counting = counting };
  hb_aed *program = hb_aed_of_bytes ("program", text, strlen (text), t.diag);
  if (program)
    {
      hb_aed_split (program);
      hb_acode *code = hb_acode_new (program);
      t.code = code;
      test_program (&t);
      hb_acode_free (code);
    }
  else if (counting)
    disagree (&t, "the program cannot be read");
  hb_aed_free (program);
  hb_diag_free (t.diag);
  return t.wrong;
}

/* --- Shrinking --- */

static char *
without_line (const char *text, size_t line)
{
  const char *at = text;
  for (size_t i = 0; i < line && at; i++)
    at = strchr (at, '\n') ? strchr (at, '\n') + 1 : NULL;
  if (!at || !*at)
    return NULL;
  const char *end = strchr (at, '\n');
  end = end ? end + 1 : at + strlen (at);
  return hb_format ("%.*s%s", (int)(at - text), text, end);
}

char *
robust_shrink (struct robust_job *job, const char *text)
{
  char *best = hb_copy_text (text), *less, *what = robust_disagreement (job, text, false);
  for (size_t line = 0; (less = without_line (best, line));)
    {
      char *wrong = robust_disagreement (job, less, false);
      if (wrong && !strcmp (wrong, what))
        {
          hb_free (best);
          best = less;
          line = 0;
        }
      else
        {
          hb_free (less);
          line++;
        }
      hb_free (wrong);
    }
  hb_free (what);
  return best;
}
