/* hbkit solve: has an instance a solution?  Formulas by a SAT solver, here; those of other problems, or by
 * another decider, in solve_any.c. */
#include "cmd/frame/files.h"
#include "cmd/frame/instances.h"
#include "cmd/solve_any.h"

#include "sat/solver.h"

#include "base/plural.h"

static const struct cli_option options[] = {
  { "solver", "NAME", "cadical (default), picosat, or a command that reads DIMACS", 0,
    "cadical picosat" },
  { "problem", "PROBLEM",
    "what the file is an instance of, if its form leaves that open; or FILE.reduction[:PROBLEM]",
    'p', NULL },
  { "decider", "NAME", "who decides (see 'hbkit problems')", 'd', NULL },
  { "by", "NAME[,NAME]", "decide the target of these reductions, and carry the solution back", 0,
    NULL },
  OPTIONS_GIVE_UP,
  { "certificate", "FILE", "write a proof of the answer, for 'hbkit certify'", 0, NULL },
  { "proof", "FILE", "of a formula: a model, or the refutation in DRAT, checked here", 0, NULL },
  OPTION_OUTPUT,
  OPTION_SEED,
  OPTION_JSON_OUTPUT,
  OPTION_END
};

struct report
{
  const char *file, *solver;
  const hb_cnf *cnf;
  struct hb_limits limits;
  int answer; /* 10, 20, 0 */
  bool outside;
  bool bare;          /* satisfiable on the word of a command that gave no model */
  const char *reason; /* why there is no answer, or NULL */
  double seconds, cpu_seconds;
  bool has_conflicts;
  uint64_t conflicts;
};

static const char *
verdict_name (int answer)
{
  return answer == 10 ? "SATISFIABLE" : answer == 20 ? "UNSATISFIABLE" : "UNKNOWN";
}

static size_t
count_twos (const hb_cnf *cnf)
{
  size_t twos = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      twos += size == 2;
    }
  return twos;
}

static bool
print_json (struct cli *cli, const struct report *report)
{
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return false;
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_string (json, "formula", report->file);
  hb_json_member_string (json, "verdict", verdict_name (report->answer));
  hb_json_member_string (json, "reason",
                         report->limits.stop ? hb_stop_name (report->limits.stop) : report->reason);
  hb_json_member_bool (json, "on_its_word",
                       report->bare || (report->outside && report->answer == 20));
  hb_json_member_string (json, "solver", report->solver);
  hb_json_member_unsigned (json, "variables", (uint64_t)report->cnf->variables);
  hb_json_member_unsigned (json, "clauses", hb_cnf_clauses (report->cnf));
  hb_json_member_unsigned (json, "literals", report->cnf->literals.size);
  hb_json_member_unsigned (json, "twos", count_twos (report->cnf));
  hb_json_key (json, "conflicts");
  if (report->has_conflicts)
    hb_json_unsigned (json, report->conflicts);
  else
    hb_json_string (json, NULL);
  hb_json_member_double (json, "seconds", report->seconds, 6);
  hb_json_member_double (json, "cpu_seconds", report->cpu_seconds, 6);
  hb_json_member_unsigned (json, "peak_memory", hb_peak_memory ());
  hb_json_close (json);
  hb_json_free (json);
  return hb_output_commit (output);
}

static bool
print_text (struct cli *cli, const struct report *report, const signed char *model)
{
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return false;
  if (cli->verbosity >= 0)
    hb_putf (output, "c hbkit solve, %s\nc %d variable%s, %zu clause%s\nc %.3f s, %.1f MB\n",
             cli_shown (report->solver), report->cnf->variables, HB_S (report->cnf->variables),
             hb_cnf_clauses (report->cnf), HB_S (hb_cnf_clauses (report->cnf)), report->seconds,
             (double)hb_peak_memory () / 1e6);
  if (report->answer == 20 && report->outside && cli->verbosity >= 0)
    hb_put (output, "c on the word of that command: nothing here has proved it\n");
  if (report->bare && cli->verbosity >= 0)
    hb_put (output, "c on the word of that command: it gave no model\n");
  if (!report->answer && report->reason && cli->verbosity >= 0)
    hb_putf (output, "c %s\n", cli_shown (report->reason));
  if (report->answer == 10 && !report->bare)
    hb_solution_write (output, model, report->cnf->variables);
  else
    hb_putf (output, "s %s\n", verdict_name (report->answer));
  return hb_output_commit (output);
}

/* Writes the proof that --proof asks for, whoever it was that answered. */
static bool
prove_formula (struct cli *cli, struct report *report)
{
  const char *path = cli_text (cli, "proof", NULL);
  return !path || !report->answer
         || solve_write_proof (cli, &hb_problem_sat, (const hb_instance *)report->cnf,
                               (enum hb_answer)report->answer, &report->limits, path);
}

static int
solve_formula (struct cli *cli, hb_input *input)
{
  const char *name = cli_text (cli, "solver", "cadical");
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  hb_solver *solver = hb_solver_new (name, seed, cli->diag);
  hb_cnf *cnf = solver ? hb_dimacs_read_input (input, cli->diag) : NULL;
  if (!cnf)
    {
      if (!solver)
        hb_input_close (input);
      hb_solver_free (solver);
      return cli_fail (cli);
    }
  struct report report = { .file = cli->operands[0],
                           .solver = hb_solver_signature (solver),
                           .cnf = cnf,
                           .outside = hb_solver_is_outside (name),
                           .limits = file_limits (cli) };
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  cli_interrupts_are_graceful (true);
  double start = hb_now (), cpu_start = hb_cpu_seconds ();
  hb_solver_add_cnf (solver, cnf);
  report.answer = hb_solver_solve (solver, &report.limits);
  report.seconds = hb_now () - start;
  report.cpu_seconds = hb_cpu_seconds () - cpu_start;
  cli_interrupts_are_graceful (false);
  if (hb_solver_complaint (solver))
    hb_error (cli->diag, NULL, "the solver '%s' %s", name, hb_solver_complaint (solver));
  if (!report.answer && hb_solver_word (solver, &report.reason))
    {
      report.answer = 10;
      report.bare = true;
    }
  report.has_conflicts = hb_solver_conflicts (solver, &report.conflicts);
  if (report.answer == 10 && !report.bare)
    hb_solver_model (solver, model, cnf->variables);
  if (report.answer == 10 && !report.bare && hb_cnf_falsified (cnf, model) < hb_cnf_clauses (cnf))
    hb_die ("solver %s gave a model that is none; this is a bug, please report the formula",
            report.solver);
  bool good
      = !hb_diag_errors (cli->diag) && prove_formula (cli, &report)
        && (cli_flag (cli, "json") ? print_json (cli, &report) : print_text (cli, &report, model));
  hb_free (model);
  hb_cnf_free (cnf);
  hb_solver_free (solver);
  return good ? report.answer : cli_fail (cli);
}

/* A file that looks like nothing known is taken for a formula, whose reader says what is wrong. */
static int
run (struct cli *cli)
{
  const char *name = cli_text (cli, "problem", NULL);
  const struct hb_problem *problem = name ? instance_problem (cli, name) : NULL;
  bool other = cli_text (cli, "decider", NULL) || cli_text (cli, "by", NULL)
               || cli_text (cli, "certificate", NULL);
  hb_input *input = hb_input_open (cli->operands[0], cli->diag);
  if (!input)
    return cli_fail (cli);
  if (!problem)
    problem = hb_problem_of_input (input);
  if (!problem || (problem == &hb_problem_sat && !other))
    return solve_formula (cli, input);
  if (cli_text (cli, "proof", NULL))
    cli_usage_error (cli, "--proof is for formulas that a solver decides; expected --certificate");
  if (cli_text (cli, "solver", NULL))
    cli_usage_error (cli, "--solver is for formulas; --decider names who decides %s",
                     problem->title);
  return solve_any (cli, problem, input);
}

const struct cli_command cmd_solve = {
  .name = "solve",
  .summary = "decide a formula, or an instance of any problem",
  .usage = "F.cnf [--solver NAME] [-o MODEL]\nFILE [--problem NAME] [--by "
           "REDUCTION] [--certificate PROOF] [-o SOLUTION]",
  .examples
  = "hbkit solve f.cnf                            # s SATISFIABLE and a model, or s UNSATISFIABLE\n"
    "hbkit solve f.cnf --solver picosat --json    # a second opinion\n"
    "hbkit solve f.cnf --by 3sat-edflat-3         # by deciding its trace\n"
    "hbkit solve h.edt --problem sc-consistency -o solution.edt   # a history\n"
    "hbkit solve f.cnf --certificate f.proof && hbkit certify f.cnf f.proof\n"
    "hbkit solve f.cnf --proof f.drat && drat-trim f.cnf f.drat    # by somebody else's checker\n"
    "hbkit solve f.cnf | hbkit lift 3bisat-ed f.cnf - -o w.edt",
  .description
  = "The answer comes in the form of the SAT competitions: a line 's', and a model on lines\n"
    "'v'. Solutions of other problems are written where -o says. 'hbkit check' knows more of\n"
    "traces: cycles, certificates, cores.\n"
    "\n"
    "A command answers by its lines 's' and 'v', by a bare SATISFIABLE, or by the exit status 10 "
    "or\n"
    "20. It is not trusted: a model that is none, answers that contradict one another and output\n"
    "without end are errors, and what nothing here has proved is called so.\n"
    "\n"
    "Exit status: 10 a solution was found (SATISFIABLE, YES ...), 20 there is none, 0 unknown (a\n"
    "limit was reached, or a command did not answer), 2 an error, 130 interrupted. Of a formula\n"
    "'for all X there are Y' the solution is values of X without any of Y: FALSE is 10 and TRUE\n"
    "20, the other way round than solvers of such formulas have it ('hbkit problems' has the\n"
    "question of each problem).",
  .options = options,
  .least = 1,
  .most = 1,
  .gives_up = true,
  .run = run
};
