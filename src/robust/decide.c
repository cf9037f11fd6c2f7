/* See decide.h. */
#include "robust/decide.h"

#include "robust/alone.h"
#include "robust/explore.h"
#include "robust/extract.h"
#include "robust/machine.h"
#include "robust/summaries.h"
#include "robust/trace.h"

/* Events that start where nothing else is said, by the engines that need a bound. */
#define DEFAULT_BOUND 3

const char *
hb_robust_answer_name (enum hb_robust_answer answer)
{
  return answer == HB_ROBUST_ROBUST     ? "ROBUST"
         : answer == HB_ROBUST_VIOLATED ? "VIOLATED"
                                        : "UNKNOWN";
}

static void
by_explore (const hb_acode *code, const struct hb_robust_options *options,
            struct hb_robust_result *result)
{
  struct hb_explore_options explore = { .parts = options->parts,
                                        .queue = options->queue,
                                        .only = HB_NONE,
                                        .bound = options->bound ? options->bound : DEFAULT_BOUND,
                                        .limits = options->limits };
  struct hb_explore_result found;
  hb_explore_robust (code, &explore, &found);
  result->answer = found.answer;
  result->part = found.part;
  result->schedule = found.schedule;
  result->has_schedule = found.answer == HB_ROBUST_VIOLATED;
  result->configurations = found.configurations;
  if (found.answer == HB_ROBUST_UNKNOWN)
    result->reason = found.complete ? hb_format ("no violation with up to %zu events; more may start",
                                                 explore.bound)
                                    : hb_format ("a limit was reached");
  if (found.range)
    {
      struct hb_place place = hb_acode_place (code, found.range_ins);
      result->notes = hb_format ("a write leaves its variable's range, in line %zu: its task stops there",
                                 place.line);
    }
}

/* The run that was found violates one part first; about the other one nothing is known. */
static void
judge_part (const hb_acode *code, const struct hb_robust_options *options,
            struct hb_robust_result *result, hb_diag *diag)
{
  if (result->answer != HB_ROBUST_VIOLATED)
    return;
  hb_amachine *machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  if (hb_amachine_replay (machine, &result->schedule, NULL, diag))
    {
      struct hb_robust_trace judged;
      hb_trace *trace = hb_amachine_trace (machine, false, diag);
      hb_robust_of_trace (trace, options->parts, &judged);
      result->part = judged.part;
      if (judged.answer != HB_ROBUST_VIOLATED)
        {
          result->answer = HB_ROBUST_UNKNOWN;
          result->has_schedule = false;
          result->reason = hb_copy_text ("the other part is violated; this one may be, behind it");
        }
      hb_robust_trace_free (&judged);
      hb_trace_free (trace);
    }
  hb_amachine_free (machine);
}

/* The instrumented program says whether the program is robust; whether it is deterministic in its runs follows only
 * from that, or from what is violated first. */
static bool
by_summaries (const hb_acode *code, const struct hb_robust_options *options,
              struct hb_robust_result *result, hb_diag *diag)
{
  bool alone = options->det_from != HB_DET_RUNS;
  struct hb_instrument_options how = { .stage = alone ? HB_STAGE_DET : HB_STAGE_ROB,
                                       .from_any = options->det_from == HB_DET_ANY };
  if (options->queue || options->det_from == HB_DET_REACHABLE)
    {
      result->reason = hb_copy_text (options->queue
                                         ? "the reduction is not for main tasks in the order of posts"
                                         : "the reduction does not start from reachable values");
      return true;
    }
  hb_instrumented *made = hb_instrument (code->program, &how, diag);
  if (!made)
    return false;
  struct hb_summaries_options summaries = { .limits = options->limits };
  struct hb_summaries_result found = { 0 };
  hb_summaries (made->code, &summaries, &found);
  bool good = true;
  result->answer = found.answer;
  result->summaries = found.exits;
  if (found.answer == HB_ROBUST_VIOLATED && options->det_from != HB_DET_ANY)
    {
      good = hb_robust_extract (code, made, vec_from (found.choices, 0), found.choices.size,
                                &result->schedule, diag);
      result->has_schedule = good;
    }
  if (found.answer == HB_ROBUST_UNKNOWN)
    result->reason = hb_copy_text ("a limit was reached");
  if (good && !alone)
    judge_part (code, options, result, diag);
  hb_summaries_result_free (&found);
  hb_instrumented_free (made);
  return good;
}

/* All engines; those that know must agree. */
static bool
by_all (const hb_acode *code, const struct hb_robust_options *options,
        struct hb_robust_result *result, hb_diag *diag)
{
  for (int engine = HB_ROBUST_EXPLORE; engine < HB_ROBUST_ALL; engine++)
    {
      struct hb_robust_options one = *options;
      struct hb_robust_result found;
      one.engine = (enum hb_robust_engine)engine;
      if (!hb_robust_decide (code, &one, &found, diag))
        {
          hb_robust_result_free (&found);
          return false;
        }
      if (found.answer && result->answer && found.answer != result->answer)
        hb_error (diag, NULL, "the engines disagree: please report this");
      bool better = found.answer && (!result->answer || (found.has_schedule && !result->has_schedule));
      if (!better)
        {
          hb_robust_result_free (&found);
          continue;
        }
      hb_robust_result_free (result);
      *result = found;
    }
  return !hb_diag_errors (diag);
}

bool
hb_robust_decide (const hb_acode *code, const struct hb_robust_options *options,
                  struct hb_robust_result *result, hb_diag *diag)
{
  *result = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
  if (options->engine == HB_ROBUST_ALL)
    return by_all (code, options, result, diag);
  if (options->engine == HB_ROBUST_SUMMARIES)
    return by_summaries (code, options, result, diag);
  if (options->det_from != HB_DET_RUNS && options->parts & HB_PART_DET)
    hb_robust_alone (code, options, result);
  else
    by_explore (code, options, result);
  return true;
}

void
hb_robust_result_free (struct hb_robust_result *result)
{
  hb_aschedule_free (&result->schedule);
  hb_free (result->reason);
  hb_free (result->notes);
}
