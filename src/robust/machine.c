/* See machine.h. */
#include "robust/machine.h"

#include <string.h>

hb_amachine *
hb_amachine_new (const hb_acode *code, enum hb_amachine_kind kind, bool queue)
{
  hb_amachine *m = hb_calloc (1, sizeof *m);
  size_t variables = code->program->variables.size;
  m->code = code;
  m->kind = (uint8_t)kind;
  m->queue = queue;
  m->values = hb_calloc (variables, sizeof *m->values);
  m->last_write = hb_calloc (variables, sizeof *m->last_write);
  m->started = hb_calloc (code->procs.size, sizeof *m->started);
  m->on_main = HB_NONE;
  for (size_t v = 0; v < variables; v++)
    {
      m->values[v] = (int32_t)code->program->variables.data[v].initial;
      m->last_write[v] = HB_NONE;
    }
  return m;
}

void
hb_amachine_free (hb_amachine *m)
{
  if (!m)
    return;
  for (size_t t = 0; t < m->tasks.size; t++)
    {
      vec_free (m->tasks.data[t].frames);
      vec_free (m->tasks.data[t].locals);
      vec_free (m->tasks.data[t].posted);
    }
  vec_free (m->tasks);
  vec_free (m->bodies);
  vec_free (m->entries);
  vec_free (m->waiting);
  vec_free (m->errors);
  hb_free (m->values);
  hb_free (m->last_write);
  hb_free (m->started);
  hb_lap_free (&m->lap);
  hb_free (m);
}

/* --- Tasks --- */

static hb_id
add_task (hb_amachine *m, hb_id proc, hb_id parent, bool main)
{
  struct hb_atask task = { .proc = proc, .parent = parent, .main = main, .depth = 1 };
  hb_id number = (hb_id)m->tasks.size;
  if (parent == HB_NONE)
    {
      task.event = number;
      vec_push (m->bodies, number);
      task.number = (hb_id)m->bodies.size;
    }
  else
    {
      task.event = m->tasks.data[parent].event;
      task.depth = m->tasks.data[parent].depth + 1;
      vec_push (m->tasks.data[parent].posted, number);
      task.number = (hb_id)m->tasks.data[parent].posted.size;
    }
  vec_push (m->tasks, task);
  m->unfinished++;
  return number;
}

static void
push_frame (hb_amachine *m, hb_id task, hb_id proc, const int32_t *arguments)
{
  struct hb_atask *t = &m->tasks.data[task];
  const struct hb_aproc *p = &m->code->procs.data[proc];
  struct hb_aframe frame = { .proc = proc, .at = p->first, .locals = (hb_id)t->locals.size };
  for (hb_id i = 0; i < p->locals; i++)
    vec_push (t->locals, i < p->params ? arguments[i] : 0);
  vec_push (t->frames, frame);
}

static void
enter_log (hb_amachine *m, hb_id task, enum hb_event_kind kind, hb_id object, hb_id from,
           int32_t value)
{
  struct hb_aentry entry
      = { .task = task, .object = object, .from = from, .kind = (uint8_t)kind, .value = value };
  vec_push (m->entries, entry);
}

static void
note_error (hb_amachine *m, enum hb_task_error kind, hb_id task, hb_id ins)
{
  vec_push (m->errors, ((struct hb_aerror){ (uint8_t)kind, task, ins }));
}

static void
stop_task (hb_amachine *m, hb_id task, enum hb_task_error kind, hb_id ins)
{
  m->tasks.data[task].status = HB_TASK_BLOCKED;
  if (kind != HB_TASK_FINE)
    note_error (m, kind, task, ins);
}

/* --- Single-thread: the next task --- */

/* Its posts stand on top of `waiting` in the order of their making: they are turned round, so that the first is next. */
static void
turn_posts (hb_amachine *m, hb_id task)
{
  size_t count = m->tasks.data[task].posted.size, size = m->waiting.size;
  for (size_t i = 0; i < count / 2; i++)
    {
      hb_id *a = &m->waiting.data[size - count + i], *b = &m->waiting.data[size - 1 - i], swap = *a;
      *a = *b;
      *b = swap;
    }
}

/* TASK is over; what its thread runs next, or HB_NONE. */
static hb_id
end_task (hb_amachine *m, hb_id task)
{
  m->tasks.data[task].status = HB_TASK_DONE;
  m->unfinished--;
  if (m->on_main == task)
    m->on_main = HB_NONE;
  if (m->kind == HB_MULTI_THREAD)
    return HB_NONE;
  turn_posts (m, task);
  if (!m->waiting.size)
    return HB_NONE;
  hb_id next = vec_pop (m->waiting);
  m->on_main = next;
  enter_log (m, next, HB_GET, next, HB_NONE, 0);
  return next;
}

/* --- Instructions that nobody sees --- */

static void
pop_frame (struct hb_atask *t)
{
  t->locals.size = vec_top (t->frames).locals;
  t->frames.size--;
}

static void
enter_call (hb_amachine *m, hb_id task, const struct hb_ains *ins)
{
  struct hb_atask *t = &m->tasks.data[task];
  const hb_id *args = vec_from (m->code->program->source.args, ins->first_arg);
  int32_t *values = hb_calloc (ins->args, sizeof *values);
  for (hb_id i = 0; i < ins->args; i++)
    values[i] = hb_acode_value (m->code, args[i], vec_from (t->locals, vec_top (t->frames).locals),
                                m->values);
  push_frame (m, task, ins->slot, values);
  hb_free (values);
}

/* One instruction that is neither access nor post.  False: the task goes no further, or CHOOSE had no number. */
static bool
take_local (hb_amachine *m, hb_id task, hb_chooser *choose, void *context, bool *chosen)
{
  struct hb_atask *t = &m->tasks.data[task];
  struct hb_aframe *frame = &vec_top (t->frames);
  hb_id at = frame->at++;
  const struct hb_ains *ins = &m->code->ins.data[at];
  int32_t *locals = vec_from (t->locals, frame->locals), value = 0;
  if (ins->exp != HB_NONE)
    value = hb_acode_value (m->code, ins->exp, locals, m->values);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
      locals[ins->slot] = value;
      break;
    case HB_AOP_GHOST:
      m->values[ins->variable] = value;
      break;
    case HB_AOP_CHOOSE:
      m->choosing = task;
      m->choices++;
      hb_lap_start (&m->lap);
      if (!(*chosen = choose (context, ins->low, ins->high, &value)))
        return false;
      *(ins->variable != HB_NONE ? &m->values[ins->variable] : &locals[ins->slot]) = value;
      break;
    case HB_AOP_CALL:
      if (t->frames.size >= HB_MOST_FRAMES)
        {
          stop_task (m, task, HB_TASK_DEEP, at);
          return false;
        }
      enter_call (m, task, ins);
      break;
    case HB_AOP_ASSUME:
      if (!value)
        stop_task (m, task, HB_TASK_FINE, at);
      return value;
    case HB_AOP_ASSERT:
      if (!value)
        note_error (m, HB_TASK_ASSERT, task, at);
      break;
    case HB_AOP_BRANCH:
      if (!value)
        frame->at = ins->target;
      break;
    case HB_AOP_JUMP:
      frame->at = ins->target;
      break;
    default: /* return */
      pop_frame (t);
    }
  return true;
}

static bool
goes_round (hb_amachine *m, const struct hb_atask *t)
{
  const struct hb_aframe *frame = &vec_top (t->frames);
  return hb_lap_closes (&m->lap, frame->at, t->frames.size, vec_from (t->locals, frame->locals),
                        t->locals.size - frame->locals, m->values,
                        m->code->program->variables.size);
}

/* Goes on until TASK stands before an access or a post, is blocked, or has ended.  False: CHOOSE had no number. */
static bool
run_local (hb_amachine *m, hb_id task, hb_chooser *choose, void *context)
{
  bool chosen = true;
  m->choices = 0;
  hb_lap_start (&m->lap);
  for (size_t steps = 0; task != HB_NONE; steps++)
    {
      struct hb_atask *t = &m->tasks.data[task];
      t->status = HB_TASK_RUNNING;
      if (!t->frames.size)
        {
          task = end_task (m, task);
          steps = m->choices = 0;
          hb_lap_start (&m->lap);
          continue;
        }
      hb_id at = vec_top (t->frames).at;
      uint8_t op = m->code->ins.data[at].op;
      if (op == HB_AOP_READ || op == HB_AOP_WRITE || op == HB_AOP_POST)
        return true;
      bool round = goes_round (m, t);
      if (round || steps == HB_MOST_LOCAL_STEPS || m->choices > HB_MOST_LOCAL_CHOICES)
        {
          stop_task (m, task, round ? HB_TASK_FOREVER : HB_TASK_LONG, at);
          return true;
        }
      if (!take_local (m, task, choose, context, &chosen))
        return chosen;
    }
  return true;
}

/* --- Moves --- */

static bool
driver_allows (const hb_amachine *m, hb_id proc)
{
  const hb_aed *program = m->code->program;
  if (!program->has_driver)
    return true;
  for (size_t i = 0; i < program->befores.size; i++)
    if (program->befores.data[i].then == proc
        && m->started[program->befores.data[i].first]
               < hb_aed_times (program, program->befores.data[i].first))
      return false;
  return m->started[proc] < hb_aed_times (program, proc);
}

static const char *
why_not_start (const hb_amachine *m, hb_id proc, const int32_t *arguments)
{
  const struct hb_aed_proc *event = &m->code->program->procs.data[proc];
  if (m->on_main != HB_NONE)
    return "the main thread is running something";
  if (m->kind == HB_SINGLE_THREAD && m->unfinished)
    return "an event is not over";
  if (!driver_allows (m, proc))
    return "the driver does not let it start now";
  for (hb_id i = 0; i < event->params; i++)
    {
      const struct hb_aed_local *param = &m->code->program->locals.data[event->first_local + i];
      if (arguments[i] < param->low || arguments[i] > param->high)
        return "an argument is not in its range";
    }
  if (!hb_acode_guard_holds (m->code, proc, arguments, m->values))
    return "its guard does not hold";
  return NULL;
}

bool
hb_amachine_may_start (const hb_amachine *m, hb_id proc, const int32_t *arguments)
{
  return !why_not_start (m, proc, arguments);
}

bool
hb_amachine_start (hb_amachine *m, hb_id proc, const int32_t *arguments, hb_chooser *choose,
                   void *context, const char **why)
{
  if ((*why = why_not_start (m, proc, arguments)))
    return false;
  hb_id task = add_task (m, proc, HB_NONE, true);
  hb_id guarded = m->code->program->procs.data[proc].guard_variable;
  m->started[proc]++;
  m->on_main = task;
  if (guarded != HB_NONE)
    enter_log (m, task, HB_READ, guarded, m->last_write[guarded], m->values[guarded]);
  push_frame (m, task, proc, arguments);
  *why = "there is nothing to choose";
  return run_local (m, task, choose, context);
}

bool
hb_amachine_begin (hb_amachine *m, hb_id task, hb_chooser *choose, void *context, const char **why)
{
  if (m->tasks.data[task].status != HB_TASK_PENDING)
    *why = "the task is not pending";
  else if (m->on_main != HB_NONE)
    *why = "the main thread is running something";
  else if (m->queue && m->waiting.data[0] != task)
    *why = "another task was posted first";
  else
    {
      if (m->queue)
        {
          memmove (m->waiting.data, m->waiting.data + 1,
                   (m->waiting.size - 1) * sizeof *m->waiting.data);
          m->waiting.size--;
        }
      m->on_main = task;
      enter_log (m, task, HB_GET, task, HB_NONE, 0);
      *why = "there is nothing to choose";
      return run_local (m, task, choose, context);
    }
  return false;
}

static bool
post (hb_amachine *m, hb_id task, const struct hb_ains *ins, hb_chooser *choose, void *context)
{
  hb_id posted = add_task (m, ins->slot, task, ins->main);
  struct hb_atask *t = &m->tasks.data[task];
  const hb_id *args = vec_from (m->code->program->source.args, ins->first_arg);
  int32_t *values = hb_calloc (ins->args, sizeof *values);
  for (hb_id i = 0; i < ins->args; i++)
    values[i] = hb_acode_value (m->code, args[i], vec_from (t->locals, vec_top (t->frames).locals),
                                m->values);
  push_frame (m, posted, ins->slot, values);
  hb_free (values);
  enter_log (m, task, HB_POST, posted, HB_NONE, 0);
  if (m->kind == HB_SINGLE_THREAD || (ins->main && m->queue))
    vec_push (m->waiting, posted);
  if (m->kind == HB_SINGLE_THREAD || ins->main)
    return true;
  enter_log (m, posted, HB_GET, posted, HB_NONE, 0);
  return run_local (m, posted, choose, context);
}

/* The access INS of TASK. */
static void
access (hb_amachine *m, hb_id task, hb_id at)
{
  const struct hb_ains *ins = &m->code->ins.data[at];
  struct hb_atask *t = &m->tasks.data[task];
  int32_t *locals = vec_from (t->locals, vec_top (t->frames).locals);
  hb_id x = ins->variable;
  if (ins->op == HB_AOP_READ)
    {
      locals[ins->slot] = m->values[x];
      enter_log (m, task, HB_READ, x, m->last_write[x], m->values[x]);
      return;
    }
  m->values[x] = hb_acode_value (m->code, ins->exp, locals, m->values);
  enter_log (m, task, HB_WRITE, x, HB_NONE, m->values[x]);
  m->last_write[x] = (hb_id)m->entries.size - 1;
}

bool
hb_amachine_step (hb_amachine *m, hb_id task, hb_chooser *choose, void *context, const char **why)
{
  if (m->tasks.data[task].status != HB_TASK_RUNNING)
    {
      static const char *const reasons[]
          = { "the task has not begun", "", "the task is blocked", "the task is over" };
      *why = reasons[m->tasks.data[task].status];
      return false;
    }
  struct hb_aframe *frame = &vec_top (m->tasks.data[task].frames);
  hb_id at = frame->at;
  const struct hb_ains *ins = &m->code->ins.data[at];
  *why = "there is nothing to choose";
  if (ins->op == HB_AOP_WRITE)
    {
      const struct hb_atask *t = &m->tasks.data[task];
      int32_t value
          = hb_acode_value (m->code, ins->exp, vec_from (t->locals, frame->locals), m->values);
      if (!hb_acode_fits (m->code, ins->variable, value))
        {
          stop_task (m, task, HB_TASK_RANGE, at);
          return true;
        }
    }
  frame->at++;
  if (ins->op != HB_AOP_POST)
    access (m, task, at);
  else if (!post (m, task, ins, choose, context))
    return false;
  return run_local (m, task, choose, context);
}

bool
hb_amachine_is_cut (const hb_amachine *m)
{
  bool cut = false;
  for (size_t i = 0; i < m->errors.size; i++)
    cut = cut || m->errors.data[i].kind == HB_TASK_LONG || m->errors.data[i].kind == HB_TASK_DEEP;
  return cut;
}

/* --- Names of tasks --- */

size_t
hb_amachine_path (const hb_amachine *m, hb_id task, int32_t *path, size_t room)
{
  size_t length = m->tasks.data[task].depth, i = length;
  for (hb_id t = task; length <= room && t != HB_NONE; t = m->tasks.data[t].parent)
    path[--i] = (int32_t)m->tasks.data[t].number;
  return length;
}

hb_id
hb_amachine_find (const hb_amachine *m, const int32_t *path, size_t length)
{
  hb_id found = HB_NONE;
  for (size_t i = 0; i < length; i++)
    {
      const hb_id *posted = vec_from (m->bodies, 0);
      size_t count = m->bodies.size;
      if (i)
        {
          posted = vec_from (m->tasks.data[found].posted, 0);
          count = m->tasks.data[found].posted.size;
        }
      if (path[i] < 1 || (size_t)path[i] > count)
        return HB_NONE;
      found = posted[path[i] - 1];
    }
  return found;
}

void
hb_amachine_note (const hb_amachine *m, enum hb_move_kind kind, hb_id task, const int32_t *choices,
                  size_t count, hb_aschedule *schedule)
{
  size_t length = hb_amachine_path (m, task, NULL, 0);
  int32_t *path = hb_calloc (length, sizeof *path);
  hb_amachine_path (m, task, path, length);
  hb_aschedule_add (schedule, kind, HB_NONE, path, length, choices, count);
  hb_free (path);
}
