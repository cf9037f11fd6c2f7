/* A configuration, and what nobody sees of a task: its frames and what it does between two accesses.  See explore.h,
 * explore_private.h. */
#include "robust/explore_private.h"

#include <string.h>

#define MOST_STOOD                                                                                 \
  16000000 /* numbers in the places at which a task chose, on its way to an access */
#define LOOK_AT_LIMITS 4096 /* every so many local steps */

void
explore_config_copy (struct config *to, const struct config *from, hb_id variables)
{
#define COPY(FIELD)                                                                                \
  do                                                                                               \
    {                                                                                              \
      vec_reserve (to->FIELD, from->FIELD.size);                                                   \
      if (from->FIELD.size)                                                                        \
        memcpy (to->FIELD.data, from->FIELD.data, from->FIELD.size * sizeof *from->FIELD.data);    \
      to->FIELD.size = from->FIELD.size;                                                           \
    }                                                                                              \
  while (0)
  memcpy (to->values, from->values, variables * sizeof *to->values);
  to->on_main = from->on_main;
  to->stuck = from->stuck;
  COPY (kinds);
  COPY (tasks);
  COPY (frames);
  COPY (locals);
  COPY (waiting);
  COPY (late);
  COPY (sets);
#undef COPY
}

void
explore_config_free (struct config *config)
{
  hb_free (config->values);
  vec_free (config->kinds);
  vec_free (config->tasks);
  vec_free (config->frames);
  vec_free (config->locals);
  vec_free (config->waiting);
  vec_free (config->late);
  vec_free (config->sets);
}

bool
explore_is_idle (const struct config *config)
{
  return !config->tasks.size && !config->stuck && config->on_main == HB_NONE;
}

/* --- A task that is moved: its frames and locals lie at the ends of the configuration's --- */

hb_id
explore_task_of (const struct config *c, hb_id path)
{
  for (hb_id t = 0; t < c->tasks.size; t++)
    if (c->tasks.data[t].path == path)
      return t;
  return HB_NONE;
}

void
explore_bring_to_end (struct config *c, hb_id t)
{
  struct task *task = &c->tasks.data[t];
  hb_id first_frame = (hb_id)c->frames.size, first_local = (hb_id)c->locals.size;
  for (hb_id i = 0; i < task->frames; i++)
    {
      struct frame frame = c->frames.data[task->first_frame + i];
      vec_push (c->frames, frame);
    }
  for (hb_id i = 0; i < task->locals; i++)
    {
      int32_t local = c->locals.data[task->first_local + i];
      vec_push (c->locals, local);
    }
  task->first_frame = first_frame;
  task->first_local = first_local;
}

void
explore_push_frame (struct explorer *e, hb_id t, hb_id proc, const int32_t *arguments)
{
  struct config *c = &e->config;
  struct task *task = &c->tasks.data[t];
  const struct hb_aproc *p = &e->code->procs.data[proc];
  vec_push (c->frames, ((struct frame){ proc, p->first, task->locals }));
  task->frames++;
  for (hb_id i = 0; i < p->locals; i++)
    vec_push (c->locals, i < p->params ? arguments[i] : 0);
  task->locals += p->locals;
}

static void
drop_task (struct config *c, hb_id t)
{
  if (c->on_main == c->tasks.data[t].path)
    c->on_main = HB_NONE;
  c->tasks.data[t] = vec_top (c->tasks);
  c->tasks.size--;
}

void
explore_block_task (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  e->result->blocked = true;
  if (c->on_main == c->tasks.data[t].path)
    {
      drop_task (c, t);
      c->on_main = MAIN_BLOCKED;
    }
  else
    {
      drop_task (c, t);
      c->stuck = true;
    }
}

/* --- What nobody sees --- */

int32_t *
explore_evaluate (struct explorer *e, const struct hb_ains *ins, const int32_t *locals)
{
  const hb_id *args = vec_from (e->code->program->source.args, ins->first_arg);
  int32_t *values = hb_calloc (ins->args, sizeof *values);
  for (hb_id i = 0; i < ins->args; i++)
    values[i] = hb_acode_value (e->code, args[i], locals, e->config.values);
  return values;
}

/* The task at the end is carried no further. */
static void
cut (struct explorer *e)
{
  e->result->cut = true;
  e->cuts++;
}

/* One instruction of the task at the end; false: it is blocked. */
static bool
take_local (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  struct task *task = &c->tasks.data[t];
  struct frame *frame = &vec_top (c->frames);
  int32_t *locals = vec_from (c->locals, task->first_local + frame->locals), value = 0, *arguments;
  const struct hb_ains *ins = &e->code->ins.data[frame->at++];
  if (ins->exp != HB_NONE)
    value = hb_acode_value (e->code, ins->exp, locals, c->values);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
      locals[ins->slot] = value;
      return true;
    case HB_AOP_GHOST:
      c->values[ins->variable] = value;
      return true;
    case HB_AOP_CHOOSE:
      value = explore_choose (e, ins->low, ins->high);
      *(ins->variable != HB_NONE ? &c->values[ins->variable] : &locals[ins->slot]) = value;
      return true;
    case HB_AOP_CALL:
      if (task->frames >= HB_MOST_FRAMES)
        {
          cut (e);
          return false;
        }
      arguments = explore_evaluate (e, ins, locals);
      explore_push_frame (e, t, ins->slot, arguments);
      hb_free (arguments);
      return true;
    case HB_AOP_ASSUME:
      return value;
    case HB_AOP_BRANCH:
      if (!value)
        frame->at = ins->target;
      return true;
    case HB_AOP_JUMP:
      frame->at = ins->target;
      return true;
    case HB_AOP_RETURN:
      c->locals.size = task->first_local + frame->locals;
      task->locals = frame->locals;
      c->frames.size--;
      task->frames--;
      return true;
    default: /* an assertion */
      return true;
    }
}

/* Does the task at the end, T, which has taken so many STEPS, do nothing more for ever?  Where that is not known it is
 * taken for granted, and the result says so. */
static bool
goes_round (struct explorer *e, hb_id t, size_t steps)
{
  const struct config *c = &e->config;
  const struct task *task = &c->tasks.data[t];
  const struct frame *frame = &vec_top (c->frames);
  size_t first = task->first_local + frame->locals;
  if (hb_lap_closes (&e->lap, frame->at, task->frames, vec_from (c->locals, first),
                     c->locals.size - first, c->values, e->variables))
    return true;
  bool far
      = steps == HB_MOST_LOCAL_STEPS || e->choices > HB_MOST_LOCAL_CHOICES
        || e->stood.data.size > MOST_STOOD
        || (steps % LOOK_AT_LIMITS == LOOK_AT_LIMITS - 1 && hb_limits_check (e->options->limits));
  if (far && !e->drifts)
    cut (e);
  return far;
}

bool
explore_run_local (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  explore_choices_begin (e);
  for (size_t steps = 0; c->tasks.data[t].frames; steps++)
    {
      uint8_t op = e->code->ins.data[vec_top (c->frames).at].op;
      if (op == HB_AOP_READ || op == HB_AOP_WRITE || op == HB_AOP_POST)
        return true;
      if (op == HB_AOP_CHOOSE)
        explore_look_round (e, t);
      if (goes_round (e, t, steps) || !take_local (e, t))
        {
          explore_block_task (e, t);
          return false;
        }
    }
  drop_task (c, t);
  return false;
}
