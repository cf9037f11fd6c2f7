/* The question, the cycles of its answers, and the schedule of a model.  See direct.h. */
#include "robust/direct_private.h"

#include "engine/guarded_order.h"
#include "robust/machine.h"
#include "sat/solver.h"

struct asker
{
  struct direct d;
  hb_solver *solver;
  hb_tseitin *tseitin;
  hb_guarded_order *order;
  struct hb_direct_result *result;
};

static void
add (void *context, int literal)
{
  struct asker *a = context;
  hb_solver_add (a->solver, literal);
  a->result->clauses += !literal;
}

static int
value_of (void *context, int literal)
{
  return hb_solver_value (context, literal);
}

/* --- The formula --- */

static int
literal_of (struct asker *a, hb_lit lit)
{
  return lit == HB_TRUE ? 0 : hb_tseitin_literal (a->tseitin, lit);
}

static void
give_to_solver (struct asker *a)
{
  struct direct *d = &a->d;
  for (size_t from = 0, i = 0; i < d->always.size; i++)
    if (d->always.data[i] == HB_FALSE)
      {
        hb_tseitin_clause (a->tseitin, vec_from (d->always, from), i - from);
        from = i + 1;
      }
  for (hb_id s = 0; s < d->steps.size; s++)
    hb_guarded_order_step (a->order, d->steps.data[s].task, literal_of (a, d->steps.data[s].runs));
  for (size_t i = 0; i < d->edges.size; i += 3)
    hb_guarded_order_edge (a->order, d->edges.data[i], d->edges.data[i + 1],
                           literal_of (a, d->edges.data[i + 2]));
}

/* Is there an execution with GOAL and, unless that is HB_TRUE, ALSO?  10, 20, 0. */
static int
ask (struct asker *a, hb_lit goal, hb_lit also)
{
  if (goal == HB_FALSE || also == HB_FALSE)
    return 20;
  for (;;)
    {
      struct hb_guarded_cycles cycles = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      hb_literals clause = VEC_EMPTY;
      hb_solver_assume (a->solver, hb_tseitin_literal (a->tseitin, goal));
      hb_solver_assume (a->solver, hb_tseitin_literal (a->tseitin, also));
      int answer = hb_solver_solve (a->solver, a->d.options->limits);
      if (answer != 10)
        return answer;
      size_t count = hb_guarded_order_cycles (a->order, value_of, a->solver, &cycles);
      for (size_t i = 0; i < count; i++)
        {
          vec_clear (clause);
          hb_guarded_order_clause (a->order, &cycles, i, true, &clause);
          for (size_t k = 0; k < clause.size; k++)
            hb_solver_add (a->solver, clause.data[k]);
          hb_solver_add (a->solver, 0);
        }
      vec_free (clause);
      hb_guarded_cycles_free (&cycles);
      a->result->cycles += count;
      if (!count)
        return 10;
    }
}

/* --- The schedule --- */

struct teller
{
  struct asker *a;
  signed char *values;   /* of the circuit's nodes */
  hb_id *number, *posts; /* by task: its place among its poster's; how many it made */
  hb_id started;
  VEC (int32_t) path, choices;
};

static bool
holds (const struct teller *t, hb_lit lit)
{
  return (t->values[lit >> 1] != 0) != (lit & 1);
}

static int32_t
word_value (const struct teller *t, hb_word word)
{
  uint32_t number = 0;
  for (unsigned b = 0; b < word.width; b++)
    number |= (uint32_t)holds (t, word.bits[b]) << b;
  return (int32_t)number;
}

/* What TASK chooses behind its step STEP, before its next one. */
static void
tell_choices (struct teller *t, hb_id task, hb_id step)
{
  const struct direct *d = &t->a->d;
  hb_id next = step + 1;
  while (next < d->steps.size
         && (d->steps.data[next].task != task || !holds (t, d->steps.data[next].runs)))
    next++;
  for (size_t i = 0; i < d->choices.size; i++)
    {
      const struct direct_choice *c = &d->choices.data[i];
      if (c->task == task && c->after > step && c->after <= next && holds (t, c->guard))
        vec_push (t->choices, (int32_t)((uint32_t)c->low + (uint32_t)word_value (t, c->word)));
    }
}

static void
put_path (struct teller *t, hb_id task)
{
  const struct direct *d = &t->a->d;
  size_t length = 0;
  for (hb_id i = task; i != HB_NONE; i = d->tasks.data[i].parent)
    length++;
  vec_resize (t->path, length, 0);
  for (hb_id i = task; i != HB_NONE; i = d->tasks.data[i].parent)
    t->path.data[--length] = (int32_t)t->number[i];
}

static void
tell_begin (struct teller *t, hb_id step)
{
  const struct direct *d = &t->a->d;
  hb_id task = d->steps.data[step].task;
  const struct direct_task *u = &d->tasks.data[task];
  hb_aschedule *schedule = &t->a->result->schedule;
  vec_clear (t->choices);
  if (u->parent == HB_NONE)
    {
      const struct direct_event *event = &d->events.data[u->event];
      hb_id params = d->code->procs.data[u->proc].params;
      t->number[task] = ++t->started;
      vec_clear (t->path);
      for (hb_id i = 0; i < params; i++)
        vec_push (t->path, word_value (t, d->args.data[event->first_arg + i]));
      tell_choices (t, task, step);
      hb_aschedule_add (schedule, HB_MOVE_START, u->proc, vec_from (t->path, 0), t->path.size,
                        vec_from (t->choices, 0), t->choices.size);
    }
  else if (u->main)
    {
      put_path (t, task);
      tell_choices (t, task, step);
      hb_aschedule_add (schedule, HB_MOVE_BEGIN, HB_NONE, vec_from (t->path, 0), t->path.size,
                        vec_from (t->choices, 0), t->choices.size);
    }
}

static void
tell_step (struct teller *t, hb_id step)
{
  const struct direct *d = &t->a->d;
  const struct direct_step *s = &d->steps.data[step];
  if (s->kind == DIRECT_BEGIN)
    tell_begin (t, step);
  if (s->kind == DIRECT_BEGIN || s->kind == DIRECT_END)
    return;
  vec_clear (t->choices);
  put_path (t, s->task);
  if (s->kind == DIRECT_POST && s->posted != HB_NONE)
    {
      t->number[s->posted] = ++t->posts[s->task];
      if (!d->tasks.data[s->posted].main)
        tell_choices (t, s->posted, d->tasks.data[s->posted].begin);
    }
  tell_choices (t, s->task, step);
  hb_aschedule_add (&t->a->result->schedule, HB_MOVE_STEP, HB_NONE, vec_from (t->path, 0),
                    t->path.size, vec_from (t->choices, 0), t->choices.size);
}

static void
tell_schedule (struct asker *a)
{
  struct direct *d = &a->d;
  size_t nodes = hb_bits_nodes (d->bits);
  struct teller t = { .a = a, .values = hb_calloc (nodes, sizeof *t.values) };
  t.number = hb_calloc (d->tasks.size, sizeof *t.number);
  t.posts = hb_calloc (d->tasks.size, sizeof *t.posts);
  for (hb_id n = 1; n < nodes; n++)
    {
      hb_lit x, y;
      int variable = hb_tseitin_variable (a->tseitin, n);
      if (!hb_bits_gate (d->bits, n, &x, &y) && variable)
        t.values[n] = hb_solver_value (a->solver, variable) > 0;
    }
  hb_bits_evaluate (d->bits, t.values);
  hb_id *sequence = hb_calloc (d->steps.size, sizeof *sequence);
  size_t count = hb_guarded_order_sequence (a->order, value_of, a->solver, sequence);
  for (size_t i = 0; i < count && count != SIZE_MAX; i++)
    tell_step (&t, sequence[i]);
  hb_free (sequence);
  hb_free (t.values);
  hb_free (t.number);
  hb_free (t.posts);
  vec_free (t.path);
  vec_free (t.choices);
}

/* --- The whole --- */

/* Beyond the bound the machine may want more than the model has. */
static bool
runs (const struct asker *a)
{
  hb_diag *diag = hb_diag_new ();
  hb_amachine *machine = hb_amachine_new (a->d.code, HB_MULTI_THREAD, a->d.options->queue);
  bool good = hb_amachine_replay (machine, &a->result->schedule, NULL, diag);
  hb_amachine_free (machine);
  hb_diag_free (diag);
  return good;
}

static void
decide (struct asker *a)
{
  struct hb_direct_result *r = a->result;
  bool free_starts = !a->d.code->program->has_driver;
  hb_lit violations = direct_violations (&a->d);
  give_to_solver (a);
  int within = ask (a, violations, hb_not (a->d.cut)),
      beyond = within == 20 ? ask (a, violations, a->d.cut) : 0;
  r->reason = "a limit was reached";
  if (within == 10 || beyond == 10)
    {
      tell_schedule (a);
      if (within == 10 || runs (a))
        r->answer = HB_ROBUST_VIOLATED;
      r->reason = "no violation within the bound; there are runs beyond it";
    }
  else if (beyond == 20)
    {
      int passed = ask (a, a->d.cut, HB_TRUE);
      if (passed == 20 && !free_starts)
        r->answer = HB_ROBUST_ROBUST;
      if (passed)
        r->reason = passed == 10  ? "no violation within the bound; there are runs beyond it"
                    : free_starts ? "no violation with so many events; more may start"
                                  : NULL;
    }
}

static bool
has_ghosts (const hb_aed *program)
{
  for (size_t i = 0; i < program->variables.size; i++)
    if (program->variables.data[i].ghost)
      return true;
  return false;
}

bool
hb_direct (const hb_acode *code, const struct hb_direct_options *options,
           struct hb_direct_result *result, hb_diag *diag)
{
  *result = (struct hb_direct_result){ .answer = HB_ROBUST_UNKNOWN };
  struct asker a = { .result = result };
  struct direct *d = &a.d;
  if (has_ghosts (code->program))
    {
      result->reason = "the program has ghosts, which are no shared variables";
      return true;
    }
  a.solver = hb_solver_new (options->solver, 0, diag);
  if (!a.solver)
    return false;
  d->code = code;
  d->options = options;
  d->bits = hb_bits_new ();
  d->values = (struct aed_circuit){ code, d->bits };
  d->cut = HB_FALSE;
  a.tseitin = hb_tseitin_new (d->bits, add, &a);
  a.order = hb_guarded_order_new ();
  direct_unroll (d);
  if (!d->given_up)
    direct_constrain (d);
  if (!d->given_up)
    decide (&a);
  else
    result->reason = "the formula is too large";
  result->variables = (size_t)hb_tseitin_variables (a.tseitin);
  hb_tseitin_free (a.tseitin);
  hb_guarded_order_free (a.order);
  hb_solver_free (a.solver);
  hb_bits_free (d->bits);
  hb_free (d->order);
  vec_free (d->steps);
  vec_free (d->tasks);
  vec_free (d->events);
  vec_free (d->args);
  vec_free (d->choices);
  vec_free (d->always);
  vec_free (d->edges);
  return true;
}

void
hb_direct_result_free (struct hb_direct_result *result)
{
  hb_aschedule_free (&result->schedule);
}
