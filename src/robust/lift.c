/* See lift.h.
 *
 * Sequential runs are tried one after another, by scripts of what `choose` gives, the least numbers first.  A run is given
 * up as soon as it says what the schedule does not: an access that the task does not make there, or a task that is over
 * (another one has begun behind it) with accesses missing.  Events are the schedule's in some order: which is which is found
 * by what they do. */
#include "robust/lift.h"

#include "robust/judge.h"
#include "robust/script.h"
#include "robust/seq_run.h"

struct wanted_access
{
  hb_id variable;
  bool write;
};

typedef VEC (struct wanted_access) wanted_accesses;

struct lifter
{
  const hb_acode *code;
  const hb_instrumented *made;
  struct hb_limits *limits;
  hb_amachine *machine;    /* behind the part that violates, but for its last access */
  wanted_accesses *wanted; /* by task of the machine */
  hb_id pivot;             /* task of the machine */
  struct hb_script script;
  size_t looked;        /* accesses of the run when it was looked at last */
  bool wrong;           /* the run says what the schedule does not */
  VEC (hb_id) event_of; /* event of the run -> task of the machine */
};

/* --- What is wanted --- */

static bool
violates (const hb_acode *code, const hb_aschedule *schedule, hb_diag *diag)
{
  struct hb_robust_trace judged;
  hb_robust_judge (code, schedule, HB_PART_BOTH, &judged, diag);
  hb_robust_trace_free (&judged);
  return judged.answer == HB_ROBUST_VIOLATED;
}

/* How many moves SCHEDULE takes to violate; 0 after an error. */
static size_t
find_end (const hb_acode *code, const hb_aschedule *schedule, hb_diag *diag)
{
  hb_aschedule part = *schedule;
  size_t robust = 0, violated = schedule->moves.size;
  if (!violates (code, schedule, diag))
    {
      if (!hb_diag_errors (diag))
        hb_error (diag, NULL, "this schedule violates nothing");
      return 0;
    }
  while (violated - robust > 1)
    {
      part.moves.size = robust + (violated - robust) / 2;
      *(violates (code, &part, diag) ? &violated : &robust) = part.moves.size;
    }
  return violated;
}

/* The task that makes the last of the COUNT moves. */
static hb_id
last_task (const hb_amachine *machine, const hb_aschedule *schedule, size_t count)
{
  const struct hb_move *move = &schedule->moves.data[count - 1];
  return move->kind == HB_MOVE_STEP ? hb_amachine_find (
             machine, vec_from (schedule->numbers, move->first_path), move->path)
                                    : HB_NONE;
}

static bool
find_wanted (struct lifter *l, const hb_aschedule *schedule, hb_diag *diag)
{
  hb_aschedule part = *schedule;
  size_t count = find_end (l->code, schedule, diag);
  if (!count)
    return false;
  part.moves.size = count - 1;
  l->machine = hb_amachine_new (l->code, HB_MULTI_THREAD, false);
  if (!hb_amachine_replay (l->machine, &part, NULL, diag))
    return false;
  l->pivot = last_task (l->machine, schedule, count);
  l->wanted = hb_calloc (l->machine->tasks.size, sizeof *l->wanted);
  for (size_t i = 0; i < l->machine->entries.size; i++)
    {
      const struct hb_aentry *entry = &l->machine->entries.data[i];
      if (entry->kind != HB_READ && entry->kind != HB_WRITE)
        continue;
      vec_push (l->wanted[entry->task],
                ((struct wanted_access){ entry->object, entry->kind == HB_WRITE }));
    }
  return true;
}

/* --- Does a run say what is wanted? --- */

/* The task of the machine that TASK of the run is, its events being as in `event_of`; HB_NONE: there is none. */
static hb_id
task_of (const struct lifter *l, const hb_seq_run *run, hb_id task)
{
  const struct hb_seq_task *t = &run->tasks.data[task];
  if (t->parent == HB_NONE)
    {
      size_t event = 0;
      for (hb_id k = 0; k < task; k++)
        event += run->tasks.data[k].parent == HB_NONE;
      return event < l->event_of.size ? l->event_of.data[event] : HB_NONE;
    }
  hb_id parent = task_of (l, run, t->parent);
  for (hb_id m = 0; m < l->machine->tasks.size && parent != HB_NONE; m++)
    if (l->machine->tasks.data[m].parent == parent && l->machine->tasks.data[m].number == t->number)
      return m;
  return HB_NONE;
}

/* Are TASK's accesses those of its task, all of them if it is over?  Once the cycle is closed the rest is skipped. */
static bool
task_fits (const struct lifter *l, const hb_seq_run *run, hb_id task, bool over)
{
  hb_id m = task_of (l, run, task);
  size_t made = 0;
  for (size_t i = 0; i < run->accesses.size; i++)
    {
      const struct hb_seq_access *access = &run->accesses.data[i];
      if (access->task != task)
        continue;
      if (m == HB_NONE || made == l->wanted[m].size
          || l->wanted[m].data[made].variable != access->variable
          || l->wanted[m].data[made].write != access->write)
        return false;
      made++;
    }
  if (run->tasks.data[task].pivot && m != l->pivot)
    return false;
  bool skipped = run->erring != HB_NONE && task >= run->erring;
  return !over || skipped || m == HB_NONE || made == l->wanted[m].size;
}

/* All tasks from FIRST to the next event; the last one of the run is over only if ENDED. */
static bool
event_fits (const struct lifter *l, const hb_seq_run *run, hb_id first, bool ended)
{
  for (hb_id t = first; t < run->tasks.size; t++)
    {
      if (t > first && run->tasks.data[t].parent == HB_NONE)
        return true;
      if (!task_fits (l, run, t, ended || t + 1 < run->tasks.size))
        return false;
    }
  return true;
}

static bool
is_taken (const struct lifter *l, hb_id event)
{
  for (size_t i = 0; i < l->event_of.size; i++)
    if (l->event_of.data[i] == event)
      return true;
  return false;
}

/* Can the events of RUN from task FIRST on be the machine's that are left? */
static bool
fits_from (struct lifter *l, const hb_seq_run *run, hb_id first, bool ended)
{
  while (first < run->tasks.size && run->tasks.data[first].parent != HB_NONE)
    first++;
  if (first == run->tasks.size)
    return true;
  hb_id proc = l->made->clones.data[run->tasks.data[first].clone].proc;
  for (hb_id m = 0; m < l->machine->tasks.size; m++)
    {
      if (l->machine->tasks.data[m].parent != HB_NONE || l->machine->tasks.data[m].proc != proc
          || is_taken (l, m))
        continue;
      vec_push (l->event_of, m);
      if (event_fits (l, run, first, ended) && fits_from (l, run, first + 1, ended))
        return true;
      l->event_of.size--;
    }
  return false;
}

static bool
fits (struct lifter *l, const hb_seq_run *run, bool ended)
{
  vec_clear (l->event_of);
  return fits_from (l, run, 0, ended);
}

/* --- Scripts --- */

static bool
take_choice (void *context, const hb_seq_run *run, hb_id ins, int32_t *chosen)
{
  struct lifter *l = context;
  const struct hb_ains *at = &l->made->code->ins.data[ins];
  size_t said = run->accesses.size + run->tasks.size;
  if (l->script.used == l->script.numbers.size && said != l->looked
      && (l->wrong = !fits (l, run, false)))
    return false;
  l->looked = said;
  *chosen = hb_script_take (&l->script, at->low, at->high);
  return true;
}

/* Tries runs until one fits; false: none was found. */
static bool
find_run (struct lifter *l)
{
  for (size_t tries = 0; tries < HB_LIFT_MOST_RUNS && !hb_limits_hit (l->limits); tries++)
    {
      hb_seq_run run;
      l->looked = 0;
      l->wrong = false;
      bool found = hb_seq_run_make (l->made, take_choice, l, true, &run) && run.failed
                   && fits (l, &run, true);
      hb_seq_run_free (&run);
      if (found)
        return true;
      if (!hb_script_next (&l->script))
        return false;
    }
  return false;
}

bool
hb_robust_lift (const hb_acode *code, const hb_instrumented *made, const hb_aschedule *schedule,
                struct hb_limits *limits, hb_seq_choices *choices, hb_diag *diag)
{
  struct lifter l = { .code = code, .made = made, .limits = limits };
  bool good = find_wanted (&l, schedule, diag);
  if (good && !(good = find_run (&l)))
    hb_error (diag, NULL, "no sequential run was found in which all tasks do what they do here");
  for (size_t i = 0; good && i < l.script.used; i++)
    vec_push (*choices, l.script.numbers.data[i]);
  for (hb_id m = 0; l.wanted && m < l.machine->tasks.size; m++)
    vec_free (l.wanted[m]);
  hb_free (l.wanted);
  hb_amachine_free (l.machine);
  hb_script_free (&l.script);
  vec_free (l.event_of);
  return good;
}
