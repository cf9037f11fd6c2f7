/* See reduction.h. */
#include "cmd/verify/reduction.h"

#include "cmd/frame/brought.h"
#include "cmd/frame/instances.h"
#include "cmd/verify/damage.h"
#include "cmd/verify/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Random instances where nothing is asked for. */
#define MOST_RANDOM 1000

/* The first bound of all small instances where nothing is asked for, and a command of the user's answers each. */
#define MOST_BROUGHT 3

/* Solutions of an instance for which such a command is asked. */
#define MOST_ASKED 8

/* --- what is asked for -------------------------------------------------------------------------- */

static bool
is_called (const char *decider, const char *name)
{
  size_t length = strlen (name);
  return !strncmp (decider, name, length) && (!decider[length] || decider[length] == ':');
}

static const char *
find_decider (const struct cli *cli, const struct hb_reduction *reduction)
{
  const char *name = cli_text (cli, "engine", NULL);
  for (size_t i = 0; name && reduction->to->deciders[i]; i++)
    if (is_called (reduction->to->deciders[i]->name, name))
      return name;
  if (name)
    cli_usage_error (cli, "nobody called '%s' decides %s; 'hbkit problems' lists who does", name,
                     reduction->to->title);
  return NULL;
}

/* Takes "NAME=N[,NAME=N...]" of --bound into BOUNDS, if NAME is there. */
static bool
bound_given (const struct cli *cli, const char *name, uint64_t *value)
{
  const char *text = cli_text (cli, "bound", "");
  size_t length = strlen (name);
  while (*text)
    {
      if (!strncmp (text, name, length) && text[length] == '=')
        {
          char *end;
          *value = strtoull (text + length + 1, &end, 10);
          if (!isdigit ((unsigned char)text[length + 1]) || (*end && *end != ','))
            cli_usage_error (cli, "--bound takes NAME=NUMBER, with commas between");
          return true;
        }
      text += strcspn (text, ",");
      text += *text == ',';
    }
  return false;
}

/* Each name in --bound is one of PROBLEM's. */
static void
check_bound_names (const struct cli *cli, const struct hb_problem *problem)
{
  for (const char *text = cli_text (cli, "bound", ""); *text;)
    {
      size_t length = strcspn (text, "=,");
      bool known = false;
      for (size_t i = 0; i < hb_problem_bounds (problem); i++)
        known = known
                || (strlen (problem->bounds[i].name) == length
                    && !strncmp (problem->bounds[i].name, text, length));
      if (!known)
        cli_usage_error (cli, "%s has no bound '%.*s'; 'hbkit problems' lists them", problem->title,
                         (int)length, text);
      text += strcspn (text, ",");
      text += *text == ',';
    }
}

/* The bound's value for the option called PREFIX followed by its name, if the command has it and it
 * was given; else for --bound; else NORMAL. */
static uint64_t
bound_value (const struct cli *cli, const char *prefix, const struct hb_bound *bound,
             uint64_t normal, bool *given)
{
  char *option = hb_format ("%s%s", prefix, bound->name);
  uint64_t value = normal;
  bool own = cli_has_option (cli, option) && cli_text (cli, option, NULL);
  if (own)
    value = cli_unsigned (cli, option, normal);
  else
    own = bound_given (cli, bound->name, &value);
  *given = *given || own;
  hb_free (option);
  return value;
}

static void
take_bounds (const struct cli *cli, const struct hb_problem *problem,
             struct verify_streams *streams, bool *given)
{
  bool ignored = false;
  check_bound_names (cli, problem);
  for (size_t i = 0; i < hb_problem_bounds (problem); i++)
    {
      const struct hb_bound *bound = &problem->bounds[i];
      uint64_t value = bound_value (cli, "most-", bound, bound->exhaustive, given);
      if (bound->most && value > bound->most)
        cli_usage_error (cli, "--most-%s: all small %s have at most %llu %s", bound->name,
                         problem->things, (unsigned long long)bound->most, bound->name);
      streams->exhaustive_bounds[i] = value;
      streams->random_bounds[i] = bound_value (cli, "", bound, bound->random, &ignored);
    }
}

/* Without any stream named, all are taken that the problem has. */
static struct verify_streams
streams_of (const struct cli *cli, const struct hb_problem *problem)
{
  bool given = false;
  struct verify_streams streams = { .exhaustive = cli_flag (cli, "exhaustive"),
                                    .only_no = cli_flag (cli, "unsatisfiable"),
                                    .random = cli_unsigned (cli, "random", 0),
                                    .files = cli->operands + 1,
                                    .file_count = cli->operand_count - 1,
                                    .jobs = cli_unsigned (cli, "jobs", 1),
                                    .from = cli_unsigned (cli, "from", 0) };
  if (streams.jobs < 1 || streams.jobs > VERIFY_MOST_JOBS)
    cli_usage_error (cli, "--jobs takes a number from 1 to %d", VERIFY_MOST_JOBS);
  take_bounds (cli, problem, &streams, &given);
  bool drawn = cli_text (cli, "random", NULL);
  streams.exhaustive = streams.exhaustive || given;
  if (!streams.exhaustive && !drawn && !streams.file_count)
    {
      streams.exhaustive = problem->enumerate;
      if (brought_any () && streams.exhaustive_bounds[0] > MOST_BROUGHT)
        streams.exhaustive_bounds[0] = MOST_BROUGHT;
      streams.random = problem->generators ? MOST_RANDOM : 0;
    }
  if (streams.exhaustive && !problem->enumerate)
    cli_usage_error (cli, "nobody lists all small %s; expected --random COUNT, files or folders",
                     problem->things);
  if (streams.random && !problem->generators)
    cli_usage_error (cli, "nobody draws %s; expected --exhaustive, files or folders",
                     problem->things);
  return streams;
}

/* --- what came out ------------------------------------------------------------------------------ */

/* HOLDS and its like are for streams that were done whole, and had instances. */
static enum verify_verdict
verdict_of (const struct hb_ablation *ablation, bool mutate, const struct verify_outcome *outcome)
{
  bool found = outcome->counterexample, proved = ablation && ablation->breaks == HB_OPEN;
  if (found)
    return !ablation ? VERIFY_FAILS : proved ? VERIFY_BROKEN_PROOF : VERIFY_BROKEN;
  if (!outcome->complete || !(outcome->counts.yes + outcome->counts.no))
    return VERIFY_INCOMPLETE;
  if (mutate)
    {
      struct damage_sum sum = damage_sum (&outcome->counts);
      return !sum.tried                 ? VERIFY_INCOMPLETE
             : sum.noticed == sum.tried ? VERIFY_NEEDED
                                        : VERIFY_UNNEEDED;
    }
  return !ablation ? VERIFY_HOLDS : proved ? VERIFY_HARMLESS : VERIFY_NONE_FOUND;
}

/* The counterexample as a file of its own; its name (new), NULL after an error. */
static char *
keep_counterexample (const struct verify_report *report)
{
  const struct hb_problem *from = report->reduction->from;
  const char *ablation = report->ablation ? report->ablation->name : "";
  const char *dash = report->ablation ? "-" : "", *with = report->ablation ? " with ablation " : "";
  char *path = hb_format ("%s/counterexample-%s%s%s.%s", cli_text (report->cli, "keep", "."),
                          report->reduction->name, dash, ablation, from->suffix);
  char *comment = hb_format ("counterexample to %s%s%s: %s", report->reduction->name, with,
                             ablation, report->outcome->why);
  hb_output *output = hb_output_open (path, report->cli->diag);
  bool good = output != NULL;
  if (output)
    {
      from->write (from, report->outcome->counterexample, comment, output);
      good = hb_output_commit (output);
    }
  hb_free (comment);
  if (good)
    return path;
  hb_free (path);
  return NULL;
}

/* The counterexample of a reduction that the user brought, in a folder: the source, and the files of all commands
 * that it takes to see it fail.  The folder's name (new), NULL after an error. */
static char *
keep_commands (const struct verify_report *report, struct verify *verify)
{
  const struct hb_problem *from = report->reduction->from;
  char *folder = hb_format ("%s/counterexample-%s%s%s", cli_text (report->cli, "keep", "."),
                            report->reduction->name, report->ablation ? "-" : "",
                            report->ablation ? report->ablation->name : "");
  struct hb_diag *diag = report->cli->diag;
  char *path = hb_format ("%s/source.%s", folder, from->suffix), *why = NULL;
  brought_keep (folder);
  verify_instance (verify, report->outcome->counterexample, &why);
  brought_keep (NULL);
  hb_output *output = hb_output_open (path, diag);
  if (output)
    from->write (from, report->outcome->counterexample, NULL, output);
  bool good = output && hb_output_commit (output);
  hb_free (why);
  hb_free (path);
  if (good)
    return folder;
  hb_free (folder);
  return NULL;
}

int
verify_reduction (struct cli *cli, const struct hb_reduction *reduction)
{
  struct verify_streams streams = streams_of (cli, reduction->from);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  struct verify verify = { .reduction = reduction,
                           .ablation = instance_ablation (cli, reduction),
                           .most_solutions = brought_any () ? MOST_ASKED : 0,
                           .broken = brought_any () ? brought_broke : NULL,
                           .unsure = brought_any () ? brought_was_unsure : NULL,
                           .mutate = cli_flag (cli, "mutate"),
                           .decider = find_decider (cli, reduction),
                           .seed = cli_unsigned (cli, "seed", 0),
                           .seeds = cli_unsigned (cli, "seeds", VERIFY_SEEDS),
                           .limits = &limits };
  struct verify_outcome outcome = { .complete = true };
  if (!verify.seeds)
    cli_usage_error (cli, "--seeds takes a number from 1");
  double start = hb_now ();
  cli_interrupts_are_graceful (true);
  brought_limit (&limits);
  bool good = verify_run_streams (cli, &verify, &streams, &outcome);
  cli_interrupts_are_graceful (false);
  cli_progress_end ();
  struct verify_report report = { .cli = cli,
                                  .reduction = reduction,
                                  .ablation = verify.ablation,
                                  .outcome = &outcome,
                                  .seed = verify.seed,
                                  .from = streams.from,
                                  .seeds = verify.seeds,
                                  .decider = verify.decider,
                                  .seconds = hb_now () - start,
                                  .mutates = verify.mutate };
  report.verdict = verdict_of (verify.ablation, verify.mutate, &outcome);
  if (good && outcome.counterexample)
    report.path = brought_any () ? keep_commands (&report, &verify) : keep_counterexample (&report);
  if (good)
    verify_report_print (&report);
  bool failed = !good || hb_diag_errors (cli->diag);
  int code = failed ? cli_fail (cli) : verify_verdict_code (report.verdict);
  hb_free (report.path);
  hb_free (outcome.why);
  reduction->from->free (reduction->from, outcome.counterexample);
  return code;
}
