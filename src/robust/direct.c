/* The question, the cycles of its answers, and the schedule of a model.  See direct.h. */
#include "robust/direct_private.h"

#include "robust/machine.h"

struct asker
{
  struct direct d;
  struct hb_direct_result *result;
};

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
  return execution_holds (t->values, lit);
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
         && (d->steps.data[next].task != task || !holds (t, d->x.steps.data[next].runs)))
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
  struct teller t = { .a = a, .values = execution_values (&d->x) };
  t.number = hb_calloc (d->tasks.size, sizeof *t.number);
  t.posts = hb_calloc (d->tasks.size, sizeof *t.posts);
  hb_id *sequence = hb_calloc (d->steps.size, sizeof *sequence);
  size_t count = execution_sequence (&d->x, sequence);
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

static int
ask (struct asker *a, hb_lit goal, hb_lit also)
{
  return execution_ask (&a->d.x, goal, also, a->d.options->limits);
}

static void
decide (struct asker *a)
{
  struct hb_direct_result *r = a->result;
  bool free_starts = !a->d.code->program->has_driver;
  hb_lit violations = direct_violations (&a->d);
  execution_seal (&a->d.x);
  int within = ask (a, violations, hb_not (a->d.cut)),
      beyond = within == 20 ? ask (a, violations, a->d.cut) : 0;
  r->reason = "a limit was reached";
  r->is_bounded = beyond == 20;
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
  d->code = code;
  d->options = options;
  d->cut = HB_FALSE;
  if (!execution_begin (&d->x, options->solver, diag))
    {
      execution_end (&d->x);
      return false;
    }
  d->values = (struct aed_circuit){ code, d->x.bits };
  direct_unroll (d);
  if (!d->given_up)
    direct_constrain (d);
  if (!d->given_up)
    decide (&a);
  else
    result->reason = "the formula is too large";
  result->variables = (size_t)hb_tseitin_variables (d->x.tseitin);
  result->clauses = d->x.clauses;
  result->cycles = d->x.cycles;
  execution_end (&d->x);
  vec_free (d->steps);
  vec_free (d->tasks);
  vec_free (d->events);
  vec_free (d->args);
  vec_free (d->choices);
  return true;
}

void
hb_direct_result_free (struct hb_direct_result *result)
{
  hb_aschedule_free (&result->schedule);
}
