/* See laps.h. */
#include "proof/robust/laps.h"

/* One call. */
struct call
{
  const struct hb_aproc *proc;
  size_t width;                       /* values of a stand */
  struct stand *lap, *next, returned; /* by instruction of the procedure */
};

void
laps_start (struct laps *laps)
{
  laps->depth = hb_calloc (laps->code->procs.size, sizeof *laps->depth);
  laps->beyond = HB_WIRE_NO;
  laps->stopped = false;
}

void
laps_end (struct laps *laps)
{
  hb_free (laps->depth);
}

/* Those of VALUES who come by COMES join TO. */
static void
join (struct laps *l, struct stand *to, hb_wire comes, const struct hb_wires *values, size_t count)
{
  if (comes == HB_WIRE_NO)
    return;
  bool first = !to->values;
  if (first)
    to->values = hb_calloc (count, sizeof *to->values);
  for (size_t i = 0; i < count; i++)
    to->values[i] = first ? values[i] : hb_wires_choice (l->gates, comes, values[i], to->values[i]);
  to->comes = first ? comes : hb_wire_or (l->gates, to->comes, comes);
}

void
laps_leave (struct stand *stand)
{
  hb_free (stand->values);
  *stand = (struct stand){ HB_WIRE_NO, NULL };
}

struct hb_wires
laps_choose (struct laps *l, int64_t low, int64_t high)
{
  unsigned bits = 1;
  while (bits < RUN_WIDTH && (high - low) >> bits)
    bits++;
  struct hb_wires above
      = hb_wires_resize (l->gates, hb_wires_free (l->gates, bits), RUN_WIDTH, false),
      most = hb_wires_number (l->gates, RUN_WIDTH, (uint64_t)(high - low));
  hb_wire fits = hb_wires_less (l->gates, most, above, false) ^ 1;
  hb_wire_clause (l->gates, &fits, 1);
  return hb_wires_add (l->gates, above,
                       hb_wires_number (l->gates, RUN_WIDTH, (uint64_t)low & UINT32_MAX));
}

hb_wire
laps_fits (struct laps *l, hb_id variable, struct hb_wires value, struct hb_wires *kept)
{
  const struct hb_aed_variable *v = &l->code->program->variables.data[variable];
  struct hb_wires low = hb_wires_number (l->gates, RUN_WIDTH, (uint64_t)v->low & UINT32_MAX),
                  high = hb_wires_number (l->gates, RUN_WIDTH, (uint64_t)v->high & UINT32_MAX);
  unsigned bits = 1;
  while (bits < RUN_WIDTH && v->high >> bits)
    bits++;
  *kept = v->low < 0 ? value
                     : hb_wires_resize (l->gates, hb_wires_of (l->gates, value.bits, bits),
                                        RUN_WIDTH, false);
  return hb_wire_and (l->gates, hb_wires_less (l->gates, value, low, true) ^ 1,
                      hb_wires_less (l->gates, high, value, true) ^ 1);
}

struct hb_wires *
laps_arguments (struct laps *l, const struct hb_ains *ins, const struct stand *here, hb_id locals)
{
  const hb_id *list = vec_from (l->code->program->source.args, ins->first_arg);
  struct hb_wires *args = hb_calloc (ins->args, sizeof *args);
  for (hb_id i = 0; i < ins->args; i++)
    args[i] = run_value (l->gates, l->code, list[i], here->values, here->values + locals);
  return args;
}

bool
laps_may_enter (struct laps *l, hb_id proc, hb_wire comes)
{
  bool may = l->depth[proc] < l->within;
  if (!may)
    l->beyond = hb_wire_or (l->gates, l->beyond, comes);
  return may;
}

static void
follow (struct laps *l, const struct hb_ains *ins, struct stand *here, hb_id locals)
{
  struct hb_wires *args = laps_arguments (l, ins, here, locals);
  struct stand back = { HB_WIRE_NO, NULL };
  if (laps_may_enter (l, ins->slot, here->comes))
    back = laps_enter (l, ins->slot, here->comes, args, here->values + locals);
  for (hb_id v = 0; v < l->variables && back.values; v++)
    here->values[locals + v] = back.values[v];
  here->comes = back.comes;
  laps_leave (&back);
  hb_free (args);
}

/* Those who go from instruction AT of the procedure to TARGET. */
static void
go (struct laps *l, struct call *c, size_t at, hb_id target, hb_wire comes,
    const struct hb_wires *values)
{
  size_t to = target - c->proc->first;
  join (l, to > at ? &c->lap[to] : &c->next[to], comes, values, c->width);
}

/* Instruction AT of the procedure, for those who stand HERE. */
static void
step (struct laps *l, struct call *c, size_t at, struct stand *here)
{
  hb_id number = c->proc->first + (hb_id)at, locals = c->proc->locals;
  const struct hb_ains *ins = &l->code->ins.data[number];
  struct hb_wires *values = here->values, value = { 0 };
  hb_wire holds = HB_WIRE_NO;
  if (ins->exp != HB_NONE && (ins->op != HB_AOP_READ || l->variables))
    {
      value = run_value (l->gates, l->code, ins->exp, values, values + locals);
      holds = hb_wires_any (l->gates, value);
    }
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
      values[ins->slot] = value;
      break;
    case HB_AOP_CALL:
      follow (l, ins, here, locals);
      break;
    case HB_AOP_ASSUME:
      here->comes = hb_wire_and (l->gates, here->comes, holds);
      break;
    case HB_AOP_BRANCH:
      go (l, c, at, ins->target, hb_wire_and (l->gates, here->comes, holds ^ 1), values);
      here->comes = hb_wire_and (l->gates, here->comes, holds);
      break;
    case HB_AOP_JUMP:
      go (l, c, at, ins->target, here->comes, values);
      return;
    case HB_AOP_RETURN:
      join (l, &c->returned, here->comes, values + locals, l->variables);
      return;
    default:
      l->effect (l, ins, here, locals, value, holds);
    }
  go (l, c, at, number + 1, here->comes, values);
}

/* Goes through C until nobody stands in it, or MORE laps behind the first are over. */
static void
go_through (struct laps *l, struct call *c, size_t more)
{
  bool goes_on = true;
  for (size_t lap = 0; lap <= more && goes_on && !l->stopped; lap++)
    {
      for (size_t at = 0; at < c->proc->count && !l->stopped; at++)
        if (c->lap[at].values)
          {
            step (l, c, at, &c->lap[at]);
            laps_leave (&c->lap[at]);
            l->stopped
                = l->stopped || l->gates->list.size > LAPS_MOST_GATES || hb_limits_hit (l->limits);
          }
      struct stand *over = c->lap;
      c->lap = c->next;
      c->next = over;
      goes_on = false;
      for (size_t at = 0; at < c->proc->count; at++)
        goes_on = goes_on || c->lap[at].values;
    }
}

struct stand
laps_enter (struct laps *l, hb_id proc, hb_wire comes, const struct hb_wires *args,
            const struct hb_wires *variables)
{
  struct call c = { .proc = &l->code->procs.data[proc] };
  c.width = c.proc->locals + l->variables;
  c.lap = hb_calloc (c.proc->count, sizeof *c.lap);
  c.next = hb_calloc (c.proc->count, sizeof *c.next);
  struct hb_wires *values = hb_calloc (c.width, sizeof *values);
  for (hb_id i = 0; i < c.proc->locals; i++)
    values[i] = i < c.proc->params ? args[i] : hb_wires_number (l->gates, RUN_WIDTH, 0);
  for (hb_id v = 0; v < l->variables; v++)
    values[c.proc->locals + v] = variables[v];
  join (l, &c.lap[0], comes, values, c.width);
  hb_free (values);
  l->depth[proc]++;
  go_through (l, &c, proc == l->outer ? l->outer_bound : l->bound);
  l->depth[proc]--;
  for (size_t at = 0; at < c.proc->count; at++)
    {
      if (c.lap[at].values)
        l->beyond = hb_wire_or (l->gates, l->beyond, c.lap[at].comes);
      laps_leave (&c.lap[at]);
      laps_leave (&c.next[at]);
    }
  hb_free (c.lap);
  hb_free (c.next);
  return c.returned;
}
