/* hbkit periodic: does a periodic program keep its assertions? */
#include "cmd/frame/commands.h"

#include "base/plural.h"
#include "cmd/frame/files.h"
#include "cmd/frame/language.h"
#include "cmd/periodic/programs.h"

#include "periodic/decide.h"
#include "periodic/smt.h"
#include "proof/periodic/prove.h"

static const struct cli_option options[] = {
  { "time", "T",
    "jobs that arrive before this time run; 4H: four hyper-periods (default: what the "
    "program says, or 1H)",
    0, NULL },
  { "departure", "HOW",
    "when jobs are over: rta (response times, default), deadline (before the next one of the "
    "task), exact (without locks)",
    0, "rta deadline exact" },
  { "semantics", "LEVEL",
    "orders of the paper, without jobs that pass higher ones that have arrived (arrival, "
    "default), or real schedules only (exact)",
    0, "paper arrival exact" },
  { "snapshots", "WHICH", "none, all or mod (default)", 0, "none all mod" },
  { "encoding", "HOW", "order by position (default) or by rounds, the paper's", 0,
    "position rounds" },
  { "private", "HOW",
    "a global of one task: handed from job to job (chain, default), or like a shared one", 0,
    "chain shared" },
  { "unroll", "N", "how often a loop's body may run (default 64)", 0, NULL },
  { "div0", NULL, "a division by zero is a violation", 0, NULL },
  { "response-times", NULL,
    "print utilisation, response times and how jobs relate, and decide nothing", 0, NULL },
  { "smt", "FILE",
    "write the question for SMT solvers (SMT-LIB 2, QF_BV; satisfiable: violated), and decide "
    "nothing",
    0, "FILE" },
  { "witness", "FILE", "if violated, write the run (.run)", 'w', "FILE" },
  { "certificate", "FILE", "if safe, write the proof, for 'certify', and ask PicoSAT, too", 'c',
    "FILE" },
  { "solver", "NAME", "the SAT solver: cadical (default), picosat, or a command that reads DIMACS",
    0, "cadical picosat" },
  OPTION_LANGUAGE,
  OPTIONS_GIVE_UP,
  OPTION_SEED,
  OPTION_JSON,
  OPTION_END
};

static const char *
answer_name (enum hb_periodic_answer answer)
{
  return answer == HB_PERIODIC_SAFE       ? "SAFE"
         : answer == HB_PERIODIC_VIOLATED ? "VIOLATED"
                                          : "UNKNOWN";
}

/* "12 of ts1 (src/x.c:7)" and so on, to standard output as a comment. */
static void
print_failures (const hb_periodic_program *program, const struct hb_periodic_result *result)
{
  for (size_t i = 0; i < result->failures.size; i++)
    {
      const struct hb_periodic_run_failure *failure = &result->failures.data[i];
      struct hb_place place = hb_c_place (program->unit, failure->spot);
      if (failure->job < result->kept->jobs.size)
        printf ("c %s fails in job %u of %s, at %s:%zu\n", failure->what,
                result->kept->jobs.data[failure->job].index + 1,
                program->tasks.data[result->kept->jobs.data[failure->job].task].name, place.file,
                place.line);
      else
        printf ("c %s fails at the end, at %s:%zu\n", failure->what, place.file, place.line);
    }
}

static void
print_text (struct cli *cli, const hb_periodic_program *program,
            const struct hb_periodic_options *how, const struct hb_periodic_result *result,
            const char *opinion)
{
  if (cli->verbosity >= 0)
    {
      printf ("c hbkit periodic, time %lld, departure %s, semantics %s, seed %llu\n",
              (long long)how->time, hb_departure_names[how->departure],
              hb_semantics_names[how->formula.semantics], (unsigned long long)how->seed);
      printf ("c %s, %s, %s, %s, %s, %s\n", hb_many (result->jobs, "job"),
              hb_many (result->checks, "check"), hb_many (result->sizes.events, "event"),
              hb_many (result->sizes.order_literals, "order literal"),
              hb_many (result->sizes.variables, "variable"),
              hb_many (result->sizes.clauses, "clause"));
      if (result->questions > 1)
        printf ("c %zu questions: a property and a hyper-period each\n", result->questions);
      if (result->refused)
        printf ("c %s that time rules out\n", hb_many (result->refused, "order"));
      print_failures (program, result);
      if (result->run && result->is_real)
        puts ("c the run is a real schedule; it was replayed step by step");
      else if (result->run)
        printf ("c the run was replayed, but is one of semantics %s only: %s\n",
                hb_semantics_names[result->run->semantics],
                result->real_known ? "no real schedule does this"
                                   : "whether a real schedule does this was not found out");
      if (opinion)
        printf ("c the proof is written; picosat's opinion: %s\n", opinion);
      printf ("c %.3f s unfolding, %.3f s for the formula, %.3f s solving\n",
              result->unfold_seconds, result->formula_seconds, result->solve_seconds);
    }
  printf ("s %s\n", answer_name (result->answer));
}

static void
print_json (struct cli *cli, const struct hb_periodic_options *how,
            const struct hb_periodic_result *result)
{
  hb_json *json = cli_json (cli);
  hb_json_member_string (json, "program", cli->operands[0]);
  hb_json_member_string (json, "verdict", answer_name (result->answer));
  hb_json_member_unsigned (json, "time", (uint64_t)how->time);
  hb_json_member_string (json, "departure", hb_departure_names[how->departure]);
  hb_json_member_string (json, "semantics", hb_semantics_names[how->formula.semantics]);
  hb_json_member_unsigned (json, "jobs", result->jobs);
  hb_json_member_unsigned (json, "checks", result->checks);
  hb_json_member_unsigned (json, "events", result->sizes.events);
  hb_json_member_unsigned (json, "order_literals", result->sizes.order_literals);
  hb_json_member_unsigned (json, "variables", result->sizes.variables);
  hb_json_member_unsigned (json, "clauses", result->sizes.clauses);
  hb_json_member_unsigned (json, "writes", result->sizes.writes);
  hb_json_member_unsigned (json, "observers", result->sizes.observers);
  hb_json_member_unsigned (json, "refused", result->refused);
  hb_json_key (json, "real");
  if (result->run && result->real_known)
    hb_json_bool (json, result->is_real);
  else
    hb_json_null (json);
  hb_json_member_double (
      json, "seconds", result->unfold_seconds + result->formula_seconds + result->solve_seconds, 6);
  if (!hb_json_commit (json))
    cli_fail (cli);
}

static bool
write_run (struct cli *cli, const struct hb_periodic_result *result)
{
  const char *path = cli_text (cli, "witness", NULL);
  if (!path || !result->run)
    return true;
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_periodic_run_write (result->kept, result->run, output);
  return hb_output_commit (output);
}

/* PicoSAT is asked the same, by the same formula. */
static bool
ask_picosat (struct cli *cli, const hb_periodic_program *program,
             const struct hb_periodic_options *how, const char **opinion)
{
  struct hb_periodic_options other = *how;
  struct hb_periodic_result result;
  other.solver = "picosat";
  other.wants_run = false;
  bool good = hb_periodic_decide (program, &other, &result, cli->diag);
  *opinion = answer_name (result.answer);
  if (good && result.answer == HB_PERIODIC_VIOLATED)
    hb_error (cli->diag, NULL, "picosat finds a violation: no verdict; please report this");
  hb_periodic_result_free (&result);
  return !hb_diag_errors (cli->diag);
}

/* The proof of SAFE into the file that was asked for, and a second opinion into *OPINION. */
static bool
write_certificate (struct cli *cli, const hb_periodic_program *program,
                   const struct hb_periodic_options *how, const char **opinion)
{
  const char *path = cli_text (cli, "certificate", NULL);
  struct hb_claim claim = { .time = how->time,
                            .departure = hb_departure_names[how->departure],
                            .semantics = hb_semantics_names[how->formula.semantics],
                            .unroll = how->unfold.unroll ? how->unfold.unroll : 64,
                            .div0 = how->unfold.div0 };
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  int answer = hb_periodic_prove (program->unit, &claim, how->limits, output, cli->diag);
  if (answer == 20)
    return hb_output_commit (output) && ask_picosat (cli, program, how, opinion);
  hb_output_discard (output);
  if (answer == 10)
    hb_error (cli->diag, NULL,
              "the checker's own formula has a model: no verdict; please report this");
  else if (!hb_diag_errors (cli->diag))
    hb_error (cli->diag, NULL, "a limit was reached before the proof was found");
  return false;
}

static void
say_nothing_to_check (struct cli *cli, const hb_periodic_program *program,
                      const struct hb_periodic_options *how)
{
  hb_periodic_error (program, cli->diag, program->tasks.data[0].spot,
                     "this program has nothing to check: expected an assertion that a job reaches "
                     "before time %lld",
                     (long long)how->time);
}

static void
ignore (void *context, int literal)
{
  (void)context;
  (void)literal;
}

/* --smt: the exit code. */
static int
write_smt (struct cli *cli, const hb_periodic_program *program, struct hb_periodic_options *how)
{
  if (how->formula.semantics == HB_SEMANTICS_EXACT)
    cli_usage_error (cli, "--smt: expected --semantics paper or arrival");
  how->unfold.terms = true;
  hb_jobs *jobs = hb_jobs_new (program, how->time, how->departure, 0, cli->diag);
  hb_unfolding *unfolding = jobs ? hb_unfold (jobs, &how->unfold, cli->diag) : NULL;
  /* What is outside of the subset and matters is an error here, too. */
  hb_unfolding *again = unfolding ? hb_unfold (jobs, &how->unfold, cli->diag) : NULL;
  hb_vc *vc = again ? hb_vc_new (again, &how->formula, ignore, NULL, cli->diag) : NULL;
  if (vc && !unfolding->asked)
    say_nothing_to_check (cli, program, how);
  hb_output *output
      = vc && unfolding->asked ? hb_output_open (cli_text (cli, "smt", NULL), cli->diag) : NULL;
  if (output)
    hb_periodic_smt (unfolding, how->formula.semantics, output);
  bool good = output && hb_output_commit (output);
  hb_vc_free (vc);
  hb_unfolding_free (again);
  hb_unfolding_free (unfolding);
  hb_jobs_free (jobs);
  return good ? 0 : cli_fail (cli);
}

static int
run (struct cli *cli)
{
  c_language_periodic_only (cli);
  hb_periodic_program *program = periodic_open (cli, cli->operands[0]);
  cli_let_end_answer (false);
  if (!program)
    return cli_fail (cli);
  struct hb_periodic_options how;
  periodic_options (cli, program, &how);
  struct hb_limits limits = file_limits (cli);
  how.limits = &limits;
  int code;
  if (cli_flag (cli, "response-times"))
    code = periodic_response_times (cli, program, &how);
  else if (cli_text (cli, "smt", NULL))
    code = write_smt (cli, program, &how);
  else
    {
      struct hb_periodic_result result;
      cli_interrupts_are_graceful (true);
      bool good = hb_periodic_decide (program, &how, &result, cli->diag);
      if (good && !result.asked)
        {
          say_nothing_to_check (cli, program, &how);
          good = false;
        }
      good = good && !hb_diag_errors (cli->diag) && write_run (cli, &result);
      if (good && result.answer == HB_PERIODIC_SAFE)
        cli_tell_word_of_solver (cli);
      const char *opinion = NULL;
      if (good && result.answer == HB_PERIODIC_SAFE && cli_has_option (cli, "certificate")
          && cli_text (cli, "certificate", NULL))
        good = write_certificate (cli, program, &how, &opinion);
      cli_interrupts_are_graceful (false);
      code = good ? (int)result.answer : cli_fail (cli);
      if (good && cli_flag (cli, "json"))
        print_json (cli, &how, &result);
      else if (good)
        print_text (cli, program, &how, &result, opinion);
      hb_periodic_result_free (&result);
    }
  hb_periodic_free (program);
  return code;
}

const struct cli_command cmd_periodic = {
  .name = "periodic",
  .summary = "decide whether a periodic program keeps its assertions",
  .usage = "P.c [--time T] [--witness F.run] [--certificate C]",
  .examples
  = "hbkit periodic p.c                              # prints s SAFE or s VIOLATED\n"
    "hbkit periodic p.c --time 4H --witness f.run    # four hyper-periods; the run that fails\n"
    "hbkit replay p.c f.run                          # run it, step by step\n"
    "hbkit periodic q.c --certificate c              # s SAFE, and its proof\n"
    "hbkit certify q.c c                             # is that a proof?\n"
    "hbkit periodic p.c --response-times             # is it schedulable, and who preempts whom?\n"
    "hbkit periodic p.c --semantics exact            # real schedules only\n"
    "hbkit periodic p.c --smt p.smt2 && z3 p.smt2    # ask another solver, in other words",
  .description
  = "A periodic program is a set of tasks: functions in a subset of C, each with a priority, a\n"
    "period, a worst-case execution time and an arrival time. Its jobs preempt one another as\n"
    "priorities and times tell, and share global variables. The program becomes a formula whose\n"
    "models are the runs in which an assertion fails (doc/periodic.md).\n"
    "\n"
    "Every violation is replayed by an interpreter of its own before it is told. A run is a real\n"
    "schedule if there is one; else the line 'c the run was replayed, but ...' says so.\n"
    "\n"
    "Exit status: 10 violated, 20 safe, 0 unknown (a limit was reached), 2 an error (also: not\n"
    "schedulable by response times; --departure deadline then takes deadlines for granted).",
  .options = options,
  .least = 1,
  .most = 1,
  .gives_up = true,
  .run = run
};
