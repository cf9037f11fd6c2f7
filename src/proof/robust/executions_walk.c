/* The tasks of all events that may start, written out.  See executions_private.h. */
#include "proof/robust/executions_private.h"

static hb_id
add_deed (struct executions *x, enum deed_kind kind, hb_wire runs)
{
  vec_push (x->deeds,
            ((struct deed){ .kind = kind, .task = x->now, .variable = HB_NONE, .runs = runs }));
  return (hb_id)x->deeds.size - 1;
}

/* Those who come may stand still here. */
static hb_wire
may_stand (struct executions *x, hb_wire comes)
{
  return hb_wire_and (x->laps.gates, comes, hb_wire_free (x->laps.gates));
}

/* What a variable holds: anything, of its range what bits tell. */
static struct hb_wires
free_value (struct executions *x, hb_id variable)
{
  const struct hb_aed_variable *v = &x->laps.code->program->variables.data[variable];
  unsigned bits = 0;
  while (bits < RUN_WIDTH && (v->low < 0 || v->high >> bits))
    bits++;
  if (!bits)
    return hb_wires_number (x->laps.gates, RUN_WIDTH, 0);
  return hb_wires_resize (x->laps.gates, hb_wires_free (x->laps.gates, bits), RUN_WIDTH, false);
}

static hb_id
add_doer (struct executions *x, struct doer doer)
{
  vec_push (x->doers, doer);
  return (hb_id)x->doers.size - 1;
}

/* The code of task T, which begins where BEGINS holds. */
static void
do_task (struct executions *x, hb_id t, hb_wire begins, const struct hb_wires *arguments)
{
  hb_id before = x->now;
  x->now = t;
  x->doers.data[t].begin = add_deed (x, DEED_BEGIN, begins);
  struct stand end = laps_enter (&x->laps, x->doers.data[t].proc, begins, arguments, NULL);
  x->doers.data[t].end = add_deed (x, DEED_END, end.comes);
  laps_leave (&end);
  x->now = before;
}

/* A task for main begins later or not at all, another one at once. */
static void
post (struct executions *x, const struct hb_ains *ins, struct stand *here, hb_id locals)
{
  here->comes = may_stand (x, here->comes);
  hb_id deed = add_deed (x, DEED_POST, here->comes);
  hb_wire posted = here->comes;
  if (!laps_may_enter (&x->laps, ins->slot, posted))
    {
      here->comes = HB_WIRE_NO;
      return;
    }
  struct hb_wires *arguments = laps_arguments (&x->laps, ins, here, locals);
  hb_id t = add_doer (x, (struct doer){ .proc = ins->slot,
                                        .parent = x->now,
                                        .event = x->doers.data[x->now].event,
                                        .post = deed,
                                        .slot = HB_NONE,
                                        .main = ins->main });
  do_task (x, t, ins->main ? may_stand (x, posted) : posted, arguments);
  hb_free (arguments);
}

static void
access (struct executions *x, enum deed_kind kind, hb_id variable, struct stand *here,
        struct hb_wires value)
{
  here->comes = may_stand (x, here->comes);
  add_deed (x, kind, here->comes);
  vec_top (x->deeds).variable = variable;
  vec_top (x->deeds).value = value;
}

static void
take_effect (struct laps *laps, const struct hb_ains *ins, struct stand *here, hb_id locals,
             struct hb_wires value, hb_wire holds)
{
  struct executions *x = laps->context;
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_READ:
      value = here->values[ins->slot] = free_value (x, ins->variable);
      access (x, DEED_READ, ins->variable, here, value);
      break;
    case HB_AOP_WRITE:
      /* Who writes beyond the range stops there. */
      holds = laps_fits (laps, ins->variable, value, &value);
      here->comes = hb_wire_and (laps->gates, here->comes, holds);
      access (x, DEED_WRITE, ins->variable, here, value);
      break;
    case HB_AOP_POST:
      post (x, ins, here, locals);
      break;
    case HB_AOP_CHOOSE:
      here->values[ins->slot] = laps_choose (laps, ins->low, ins->high);
      break;
    default: /* an assertion */
      break;
    }
}

static struct hb_wires
argument (struct executions *x, const struct hb_aed_local *param)
{
  return laps_choose (&x->laps, param->low, param->high);
}

/* An event's body, which may start: if it tests a variable, that is read as it begins. */
static void
add_event (struct executions *x, hb_id proc, hb_id slot)
{
  struct hb_gates *gates = x->laps.gates;
  const hb_aed *program = x->laps.code->program;
  const struct hb_aed_proc *p = &program->procs.data[proc];
  hb_wire begins = hb_wire_free (gates);
  struct hb_wires *locals = hb_calloc (p->locals, sizeof *locals),
                  *variables = hb_calloc (program->variables.size, sizeof *variables);
  for (hb_id i = 0; i < p->params; i++)
    locals[i] = argument (x, &program->locals.data[p->first_local + i]);
  hb_id t = add_doer (x, (struct doer){ .proc = proc,
                                        .parent = HB_NONE,
                                        .event = x->events++,
                                        .post = HB_NONE,
                                        .slot = slot,
                                        .main = true });
  if (p->guard_variable != HB_NONE)
    variables[p->guard_variable] = free_value (x, p->guard_variable);
  if (p->guard != HB_NONE)
    begins = hb_wire_and (
        gates, begins,
        hb_wires_any (gates, run_value (gates, x->laps.code, p->guard, locals, variables)));
  do_task (x, t, begins, locals);
  struct deed *begin = &x->deeds.data[x->doers.data[t].begin];
  begin->variable = p->guard_variable;
  if (p->guard_variable != HB_NONE)
    begin->value = variables[p->guard_variable];
  hb_free (locals);
  hb_free (variables);
}

void
executions_walk (struct executions *x)
{
  const hb_aed *program = x->laps.code->program;
  x->laps.effect = take_effect;
  x->laps.context = x;
  x->laps.bound = x->claim->bound;
  x->laps.outer = HB_NONE;
  x->laps.within = x->claim->bound + 1;
  x->now = HB_NONE;
  for (size_t i = 0; i < program->driven.size && program->has_driver; i++)
    for (uint32_t n = 0; n < program->driven.data[i].times && !x->laps.stopped; n++)
      add_event (x, program->driven.data[i].proc, HB_NONE);
  for (size_t slot = 0; slot < x->claim->events && !program->has_driver; slot++)
    for (hb_id p = 0; p < program->procs.size && !x->laps.stopped; p++)
      if (program->procs.data[p].is_event)
        add_event (x, p, (hb_id)slot);
}
