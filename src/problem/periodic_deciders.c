/* Who decides periodic safety:
 *
 *     position, position:picosat   orders by position (periodic/decide.h), by that solver
 *     rounds                       orders by the paper's clocks
 *     explore                      all executions (periodic/explore.h) */
#include "problem/periodic.h"

#include "periodic/explore.h"

#include <string.h>

static bool
accepts_rounds (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "rounds know no real time";
  return hb_periodic_of (instance)->semantics != HB_SEMANTICS_EXACT;
}

static enum hb_answer
ask_solver (const struct hb_decider *self, const hb_instance *instance,
            const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  struct hb_periodic_options how
      = { .time = i->jobs->time,
          .departure = i->jobs->departure,
          .formula = { .semantics = i->semantics, .snapshots = HB_SNAPSHOTS_MOD },
          .solver = strchr (self->name, ':') ? "picosat" : NULL,
          .seed = options->seed,
          .limits = options->limits,
          .wants_run = true };
  if (!strcmp (self->name, "rounds"))
    {
      how.formula.encoding = HB_ENCODING_ROUNDS;
      how.formula.snapshots = HB_SNAPSHOTS_ALL;
    }
  struct hb_periodic_result result;
  bool good = hb_periodic_decide (i->program, &how, &result, diag);
  enum hb_answer answer = !good                                   ? HB_OPEN
                          : result.answer == HB_PERIODIC_VIOLATED ? HB_YES
                          : result.answer == HB_PERIODIC_SAFE     ? HB_NO
                                                                  : HB_OPEN;
  if (answer == HB_YES && !result.run)
    answer = HB_OPEN; /* a limit was reached before the run was there */
  if (answer == HB_YES && solution)
    {
      *solution = hb_solution_of_run (result.run);
      result.run = NULL;
    }
  hb_periodic_result_free (&result);
  return answer;
}

static bool
accepts_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  return hb_periodic_can_explore (hb_periodic_of (instance)->jobs, why);
}

static enum hb_answer
explore (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  hb_periodic_run *run = NULL;
  (void)self;
  int answer = hb_periodic_explore (i->jobs, i->semantics, options->limits, &run, diag);
  if (answer == HB_YES && solution)
    *solution = hb_solution_of_run (run);
  else
    hb_periodic_run_free (run);
  return (enum hb_answer)answer;
}

static const struct hb_decider position = { .name = "position",
                                            .summary = "orders by position, CaDiCaL",
                                            .seeded = true,
                                            .decide = ask_solver },
                               picosat = { .name = "position:picosat",
                                           .summary = "orders by position, PicoSAT",
                                           .decide = ask_solver },
                               rounds = { .name = "rounds",
                                          .summary = "orders by the paper's clocks, CaDiCaL",
                                          .accepts = accepts_rounds,
                                          .decide = ask_solver },
                               brute = { .name = "explore",
                                         .summary = "all executions, body by body",
                                         .brute = true,
                                         .accepts = accepts_small,
                                         .decide = explore };

const struct hb_decider *const hb_periodic_deciders[]
    = { &position, &picosat, &rounds, &brute, NULL };
