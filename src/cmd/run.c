/* hbkit run: runs event-driven programs, by a scheduler, along a schedule, or all ways. */
#include "cmd/diff/run_threads.h"
#include "cmd/frame/language.h"
#include "cmd/robust/programs.h"
#include "cmd/run_report.h"

#include "program/explore.h"
#include "program/schedule.h"
#include "format/edt.h"

#include <string.h>

static const struct cli_option options[]
    = { OPTION_OUTPUT,
        OPTION_SEED,
        OPTION_JSON,
        OPTION_PARAM,
        { "mailbox", "NAME", "the discipline of all mailboxes, in place of the program's", 'm',
          "queue sender-queue multiset stack priority" },
        { "schedule", "HOW",
          "random (default), round-robin, pct, hitting:2 .. hitting:5 (doc/hitting.md), or a "
          "schedule file to replay",
          0, "random round-robin pct hitting:2 hitting:3 hitting:4 hitting:5 FILE" },
        { "depth", "D", "pct: depth of the bugs looked for (default 3)", 0, NULL },
        { "length", "K", "pct: steps of a run (default: those of a run by round-robin)", 0, NULL },
        { "runs", "N", "runs to make (default 1), or with --explore at most", 'n', NULL },
        { "steps", "N", "steps of a run at most (default 1000000, with --explore 1000)", 0, NULL },
        { "explore", NULL, "make all runs, one for each trace", 'x', NULL },
        { "orders", NULL, "write eo and mo of the run, too: the trace is a witness", 0, NULL },
        { "as", "NAME", "write the trace as one of these mailboxes", 0,
          "queue sender-queue multiset stack priority" },
        { "schedule-out", "FILE", "write the schedule of the run, of several the first that fails",
          0, "FILE" },
        OPTION_LANGUAGE,
        OPTION_CHOICES,
        OPTIONS_THREADS,
        { "semantics", "NAME",
          ".aed: multi, on several threads (default), or single, on one thread", 0,
          "multi single" },
        { "timeout", "SECONDS", "stop after so long (0: never)", 't', NULL },
        OPTION_END };

/* --- Files of a run --- */

static void
write_trace (struct runner *r, const hb_execution *run)
{
  char *path = program_numbered (r->output, r->made + 1, r->runs), *command;
  hb_output *output = hb_output_open (path, r->cli->diag);
  hb_free (path);
  if (!output)
    {
      r->broken = true;
      return;
    }
  hb_builder *builder = hb_builder_to_file (output);
  command = run_command (r, r->made);
  hb_build_meta (builder, "run", command);
  hb_free (command);
  if (hb_execution_status (run) != HB_RUN_DONE)
    hb_build_meta (builder, "ended", hb_run_status_name (hb_execution_status (run)));
  hb_execution_tell (run, r->as, r->orders, builder);
  hb_builder_finish (builder);
  r->broken = !hb_output_commit (output) || r->broken;
}

/* The name of the file; NULL if it could not be written. New. */
static char *
write_schedule (struct runner *r, const hb_execution *run, const hb_run_steps *taken)
{
  char *path = program_numbered (r->schedule_out, r->made + 1, r->runs);
  hb_output *output = hb_output_open (path, r->cli->diag);
  if (output)
    {
      char *command = run_command (r, r->made);
      hb_schedule_write (output, run, taken, command);
      hb_free (command);
      if (hb_output_commit (output))
        return path;
    }
  r->broken = true;
  hb_free (path);
  return NULL;
}

/* --- Runs --- */

static bool
is_failure (enum hb_run_status status)
{
  return status >= HB_RUN_DEADLOCK;
}

/* A failure of this kind at this place is known already. */
static bool
is_known (struct runner *r, const hb_execution *run)
{
  struct hb_spot spot = hb_execution_spot (run);
  for (size_t i = 0; i < r->failures.size; i++)
    {
      struct failure *f = &r->failures.data[i];
      if (f->status != hb_execution_status (run) || f->spot.line != spot.line
          || f->spot.column != spot.column)
        continue;
      f->times++;
      return true;
    }
  return false;
}

static void
note_failure (struct runner *r, const hb_execution *run, const hb_run_steps *taken)
{
  bool numbered = r->schedule_out && strchr (r->schedule_out, '%');
  bool known = is_known (r, run);
  struct failure f = { .status = hb_execution_status (run),
                       .spot = hb_execution_spot (run),
                       .run = r->made,
                       .seed = r->scheduling.seed + r->made,
                       .times = 1 };
  if (r->schedule_out && (numbered ? !known : !r->failures.size))
    f.schedule = write_schedule (r, run, taken);
  if (known)
    {
      hb_free (f.schedule);
      return;
    }
  hb_execution_explain (run, r->cli->diag);
  vec_push (r->failures, f);
}

static bool
note_run (void *about, const hb_execution *run, const hb_run_steps *taken)
{
  struct runner *r = about;
  enum hb_run_status status = hb_execution_status (run);
  r->ended[status]++;
  if (hb_execution_events (run) > r->most_events)
    r->most_events = hb_execution_events (run);
  if (hb_execution_posts (run) > r->most_posts)
    r->most_posts = hb_execution_posts (run);
  if (is_failure (status))
    note_failure (r, run, taken);
  else if (r->schedule_out && !r->explore && r->runs == 1)
    hb_free (write_schedule (r, run, taken));
  if (r->output)
    write_trace (r, run);
  r->made++;
  if (r->explore)
    cli_progress (r->cli, -1, "%llu traces", (unsigned long long)r->made);
  return !r->broken;
}

/* One run; false if a limit was hit or a file is broken. */
static bool
run_once (struct runner *r)
{
  hb_execution *run = hb_execution_new (r->program.code);
  hb_run_steps taken = VEC_EMPTY;
  bool good = true;
  if (r->hitting)
    {
      bool wanted = false;
      if (run_hitting_next (r->hitting, run, r->scheduling.steps, r->scheduling.limits, &taken,
                            &wanted)
          && wanted)
        good = note_run (r, run, &taken);
      vec_free (taken);
      hb_execution_free (run);
      return good && !run_hitting_done (r->hitting) && !hb_limits_hit (r->scheduling.limits);
    }
  if (r->schedule)
    good = hb_schedule_replay (run, r->schedule, &taken, r->cli->diag);
  else
    {
      struct hb_scheduling scheduling = r->scheduling;
      scheduling.seed += r->made;
      hb_execution_run (run, &scheduling, &taken);
    }
  r->broken = !good;
  if (good)
    good = note_run (r, run, &taken);
  vec_free (taken);
  hb_execution_free (run);
  return good && !hb_limits_hit (r->scheduling.limits);
}

static void
explore (struct runner *r)
{
  struct hb_exploration e = { .steps = r->scheduling.steps,
                              .runs = cli_unsigned (r->cli, "runs", 0),
                              .limits = r->scheduling.limits,
                              .found = note_run,
                              .about = r };
  hb_explore (r->program.code, &e);
  r->blocked = e.blocked;
  r->complete = e.complete;
}

/* --- Options --- */

static void
read_options (struct runner *r)
{
  static const char *const words[] = { "random", "round-robin", "pct" };
  struct cli *cli = r->cli;
  const char *how = cli_text (cli, "schedule", "random");
  r->path = cli->operands[0];
  r->explore = cli_flag (cli, "explore");
  r->orders = cli_flag (cli, "orders");
  r->as = program_mailbox (cli, "as");
  r->output = cli_text (cli, "output", NULL);
  r->schedule_out = cli_text (cli, "schedule-out", NULL);
  r->runs = cli_unsigned (cli, "runs", r->explore ? 1000000 : 1);
  r->schedule = how;
  if (!strncmp (how, "hitting:", 8))
    {
      if (cli_text (cli, "runs", NULL))
        cli_usage_error (
            cli, "a hitting family has its own number of runs; expected no --runs beside it");
      r->hit = how;
      r->schedule = NULL;
      r->runs = strchr (how + 8, ':') ? 1 : 9999; /* as many digits in the names of files */
    }
  for (int i = 0; i < 3; i++)
    if (!strcmp (how, words[i]))
      {
        r->scheduling.schedule = (enum hb_schedule)i;
        r->schedule = NULL;
      }
  r->scheduling.seed = cli_unsigned (cli, "seed", 0);
  r->scheduling.steps = cli_unsigned (cli, "steps", r->explore ? 1000 : 1000000);
  r->scheduling.depth = (uint32_t)cli_unsigned (cli, "depth", 0);
  r->scheduling.length = cli_unsigned (cli, "length", 0);
  if (!r->runs)
    cli_usage_error (cli, "--runs takes at least 1");
  if (r->explore && cli_text (cli, "schedule", NULL))
    cli_usage_error (cli, "--explore takes all schedules; expected no --schedule beside it");
  if (r->schedule && r->runs > 1)
    cli_usage_error (cli, "a schedule file gives one run; expected no --runs beside it");
  if (strcmp (how, "pct") != 0)
    cli_refuse (cli, "depth length", "--schedule pct");
  if (!r->output)
    cli_refuse (cli, "as orders", "traces: expected -o beside it");
  if (r->as >= 0 && r->orders)
    cli_usage_error (cli, "--orders belong to the run's own mailboxes; expected no --as beside it");
  if (r->runs > 1 && r->output && !strchr (r->output, '%'))
    cli_usage_error (cli, "several runs need several files; expected a %% in '%s' for their number",
                     r->output);
}

static int
run (struct cli *cli)
{
  struct runner r = { .cli = cli };
  if (c_language (cli, cli->operands[0]) == C_LANGUAGE_PERIODIC)
    cli_usage_error (cli,
                     "a periodic program is run by 'hbkit periodic' (which run fails?) and 'hbkit "
                     "replay' (does this one run?)");
  if (c_language (cli, cli->operands[0]) == C_LANGUAGE_THREADS)
    {
      cli_takes_only (cli,
                      "output seed json schedule explore schedule-out language choices unroll "
                      "atomic contexts no-assert limit timeout",
                      "a program of threads");
      return run_threads (cli);
    }
  if (hb_aed_is (cli->operands[0]))
    return event_program_run (cli);
  cli_refuse (cli, "choices unroll atomic contexts no-assert limit", "programs of threads");
  cli_refuse (cli, "semantics", "programs of events (.aed)");
  read_options (&r);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  r.scheduling.limits = &limits;
  int code = 2;
  if (program_open (cli, r.path, program_mailbox (cli, "mailbox"), &r.program))
    {
      r.hitting = r.hit ? run_hitting_new (cli, r.hit, r.program.code) : NULL;
      cli_interrupts_are_graceful (true);
      if (r.explore)
        explore (&r);
      else
        while (run_once (&r) && (r.hitting || r.made < r.runs))
          cli_progress (cli, (double)r.made / (double)r.runs, "%llu runs",
                        (unsigned long long)r.made);
      cli_progress_end ();
      cli_interrupts_are_graceful (false);
      code = r.broken ? 2 : r.failures.size ? 1 : 0;
    }
  if (code == 2)
    cli_fail (cli);
  else
    {
      bool quiet = r.output && !strcmp (r.output, "-");
      if (cli_flag (cli, "json"))
        run_print_json (&r);
      else if (!quiet && cli->verbosity >= 0)
        {
          run_print (&r);
          if (r.hitting)
            run_hitting_print (r.hitting);
        }
      if (r.schedule_out && !r.failures.size && (r.explore || r.runs > 1))
        hb_warning (cli->diag, NULL, "no run failed: %s was not written", r.schedule_out);
      run_print_failures (&r);
    }
  for (size_t i = 0; i < r.failures.size; i++)
    hb_free (r.failures.data[i].schedule);
  vec_free (r.failures);
  run_hitting_free (r.hitting);
  program_close (&r.program);
  if (!code && limits.stop == HB_OUT_OF_TIME)
    code = cli_not_finished (true);
  return code;
}

const struct cli_command cmd_run = {
  .name = "run",
  .summary = "run an event-driven program and record its trace",
  .usage = "P.ed [--schedule HOW] [--seed N] [--runs N] [-o T.edt]\n--explore P.ed\nP.c "
           "[--schedule FILE | --explore]",
  .examples
  = "hbkit run p.ed --seed 7 -o t.edt               # a random run and its trace\n"
    "hbkit run p.ed --param n=8 --mailbox stack --orders -o w.edt && hbkit replay w.edt\n"
    "hbkit run p.ed --runs 1000 --schedule pct --schedule-out bug.txt   # look for a bug\n"
    "hbkit run p.ed --schedule bug.txt              # and see it again\n"
    "hbkit run p.ed --schedule hitting:3 --mailbox multiset    # every three messages in every "
    "order\n"
    "hbkit run p.ed --explore -o 't%.edt'           # all traces of a small program\n"
    "hbkit run p.ed --mailbox multiset --as queue -o - | hbkit check -\n"
    "hbkit run old.c --seed 3 -o - | hbkit check -  # a random run of a program of threads",
  .description
  = "A step is one get, post, write or read; a run ends when no step can be taken. It is a\n"
    "deadlock if a handler waits in an 'await' then. Run K of several has seed SEED + K - 1.\n"
    "A run that is cut (--steps, --timeout) or fails is closed for its trace: messages under\n"
    "way end, those in mailboxes are taken and end at once.\n"
    "\n"
    "hitting:D (D = 2 .. 5) makes the runs of a D-hitting family of the tree of messages, who "
    "posts\n"
    "whom, found on the fly; hitting:D:K its K-th run alone. 'guarantee yes': every D messages ran "
    "in\n"
    "every order that the tree allows; that needs multiset mailboxes, messages that wait for "
    "nothing,\n"
    "and posts that do not depend on the schedule. Otherwise 'guarantee no' says why.\n"
    "\n"
    "P.c is a program of threads (doc/semantic-diffing.md): a step is a statement, a schedule "
    "names\n"
    "a thread for each step and what it chose.\n"
    "\n"
    "--explore makes one run for each trace (with eo and mo). doc/language.md describes the\n"
    "language and what a schedule file is.\n"
    "\n"
    "Exit status: 0; 1 if an assertion failed, a run was in error or came to a deadlock; 3 if\n"
    "--timeout came first.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
