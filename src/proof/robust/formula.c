/* All runs of a sequential program within a bound, as gates.
 *
 * A call is gone through in laps: in a lap instructions come in the order of the text, and a jump back goes on in the
 * next lap.  Where paths meet their values are chosen by who comes.  A call may have so many laps behind its first as
 * the bound says, and a procedure be within itself so often: what would go on is beyond. */
#include "proof/robust/formula.h"

/* Beyond so many gates a formula is given up. */
#define MOST_GATES 20000000

/* Who stands somewhere: `comes` says whether anyone does; `values`, locals and then variables, are NULL if nobody can. */
struct stand
{
  hb_wire comes;
  struct hb_wires *values;
};

struct runs
{
  const hb_acode *code;
  const struct hb_bounded_claim *claim;
  struct hb_limits *limits;
  struct hb_gates *gates;
  hb_id variables, event;
  size_t *depth; /* procedure -> how often it is within itself */
  hb_wire fails, beyond;
  bool stopped;
};

/* One call. */
struct call
{
  const struct hb_aproc *proc;
  size_t width;                       /* values of a stand */
  struct stand *lap, *next, returned; /* by instruction of the procedure */
};

/* Those of VALUES who come by COMES join TO. */
static void
join (struct runs *r, struct stand *to, hb_wire comes, const struct hb_wires *values, size_t count)
{
  if (comes == HB_WIRE_NO)
    return;
  bool first = !to->values;
  if (first)
    to->values = hb_calloc (count, sizeof *to->values);
  for (size_t i = 0; i < count; i++)
    to->values[i] = first ? values[i] : hb_wires_choice (r->gates, comes, values[i], to->values[i]);
  to->comes = first ? comes : hb_wire_or (r->gates, to->comes, comes);
}

static void
leave (struct stand *stand)
{
  hb_free (stand->values);
  *stand = (struct stand){ HB_WIRE_NO, NULL };
}

static struct stand enter (struct runs *r, hb_id proc, hb_wire comes, const struct hb_wires *args,
                           const struct hb_wires *variables);

/* LOW to HIGH: an input that is no more than their difference. */
static struct hb_wires
choose (struct runs *r, int64_t low, int64_t high)
{
  unsigned bits = 1;
  while (bits < RUN_WIDTH && (high - low) >> bits)
    bits++;
  struct hb_wires above
      = hb_wires_resize (r->gates, hb_wires_free (r->gates, bits), RUN_WIDTH, false),
      most = hb_wires_number (r->gates, RUN_WIDTH, (uint64_t)(high - low));
  hb_wire fits = hb_wires_less (r->gates, most, above, false) ^ 1;
  hb_wire_clause (r->gates, &fits, 1);
  return hb_wires_add (r->gates, above,
                       hb_wires_number (r->gates, RUN_WIDTH, (uint64_t)low & UINT32_MAX));
}

/* VALUE in the range of VARIABLE?  Then *KEPT is VALUE, its upper bits known where the range tells. */
static hb_wire
fits (struct runs *r, hb_id variable, struct hb_wires value, struct hb_wires *kept)
{
  const struct hb_aed_variable *v = &r->code->program->variables.data[variable];
  struct hb_wires low = hb_wires_number (r->gates, RUN_WIDTH, (uint64_t)v->low & UINT32_MAX),
                  high = hb_wires_number (r->gates, RUN_WIDTH, (uint64_t)v->high & UINT32_MAX);
  unsigned bits = 0;
  while (bits < RUN_WIDTH && v->high >> bits)
    bits++;
  *kept = v->low < 0 || !bits ? value
                              : hb_wires_resize (r->gates, hb_wires_of (r->gates, value.bits, bits),
                                                 RUN_WIDTH, false);
  return hb_wire_and (r->gates, hb_wires_less (r->gates, value, low, true) ^ 1,
                      hb_wires_less (r->gates, high, value, true) ^ 1);
}

static void
follow (struct runs *r, struct call *c, const struct hb_ains *ins, struct stand *here)
{
  const hb_id *list = vec_from (r->code->program->source.args, ins->first_arg);
  struct hb_wires *args = hb_calloc (ins->args, sizeof *args),
                  *variables = here->values + c->proc->locals;
  struct stand back = { HB_WIRE_NO, NULL };
  for (hb_id i = 0; i < ins->args; i++)
    args[i] = run_value (r->gates, r->code, list[i], here->values, variables);
  if (r->depth[ins->slot] < r->claim->bound)
    back = enter (r, ins->slot, here->comes, args, variables);
  else
    r->beyond = hb_wire_or (r->gates, r->beyond, here->comes);
  for (hb_id v = 0; v < r->variables && back.values; v++)
    variables[v] = back.values[v];
  here->comes = back.comes;
  leave (&back);
  hb_free (args);
}

/* Those who go from instruction AT of the procedure to TARGET. */
static void
go (struct runs *r, struct call *c, size_t at, hb_id target, hb_wire comes,
    const struct hb_wires *values)
{
  size_t to = target - c->proc->first;
  join (r, to > at ? &c->lap[to] : &c->next[to], comes, values, c->width);
}

/* Instruction AT of the procedure, for those who stand HERE. */
static void
step (struct runs *r, struct call *c, size_t at, struct stand *here)
{
  hb_id number = c->proc->first + (hb_id)at;
  const struct hb_ains *ins = &r->code->ins.data[number];
  struct hb_gates *gates = r->gates;
  struct hb_wires *values = here->values, *variables = values + c->proc->locals, value = { 0 };
  hb_wire holds = HB_WIRE_NO;
  if (ins->exp != HB_NONE)
    {
      value = run_value (gates, r->code, ins->exp, values, variables);
      holds = hb_wires_any (gates, value);
    }
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
    case HB_AOP_READ:
      values[ins->slot] = value;
      break;
    case HB_AOP_GHOST:
      variables[ins->variable] = value;
      break;
    case HB_AOP_WRITE:
      holds = fits (r, ins->variable, value, &variables[ins->variable]);
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    case HB_AOP_CHOOSE:
      *(ins->variable != HB_NONE ? &variables[ins->variable] : &values[ins->slot])
          = choose (r, ins->low, ins->high);
      break;
    case HB_AOP_CALL:
      follow (r, c, ins, here);
      break;
    case HB_AOP_ASSERT:
      r->fails = hb_wire_or (gates, r->fails, hb_wire_and (gates, here->comes, holds ^ 1));
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    case HB_AOP_ASSUME:
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    case HB_AOP_BRANCH:
      go (r, c, at, ins->target, hb_wire_and (gates, here->comes, holds ^ 1), values);
      here->comes = hb_wire_and (gates, here->comes, holds);
      break;
    case HB_AOP_JUMP:
      go (r, c, at, ins->target, here->comes, values);
      return;
    case HB_AOP_RETURN:
      join (r, &c->returned, here->comes, variables, r->variables);
      return;
    case HB_AOP_POST: /* a sequential program has none: nothing is known of one that has */
      r->fails = hb_wire_or (gates, r->fails, here->comes);
      return;
    }
  go (r, c, at, number + 1, here->comes, values);
}

/* Goes through C until nobody stands in it, or MORE laps behind the first are over. */
static void
go_through (struct runs *r, struct call *c, size_t more)
{
  bool goes_on = true;
  for (size_t lap = 0; lap <= more && goes_on && !r->stopped; lap++)
    {
      for (size_t at = 0; at < c->proc->count && !r->stopped; at++)
        if (c->lap[at].values)
          {
            step (r, c, at, &c->lap[at]);
            leave (&c->lap[at]);
            r->stopped
                = r->stopped || r->gates->list.size > MOST_GATES || hb_limits_hit (r->limits);
          }
      struct stand *over = c->lap;
      c->lap = c->next;
      c->next = over;
      goes_on = false;
      for (size_t at = 0; at < c->proc->count; at++)
        goes_on = goes_on || c->lap[at].values;
    }
}

/* Those who come enter PROC; who returns, with the variables alone. */
static struct stand
enter (struct runs *r, hb_id proc, hb_wire comes, const struct hb_wires *args,
       const struct hb_wires *variables)
{
  struct call c = { .proc = &r->code->procs.data[proc] };
  c.width = c.proc->locals + r->variables;
  c.lap = hb_calloc (c.proc->count, sizeof *c.lap);
  c.next = hb_calloc (c.proc->count, sizeof *c.next);
  struct hb_wires *values = hb_calloc (c.width, sizeof *values);
  for (hb_id i = 0; i < c.proc->locals; i++)
    values[i] = i < c.proc->params ? args[i] : hb_wires_number (r->gates, RUN_WIDTH, 0);
  for (hb_id v = 0; v < r->variables; v++)
    values[c.proc->locals + v] = variables[v];
  join (r, &c.lap[0], comes, values, c.width);
  hb_free (values);
  r->depth[proc]++;
  go_through (r, &c, proc == r->event ? r->claim->starts : r->claim->bound);
  r->depth[proc]--;
  for (size_t at = 0; at < c.proc->count; at++)
    {
      if (c.lap[at].values)
        r->beyond = hb_wire_or (r->gates, r->beyond, c.lap[at].comes);
      leave (&c.lap[at]);
      leave (&c.next[at]);
    }
  hb_free (c.lap);
  hb_free (c.next);
  return c.returned;
}

bool
hb_bounded_formula (const hb_acode *code, const struct hb_bounded_claim *claim,
                    struct hb_limits *limits, struct hb_gates *gates)
{
  const hb_aed *program = code->program;
  struct runs r = { .code = code, .claim = claim, .limits = limits, .gates = gates };
  r.variables = (hb_id)program->variables.size;
  r.event = (hb_id)program->procs.size - 1;
  r.depth = hb_calloc (code->procs.size, sizeof *r.depth);
  struct hb_wires *initial = hb_calloc (r.variables + 1, sizeof *initial);
  for (hb_id v = 0; v < r.variables; v++)
    initial[v] = hb_wires_number (gates, RUN_WIDTH,
                                  (uint64_t)program->variables.data[v].initial & UINT32_MAX);
  struct stand end = enter (&r, r.event, HB_WIRE_YES, NULL, initial);
  leave (&end);
  hb_wire wrong = claim->is_whole ? hb_wire_or (gates, r.fails, r.beyond) : r.fails;
  hb_wire_clause (gates, &wrong, 1);
  hb_free (initial);
  hb_free (r.depth);
  return !r.stopped;
}

bool
hb_bounded_derive (const hb_aed *program, const struct hb_bounded_claim *claim,
                   struct hb_limits *limits, struct hb_gates *gates, hb_diag *diag)
{
  struct hb_instrument_options how = { .stage = claim->stage, .from_any = claim->from_any };
  hb_instrumented *made = hb_instrument (program, &how, diag);
  hb_gates_start (gates);
  bool good = made && hb_bounded_formula (made->code, claim, limits, gates);
  if (made && !good && !hb_limits_hit (limits))
    hb_error (diag, NULL, "the formula of all runs within the bound is too large for a proof");
  hb_instrumented_free (made);
  return good;
}
