/* The tasks of all events that may start, step by step.  See direct.h.
 *
 * A procedure is gone through in rounds, as bmc_unroll.c does: in a round each instruction gets at most one state, the
 * paths to it merged; a jump back leads to the next round.  A task stands still before an access or a post if a
 * literal of its own says so. */
#include "robust/direct_private.h"

#include <string.h>

/* The paths that meet somewhere: whether one is taken, and the locals. */
struct state
{
  hb_lit guard;
  hb_word *locals; /* NULL: nobody comes */
};

struct walk
{
  hb_id task, proc, locals;
  size_t count;
  struct state *now, *next; /* by instruction: this round, the next one */
  hb_lit exit;
};

static hb_lit go_through (struct direct *d, hb_id task, hb_id proc, hb_lit guard,
                          const hb_word *arguments);
static void run_task (struct direct *d, hb_id task, hb_lit begins, const hb_word *arguments);

static void
merge (struct direct *d, struct state *to, hb_lit guard, const hb_word *locals, size_t count)
{
  if (guard == HB_FALSE)
    return;
  if (!to->locals)
    {
      to->locals = hb_calloc (count, sizeof *to->locals);
      if (count)
        memcpy (to->locals, locals, count * sizeof *locals);
      to->guard = guard;
      return;
    }
  for (size_t i = 0; i < count; i++)
    if (!hb_word_same (to->locals[i], locals[i]))
      to->locals[i] = hb_word_ite (d->x.bits, guard, locals[i], to->locals[i]);
  to->guard = hb_or (d->x.bits, to->guard, guard);
}

static void
clear (struct state *state)
{
  hb_free (state->locals);
  *state = (struct state){ HB_FALSE, NULL };
}

static void
lead_to (struct direct *d, struct walk *w, size_t from, hb_id target, hb_lit guard,
         const hb_word *locals)
{
  size_t to = target - d->code->procs.data[w->proc].first;
  merge (d, to > from ? &w->now[to] : &w->next[to], guard, locals, w->locals);
}

static void
cut (struct direct *d, hb_lit guard)
{
  d->cut = hb_or (d->x.bits, d->cut, guard);
}

/* --- Steps --- */

static hb_id
add_step (struct direct *d, enum direct_kind kind, hb_id task, hb_lit runs)
{
  struct direct_step step
      = { .kind = (uint8_t)kind, .task = task, .variable = HB_NONE, .posted = HB_NONE };
  vec_push (d->steps, step);
  return execution_step (&d->x, task, runs);
}

/* What a variable holds is free, in its range as far as bits tell. */
static hb_word
free_value (struct direct *d, hb_id variable)
{
  const struct hb_aed_variable *v = &d->code->program->variables.data[variable];
  hb_lit bits[AED_WIDTH];
  for (unsigned i = 0; i < AED_WIDTH; i++)
    bits[i] = v->low < 0 || v->high >> i ? hb_bits_input (d->x.bits) : HB_FALSE;
  return hb_word_of (d->x.bits, bits, AED_WIDTH);
}

static hb_lit
reads (struct direct *d, hb_id task, hb_lit guard, hb_id variable, hb_word *value)
{
  hb_lit runs = hb_and (d->x.bits, guard, hb_bits_input (d->x.bits));
  hb_id step = add_step (d, DIRECT_READ, task, runs);
  d->steps.data[step].variable = variable;
  *value = d->steps.data[step].value = free_value (d, variable);
  return runs;
}

static hb_lit
writes (struct direct *d, hb_id task, hb_lit guard, hb_id variable, hb_word value)
{
  const struct hb_aed_variable *v = &d->code->program->variables.data[variable];
  hb_word low = aed_number (&d->values, v->low), high = aed_number (&d->values, v->high);
  hb_lit fits = hb_and (d->x.bits, hb_not (hb_word_less (d->x.bits, value, low, true)),
                        hb_not (hb_word_less (d->x.bits, high, value, true))),
         runs = hb_and (d->x.bits, hb_and (d->x.bits, guard, fits), hb_bits_input (d->x.bits));
  hb_id step = add_step (d, DIRECT_WRITE, task, runs);
  d->steps.data[step].variable = variable;
  d->steps.data[step].value = aed_narrow (&d->values, variable, value);
  return runs;
}

/* One who begins where he is posted, on a thread of his own, or later, on main. */
static hb_lit
posts (struct direct *d, hb_id by, hb_lit guard, const struct hb_ains *ins, const hb_word *locals)
{
  hb_lit runs = hb_and (d->x.bits, guard, hb_bits_input (d->x.bits));
  hb_id step = add_step (d, DIRECT_POST, by, runs), number = (hb_id)d->tasks.size;
  if (d->within[ins->slot] > d->options->bound)
    {
      cut (d, runs);
      return HB_FALSE;
    }
  struct direct_task task = { .proc = ins->slot,
                              .parent = by,
                              .event = d->tasks.data[by].event,
                              .post = step,
                              .main = ins->main };
  const hb_id *args = vec_from (d->code->program->source.args, ins->first_arg);
  hb_word *arguments = hb_calloc (ins->args, sizeof *arguments);
  for (hb_id i = 0; i < ins->args; i++)
    arguments[i] = aed_value (&d->values, args[i], locals, NULL);
  vec_push (d->tasks, task);
  d->steps.data[step].posted = number;
  run_task (d, number, ins->main ? hb_and (d->x.bits, runs, hb_bits_input (d->x.bits)) : runs,
            arguments);
  execution_edge (&d->x, step, d->tasks.data[number].begin, HB_TRUE);
  hb_free (arguments);
  return runs;
}

static void
choose (struct direct *d, hb_id task, const struct hb_ains *ins, hb_lit guard, hb_word *locals)
{
  uint64_t span = (uint64_t)((int64_t)ins->high - ins->low);
  unsigned width = 1;
  while (width < AED_WIDTH && span >> width)
    width++;
  hb_word input = hb_word_resize (d->x.bits, hb_word_input (d->x.bits, width), AED_WIDTH, false);
  if (span + 1 != (uint64_t)1 << width)
    execution_clause (
        &d->x,
        hb_not (hb_word_less (d->x.bits, aed_number (&d->values, (int64_t)span), input, false)),
        HB_FALSE, HB_FALSE);
  struct direct_choice choice = { task, (hb_id)d->steps.size, guard, input, ins->low };
  vec_push (d->choices, choice);
  locals[ins->slot]
      = ins->low ? hb_word_add (d->x.bits, input, aed_number (&d->values, ins->low)) : input;
}

static hb_lit
call (struct direct *d, hb_id task, const struct hb_ains *ins, hb_lit guard, const hb_word *locals)
{
  const hb_id *args = vec_from (d->code->program->source.args, ins->first_arg);
  if (d->within[ins->slot] > d->options->bound)
    {
      cut (d, guard);
      return HB_FALSE;
    }
  hb_word *arguments = hb_calloc (ins->args, sizeof *arguments);
  for (hb_id i = 0; i < ins->args; i++)
    arguments[i] = aed_value (&d->values, args[i], locals, NULL);
  hb_lit exit = go_through (d, task, ins->slot, guard, arguments);
  hb_free (arguments);
  return exit;
}

/* --- Instructions --- */

/* The instruction AT of STATE, which leads on. */
static void
instruction (struct direct *d, struct walk *w, size_t at, struct state *state)
{
  hb_id number_of = d->code->procs.data[w->proc].first + (hb_id)at;
  const struct hb_ains *ins = &d->code->ins.data[number_of];
  hb_word *locals = state->locals, value = { 0, NULL };
  hb_lit guard = state->guard, holds;
  if (ins->exp != HB_NONE && ins->op != HB_AOP_READ)
    value = aed_value (&d->values, ins->exp, locals, NULL);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
      locals[ins->slot] = value;
      break;
    case HB_AOP_READ:
      guard = reads (d, w->task, guard, ins->variable, &locals[ins->slot]);
      break;
    case HB_AOP_WRITE:
      guard = writes (d, w->task, guard, ins->variable, value);
      break;
    case HB_AOP_POST:
      guard = posts (d, w->task, guard, ins, locals);
      break;
    case HB_AOP_CHOOSE:
      choose (d, w->task, ins, guard, locals);
      break;
    case HB_AOP_CALL:
      guard = call (d, w->task, ins, guard, locals);
      break;
    case HB_AOP_ASSUME:
      guard = hb_and (d->x.bits, guard, hb_word_any (d->x.bits, value));
      break;
    case HB_AOP_BRANCH:
      holds = hb_word_any (d->x.bits, value);
      lead_to (d, w, at, ins->target, hb_and (d->x.bits, guard, hb_not (holds)), locals);
      guard = hb_and (d->x.bits, guard, holds);
      break;
    case HB_AOP_JUMP:
      lead_to (d, w, at, ins->target, guard, locals);
      return;
    case HB_AOP_RETURN:
      w->exit = hb_or (d->x.bits, w->exit, guard);
      return;
    default: /* an assertion */
      break;
    }
  lead_to (d, w, at, number_of + 1, guard, locals);
}

static bool
too_large (struct direct *d)
{
  const struct hb_direct_options *o = d->options;
  if (hb_limits_hit (o->limits)
      || (o->most && hb_bits_nodes (d->x.bits) + d->steps.size * d->steps.size > o->most))
    d->given_up = true;
  return d->given_up;
}

/* All instructions of this round, and those of the next become this round's.  Is there any? */
static bool
go_round (struct direct *d, struct walk *w)
{
  bool more = false;
  for (size_t at = 0; at < w->count && !d->given_up; at++)
    if (w->now[at].locals)
      {
        instruction (d, w, at, &w->now[at]);
        clear (&w->now[at]);
        too_large (d);
      }
  struct state *swap = w->now;
  w->now = w->next;
  w->next = swap;
  for (size_t at = 0; at < w->count; at++)
    more = more || w->now[at].locals;
  return more;
}

/* PROC within TASK, entered with GUARD; who comes back. */
static hb_lit
go_through (struct direct *d, hb_id task, hb_id proc, hb_lit guard, const hb_word *arguments)
{
  const struct hb_aproc *p = &d->code->procs.data[proc];
  struct walk w = { .task = task, .proc = proc, .locals = p->locals, .count = p->count };
  w.exit = HB_FALSE;
  w.now = hb_calloc (w.count, sizeof *w.now);
  w.next = hb_calloc (w.count, sizeof *w.next);
  hb_word *locals = hb_calloc (p->locals, sizeof *locals);
  for (hb_id i = 0; i < p->locals; i++)
    locals[i] = i < p->params ? arguments[i] : aed_number (&d->values, 0);
  merge (d, &w.now[0], guard, locals, w.locals);
  hb_free (locals);
  d->within[proc]++;
  bool more = true;
  for (size_t round = 0; more && round <= d->options->bound && !too_large (d); round++)
    more = go_round (d, &w);
  for (size_t at = 0; at < w.count; at++)
    {
      if (w.now[at].locals)
        cut (d, w.now[at].guard);
      clear (&w.now[at]);
      clear (&w.next[at]);
    }
  d->within[proc]--;
  hb_free (w.now);
  hb_free (w.next);
  return w.exit;
}

/* --- Tasks and events --- */

static void
run_task (struct direct *d, hb_id task, hb_lit begins, const hb_word *arguments)
{
  d->tasks.data[task].begin = add_step (d, DIRECT_BEGIN, task, begins);
  hb_lit ends = go_through (d, task, d->tasks.data[task].proc, begins, arguments);
  d->tasks.data[task].end = add_step (d, DIRECT_END, task, ends);
}

static hb_word
argument (struct direct *d, const struct hb_aed_local *param)
{
  if (param->low == param->high)
    return aed_number (&d->values, param->low);
  hb_word word = hb_word_input (d->x.bits, AED_WIDTH);
  hb_lit low = hb_word_less (d->x.bits, word, aed_number (&d->values, param->low), true),
         high = hb_word_less (d->x.bits, aed_number (&d->values, param->high), word, true);
  execution_clause (&d->x, hb_not (low), HB_FALSE, HB_FALSE);
  execution_clause (&d->x, hb_not (high), HB_FALSE, HB_FALSE);
  return word;
}

static void
add_event (struct direct *d, hb_id proc, hb_id slot)
{
  const hb_aed *program = d->code->program;
  const struct hb_aed_proc *p = &program->procs.data[proc];
  struct direct_event event = { (hb_id)d->tasks.size, slot, (hb_id)d->args.size };
  struct direct_task task = {
    .proc = proc, .parent = HB_NONE, .event = (hb_id)d->events.size, .post = HB_NONE, .main = true
  };
  hb_word *locals = hb_calloc (p->locals, sizeof *locals),
          *variables = hb_calloc (program->variables.size, sizeof *variables);
  for (hb_id i = 0; i < p->params; i++)
    {
      locals[i] = argument (d, &program->locals.data[p->first_local + i]);
      vec_push (d->args, locals[i]);
    }
  vec_push (d->events, event);
  vec_push (d->tasks, task);
  hb_lit begins = hb_bits_input (d->x.bits);
  hb_id first = (hb_id)d->steps.size;
  if (p->guard_variable != HB_NONE)
    variables[p->guard_variable] = free_value (d, p->guard_variable);
  if (p->guard != HB_NONE)
    execution_clause (&d->x, hb_not (begins),
                      hb_word_any (d->x.bits, aed_value (&d->values, p->guard, locals, variables)),
                      HB_FALSE);
  run_task (d, event.task, begins, locals);
  if (p->guard_variable != HB_NONE)
    {
      d->steps.data[first].variable = p->guard_variable;
      d->steps.data[first].value = variables[p->guard_variable];
    }
  hb_free (locals);
  hb_free (variables);
}

void
direct_unroll (struct direct *d)
{
  const hb_aed *program = d->code->program;
  d->within = hb_calloc (d->code->procs.size, sizeof *d->within);
  for (size_t i = 0; i < program->driven.size && program->has_driver; i++)
    for (uint32_t n = 0; n < program->driven.data[i].times && !d->given_up; n++)
      add_event (d, program->driven.data[i].proc, HB_NONE);
  for (size_t slot = 0; slot < d->options->events && !program->has_driver; slot++)
    for (hb_id p = 0; p < program->procs.size && !d->given_up; p++)
      if (program->procs.data[p].is_event)
        add_event (d, p, (hb_id)slot);
  hb_free (d->within);
}
