/* hbkit verify: does a reduction keep its promise on every formula of a stream?
 *
 *     streams: all formulas up to a size, random ones, files     ──▶ cmd/verify/verify.c ──▶ counts
 *                                                                        └──▶ a shrunk counterexample */
#include "cmd/verify/ledger.h"
#include "cmd/verify/stream.h"
#include "cmd/verify/subject.h"

static const struct cli_option options[]
    = { { "exhaustive", NULL, "all formulas up to --most-clauses, --most-variables: of 3-BI-3SAT, or of 3SAT",
        0, NULL },
        { "most-clauses", "M", "exhaustive: at most M clauses (default 5)", 'm', NULL },
        { "most-variables", "N", "exhaustive: at most N variables (default 5)", 'n', NULL },
        { "unsatisfiable", NULL, "exhaustive: only the unsatisfiable formulas among them", 'u', NULL },
        { "random", "COUNT", "that many random formulas, about half of them unsatisfiable", 'r', NULL },
        { "variables", "N", "random: at most N variables (default 12)", 0, NULL },
        { "most-handlers", "N", "config: all traces of at most N handlers (default 3)", 0, NULL },
        { "most-events", "N", "subjects: all traces of at most N events (default 8)", 0, NULL },
        { "list", NULL, "list what can be verified", 0, NULL },
        { "all", NULL, "run the ledger: all that the paper claims", 0, NULL },
        { "quick", NULL, "with --all: smaller streams, a minute or two in all", 0, NULL },
        { "ablate", "NAME", "damage the construction; a counterexample must be found", 0, NULL },
        { "engine", "NAME", "ask only this engine: cds, sat (default: both, with both solvers)", 'e',
          "cds sat" },
        { "keep", "DIR", "where a counterexample is kept (default: this folder)", 'k', "FILE" },
        { "jobs", "N", "processes to work in (default 1)", 'j', NULL },
        { "timeout", "SECONDS", "stop after this time with what was done", 't', NULL },
        OPTION_SEED,
        OPTION_JSON,
        OPTION_END };

static const struct hb_ablation *
find_ablation (const struct cli *cli, const struct hb_reduction *reduction)
{
  const char *name = cli_text (cli, "ablate", NULL);
  for (const struct hb_ablation *a = reduction->ablations; name && a && a->name; a++)
    if (!strcmp (a->name, name))
      return a;
  if (name)
    cli_usage_error (cli, "reduction %s has no ablation '%s'; 'hbkit reductions' lists them",
                     reduction->name, name);
  return NULL;
}

/* The counterexample as a file of its own; its name (new), NULL after an error. */
static char *
keep_counterexample (struct cli *cli, const struct verify_outcome *outcome,
                     const struct hb_reduction *reduction, const char *ablation)
{
  char *path = hb_format ("%s/counterexample-%s%s%s.cnf", cli_text (cli, "keep", "."),
                          reduction->name, ablation ? "-" : "", ablation ? ablation : "");
  char *comment = hb_format ("counterexample to %s%s%s: %s", reduction->name,
                             ablation ? " with ablation " : "", ablation ? ablation : "",
                             outcome->why);
  hb_output *output = hb_output_open (path, cli->diag);
  bool good = output != NULL;
  if (output)
    {
      hb_dimacs_write (output, outcome->counterexample, comment);
      good = hb_output_commit (output);
    }
  hb_free (comment);
  if (!good)
    {
      hb_free (path);
      return NULL;
    }
  return path;
}

static void
print_json (struct cli *cli, const struct verify_outcome *outcome, bool good, double seconds,
            const char *path)
{
  const struct
  {
    const char *key;
    uint64_t number;
  } numbers[] = { { "seed", outcome->seed },
                  { "formulas", outcome->counts.formulas },
                  { "satisfiable", outcome->counts.satisfiable },
                  { "unsatisfiable", outcome->counts.unsatisfiable },
                  { "models_lifted", outcome->counts.models },
                  { "witnesses_extracted", outcome->counts.witnesses },
                  { "events", outcome->counts.events } };
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_key (json, "reduction");
  hb_json_string (json, cli->operands[0]);
  hb_json_key (json, "as_expected");
  hb_json_bool (json, good);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      hb_json_key (json, numbers[i].key);
      hb_json_unsigned (json, numbers[i].number);
    }
  hb_json_key (json, "complete");
  hb_json_bool (json, outcome->complete);
  hb_json_key (json, "counterexample");
  if (path)
    hb_json_string (json, path);
  else
    hb_json_null (json);
  hb_json_key (json, "reason");
  if (outcome->why)
    hb_json_string (json, outcome->why);
  else
    hb_json_null (json);
  hb_json_key (json, "seconds");
  hb_json_double (json, seconds, 3);
  hb_json_close (json);
  hb_json_free (json);
  if (!hb_output_commit (output))
    cli_fail (cli);
}

static void
print_counts (const struct verify_outcome *outcome, double seconds)
{
  const struct verify_counts *counts = &outcome->counts;
  printf ("c seed %llu\n", (unsigned long long) outcome->seed);
  printf ("c %llu formulas: %llu satisfiable, %llu unsatisfiable\n",
          (unsigned long long) counts->formulas, (unsigned long long) counts->satisfiable,
          (unsigned long long) counts->unsatisfiable);
  printf ("c %llu models lifted, %llu solutions of the target extracted\n",
          (unsigned long long) counts->models, (unsigned long long) counts->witnesses);
  printf ("c %llu events in all traces, %.1f s%s\n", (unsigned long long) counts->events, seconds,
          outcome->complete ? "" : ", stopped before the end");
}

/* The verdict in words, and the counterexample itself: it is small. */
static void
print_text (const struct cli *cli, const struct verify_outcome *outcome,
            const struct hb_ablation *ablation, bool good, double seconds, const char *path)
{
  if (cli->verbosity >= 0)
    print_counts (outcome, seconds);
  if (outcome->counterexample)
    {
      printf ("c counterexample of %zu clauses: %s\n", hb_cnf_clauses (outcome->counterexample),
              outcome->why);
      for (size_t j = 0; j < hb_cnf_clauses (outcome->counterexample); j++)
        {
          size_t size;
          const int *clause = hb_cnf_clause (outcome->counterexample, j, &size);
          fputs ("c  ", stdout);
          for (size_t k = 0; k < size; k++)
            printf (" %d", clause[k]);
          puts (" 0");
        }
      if (path)
        printf ("c kept as %s\n", path);
    }
  if (!ablation)
    puts (good ? "s HOLDS" : "s FAILS");
  else if (ablation->breaks == HB_UNKNOWN)
    puts (good ? "s HARMLESS (as proved)" : "s BROKEN (against the proof)");
  else
    puts (good ? "s BROKEN (as it must be)" : "s NO COUNTEREXAMPLE FOUND (one was expected)");
}

static int
run_reduction (struct cli *cli)
{
  const struct hb_reduction *reduction = file_reduction (cli);
  const struct hb_ablation *ablation = find_ablation (cli, reduction);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  struct verify verify = { .reduction = reduction,
                           .ablation = ablation ? ablation->name : NULL,
                           .engine = cli_text (cli, "engine", NULL),
                           .seed = cli_unsigned (cli, "seed", 0),
                           .limits = &limits };
  struct verify_outcome outcome = { .seed = verify.seed, .complete = true };
  double start = hb_now ();
  cli_interrupts_are_graceful (true);
  if (!verify_streams (cli, &verify, &outcome))
    return cli_fail (cli);
  cli_interrupts_are_graceful (false);
  cli_progress_end (cli);
  bool expected = ablation && ablation->breaks != HB_UNKNOWN;
  bool good = (outcome.counterexample != NULL) == expected;
  char *path = NULL;
  if (outcome.counterexample)
    path = keep_counterexample (cli, &outcome, reduction, verify.ablation);
  if (cli_flag (cli, "json"))
    print_json (cli, &outcome, good, hb_now () - start, path);
  else
    print_text (cli, &outcome, ablation, good, hb_now () - start, path);
  int code = hb_diag_errors (cli->diag) ? cli_fail (cli) : !good;
  hb_free (path);
  hb_free (outcome.why);
  hb_cnf_free (outcome.counterexample);
  return code;
}

static int
list_all (void)
{
  for (const struct hb_reduction *const *r = hb_reductions; *r; r++)
    if (!(*r)->from_history)
      printf ("%-14s reduction of %s to %s\n", (*r)->name, (*r)->source, (*r)->target);
  for (const struct verify_subject *const *s = verify_subjects; *s; s++)
    printf ("%-14s %s\n", (*s)->name, (*s)->summary);
  return 0;
}

/* Options that only reductions have would be passed over in silence. */
static int
run_subject (struct cli *cli, const struct verify_subject *subject)
{
  static const char *const others[] = { "exhaustive", "unsatisfiable", "ablate", "engine" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (cli_text (cli, others[i], NULL))
      cli_usage_error (cli, "--%s is for reductions, and %s is none", others[i], subject->name);
  if (cli->operand_count > 1)
    cli_usage_error (cli, "%s takes no files", subject->name);
  return subject->run (cli);
}

static int
run (struct cli *cli)
{
  if (cli_flag (cli, "list"))
    return list_all ();
  if (cli_flag (cli, "all") && cli->operand_count)
    cli_usage_error (cli, "--all takes no NAME; expected '%s' or --all", cli->operands[0]);
  if (cli_flag (cli, "all"))
    return ledger_run (cli);
  if (cli_flag (cli, "quick"))
    cli_usage_error (cli, "--quick is for --all");
  if (!cli->operand_count)
    cli_usage_error (cli, "verify what? expected one of what --list lists, or --all");
  for (const struct verify_subject *const *s = verify_subjects; *s; s++)
    if (!strcmp (cli->operands[0], (*s)->name))
      return run_subject (cli, *s);
  if (!hb_reduction_find (cli->operands[0]))
    cli_usage_error (cli, "there is no '%s' to verify; --list lists what there is", cli->operands[0]);
  return run_reduction (cli);
}

const struct cli_command cmd_verify = {
  .name = "verify",
  .summary = "check a reduction, or another claim, on all small inputs, random ones and files",
  .usage = "NAME [--exhaustive] [--random COUNT] [FILE or FOLDER ...]\n--all [--quick]\n--list",
  .examples = "hbkit verify 3bisat-ed --exhaustive -m 4        # all formulas of up to 4 clauses\n"
              "hbkit verify 3bisat-ed --random 200 --seed 1\n"
              "hbkit verify 3bisat-ed --exhaustive -u -n 6 -m 9 -j 2   # unsatisfiable ones, 6 variables\n"
              "hbkit verify 3bisat-ed satlib/                  # files, through 3sat-3bisat\n"
              "hbkit verify 3bisat-ed --exhaustive --ablate no-z\n"
              "hbkit verify 3sat-edflat-3 --exhaustive -n 3 -m 4      # clauses of 1 to 3 literals\n"
              "hbkit verify config                             # Theorem 4.1, on all small traces\n"
              "hbkit verify --all --quick                      # the ledger: one row for each claim",
  .description
  = "For every formula: both SAT solvers agree on it and on its target; the target has the\n"
    "declared sizes; models lift to witnesses that replay; the witnesses found by engines, with\n"
    "several solvers and seeds, extract to models. Formulas stand as they come and in a random\n"
    "order of clauses, literals, names and signs. A failure is shrunk and kept.\n"
    "\n"
    "Subjects other than reductions have streams of their own: all small traces up to\n"
    "--most-events, then --random ones. --all runs one or more of these checks for each claim\n"
    "of the ED-consistency paper.\n"
    "\n"
    "Exit status: 0 as expected (with --ablate: a counterexample was found), 1 not, 2 an error.",
  .options = options,
  .least = 0,
  .most = -1,
  .run = run
};
