/* hbkit run for event programs: random runs, a schedule, or all configurations, by either semantics. */
#include "cmd/robust/programs.h"

#include "base/rng.h"
#include "robust/machine.h"
#include "robust/outcomes.h"

#include <string.h>

/* Tasks and events, by number. */
typedef VEC (hb_id) run_moves;

/* Schedules are no longer: tasks that post themselves have names as long as the run. */
#define MOST_NUMBERS 100000000

struct runner
{
  struct cli *cli;
  struct event_program program;
  bool single, queue;
  struct hb_rng rng;
  bool tells; /* the schedule is wanted: each move names its task by its way down the call tree */
  hb_aschedule schedule; /* of the run */
  VEC (int32_t) chosen;  /* by the present move */
  run_moves open;        /* tasks that are neither over nor blocked, and perhaps some that are */
  hb_id known;           /* tasks that have been among them */
};

static bool
choose_randomly (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct runner *r = context;
  *chosen = low + (int32_t)hb_rng_below (&r->rng, (uint64_t)((int64_t)high - low + 1));
  vec_push (r->chosen, *chosen);
  return true;
}

/* --- A random run --- */

/* What could be done next: a task (pending or running), or an event, by its number plus that of the tasks. */
static void
moves_of (struct runner *r, const hb_amachine *m, hb_id starts, const int32_t *arguments,
          hb_id event, run_moves *moves)
{
  size_t kept = 0;
  moves->size = 0;
  while (r->known < m->tasks.size)
    vec_push (r->open, r->known++);
  for (size_t i = 0; i < r->open.size; i++)
    {
      hb_id t = r->open.data[i];
      const struct hb_atask *task = &m->tasks.data[t];
      if (task->status == HB_TASK_DONE || task->status == HB_TASK_BLOCKED)
        continue;
      r->open.data[kept++] = t;
      bool begins = task->status == HB_TASK_PENDING && m->kind == HB_MULTI_THREAD
                    && m->on_main == HB_NONE && (!m->queue || m->waiting.data[0] == t);
      if (task->status == HB_TASK_RUNNING || begins)
        vec_push (*moves, t);
    }
  r->open.size = kept;
  if (event != HB_NONE && m->bodies.size < starts && hb_amachine_may_start (m, event, arguments))
    vec_push (*moves, (hb_id)m->tasks.size);
}

/* An event, with arguments, drawn. */
static hb_id
draw_event (struct runner *r, int32_t *arguments)
{
  const hb_aed *program = r->program.text;
  run_moves events = VEC_EMPTY;
  for (hb_id p = 0; p < program->procs.size; p++)
    if (program->procs.data[p].is_event)
      vec_push (events, p);
  hb_id event = events.data[hb_rng_below (&r->rng, events.size)];
  const struct hb_aed_proc *proc = &program->procs.data[event];
  for (hb_id i = 0; i < proc->params; i++)
    {
      const struct hb_aed_local *param = &program->locals.data[proc->first_local + i];
      arguments[i]
          = (int32_t)(param->low
                      + (int64_t)hb_rng_below (&r->rng, (uint64_t)(param->high - param->low + 1)));
    }
  vec_free (events);
  return event;
}

static bool
take (struct runner *r, hb_amachine *m, hb_id move, hb_id event, const int32_t *arguments)
{
  const char *why;
  vec_clear (r->chosen);
  if (move == m->tasks.size)
    {
      bool good = hb_amachine_start (m, event, arguments, choose_randomly, r, &why);
      if (r->tells)
        hb_aschedule_add (&r->schedule, HB_MOVE_START, event, arguments,
                          r->program.code->procs.data[event].params, vec_from (r->chosen, 0),
                          r->chosen.size);
      return good;
    }
  bool begins = m->tasks.data[move].status == HB_TASK_PENDING;
  bool good = (begins ? hb_amachine_begin : hb_amachine_step) (m, move, choose_randomly, r, &why);
  if (r->tells)
    hb_amachine_note (m, begins ? HB_MOVE_BEGIN : HB_MOVE_STEP, move, vec_from (r->chosen, 0),
                      r->chosen.size, &r->schedule);
  return good;
}

/* Until nothing can be done, or STEPS moves are made; events start while there is room for them.  False after an error:
 * a schedule that is too long. */
static bool
run_randomly (struct runner *r, hb_amachine *m, uint64_t steps, hb_id starts)
{
  run_moves moves = VEC_EMPTY;
  hb_id most = 0, idle = 0;
  for (size_t p = 0; p < r->program.code->procs.size; p++)
    if (r->program.code->procs.data[p].params > most)
      most = r->program.code->procs.data[p].params;
  int32_t *arguments = hb_calloc (most, sizeof *arguments);
  bool good = true;
  for (uint64_t i = 0; i < steps && good;)
    {
      hb_id event = draw_event (r, arguments);
      moves_of (r, m, starts, arguments, event, &moves);
      /* A draw may be of an event that cannot start now: others are tried. */
      if (!moves.size && ++idle > 200)
        break;
      if (!moves.size)
        continue;
      idle = 0;
      take (r, m, moves.data[hb_rng_below (&r->rng, moves.size)], event, arguments);
      i++;
      good = r->schedule.numbers.size < MOST_NUMBERS;
    }
  if (!good)
    hb_error (r->cli->diag, NULL,
              "the schedule takes more than %d numbers, as tasks post one another again and again: "
              "expected fewer --steps",
              MOST_NUMBERS);
  hb_free (arguments);
  vec_free (moves);
  return good;
}

/* --- Reports --- */

static void
put_values (const struct runner *r, const int32_t *values, hb_output *output)
{
  for (size_t v = 0; v < r->program.text->variables.size; v++)
    hb_putf (output, "%s%s=%d", v ? " " : "",
             hb_names_text (r->program.text->source.names, r->program.text->variables.data[v].name),
             (int)values[v]);
}

static void
report_errors (struct runner *r, const hb_amachine *m)
{
  static const char *const texts[] = {
    "",
    "a write beyond the range of its variable; the task stops here",
    "an assertion fails",
    "the task does nothing but local steps, for ever",
    "more than ten million local steps, or a hundred thousand choices, between two accesses: "
    "the task is not carried further",
    "more than a hundred thousand calls within one another: the task is not carried further"
  };
  for (size_t i = 0; i < m->errors.size; i++)
    {
      struct hb_place place = hb_acode_place (r->program.code, m->errors.data[i].ins);
      char *task = hb_amachine_task_name (m, m->errors.data[i].task);
      hb_error (r->cli->diag, &place, "task %s: %s", task, texts[m->errors.data[i].kind]);
      hb_free (task);
    }
}

static bool
report_run (struct runner *r, const hb_amachine *m)
{
  hb_output *output = cli_stdout (r->cli);
  size_t blocked = 0, pending = 0;
  for (size_t t = 0; t < m->tasks.size; t++)
    {
      blocked += m->tasks.data[t].status == HB_TASK_BLOCKED;
      pending += m->tasks.data[t].status == HB_TASK_PENDING
                 || m->tasks.data[t].status == HB_TASK_RUNNING;
    }
  if (cli_flag (r->cli, "json"))
    {
      hb_json *json = hb_json_new (output);
      hb_json_open_object (json);
      hb_json_member_string (json, "semantics", r->single ? "single" : "multi");
      hb_json_member_unsigned (json, "events", m->bodies.size);
      hb_json_member_unsigned (json, "tasks", m->tasks.size);
      hb_json_member_unsigned (json, "unfinished", pending);
      hb_json_member_unsigned (json, "blocked", blocked);
      hb_json_member_unsigned (json, "errors", m->errors.size);
      hb_json_member_object (json, "values");
      for (size_t v = 0; v < r->program.text->variables.size; v++)
        hb_json_member_signed (
            json,
            hb_names_text (r->program.text->source.names, r->program.text->variables.data[v].name),
            m->values[v]);
      hb_json_close (json);
      hb_json_close (json);
      hb_json_free (json);
    }
  else if (r->cli->verbosity >= 0)
    {
      hb_putf (output, "c %s-thread: %u event%s, %zu task%s, %zu blocked, %zu unfinished\n",
               r->single ? "single" : "multi", (unsigned)m->bodies.size,
               m->bodies.size == 1 ? "" : "s", m->tasks.size, m->tasks.size == 1 ? "" : "s",
               blocked, pending);
      put_values (r, m->values, output);
      hb_put_char (output, '\n');
    }
  return hb_output_commit (output);
}

static bool
write_files (struct runner *r, const hb_amachine *m)
{
  const char *trace = cli_text (r->cli, "output", NULL),
             *schedule = cli_text (r->cli, "schedule-out", NULL);
  bool good = true;
  if (trace)
    {
      hb_output *output = hb_output_open (trace, r->cli->diag);
      if (output)
        {
          hb_builder *builder = hb_builder_to_file (output);
          hb_amachine_tell (m, cli_flag (r->cli, "orders"), builder);
          hb_builder_finish (builder);
        }
      good = output && hb_output_commit (output);
    }
  if (schedule && good)
    {
      hb_output *output = hb_output_open (schedule, r->cli->diag);
      if (output)
        hb_aschedule_write (output, r->program.text, &r->schedule);
      good = output && hb_output_commit (output);
    }
  return good;
}

/* --- All of it --- */

static int
explore (struct runner *r)
{
  struct hb_limits limits = hb_limits_new (cli_double (r->cli, "timeout", 0), 0);
  struct hb_outcome_options options = { .single = r->single,
                                        .queue = r->queue,
                                        .bound = cli_unsigned (r->cli, "runs", 2),
                                        .limits = &limits };
  struct hb_outcomes outcomes;
  hb_outcomes_find (r->program.code, &options, &outcomes);
  hb_output *output = cli_stdout (r->cli);
  if (cli_flag (r->cli, "json"))
    {
      hb_json *json = hb_json_new (output);
      hb_json_open_object (json);
      hb_json_member_string (json, "semantics", r->single ? "single" : "multi");
      hb_json_member_unsigned (json, "idle", hb_outcomes_count (&outcomes));
      hb_json_member_bool (json, "complete", outcomes.complete);
      hb_json_close (json);
      hb_json_free (json);
    }
  else
    {
      hb_putf (output, "c %zu idle configuration%s of the %s-thread semantics (%s)\n",
               hb_outcomes_count (&outcomes), hb_outcomes_count (&outcomes) == 1 ? "" : "s",
               r->single ? "single" : "multi",
               outcomes.complete ? "all there are" : "not all: a limit or a bound");
      for (size_t i = 0; i < hb_outcomes_count (&outcomes); i++)
        {
          put_values (r, hb_outcomes_values (&outcomes, i), output);
          char *events = hb_outcomes_events (&outcomes, r->program.text, i);
          hb_putf (output, "  after %s\n", events);
          hb_free (events);
        }
    }
  hb_outcomes_free (&outcomes);
  if (!hb_output_commit (output))
    return 2;
  return limits.stop == HB_OUT_OF_TIME ? cli_not_finished (true) : 0;
}

static int
run_one (struct runner *r)
{
  const char *how = cli_text (r->cli, "schedule", "random");
  hb_amachine *m
      = hb_amachine_new (r->program.code, r->single ? HB_SINGLE_THREAD : HB_MULTI_THREAD, r->queue);
  bool good = true;
  if (!strcmp (how, "random"))
    good = run_randomly (r, m, cli_unsigned (r->cli, "steps", 1000000),
                         (hb_id)(r->program.text->has_driver ? HB_AED_MOST_STARTS
                                                             : cli_unsigned (r->cli, "runs", 2)));
  else
    good = hb_aschedule_read (&r->schedule, r->program.text, how, r->cli->diag)
           && hb_amachine_replay (m, &r->schedule, how, r->cli->diag);
  int code = 2;
  if (good && write_files (r, m) && report_run (r, m))
    {
      report_errors (r, m);
      code = m->errors.size ? 1 : 0;
    }
  hb_amachine_free (m);
  return code;
}

/* What this way of running has no use for. */
static void
refuse_in_vain (const struct cli *cli)
{
  const char *schedule = cli_text (cli, "schedule", "random");
  int mailbox = cli_choice (cli, "mailbox", 0);
  if (mailbox != 0 && mailbox != 2)
    cli_usage_error (cli, "--mailbox: the main thread of events is a queue or a multiset, not '%s'",
                     cli_text (cli, "mailbox", ""));
  if (cli_flag (cli, "explore"))
    cli_refuse (cli, "output orders schedule schedule-out steps", "single runs, not for --explore");
  if (strcmp (schedule, "random") != 0)
    cli_refuse (cli, "runs steps", "random runs, not for a schedule");
  if (!cli_text (cli, "output", NULL))
    cli_refuse (cli, "orders", "traces: expected -o beside it");
}

int
event_program_run (struct cli *cli)
{
  struct runner r = { .cli = cli };
  int code = 2;
  cli_takes_only (cli,
                  "output seed json mailbox schedule runs steps explore orders schedule-out "
                  "semantics timeout",
                  "a program of events");
  refuse_in_vain (cli);
  r.single = cli_choice (cli, "semantics", 0) == 1;
  r.queue = cli_choice (cli, "mailbox", 1) == 0;
  r.tells = cli_text (cli, "schedule-out", NULL) != NULL;
  r.rng = hb_rng_seeded (cli_unsigned (cli, "seed", 0));
  if (event_program_open (cli, cli->operands[0], &r.program))
    code = cli_flag (cli, "explore") ? explore (&r) : run_one (&r);
  event_program_close (&r.program);
  hb_aschedule_free (&r.schedule);
  vec_free (r.open);
  vec_free (r.chosen);
  if (code == 1 || code == 2)
    cli_fail (cli);
  return code;
}
