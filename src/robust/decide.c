/* See decide.h. */
#include "robust/decide.h"

#include "robust/alone.h"
#include "robust/explore.h"
#include "robust/extract.h"
#include "robust/summaries.h"

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

/* The instrumented program says whether the program is robust; whether it is deterministic in its runs follows only
 * from that, or from what is violated first. */
static bool
by_summaries (const hb_acode *code, const struct hb_robust_options *options,
              struct hb_robust_result *result, hb_diag *diag)
{
  bool alone = options->det_from != HB_DET_RUNS;
  struct hb_instrument_options how = { .stage = alone ? HB_STAGE_DET : HB_STAGE_ROB,
                                       .from_any = options->det_from == HB_DET_ANY };
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
  hb_summaries_result_free (&found);
  hb_instrumented_free (made);
  return good;
}

bool
hb_robust_decide (const hb_acode *code, const struct hb_robust_options *options,
                  struct hb_robust_result *result, hb_diag *diag)
{
  *result = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
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
