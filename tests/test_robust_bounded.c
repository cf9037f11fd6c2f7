/* Certificates of bounded answers about event programs (proof/robust/), against all their configurations.
 *
 * The checkers write a program out by themselves, as executions or as the runs of the sequential program.  Each of the two
 * formulas must have a model iff the explorer, which shares no code with them, finds a violation; what has none is certified. */
#include "unit.h"

#include "base/limits.h"
#include "base/memory.h"
#include "gen/events.h"
#include "proof/robust/bounded.h"
#include "proof/robust/executions_private.h"
#include "robust/explore.h"
#include "small_traces.h"
#include "text_changes.h"

struct source
{
  hb_diag *diag;
  hb_aed *program;
  hb_acode *code;
};

static struct source
source_of (const char *text)
{
  struct source s = { .diag = hb_diag_new () };
  s.program = hb_aed_of_bytes ("p.aed", text, strlen (text), s.diag);
  if (!s.program)
    print_error ("%s", text_of_diag (s.diag));
  assert_non_null (s.program);
  hb_aed_split (s.program);
  s.code = hb_acode_new (s.program);
  return s;
}

static void
free_source (struct source *s)
{
  hb_acode_free (s->code);
  hb_aed_free (s->program);
  hb_diag_free (s->diag);
}

/* Is PARTS violated by a run in which up to so many events start? */
static bool
is_violated (const struct source *s, unsigned parts, bool queue, size_t events)
{
  struct hb_explore_options how
      = { .parts = parts, .queue = queue, .only = HB_NONE, .bound = events };
  struct hb_explore_result explored;
  hb_explore_robust (s->code, &how, &explored);
  bool is = explored.answer == HB_ROBUST_VIOLATED;
  assert_true (is || explored.complete);
  hb_explore_result_free (&explored);
  return is;
}

/* 10, or 20 and the certificate, new, in *TEXT, which may be NULL. */
static int
prove_executions (const struct source *s, const struct hb_executions_claim *claim, char **text)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  int answer = hb_executions_prove (s->code, claim, NULL, output, s->diag);
  char *written = hb_output_text (output, &length);
  if (answer == 20)
    {
      hb_input *input = hb_input_of_bytes ("c.cert", written, length, s->diag);
      assert_true (hb_is_executions_certificate (input));
      struct hb_certified_executions found = hb_certify_executions (s->code, input, s->diag);
      assert_true (found.good && found.is_certificate);
      assert_true (found.claim.parts == claim->parts && found.claim.queue == claim->queue
                   && found.claim.is_whole == claim->is_whole && found.claim.events == claim->events
                   && found.claim.bound == claim->bound);
      hb_input_close (input);
    }
  if (text)
    *text = written;
  else
    hb_free (written);
  assert_int_equal (hb_diag_errors (s->diag), 0);
  return answer;
}

static int
prove_runs (const struct source *s, const struct hb_bounded_claim *claim, char **text)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  int answer = hb_bounded_prove (s->program, claim, NULL, output, s->diag);
  char *written = hb_output_text (output, &length);
  if (answer == 20)
    {
      hb_input *input = hb_input_of_bytes ("c.cert", written, length, s->diag);
      assert_true (hb_is_bounded_certificate (input));
      struct hb_certified_bounded found = hb_certify_bounded (s->program, input, s->diag);
      assert_true (found.good && found.is_certificate);
      assert_true (found.claim.stage == claim->stage && found.claim.from_any == claim->from_any
                   && found.claim.is_whole == claim->is_whole && found.claim.starts == claim->starts
                   && found.claim.bound == claim->bound);
      hb_input_close (input);
    }
  if (text)
    *text = written;
  else
    hb_free (written);
  assert_int_equal (hb_diag_errors (s->diag), 0);
  return answer;
}

/* --- Bounds --- */

/* Behind what a program does first: its write may come before that of the task that it posts. */
#define WRONG "async[any] z(); x := 1;"
#define Z "proc z() { x := 1; }\n"

/* A claim, and whether it is right: 20 or 10. */
struct claim_case
{
  const char *text;
  size_t starts, bound;
  bool whole;
  int executions, runs; /* 0: not asked */
};

static void
check_claims (const struct claim_case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct claim_case *c = &cases[i];
      struct source s = source_of (c->text);
      struct hb_executions_claim executions
          = { .parts = 3, .events = c->starts, .bound = c->bound, .is_whole = c->whole };
      struct hb_bounded_claim runs = { HB_STAGE_ROB, false, c->starts, c->bound, c->whole };
      int first = c->executions ? prove_executions (&s, &executions, NULL) : 0,
          second = c->runs ? prove_runs (&s, &runs, NULL) : 0;
      if (first != c->executions || second != c->runs)
        fail_msg ("case %zu: %d, %d\n%s", i, first, second, c->text);
      free_source (&s);
    }
}

#define CLAIMS(...)                                                                                \
  do                                                                                               \
    {                                                                                              \
      static const struct claim_case cases[] = { __VA_ARGS__ };                                    \
      check_claims (cases, sizeof cases / sizeof *cases);                                          \
    }                                                                                              \
  while (0)

/* A loop of three rounds is over in the third lap behind the first: no more are written out, whatever the bound. */
TEST (test_rounds)
{
  static const char wrong[]
      = "shared x\nevent e() { local i; while i < 3 { i := i + 1; } " WRONG " }\n" Z
        "driver { e*1; }\n",
      right[] = "shared x\nevent e() { local i; while i < 3 { i := i + 1; } x := 1; }\n"
                "driver { e*1; }\n",
      ever[] = "shared x\nevent e() { L: goto L; }\ndriver { e*1; }\n";
  CLAIMS ({ wrong, 1, 2, false, 20, 20 }, { wrong, 1, 2, true, 10, 10 },
          { wrong, 1, 3, false, 10, 10 }, { wrong, 1, 3, true, 10, 10 },
          { right, 1, 2, false, 20, 20 }, { right, 1, 2, true, 10, 10 },
          { right, 1, 3, false, 20, 20 }, { right, 1, 3, true, 20, 20 },
          { right, 1, 999999, true, 20, 20 }, { ever, 1, 5, false, 20, 20 },
          { ever, 1, 5, true, 10, 10 });
}

/* A procedure stands within itself twice: a call and an execution's posts have one more than the bound. */
TEST (test_procedures_within_themselves)
{
  static const char call[]
      = "shared x\nevent e() { call p(2); " WRONG
        " }\nproc p(n) { if n > 0 { call p(n - 1); } }\n" Z "driver { e*1; }\n",
      post[] = "shared x\nshared y\nevent e() { async[any] p(2); }\n"
               "proc p(n) { if n > 0 { async[any] p(n - 1); } else { " WRONG " } }\n" Z
               "driver { e*1; }\n",
      right[] = "shared x\nevent e() { async[main] p(2); }\n"
                "proc p(n) { if n > 0 { async[main] p(n - 1); } else { x := 1; } }\n"
                "driver { e*1; }\n";
  CLAIMS (
      { call, 1, 1, false, 20, 20 }, { call, 1, 1, true, 10, 10 }, { call, 1, 2, false, 10, 20 },
      { call, 1, 2, true, 10, 10 }, { call, 1, 3, false, 10, 10 }, { post, 1, 1, false, 20, 20 },
      { post, 1, 1, true, 10, 10 }, { post, 1, 2, false, 10, 20 }, { post, 1, 3, false, 10, 10 },
      { right, 1, 1, true, 10, 10 }, { right, 1, 2, true, 20, 10 }, { right, 1, 3, true, 20, 20 });
}

/* The third event goes wrong. */
#define THIRD                                                                                      \
  "shared x\nshared c = 0 : 0..3\nevent e() { local r; r := c; c := r + 1; if r == 2 { " WRONG     \
  " } }\n" Z
TEST (test_starts)
{
  CLAIMS ({ THIRD, 2, 1, false, 20, 20 }, { THIRD, 3, 1, false, 10, 10 },
          { THIRD "driver { e*3; }\n", 2, 1, false, 10, 20 },
          { THIRD "driver { e*3; }\n", 2, 1, true, 10, 10 },
          { THIRD "driver { e*3; }\n", 3, 1, false, 10, 10 },
          { THIRD "driver { e*2; }\n", 2, 1, true, 20, 20 },
          { THIRD "driver { e*2; }\n", 1, 1, true, 20, 10 },
          { THIRD "driver { e*2; }\n", 1, 1, false, 20, 20 });
}

/* Loops that post are written out as often as the bound says, and none may go further. */
TEST (test_loops_that_post)
{
  static const char twice[]
      = "shared x\nevent e() { local i; while i < 2 { i := i + 1; async[any] p(i); } }\n"
        "proc p(n) { if n == 2 { x := 1; } }\ndriver { e*1; }\n",
      wrong[] = "shared x\nevent e() { local i; while i < 2 { i := i + 1; async[any] z(); } }\n" Z
                "driver { e*1; }\n";
  CLAIMS ({ twice, 1, 1, false, 0, 20 }, { twice, 1, 1, true, 0, 10 },
          { twice, 1, 2, true, 20, 20 }, { twice, 1, 1, false, 20, 20 },
          { wrong, 1, 1, false, 10, 20 }, { wrong, 1, 2, false, 10, 10 });
}

/* Tasks that stand still: a false assumption, a write that leaves the range, an end that others wait for. */
TEST (test_what_stops)
{
  static const char beyond[]
      = "shared x\nshared y\nevent e() { y := 2; " WRONG " }\n" Z "driver { e*1; }\n",
      below[]
      = "shared x\nshared y = 2 : 2..3\nevent e() { y := 1; " WRONG " }\n" Z "driver { e*1; }\n",
      within[]
      = "shared x\nshared y = 2 : 2..3\nevent e() { y := 3; " WRONG " }\n" Z "driver { e*1; }\n",
      main[]
      = "shared x\nshared y\nevent e() { async[main] p(); async[any] q(); }\n"
        "event f() { local r; r := y; assume r; " WRONG " }\n"
        "proc p() { assume 0; }\nproc q() { y := 1; }\n" Z "driver { e*1; f*1; before e f }\n",
      asserted[] = "shared x\nevent e() { assert 0; " WRONG " }\n" Z "driver { e*1; }\n";
  CLAIMS ({ beyond, 1, 1, true, 20, 20 }, { below, 1, 1, true, 20, 20 },
          { within, 1, 1, true, 10, 10 }, { main, 2, 1, true, 10, 10 },
          { asserted, 1, 1, true, 10, 10 });
}

/* The second event may start behind a task of the first one, not only before it: there it is in between. */
TEST (test_events_behind_tasks)
{
  static const char text[] = "shared x\nshared y\nshared z\n"
                             "event e() when !z { z := 1; async[main] p(); }\n"
                             "event f() { x := 1; y := 1; }\nproc p() { x := 1; async[any] q(); }\n"
                             "proc q() { y := 1; }\n";
  CLAIMS ({ text, 2, 1, false, 10, 10 }, { text, 1, 1, false, 20, 20 });
}

/* A limit that is hit is no answer, and no error either. */
TEST (test_limits)
{
  struct hb_limits limits = hb_limits_new (1e-9, 0);
  while (!hb_limits_check (&limits))
    continue;
  for (int k = 0; k < 2; k++)
    {
      struct source s = source_of ("shared x\nevent e() { x := 1; }\ndriver { e*1; }\n");
      const struct hb_executions_claim executions = { .parts = 3, .events = 1, .bound = 1 };
      const struct hb_bounded_claim runs = { HB_STAGE_ROB, false, 1, 1, false };
      hb_output *output = hb_output_to_memory ();
      size_t length;
      int answer = k ? hb_executions_prove (s.code, &executions, &limits, output, s.diag)
                     : hb_bounded_prove (s.program, &runs, &limits, output, s.diag);
      hb_free (hb_output_text (output, &length));
      assert_int_equal (answer, 0);
      assert_int_equal (length, 0);
      assert_int_equal (hb_diag_errors (s.diag), 0);
      free_source (&s);
    }
}

/* --- Values --- */

static struct hb_wires
constant (struct hb_gates *gates, int32_t number)
{
  return hb_wires_number (gates, RUN_WIDTH, (uint64_t)(int64_t)number & UINT32_MAX);
}

static int32_t
number_of (struct hb_wires wires)
{
  uint64_t number;
  assert_int_equal (wires.width, RUN_WIDTH);
  assert_true (hb_wires_constant (wires, &number));
  return (int32_t)(uint32_t)number;
}

static const int32_t edges[]
    = { 0, 1, -1, 2, -2, 3, 7, -7, 100, INT32_MAX, INT32_MIN, INT32_MIN + 1 };
#define EDGES (sizeof edges / sizeof *edges)

/* Every operator, as the machines have it. */
TEST (test_expressions)
{
  static const char program[]
      = "proc p(a, b) { local r; r := a + b; r := a - b; r := a * b; r := a / b; r := a % b;\n"
        "r := min(a, b); r := max(a, b); r := a && b; r := a || b; r := a == b; r := a != b;\n"
        "r := a < b; r := a <= b; r := a > b; r := a >= b; r := !a; r := -a; r := 7; r := -3; }\n"
        "event e() { call p(0, 0); }\n";
  struct source s = source_of (program);
  struct hb_gates gates;
  size_t expressions = 0;
  hb_gates_start (&gates);
  for (size_t i = 0; i < s.code->ins.size; i++)
    for (size_t k = 0; s.code->ins.data[i].op == HB_AOP_SET && k < EDGES * EDGES; k++)
      {
        int32_t numbers[3] = { edges[k / EDGES], edges[k % EDGES], 0 };
        struct hb_wires wires[3];
        for (int n = 0; n < 3; n++)
          wires[n] = constant (&gates, numbers[n]);
        hb_id exp = s.code->ins.data[i].exp;
        if (number_of (run_value (&gates, s.code, exp, wires, NULL))
            != hb_acode_value (s.code, exp, numbers, NULL))
          fail_msg ("expression %zu of %d and %d", i, numbers[0], numbers[1]);
        expressions += !k;
      }
  assert_int_equal (expressions, 19);
  hb_gates_end (&gates);
  free_source (&s);
}

TEST (test_ranges)
{
  static const struct
  {
    int32_t low, high;
  } ranges[] = { { 0, 0 },
                 { 0, 1 },
                 { 1, 3 },
                 { 2, 4 },
                 { -2, 1 },
                 { -3, -2 },
                 { 5, 6 },
                 { 0, INT32_MAX },
                 { INT32_MIN, INT32_MAX },
                 { INT32_MIN, 0 },
                 { INT32_MAX, INT32_MAX },
                 { -1, 100 } };
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
    {
      char *text = hb_format ("shared x = %d : %d..%d\nevent e() { x := %d; }\n", ranges[r].low,
                              ranges[r].low, ranges[r].high, ranges[r].low);
      struct source s = source_of (text);
      struct hb_gates gates;
      hb_gates_start (&gates);
      struct laps laps = { .code = s.code, .gates = &gates };
      for (size_t k = 0; k < 3 * EDGES; k++)
        {
          int32_t value = (int32_t)((uint32_t)edges[k / 3] + (uint32_t)(k % 3) - 1u);
          struct hb_wires kept;
          hb_wire fits = laps_fits (&laps, 0, constant (&gates, value), &kept);
          bool is = value >= ranges[r].low && value <= ranges[r].high;
          assert_int_equal (fits, is ? HB_WIRE_YES : HB_WIRE_NO);
          if (is)
            assert_int_equal (number_of (kept), value);
        }
      hb_gates_end (&gates);
      free_source (&s);
      hb_free (text);
    }
}

/* What is chosen, the argument of an event, and what a variable may hold: nothing but the numbers of the range, and all of
 * its ends. */
TEST (test_choices)
{
  static const long ranges[][2] = { { 0, 0 },
                                    { 0, 1 },
                                    { 1, 3 },
                                    { 0, 4 },
                                    { -2, 1 },
                                    { -3, -2 },
                                    { 5, 8 },
                                    { -3, 4 },
                                    { -4, 3 },
                                    { 0, 2147483647 },
                                    { -2147483648, 2147483647 },
                                    { -2147483648, -1 } };
  static const char *const programs[]
      = { "shared x\nevent e() { local r; r := choose %ld..%ld; assume r == %ld; " WRONG " }\n" Z
          "driver { e*1; }\n",
          "shared x\nevent e(r in %ld..%ld) { assume r == %ld; " WRONG " }\n" Z
          "driver { e*1; }\n" };
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
    for (int k = 0; k < 8; k++)
      {
        long low = ranges[r][0], high = ranges[r][1],
             value = (const long[]){ low - 1, low, high, high + 1 }[k / 2];
        if (value < INT32_MIN || value > INT32_MAX)
          continue;
        char *text = hb_format (programs[k % 2], low, high, value);
        struct claim_case c = {
          text, 1, 1, true, value >= low && value <= high ? 10 : 20, high - low > 1000 ? 0 : 20
        };
        c.runs = c.runs ? c.executions : 0;
        check_claims (&c, 1);
        hb_free (text);
      }
}

/* Each argument has a range of its own. */
TEST (test_two_arguments)
{
  static const char program[]
      = "shared x\nproc q(n) { x := n; }\n"
        "event e(a in 0..1, b in 5..6) { assume a == %d; assume b == %d; " WRONG " }\n" Z
        "driver { e*1; }\n";
  for (int a = 0; a <= 2; a++)
    for (int b = 4; b <= 7; b++)
      {
        int answer = a <= 1 && b >= 5 && b <= 6 ? 10 : 20;
        char *text = hb_format (program, a, b);
        struct claim_case c = { text, 1, 1, true, answer, answer };
        check_claims (&c, 1);
        hb_free (text);
      }
}

TEST (test_variables)
{
  /* Read is the initial value, or what was written; the negative one, too. */
  static const char read[]
      = "shared x\nshared y = %ld : %ld..%ld\n"
        "event e() { y := %ld; }\nevent f() { local r; r := y; assume r == %ld; " WRONG " }\n" Z
        "driver { e*1; f*1; }\n",
      guard[] = "shared x\nshared y = %ld : %ld..%ld\n"
                "event e() { y := %ld; }\nevent f() when y == %ld { " WRONG " }\n" Z
                "driver { e*1; f*1; }\n";
  static const long values[][4]
      = { { 0, 0, 1, 1 },   { 0, 0, 0, 0 }, { -1, -1, 0, 0 },
          { 2, -3, 2, -3 }, { 5, 5, 6, 6 }, { 2147483647, 0, 2147483647, 0 },
          { 3, 0, 3, 1 },   { 4, 2, 4, 2 } };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    for (int k = 0; k < 3; k++)
      for (int with = 0; with < 2; with++)
        {
          const long *v = values[i];
          long asked = k == 0 ? v[0] : k == 1 ? v[3] : v[0] + (v[0] < 100 ? 1 : -1);
          int answer = asked == v[0] || asked == v[3] ? 10 : 20;
          char *text = hb_format (with ? guard : read, v[0], v[1], v[2], v[3], asked);
          struct claim_case c = { text, 2, 1, true, answer, answer };
          check_claims (&c, 1);
          hb_free (text);
        }
}

/* --- Files --- */

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

/* --- Orders --- */

/* What is asked of an order later is what was made of it; A before B is not B before A. */
TEST (test_orders)
{
  struct hb_rng rng = hb_rng_seeded (6);
  size_t known = 0, unknown = 0;
  for (int i = 0; i < 60; i++)
    {
      struct hb_event_shape shape = {
        .events = 2, .procs = 2, .variables = 1, .statements = 3, .driver = i % 2, .orders = 1
      };
      struct hb_executions_claim claim
          = { .parts = 3, .queue = i % 3 == 0, .events = 2, .bound = 1 };
      char *text = hb_random_events (&shape, &rng);
      struct source s = source_of (text);
      struct executions x;
      struct hb_gates gates;
      hb_gates_start (&gates);
      assert_true (executions_start (&x, s.code, &claim, NULL, &gates));
      hb_id deeds = (hb_id)x.deeds.size;
      for (hb_id pair = 0; pair < deeds * deeds; pair++)
        {
          hb_id a = pair / deeds, b = pair % deeds;
          hb_wire before, again;
          if (a == b)
            continue;
          size_t orders = x.orders.size;
          bool is = executions_order (&x, a, b, &before);
          again = executions_before (&x, a, b);
          assert_true (!is || (x.orders.size == orders && again == before));
          /* What is not known either is the other way round, or was not asked before. */
          assert_true (is || again == HB_WIRE_NO || x.orders.size == orders + 1);
          assert_int_equal (executions_before (&x, b, a), again ^ 1);
          known += is;
          unknown += !is;
        }
      executions_end (&x);
      hb_gates_end (&gates);
      free_source (&s);
      hb_free (text);
    }
  assert_true (known > 100 && unknown > 100);
}

/* --- Against the explorer --- */

struct seen
{
  size_t violated, robust;
};

/* How many events start. */
static size_t
starts_of (const hb_aed *program)
{
  size_t starts = 0;
  for (size_t i = 0; i < program->driven.size; i++)
    starts += program->driven.data[i].times;
  return program->has_driver ? starts : 2;
}

/* By the sequential program: both parts at once. */
static void
compare_runs (const char *text, bool whole)
{
  struct source s = source_of (text);
  struct hb_bounded_claim claim
      = { HB_STAGE_ROB, false, starts_of (s.program), 1, whole && s.program->has_driver };
  int answer = prove_runs (&s, &claim, NULL);
  if (answer != (is_violated (&s, HB_PART_BOTH, false, 2) ? 10 : 20))
    fail_msg ("runs: %d\n%s", answer, text);
  free_source (&s);
}

/* All of TEXT, in which nothing is repeated: up to 2 events without a driver. */
static void
compare (const char *text, bool whole, struct seen *seen)
{
  struct source s = source_of (text);
  for (int kind = 0; kind < 4; kind++)
    {
      struct hb_executions_claim claim = { .parts = kind < 3 ? 1 + (unsigned)kind : 3,
                                           .queue = kind == 3,
                                           .events = 2,
                                           .bound = 1,
                                           .is_whole = whole && s.program->has_driver };
      bool violated = is_violated (&s, claim.parts, claim.queue, 2);
      int answer = prove_executions (&s, &claim, NULL);
      if (answer != (violated ? 10 : 20))
        fail_msg ("executions, part %u, queue %d: %d\n%s", claim.parts, claim.queue, answer, text);
      *(violated ? &seen->violated : &seen->robust) += 1;
    }
  free_source (&s);
}

TEST (test_families)
{
  struct seen seen = { 0, 0 };
  for (const struct hb_event_family *f = hb_event_families; f->name; f++)
    {
      uint64_t size = hb_event_family_size (f);
      size_t tried = 0;
      for (uint64_t i = size / 3; tried < 8; i = (i + 1009) % size)
        {
          char *text = hb_event_family_text (f, i);
          if (text)
            {
              compare (text, tried % 2, &seen);
              if (tried % 4 == 0)
                compare_runs (text, tried % 8);
              tried++;
            }
          hb_free (text);
        }
    }
  assert_true (seen.violated > 80 && seen.robust > 80);
}

TEST (test_random_programs)
{
  struct seen seen = { 0, 0 };
  struct hb_rng rng = hb_rng_seeded (5);
  for (int i = 0; i < 120; i++)
    {
      struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .procs = 2,
                                      .variables = 1 + (unsigned)hb_rng_below (&rng, 2),
                                      .statements = 3,
                                      .parameters = hb_rng_coin (&rng),
                                      .guards = hb_rng_coin (&rng),
                                      .calls = hb_rng_coin (&rng),
                                      .branches = hb_rng_coin (&rng),
                                      .choices = hb_rng_coin (&rng),
                                      .driver = i % 3,
                                      .orders = i % 3 ? 2 : 0 };
      char *text = hb_random_events (&shape, &rng);
      compare (text, false, &seen);
      if (i % 4 == 0)
        compare_runs (text, i % 8);
      hb_free (text);
    }
  assert_true (seen.violated > 80 && seen.robust > 80);
}
