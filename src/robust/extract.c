/* See extract.h.
 *
 * What the run has is a partial order: the accesses of a task, conflicting accesses, what is posted behind its post.
 * The tasks of main that end are put in a row that extends it and the driver's order; the one that is left comes
 * last.  Then whatever is possible is done, by the machine itself (machine.h), until all is, and the pivot last. */
#include "robust/extract.h"

#include "robust/machine.h"
#include "robust/seq_order.h"

struct extractor
{
  const hb_acode *code;
  const hb_instrumented *made;
  hb_diag *diag;
  hb_seq_run run;
  hb_amachine *machine;
  hb_aschedule *schedule;
  struct hb_seq_graph order; /* of the accesses */
  hb_seq_row main_row;       /* the tasks of main that begin, in order */
  size_t main_next;
  hb_id *
      posted; /* task of the run, then number of its post -> task of the run, or HB_NONE; from `first_post` */
  hb_id *first_post;  /* task of the run */
  hb_id *task_of;     /* task of the run -> of the machine, or HB_NONE */
  VEC (hb_id) run_of; /* task of the machine -> of the run, or HB_NONE */
  hb_id *of_task;     /* the accesses, by task */
  hb_id *next, *end;  /* task of the run -> its next access, in `of_task` */
  hb_id *used;        /* its choices that are taken */
  hb_id *waits;       /* access -> those before it that are not made */
  bool *ready;        /* access -> nothing is before it, and its task runs */
  size_t least;       /* no access before it is ready */
  size_t accesses_left;
  VEC (int32_t) chosen; /* by the present move */
};

/* --- What the run says, by task --- */

static void
list_posts (struct extractor *x)
{
  size_t tasks = x->run.tasks.size;
  for (size_t t = 0; t < tasks; t++)
    x->first_post[t + 1] = x->first_post[t] + (hb_id)x->run.tasks.data[t].posts.size;
  x->posted = hb_calloc (x->first_post[tasks], sizeof *x->posted);
  for (size_t i = 0; i < x->first_post[tasks]; i++)
    x->posted[i] = HB_NONE;
  for (hb_id t = 0; t < tasks; t++)
    if (x->run.tasks.data[t].parent != HB_NONE)
      x->posted[x->first_post[x->run.tasks.data[t].parent] + x->run.tasks.data[t].number - 1] = t;
}

static void
list_accesses (struct extractor *x)
{
  size_t tasks = x->run.tasks.size, count = x->run.accesses.size;
  for (size_t i = 0; i < count; i++)
    x->end[x->run.accesses.data[i].task]++;
  for (size_t t = 1; t < tasks; t++)
    x->end[t] += x->end[t - 1];
  for (size_t t = 0; t < tasks; t++)
    x->next[t] = t ? x->end[t - 1] : 0;
  for (hb_id i = 0; i < count; i++)
    x->of_task[x->next[x->run.accesses.data[i].task]++] = i;
  for (size_t t = 0; t < tasks; t++)
    x->next[t] = t ? x->end[t - 1] : 0;
  for (hb_id k = 0; k < x->order.first[count]; k++)
    x->waits[x->order.next[k]]++;
}

/* --- Doing it --- */

/* Tasks of the machine become known as they are posted. */
static void
match_tasks (struct extractor *x)
{
  while (x->run_of.size < x->machine->tasks.size)
    {
      const struct hb_atask *task = &x->machine->tasks.data[x->run_of.size];
      hb_id poster = task->parent == HB_NONE ? HB_NONE : x->run_of.data[task->parent], t = HB_NONE;
      if (poster != HB_NONE && task->number <= x->run.tasks.data[poster].posts.size)
        t = x->posted[x->first_post[poster] + task->number - 1];
      if (t != HB_NONE)
        x->task_of[t] = (hb_id)x->run_of.size;
      vec_push (x->run_of, t);
    }
}

/* Can the next access of task T of the run be made? */
static void
consider (struct extractor *x, hb_id t)
{
  if (t == HB_NONE || x->task_of[t] == HB_NONE || x->next[t] == x->end[t]
      || x->machine->tasks.data[x->task_of[t]].status != HB_TASK_RUNNING)
    return;
  hb_id i = x->of_task[x->next[t]];
  if (x->waits[i] || x->run.accesses.data[i].guard)
    return;
  x->ready[i] = true;
  x->least = i < x->least ? i : x->least;
}

static void
note_made (struct extractor *x, hb_id i)
{
  x->accesses_left--;
  x->next[x->run.accesses.data[i].task]++;
  for (hb_id k = x->order.first[i]; k < x->order.first[i + 1]; k++)
    if (!--x->waits[x->order.next[k]])
      consider (x, x->run.accesses.data[x->order.next[k]].task);
}

/* The run's own choices, then the least. */
static bool
take_choice (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct extractor *x = context;
  (void)high;
  match_tasks (x);
  hb_id t = x->run_of.data[x->machine->choosing];
  *chosen = low;
  if (t != HB_NONE && x->used[t] < x->run.tasks.data[t].choices.size)
    *chosen = x->run.tasks.data[t].choices.data[x->used[t]++];
  vec_push (x->chosen, *chosen);
  return true;
}

/* Whoever found the run says that there is one; it is not carried out. */
static void
say_long (hb_diag *diag)
{
  hb_error (diag, NULL,
            "the violation that was found takes more than ten million local steps, or a hundred "
            "thousand choices or calls, between two accesses: such runs are not carried out here");
}

/* Starts, begins or goes on with TASK of the machine; a start's arguments are those of STARTED. */
static bool
move (struct extractor *x, enum hb_move_kind kind, hb_id task, hb_id started)
{
  const char *why = NULL;
  hb_amachine *m = x->machine;
  const struct hb_seq_task *event = kind == HB_MOVE_START ? &x->run.tasks.data[started] : NULL;
  bool good;
  vec_clear (x->chosen);
  if (kind == HB_MOVE_START)
    {
      hb_id proc = x->made->clones.data[event->clone].proc;
      const int32_t *arguments = vec_from (event->arguments, 0);
      x->task_of[started] = task;
      vec_push (x->run_of, started);
      good = hb_amachine_start (m, proc, arguments, take_choice, x, &why);
      hb_aschedule_add (x->schedule, kind, proc, arguments, event->arguments.size,
                        vec_from (x->chosen, 0), x->chosen.size);
    }
  else
    {
      good = (kind == HB_MOVE_BEGIN ? hb_amachine_begin : hb_amachine_step) (m, task, take_choice,
                                                                             x, &why);
      hb_amachine_note (m, kind, task, vec_from (x->chosen, 0), x->chosen.size, x->schedule);
    }
  if (!good && hb_amachine_is_cut (m))
    say_long (x->diag);
  else if (!good)
    hb_mistake (x->diag, NULL, "the sequential run is none of the event program (%s)", why);
  return good;
}

/* Posts are made as soon as they can be.  Tasks that post one another before all else never come to an end of them. */
#define MOST_TASKS 2000 /* that the run knows nothing of */

static bool
make_posts (struct extractor *x, hb_id task)
{
  while (hb_amachine_is_at_post (x->machine, task))
    {
      if (x->machine->tasks.size > MOST_TASKS + x->run.tasks.size)
        {
          hb_error (x->diag, NULL,
                    "the violation's run has more than %zu tasks, which post one another; "
                    "expected fewer, or --engine direct",
                    MOST_TASKS + x->run.tasks.size);
          return false;
        }
      if (!move (x, HB_MOVE_STEP, task, HB_NONE))
        return false;
    }
  return true;
}

/* A move, and all posts that can be made then. */
static bool
move_and_post (struct extractor *x, enum hb_move_kind kind, hb_id task, hb_id started)
{
  size_t known = x->machine->tasks.size;
  if (!move (x, kind, task, started) || !make_posts (x, task))
    return false;
  for (hb_id m = (hb_id)known; m < x->machine->tasks.size; m++)
    if (!make_posts (x, m))
      return false;
  match_tasks (x);
  consider (x, x->run_of.data[task]);
  for (hb_id m = (hb_id)known; m < x->machine->tasks.size; m++)
    consider (x, x->run_of.data[m]);
  return true;
}

/* The next task in main's row begins if it can. */
static bool
begin_next (struct extractor *x, bool *moved)
{
  if (x->main_next == x->main_row.size || x->machine->on_main != HB_NONE)
    return true;
  hb_id t = x->main_row.data[x->main_next];
  bool starts = x->run.tasks.data[t].parent == HB_NONE;
  if (!starts && x->task_of[t] == HB_NONE)
    return true;
  /* A guard is read at the start: what it conflicts with has to be there. */
  for (; x->next[t] < x->end[t] && x->run.accesses.data[x->of_task[x->next[t]]].guard;)
    {
      if (x->waits[x->of_task[x->next[t]]])
        return true;
      note_made (x, x->of_task[x->next[t]]);
    }
  x->main_next++;
  *moved = true;
  return starts ? move_and_post (x, HB_MOVE_START, (hb_id)x->machine->tasks.size, t)
                : move_and_post (x, HB_MOVE_BEGIN, x->task_of[t], HB_NONE);
}

/* Makes the first access that can be made. */
static bool
access_next (struct extractor *x, bool *moved)
{
  size_t count = x->run.accesses.size;
  for (; x->least < count; x->least++)
    if (x->ready[x->least])
      {
        hb_id i = (hb_id)x->least, m = x->task_of[x->run.accesses.data[i].task];
        x->ready[i] = false;
        if (x->machine->tasks.data[m].status != HB_TASK_RUNNING)
          continue;
        note_made (x, i);
        *moved = true;
        return move_and_post (x, HB_MOVE_STEP, m, HB_NONE);
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
      if (hb_amachine_is_cut (x->machine))
        say_long (x->diag);
      else
        hb_mistake (x->diag, NULL, "the sequential run cannot be put in order");
      return false;
    }
  for (hb_id t = 0; t < x->run.tasks.size; t++)
    if (x->run.tasks.data[t].pivot && x->task_of[t] != HB_NONE)
      return move (x, HB_MOVE_STEP, x->task_of[t], HB_NONE);
  hb_mistake (x->diag, NULL, "the sequential run has no pivot");
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

static bool
put_in_row (struct extractor *x)
{
  x->order = hb_seq_order (&x->run);
  list_posts (x);
  list_accesses (x);
  if (hb_seq_main_row (x->code, x->made, &x->run, &x->order, &x->main_row))
    return true;
  hb_mistake (x->diag, NULL, "the sequential run has no order of main's tasks");
  return false;
}

static void
release (struct extractor *x)
{
  hb_seq_graph_free (&x->order);
  vec_free (x->main_row);
  hb_free (x->posted);
  hb_free (x->first_post);
  hb_free (x->task_of);
  vec_free (x->run_of);
  hb_free (x->of_task);
  hb_free (x->next);
  hb_free (x->end);
  hb_free (x->used);
  hb_free (x->waits);
  hb_free (x->ready);
  vec_free (x->chosen);
  hb_amachine_free (x->machine);
  hb_seq_run_free (&x->run);
}

bool
hb_robust_extract (const hb_acode *code, const hb_instrumented *made, const int32_t *choices,
                   size_t count, hb_aschedule *schedule, hb_diag *diag)
{
  struct extractor x = { .code = code, .made = made, .diag = diag, .schedule = schedule };
  struct given given = { choices, count, 0 };
  bool good = hb_seq_run_make (made, give, &given, false, &x.run) && x.run.failed;
  if (!good && x.run.is_long)
    say_long (diag);
  else if (!good)
    hb_error (diag, NULL, "these choices are no run to a failure of the sequential program");
  size_t tasks = x.run.tasks.size, accesses = x.run.accesses.size;
  x.machine = hb_amachine_new (code, HB_MULTI_THREAD, false);
  x.first_post = hb_calloc (tasks + 1, sizeof *x.first_post);
  x.task_of = hb_calloc (tasks, sizeof *x.task_of);
  x.of_task = hb_calloc (accesses, sizeof *x.of_task);
  x.next = hb_calloc (tasks, sizeof *x.next);
  x.end = hb_calloc (tasks, sizeof *x.end);
  x.used = hb_calloc (tasks, sizeof *x.used);
  x.waits = hb_calloc (accesses, sizeof *x.waits);
  x.ready = hb_calloc (accesses, sizeof *x.ready);
  for (size_t t = 0; t < tasks; t++)
    x.task_of[t] = HB_NONE;
  good = good && put_in_row (&x) && carry_out (&x);
  release (&x);
  return good;
}
