/* `hbkit check` on many traces in one process: for studies that have thousands of small ones, where
 * starting a process takes far longer than the verdict.
 *
 *     hbkit check t*.edt          find . -name '*.edt' | hbkit check --stdin-list
 *
 * One line of JSON for each trace, in the order of their names, as soon as it is decided.  A consistent
 * verdict was replayed; one of inconsistency is proved, by a certificate that was verified, with
 * --paranoid alone.  Every trace has its own limits. */
#include "cmd/check_many.h"

#include "cmd/check_proofs.h"
#include "cmd/frame/files.h"

#include "engine/engine.h"

struct batch
{
  struct cli *cli;
  const struct hb_engine *engine; /* NULL: each trace's own */
  bool interrupted, undecided, failed;
};

bool
check_is_of_many (const struct cli *cli)
{
  return cli->operand_count > 1 || cli_flag (cli, "stdin-list");
}

const char *
check_word (enum hb_verdict verdict)
{
  return verdict == HB_CONSISTENT     ? "CONSISTENT"
         : verdict == HB_INCONSISTENT ? "INCONSISTENT"
                                      : "UNKNOWN";
}

/* The line of the trace at PATH; TRACE is NULL if it could not be read. */
static void
print_line (struct batch *batch, const char *path, const hb_trace *trace,
            const struct hb_engine *engine, const hb_check_result *result, bool certified)
{
  hb_output *output = cli_stdout (batch->cli);
  hb_json *json = hb_json_new_compact (output);
  hb_json_open_object (json);
  hb_json_member_string (json, "trace", path);
  hb_json_member_string (json, "verdict", trace ? check_word (result->verdict) : "ERROR");
  if (trace)
    {
      hb_json_member_string (json, "reason", result->reason);
      hb_json_member_string (json, "engine", engine->name);
      hb_json_member_unsigned (json, "events", trace->events.size);
      hb_json_member_unsigned (json, "messages", trace->messages.size);
      hb_json_member_unsigned (json, "handlers", trace->handlers.size);
      hb_json_member_unsigned (json, "conflicts", result->conflicts);
      hb_json_member_bool (json, "certified", certified);
    }
  hb_json_close (json);
  hb_json_free (json);
  batch->failed = !hb_output_commit (output) || batch->failed;
}

static void
decide (struct batch *batch, const char *path, const hb_trace *trace, const hb_witness *hint)
{
  struct cli *cli = batch->cli;
  const struct hb_engine *engine
      = batch->engine ? batch->engine : check_engine_for (cli, trace, true);
  struct hb_limits limits = file_limits (cli);
  struct hb_check_options check = { .solver = cli_text (cli, "solver", NULL),
                                    .seed = cli_unsigned (cli, "seed", 0),
                                    .limits = &limits,
                                    .hint = hint };
  struct check_proofs proofs = { .certified = false };
  hb_check_result result;
  hb_check (engine, trace, &check, &result);
  if (result.verdict == HB_UNKNOWN && limits.stop)
    result.reason = hb_stop_name (limits.stop);
  if (result.complaint)
    hb_error (cli->diag, NULL, "the solver '%s' %s", check.solver, result.complaint);
  else if (cli_flag (cli, "paranoid"))
    check_write_proofs (cli, engine, trace, &result, &limits, &proofs);
  batch->interrupted = limits.stop == HB_INTERRUPTED;
  batch->undecided = batch->undecided || result.verdict == HB_UNKNOWN;
  if (!batch->interrupted)
    print_line (batch, path, trace, engine, &result, proofs.certified);
  hb_check_result_free (&result);
}

/* The trace at PATH, with messages of its own. */
static void
check_one (struct batch *batch, char *path)
{
  struct cli *cli = batch->cli;
  hb_diag *all = cli->diag;
  char **operands = cli->operands;
  hb_witness *hint = NULL;
  cli->diag = hb_diag_new ();
  cli->operands = &path; /* options of the input are about this file */
  cli_watch_clock (true);
  hb_trace *trace = file_read_recorded (cli, path, file_form (path), batch->engine ? NULL : &hint);
  if (trace)
    decide (batch, path, trace, hint);
  else
    print_line (batch, path, NULL, NULL, NULL, false);
  batch->failed = batch->failed || hb_diag_errors (cli->diag);
  if (hb_diag_errors (cli->diag) || cli->verbosity >= 0)
    cli_fail (cli);
  cli_watch_clock (false);
  hb_witness_free (hint);
  hb_trace_free (trace);
  hb_diag_free (cli->diag);
  cli->diag = all;
  cli->operands = operands;
}

static void
check_listed (struct batch *batch)
{
  hb_input *input = hb_input_open ("-", batch->cli->diag);
  const char *line;
  size_t length;
  while (input && !batch->interrupted && hb_input_line (input, &line, &length))
    if (length)
      {
        char *path = hb_copy_bytes (line, length);
        check_one (batch, path);
        hb_free (path);
      }
  batch->failed = batch->failed || !input || hb_input_failed (input);
  hb_input_close (input);
}

int
check_many (struct cli *cli)
{
  static const char *const alone[] = { "witness", "cycle", "certificate", "core" };
  const char *name = cli_text (cli, "engine", NULL);
  struct batch batch = { .cli = cli, .engine = name ? hb_engine_find (name) : NULL };
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (cli_text (cli, alone[i], NULL))
      cli_usage_error (cli, "--%s is for one trace", alone[i]);
  if (cli_flag (cli, "sc") || cli_flag (cli, "as-printed"))
    cli_usage_error (cli, "--sc and --as-printed are for one trace");
  if (cli_flag (cli, "stdin-list") && cli->operand_count)
    cli_usage_error (cli, "--stdin-list reads the names of the traces; expected no operand");
  if (!name && cli_text (cli, "solver", NULL))
    batch.engine = hb_engine_find ("sat");
  cli_interrupts_are_graceful (true);
  cli_watch_clock (false);
  if (cli_flag (cli, "stdin-list"))
    check_listed (&batch);
  for (int i = 0; i < cli->operand_count && !batch.interrupted; i++)
    check_one (&batch, cli->operands[i]);
  cli_interrupts_are_graceful (false);
  return batch.failed ? 2 : batch.undecided ? 3 : 0;
}
