/* What other solvers say of an encoded trace is the verdict of `explore`: through plain DIMACS always, through
 * clasp and Z3 where they are installed. */
#include "unit.h"

#include <unistd.h>

#include "sat/cnf.h"
#include "import/encode.h"
#include "engine_oracle.h"
#include "run/replay.h"
#include "small_traces.h"
#include "sat/solver.h"
#include "wild_traces.h"

/* TRACE in a scratch file, whose name is new. */
static char *
encoded (const hb_trace *trace, struct hb_encode_options options)
{
  int file;
  char *path = scratch_file (&file);
  close (file);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  assert_true (hb_encode (trace, &options, output, diag));
  assert_true (hb_output_commit (output));
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  return path;
}

static bool
installed (const char *program)
{
  char *command = hb_format ("command -v %s >/dev/null 2>&1", program);
  bool found = !system (command);
  hb_free (command);
  return found;
}

/* What COMMAND PATH says: a line that is or ends in SAT or UNSAT. */
static enum hb_verdict
answer_of (const char *command, const char *path)
{
  char line[256], *whole = hb_format ("%s %s 2>&1", command, path);
  enum hb_verdict verdict = HB_UNKNOWN;
  FILE *from = popen (whole, "r");
  assert_non_null (from);
  while (fgets (line, sizeof line, from))
    {
      line[strcspn (line, "\n")] = 0;
      if (!strcmp (line, "sat") || !strcmp (line, "s SATISFIABLE"))
        verdict = HB_CONSISTENT;
      else if (!strcmp (line, "unsat") || !strcmp (line, "s UNSATISFIABLE"))
        verdict = HB_INCONSISTENT;
      else if (strstr (line, "error") || strstr (line, "ERROR"))
        fail_msg ("%s: %s", whole, line);
    }
  pclose (from);
  hb_free (whole);
  return verdict;
}

/* A model is lifted: tied to the mailboxes its order runs. */
static void
assert_lifts (const hb_trace *trace, const struct hb_encode_options *options,
              const signed char *model, int variables)
{
  hb_diag *diag = hb_diag_new ();
  assert_int_equal (hb_encode_variables (trace, options), variables);
  hb_witness *witness = hb_encode_lift (trace, options, model, diag);
  if (!witness || (!options->as_printed && !hb_replay (trace, witness, NULL, diag)))
    fail_msg ("%s\n%s", hb_diag_first (diag), text_of_trace (trace, witness));
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static enum hb_verdict
answer_of_sat (const hb_trace *trace, const struct hb_encode_options *options, const char *solver,
               const char *path)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_dimacs_read (path, diag);
  if (!cnf)
    fail_msg ("%s", hb_diag_first (diag));
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int answer = hb_solve_cnf (cnf, solver, 0, NULL, model, diag);
  if (answer == HB_CONSISTENT)
    assert_lifts (trace, options, model, cnf->variables);
  hb_free (model);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
  return (enum hb_verdict)answer;
}

/* What the peer for that form says of TRACE. */
static enum hb_verdict
peer (const hb_trace *trace, struct hb_encode_options options)
{
  char *path = encoded (trace, options);
  enum hb_verdict verdict = options.form == HB_ENCODE_CLASP ? answer_of ("clasp --parse-ext", path)
                            : options.form != HB_ENCODE_DIMACS
                                ? answer_of ("z3", path)
                                : answer_of_sat (trace, &options, "cadical", path);
  unlink (path);
  hb_free (path);
  return verdict;
}

/* Half of them have a run, half are wild; all disciplines, external and empty messages, eo and mo lines. */
static hb_trace *
any_trace (struct hb_rng *rng, int i)
{
  bool chains = hb_rng_below (rng, 3) == 0;
  int mailbox = (int)hb_rng_below (rng, 7) - 2;
  if (i % 2)
    return random_trace (rng, (struct trace_shape){ .handlers = 4,
                                                    .messages = 7,
                                                    .externals = 2,
                                                    .accesses = 8,
                                                    .variables = 3,
                                                    .chains = chains,
                                                    .mailbox = mailbox < -1 ? -1 : mailbox,
                                                    .empty = i % 3 == 0 });
  return wild_trace (rng, (struct wild_shape){ .messages = 7,
                                               .accesses = 10,
                                               .externals = 20,
                                               .mailbox = mailbox,
                                               .chains = chains,
                                               .interleaved = i % 4 == 0 });
}

/* COUNT random traces: the peer agrees with `explore`, and as printed it never rules out a run. */
static void
agree (enum hb_encode_form form, int count, uint64_t seed)
{
  struct hb_rng rng = hb_rng_seeded (seed);
  struct tally tally = { 0 };
  int verdicts[2] = { 0 }, too_weak = 0;
  for (int i = 0; i < count; i++)
    {
      hb_trace *trace = any_trace (&rng, i);
      struct hb_encode_options options = { .form = form, .all_events = hb_rng_coin (&rng) };
      enum hb_verdict truth = ask (&hb_engine_explore, trace, NULL, 0, &tally);
      verdicts[truth == HB_CONSISTENT]++;
      if (peer (trace, options) != truth)
        fail_msg ("trace %d of seed %llu:\n%s", i, (unsigned long long)seed,
                  text_of_trace (trace, NULL));
      options.as_printed = true;
      enum hb_verdict printed = peer (trace, options);
      if (truth == HB_CONSISTENT)
        assert_int_equal (printed, HB_CONSISTENT);
      else
        too_weak += printed == HB_CONSISTENT;
      hb_trace_free (trace);
    }
  assert_true (verdicts[0] > count / 10);
  assert_true (verdicts[1] > count / 10);
  if (count > 500)
    assert_true (too_weak > 0);
}

TEST (plain_sat_agrees) { agree (HB_ENCODE_DIMACS, 800, 1); }

TEST (clasp_agrees)
{
  if (!installed ("clasp"))
    skip ();
  agree (HB_ENCODE_CLASP, 150, 2);
}

TEST (z3_agrees)
{
  if (!installed ("z3"))
    skip ();
  agree (HB_ENCODE_IDL, 60, 3);
}

TEST (special_relations_agree)
{
  if (!installed ("z3"))
    skip ();
  agree (HB_ENCODE_SPECIAL, 60, 4);
}

/* p2 before q1, q2 before p1, p1's message before p2's, q1's before q2's: no queues do that, but Algorithm 2
 * as printed finds total orders. */
TEST (as_printed_is_too_weak)
{
  hb_trace *trace = trace_of_text ("handler P1\ninitial\nread v b\np1: post a1\n"
                                   "handler P2\ninitial\np2: post a2\na: write u\n"
                                   "handler Q1\ninitial\nread u a\nq1: post b1\n"
                                   "handler Q2\ninitial\nq2: post b2\nb: write v\n"
                                   "handler A\nmessage a1\nc: write x\nmessage a2\nread x c\n"
                                   "handler B\nmessage b1\nd: write y\nmessage b2\nread y d");
  static const enum hb_encode_form forms[]
      = { HB_ENCODE_DIMACS, HB_ENCODE_CLASP, HB_ENCODE_IDL, HB_ENCODE_SPECIAL };
  for (int i = 0; i < 4; i++)
    if (forms[i] == HB_ENCODE_DIMACS || installed (forms[i] == HB_ENCODE_CLASP ? "clasp" : "z3"))
      {
        struct hb_encode_options options = { .form = forms[i] };
        assert_int_equal (peer (trace, options), HB_INCONSISTENT);
        options.as_printed = true;
        assert_int_equal (peer (trace, options), HB_CONSISTENT);
      }
  hb_trace_free (trace);
}

/* Assignments that are no models are refused, not lifted to nonsense. */
TEST (no_models_are_refused)
{
  hb_trace *trace = trace_of_text ("mailbox stack\nhandler h\ninitial\npost a\npost b\n"
                                   "handler w\nmessage a\nv: write x\nmessage b\nread x v\n"
                                   "handler v\nmessage c external\nmessage d external");
  struct hb_encode_options options = { .form = HB_ENCODE_DIMACS };
  signed char *model = hb_calloc ((size_t)hb_encode_variables (trace, &options) + 1, 1);
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_encode_lift (trace, &options, model, diag));
  assert_non_null (strstr (hb_diag_first (diag), "1 pair of messages is left without order"));
  hb_diag_clear (diag);
  memset (model, 1, (size_t)hb_encode_variables (trace, &options) + 1);
  assert_null (hb_encode_lift (trace, &options, model, diag));
  assert_non_null (strstr (hb_diag_first (diag), "has a cycle"));
  hb_diag_free (diag);
  hb_free (model);
  hb_trace_free (trace);
}

TEST (no_messages)
{
  static const char *const texts[] = { "handler h", "handler h\ninitial" };
  for (int i = 0; i < 2; i++)
    {
      hb_trace *trace = trace_of_text (texts[i]);
      for (int form = HB_ENCODE_IDL; form <= HB_ENCODE_DIMACS; form++)
        if (form == HB_ENCODE_DIMACS || installed (form == HB_ENCODE_CLASP ? "clasp" : "z3"))
          assert_int_equal (
              peer (trace, (struct hb_encode_options){ .form = (enum hb_encode_form)form }),
              HB_CONSISTENT);
      hb_trace_free (trace);
    }
}

TEST (too_many_pairs)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\npost a\npost b\npost c\npost d\n"
                                   "handler w\nmessage a\nmessage b\nmessage c\nmessage d\n"
                                   "message e external");
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open ("/dev/null", diag);
  struct hb_encode_options options = { .most_pairs = 9 };
  assert_int_equal (hb_trace_pairs (trace), 10);
  assert_false (hb_encode (trace, &options, output, diag));
  assert_non_null (strstr (hb_diag_first (diag), "10 pairs"));
  options.most_pairs = 10;
  assert_true (hb_encode (trace, &options, output, diag));
  hb_output_discard (output);
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* A message of 200 events that concern nobody else is 2 nodes, and 200 when all are kept. */
TEST (runs_are_contracted)
{
  VEC (char) text = VEC_EMPTY;
  for (const char *c = "handler h\ninitial\npost m\nhandler w\nmessage m"; *c; c++)
    vec_push (text, *c);
  for (int i = 0; i < 199; i++)
    for (const char *c = i ? "\nread x a" : "\na: write x"; *c; c++)
      vec_push (text, *c);
  vec_push (text, 0);
  hb_trace *trace = trace_of_text (text.data);
  char *few = encoded (trace, (struct hb_encode_options){ .form = HB_ENCODE_IDL });
  char *many
      = encoded (trace, (struct hb_encode_options){ .form = HB_ENCODE_IDL, .all_events = true });
  char *commands[] = { hb_format ("test $(grep -c declare-const %s) = 3", few),
                       hb_format ("test $(grep -c declare-const %s) = 201", many) };
  for (int i = 0; i < 2; i++)
    {
      assert_int_equal (system (commands[i]), 0);
      hb_free (commands[i]);
    }
  unlink (few);
  unlink (many);
  hb_free (few);
  hb_free (many);
  vec_free (text);
  hb_trace_free (trace);
}
