/* See run_threads.h. */
#include "cmd/diff/run_threads.h"

#include "cmd/diff/show.h"
#include "cmd/frame/files.h"

#include "base/plural.h"
#include "base/rng.h"
#include "diff/schedule.h"

#include <string.h>

struct runner
{
  struct cli *cli;
  diff_program *program;
  struct diff_engine_options how;
  struct hb_limits limits;
};

struct dice
{
  struct hb_rng rng;
  int64_t low, high;
};

static bool throw (void *context, struct diff_type type, uint64_t *value)
{
  struct dice *dice = context;
  uint64_t range = (uint64_t)(dice->high - dice->low) + 1;
  *value = diff_wrap (type, (uint64_t)dice->low + hb_rng_below (&dice->rng, range));
  return true;
}

/* THREAD makes a move in NEXT, a copy of STATE; what it chooses is then in LOG. */
static enum diff_stepped
try_move (const diff_machine *machine, const uint64_t *state, uint64_t *next, hb_id thread,
          struct dice *dice, struct diff_log *log)
{
  diff_log_clear (log);
  memcpy (next, state, diff_machine_words (machine) * sizeof *next);
  return diff_machine_step (machine, next, thread, throw, dice, log, NULL);
}

static void
add_move (struct diff_schedule *schedule, hb_id thread, const struct diff_log *log)
{
  struct diff_move move = { thread, (hb_id)schedule->values.size, (hb_id)log->chosen.size };
  for (size_t v = 0; v < log->chosen.size; v++)
    vec_push (schedule->values, log->chosen.data[v]);
  vec_push (schedule->moves, move);
}

/* A random thread that can make a step makes it; false if none can.  A thread is tried several times, for its
 * choices may matter. */
static bool
random_step (const struct runner *r, const diff_machine *machine, uint64_t *state, uint64_t *next,
             struct dice *dice, struct diff_schedule *schedule)
{
  size_t words = diff_machine_words (machine);
  hb_id threads = (hb_id)r->program->threads.size;
  hb_id *order = hb_calloc (threads + 1, sizeof *order);
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  bool moved = false;
  for (hb_id t = 0; t < threads; t++)
    order[t] = t;
  hb_rng_shuffle (&dice->rng, order, threads);
  for (hb_id i = 0; i < 16 * threads && !moved; i++)
    {
      hb_id thread = order[i % threads];
      bool over = diff_machine_at (machine, state, thread) == DIFF_END;
      enum diff_stepped out = try_move (machine, state, next, thread, dice, &log);
      moved = !over && (out == DIFF_RAN || out == DIFF_ENDED);
      if (!moved)
        continue;
      add_move (schedule, thread, &log);
      memcpy (state, next, words * sizeof *next);
    }
  /* What waits may fail on the way there. */
  for (hb_id t = 0; t < threads && !moved; t++)
    if (try_move (machine, state, next, t, dice, &log) == DIFF_BLOCKED && log.failures.size)
      add_move (schedule, t, &log);
  diff_log_free (&log);
  hb_free (order);
  return moved;
}

static void
random_run (struct runner *r, uint64_t seed, struct diff_schedule *schedule)
{
  diff_machine *machine = diff_machine_new (r->program);
  uint64_t *state = hb_calloc (diff_machine_words (machine), sizeof *state);
  uint64_t *next = hb_calloc (diff_machine_words (machine), sizeof *next);
  struct dice dice = { hb_rng_seeded (seed), r->how.low, r->how.high };
  diff_machine_start (machine, state);
  while (!hb_limits_hit (&r->limits) && random_step (r, machine, state, next, &dice, schedule))
    ;
  diff_machine_free (machine);
  hb_free (state);
  hb_free (next);
}

/* Writes what --output and --schedule-out ask for; false after errors. */
static bool
write_files (struct runner *r, const struct diff_schedule *schedule, const struct diff_log *log)
{
  const char *trace = cli_text (r->cli, "output", NULL);
  const char *file = cli_text (r->cli, "schedule-out", NULL);
  bool good = true;
  if (trace)
    {
      hb_output *output = hb_output_open (trace, r->cli->diag);
      if (output)
        diff_trace_write (r->program, log->events.data, log->events.size, output);
      good = output && hb_output_commit (output);
    }
  if (file && good)
    {
      hb_output *output = hb_output_open (file, r->cli->diag);
      if (output)
        diff_schedule_write (r->program, schedule,
                             cli_choice (r->cli, "atomic", 0) ? "steps are accesses"
                                                              : "steps are statements",
                             output);
      good = output && hb_output_commit (output);
    }
  return good;
}

static void
print_failure (const struct runner *r, const struct diff_failure *failure)
{
  char *spot = diff_spot_text (r->program, failure->spot);
  printf ("c %s: %s fails in thread %s\n", spot, failure->what,
          r->program->threads.data[failure->thread].name);
  hb_free (spot);
}

static void
print_waits (const struct runner *r, hb_id thread, hb_id node)
{
  char *spot = diff_spot_text (r->program, r->program->threads.data[thread].nodes.data[node].spot);
  printf ("c thread %s waits at %s\n", r->program->threads.data[thread].name, spot);
  hb_free (spot);
}

static void
json_run (struct runner *r, const struct diff_schedule *schedule, const struct diff_log *log)
{
  hb_json *json = cli_json (r->cli);
  hb_json_member_string (json, "program", r->program->name);
  hb_json_member_unsigned (json, "steps", schedule->moves.size);
  hb_json_member_unsigned (json, "failures", log->failures.size);
  hb_json_key (json, "run");
  show_run_json (r->program, schedule, json);
  if (!hb_json_commit (json))
    cli_fail (r->cli);
}

/* Carries SCHEDULE out, tells and writes what happens. LINES (may be empty): of its file. */
static int
tell_run (struct runner *r, const struct diff_schedule *schedule, const diff_lines *lines)
{
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  hb_id *waits = hb_calloc (r->program->threads.size + 1, sizeof *waits);
  size_t bad = diff_replay_program (r->program, schedule, &log, waits);
  int code = log.failures.size > 0;
  if (bad != SIZE_MAX)
    {
      char *text
          = hb_format ("thread %s cannot make this step: expected one that is not waiting or over, "
                       "and as many values as it chooses",
                       r->program->threads.data[schedule->moves.data[bad].thread].name);
      diff_schedule_error (cli_text (r->cli, "schedule", "-"),
                           bad < lines->size ? lines->data[bad] : 0, text, r->cli->diag);
      hb_free (text);
      code = cli_fail (r->cli);
    }
  else if (!write_files (r, schedule, &log))
    code = cli_fail (r->cli);
  else if (cli_flag (r->cli, "json"))
    json_run (r, schedule, &log);
  else if (r->cli->verbosity >= 0 && strcmp (cli_text (r->cli, "output", ""), "-"))
    {
      show_run (r->program, schedule, "");
      for (size_t i = 0; i < log.failures.size; i++)
        print_failure (r, &log.failures.data[i]);
      for (hb_id t = 0; t < r->program->threads.size; t++)
        if (waits[t] != HB_NONE)
          print_waits (r, t, waits[t]);
    }
  diff_log_free (&log);
  hb_free (waits);
  return code;
}

static void
json_search (struct runner *r, const diff_search *search)
{
  hb_json *json = cli_json (r->cli);
  hb_json_member_string (json, "program", r->program->name);
  hb_json_member_bool (json, "complete", diff_search_done (search));
  hb_json_member_unsigned (json, "states", diff_search_states (search));
  hb_json_member_array (json, "failures");
  for (size_t i = 0; i < diff_search_failures (search); i++)
    {
      struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
      struct diff_failure failure = diff_search_failure (search, i, &schedule);
      hb_json_open_object (json);
      hb_json_member_unsigned (json, "line", failure.spot.line);
      hb_json_member_string (json, "what", failure.what);
      hb_json_key (json, "run");
      show_run_json (r->program, &schedule, json);
      hb_json_close (json);
      diff_schedule_free (&schedule);
    }
  hb_json_close (json);
  hb_json_member_unsigned (json, "waiting", diff_search_stuck (search));
  if (!hb_json_commit (json))
    cli_fail (r->cli);
}

static void
print_search (struct runner *r, const diff_search *search)
{
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  printf ("c %s (%s), %s of a loop, choices %lld..%lld\n",
          hb_many (diff_search_states (search), "state"),
          diff_search_done (search) ? "all there are" : "not all: a limit was hit",
          hb_many (r->program->unroll, "iteration"), (long long)r->how.low, (long long)r->how.high);
  if (r->program->wide_choice)
    {
      char *spot = diff_spot_text (r->program, r->program->wide_spot);
      printf ("c the choice at %s is more than a truth value\n", spot);
      hb_free (spot);
    }
  for (size_t i = 0; i < diff_search_failures (search); i++)
    {
      struct diff_failure failure = diff_search_failure (search, i, &schedule);
      print_failure (r, &failure);
      show_run (r->program, &schedule, "    ");
    }
  for (size_t i = 0; i < diff_search_stuck (search); i++)
    {
      struct diff_stuck stuck = diff_search_stuck_at (search, i, &schedule);
      print_waits (r, stuck.thread, stuck.node);
    }
  diff_schedule_free (&schedule);
}

/* The run of the first failure goes to --schedule-out. */
static int
explore (struct runner *r)
{
  struct diff_search_options options
      = { .low = r->how.low, .high = r->how.high, .limits = &r->limits };
  if (cli_text (r->cli, "output", NULL))
    cli_usage_error (r->cli, "--explore of threads writes no traces; expected no -o beside it");
  cli_refuse (r->cli, "schedule", "single runs, not for --explore");
  diff_search *search = diff_search_new (r->program, NULL, 0, &options);
  int code = diff_search_failures (search) ? 1 : diff_search_done (search) ? 0 : 3;
  if (diff_search_failures (search))
    {
      struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
      diff_search_failure (search, 0, &schedule);
      if (!write_files (r, &schedule, NULL))
        code = cli_fail (r->cli);
      diff_schedule_free (&schedule);
    }
  if (code != 2 && cli_flag (r->cli, "json"))
    json_search (r, search);
  else if (code != 2 && r->cli->verbosity >= 0)
    print_search (r, search);
  diff_search_free (search);
  return code;
}

/* A name that promises another form of trace would get .edt without a word. */
static void
refuse_other_names (const struct cli *cli)
{
  const char *out = cli_text (cli, "output", "-");
  enum hb_format form = file_form (out);
  if (form != HB_FORMAT_EDT && form != HB_FORMAT_ANY)
    cli_usage_error (cli,
                     "%s: a run of threads is written as .edt, which 'hbkit convert' makes "
                     "other forms of",
                     cli_shown (out));
}

int
run_threads (struct cli *cli)
{
  refuse_other_names (cli);
  struct runner r = { .cli = cli, .program = threads_open (cli, cli->operands[0]) };
  const char *file = cli_text (cli, "schedule", NULL);
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  diff_lines lines = VEC_EMPTY;
  int code;
  if (!r.program)
    return cli_fail (cli);
  r.limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  r.how = threads_engine (cli, NULL);
  if (file && !strcmp (file, "random"))
    file = NULL;
  cli_interrupts_are_graceful (true);
  if (cli_flag (cli, "explore"))
    code = explore (&r);
  else if (file && !diff_schedule_read (r.program, file, &schedule, &lines, cli->diag))
    code = cli_fail (cli);
  else
    {
      if (!file)
        random_run (&r, cli_unsigned (cli, "seed", 0), &schedule);
      code = tell_run (&r, &schedule, &lines);
    }
  cli_interrupts_are_graceful (false);
  vec_free (lines);
  diff_schedule_free (&schedule);
  diff_program_free (r.program);
  return code;
}
