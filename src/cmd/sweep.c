/* hbkit sweep: a grid of instances, each through all stages, into a database.  doc/sweep.md */
#include "cmd/frame/files.h"
#include "cmd/sweep/folder.h"
#include "cmd/sweep/kept.h"
#include "cmd/sweep/machine.h"
#include "cmd/sweep/plan.h"
#include "cmd/sweep/run.h"
#include "cmd/sweep/show.h"
#include "cmd/sweep/slot.h"

#include "base/plural.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_option options[]
    = { { "output", "DIR", "the sweep's folder: its database is DIR/sweep.db", 'o', "FILE" },
        { "grid", NULL, "no SPEC file: the operands NAME=VALUES are the grid", 'g', NULL },
        { "from", "SOURCE", "with --grid: cnf (default), trace or FILE.reduction", 0, "cnf trace" },
        { "reps", "N", "instances at every point (default 1)", 0, NULL },
        { "stages", "WORDS",
          "what is done with each instance, e.g. 'solve:cadical reduce check:cds'", 0, NULL },
        { "cpu", "SECONDS", "processor time of a run (default 60; 0: no limit)", 0, NULL },
        { "wall", "SECONDS", "wall-clock time of a run (default 120)", 0, NULL },
        { "run-memory", "SIZE", "memory of a run (default 2G)", 0, NULL },
        { "repeat", "N",
          "time each solve and check N times: the row has medians, the table timings all", 0,
          NULL },
        { "pin", NULL, "every worker keeps to a processor core of its own", 0, NULL },
        { "extend", NULL, "the folder has another sweep: add this one to it", 0, NULL },
        { "replace", NULL, "the folder has another sweep: put it away to DIR/replaced, begin anew",
          0, NULL },
        { "jobs", "N", "runs at the same time (default 1)", 'j', NULL },
        { "retry", "WHAT",
          "try again what ended so: timeout, memory, crash, error, unknown, "
          "disagreement; several with commas",
          0, "timeout memory crash error unknown disagreement" },
        { "dry-run", NULL, "say what would be run, and do nothing", 'n', NULL },
        { "shard", "I/K", "only the I-th of K shares, in DIR/shards/I-of-K", 0, NULL },
        { "shards", "K", "with --plan or --slurm: how many shares (default 16)", 0, NULL },
        { "plan", NULL, "print a command for each share, for GNU parallel", 0, NULL },
        { "slurm", NULL, "write scripts for Slurm to DIR/slurm", 0, NULL },
        OPTION_SEED,
        OPTION_JSON,
        OPTION_END };

/* --- the specification ------------------------------------------------------------------------- */

/* The operands NAME=VALUES, a block. */
static bool
read_grid (struct cli *cli, struct sweep_spec *spec)
{
  if (!sweep_spec_block (spec, cli_text (cli, "from", "cnf"), NULL, cli->diag))
    return false;
  for (int i = 0; i < cli->operand_count; i++)
    {
      const char *word = cli->operands[i], *equals = strchr (word, '=');
      if (!equals)
        cli_usage_error (cli, "expected NAME=VALUES, not '%s'", word);
      char *name = hb_copy_bytes (word, (size_t)(equals - word));
      bool good = sweep_spec_axis (spec, name, equals + 1, NULL, cli->diag);
      hb_free (name);
      if (!good)
        return false;
    }
  return true;
}

/* The file that is named, or the one that the folder keeps. */
static bool
read_file (struct cli *cli, struct sweep_spec *spec, const char *folder)
{
  if (cli->operand_count > 1)
    cli_usage_error (cli, "expected one SPEC; with --grid, NAME=VALUES");
  if (cli->operand_count && strchr (cli->operands[0], '=') && access (cli->operands[0], F_OK))
    cli_usage_error (cli, "no file '%s'; a grid on the command line needs --grid",
                     cli->operands[0]);
  if (cli->operand_count)
    return sweep_spec_read (spec, cli->operands[0], cli->diag);
  char *path = hb_format ("%s/sweep.spec", folder);
  if (access (path, F_OK))
    cli_usage_error (cli, "%s is no sweep yet; expected a SPEC, or --grid NAME=VALUES...", folder);
  bool good = sweep_spec_read (spec, path, cli->diag);
  hb_free (path);
  return good;
}

/* What the command line says goes before what the file says. */
static bool
override (struct cli *cli, struct sweep_spec *spec)
{
  spec->seed = cli_unsigned (cli, "seed", spec->seed);
  spec->reps = cli_unsigned (cli, "reps", spec->reps);
  spec->repeat = cli_unsigned (cli, "repeat", spec->repeat);
  if (!spec->reps || !spec->repeat)
    cli_usage_error (cli, "--%s takes a number from 1", spec->reps ? "repeat" : "reps");
  spec->limits.cpu = cli_double (cli, "cpu", spec->limits.cpu);
  spec->limits.wall = cli_double (cli, "wall", spec->limits.wall);
  spec->limits.memory = cli_bytes (cli, "run-memory", spec->limits.memory);
  if (spec->seed >> 53)
    cli_usage_error (cli, "the seed of a sweep is below 2^53");
  if (cli_text (cli, "stages", NULL))
    {
      hb_free (spec->stages);
      spec->stages = hb_copy_text (cli_text (cli, "stages", NULL));
    }
  return true;
}

static bool
read_spec (struct cli *cli, struct sweep_spec *spec, const char *folder)
{
  bool good = cli_flag (cli, "grid") ? read_grid (cli, spec) : read_file (cli, spec, folder);
  return good && override (cli, spec);
}

/* --- options ----------------------------------------------------------------------------------- */

static unsigned
read_retry (const struct cli *cli)
{
  static const char *const names[]
      = { "timeout", "memory", "crash", "error", "unknown", "disagreement" };
  unsigned retry = 0;
  const char *words = cli_text (cli, "retry", "");
  while (*words)
    {
      size_t length = strcspn (words, ","), i = 0;
      while (i < 6 && (strlen (names[i]) != length || strncmp (names[i], words, length) != 0))
        i++;
      if (i == 6)
        cli_usage_error (cli,
                         "--retry takes timeout, memory, crash, error, unknown or disagreement, "
                         "not '%.*s'",
                         (int)length, words);
      retry |= 1U << i;
      words += length + (words[length] == ',');
    }
  return retry;
}

/* "3/8" */
static void
read_shard (const struct cli *cli, uint64_t *shard, uint64_t *shards)
{
  const char *text = cli_text (cli, "shard", "1/1");
  char *slash, *end;
  errno = 0;
  *shard = strtoull (text, &slash, 10);
  *shards = *slash == '/' ? strtoull (slash + 1, &end, 10) : 0;
  if (errno || *text < '0' || *text > '9' || !*shards || *end || !*shard || *shard > *shards
      || *shards > 1000000)
    cli_usage_error (cli, "--shard takes I/K with 1 <= I <= K, such as 3/8, not '%s'", text);
}

static uint64_t
count_option (const struct cli *cli, const char *name, uint64_t otherwise, uint64_t most)
{
  uint64_t number = cli_unsigned (cli, name, otherwise);
  if (!number || number > most)
    cli_usage_error (cli, "--%s takes a number from 1 to %llu", name, (unsigned long long)most);
  return number;
}

/* --- doing it ---------------------------------------------------------------------------------- */

static int
run_plan (struct cli *cli, const struct sweep_spec *spec, const struct sweep_points *points,
          const char *folder)
{
  struct sweep_machine machine = { .program = NULL };
  char *path = NULL;
  bool good
      = sweep_machine_look (&machine, cli->diag) && sweep_kept_write (spec, folder, cli->diag);
  if (good && !(path = realpath (folder, NULL)))
    {
      hb_error (cli->diag, &(struct hb_place){ .file = folder }, "cannot be found: %s",
                strerror (errno));
      good = false;
    }
  char *more = hb_format ("%s%s", cli_flag (cli, "pin") ? " --pin" : "",
                          cli_flag (cli, "extend") ? " --extend" : "");
  struct sweep_plan plan = { .options = more,
                             .program = machine.program,
                             .folder = path,
                             .shards = count_option (cli, "shards", 16, 1000000),
                             .workers = count_option (cli, "jobs", 1, 4096),
                             .runs = points->runs };
  if (good && cli_flag (cli, "plan"))
    good = sweep_plan_print (cli, &plan);
  if (good && cli_flag (cli, "slurm"))
    good = sweep_plan_slurm (spec, &plan, cli->diag);
  if (good && cli_flag (cli, "slurm") && cli->verbosity >= 0 && !cli_flag (cli, "plan"))
    printf ("written: %s/slurm/README, array.sh, merge.sh\n", path);
  sweep_machine_free (&machine);
  hb_free (more);
  free (path);
  return good ? 0 : cli_fail (cli);
}

static void
print_json (struct cli *cli, const struct sweep_job *job, const struct sweep_done *done)
{
  hb_json *json = cli_json (cli);
  hb_json_member_string (json, "folder", job->folder);
  hb_json_member_unsigned (json, "instances", job->points->chosen.size);
  hb_json_member_unsigned (json, "runs", done->runs);
  hb_json_member_unsigned (json, "unsolved", done->unsolved);
  hb_json_key (json, "outcomes");
  hb_json_flat (json);
  hb_json_open_object (json);
  for (size_t i = 0; i < done->counts.size; i++)
    {
      hb_json_member_unsigned (json, done->counts.data[i].outcome, done->counts.data[i].rows);
    }
  hb_json_close (json);
  hb_json_member_string (json, "disagreement", *done->disputed ? done->disputed : NULL);
  hb_json_member_double (json, "seconds", done->seconds, 3);
  if (!hb_json_commit (json))
    cli_fail (cli);
}

static void
print_text (const struct sweep_done *done, const char *folder)
{
  printf ("%llu run%s in %.1f s, %llu of them without a result; %s/sweep.db:",
          (unsigned long long)done->runs, HB_S (done->runs), done->seconds,
          (unsigned long long)done->unsolved, cli_shown (folder));
  for (size_t i = 0; i < done->counts.size; i++)
    printf ("%s %llu %s", i ? "," : "", (unsigned long long)done->counts.data[i].rows,
            done->counts.data[i].outcome);
  puts ("");
}

static int
run_here (struct cli *cli, const struct sweep_spec *spec, const struct sweep_points *points,
          const char *folder)
{
  bool used = sweep_folder_is_used (folder);
  if (!sweep_kept_write (spec, folder, cli->diag))
    return cli_fail (cli);
  struct sweep_job job = { .points = points,
                           .folder = folder,
                           .workers = count_option (cli, "jobs", 1, 4096),
                           .retry = read_retry (cli),
                           .pin = cli_flag (cli, "pin") };
  struct sweep_done done;
  int code = sweep_run (cli, &job, &done);
  if (code == 2 && !used && !done.counts.size) /* a value that 'gen' refuses, say */
    sweep_forget_folder (folder);
  if (*done.disputed)
    hb_error (
        cli->diag, NULL,
        "runs on instance %s disagree: see %s/disagreements/%s and the table runs; once it is "
        "mended, go on with --retry disagreement",
        done.disputed, folder, done.disputed);
  if (cli_flag (cli, "json"))
    print_json (cli, &job, &done);
  else if (cli->verbosity >= 0 && code != 2)
    print_text (&done, folder);
  vec_free (done.counts);
  cli_fail (cli);
  return code;
}

/* What the command line means with a folder that is in use. */
static enum sweep_meant
read_meant (const struct cli *cli)
{
  if (cli_flag (cli, "extend") && cli_flag (cli, "replace"))
    cli_usage_error (cli, "expected --extend or --replace, not both");
  return cli_flag (cli, "extend")        ? SWEEP_EXTENDS
         : cli_flag (cli, "replace")     ? SWEEP_REPLACES
         : cli_text (cli, "retry", NULL) ? SWEEP_MEANS_LIMITS
                                         : SWEEP_MEANS_THE_SAME;
}

/* SPEC is understood, and PLACE is its. */
static int
run_points (struct cli *cli, const struct sweep_spec *spec, const struct sweep_points *points,
            const char *folder, const char *place)
{
  if (cli_flag (cli, "plan") || cli_flag (cli, "slurm"))
    return run_plan (cli, spec, points, folder);
  if (cli_flag (cli, "dry-run"))
    return sweep_show (cli, points, place, read_retry (cli)) ? 0 : cli_fail (cli);
  return run_here (cli, spec, points, place);
}

static int
run_spec (struct cli *cli, struct sweep_spec *spec, const char *folder)
{
  uint64_t shard, shards;
  read_retry (cli);
  count_option (cli, "jobs", 1, 4096); /* before anything is written */
  read_shard (cli, &shard, &shards);
  char *place = cli_text (cli, "shard", NULL)
                    ? hb_format ("%s/shards/%llu-of-%llu", folder, (unsigned long long)shard,
                                 (unsigned long long)shards)
                    : hb_copy_text (folder);
  /* Unless it is ours, another sweep's folder is not touched: first it has to agree. */
  bool good
      = sweep_kept_agrees (spec, place, read_meant (cli), cli_flag (cli, "dry-run"), cli->diag)
        && sweep_spec_finish (spec, cli->diag) && sweep_points_fit (spec, cli->diag);
  int code = 2;
  if (good)
    {
      struct sweep_points points = sweep_points_new (spec, shard, shards);
      code = run_points (cli, spec, &points, folder, place);
      sweep_points_free (&points);
    }
  else
    cli_fail (cli);
  hb_free (place);
  return code;
}

static int
run (struct cli *cli)
{
  const char *folder = cli_text (cli, "output", NULL);
  if (!folder)
    cli_usage_error (cli, "where to? expected -o DIR");
  if (!cli_flag (cli, "grid"))
    cli_refuse (cli, "from", "--grid; a specification has its own");
  if (!cli_flag (cli, "plan") && !cli_flag (cli, "slurm"))
    cli_refuse (cli, "shards", "--plan and --slurm");
  if (cli_flag (cli, "json")
      && (cli_flag (cli, "dry-run") || cli_flag (cli, "plan") || cli_flag (cli, "slurm")))
    cli_usage_error (
        cli, "--json tells what was run; expected none of --dry-run, --plan, --slurm beside it");
  struct sweep_spec spec = sweep_spec_new ();
  int code = read_spec (cli, &spec, folder) ? run_spec (cli, &spec, folder) : cli_fail (cli);
  sweep_spec_free (&spec);
  return code;
}

const struct cli_command cmd_sweep = {
  .name = "sweep",
  .summary = "run a grid of instances through all stages, into a database",
  .usage = "SPEC -o DIR [options]\n--grid NAME=VALUES... -o DIR [options]",
  .examples
  = "hbkit sweep --grid vars=20:100:20 twos=0:1:.05 --reps 50 -o d    # 3-BI-3SAT formulas\n"
    "hbkit sweep hard.spec -o d -j 4                 # the same command goes on after a kill\n"
    "hbkit sweep -o d --retry timeout --cpu 600      # what took too long, with more time\n"
    "hbkit sweep hard.spec -o d --dry-run            # what there is to do\n"
    "hbkit sweep hard.spec -o t --pin --repeat 5     # times to be published: medians of five\n"
    "hbkit sweep --grid vars=200 twos=1 -o d --extend    # more of it in the same folder\n"
    "hbkit sweep hard.spec -o d --plan --shards 64 | parallel --sshlogin a,b\n"
    "hbkit sweep hard.spec -o d --slurm --shards 64  # d/slurm/README says how to go on",
  .description
  = "Every combination of the parameters' values is a point, every point has --reps instances, "
    "each\n"
    "generated from a seed that follows from the sweep's seed and the point alone. The parameters\n"
    "are the options of 'hbkit gen'. VALUES are words, numbers and ranges FIRST:LAST:STEP.\n"
    "\n"
    "Each stage of each instance is a run: a process of its own under limits, and a row in the\n"
    "database with its command, versions, sizes, verdict, time and memory. Runs that disagree on\n"
    "an instance end the sweep. See doc/sweep.md for the form of SPEC, the stages, the tables.\n"
    "\n"
    "A folder belongs to one sweep: another grid, seed or solver is an error that says what "
    "differs,\n"
    "unless --extend or --replace says what is meant. With --retry other limits are no other "
    "sweep.\n"
    "\n"
    "Exit status: 0 all is done (also if runs hit their limits), 1 runs disagree, 2 an error, 130\n"
    "interrupted: what was finished is kept, the same command goes on.",
  .options = options,
  .least = 0,
  .most = -1,
  .run = run
};
