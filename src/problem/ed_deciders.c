/* Who decides traces: the engines, the one with order variables with either solver. */
#include "problem/ed.h"

#include "engine/engine.h"

/* `explore` tries all runs: traces larger than this are left to the others. */
#define MOST_EXPLORED_EVENTS 64
#define MOST_ENUMERATED_EVENTS 48

struct engine_decider
{
  struct hb_decider base;
  const char *engine, *solver;
  size_t most; /* events; 0: any number */
};

static bool
accepts (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  const struct engine_decider *d = (const struct engine_decider *)self;
  const struct hb_engine *engine = hb_engine_find (d->engine);
  const hb_trace *trace = hb_trace_of (instance);
  *why = "the trace is too large for it";
  return (!d->most || trace->events.size <= d->most)
         && (!engine->accepts || engine->accepts (trace, why));
}

static enum hb_answer
decide (const struct hb_decider *self, const hb_instance *instance,
        const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)diag;
  const struct engine_decider *d = (const struct engine_decider *)self;
  struct hb_check_options wanted
      = { .solver = d->solver, .seed = options->seed, .limits = options->limits };
  hb_check_result result;
  hb_check (hb_engine_find (d->engine), hb_trace_of (instance), &wanted, &result);
  enum hb_answer answer = (enum hb_answer)result.verdict;
  if (answer == HB_YES && solution)
    {
      *solution = hb_solution_of_witness (result.witness);
      result.witness = NULL;
    }
  hb_check_result_free (&result);
  return answer;
}

#define ENGINE(NAME, ENGINE_NAME, SOLVER, SUMMARY, BRUTE, SEEDED, MOST)                            \
  {                                                                                                \
    { .name = NAME,                                                                                \
      .summary = SUMMARY,                                                                          \
      .brute = BRUTE,                                                                              \
      .seeded = SEEDED,                                                                            \
      .accepts = accepts,                                                                          \
      .decide = decide },                                                                          \
        ENGINE_NAME, SOLVER, MOST                                                                  \
  }

static const struct engine_decider cds
    = ENGINE ("cds", "cds", NULL, "conflict-driven scheduling", false, true, 0);
static const struct engine_decider sat
    = ENGINE ("sat", "sat", "cadical", "order variables, CaDiCaL", false, true, 0);
static const struct engine_decider sat_picosat
    = ENGINE ("sat:picosat", "sat", "picosat", "order variables, PicoSAT", false, true, 0);
static const struct engine_decider enumerated
    = ENGINE ("enum", "enum", NULL, "saturation, then enumeration, of small traces", false, false,
              MOST_ENUMERATED_EVENTS);
static const struct engine_decider explored
    = ENGINE ("explore", "explore", NULL, "all runs of the semantics, of small traces", true, false,
              MOST_EXPLORED_EVENTS);

const struct hb_decider *const hb_ed_deciders[]
    = { &cds.base, &sat.base, &sat_picosat.base, &enumerated.base, &explored.base, NULL };
