/* All runs of a sequential program within a bound, as gates.  Variables are carried along with the locals (laps.h).
 * Where loops that post are written out there is a second one, in which it is wrong that a run goes further. */
#include "proof/robust/formula.h"

struct runs
{
  struct laps laps;
  hb_wire fails;
};

/* What a sequential program does beside what is local. */
static void
take_effect (struct laps *laps, const struct hb_ains *ins, struct stand *here, hb_id locals,
             struct hb_wires value, hb_wire holds)
{
  struct runs *r = laps->context;
  struct hb_gates *gates = laps->gates;
  struct hb_wires *values = here->values, *variables = values + locals;
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_READ:
      values[ins->slot] = value;
      break;
    case HB_AOP_GHOST:
      variables[ins->variable] = value;
      break;
    case HB_AOP_WRITE:
      holds = laps_fits (laps, ins->variable, value, &variables[ins->variable]);
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    case HB_AOP_CHOOSE:
      *(ins->variable != HB_NONE ? &variables[ins->variable] : &values[ins->slot])
          = laps_choose (laps, ins->low, ins->high);
      break;
    case HB_AOP_ASSERT:
      r->fails = hb_wire_or (gates, r->fails, hb_wire_and (gates, here->comes, holds ^ 1));
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    default: /* a post: a sequential program has none, and nothing is known of one that has */
      r->fails = hb_wire_or (gates, r->fails, here->comes);
      here->comes = HB_WIRE_NO;
    }
}

/* Enters the runs of the sequential program CODE into GATES: *WRONG, or one of them is what CLAIM says that none is.
 * False: too large, or a limit was reached.  As large as the tree of calls. */
static bool
enter_runs (const hb_acode *code, const struct hb_bounded_claim *claim, struct hb_limits *limits,
            struct hb_gates *gates, hb_wire *wrong)
{
  const hb_aed *program = code->program;
  struct runs r = { .fails = HB_WIRE_NO };
  r.laps = (struct laps){ .code = code,
                          .gates = gates,
                          .limits = limits,
                          .effect = take_effect,
                          .context = &r,
                          .variables = (hb_id)program->variables.size,
                          .bound = claim->bound,
                          .outer = (hb_id)program->procs.size - 1,
                          .outer_bound = claim->starts,
                          .within = claim->bound };
  laps_start (&r.laps);
  struct hb_wires *initial = hb_calloc (r.laps.variables, sizeof *initial);
  for (hb_id v = 0; v < r.laps.variables; v++)
    initial[v] = hb_wires_number (gates, RUN_WIDTH,
                                  (uint64_t)program->variables.data[v].initial & UINT32_MAX);
  struct stand end = laps_enter (&r.laps, r.laps.outer, HB_WIRE_YES, NULL, initial);
  laps_leave (&end);
  *wrong = hb_wire_or (gates, *wrong, r.fails);
  if (claim->is_whole)
    *wrong = hb_wire_or (gates, *wrong, r.laps.beyond);
  hb_free (initial);
  laps_end (&r.laps);
  return !r.laps.stopped;
}

bool
hb_bounded_derive (const hb_aed *program, const struct hb_bounded_claim *claim,
                   struct hb_limits *limits, struct hb_gates *gates, hb_diag *diag)
{
  struct hb_instrument_options how
      = { .stage = claim->stage, .from_any = claim->from_any, .bound = claim->bound };
  hb_wire wrong = HB_WIRE_NO;
  bool good = true;
  hb_gates_start (gates);
  for (bool more = true; good && more;)
    {
      hb_instrumented *made = hb_instrument (program, &how, diag);
      good = made && enter_runs (made->code, claim, limits, gates, &wrong);
      if (made && !good && !hb_limits_hit (limits))
        hb_error (diag, NULL, "the formula of all runs within the bound is too large for a proof");
      more = good && claim->is_whole && made->is_bounded && !how.beyond;
      how.beyond = true;
      hb_instrumented_free (made);
    }
  if (good)
    hb_wire_clause (gates, &wrong, 1);
  return good;
}
