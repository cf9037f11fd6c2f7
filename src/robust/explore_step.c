/* The successors of a configuration: which moves there are, and what each does.  See explore.h, explore_private.h. */
#include "robust/explore_private.h"

#include <string.h>

/* --- Moves --- */

static void
tell (struct explorer *e, enum hb_move_kind kind, hb_id event, hb_id path, size_t used)
{
  int32_t steps[256] = { 0 };
  size_t length = 0;
  if (!e->telling)
    return;
  if (kind == HB_MOVE_START)
    {
      const struct kind *k = &e->kinds.data[vec_top (e->config.kinds)];
      length = e->code->procs.data[event].params;
      hb_aschedule_add (e->schedule, kind, event, vec_from (e->args, k->first_arg), length,
                        vec_from (e->script.numbers, used), e->script.used - used);
      return;
    }
  for (hb_id p = path; p != HB_NONE; p = e->paths.data[p].parent)
    length++;
  int32_t *numbers = length > 256 ? hb_calloc (length, sizeof *numbers) : steps;
  size_t at = length;
  for (hb_id p = path; p != HB_NONE; p = e->paths.data[p].parent)
    numbers[--at] = (int32_t)(e->paths.data[p].number + (e->paths.data[p].parent == HB_NONE));
  hb_aschedule_add (e->schedule, kind, HB_NONE, numbers, length, vec_from (e->script.numbers, used),
                    e->script.used - used);
  if (numbers != steps)
    hb_free (numbers);
}

/* Task T stands at a post, which it makes. */
static void
make_post (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  explore_bring_to_end (c, t);
  struct task *task = &c->tasks.data[t];
  size_t used = e->script.used;
  hb_id path = task->path, at = vec_top (c->frames).at++;
  const struct hb_ains *ins = &e->code->ins.data[at];
  const int32_t *locals = vec_from (c->locals, task->first_local + vec_top (c->frames).locals);
  int32_t *arguments = explore_evaluate (e, ins, locals);
  struct task posted = { .path = explore_child (e, path, ++task->posts),
                         .flags = ins->main ? TASK_MAIN | TASK_PENDING : 0,
                         .first_frame = (hb_id)c->frames.size,
                         .first_local = (hb_id)c->locals.size };
  vec_push (c->tasks, posted);
  explore_push_frame (e, (hb_id)c->tasks.size - 1, ins->slot, arguments);
  hb_free (arguments);
  if (ins->main && e->options->queue)
    vec_push (c->waiting, posted.path);
  if (!ins->main)
    explore_run_local (e, (hb_id)c->tasks.size - 1);
  t = explore_task_of (c, path);
  explore_bring_to_end (c, t);
  explore_run_local (e, t);
  tell (e, HB_MOVE_STEP, HB_NONE, path, used);
}

static bool
stands_at_post (const struct explorer *e, const struct task *task)
{
  if (task->flags & TASK_PENDING)
    return false;
  const struct frame *frame = &e->config.frames.data[task->first_frame + task->frames - 1];
  const struct hb_ains *ins = &e->code->ins.data[frame->at];
  return ins->op == HB_AOP_POST && !(ins->main && e->options->queue);
}

/* All posts that commute with everything.  Tasks that post one another before all else never come to an end of
 * them: the limits do. */
static void
make_posts (struct explorer *e)
{
  const struct hb_explore_options *options = e->options;
  for (hb_id t = 0; t < e->config.tasks.size;)
    if (stands_at_post (e, &e->config.tasks.data[t]))
      {
        if (hb_limits_check (options->limits)
            || (options->most && e->config.tasks.size > options->most))
          {
            e->result->posts = true;
            return;
          }
        make_post (e, t);
        t = 0;
      }
    else
      t++;
}

static void
start (struct explorer *e, hb_id kind)
{
  struct config *c = &e->config;
  hb_id proc = e->kinds.data[kind].proc, event = (hb_id)c->kinds.size;
  size_t used = e->script.used;
  struct task task = { .path = explore_root (e, event),
                       .flags = TASK_MAIN,
                       .first_frame = (hb_id)c->frames.size,
                       .first_local = (hb_id)c->locals.size };
  vec_push (c->kinds, kind);
  explore_history_add (e);
  vec_push (c->tasks, task);
  c->on_main = task.path;
  explore_push_frame (e, (hb_id)c->tasks.size - 1, proc,
                      vec_from (e->args, e->kinds.data[kind].first_arg));
  hb_id guarded = e->code->program->procs.data[proc].guard_variable;
  if (guarded != HB_NONE)
    explore_access (e, task.path, guarded, false);
  explore_run_local (e, (hb_id)c->tasks.size - 1);
  tell (e, HB_MOVE_START, proc, HB_NONE, used);
}

static void
begin (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  size_t used = e->script.used;
  hb_id path = c->tasks.data[t].path;
  c->tasks.data[t].flags &= ~TASK_PENDING;
  c->on_main = path;
  if (e->options->queue)
    {
      memmove (c->waiting.data, c->waiting.data + 1,
               (c->waiting.size - 1) * sizeof *c->waiting.data);
      c->waiting.size--;
    }
  explore_bring_to_end (c, t);
  explore_run_local (e, t);
  tell (e, HB_MOVE_BEGIN, HB_NONE, path, used);
}

/* The access, or the post, at which T stands. */
static void
step (struct explorer *e, hb_id t)
{
  struct config *c = &e->config;
  size_t used = e->script.used;
  hb_id path = c->tasks.data[t].path;
  explore_bring_to_end (c, t);
  struct frame *frame = &vec_top (c->frames);
  const struct hb_ains *ins = &e->code->ins.data[frame->at];
  if (ins->op == HB_AOP_POST)
    {
      make_post (e, t);
      return;
    }
  int32_t *locals = vec_from (c->locals, c->tasks.data[t].first_local + frame->locals);
  if (ins->op == HB_AOP_READ)
    locals[ins->slot] = c->values[ins->variable];
  else
    {
      int32_t value = hb_acode_value (e->code, ins->exp, locals, c->values);
      if (!hb_acode_fits (e->code, ins->variable, value))
        {
          e->result->range = true;
          e->result->range_ins = frame->at;
          explore_block_task (e, t);
          tell (e, HB_MOVE_STEP, HB_NONE, path, used);
          return;
        }
      c->values[ins->variable] = value;
    }
  frame->at++;
  explore_access (e, path, ins->variable, ins->op == HB_AOP_WRITE);
  explore_run_local (e, t);
  tell (e, HB_MOVE_STEP, HB_NONE, path, used);
}

/* --- All of them --- */

static uint32_t
started (const struct explorer *e, hb_id proc)
{
  uint32_t count = 0;
  for (size_t i = 0; i < e->from.kinds.size; i++)
    count += e->kinds.data[e->from.kinds.data[i]].proc == proc;
  return count;
}

static uint32_t
allowed (const struct explorer *e, hb_id proc)
{
  const hb_aed *program = e->code->program;
  for (size_t i = 0; i < program->driven.size; i++)
    if (program->driven.data[i].proc == proc)
      return program->driven.data[i].times;
  return 0;
}

static bool
may_start (struct explorer *e, hb_id kind)
{
  const hb_aed *program = e->code->program;
  const struct kind *k = &e->kinds.data[kind];
  if (e->from.on_main != HB_NONE || (e->options->serial && !explore_is_idle (&e->from)))
    return false;
  if (!hb_acode_guard_holds (e->code, k->proc, vec_from (e->args, k->first_arg), e->from.values))
    return false;
  if (e->options->only != HB_NONE)
    return k->proc == e->options->only && !e->from.kinds.size;
  if (!program->has_driver)
    {
      bool within = e->from.kinds.size < e->options->bound;
      e->result->bounded = e->result->bounded || !within;
      return within;
    }
  for (size_t i = 0; i < program->befores.size; i++)
    if (program->befores.data[i].then == k->proc
        && started (e, program->befores.data[i].first)
               < allowed (e, program->befores.data[i].first))
      return false;
  return started (e, k->proc) < allowed (e, k->proc);
}

/* Of one move so many scripts may lead a task further than it is carried; then other moves are looked at. */
#define MOST_CUTS 16

/* Makes all successors by one move, one for each script: MOVE (E, WHAT).  False: VISIT said stop. */
static bool
make (struct explorer *e, void (*move) (struct explorer *, hb_id), hb_id what, uint32_t *ordinal,
      explore_visit *visit)
{
  size_t cuts = e->cuts;
  hb_script_clear (&e->script);
  do
    {
      explore_config_copy (&e->config, &e->from, e->variables);
      e->violated = false;
      move (e, what);
      if (!e->violated)
        make_posts (e);
      explore_history_forget (e);
      if (!visit (e, (*ordinal)++))
        return false;
    }
  while (hb_script_next (&e->script) && e->cuts - cuts < MOST_CUTS);
  return true;
}

static bool
may_begin (const struct explorer *e, const struct task *task)
{
  return task->flags & TASK_PENDING && e->from.on_main == HB_NONE
         && (!e->options->queue || e->from.waiting.data[0] == task->path);
}

/* Depth first: nothing runs beside the first task in depth-first order. */
static bool
is_first (const struct explorer *e, hb_id t)
{
  for (hb_id k = 0; k < e->from.tasks.size; k++)
    if (k != t && explore_is_behind (e, e->from.tasks.data[t].path, e->from.tasks.data[k].path))
      return false;
  return !e->from.stuck;
}

void
explore_successors (struct explorer *e, explore_visit *visit)
{
  uint32_t ordinal = 0;
  for (hb_id t = 0; t < e->from.tasks.size; t++)
    {
      const struct task *task = &e->from.tasks.data[t];
      bool pending = task->flags & TASK_PENDING;
      if ((pending && !may_begin (e, task)) || (e->options->depth_first && !is_first (e, t)))
        continue;
      if (!make (e, pending ? begin : step, t, &ordinal, visit))
        return;
    }
  for (hb_id k = 0; k < e->kinds.size; k++)
    if (may_start (e, k) && !make (e, start, k, &ordinal, visit))
      return;
}
