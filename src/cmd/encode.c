/* hbkit encode: a trace's consistency as a problem for other solvers. */
#include "cmd/diff/encode_threads.h"
#include "cmd/frame/language.h"

#include "cmd/frame/instances.h"

#include "base/path.h"
#include "base/version.h"
#include "engine/engine.h"
#include "import/encode.h"
#include "problem/bounded.h"
#include "run/replay.h"

#include <limits.h>
#include <string.h>

static const struct cli_option options[] = {
  OPTION_OUTPUT,
  { "to", "FORM",
    "smt2 (default), dimacs (.cnf), or clasp; opb or wcnf of a graph with a bound; of P.c dimacs "
    "(default) or c",
    0, "smt2 dimacs clasp opb wcnf c" },
  { "theory", "NAME",
    "smt2: idl (QF_IDL, default), lia (QF_LIA), uf (QF_UF), or special-relations (Z3's)", 0,
    "idl special-relations lia uf" },
  { "status", "WORD", "smt2: sat, unsat, unknown (default), or decide: as engine cds finds", 0,
    "sat unsat unknown decide" },
  { "source", "TEXT", "smt2: where it is from (default: this command)", 0, NULL },
  { "license", "TEXT", "smt2: default https://creativecommons.org/licenses/by/4.0/", 0, NULL },
  { "category", "WORD", "smt2: crafted (default), random or industrial", 0,
    "crafted random industrial" },
  { "problem", "NAME", "opb, wcnf: clique, vertex-cover or max-cut", 'p', NULL },
  { "as-printed", NULL, "Algorithm 2 as printed: orders of messages and posts are independent", 0,
    NULL },
  { "all-events", NULL, "keep events that matter to no other message, too", 0, NULL },
  { "map", "FILE", "dimacs, clasp: write what the variables mean, as JSON lines", 0, "FILE" },
  { "model", "FILE", "do not encode: read a solver's answer and write the witness it stands for", 0,
    "FILE" },
  { "most-pairs", "N", "refuse beyond so many pairs of messages", 0, NULL },
  { "facts", "SET",
    "P.c: dependencies that a run should show together, as 'hbkit diff' prints them, with ; "
    "between",
    0, NULL },
  OPTION_VARS,
  OPTION_RUNS,
  OPTIONS_THREADS,
  OPTIONS_IMPORT,
  OPTION_END
};

/* The place of a word in the choices of --to. */
enum form
{
  SMT2,
  DIMACS,
  CLASP,
  OPB,
  WCNF,
  C_TEXT_OF_THREADS,
  UNSAID
};

/* What the name of the output tells. */
static enum form
form_of_name (const char *path)
{
  return hb_is_called (path, ".cnf")     ? DIMACS
         : hb_is_called (path, ".opb")   ? OPB
         : hb_is_called (path, ".wcnf")  ? WCNF
         : hb_is_called (path, ".c")     ? C_TEXT_OF_THREADS
         : hb_is_called (path, ".smt2")  ? SMT2
         : hb_is_called (path, ".clasp") ? CLASP
                                         : UNSAID;
}

/* What --to or the name of the output says; SMT2 of what says nothing. */
static enum form
form_said (const struct cli *cli)
{
  return (enum form)cli_choice (cli, "to", (int)form_of_name (cli_text (cli, "output", "-")));
}

static enum form
form_wanted (const struct cli *cli)
{
  enum form said = form_said (cli);
  return said == UNSAID ? SMT2 : said;
}

/* A name that promises what is never written here would get something else without a word. */
static void
refuse_other_names (const struct cli *cli)
{
  static const char *const others[]
      = { ".json", ".edt", ".ed", ".col", ".dot", ".svg", ".tex", ".png", ".pdf", ".html" };
  const char *out = cli_text (cli, "output", "-");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (hb_is_called (out, others[i]) && !cli_text (cli, "model", NULL)
        && !cli_text (cli, "to", NULL))
      cli_usage_error (cli,
                       "%s: nothing of that name is written; expected one in .smt2, .cnf, .clasp, "
                       ".opb, .wcnf or .c, or --to",
                       cli_shown (out));
}

static struct hb_encode_options
wanted (const struct cli *cli)
{
  static const enum hb_encode_form theories[]
      = { HB_ENCODE_IDL, HB_ENCODE_SPECIAL, HB_ENCODE_LIA, HB_ENCODE_UF };
  enum form form = form_wanted (cli);
  cli_choice (cli, "status", 0); /* other words end here */
  cli_choice (cli, "category", 0);
  if (form != SMT2)
    cli_refuse (cli, "theory status source license category", "--to smt2");
  return (struct hb_encode_options){ .form = form == CLASP ? HB_ENCODE_CLASP
                                             : form == DIMACS
                                                 ? HB_ENCODE_DIMACS
                                                 : theories[cli_choice (cli, "theory", 0)],
                                     .as_printed = cli_flag (cli, "as-printed"),
                                     .all_events = cli_flag (cli, "all-events"),
                                     .most_pairs = cli_unsigned (cli, "most-pairs", 0) };
}

/* The word of --status; of "decide" what engine cds says.  As printed, Algorithm 2 may be satisfiable all the same. */
static const char *
status_of (const struct cli *cli, const hb_trace *trace)
{
  const char *word = cli_text (cli, "status", "unknown");
  if (strcmp (word, "decide") != 0)
    return word;
  hb_result *result = hb_decide (hb_engine_find ("cds"), trace, NULL);
  enum hb_verdict verdict = hb_result_verdict (result);
  hb_result_free (result);
  return verdict == HB_CONSISTENT                                      ? "sat"
         : verdict == HB_INCONSISTENT && !cli_flag (cli, "as-printed") ? "unsat"
                                                                       : "unknown";
}

/* What SMT-LIB wants to know, with *SOURCE to be freed. */
static struct hb_encode_info
info_of (const struct cli *cli, const hb_trace *trace, char **source)
{
  *source = hb_format (
      "Consistency of a trace of an event-driven program: %s, by hbkit encode " HBKIT_VERSION
      ", after Algorithm 2 of \"Checking Consistency of Event-driven Traces\" "
      "(arXiv:2508.07855).",
      cli_shown (cli->operands[0]));
  return (struct hb_encode_info){
    .source = cli_text (cli, "source", *source),
    .license = cli_text (cli, "license", "https://creativecommons.org/licenses/by/4.0/"),
    .category = cli_text (cli, "category", "crafted"),
    .status = status_of (cli, trace)
  };
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
encode (struct cli *cli, const hb_trace *trace, struct hb_encode_options *how)
{
  char *source;
  struct hb_encode_info info = info_of (cli, trace, &source);
  how->info = form_wanted (cli) == SMT2 ? &info : NULL;
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  bool good = output && hb_encode (trace, how, output, cli->diag);
  if (output && !good)
    {
      hb_warning (cli->diag, NULL, "--most-pairs raises the limit on pairs");
      hb_output_discard (output);
    }
  good = good && hb_output_commit (output) && write_map (cli, trace, how);
  hb_free (source);
  return good ? 0 : cli_fail (cli);
}

/* What is said of a trace's order would be lost without a word on anything else. */
static void
refuse_of_traces (const struct cli *cli, const char *whom)
{
  cli_refuse (cli,
              "theory status source license category map as-printed all-events model most-pairs "
              "from " IMPORT_OPTIONS,
              whom);
}

/* And the other way round. */
static void
refuse_of_threads (const struct cli *cli)
{
  cli_refuse (cli, "facts vars runs unroll atomic contexts no-assert limit", "programs of threads");
}

/* A graph with a bound, for those who optimise. */
static int
encode_bounded (struct cli *cli)
{
  const char *name = cli_text (cli, "problem", NULL);
  const struct hb_problem *problem = name ? instance_problem (cli, name) : NULL;
  if (!problem || !hb_bounded_knows (problem))
    cli_usage_error (
        cli, "opb and wcnf are of graphs with a bound: expected --problem clique, vertex-cover "
             "or max-cut");
  refuse_of_traces (cli, "traces, not for --to opb and --to wcnf");
  hb_instance *instance = instance_read (cli, &problem, cli->operands[0]);
  hb_output *output = instance ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    hb_bounded_write (problem, instance,
                      form_wanted (cli) == OPB ? HB_BOUNDED_OPB : HB_BOUNDED_WCNF, output);
  bool good = output && hb_output_commit (output);
  if (instance)
    problem->free (problem, instance);
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
  refuse_other_names (cli);
  if (cli_text (cli, "problem", NULL) && form_said (cli) != OPB && form_said (cli) != WCNF)
    cli_usage_error (cli, "--problem is for --to opb and --to wcnf; traces need none");
  if (c_language (cli, in) == C_LANGUAGE_THREADS)
    {
      enum form said = form_said (cli);
      if (said != C_TEXT_OF_THREADS && said != DIMACS && said != UNSAID)
        cli_usage_error (cli, "a program of threads is written --to dimacs or --to c, under a name "
                              "in .cnf or .c");
      refuse_of_traces (cli, "traces, not for programs of threads");
      return encode_threads (cli, said == C_TEXT_OF_THREADS);
    }
  refuse_of_threads (cli);
  if (form_wanted (cli) == OPB || form_wanted (cli) == WCNF)
    return encode_bounded (cli);
  if (form_wanted (cli) == C_TEXT_OF_THREADS)
    cli_usage_error (cli,
                     "C is written of programs of threads; expected a file whose name ends in .c");
  struct hb_encode_options how = wanted (cli);
  if (form_wanted (cli) == SMT2 && (cli_text (cli, "map", NULL) || cli_text (cli, "model", NULL)))
    cli_usage_error (cli, "--map and --model are for --to dimacs and --to clasp");
  if (cli_text (cli, "model", NULL))
    cli_refuse (cli, "map", "an encoding that is written; expected no --model beside it");
  hb_trace *trace = file_read_trace (cli, in, file_form (in));
  int code = !trace                          ? cli_fail (cli)
             : cli_text (cli, "model", NULL) ? lift_answer (cli, trace, &how)
                                             : encode (cli, trace, &how);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_encode = {
  .name = "encode",
  .summary = "write a trace, or a graph with a bound, as a problem for other solvers",
  .usage = "T.edt [--to FORM] [--theory NAME] [--as-printed] [-o OUT] [--map M]\nT.edt --to dimacs "
           "--model ANSWER -o W.edt\nG.col --problem NAME --to opb|wcnf [-o OUT]\n"
           "P.c [--facts SET] [-o OUT.cnf | -o OUT.c]",
  .examples
  = "hbkit encode t.edt -o t.smt2 && z3 t.smt2\n"
    "hbkit encode t.edt --theory special-relations --all-events -o t.smt2   # the paper's\n"
    "hbkit encode t.edt --theory uf --status decide -o t.smt2      # as SMT-LIB wants benchmarks\n"
    "hbkit reduce 3sat-clique f.cnf -o g.col && hbkit encode g.col --problem clique -o g.opb\n"
    "hbkit encode t.edt --to clasp -o t.clasp && clasp --parse-ext t.clasp\n"
    "hbkit encode old.c --facts 'rf x: init -> thread2: y = x' -o p.cnf   # a program of threads\n"
    "hbkit encode old.c --facts 'rf x: init -> thread2: y = x' -o flags.c # the same with flags\n"
    "hbkit encode t.edt -o t.cnf && cadical t.cnf > t.answer\n"
    "hbkit encode t.edt --to dimacs --model t.answer -o w.edt              # back to a witness",
  .description
  = "Algorithm 2 of the paper on ED-consistency: every event is a node of an order, and of\n"
    "every two messages of a handler one is before the other. As printed, the order of the\n"
    "messages is not tied to that of their posts, so the solver may call a trace consistent\n"
    "that no queue allows; without --as-printed it is tied as the mailboxes demand, and\n"
    "satisfiable means consistent. The file says which it is.\n"
    "\n"
    "A program of threads in C (doc/semantic-diffing.md) becomes a formula in DIMACS that has a\n"
    "model iff some run shows the dependencies of --facts together; or, with --to c, a program "
    "with\n"
    "flags whose one assertion fails in some run ('hbkit run --explore') iff that is so.\n"
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
