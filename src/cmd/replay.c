/* hbkit replay: does a witness extend the trace, and does it run? */
#include "cmd/periodic/programs.h"
#include "cmd/frame/files.h"
#include "cmd/frame/language.h"

#include "run/replay.h"

#include "base/plural.h"

static const struct cli_option options[]
    = { { "trace", "FILE", "of a periodic program: write the run as a trace (.edt)", 0, "FILE" },
        { "schedule", "FILE", "write the run: the address of one event a line", 0, "FILE" },
        OPTION_LANGUAGE,
        OPTION_JSON,
        OPTIONS_IMPORT,
        OPTION_END };

static bool
write_schedule (struct cli *cli, const char *path, const hb_trace *trace, const hb_id *run)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  for (size_t i = 0; i < trace->events.size; i++)
    {
      char *address = hb_event_address (trace, run[i]);
      hb_put (output, address);
      hb_put_char (output, '\n');
      hb_free (address);
    }
  return hb_output_commit (output);
}

static int
report (struct cli *cli, bool valid, size_t events)
{
  if (!cli_flag (cli, "json"))
    {
      if (valid && cli->verbosity >= 0)
        printf ("c %zu event%s ran, one after another\n", events, HB_S (events));
      puts (valid ? "s VALID" : "s INVALID");
      return valid ? 0 : 1;
    }
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "valid", valid);
  hb_json_member_unsigned (json, "events", events);
  hb_json_key (json, "reason");
  if (valid)
    hb_json_null (json);
  else
    hb_json_string (json, hb_diag_first (cli->diag));
  return hb_json_commit (json) ? !valid : cli_fail (cli);
}

static int
run_replay (struct cli *cli)
{
  if (periodic_is (cli, cli->operands[0]))
    {
      cli_takes_only (cli, "trace language json", "a run of a periodic program");
      return periodic_replay (cli);
    }
  cli_refuse (cli, "trace", "runs of periodic programs");
  const char *last = cli->operands[cli->operand_count - 1];
  hb_trace *trace = file_read_trace (cli, cli->operands[0], file_form (cli->operands[0]));
  hb_trace *full
      = cli->operand_count > 1 && trace ? file_read_trace (cli, last, file_form (last)) : NULL;
  if (!trace || (cli->operand_count > 1 && !full))
    {
      hb_trace_free (trace);
      return cli_fail (cli);
    }
  hb_witness *witness = full ? hb_witness_extending (trace, full, cli->diag)
                             : hb_witness_of_trace (trace, cli->diag);
  hb_id *schedule = hb_calloc (trace->events.size, sizeof *schedule);
  bool valid = witness && hb_replay (trace, witness, schedule, cli->diag);
  int code;
  const char *path = cli_text (cli, "schedule", NULL);
  if (!valid)
    {
      code = report (cli, false, trace->events.size);
      cli_fail (cli);
    }
  else if (path && !write_schedule (cli, path, trace, schedule))
    code = cli_fail (cli);
  else
    code = report (cli, true, trace->events.size);
  hb_free (schedule);
  hb_witness_free (witness);
  hb_trace_free (full);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_replay = {
  .name = "replay",
  .summary = "run a witness by the operational semantics, event by event",
  .usage = "T.edt W.edt [--schedule F]\nW.edt\nP.c F.run",
  .examples = "hbkit replay t.edt w.edt                 # does w extend t, and does it run?\n"
              "hbkit replay w.edt --schedule run.txt    # the run, one event a line\n"
              "hbkit replay p.c f.run                   # a run of a periodic program",
  .description
  = "The witness W is the whole trace with eo and mo total for every handler. Replay runs it\n"
    "with real mailboxes and variables and shares no code with the engines of 'check'.\n"
    "A run of a periodic program is interpreted under a fixed-priority scheduler.\n"
    "\n"
    "Exit status: 0 it runs (s VALID), 1 it does not (s INVALID, with the place where\n"
    "every handler is stuck), 2 an error.",
  .options = options,
  .least = 1,
  .most = 2,
  .run = run_replay
};
