/* From the tree to tasks, locks and cells; see program.h. */
#include "periodic/program.h"
#include "periodic/program_private.h"

#include "cfront/write.h"

#include <string.h>

/* The constant that the global PREFIX NAME has as its initial value; false if there is none. */
static bool
parameter (const hb_periodic_program *program, const char *prefix, const char *name, int64_t *value,
           struct hb_c_spot *spot)
{
  char *whole = hb_format ("%s%s", prefix, name);
  const struct hb_c_symbol *symbol = hb_c_find (program->unit, whole);
  hb_free (whole);
  if (!symbol || symbol->role != C_VARIABLE)
    return false;
  *spot = symbol->spot;
  *value = 0;
  return !symbol->initial || hb_c_constant (symbol->initial, value);
}

/* A task by __startrek_period_NAME. */
static void
find_startrek_task (hb_periodic_program *program, const struct hb_c_symbol *period, hb_diag *diag)
{
  const char *name = hb_name_after (period->name, "__startrek_period_");
  struct hb_task task = { .name = name, .spot = period->spot };
  struct hb_c_spot spot;
  int64_t latest = 0;
  task.function = hb_c_find (program->unit, name);
  bool good = parameter (program, "__startrek_period_", name, &task.period, &spot);
  if (!parameter (program, "__startrek_wcet_", name, &task.wcet, &spot)
      || !parameter (program, "__startrek_base_priority_", name, &task.priority, &spot)
      || !parameter (program, "__startrek_arrival_min_", name, &task.arrival, &spot)
      || !parameter (program, "__startrek_arrival_max_", name, &latest, &spot) || !good)
    hb_periodic_error (program, diag, task.spot,
                       "expected constants __startrek_wcet_%s, _base_priority_, _arrival_min_ and "
                       "_arrival_max_ beside this",
                       name);
  else if (latest != task.arrival)
    hb_periodic_error (program, diag, spot,
                       "expected arrival_min and arrival_max of %s to be equal", name);
  vec_push (program->tasks, task);
}

/* The bound, and how it is meant: HB_TIME, HB_DEPARTURE, HB_SEMANTICS.  False: it is none of them. */
static bool
take_question (hb_periodic_program *program, const struct hb_c_use *use, hb_diag *diag)
{
  static const char *const departures[] = { "rta", "deadline", "exact", NULL }, *const semantics[]
                                                                                = { "paper",
                                                                                    "arrival",
                                                                                    "exact", NULL };
  bool is_departure = !strcmp (use->name, "HB_DEPARTURE");
  const struct hb_c_exp *argument = use->count == 1 ? use->arguments[0] : NULL;
  if (!strcmp (use->name, "HB_TIME"))
    {
      if (argument && argument->op == C_NUMBER && argument->value)
        program->time = (int64_t)argument->value;
      else
        hb_periodic_error (program, diag, use->spot, "expected HB_TIME (a time of at least 1)");
      return true;
    }
  if (!is_departure && strcmp (use->name, "HB_SEMANTICS"))
    return false;
  const char *const *names = is_departure ? departures : semantics;
  int found = -1;
  for (int i = 0; argument && argument->op == C_NAME && names[i]; i++)
    if (!strcmp (argument->text, names[i]))
      found = i;
  if (found < 0)
    hb_periodic_error (program, diag, use->spot, "expected %s (%s, %s or %s)", use->name, names[0],
                       names[1], names[2]);
  *(is_departure ? &program->departure : &program->semantics) = found;
  return true;
}

/* A task or lock by HB_TASK, HB_LOCK. */
static void
take_use (hb_periodic_program *program, const struct hb_c_use *use, hb_diag *diag)
{
  if (take_question (program, use, diag))
    return;
  bool is_task = !strcmp (use->name, "HB_TASK"), is_lock = !strcmp (use->name, "HB_LOCK");
  if (!is_task && !is_lock)
    {
      hb_periodic_error (
          program, diag, use->spot,
          "expected HB_TASK, HB_LOCK, HB_TIME, HB_DEPARTURE or HB_SEMANTICS, not '%s'", use->name);
      return;
    }
  bool good = use->count == (is_task ? 5 : 2) && use->arguments[0]->op == C_NAME;
  for (size_t i = 1; good && i < use->count; i++)
    good = use->arguments[i]->op == C_NUMBER;
  if (!good)
    {
      hb_periodic_error (program, diag, use->spot, "expected %s",
                         is_task ? "HB_TASK (name, priority, period, wcet, arrival)"
                                 : "HB_LOCK (name, ceiling)");
      return;
    }
  const char *name = use->arguments[0]->text;
  struct hb_c_spot spot = use->arguments[0]->spot;
  if (is_lock)
    {
      struct hb_periodic_lock lock
          = { .name = name, .spot = spot, .ceiling = (int64_t)use->arguments[1]->value };
      for (size_t i = 0; i < program->locks.size; i++)
        if (!strcmp (program->locks.data[i].name, name))
          hb_periodic_error (program, diag, spot, "there are two locks '%s'", name);
      vec_push (program->locks, lock);
      return;
    }
  struct hb_task task = { .name = name, .spot = spot };
  task.function = hb_c_find (program->unit, name);
  task.priority = (int64_t)use->arguments[1]->value;
  task.period = (int64_t)use->arguments[2]->value;
  task.wcet = (int64_t)use->arguments[3]->value;
  task.arrival = (int64_t)use->arguments[4]->value;
  vec_push (program->tasks, task);
}

static void
check_task (hb_periodic_program *program, const struct hb_task *task, hb_diag *diag)
{
  if (!task->function || task->function->role != C_FUNCTION_NAME || !task->function->body)
    hb_periodic_error (program, diag, task->spot,
                       "there is no function '%s' with a body to be a task", task->name);
  else if (task->function->type->parameter_count)
    hb_periodic_error (program, diag, task->function->spot, "expected a task without parameters");
  if (task->period <= 0 || task->wcet <= 0 || task->period > HB_MOST_TIME)
    hb_periodic_error (program, diag, task->spot, "expected period and WCET of %s from 1 to %lld",
                       task->name, (long long)HB_MOST_TIME);
  else if (task->wcet > task->period)
    hb_periodic_error (program, diag, task->spot,
                       "expected the WCET of %s, %lld, to be at most its period, %lld", task->name,
                       (long long)task->wcet, (long long)task->period);
  if (task->arrival < 0 || task->arrival > HB_MOST_TIME)
    hb_periodic_error (program, diag, task->spot, "expected an arrival time of %s from 0 to %lld",
                       task->name, (long long)HB_MOST_TIME);
  for (const struct hb_task *other = program->tasks.data; other < task; other++)
    {
      if (other->priority == task->priority)
        hb_periodic_error (program, diag, task->spot,
                           "expected priorities to differ: %s and %s both have %lld", other->name,
                           task->name, (long long)task->priority);
      if (!strcmp (other->name, task->name))
        hb_periodic_error (program, diag, task->spot, "there are two tasks '%s'", task->name);
    }
}

static void
find_tasks (hb_periodic_program *program, hb_diag *diag)
{
  for (size_t i = 0; i < hb_c_globals (program->unit); i++)
    if (hb_name_after (hb_c_global (program->unit, i)->name, "__startrek_period_"))
      find_startrek_task (program, hb_c_global (program->unit, i), diag);
  for (size_t i = 0; i < hb_c_uses (program->unit); i++)
    take_use (program, hb_c_use (program->unit, i), diag);
  for (size_t i = 0; i < program->tasks.size; i++)
    check_task (program, &program->tasks.data[i], diag);
  if (!program->tasks.size)
    hb_periodic_error (program, diag, (struct hb_c_spot){ 0, 1, 1 },
                       "this program has no task: expected HB_TASK or __startrek_period_NAME");
  /* They and the final function have a bit each. */
  if (program->tasks.size > HB_MOST_TASKS)
    hb_error (diag, NULL, "expected at most %d tasks", HB_MOST_TASKS);
  for (size_t i = 1; i < program->tasks.size; i++)
    for (size_t k = i; k && program->tasks.data[k - 1].priority > program->tasks.data[k].priority;
         k--)
      {
        struct hb_task swap = program->tasks.data[k];
        program->tasks.data[k] = program->tasks.data[k - 1];
        program->tasks.data[k - 1] = swap;
      }
}

/* The priority ceilings of the files, and the CPU's lock. */
static void
find_locks (hb_periodic_program *program)
{
  const struct hb_c_symbol *ceilings = hb_c_find (program->unit, "__startrek_priority_locks");
  for (size_t i = 0; ceilings && ceilings->initial && i < ceilings->initial->count; i++)
    {
      struct hb_periodic_lock lock = { .name = NULL, .spot = ceilings->spot };
      char *name = hb_format ("pi%zu", i);
      lock.name = name;
      hb_c_constant (ceilings->initial->items[i], &lock.ceiling);
      vec_push (program->locks, lock);
      vec_push (program->made, name);
    }
  program->cpu_lock = (hb_id)program->locks.size;
  vec_push (program->locks,
            ((struct hb_periodic_lock){ .name = "cpu", .ceiling = HB_CPU_CEILING }));
}

static void
add_cells (hb_periodic_program *program, const struct hb_c_symbol *symbol,
           const struct hb_c_type *type, const struct hb_c_exp *initial, const char *name)
{
  if (type->kind == C_ARRAY || type->kind == C_STRUCT)
    {
      size_t count = type->kind == C_ARRAY ? type->count : type->field_count;
      for (size_t i = 0; i < count && count != SIZE_MAX; i++)
        {
          char *part = type->kind == C_ARRAY ? hb_format ("%s[%zu]", name, i)
                                             : hb_c_field_name (name, &type->fields[i]);
          const struct hb_c_exp *own
              = initial && initial->op == C_LIST && i < initial->count ? initial->items[i] : NULL;
          add_cells (program, symbol, type->kind == C_ARRAY ? type->to : type->fields[i].type, own,
                     part);
          hb_free (part);
        }
      return;
    }
  struct hb_cell cell
      = { .symbol = symbol, .type = type, .name = hb_copy_text (name), .task = HB_NONE };
  int64_t value = 0;
  const struct hb_c_exp *written = initial;
  cell.is_known = !symbol->is_extern && type->kind != C_FLOATING
                  && (!initial || hb_c_constant (initial, &value));
  while (initial && initial->op == C_CAST)
    initial = initial->a;
  cell.is_wrong
      = !cell.is_known && !symbol->is_extern && type->kind == C_INTEGER && initial->op != C_CALL;
  cell.initial = cell.is_known ? hb_c_wrap (type, (uint64_t)value) : 0;
  if (type->kind == C_POINTER && written && hb_c_is_address (written))
    cell.address = written;
  vec_push (program->cells, cell);
}

static void
find_cells (hb_periodic_program *program)
{
  for (size_t i = 0; i < hb_c_globals (program->unit); i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (program->unit, i);
      vec_push (program->first_cell,
                symbol->role == C_VARIABLE ? (hb_id)program->cells.size : HB_NONE);
      const char *name = hb_name_after (symbol->name, "__startrek_hidden_");
      if (symbol->role == C_VARIABLE)
        add_cells (program, symbol, symbol->type, symbol->initial, name ? name : symbol->name);
    }
}

hb_periodic_program *
hb_periodic_of_unit (hb_c_unit *unit, hb_diag *diag)
{
  hb_periodic_program *program = hb_calloc (1, sizeof *program);
  size_t errors = hb_diag_errors (diag);
  struct hb_c_spot spot;
  program->unit = unit;
  program->departure = program->semantics = -1;
  parameter (program, "__startrek_time_bound", "", &program->time, &spot);
  find_locks (program);
  find_tasks (program, diag);
  find_cells (program);
  program->final = hb_c_find (unit, "__startrek_user_final");
  if (program->final && !program->final->body)
    program->final = NULL;
  hb_periodic_find_calls (program);
  if (hb_diag_errors (diag) == errors)
    hb_periodic_find_touches (program, diag);
  if (hb_diag_errors (diag) == errors)
    return program;
  hb_periodic_free (program);
  return NULL;
}

static const struct hb_c_options options
    = { .stop_at = "__startrek_schedule_jobs", .own = "hb_", .macros_are_calls = true };

hb_periodic_program *
hb_periodic_read (const char *path, hb_diag *diag)
{
  hb_c_unit *unit = hb_c_read (path, &options, diag);
  return unit ? hb_periodic_of_unit (unit, diag) : NULL;
}

hb_periodic_program *
hb_periodic_read_text (const char *name, const char *text, size_t size, hb_diag *diag)
{
  hb_c_unit *unit = hb_c_read_text (name, text, size, &options, diag);
  return unit ? hb_periodic_of_unit (unit, diag) : NULL;
}
