/* hbkit robust: does an event program behave as if it ran on one thread? */
#include "cmd/frame/commands.h"

#include "base/plural.h"
#include "cmd/robust/cycle.h"
#include "cmd/robust/programs.h"

#include "proof/robust/bounded.h"
#include "proof/robust/executions.h"
#include "robust/decide.h"
#include "robust/machine.h"
#include "robust/outcomes.h"
#include "robust/trace.h"

static const struct cli_option options[] = {
  { "engine", "NAME", "auto (default), explore, summaries, bmc, direct, or all", 'e',
    HB_ROBUST_ENGINES },
  { "part", "WHAT", "det (events are deterministic), ser (serializable), or both (default)", 0,
    "det ser both" },
  { "det-from", "WHERE",
    "each event alone, from the initial values (init), from those of reachable idle "
    "configurations (reachable), or from all (any); default: within the program's runs",
    0, "init reachable any" },
  { "main", "MAILBOX", "in which order main takes its tasks: multiset (any, default), queue", 0,
    "multiset queue" },
  { "bound", "K",
    "without a driver: K events start at most (explore, bmc, direct); loops (bmc, direct), those "
    "that post (summaries), are unrolled K times",
    0, NULL },
  { "solver", "NAME", "bmc, direct: cadical (default), picosat, or a command that reads DIMACS", 0,
    "cadical picosat" },
  { "states", NULL, "by states: definitions 1 to 3 of the paper", 0, NULL },
  { "main-handler", "H",
    "a trace: the handler that runs events (default main; of an Android log t1)", 0, NULL },
  { "predict", NULL,
    "a trace: is a run of parts of it, with one further access, violated? -o and --cycle write "
    "that",
    0, NULL },
  { "cycle", "FILE", "if violated, write the cycle, as JSON", 0, "FILE" },
  { "certificate", "FILE",
    "auto, summaries: if robust, within a bound that is needed, write the summaries; bmc, direct: "
    "if nothing is "
    "violated, or nothing within the "
    "bound, prove it; for hbkit certify",
    0, "FILE" },
  { "schedule-out", "FILE", "if violated, write the schedule of a run that shows it", 0, "FILE" },
  OPTIONS_GIVE_UP,
  { "output", "FILE", "write the trace of the violation; of a robust trace, a serial run", 'o',
    "FILE" },
  OPTION_JSON,
  OPTION_END
};

/* explore takes so much memory where nothing else is said: configurations may be more than any machine holds. */
#define MOST_EXPLORED ((uint64_t)4 << 30)

struct task
{
  struct cli *cli;
  struct event_program program;
  struct hb_robust_options how;
  struct hb_robust_result result;
  struct hb_robust_trace judged; /* the trace of the violation */
  hb_trace *trace;
};

/* --- Files --- */

static bool
write_schedule (struct task *t)
{
  const char *path = cli_text (t->cli, "schedule-out", NULL);
  hb_output *output = path ? hb_output_open (path, t->cli->diag) : NULL;
  if (output)
    hb_aschedule_write (output, t->program.text, &t->result.schedule);
  return !path || (output && hb_output_commit (output));
}

static bool
write_trace (struct task *t, const hb_amachine *machine)
{
  const char *path = cli_text (t->cli, "output", NULL);
  hb_output *output = path ? hb_output_open (path, t->cli->diag) : NULL;
  if (output)
    {
      hb_builder *builder = hb_builder_to_file (output);
      hb_amachine_tell (machine, true, builder);
      hb_builder_finish (builder);
    }
  return !path || (output && hb_output_commit (output));
}

/* The violation runs, by code shared with no engine, and its trace shows it; then it is written where asked for. */
static bool
look_at_violation (struct task *t)
{
  if (!t->result.has_schedule)
    return true;
  hb_diag *diag = t->cli->diag;
  hb_amachine *machine = hb_amachine_new (t->program.code, HB_MULTI_THREAD, t->how.queue);
  bool good = hb_amachine_replay (machine, &t->result.schedule, NULL, diag);
  t->trace = good ? hb_amachine_trace (machine, true, diag) : NULL;
  if (t->trace)
    hb_robust_of_trace (t->trace, t->result.part ? t->result.part : HB_PART_BOTH, &t->judged);
  if (good && t->judged.answer != HB_ROBUST_VIOLATED)
    {
      hb_mistake (diag, NULL, "the run that was found violates nothing");
      good = false;
    }
  t->result.part = t->judged.part;
  good = good && write_schedule (t) && write_trace (t, machine)
         && robust_write_cycle (t->cli, t->trace, &t->judged);
  hb_amachine_free (machine);
  return good;
}

/* --- What is printed --- */

static void
print_numbers (const struct hb_robust_result *r)
{
  if (r->configurations)
    printf ("c %s\n", hb_many (r->configurations, "configuration"));
  if (r->summaries)
    printf ("c %s\n", hb_many (r->summaries, "summary"));
  if (r->clauses)
    printf ("c %s, %s\n", hb_many (r->variables, "variable"), hb_many (r->clauses, "clause"));
  if (r->notes)
    printf ("c %s\n", r->notes);
}

static void
print_text (const struct task *t)
{
  const struct hb_robust_result *r = &t->result;
  if (t->cli->verbosity >= 0)
    {
      hb_id choose = hb_aed_first_choose (t->program.text);
      if (choose != HB_NONE)
        printf ("c warning: line %u has a `choose`, which the paper's programs have not\n",
                (unsigned)t->program.text->stmts.data[choose].spot.line);
      print_numbers (r);
      if (t->trace)
        robust_print_cycle (t->trace, &t->judged);
      else if (r->answer == HB_ROBUST_VIOLATED)
        printf ("c %s is violated\n", robust_part_name (r->part));
      if (r->reason)
        printf ("c %s\n", r->reason);
    }
  printf ("s %s\n", hb_robust_answer_name (r->answer));
}

static int
print_json (const struct task *t)
{
  const struct hb_robust_result *r = &t->result;
  hb_json *json = cli_json (t->cli);
  hb_json_member_string (json, "program", t->cli->operands[0]);
  hb_json_member_string (json, "verdict", hb_robust_answer_name (r->answer));
  hb_json_member_string (json, "violated",
                         r->answer == HB_ROBUST_VIOLATED ? robust_part_name (r->part) : NULL);
  hb_json_member_unsigned (json, "configurations", r->configurations);
  hb_json_member_unsigned (json, "summaries", r->summaries);
  hb_json_member_unsigned (json, "variables", r->variables);
  hb_json_member_unsigned (json, "clauses", r->clauses);
  hb_json_member_string (json, "reason", r->reason);
  hb_json_member_string (json, "note", r->notes);
  if (t->trace)
    robust_put_cycle (json, t->trace, &t->judged);
  return hb_json_commit (json) ? (int)r->answer : 2;
}

/* --- Programs --- */

static int
decide_states (struct task *t)
{
  hb_id choose = hb_aed_first_choose (t->program.text);
  if (choose != HB_NONE)
    {
      hb_source_error (&t->program.text->source, t->cli->diag,
                       t->program.text->stmts.data[choose].spot,
                       "--states compares runs of programs whose data are deterministic; expected "
                       "none of 'choose'");
      return 2;
    }
  struct hb_states_result found = hb_states_decide (t->program.code, &t->how);
  if (cli_flag (t->cli, "json"))
    {
      hb_json *json = cli_json (t->cli);
      hb_json_member_string (json, "verdict", hb_robust_answer_name (found.robust));
      hb_json_member_string (json, "serializable", hb_robust_answer_name (found.serializable));
      hb_json_member_string (json, "deterministic", hb_robust_answer_name (found.deterministic));
      hb_json_member_string (json, "single_thread_ends", hb_robust_answer_name (found.repaired));
      return hb_json_commit (json) ? (int)found.robust : 2;
    }
  if (t->cli->verbosity >= 0)
    printf ("c event-serializable: %s\nc event-deterministic: %s\nc and its single-thread runs end "
            "if any does: %s\n",
            hb_robust_answer_name (found.serializable), hb_robust_answer_name (found.deterministic),
            hb_robust_answer_name (found.repaired));
  printf ("s %s\n", hb_robust_answer_name (found.robust));
  return (int)found.robust;
}

/* Proves what bmc or direct say within their bound; 20, 10 or 0 as `hb_bounded_prove`. */
static int
prove_bounded (struct task *t, hb_output *output)
{
  const struct hb_robust_result *r = &t->result;
  bool is_whole = r->answer == HB_ROBUST_ROBUST;
  if (t->how.engine == HB_ROBUST_BMC)
    {
      struct hb_bounded_claim claim
          = { .stage = t->how.det_from == HB_DET_RUNS ? HB_STAGE_ROB : HB_STAGE_DET,
              .from_any = t->how.det_from == HB_DET_ANY,
              .starts = r->starts,
              .bound = r->bound,
              .is_whole = is_whole };
      return hb_bounded_prove (t->program.text, &claim, t->how.limits, output, t->cli->diag);
    }
  struct hb_executions_claim claim = { .parts = t->how.parts,
                                       .queue = t->how.queue,
                                       .events = r->starts,
                                       .bound = r->bound,
                                       .is_whole = is_whole };
  return hb_executions_prove (t->program.code, &claim, t->how.limits, output, t->cli->diag);
}

/* The certificate of what was decided, if there is one, goes to its file. */
static bool
write_certificate (struct task *t, hb_output *output)
{
  const struct hb_robust_result *r = &t->result;
  bool proves = r->answer == HB_ROBUST_ROBUST || r->is_bounded;
  if (t->how.engine != HB_ROBUST_SUMMARIES)
    {
      int answer = r->answer != HB_ROBUST_VIOLATED && r->is_bounded ? prove_bounded (t, output) : 0;
      if (answer == 10)
        hb_mistake (t->cli->diag, NULL, "the checker's own formula has a run within the bound");
      proves = answer == 20;
    }
  if (proves)
    return hb_output_commit (output);
  hb_output_discard (output);
  return !hb_diag_errors (t->cli->diag);
}

/* What would be passed over without a word. */
static void
refuse_options (struct cli *cli)
{
  enum hb_robust_engine engine = (enum hb_robust_engine)cli_choice (cli, "engine", HB_ROBUST_AUTO);
  cli_refuse (cli, "main-handler predict", "traces; a program is decided by its engines");
  if (cli_flag (cli, "states"))
    cli_refuse (cli, "engine part solver cycle certificate schedule-out output",
                "runs, and --states compares states by exploring alone");
  if (cli_text (cli, "solver", NULL)
      && (engine == HB_ROBUST_EXPLORE || engine == HB_ROBUST_SUMMARIES || engine == HB_ROBUST_AUTO))
    cli_usage_error (cli, "--solver is for --engine bmc, direct and all");
  if (cli_text (cli, "det-from", NULL) && cli_choice (cli, "part", 2) == 1)
    cli_usage_error (cli, "--det-from is about determinism, and --part ser leaves that out");
}

static int
run_program (struct cli *cli)
{
  static const unsigned parts[] = { HB_PART_DET, HB_PART_SER, HB_PART_BOTH };
  struct task t = { .cli = cli };
  int code = 2;
  refuse_options (cli);
  t.how.engine = (enum hb_robust_engine)cli_choice (cli, "engine", HB_ROBUST_AUTO);
  struct hb_limits limits = file_limits (cli);
  if (t.how.engine == HB_ROBUST_AUTO && cli_text (cli, "certificate", NULL))
    t.how.engine = HB_ROBUST_SUMMARIES; /* the one of the two that has something to show */
  bool explores = t.how.engine == HB_ROBUST_EXPLORE || t.how.engine == HB_ROBUST_ALL
                  || t.how.engine == HB_ROBUST_AUTO;
  if (!limits.memory && explores)
    limits.memory = MOST_EXPLORED;
  t.how.parts = parts[cli_choice (cli, "part", 2)];
  t.how.det_from = (enum hb_det_from) (cli_choice (cli, "det-from", -1) + 1);
  t.how.queue = cli_choice (cli, "main", 0) == 1;
  t.how.bound = cli_unsigned (cli, "bound", 0);
  t.how.solver = cli_text (cli, "solver", NULL);
  t.how.limits = &limits;
  bool opened = event_program_open (cli, cli->operands[0], &t.program);
  cli_let_end_answer (false);
  if (opened && cli_flag (cli, "states"))
    code = decide_states (&t);
  else if (t.program.code)
    {
      const char *certificate = cli_text (cli, "certificate", NULL);
      if (certificate && (t.how.engine == HB_ROBUST_EXPLORE || t.how.engine == HB_ROBUST_ALL))
        cli_usage_error (cli, "--certificate is for --engine auto, summaries, bmc and direct");
      t.how.certificate = certificate ? hb_output_open (certificate, cli->diag) : NULL;
      bool good = (!certificate || t.how.certificate)
                  && hb_robust_decide (t.program.code, &t.how, &t.result, cli->diag)
                  && look_at_violation (&t) && !hb_diag_errors (cli->diag);
      if (t.how.certificate && good)
        good = write_certificate (&t, t.how.certificate);
      else if (t.how.certificate)
        hb_output_discard (t.how.certificate);
      code = good ? (int)t.result.answer : 2;
      if (good && t.result.answer != HB_ROBUST_VIOLATED)
        cli_tell_word_of_solver (cli);
      if (good && cli_flag (cli, "json"))
        code = print_json (&t);
      else if (good)
        print_text (&t);
      hb_robust_result_free (&t.result);
    }
  event_program_close (&t.program);
  hb_trace_free (t.trace);
  hb_robust_trace_free (&t.judged);
  return code;
}

static int
run (struct cli *cli)
{
  int code = (hb_aed_is (cli->operands[0]) ? run_program : robust_run_trace) (cli);
  if (code == 2)
    cli_fail (cli);
  else
    hb_diag_print (cli->diag, stderr, cli->colour); /* warnings */
  return code;
}

const struct cli_command cmd_robust = {
  .name = "robust",
  .summary = "decide whether an event program, or a trace, behaves as if it ran on one thread",
  .usage = "P.aed [--engine NAME] [--part WHAT] [-o T.edt]\nT.edt [--main-handler H] [--predict]",
  .examples
  = "hbkit robust p.aed                              # prints s ROBUST or s VIOLATED\n"
    "hbkit robust p.aed --engine summaries           # by the reduction to a sequential program\n"
    "hbkit robust p.aed --schedule-out s.txt -o v.edt   # if violated: a run that shows it\n"
    "hbkit robust q.aed --certificate q.cert; hbkit certify q.aed q.cert\n"
    "hbkit robust q.aed -e bmc --bound 2 --certificate b; hbkit certify q.aed b   # within a "
    "bound\n"
    "hbkit run p.aed --schedule s.txt                # and again\n"
    "hbkit robust p.aed -o v.edt --cycle v.json || hbkit robust v.edt   # its trace, and the "
    "cycle\n"
    "hbkit run p.aed --semantics single -o r.edt --orders; hbkit robust r.edt --predict\n"
    "hbkit robust p.aed --states                     # definitions 1 to 3, by states",
  .description
  = "In an event program events start on the main thread and post tasks to it or to threads of "
    "their\n"
    "own (doc/robustness.md). It is robust if in every run each event's accesses are ordered as if "
    "its\n"
    "tasks ran depth-first (det), and the graph of conflicts between events has no cycle (ser).\n"
    "\n"
    "auto asks explore and summaries in turn, each of more from turn to turn, or summaries alone\n"
    "for a certificate.\n"
    "explore looks at all configurations, as far as 4 GB hold them (--memory); without a driver, "
    "of\n"
    "up to K events, and then never says ROBUST. summaries decides the instrumented sequential\n"
    "program, for any number of events; bmc does so by a SAT solver, loops unrolled, and says "
    "ROBUST\n"
    "only if nothing is cut off; direct asks a SAT solver for an execution, without the "
    "reduction,\n"
    "under the same bounds.\n"
    "A trace's events are the messages that nobody posts. With --predict the answer is about all "
    "runs\n"
    "of parts of it in which every read sees the same write, with one further access.\n"
    "\n"
    "Exit status: 10 violated, 20 robust, 0 unknown (a limit or a bound was reached), 2 an error.",
  .options = options,
  .least = 1,
  .most = 1,
  .gives_up = true,
  .run = run
};
