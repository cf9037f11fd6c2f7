/* See seq_run.h. */
#include "robust/seq_run.h"

#include <string.h>

#define MOST_STEPS 10000000

struct frame
{
  hb_id proc, at, task; /* HB_NONE: the event that runs the events */
  size_t locals;
};

typedef VEC (struct frame) frames;
typedef VEC (int32_t) numbers;

struct runner
{
  const hb_instrumented *made;
  hb_seq_run *run;
  frames frames;
  numbers locals;
  int32_t *values;
  bool once;
  /* Where the run was some jumps back ago (Brent, BIT 1980), and how much it had said; unless ONCE, since its last
   * choice. */
  struct
  {
    size_t jumps, power, said;
    frames frames;
    numbers locals, values;
  } before;
  /* If ONCE, hashes of all states to which the run has jumped back since it last said something, if it chose meanwhile: by
   * choosing it may pass by any one state for ever. */
  struct
  {
    size_t said, used;
    VEC (uint64_t) states;
  } met;
};

void
hb_seq_run_free (hb_seq_run *run)
{
  for (size_t i = 0; i < run->tasks.size; i++)
    {
      vec_free (run->tasks.data[i].choices);
      vec_free (run->tasks.data[i].posts);
      vec_free (run->tasks.data[i].arguments);
    }
  vec_free (run->tasks);
  vec_free (run->accesses);
}

/* Is that the name of an inserted local: the mark, LETTER, digits? */
static bool
is_inserted (const struct runner *r, hb_id proc, hb_id slot, char letter)
{
  const hb_aed *program = r->made->program;
  const char *name
      = hb_names_text (program->source.names,
                       program->locals.data[program->procs.data[proc].first_local + slot].name);
  size_t mark = strlen (r->made->mark);
  return !strncmp (name, r->made->mark, mark) && name[mark] == letter
         && !name[mark + 1 + strspn (name + mark + 1, "0123456789")];
}

/* --- Tasks --- */

static hb_id
new_task (struct runner *r, hb_id clone, hb_id parent, const int32_t *arguments)
{
  struct hb_seq_task task = { .clone = clone, .parent = parent };
  if (parent != HB_NONE)
    task.number = ++r->run->tasks.data[parent].calls;
  for (hb_id i = 0; parent == HB_NONE && i < r->made->code->procs.data[clone].params; i++)
    vec_push (task.arguments, arguments[i]);
  vec_push (r->run->tasks, task);
  return (hb_id)r->run->tasks.size - 1;
}

static void
push_frame (struct runner *r, hb_id proc, hb_id task, const int32_t *arguments)
{
  const struct hb_aproc *p = &r->made->code->procs.data[proc];
  vec_push (r->frames, ((struct frame){ proc, p->first, task, r->locals.size }));
  for (hb_id i = 0; i < p->locals; i++)
    vec_push (r->locals, i < p->params ? arguments[i] : 0);
}

static void
call (struct runner *r, const struct hb_ains *ins, const int32_t *locals)
{
  const hb_acode *code = r->made->code;
  const hb_id *args = vec_from (code->program->source.args, ins->first_arg);
  int32_t *values = hb_calloc (ins->args, sizeof *values);
  for (hb_id i = 0; i < ins->args; i++)
    values[i] = hb_acode_value (code, args[i], locals, r->values);
  hb_id task = vec_top (r->frames).task;
  uint8_t mode = r->made->clones.data[ins->slot].mode;
  if (mode != HB_MODE_IN_MAIN && mode != HB_MODE_IN_ANY)
    task = new_task (r, ins->slot, task, values);
  push_frame (r, ins->slot, task, values);
  hb_free (values);
}

static void
access (struct runner *r, hb_id task, hb_id variable, bool write, bool guard)
{
  if (task == HB_NONE)
    return; /* initial values */
  vec_push (r->run->accesses, ((struct hb_seq_access){ task, variable, write, guard }));
  r->run->tasks.data[task].accesses += !guard;
}

static void
set_ghost (struct runner *r, hb_id task, hb_id variable, int32_t value)
{
  if (task != HB_NONE && value && variable == r->made->pivot)
    r->run->tasks.data[task].pivot = true;
  if (task != HB_NONE && value && variable == r->made->open)
    r->run->tasks.data[task].open = true;
  if (value && variable == r->made->err && r->run->erring == HB_NONE)
    r->run->erring = (hb_id)r->run->tasks.size - 1;
  r->values[variable] = value;
}

/* --- Runs that come round --- */

static size_t
said_by (const struct runner *r)
{
  return r->run->accesses.size + r->run->tasks.size;
}

static void
remember (struct runner *r)
{
  r->before.power *= 2;
  r->before.jumps = 0;
  r->before.said = said_by (r);
  vec_clear (r->before.frames);
  vec_clear (r->before.locals);
  vec_clear (r->before.values);
  for (size_t i = 0; i < r->frames.size; i++)
    vec_push (r->before.frames, r->frames.data[i]);
  for (size_t i = 0; i < r->locals.size; i++)
    vec_push (r->before.locals, r->locals.data[i]);
  for (size_t v = 0; v < r->made->program->variables.size; v++)
    vec_push (r->before.values, r->values[v]);
}

static bool
is_as_before (const struct runner *r)
{
  if (r->before.frames.size != r->frames.size || r->before.locals.size != r->locals.size
      || r->before.said != said_by (r))
    return false;
  for (size_t i = r->frames.size; i-- > 0;)
    if (r->before.frames.data[i].proc != r->frames.data[i].proc
        || r->before.frames.data[i].at != r->frames.data[i].at
        || r->before.frames.data[i].task != r->frames.data[i].task)
      return false;
  for (size_t i = 0; i < r->locals.size; i++)
    if (r->before.locals.data[i] != r->locals.data[i])
      return false;
  for (size_t v = 0; v < r->before.values.size; v++)
    if (r->before.values.data[v] != r->values[v])
      return false;
  return true;
}

static uint64_t
mixed (uint64_t hash, uint64_t number)
{
  hash = (hash ^ number) * UINT64_C (0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static uint64_t
hash_of (const struct runner *r)
{
  uint64_t hash = r->frames.size;
  for (size_t i = 0; i < r->frames.size; i++)
    hash = mixed (mixed (hash, r->frames.data[i].proc), r->frames.data[i].at);
  for (size_t i = 0; i < r->locals.size; i++)
    hash = mixed (hash, (uint32_t)r->locals.data[i]);
  for (size_t v = 0; v < r->made->program->variables.size; v++)
    hash = mixed (hash, (uint32_t)r->values[v]);
  return hash;
}

/* Has the run been here since it last said something, by other choices?  Then another run does without those between. */
static bool
was_met (struct runner *r)
{
  if (r->met.said != said_by (r))
    {
      r->met.said = said_by (r);
      r->met.used = r->run->used;
      vec_clear (r->met.states);
    }
  if (r->met.used == r->run->used)
    return false;
  uint64_t hash = hash_of (r);
  for (size_t i = 0; i < r->met.states.size; i++)
    if (r->met.states.data[i] == hash)
      return true;
  vec_push (r->met.states, hash);
  return false;
}

/* The run jumps back: will it do so for ever, as nothing has changed and nothing was chosen? */
static bool
comes_round (struct runner *r)
{
  if ((r->before.power && is_as_before (r)) || (r->once && was_met (r)))
    return true;
  if (!r->before.power)
    r->before.power = 1;
  if (++r->before.jumps >= r->before.power)
    remember (r);
  return false;
}

/* --- Instructions --- */

static bool
choose (struct runner *r, hb_id at, int32_t *locals, hb_seq_chooser *chooser, void *context)
{
  const struct hb_ains *ins = &r->made->code->ins.data[at];
  const struct frame *frame = &vec_top (r->frames);
  int32_t value;
  if (!chooser (context, r->run, at, &value) || value < ins->low || value > ins->high)
    return false;
  r->run->used++;
  r->before.power *= r->once;
  if (ins->variable != HB_NONE)
    {
      r->values[ins->variable] = value;
      return true;
    }
  locals[ins->slot] = value;
  if (frame->task != HB_NONE && !is_inserted (r, frame->proc, ins->slot, 'c'))
    vec_push (r->run->tasks.data[frame->task].choices, value);
  return true;
}

/* One instruction; false: the run ends here, *GOOD says how. */
static bool
step (struct runner *r, hb_seq_chooser *chooser, void *context, bool *good)
{
  struct frame *frame = &vec_top (r->frames);
  hb_id at = frame->at++, task = frame->task;
  const struct hb_ains *ins = &r->made->code->ins.data[at];
  int32_t *locals = vec_from (r->locals, frame->locals), value = 0;
  if (ins->exp != HB_NONE)
    value = hb_acode_value (r->made->code, ins->exp, locals, r->values);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_READ:
      access (r, task, ins->variable, false, is_inserted (r, frame->proc, ins->slot, 'g'));
      locals[ins->slot] = value;
      return true;
    case HB_AOP_WRITE:
      access (r, task, ins->variable, true, false);
      r->values[ins->variable] = value;
      return true;
    case HB_AOP_SET:
      if (task != HB_NONE && value && is_inserted (r, frame->proc, ins->slot, 'p'))
        vec_push (r->run->tasks.data[task].posts, r->run->tasks.data[task].accesses);
      locals[ins->slot] = value;
      return true;
    case HB_AOP_GHOST:
      set_ghost (r, task, ins->variable, value);
      return true;
    case HB_AOP_CHOOSE:
      *good = choose (r, at, locals, chooser, context);
      return *good;
    case HB_AOP_CALL:
      call (r, ins, locals);
      return true;
    case HB_AOP_ASSUME:
      *good = value;
      return value;
    case HB_AOP_ASSERT:
      r->run->failed = !value;
      return value;
    case HB_AOP_BRANCH:
      frame->at = value ? frame->at : ins->target;
      return true;
    case HB_AOP_JUMP:
      frame->at = ins->target;
      *good = ins->target > at || !comes_round (r);
      return *good;
    default:
      r->locals.size = frame->locals;
      r->frames.size--;
      return true;
    }
}

bool
hb_seq_run_make (const hb_instrumented *made, hb_seq_chooser *chooser, void *context, bool once,
                 hb_seq_run *run)
{
  const hb_aed *program = made->program;
  struct runner r = { .made = made, .run = run, .once = once };
  bool good = true;
  *run = (hb_seq_run){ .erring = HB_NONE };
  r.values = hb_calloc (program->variables.size, sizeof *r.values);
  for (size_t v = 0; v < program->variables.size; v++)
    r.values[v] = (int32_t)program->variables.data[v].initial;
  push_frame (&r, (hb_id)program->procs.size - 1, HB_NONE, NULL);
  size_t steps = 0;
  while (r.frames.size && steps++ < MOST_STEPS && step (&r, chooser, context, &good))
    ;
  vec_free (r.frames);
  vec_free (r.locals);
  vec_free (r.before.frames);
  vec_free (r.before.locals);
  vec_free (r.before.values);
  vec_free (r.met.states);
  hb_free (r.values);
  run->is_long = steps >= MOST_STEPS;
  return good && !run->is_long;
}
