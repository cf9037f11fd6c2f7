/* See decide.h. */
#include "robust/decide.h"

#include "robust/alone.h"
#include "robust/explore.h"

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

bool
hb_robust_decide (const hb_acode *code, const struct hb_robust_options *options,
                  struct hb_robust_result *result, hb_diag *diag)
{
  *result = (struct hb_robust_result){ .answer = HB_ROBUST_UNKNOWN };
  (void)diag;
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
