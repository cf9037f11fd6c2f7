/* See robust.h. */
#include "cmd/verify/robust.h"

#include "proof/robust/bounded.h"
#include "proof/robust/executions.h"
#include "robust/bmc.h"
#include "robust/direct.h"
#include "robust/explore.h"
#include "robust/extract.h"
#include "robust/lift.h"
#include "robust/machine.h"
#include "robust/summaries.h"
#include "robust/trace.h"
#include "run/replay.h"

#include <string.h>

struct test
{
  struct robust_job *job;
  const hb_acode *code;
  hb_diag *diag;
  bool counting;
  uint64_t number; /* of the program */
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

/* The schedule of a violation: it replays, its trace is a run, and shows the violation. */
static void
replay (struct test *t, const hb_aschedule *schedule, unsigned parts, bool queue, const char *whose)
{
  hb_amachine *machine = hb_amachine_new (t->code, HB_MULTI_THREAD, queue);
  if (!hb_amachine_replay (machine, schedule, NULL, t->diag))
    disagree (t, whose);
  else
    {
      struct hb_robust_trace judged;
      hb_diag *own_diag = hb_diag_new ();
      hb_trace *trace = hb_amachine_trace (machine, true, own_diag);
      hb_diag_free (own_diag);
      hb_robust_of_trace (trace, parts, &judged);
      if (judged.answer != HB_ROBUST_VIOLATED)
        disagree (t, "the trace of a violation is robust");
      hb_witness *own = hb_witness_of_trace (trace, t->diag);
      if (!own || !hb_replay (trace, own, NULL, t->diag))
        disagree (t, "the trace of a run does not replay");
      hb_witness_free (own);
      hb_robust_trace_free (&judged);
      hb_trace_free (trace);
      count (t, "violations replayed");
    }
  hb_amachine_free (machine);
}

/* Each how manieth violation is lifted and extracted again. */
#define LIFTED 5

/* The oracle's schedule goes to a sequential run, in which all tasks do the same, and back to a schedule. */
static void
lift (struct test *t, const hb_aschedule *schedule)
{
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
  hb_instrumented *made = hb_instrument (t->code->program, &how, t->diag);
  hb_seq_choices choices = VEC_EMPTY;
  hb_aschedule again = { 0 };
  if (!made || !hb_robust_lift (t->code, made, schedule, &t->job->report.limits, &choices, t->diag))
    disagree (t, "the oracle's schedule cannot be lifted");
  else if (!hb_robust_extract (t->code, made, vec_from (choices, 0), choices.size, &again, t->diag))
    disagree (t, "what was lifted cannot be extracted");
  else
    {
      replay (t, &again, HB_PART_BOTH, false, "what was lifted and extracted does not replay");
      count (t, "schedules lifted, and extracted again");
    }
  hb_aschedule_free (&again);
  vec_free (choices);
  hb_instrumented_free (made);
}

/* The oracle's answer. */
static enum hb_robust_answer
ask_oracle (struct test *t, unsigned parts, bool queue)
{
  struct hb_explore_options options = { .parts = parts,
                                        .queue = queue,
                                        .only = HB_NONE,
                                        .most = t->job->most,
                                        .bound = 2,
                                        .limits = &t->job->report.limits };
  struct hb_explore_result found;
  hb_explore_robust (t->code, &options, &found);
  if (found.answer == HB_ROBUST_VIOLATED)
    {
      replay (t, &found.schedule, parts, queue, "the oracle's schedule does not replay");
      if (parts == HB_PART_BOTH && !queue && !t->job->without && t->number % LIFTED == 0)
        lift (t, &found.schedule);
    }
  hb_explore_result_free (&found);
  return found.answer;
}

/* A claim about runs of the sequential program (BOUNDED), or about executions. */
struct claim
{
  const struct hb_bounded_claim *bounded;
  const struct hb_executions_claim *executions;
};

static bool
is_certified (struct test *t, struct claim claim, hb_output *output)
{
  size_t size;
  char *text = hb_output_text (output, &size);
  hb_input *input = hb_input_of_bytes ("certificate", text, size, t->diag);
  bool good = claim.bounded ? hb_certify_bounded (t->code->program, input, t->diag).good
                            : hb_certify_executions (t->code, input, t->diag).good;
  hb_input_close (input);
  hb_free (text);
  return good;
}

/* The checker's formula of CLAIM has a model iff the engine found what makes it wrong (HAS_RUN); else its certificate is
 * one. */
static void
prove (struct test *t, struct claim claim, bool has_run)
{
  struct hb_limits *limits = &t->job->report.limits;
  hb_output *output = hb_output_to_memory ();
  int answer = claim.bounded
                   ? hb_bounded_prove (t->code->program, claim.bounded, limits, output, t->diag)
                   : hb_executions_prove (t->code, claim.executions, limits, output, t->diag);
  if (hb_limits_hit (limits))
    {
      hb_output_discard (output);
      return;
    }
  if (answer != (has_run ? 10 : 20))
    disagree (t, !answer         ? "no proof of a bounded answer"
                 : claim.bounded ? "bmc and the checker's formula disagree"
                                 : "direct and the checker's executions disagree");
  else if (answer == 20)
    {
      if (!is_certified (t, claim, output))
        disagree (t, "the certificate of a bounded answer is refused");
      output = NULL;
    }
  if (claim.bounded)
    count (t, answer == 20 ? "bounded answers proved"
                           : "violations that the checker's formula has, too");
  else
    count (t, answer == 20 ? "bounded answers of direct proved"
                           : "violations that the checker's executions have, too");
  hb_output_discard (output);
}

/* As summaries; loops and recursion may be beyond its bound. */
static void
ask_bmc (struct test *t, const hb_instrumented *made, enum hb_robust_answer expected)
{
  static const char *const solvers[] = { "cadical", "picosat" };
  size_t starts = 0;
  for (size_t i = 0; i < t->code->program->driven.size; i++)
    starts += t->code->program->driven.data[i].times;
  for (int i = 0; i < 2; i++)
    {
      struct hb_bmc_options how
          = { .rounds = starts, .bound = 3, .most = 300000, .solver = solvers[i] };
      struct hb_bmc_result found;
      how.limits = &t->job->report.limits;
      if (t->number % 7 && i)
        continue; /* the second opinion on some of them */
      hb_bmc (made->code, &how, &found, t->diag);
      bool violated = found.answer == HB_ROBUST_VIOLATED;
      if (t->number % t->job->proved == 0 && !i && (found.answer || found.cut))
        {
          struct hb_bounded_claim claim = { HB_STAGE_ROB, false, starts, how.bound, false };
          prove (t, (struct claim){ &claim, NULL }, violated);
          claim.is_whole = true;
          prove (t, (struct claim){ &claim, NULL }, violated || found.cut);
        }
      if (!found.answer)
        count (t, "beyond the bound of bmc");
      else if (expected && found.answer != expected)
        disagree (t, "bmc and summaries disagree");
      else
        count (t, i ? "the same by bmc with picosat" : "the same by bmc");
      hb_bmc_result_free (&found);
    }
}

/* What summaries and bmc say of the sequential program; 0 if they do not know. */
static enum hb_robust_answer
ask_reduction (struct test *t, bool extract)
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
        replay (t, &schedule, HB_PART_BOTH, false, "the extracted schedule does not replay");
      hb_aschedule_free (&schedule);
    }
  hb_summaries_result_free (&found);
  if (!t->job->without)
    ask_bmc (t, made, found.answer);
  hb_instrumented_free (made);
  return found.answer;
}

/* The executions themselves, written out: as the oracle, who says TRUTH of these PARTS. */
static void
ask_direct (struct test *t, unsigned parts, bool queue, enum hb_robust_answer truth)
{
  struct hb_direct_options how = {
    .parts = parts, .queue = queue, .bound = 3, .most = 300000, .limits = &t->job->report.limits
  };
  struct hb_direct_result found;
  hb_direct (t->code, &how, &found, t->diag);
  if (found.answer == HB_ROBUST_VIOLATED)
    replay (t, &found.schedule, parts, queue, "the schedule of direct does not replay");
  if (t->number % t->job->proved == 0 && (found.answer || found.is_bounded))
    {
      bool violated = found.answer == HB_ROBUST_VIOLATED;
      struct hb_executions_claim claim = { parts, queue, how.events, how.bound, false };
      prove (t, (struct claim){ NULL, &claim }, violated);
      claim.is_whole = true;
      prove (t, (struct claim){ NULL, &claim }, violated || !found.answer);
    }
  if (!found.answer || !truth)
    count (t, "beyond the bound of direct");
  else if (found.answer != truth)
    disagree (t, "direct and the oracle disagree");
  else
    count (t, queue                   ? "the same by direct, in the order of posts"
              : parts == HB_PART_BOTH ? "the same by direct"
                                      : "the same by direct, of one part");
  hb_direct_result_free (&found);
}

/* One part alone, and main tasks in the order of posts: by direct and the oracle. */
static void
test_variants (struct test *t)
{
  unsigned part = t->number % 2 ? HB_PART_DET : HB_PART_SER;
  ask_direct (t, part, false, ask_oracle (t, part, false));
  ask_direct (t, HB_PART_BOTH, true, ask_oracle (t, HB_PART_BOTH, true));
}

/* Recorded runs of the program, and what they foretell. */
static void
test_predictions (struct test *t, enum hb_robust_answer truth)
{
  struct robust_predicted counts = { 0 };
  for (uint64_t i = 0; i < 4 && !t->wrong; i++)
    {
      struct hb_rng rng = hb_rng_stream (4, i);
      bool queue = i == 3;
      t->wrong = robust_predict_disagreement (
          t->code, &rng, queue, queue ? HB_ROBUST_UNKNOWN : truth, &t->job->report.limits, &counts);
    }
  if (!t->counting)
    return;
  verify_count (&t->job->report, "recorded runs that foretell a violation", counts.yes);
  verify_count (&t->job->report, "recorded runs that foretell none", counts.no);
  if (counts.passed_over)
    verify_count (&t->job->report, "recorded runs passed over", counts.passed_over);
}

static void
test_program (struct test *t)
{
  enum hb_robust_answer truth = ask_oracle (t, HB_PART_BOTH, false);
  if (truth == HB_ROBUST_UNKNOWN)
    {
      count (t, "programs passed over");
      return;
    }
  if (!t->job->without)
    {
      ask_direct (t, HB_PART_BOTH, false, truth);
      test_predictions (t, truth);
      if (t->number % 3 == 0)
        test_variants (t);
    }
  enum hb_robust_answer reduced = ask_reduction (t, truth == HB_ROBUST_VIOLATED);
  if (reduced == HB_ROBUST_UNKNOWN)
    count (t, "programs passed over");
  else if (reduced != truth)
    disagree (t, truth == HB_ROBUST_VIOLATED
                     ? "missed: violated, and the sequential program says robust"
                     : "false alarm: robust, and the sequential program says violated");
  else
    count (t, truth == HB_ROBUST_VIOLATED ? "violated" : "robust");
}

char *
robust_disagreement (struct robust_job *job, const char *text, bool counting)
{
  struct test t = { .job = job, .diag = hb_diag_new (), .counting = counting, .number = job->seen };
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
  if (hb_limits_hit (&job->report.limits))
    {
      /* Who was cut short has found nothing. */
      hb_free (t.wrong);
      t.wrong = NULL;
    }
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
      if (wrong && what && !strcmp (wrong, what))
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
