/* The files of certificates of bounded answers (proof/robust/), each line of them wrong once, and the cycles that are listed
 * in them. */
#include "unit.h"

#include "base/memory.h"
#include "bounded_claims.h"
#include "small_traces.h"
#include "text_changes.h"

/* Two events whose tasks would have to run in a circle. */
static const char circle[] = "shared x\nshared y\nevent e() { x := 1; async[any] p(); }\n"
                             "event f() { local r; r := y; assume r; async[any] q(); }\n"
                             "proc p() { y := 1; }\nproc q() { local r; r := x; }\n"
                             "driver { e*1; f*1; }\n";

/* Any number of events. */
static const char undriven[] = "shared x\nevent e() { x := 1; }\n";

static bool
are_executions (const void *text_of_program, const char *text, char **why)
{
  struct source s = source_of (text_of_program);
  hb_input *input = hb_input_of_bytes ("c.cert", text, strlen (text), s.diag);
  bool is = hb_certify_executions (s.code, input, s.diag).good;
  assert_true (is == !hb_diag_errors (s.diag));
  *why = text_of_diag (s.diag);
  hb_input_close (input);
  free_source (&s);
  return is;
}

static bool
are_runs (const void *text_of_program, const char *text, char **why)
{
  struct source s = source_of (text_of_program);
  hb_input *input = hb_input_of_bytes ("c.cert", text, strlen (text), s.diag);
  bool is = hb_certify_bounded (s.program, input, s.diag).good;
  assert_true (is == !hb_diag_errors (s.diag));
  *why = text_of_diag (s.diag);
  hb_input_close (input);
  free_source (&s);
  return is;
}

/* The certificate of PROGRAM; new. */
static char *
executions_of (const char *program, const struct hb_executions_claim *claim)
{
  struct source s = source_of (program);
  char *text;
  assert_int_equal (prove_executions (&s, claim, &text), 20);
  free_source (&s);
  return text;
}

#define EXECUTIONS(PROGRAM, TEXT, ...)                                                             \
  EXPECT_OF_CHANGES (are_executions, PROGRAM, TEXT, __VA_ARGS__)
#define RUNS(PROGRAM, TEXT, ...) EXPECT_OF_CHANGES (are_runs, PROGRAM, TEXT, __VA_ARGS__)

TEST (test_files_of_executions)
{
  const struct hb_executions_claim claim
      = { .parts = 3, .events = 3, .bound = 4, .is_whole = true };
  char *text = executions_of (circle, &claim);
  assert_non_null (strstr (text, "part both\nmain multiset\nevents 3\nbound 4\nbeyond none\n"));
  EXECUTIONS (
      circle, text, { "hbcert 1 executions", "hbcert 1 executions # \n", NULL },
      { "hbcert 1 executions", "hbcert 1 execution", "expected 'hbcert 1 executions'" },
      { "hbcert 1 executions", "hbcert 2 executions", "expected 'hbcert 1 executions'" },
      { "part both", "part", "expected 'part det', or another one" },
      { "part both", "parts both", "expected 'part det', or another one" },
      { "part both\n", "", "c.cert:2:1: error: expected 'part det', or another one" },
      { "part both", "part none", "expected det, or another one" },
      { "part both", "part both ser", "expected the end of the line" },
      { "part both", "part det", "the program has a formula" },
      { "main multiset", "main", "expected 'main multiset', or another one" },
      { "main multiset", "main stack", "expected multiset, or another one" },
      { "main multiset", "main multiset 1", "expected the end of the line" },
      { "events 3", "events", "the line ends too early" },
      { "events 3", "events x", "is no number of events" },
      { "events 3", "events 1000000", "is no number of events" },
      { "events 3", "events 999999", NULL }, { "events 3", "event 3", "expected 'events NUMBER'" },
      { "bound 4", "bound 1000000", "is no number of bound" }, { "bound 4", "bound 999999", NULL },
      { "bound 4", "bound 0", NULL }, { "bound 4\n", "", "expected 'bound NUMBER'" },
      { "beyond none", "beyond", "expected 'beyond unknown', or another one" },
      { "beyond none", "beyond all", "expected unknown, or another one" },
      { "beyond none", "beyond none none", "expected the end of the line" },
      { "beyond none", "beyond unknown", NULL },
      { "cycles 2", "cycles", "the line ends too early" },
      { "cycles 2", "cycles 1000000", "is no number of cycles" },
      { "cycles 2", "cycles 1", "expected 'formula' here" },
      { "cycles 2", "cycles 3", "expected the number of a step" },
      { "cycles 2", "cycle 2", "expected 'cycles NUMBER'" },
      { "\nproof\n", "\n", "expected 'proof' here" },
      { "\nformula ", "\nformula 1", "the program has a formula of" });
  hb_free (text);
  /* Without a driver nobody knows that no more events start. */
  const struct hb_executions_claim some = { .parts = 1, .queue = true, .events = 1, .bound = 1 };
  text = executions_of (undriven, &some);
  EXECUTIONS (
      undriven, text, { "beyond unknown", "beyond unknown", NULL },
      { "beyond unknown", "beyond none", "c.cert:6:12: error: without a driver any number" },
      { "events 1", "events 2", "the program has a formula" });
  hb_free (text);
  /* What is behind a head that is none is not looked at: it would be right of no events. */
  char *why;
  assert_false (are_executions (undriven,
                                "hbcert 1 execution\ncycles 0\nformula 0 1\nclauses 1\n1: 0\n"
                                "proof\n0\n",
                                &why));
  hb_free (why);
}

/* Each of the cycles that are needed is: what is listed must be one. */
TEST (test_cycles)
{
  const struct hb_executions_claim claim
      = { .parts = 3, .events = 2, .bound = 1, .is_whole = true };
  char *text = executions_of (circle, &claim);
  EXECUTIONS (
      circle, text, { "cycles 2\n", "cycles 2\n2\n", "a cycle has two steps or more" },
      { "cycles 2\n", "cycles 2\n2 2\n", "step 2 is not before step 2" },
      { "cycles 2\n", "cycles 2\n2 3\n", "step 3 is not before step 2 by anything known" },
      { "cycles 2\n", "cycles 2\n13 14\n", "expected the number of a step, of which there are 14" },
      { "cycles 2\n", "cycles 2\n13 12\n", "step 13 is not before step 12 by anything known" },
      { "cycles 2\n", "cycles 2\n12 13\n", "step 12 is not before step 13 by anything known" },
      { "cycles 2\n", "cycles 2\n2 x\n", "expected the number of a step" },
      { "cycles 2\n", "cycles 2\n2 3x\n", "expected the number of a step" },
      { "cycles 2\n", "cycles 2\n# none\n", NULL });
  hb_free (text);
}

/* The same where the first event ends in two ways: its end is what comes by either. */
TEST (test_cycles_by_ends)
{
  static const char text[] = "shared x\nshared y\nevent e() { local r; r := choose 0..1; "
                             "if r { return; } x := 1; async[any] p(); }\n"
                             "event f() { local r; r := y; assume r; async[any] q(); }\n"
                             "proc p() { y := 1; }\nproc q() { local r; r := x; }\n"
                             "driver { e*1; f*1; }\n";
  CLAIMS ({ text, 2, 1, true, 20, 20 });
}

/* The test that the very first step makes comes before a write, which comes before that step. */
TEST (test_cycles_by_tests)
{
  static const char text[] = "shared x\nshared y\nshared z\nevent e() when !y { " WRONG " }\n"
                             "event f() { local r; r := z; assume r; }\n"
                             "event g() { async[any] p(); }\nproc p() { y := 1; z := 1; }\n" Z
                             "driver { e*1; f*1; g*1; before f e }\n";
  CLAIMS ({ text, 3, 1, true, 20, 20 });
}

TEST (test_files_of_runs)
{
  struct source s = source_of (undriven);
  const struct hb_bounded_claim claim = { HB_STAGE_ROB, false, 1, 1, false };
  char *text;
  assert_int_equal (prove_runs (&s, &claim, &text), 20);
  free_source (&s);
  static const char stage[] = "expected 'stage rob', 'stage det' or 'stage det any'";
  RUNS (undriven, text, { "hbcert 1 bounded", "hbcert 1 bounded #\n#\n", NULL },
        { "hbcert 1 bounded", "hbcert 1 bound", "expected 'hbcert 1 bounded'" },
        { "stage rob", "stage", stage }, { "stage rob", "rob", stage },
        { "stage rob\nstarts 1\n", "", stage },
        { "stage rob", "stage rob any", "expected the end of the line" },
        { "stage rob", "stage seq", "expected rob or det" },
        { "stage rob", "stage det all", "expected 'any'" },
        { "stage rob", "stage det any any", "expected the end of the line" },
        { "stage rob", "stage det any", "the program has a formula" },
        { "stage rob", "stage det", "the program has a formula" },
        { "starts 1", "starts", "the line ends too early" },
        { "starts 1", "starts 1000000", "is no number of starts" },
        { "starts 1", "starts 0", "the program has a formula" },
        { "starts 1", "start 1", "expected 'starts NUMBER'" },
        { "bound 1", "bound", "the line ends too early" },
        { "bound 1", "bound 1000000", "is no number of bound" },
        { "bound 1", "bound 999999", NULL }, { "bound 1", "bound 0", NULL },
        { "bound 1", "bounds 1", "expected 'bound NUMBER'" },
        { "beyond unknown", "beyond", "expected 'beyond unknown' or 'beyond none'" },
        { "beyond unknown", "unknown", "expected 'beyond unknown' or 'beyond none'" },
        { "beyond unknown", "behind unknown", "expected 'beyond unknown' or 'beyond none'" },
        { "beyond unknown", "beyond all", "expected unknown or none" },
        { "beyond unknown", "beyond unknown 1", "expected the end of the line" },
        { "beyond unknown", "beyond none", "the program has a formula" });
  hb_free (text);
}

/* What each event does alone, from the initial values or from any. */
TEST (test_determinism_of_each_event)
{
  static const char text[]
      = "shared x\nshared y\nevent e() { async[any] p(); async[any] q(); }\n"
        "proc p() { x := 0; }\nproc q() { local r; r := y; if !r { return; } x := 1; }\n"
        "driver { e*1; }\n";
  struct source s = source_of (text);
  const struct hb_bounded_claim some = { HB_STAGE_DET, false, 1, 1, true },
                                any = { HB_STAGE_DET, true, 1, 1, true };
  char *alone, *why;
  assert_int_equal (prove_runs (&s, &some, &alone), 20);
  assert_int_equal (prove_runs (&s, &any, NULL), 10);
  char *other = text_changed (alone, "stage det", "stage det any");
  assert_false (are_runs (text, other, &why));
  hb_free (why);
  hb_free (other);
  hb_free (alone);
  free_source (&s);
  s = source_of (undriven);
  assert_int_equal (prove_runs (&s, &any, NULL), 20);
  /* What is behind a head that is none is not looked at. */
  const struct hb_bounded_claim none = { HB_STAGE_DET, false, 0, 0, false };
  assert_int_equal (prove_runs (&s, &none, &alone), 20);
  other = hb_format ("hbcert 1 bound\n%s", strstr (alone, "formula"));
  assert_false (are_runs (undriven, other, &why));
  hb_free (why);
  hb_free (other);
  hb_free (alone);
  free_source (&s);
}
