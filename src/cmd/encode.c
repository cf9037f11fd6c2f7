/* hbkit encode: a trace's consistency as a problem for other solvers. */
#include "cmd/frame/files.h"

#include "import/encode.h"
#include "run/replay.h"

#include <limits.h>
#include <string.h>

static const struct cli_option options[]
    = { OPTION_OUTPUT,
        { "to", "FORM", "smt2 (default), dimacs (for names in .cnf), or clasp", 0,
          "smt2 dimacs clasp" },
        { "theory", "NAME", "smt2: idl (integer differences, default) or special-relations (Z3's)",
          0, "idl special-relations" },
        { "as-printed", NULL,
          "Algorithm 2 as printed: orders of messages and posts are independent", 0, NULL },
        { "all-events", NULL, "keep events that matter to no other message, too", 0, NULL },
        { "map", "FILE", "dimacs, clasp: write what the variables mean, as JSON lines", 0, "FILE" },
        { "model", "FILE",
          "do not encode: read a solver's answer and write the witness it stands for", 0, "FILE" },
        { "most-pairs", "N", "refuse beyond so many pairs of messages", 0, NULL },
        OPTIONS_IMPORT,
        OPTION_END };

/* The place of a word in the choices of --to. */
enum form
{
  SMT2,
  DIMACS,
  CLASP
};

/* What the name of the output tells. */
static enum form
form_of_name (const char *path)
{
  const char *suffix = strstr (path, ".cnf");
  while (suffix && suffix[4] && suffix[4] != '.')
    suffix = strstr (suffix + 1, ".cnf");
  return suffix ? DIMACS : SMT2;
}

static struct hb_encode_options
wanted (const struct cli *cli)
{
  enum form form
      = (enum form)cli_choice (cli, "to", (int)form_of_name (cli_text (cli, "output", "-")));
  bool special = cli_choice (cli, "theory", 0) == 1;
  if (form != SMT2 && cli_text (cli, "theory", NULL))
    cli_usage_error (cli, "--theory is for --to smt2");
  return (struct hb_encode_options){ .form = form == CLASP    ? HB_ENCODE_CLASP
                                             : form == DIMACS ? HB_ENCODE_DIMACS
                                             : special        ? HB_ENCODE_SPECIAL
                                                              : HB_ENCODE_IDL,
                                     .as_printed = cli_flag (cli, "as-printed"),
                                     .all_events = cli_flag (cli, "all-events"),
                                     .most_pairs = cli_unsigned (cli, "most-pairs", 0) };
}

static bool
write_map (struct cli *cli, const hb_trace *trace, const struct hb_encode_options *how)
{
  const char *path = cli_text (cli, "map", NULL);
  if (!path)
    return true;
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_encode_map (trace, how, output);
  return hb_output_commit (output);
}

static int
encode (struct cli *cli, const hb_trace *trace, const struct hb_encode_options *how)
{
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  bool good = output && hb_encode (trace, how, output, cli->diag);
  if (output && !good)
    {
      hb_warning (cli->diag, NULL, "--most-pairs raises the limit on pairs");
      hb_output_discard (output);
    }
  good = good && hb_output_commit (output) && write_map (cli, trace, how);
  return good ? 0 : cli_fail (cli);
}

/* The witness that MODEL stands for, if it runs, to the output. */
static int
lift (struct cli *cli, const hb_trace *trace, const struct hb_encode_options *how,
      const signed char *model)
{
  const char *out = cli_text (cli, "output", "-");
  hb_witness *witness = hb_encode_lift (trace, how, model, cli->diag);
  if (!witness)
    return cli_fail (cli);
  bool runs = hb_replay (trace, witness, NULL, cli->diag);
  if (!runs)
    {
      fprintf (stderr, "c the order of this model does not run%s\n",
               how->as_printed ? ": as printed, Algorithm 2 does not tie messages to their posts"
                               : "; this is a bug, please report the trace and the model");
      cli_fail (cli);
    }
  bool good = !runs || file_write_trace (cli, out, file_form (out), trace, witness);
  hb_witness_free (witness);
  return !good ? cli_fail (cli) : runs ? 0 : 1;
}

static int
lift_answer (struct cli *cli, const hb_trace *trace, const struct hb_encode_options *how)
{
  struct hb_sat_answer solution = { .answer = HB_NO_ANSWER };
  int64_t variables = hb_encode_variables (trace, how);
  int code = 0;
  if (variables > INT_MAX)
    {
      hb_error (cli->diag, NULL, "%lld variables; DIMACS literals reach to %d",
                (long long)variables, INT_MAX);
      return cli_fail (cli);
    }
  if (!hb_solution_read (cli_text (cli, "model", NULL), (int)variables, &solution, cli->diag))
    code = cli_fail (cli);
  else if (solution.answer == HB_SATISFIABLE)
    code = lift (cli, trace, how, solution.model.data);
  else
    fprintf (stderr, solution.answer == HB_UNSATISFIABLE
                         ? "c the solver says that no order will do: nothing is written\n"
                         : "c the solver has no answer: nothing is written\n");
  vec_free (solution.model);
  return code;
}

static int
run (struct cli *cli)
{
  const char *in = cli->operands[0];
  struct hb_encode_options how = wanted (cli);
  if ((how.form == HB_ENCODE_IDL || how.form == HB_ENCODE_SPECIAL)
      && (cli_text (cli, "map", NULL) || cli_text (cli, "model", NULL)))
    cli_usage_error (cli, "--map and --model are for --to dimacs and --to clasp");
  hb_trace *trace = file_read_trace (cli, in, file_form (in));
  int code = !trace                          ? cli_fail (cli)
             : cli_text (cli, "model", NULL) ? lift_answer (cli, trace, &how)
                                             : encode (cli, trace, &how);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_encode = {
  .name = "encode",
  .summary = "write a trace as a problem for SMT and SAT solvers",
  .usage = "T.edt [--to FORM] [--theory NAME] [--as-printed] [-o OUT] [--map M]\nT.edt --to dimacs "
           "--model ANSWER -o W.edt",
  .examples
  = "hbkit encode t.edt -o t.smt2 && z3 t.smt2\n"
    "hbkit encode t.edt --theory special-relations --all-events -o t.smt2   # the paper's\n"
    "hbkit encode t.edt --to clasp -o t.clasp && clasp --parse-ext t.clasp\n"
    "hbkit encode t.edt -o t.cnf && cadical t.cnf > t.answer\n"
    "hbkit encode t.edt --to dimacs --model t.answer -o w.edt              # back to a witness",
  .description
  = "Algorithm 2 of the paper on ED-consistency: every event is a node of an order, and of\n"
    "every two messages of a handler one is before the other. As printed, the order of the\n"
    "messages is not tied to that of their posts, so the solver may call a trace consistent\n"
    "that no queue allows; without --as-printed it is tied as the mailboxes demand, and\n"
    "satisfiable means consistent. The file says which it is.\n"
    "\n"
    "Size grows with the square of the messages of a handler. dimacs is for any SAT solver;\n"
    "clasp uses clasp's own acyclicity, and any other solver would answer wrongly.\n"
    "\n"
    "--model takes the 's' and 'v' lines of a solver that was given what the same options make of\n"
    "the same trace; the witness is replayed before it is written. --map says what the variables\n"
    "mean, for those who would rather do it themselves (doc/formats.md).",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};
