/* Who decides robustness of event programs (robust/decide.h): by the sequential program, by executions, by all
 * configurations.  Those with a bound leave the question open where more could come behind it. */
#include "problem/robust.h"

#include "robust/decide.h"

static const enum hb_robust_engine by_summaries = HB_ROBUST_SUMMARIES, by_bmc = HB_ROBUST_BMC,
                                   by_direct = HB_ROBUST_DIRECT, by_explore = HB_ROBUST_EXPLORE;

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  struct hb_limits none = hb_limits_new (0, 0);
  struct hb_robust_options how = { .engine = *(const enum hb_robust_engine *)self->own,
                                   .parts = HB_PART_BOTH,
                                   .limits = options->limits ? options->limits : &none };
  struct hb_robust_result found;
  enum hb_answer answer = HB_OPEN;
  if (hb_robust_decide (hb_events_of (instance)->code, &how, &found, diag))
    answer = found.answer == HB_ROBUST_VIOLATED ? HB_YES
             : found.answer == HB_ROBUST_ROBUST ? HB_NO
                                                : HB_OPEN;
  if (answer == HB_YES && solution)
    {
      *solution = hb_solution_of_schedule (found.schedule);
      found.schedule = (hb_aschedule){ 0 };
    }
  hb_robust_result_free (&found);
  return answer;
}

static const struct hb_decider summaries = { .name = "summaries",
                                             .summary = "summaries of the sequential program",
                                             .own = &by_summaries,
                                             .decide = decide },
                               bmc = { .name = "bmc",
                                       .summary = "the sequential program, written out, CaDiCaL",
                                       .own = &by_bmc,
                                       .decide = decide },
                               direct = { .name = "direct",
                                          .summary = "executions, written out, CaDiCaL",
                                          .own = &by_direct,
                                          .decide = decide },
                               brute = { .name = "explore",
                                         .summary = "all configurations",
                                         .brute = true,
                                         .own = &by_explore,
                                         .decide = decide };

const struct hb_decider *const hb_robust_deciders[] = { &summaries, &bmc, &direct, &brute, NULL };
