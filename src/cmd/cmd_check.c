/* hbkit check: is the trace consistent? */
#include "files.h"

#include "../engine.h"
#include "../order.h"

#include <string.h>

static const struct cli_option options[]
    = { { "engine", "NAME", "how to decide: sat (default), enum or explore", 'e',
          "sat enum explore" },
        { "solver", "NAME", "SAT solver: cadical (default), picosat, or a command that reads DIMACS",
          0, "cadical picosat" },
        { "witness", "FILE", "if consistent, write the whole trace with total eo and mo", 'w', "FILE" },
        { "cycle", "FILE", "if inconsistent, write a cycle of happens-before as JSON", 'c', "FILE" },
        { "timeout", "SECONDS", "give up after this time: s UNKNOWN", 't', NULL },
        { "memory", "SIZE", "give up beyond this memory, e.g. 2G: s UNKNOWN", 'm', NULL },
        OPTION_SEED,
        OPTION_JSON,
        OPTION_END };

static const char *
verdict_name (enum hb_verdict verdict)
{
  return verdict == HB_CONSISTENT     ? "CONSISTENT"
         : verdict == HB_INCONSISTENT ? "INCONSISTENT"
                                      : "UNKNOWN";
}

struct report
{
  const struct hb_engine *engine;
  const hb_trace *trace;
  const hb_check_result *result;
  double seconds;
  uint64_t seed;
};

static void
print_json (struct cli *cli, const struct report *report)
{
  const hb_check_result *result = report->result;
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_key (json, "trace");
  hb_json_string (json, cli->operands[0]);
  hb_json_key (json, "verdict");
  hb_json_string (json, verdict_name (result->verdict));
  hb_json_key (json, "reason");
  if (result->reason)
    hb_json_string (json, result->reason);
  else
    hb_json_null (json);
  hb_json_key (json, "engine");
  hb_json_string (json, report->engine->name);
  hb_json_key (json, "seed");
  hb_json_unsigned (json, report->seed);
  hb_json_key (json, "events");
  hb_json_unsigned (json, report->trace->events.size);
  hb_json_key (json, "messages");
  hb_json_unsigned (json, report->trace->messages.size);
  hb_json_key (json, "handlers");
  hb_json_unsigned (json, report->trace->handlers.size);
  hb_json_key (json, "pairs");
  hb_json_unsigned (json, result->pairs);
  hb_json_key (json, "rounds");
  hb_json_unsigned (json, result->rounds);
  hb_json_key (json, "conflicts");
  hb_json_unsigned (json, result->conflicts);
  hb_json_key (json, "seconds");
  hb_json_double (json, report->seconds, 6);
  hb_json_key (json, "peak_memory");
  hb_json_unsigned (json, hb_peak_memory ());
  hb_json_close (json);
  hb_json_free (json);
  if (!hb_output_commit (output))
    cli_fail (cli);
}

static void
print_text (const struct cli *cli, const struct report *report)
{
  const hb_check_result *result = report->result;
  if (cli->verbosity >= 0)
    {
      printf ("c hbkit check, engine %s, seed %llu\n", report->engine->name,
              (unsigned long long) report->seed);
      printf ("c %zu events, %zu messages, %zu handlers\n", report->trace->events.size,
              report->trace->messages.size, report->trace->handlers.size);
      printf ("c %llu pairs decided, %llu rounds, %llu cycles learned\n",
              (unsigned long long) result->pairs, (unsigned long long) result->rounds,
              (unsigned long long) result->conflicts);
      if (result->verdict == HB_CONSISTENT)
        puts ("c the witness was replayed event by event");
      if (result->cycles.size)
        {
          const struct hb_cycle *cycle = &result->cycles.data[0];
          size_t assumptions = hb_cycle_assumptions (cycle);
          if (assumptions)
            printf ("c every order of the messages closes one of %zu cycles; the simplest has %zu "
                    "steps and %zu assumptions\n",
                    result->cycles.size, cycle->steps.size, assumptions);
          else
            printf ("c the given relations alone close a cycle of %zu steps\n", cycle->steps.size);
        }
      if (result->verdict == HB_UNKNOWN && result->reason)
        printf ("c gave up: %s\n", result->reason);
      printf ("c %.3f s, %.1f MB\n", report->seconds, (double) hb_peak_memory () / 1e6);
    }
  printf ("s %s\n", verdict_name (result->verdict));
}

static bool
write_cycle (struct cli *cli, const char *path, const hb_trace *trace, const struct hb_cycle *cycle)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_cycle_write (output, trace, cycle);
  return hb_output_commit (output);
}

static bool
write_proofs (struct cli *cli, const hb_trace *trace, const hb_check_result *result)
{
  const char *witness = cli_text (cli, "witness", NULL), *cycle = cli_text (cli, "cycle", NULL);
  bool good = true;
  if (witness && result->verdict == HB_CONSISTENT)
    good = file_write_trace (cli, witness, file_form (witness), trace, result->witness);
  else if (witness)
    hb_warning (cli->diag, NULL, "no witness: %s was not written", witness);
  if (cycle && result->cycles.size)
    good = write_cycle (cli, cycle, trace, &result->cycles.data[0]) && good;
  else if (cycle)
    hb_warning (cli->diag, NULL, "no cycle: %s was not written", cycle);
  return good;
}

static int
run (struct cli *cli)
{
  const char *name = cli_text (cli, "engine", hb_engines[0]->name);
  struct report report = { .engine = hb_engine_find (name), .seed = cli_unsigned (cli, "seed", 0) };
  if (!report.engine)
    cli_usage_error (cli, "no engine '%s'; expected sat, enum or explore", name);
  struct hb_limits limits = file_limits (cli);
  hb_trace *trace = file_read_trace (cli, cli->operands[0], file_form (cli->operands[0]));
  if (!trace)
    return cli_fail (cli);
  cli_interrupts_are_graceful (true);
  struct hb_check_options check = { .solver = cli_text (cli, "solver", NULL),
                                    .seed = report.seed,
                                    .limits = &limits,
                                    .verbose = cli->verbosity > 0 };
  hb_check_result result;
  double start = hb_now ();
  hb_check (report.engine, trace, &check, &result);
  cli_interrupts_are_graceful (false);
  report.trace = trace;
  report.result = &result;
  report.seconds = hb_now () - start;
  if (result.verdict == HB_UNKNOWN && limits.stop)
    result.reason = hb_stop_name (limits.stop);
  bool good = write_proofs (cli, trace, &result);
  int code = (int) result.verdict;
  if (!good)
    code = 2;
  else if (cli_flag (cli, "json"))
    print_json (cli, &report);
  else
    print_text (cli, &report);
  if (hb_diag_errors (cli->diag) || cli->verbosity >= 0)
    cli_fail (cli);
  if (hb_diag_errors (cli->diag))
    code = 2;
  hb_check_result_free (&result);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_check = {
  .name = "check",
  .summary = "decide whether a trace is consistent",
  .usage = "T.edt [--witness W.edt] [--cycle C.json]",
  .examples = "hbkit check t.edt                        # prints s CONSISTENT or s INCONSISTENT\n"
              "hbkit check t.edt -w w.edt -c c.json     # with a witness or a cycle\n"
              "hbkit check t.edt --solver picosat       # a second opinion\n"
              "hbkit gen trace | hbkit check -          # from a pipe",
  .description
  = "A trace is consistent if its messages can be ordered so that happens-before has no\n"
    "cycle: then it is the trace of a real execution, which --witness writes and which\n"
    "was replayed before the verdict is given.\n"
    "\n"
    "Exit status: 10 consistent, 20 inconsistent, 0 unknown (a limit was reached, or the\n"
    "engine does not decide such traces), 2 an error, 130 interrupted.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
