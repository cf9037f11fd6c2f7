/* hbkit check: is the trace consistent? */
#include "cmd/check_many.h"
#include "cmd/check_proofs.h"
#include "cmd/frame/files.h"
#include "cmd/frame/instances.h"

#include "engine/engine.h"
#include "trace/order.h"
#include "sat/solver.h"

#include "base/plural.h"

#include <string.h>

static const struct cli_option options[] = {
  { "engine", "NAME",
    "how to decide: auto (default), cds, sat, closure, enum, explore, config, one-handler or "
    "two-multisets",
    'e', "auto cds sat closure enum explore config one-handler two-multisets" },
  { "as-printed", NULL, "engine config: take mailboxes for which its paper's proof fails, too", 0,
    NULL },
  { "solver", "NAME",
    "ask engine sat with this SAT solver: cadical, picosat, or a command that reads DIMACS", 0,
    "cadical picosat" },
  { "witness", "FILE", "if consistent, write the whole trace with total eo and mo", 'w', "FILE" },
  { "cycle", "FILE", "if inconsistent, write a cycle of happens-before as JSON", 'c', "FILE" },
  { "certificate", "FILE", "write a proof of the verdict, for 'hbkit certify'", 0, "FILE" },
  { "core", "FILE", "if inconsistent, write a smallest part of the trace that still is", 0,
    "FILE" },
  { "sc", NULL, "the input is a history without co: is it sequentially consistent?", 0, NULL },
  { "stdin-list", NULL,
    "check the traces whose names standard input lists, one a line; print a line of JSON for each",
    0, NULL },
  { "paranoid", NULL, "verify the certificate of large traces, too", 0, NULL },
  OPTIONS_GIVE_UP,
  OPTION_SEED,
  OPTION_JSON,
  OPTIONS_IMPORT,
  OPTIONS_ANDROID,
  OPTION_END
};

struct report
{
  const struct hb_engine *engine;
  const hb_trace *trace;
  const hb_check_result *result;
  struct check_proofs proofs;
  double seconds, cpu_seconds;
  uint64_t memory; /* peak, before proofs are written */
  uint64_t seed;
};

static void
put_core (hb_json *json, const struct check_proofs *proofs)
{
  hb_json_key (json, "core");
  if (!proofs->has_core)
    {
      hb_json_null (json);
      return;
    }
  hb_json_open_object (json);
  hb_json_member_unsigned (json, "events", proofs->core_events);
  hb_json_member_unsigned (json, "messages", proofs->core_messages);
  hb_json_member_unsigned (json, "handlers", proofs->core_handlers);
  hb_json_member_bool (json, "minimal", proofs->minimal);
  hb_json_close (json);
}

/* How much of the trace was executed; null for engines that do not execute it. */
static void
put_run (hb_json *json, const struct report *report)
{
  const hb_check_result *result = report->result;
  bool runs = result->steps;
  size_t events = report->trace->events.size;
  hb_json_key (json, "deadlocks");
  runs ? hb_json_unsigned (json, result->deadlocks) : hb_json_null (json);
  hb_json_key (json, "steps");
  runs ? hb_json_unsigned (json, result->steps) : hb_json_null (json);
  hb_json_key (json, "passes");
  runs ? hb_json_double (json, (double)result->steps / (double)events, 3) : hb_json_null (json);
}

static void
print_json (struct cli *cli, const struct report *report)
{
  const hb_check_result *result = report->result;
  hb_json *json = cli_json (cli);
  hb_json_member_string (json, "trace", cli->operands[0]);
  hb_json_member_string (json, "verdict", check_word (result->verdict));
  hb_json_key (json, "reason");
  if (result->reason)
    hb_json_string (json, result->reason);
  else
    hb_json_null (json);
  hb_json_member_string (json, "engine", report->engine->name);
  hb_json_member_unsigned (json, "seed", report->seed);
  hb_json_member_unsigned (json, "events", report->trace->events.size);
  hb_json_member_unsigned (json, "messages", report->trace->messages.size);
  hb_json_member_unsigned (json, "handlers", report->trace->handlers.size);
  hb_json_member_unsigned (json, "pairs", result->pairs);
  hb_json_member_bool (json, "recorded_order", result->by_hint);
  hb_json_member_unsigned (json, "rounds", result->rounds);
  hb_json_member_unsigned (json, "conflicts", result->conflicts);
  hb_json_key (json, "solver_conflicts");
  result->has_solver_conflicts ? hb_json_unsigned (json, result->solver_conflicts)
                               : hb_json_null (json);
  put_run (json, report);
  hb_json_member_bool (json, "certified", report->proofs.certified);
  put_core (json, &report->proofs);
  hb_json_member_double (json, "seconds", report->seconds, 6);
  hb_json_member_double (json, "cpu_seconds", report->cpu_seconds, 6);
  hb_json_member_unsigned (json, "decide_memory", report->memory);
  hb_json_member_unsigned (json, "peak_memory", hb_peak_memory ());
  if (!hb_json_commit (json))
    cli_fail (cli);
}

static void
print_proofs (const struct check_proofs *proofs)
{
  if (proofs->refuter)
    printf ("c engine %s refuted the trace again, for the certificate\n", proofs->refuter);
  if (proofs->certified && proofs->cycles)
    printf ("c the certificate (%zu cycle%s, %zu clause%s) was verified\n", proofs->cycles,
            HB_S (proofs->cycles), proofs->clauses, HB_S (proofs->clauses));
  else if (proofs->certified)
    puts ("c the certificate was verified");
  if (proofs->has_core)
    printf ("c core: %zu event%s, %zu message%s, %zu handler%s; %s\n", proofs->core_events,
            HB_S (proofs->core_events), proofs->core_messages, HB_S (proofs->core_messages),
            proofs->core_handlers, HB_S (proofs->core_handlers),
            proofs->minimal ? "minimal, nothing can be dropped from it" : "perhaps not minimal");
}

static void
print_text (const struct cli *cli, const struct report *report)
{
  const hb_check_result *result = report->result;
  if (cli->verbosity >= 0)
    {
      printf ("c hbkit check, engine %s, seed %llu\n", report->engine->name,
              (unsigned long long)report->seed);
      if (report->proofs.history)
        printf ("c history of %zu event%s in %zu thread%s; its trace by 'hbkit reduce sc-ed' has\n",
                report->proofs.history->events.size, HB_S (report->proofs.history->events.size),
                report->proofs.history->handlers.size,
                HB_S (report->proofs.history->handlers.size));
      printf ("c %zu event%s, %zu message%s, %zu handler%s\n", report->trace->events.size,
              HB_S (report->trace->events.size), report->trace->messages.size,
              HB_S (report->trace->messages.size), report->trace->handlers.size,
              HB_S (report->trace->handlers.size));
      printf ("c %llu pair%s decided, %llu round%s, %llu cycle%s learned\n",
              (unsigned long long)result->pairs, HB_S (result->pairs),
              (unsigned long long)result->rounds, HB_S (result->rounds),
              (unsigned long long)result->conflicts, HB_S (result->conflicts));
      if (result->by_hint)
        puts ("c the recorded order is a witness; no engine was asked (--engine asks one)");
      if (result->witness)
        puts ("c the witness was replayed event by event");
      else if (result->verdict == HB_CONSISTENT)
        printf ("c do not rely on this verdict: %s\n", result->reason);
      if (result->verdict == HB_INCONSISTENT
          && (report->engine->by_name_only || report->engine->fastest_to))
        puts (report->proofs.certified
                  ? "c this engine leaves no proof of inconsistency; the certificate is another's"
              : report->engine->as_printed
                  ? "c as printed, and without a proof: this verdict may be wrong"
                  : "c this engine leaves no proof of inconsistency; --certificate asks another "
                    "for one");
      if (result->cycles.size)
        {
          struct hb_cycle cycle = hb_cycle_short_copy (report->trace, &result->cycles.data[0]);
          size_t assumptions = hb_cycle_assumptions (&cycle);
          if (assumptions)
            printf ("c every order of the messages closes one of %zu cycle%s; the simplest has %zu "
                    "step%s and %zu assumption%s\n",
                    result->cycles.size, HB_S (result->cycles.size), cycle.steps.size,
                    HB_S (cycle.steps.size), assumptions, assumptions == 1 ? "" : "s");
          else
            printf ("c the given relations alone close a cycle of %zu step%s\n", cycle.steps.size,
                    HB_S (cycle.steps.size));
          hb_cycle_free (&cycle);
        }
      print_proofs (&report->proofs);
      if (result->verdict == HB_UNKNOWN && result->reason)
        printf ("c gave up: %s\n", result->reason);
      printf ("c %.3f s, %.1f MB\n", report->seconds, (double)hb_peak_memory () / 1e6);
    }
  printf ("s %s\n", check_word (result->verdict));
}

/* The trace to decide.  With --sc it is the reduction of a history, which is put into *HISTORY.  A
 * log's own order is put into *HINT, unless an engine or a solver is named: who names one wants it
 * asked. */
static hb_trace *
read_trace (struct cli *cli, hb_trace **history, hb_witness **hint)
{
  bool named = cli_text (cli, "engine", NULL) || cli_text (cli, "solver", NULL);
  const char *path = cli->operands[0];
  if (!cli_flag (cli, "sc"))
    return file_read_recorded (cli, path, file_form (path), named ? NULL : hint);
  const struct hb_reduction *sc = hb_reduction_find ("sc-ed");
  hb_instance *source = instance_read_source (cli, sc, path);
  *history = (hb_trace *)source;
  return source ? (hb_trace *)hb_reduce (sc, source, NULL, NULL, cli->diag) : NULL;
}

/* The engine that the options name, or NULL: that depends on the trace. */
static const struct hb_engine *
named_engine (struct cli *cli)
{
  const char *name = cli_text (cli, "engine", NULL);
  if (name && !hb_engine_find (name))
    cli_usage_error (cli,
                     "no engine '%s'; expected auto, cds, sat, closure, enum, explore, config, "
                     "one-handler or two-multisets",
                     name);
  if (!cli_flag (cli, "as-printed"))
    return name ? hb_engine_find (name) : NULL;
  if (!name || strcmp (name, "config"))
    cli_usage_error (cli, "--as-printed is for --engine config");
  return hb_engine_find ("config-as-printed");
}

/* Decides the trace of REPORT within LIMITS into RESULT; HINT is a witness that it may have, or NULL. */
static void
decide (struct cli *cli, struct report *report, struct hb_limits *limits, const hb_witness *hint,
        hb_check_result *result)
{
  struct hb_check_options check = { .solver = cli_text (cli, "solver", NULL),
                                    .seed = report->seed,
                                    .limits = limits,
                                    .verbose = cli->verbosity > 0,
                                    .hint = hint };
  double start = hb_now (), cpu_start = hb_cpu_seconds ();
  hb_check (report->engine, report->trace, &check, result);
  report->seconds = hb_now () - start;
  report->cpu_seconds = hb_cpu_seconds () - cpu_start;
  report->memory = hb_peak_memory ();
  if (result->verdict == HB_UNKNOWN && limits->stop)
    result->reason = hb_stop_name (limits->stop);
  if (result->complaint)
    hb_error (cli->diag, NULL, "the solver '%s' %s", check.solver, result->complaint);
}

/* Decides the trace of REPORT, writes what proves it, and says so; gives the exit status. */
static int
decide_and_tell (struct cli *cli, struct report *report, struct hb_limits *limits,
                 const hb_witness *hint)
{
  hb_check_result result;
  report->result = &result;
  cli_interrupts_are_graceful (true);
  decide (cli, report, limits, hint, &result);
  bool good = !result.complaint
              && check_write_proofs (cli, report->engine, report->trace, &result, limits,
                                     &report->proofs);
  cli_interrupts_are_graceful (false);
  int code = good ? (int)result.verdict : 2;
  if (good && cli_flag (cli, "json"))
    print_json (cli, report);
  else if (good)
    print_text (cli, report);
  if (hb_diag_errors (cli->diag) || cli->verbosity >= 0)
    cli_fail (cli);
  hb_check_result_free (&result);
  return hb_diag_errors (cli->diag) ? 2 : code;
}

static int
run (struct cli *cli)
{
  struct report report = { .engine = named_engine (cli), .seed = cli_unsigned (cli, "seed", 0) };
  if (!cli->operand_count && !cli_flag (cli, "stdin-list"))
    cli_usage_error (cli, "expected at least 1 operand, got 0: hbkit check T.edt...");
  /* A solver that cannot be had is told before a large trace is read. */
  const char *solver_name = cli_text (cli, "solver", NULL);
  hb_solver *solver = hb_solver_new (solver_name, 0, cli->diag);
  if (!solver)
    return cli_fail (cli);
  hb_solver_free (solver);
  if (check_is_of_many (cli))
    return check_many (cli);
  struct hb_limits limits = file_limits (cli);
  hb_witness *hint = NULL;
  hb_trace *trace = read_trace (cli, &report.proofs.history, &hint);
  if (!trace)
    return cli_fail (cli);
  /* Who names a solver wants it asked. */
  if (!report.engine)
    report.engine = solver_name ? hb_engine_find ("sat") : check_engine_for (cli, trace, false);
  report.trace = trace;
  int code = decide_and_tell (cli, &report, &limits, hint);
  hb_witness_free (hint);
  hb_trace_free (trace);
  hb_trace_free (report.proofs.history);
  return code;
}

const struct cli_command cmd_check = {
  .name = "check",
  .summary = "decide whether a trace is consistent",
  .usage = "T.edt [--witness W.edt] [--cycle C.json] [--certificate F]\n"
           "T.edt... [options]\n"
           "--stdin-list [options]",
  .examples = "hbkit check t.edt                        # prints s CONSISTENT or s INCONSISTENT\n"
              "hbkit check t.edt -w w.edt -c c.json     # with a witness or a cycle\n"
              "hbkit check t.edt --certificate t.cert   # with a proof, for 'hbkit certify'\n"
              "hbkit check t.edt --core core.edt        # why: a smallest inconsistent part\n"
              "hbkit check t.edt --solver picosat       # a second opinion\n"
              "hbkit check --sc h.edt -w solution.edt   # a history: find the order of its writes\n"
              "hbkit gen trace | hbkit check -          # from a pipe\n"
              "ls *.edt | hbkit check --stdin-list      # many traces: a line of JSON for each",
  .description
  = "A trace is consistent if its messages can be ordered so that happens-before has no\n"
    "cycle: then it is the trace of a real execution, which --witness writes and which\n"
    "was replayed before the verdict is given.\n"
    "\n"
    "Verdicts on up to 20000 events (with --paranoid: on any trace) are proved: a certificate\n"
    "is made and verified by a separate checker before the verdict is given. --core drops\n"
    "events, messages and edges from an inconsistent trace as long as it stays inconsistent.\n"
    "\n"
    "With --sc the input is a history, an .edt of handlers with an initial message alone and\n"
    "without co lines; the question is whether it is sequentially consistent. The witness is\n"
    "then the history with co; cycle, certificate and core are those of the trace that\n"
    "'hbkit reduce sc-ed' makes of it.\n"
    "\n"
    "Several traces, or those that standard input lists (--stdin-list), are decided in one\n"
    "process, a line of JSON each; they have their own limits, and verdicts of inconsistency\n"
    "are proved with --paranoid only. The exit status is then 0, 3 if one was left undecided,\n"
    "2 if one could not be read.\n"
    "\n"
    "Exit status: 10 consistent, 20 inconsistent, 0 unknown (a limit was reached, or the\n"
    "engine does not decide such traces), 2 an error, 130 interrupted.",
  .options = options,
  .least = 0,
  .most = -1,
  .gives_up = true,
  .run = run
};
