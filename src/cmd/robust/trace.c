/* hbkit robust T.edt: is a trace robust, and what does it foretell? */
#include "cmd/robust/cycle.h"

#include "base/plural.h"
#include "cmd/frame/files.h"
#include "robust/predict.h"
#include "run/replay.h"

#include <string.h>

/* Pairs of accesses of a prediction's formula. */
#define MOST_PAIRS 20000000

/* The serial run of a robust trace, with the orders that were recorded if it follows them; else without any, which the
 * trace forgets. New. */
static hb_witness *
serial_run (hb_trace *trace, const hb_id *run)
{
  hb_diag *silent = hb_diag_new ();
  hb_witness *witness = hb_witness_of_run (trace, run);
  if (!hb_witness_fits (trace, witness, silent))
    {
      vec_clear (trace->eo);
      vec_clear (trace->mo);
      hb_witness_free (witness);
      witness = hb_witness_of_run (trace, run);
    }
  hb_diag_free (silent);
  return witness;
}

/* A trace that violates is the trace of its violation.  Of a robust one the serial run, if it is one: mailboxes may
 * want another order. */
static bool
write_output (struct cli *cli, hb_trace *trace, const struct hb_robust_trace *judged)
{
  const char *path = cli_text (cli, "output", NULL);
  if (!path)
    return true;
  if (judged->answer != HB_ROBUST_ROBUST)
    return file_write_trace (cli, path, HB_FORMAT_EDT, trace, NULL);
  if (judged->run.size != trace->events.size)
    {
      hb_warning (cli->diag, NULL, "no serial run of the whole trace is known: %s was not written",
                  path);
      return true;
    }
  hb_diag *why = hb_diag_new ();
  hb_witness *witness = serial_run (trace, judged->run.data);
  bool good = true;
  if (hb_replay (trace, witness, NULL, why))
    good = file_write_trace (cli, path, HB_FORMAT_EDT, trace, witness);
  else
    hb_warning (cli->diag, NULL,
                "the mailboxes want another order than the serial one (%s): %s was not written",
                hb_diag_first (why), path);
  hb_diag_free (why);
  hb_witness_free (witness);
  return good;
}

static bool
is_android (const hb_trace *trace)
{
  for (size_t i = 0; i < trace->meta.size; i++)
    if (!strcmp (trace->meta.data[i].key, "from")
        && !strcmp (trace->meta.data[i].value, "Android log"))
      return true;
  return false;
}

/* Orders of a log that were written as variables are no accesses: an answer would be wrong. */
static bool
has_orders (struct cli *cli, const hb_trace *trace)
{
  static const char *const orders[]
      = { "fork.", "exit.", "notify.", "enable.", "unlock.", "nested." };
  for (hb_id v = 0; v < trace->variables.size && is_android (trace); v++)
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
      if (!strncmp (hb_variable_name (trace, v), orders[i], strlen (orders[i])))
        {
          hb_error (cli->diag, NULL,
                    "%s: the variable '%s' carries an order of the log and is no memory; expected "
                    "the log itself, or one converted with --filter robust",
                    cli->operands[0], hb_variable_name (trace, v));
          return true;
        }
  return false;
}

static bool
has_main (struct cli *cli, const hb_trace *trace)
{
  const char *name = cli_text (cli, "main-handler", is_android (trace) ? "t1" : "main");
  if (hb_trace_find_handler (trace, name) != HB_NONE)
    return true;
  hb_error (cli->diag, NULL,
            "%s: no handler '%s' runs the events; expected --main-handler with one of the trace's",
            cli->operands[0], name);
  return false;
}

/* What is told: of the trace as it is, or of the run that it foretells. */
struct answer
{
  enum hb_robust_answer verdict;
  const hb_trace *trace;         /* the one judged, borrowed */
  struct hb_robust_trace judged; /* owned */
  struct hb_predict_result predicted;
  bool predicts; /* the trace itself is robust, and --predict is given */
};

static int
print_json (struct cli *cli, const struct answer *a)
{
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  bool violated = a->verdict == HB_ROBUST_VIOLATED;
  hb_json_open_object (json);
  hb_json_member_string (json, "trace", cli->operands[0]);
  hb_json_member_string (json, "verdict", hb_robust_answer_name (a->verdict));
  hb_json_member_string (json, "violated", violated ? robust_part_name (a->judged.part) : NULL);
  hb_json_member_unsigned (json, "events", a->judged.events);
  hb_json_member_unsigned (json, "invocations", a->judged.invocations);
  if (a->predicts)
    {
      hb_json_member_bool (json, "predicted", violated);
      hb_json_member_unsigned (json, "variables", a->predicted.variables);
      hb_json_member_unsigned (json, "clauses", a->predicted.clauses);
      hb_json_member_string (json, "reason", a->verdict ? NULL : a->predicted.reason);
    }
  robust_put_cycle (json, a->trace, &a->judged);
  hb_json_close (json);
  hb_json_free (json);
  return hb_output_commit (output) ? (int)a->verdict : 2;
}

static void
print_text (const struct cli *cli, const struct answer *a, const hb_trace *recorded)
{
  if (cli->verbosity >= 0)
    {
      printf ("c %s, %s\n", hb_many (a->judged.events, "event"),
              hb_many (a->judged.invocations, "invocation"));
      if (a->predicts && a->verdict == HB_ROBUST_VIOLATED)
        printf ("c predicted, by a run of %u of %zu events:\n", (unsigned)a->predicted.events,
                recorded->events.size);
      if (a->predicts && a->verdict == HB_ROBUST_ROBUST)
        printf (
            "c nothing is predicted: every run of its parts, with one further access, is robust\n");
      if (a->predicts && !a->verdict)
        printf ("c %s\n", a->predicted.reason);
      if (a->verdict == HB_ROBUST_VIOLATED)
        robust_print_cycle (a->trace, &a->judged);
    }
  printf ("s %s\n", hb_robust_answer_name (a->verdict));
}

/* The run that is foretold is one, and violates; it takes the place of the trace. */
static bool
take_prediction (struct cli *cli, struct answer *a, unsigned parts)
{
  struct hb_robust_trace judged;
  a->verdict = a->predicted.answer;
  if (a->verdict != HB_ROBUST_VIOLATED)
    return true;
  hb_robust_of_trace (a->predicted.trace, parts, &judged);
  hb_witness *own = hb_witness_of_trace (a->predicted.trace, cli->diag);
  bool runs = own && hb_replay (a->predicted.trace, own, NULL, cli->diag);
  if (!runs || judged.answer != HB_ROBUST_VIOLATED)
    {
      hb_mistake (cli->diag, NULL, "the run that was predicted violates nothing");
      hb_robust_trace_free (&judged);
      hb_witness_free (own);
      return false;
    }
  const char *path = cli_text (cli, "output", NULL);
  bool good = !path || file_write_trace (cli, path, HB_FORMAT_EDT, a->predicted.trace, own);
  hb_witness_free (own);
  hb_robust_trace_free (&a->judged);
  a->judged = judged;
  a->trace = a->predicted.trace;
  return good;
}

static bool
predict (struct cli *cli, struct answer *a, unsigned parts)
{
  struct hb_limits limits = file_limits (cli);
  struct hb_predict_options how = {
    .parts = parts, .most = MOST_PAIRS, .solver = cli_text (cli, "solver", NULL), .limits = &limits
  };
  a->predicts = true;
  return hb_predict (a->trace, &how, &a->predicted, cli->diag) && !hb_diag_errors (cli->diag)
         && take_prediction (cli, a, parts);
}

/* What only a program has would be lost without a word. */
static void
refuse_of_programs (const struct cli *cli)
{
  cli_refuse (cli, "engine det-from main bound states certificate schedule-out",
              "programs (.aed), not for traces");
  if (!cli_flag (cli, "predict"))
    cli_refuse (cli, "solver", "predictions: expected --predict beside it");
}

int
robust_run_trace (struct cli *cli)
{
  refuse_of_programs (cli);
  static const unsigned all_parts[] = { HB_PART_DET, HB_PART_SER, HB_PART_BOTH };
  unsigned parts = all_parts[cli_choice (cli, "part", 2)];
  hb_trace *trace = file_read_for_robustness (cli, cli->operands[0]);
  if (!trace || !has_main (cli, trace) || has_orders (cli, trace))
    {
      hb_trace_free (trace);
      return 2;
    }
  struct answer a = { .trace = trace };
  hb_robust_of_trace (trace, parts, &a.judged);
  a.verdict = a.judged.answer;
  bool good = true;
  if (cli_flag (cli, "predict") && a.verdict == HB_ROBUST_ROBUST)
    good = predict (cli, &a, parts);
  if (good && !a.predicted.trace && a.verdict)
    good = write_output (cli, trace, &a.judged);
  if (good && a.verdict == HB_ROBUST_VIOLATED)
    good = robust_write_cycle (cli, a.trace, &a.judged);
  int code = good ? (int)a.verdict : 2;
  cli_let_end_answer (false);
  if (good && a.predicts && a.verdict == HB_ROBUST_ROBUST)
    cli_tell_word_of_solver (cli);
  if (good && cli_flag (cli, "json"))
    code = print_json (cli, &a);
  else if (good)
    print_text (cli, &a, trace);
  hb_predict_result_free (&a.predicted);
  hb_robust_trace_free (&a.judged);
  hb_trace_free (trace);
  return code;
}
