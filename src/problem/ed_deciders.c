/* Who decides traces: the engines, the one with order variables with either solver. */
#include "problem/ed.h"

#include "engine/engine.h"

/* `explore` tries all runs: traces larger than this are left to the others. */
#define MOST_EXPLORED_EVENTS 64
#define MOST_ENUMERATED_EVENTS 48

/* `closure` pays for each decision with what it knows of all orders. */
#define MOST_CLOSURE_EVENTS 2000

struct ask
{
  const char *engine, *solver;
  size_t most; /* events; 0: any number */
};

static bool
accepts (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  const struct ask *d = self->own;
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
  const struct ask *d = self->own;
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

static const struct ask ask_cds = { "cds", NULL, 0 };
static const struct ask ask_sat = { "sat", "cadical", 0 };
static const struct ask ask_picosat = { "sat", "picosat", 0 };
static const struct ask ask_closure = { "closure", NULL, MOST_CLOSURE_EVENTS };
static const struct ask ask_enum = { "enum", NULL, MOST_ENUMERATED_EVENTS };
static const struct ask ask_explore = { "explore", NULL, MOST_EXPLORED_EVENTS };

static const struct hb_decider cds = { .name = "cds",
                                       .summary = "conflict-driven scheduling",
                                       .seeded = true,
                                       .own = &ask_cds,
                                       .accepts = accepts,
                                       .decide = decide };
static const struct hb_decider sat = { .name = "sat",
                                       .summary = "order variables, CaDiCaL",
                                       .seeded = true,
                                       .own = &ask_sat,
                                       .accepts = accepts,
                                       .decide = decide };
static const struct hb_decider picosat = { .name = "sat:picosat",
                                           .summary = "order variables, PicoSAT",
                                           .seeded = true,
                                           .own = &ask_picosat,
                                           .accepts = accepts,
                                           .decide = decide };
static const struct hb_decider closed = { .name = "closure",
                                          .summary = "decisions on the closure of all orders",
                                          .own = &ask_closure,
                                          .accepts = accepts,
                                          .decide = decide };
static const struct hb_decider enumerated
    = { .name = "enum",
        .summary = "saturation, then enumeration, of small traces",
        .own = &ask_enum,
        .accepts = accepts,
        .decide = decide };
static const struct hb_decider explored = { .name = "explore",
                                            .summary = "all runs of the semantics, of small traces",
                                            .brute = true,
                                            .own = &ask_explore,
                                            .accepts = accepts,
                                            .decide = decide };

const struct hb_decider *const hb_ed_deciders[]
    = { &cds, &sat, &picosat, &closed, &enumerated, &explored, NULL };
