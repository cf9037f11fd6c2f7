/* hbkit encode: a trace's consistency as a problem for other solvers. */
#include "files.h"

#include "../encode.h"

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

static int
run (struct cli *cli)
{
  const char *in = cli->operands[0];
  struct hb_encode_options options_wanted = wanted (cli);
  hb_trace *trace = file_read_trace (cli, in, file_form (in));
  hb_output *output = trace ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  bool good = output && hb_encode (trace, &options_wanted, output, cli->diag);
  hb_trace_free (trace);
  if (output && !good)
    {
      hb_warning (cli->diag, NULL, "--most-pairs raises the limit on pairs");
      hb_output_discard (output);
    }
  good = good && hb_output_commit (output);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_encode
    = { .name = "encode",
        .summary = "write a trace as a problem for SMT and SAT solvers",
        .usage = "T.edt [--to FORM] [--theory NAME] [--as-printed] [-o OUT]",
        .examples
        = "hbkit encode t.edt -o t.smt2 && z3 t.smt2\n"
          "hbkit encode t.edt --theory special-relations --all-events -o t.smt2   # the paper's\n"
          "hbkit encode t.edt --to clasp -o t.clasp && clasp --parse-ext t.clasp\n"
          "hbkit encode t.edt -o t.cnf && cadical t.cnf",
        .description
        = "Algorithm 2 of the paper on ED-consistency: every event is a node of an order, and of\n"
          "every two messages of a handler one is before the other. As printed, the order of the\n"
          "messages is not tied to that of their posts, so the solver may call a trace consistent\n"
          "that no queue allows; without --as-printed it is tied as the mailboxes demand, and\n"
          "satisfiable means consistent. The file says which it is.\n"
          "\n"
          "Size grows with the square of the messages of a handler. dimacs is for any SAT solver;\n"
          "clasp uses clasp's own acyclicity, and any other solver would answer wrongly.",
        .options = options,
        .least = 1,
        .most = 1,
        .run = run };
