/* See extract.h.
 *
 * What the run has is a partial order: the accesses of a task, conflicting accesses, what is posted behind its post.
 * The tasks of main that end are put in a row that extends it and the driver's order; the one that is left comes
 * last.  Then whatever is possible is done, by the machine itself (machine.h), until all is, and the pivot last. */
#include "robust/extract.h"

#include "robust/machine.h"
#include "robust/seq_run.h"

struct extractor
{
  const hb_acode *code;
  const hb_instrumented *made;
  hb_diag *diag;
  hb_seq_run run;
  hb_amachine *machine;
  hb_aschedule *schedule;
  VEC (hb_id) main_row; /* the tasks of main that begin, in order */
  size_t main_next;
  hb_id *task_of;    /* task of the run -> of the machine, or HB_NONE */
  hb_id *done;       /* task of the run -> accesses made */
  hb_id *used;       /* its choices that are taken */
  bool *made_access; /* by number of the access */
  size_t accesses_left;
  VEC (int32_t) chosen; /* by the present move */
};

static uint8_t
mode_of (const struct extractor *x, hb_id task)
{
  return x->made->clones.data[x->run.tasks.data[task].clone].mode;
}

static bool
is_main (const struct extractor *x, hb_id task)
{
  return mode_of (x, task) == HB_MODE_BODY || mode_of (x, task) == HB_MODE_MAIN;
}

/* Tasks of main that do nothing need not begin. */
static bool
begins (const struct extractor *x, hb_id task)
{
  const struct hb_seq_task *t = &x->run.tasks.data[task];
  return mode_of (x, task) == HB_MODE_BODY || t->accesses || t->posts.size || t->pivot;
}

/* --- The row of main --- */

static bool
conflict (const struct hb_seq_access *a, const struct hb_seq_access *b)
{
  return a->variable == b->variable && (a->write || b->write);
}

/* Marks the tasks that something of FROM leads to; a task is entered at an access of its own, and all behind it
 * follows. */
static void
mark_behind (const struct extractor *x, hb_id from, bool *behind)
{
  size_t count = x->run.accesses.size;
  bool *reached = hb_calloc (count, sizeof *reached);
  behind[from] = true;
  for (size_t t = from + 1; t < x->run.tasks.size; t++)
    {
      hb_id parent = x->run.tasks.data[t].parent;
      behind[t] = parent != HB_NONE && behind[parent] && parent == from;
    }
  /* Accesses stand in the order of the sequential run, which extends all that is known. */
  hb_id *seen = hb_calloc (x->run.tasks.size, sizeof *seen);
  hb_id *entered = hb_calloc (x->run.tasks.size, sizeof *entered);
  for (size_t t = 0; t < x->run.tasks.size; t++)
    entered[t] = behind[t] ? 0 : HB_NONE;
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_seq_access *a = &x->run.accesses.data[i];
      hb_id t = a->task, parent = x->run.tasks.data[t].parent;
      if (entered[t] == HB_NONE && parent != HB_NONE && entered[parent] != HB_NONE
          && x->run.tasks.data[parent].posts.data[x->run.tasks.data[t].number - 1]
                 >= entered[parent])
        entered[t] = 0;
      for (size_t k = 0; k < i && entered[t] == HB_NONE; k++)
        if (reached[k] && conflict (&x->run.accesses.data[k], a))
          entered[t] = seen[t] + !a->guard;
      reached[i] = entered[t] != HB_NONE;
      seen[t] += !a->guard;
    }
  for (size_t t = 0; t < x->run.tasks.size; t++)
    {
      hb_id parent = x->run.tasks.data[t].parent;
      if (entered[t] == HB_NONE && parent != HB_NONE && entered[parent] != HB_NONE
          && x->run.tasks.data[parent].posts.data[x->run.tasks.data[t].number - 1]
                 >= entered[parent])
        entered[t] = 0;
      behind[t] = entered[t] != HB_NONE;
    }
  hb_free (reached);
  hb_free (seen);
  hb_free (entered);
}

static bool
starts_before (const struct extractor *x, hb_id a, hb_id b)
{
  const hb_aed *program = x->code->program;
  if (mode_of (x, a) != HB_MODE_BODY || mode_of (x, b) != HB_MODE_BODY)
    return false;
  hb_id one = x->made->clones.data[x->run.tasks.data[a].clone].proc,
        two = x->made->clones.data[x->run.tasks.data[b].clone].proc;
  for (size_t i = 0; i < program->befores.size; i++)
    if (program->befores.data[i].first == one && program->befores.data[i].then == two)
      return true;
  return false;
}

static bool
make_row (struct extractor *x)
{
  VEC (hb_id) mains = VEC_EMPTY;
  for (hb_id t = 0; t < x->run.tasks.size; t++)
    if (is_main (x, t) && begins (x, t))
      vec_push (mains, t);
  size_t count = mains.size, tasks = x->run.tasks.size;
  bool *behind = hb_calloc (count * tasks, sizeof *behind),
       *placed = hb_calloc (count, sizeof *placed);
  for (size_t i = 0; i < count; i++)
    mark_behind (x, mains.data[i], behind + i * tasks);
  bool moved = true;
  while (moved && x->main_row.size < count)
    {
      moved = false;
      for (size_t i = 0; i < count && !moved; i++)
        {
          bool ready = !placed[i];
          for (size_t k = 0; k < count && ready; k++)
            ready = k == i || placed[k]
                    || !(behind[k * tasks + mains.data[i]]
                         || starts_before (x, mains.data[k], mains.data[i])
                         || x->run.tasks.data[mains.data[i]].open);
          if (!ready)
            continue;
          placed[i] = moved = true;
          vec_push (x->main_row, mains.data[i]);
        }
    }
  bool good = x->main_row.size == count;
  hb_free (behind);
  hb_free (placed);
  vec_free (mains);
  if (!good)
    hb_error (x->diag, NULL, "the sequential run has no order of main's tasks: please report this");
  return good;
}

/* --- Doing it --- */

static hb_id
run_task (const struct extractor *x, hb_id task)
{
  for (hb_id t = 0; t < x->run.tasks.size; t++)
    if (x->task_of[t] == task)
      return t;
  return HB_NONE;
}

/* Tasks of the machine become known as they are posted. */
static void
match_tasks (struct extractor *x)
{
  for (hb_id t = 0; t < x->run.tasks.size; t++)
    {
      const struct hb_seq_task *task = &x->run.tasks.data[t];
      if (x->task_of[t] != HB_NONE || task->parent == HB_NONE
          || x->task_of[task->parent] == HB_NONE)
        continue;
      for (hb_id m = 0; m < x->machine->tasks.size; m++)
        if (x->machine->tasks.data[m].parent == x->task_of[task->parent]
            && x->machine->tasks.data[m].number == task->number)
          x->task_of[t] = m;
    }
}

/* The run's own choices, then the least. */
static bool
take_choice (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct extractor *x = context;
  (void)high;
  match_tasks (x);
  hb_id t = run_task (x, x->machine->choosing);
  *chosen = low;
  if (t != HB_NONE && x->used[t] < x->run.tasks.data[t].choices.size)
    *chosen = x->run.tasks.data[t].choices.data[x->used[t]++];
  vec_push (x->chosen, *chosen);
  return true;
}

static bool
move (struct extractor *x, enum hb_move_kind kind, hb_id event, hb_id task,
      const struct hb_seq_task *started)
{
  const char *why = NULL;
  int32_t path[256];
  size_t length = 0;
  bool good;
  vec_clear (x->chosen);
  if (kind == HB_MOVE_START)
    {
      x->task_of[started - x->run.tasks.data] = (hb_id)x->machine->tasks.size;
      good = hb_amachine_start (x->machine, event, vec_from (started->arguments, 0), take_choice, x,
                                &why);
      hb_aschedule_add (x->schedule, kind, event, vec_from (started->arguments, 0),
                        started->arguments.size, vec_from (x->chosen, 0), x->chosen.size);
    }
  else
    {
      good = (kind == HB_MOVE_BEGIN ? hb_amachine_begin : hb_amachine_step) (x->machine, task,
                                                                             take_choice, x, &why);
      length = hb_amachine_path (x->machine, task, path, 256);
      hb_aschedule_add (x->schedule, kind, HB_NONE, path, length > 256 ? 256 : length,
                        vec_from (x->chosen, 0), x->chosen.size);
    }
  match_tasks (x);
  if (!good)
    hb_error (x->diag, NULL,
              "the sequential run is none of the event program (%s): please report this", why);
  return good;
}

/* Posts are made as soon as they can be.  Tasks that post one another before all else never come to an end of them. */
#define MOST_TASKS 2000

static bool
make_posts (struct extractor *x)
{
  for (hb_id m = 0; m < x->machine->tasks.size;)
    {
      const struct hb_atask *task = &x->machine->tasks.data[m];
      if (task->status == HB_TASK_RUNNING && task->frames.size
          && x->code->ins.data[vec_top (task->frames).at].op == HB_AOP_POST)
        {
          if (x->machine->tasks.size > MOST_TASKS)
            {
              hb_error (x->diag, NULL,
                        "the violation's run has more than %d tasks, which post one another; "
                        "expected fewer, or --engine direct",
                        MOST_TASKS);
              return false;
            }
          if (!move (x, HB_MOVE_STEP, HB_NONE, m, NULL))
            return false;
          m = 0;
        }
      else
        m++;
    }
  return true;
}

/* The next task in main's row begins if it can. */
static bool
begin_next (struct extractor *x, bool *moved)
{
  if (x->main_next == x->main_row.size || x->machine->on_main != HB_NONE)
    return true;
  hb_id t = x->main_row.data[x->main_next];
  const struct hb_seq_task *task = &x->run.tasks.data[t];
  hb_id event = x->made->clones.data[task->clone].proc;
  if (task->parent != HB_NONE && x->task_of[t] == HB_NONE)
    return true;
  for (size_t i = 0; i < x->run.accesses.size; i++)
    {
      /* A guard is read at the start: what it conflicts with has to be there. */
      const struct hb_seq_access *a = &x->run.accesses.data[i];
      if (!a->guard || a->task != t)
        continue;
      for (size_t k = 0; k < i; k++)
        if (!x->made_access[k] && conflict (&x->run.accesses.data[k], a))
          return true;
      x->made_access[i] = true;
      x->accesses_left--;
    }
  x->main_next++;
  *moved = true;
  return move (x, task->parent == HB_NONE ? HB_MOVE_START : HB_MOVE_BEGIN, event, x->task_of[t],
               task)
         && make_posts (x);
}

/* Makes the first access that can be made. */
static bool
access_next (struct extractor *x, bool *moved)
{
  for (size_t i = 0; i < x->run.accesses.size; i++)
    {
      const struct hb_seq_access *a = &x->run.accesses.data[i];
      hb_id m = x->task_of[a->task];
      if (x->made_access[i] || a->guard || m == HB_NONE
          || x->machine->tasks.data[m].status != HB_TASK_RUNNING)
        continue;
      bool ready = true;
      for (size_t k = 0; k < i && ready; k++)
        ready = x->made_access[k]
                || (x->run.accesses.data[k].task != a->task
                    && !conflict (&x->run.accesses.data[k], a));
      if (!ready)
        continue;
      x->made_access[i] = true;
      x->accesses_left--;
      *moved = true;
      return move (x, HB_MOVE_STEP, HB_NONE, m, NULL) && make_posts (x);
    }
  return true;
}

static bool
carry_out (struct extractor *x)
{
  x->accesses_left = x->run.accesses.size;
  bool moved = true;
  while (moved && (x->accesses_left || x->main_next < x->main_row.size))
    {
      moved = false;
      if (!begin_next (x, &moved) || (!moved && !access_next (x, &moved)))
        return false;
    }
  if (x->accesses_left || x->main_next < x->main_row.size)
    {
      hb_error (x->diag, NULL, "the sequential run cannot be put in order: please report this");
      return false;
    }
  for (hb_id t = 0; t < x->run.tasks.size; t++)
    if (x->run.tasks.data[t].pivot && x->task_of[t] != HB_NONE)
      return move (x, HB_MOVE_STEP, HB_NONE, x->task_of[t], NULL);
  hb_error (x->diag, NULL, "the sequential run has no pivot: please report this");
  return false;
}

struct given
{
  const int32_t *choices;
  size_t count, used;
};

static bool
give (void *context, const hb_seq_run *run, hb_id ins, int32_t *chosen)
{
  struct given *g = context;
  (void)run, (void)ins;
  if (g->used == g->count)
    return false;
  *chosen = g->choices[g->used++];
  return true;
}

bool
hb_robust_extract (const hb_acode *code, const hb_instrumented *made, const int32_t *choices,
                   size_t count, hb_aschedule *schedule, hb_diag *diag)
{
  struct extractor x = { .code = code, .made = made, .diag = diag, .schedule = schedule };
  struct given given = { choices, count, 0 };
  bool good = hb_seq_run_make (made, give, &given, false, &x.run) && x.run.failed;
  if (!good)
    hb_error (diag, NULL, "these choices are no run to a failure of the sequential program");
  size_t tasks = x.run.tasks.size;
  x.machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  x.task_of = hb_calloc (tasks, sizeof *x.task_of);
  x.done = hb_calloc (tasks, sizeof *x.done);
  x.used = hb_calloc (tasks, sizeof *x.used);
  x.made_access = hb_calloc (x.run.accesses.size, sizeof *x.made_access);
  for (size_t t = 0; t < tasks; t++)
    x.task_of[t] = HB_NONE;
  good = good && make_row (&x) && carry_out (&x);
  hb_free (x.task_of);
  hb_free (x.done);
  hb_free (x.used);
  hb_free (x.made_access);
  vec_free (x.main_row);
  vec_free (x.chosen);
  hb_amachine_free (x.machine);
  hb_seq_run_free (&x.run);
  return good;
}
