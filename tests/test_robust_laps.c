/* Programs as gates for certificates of bounded answers (proof/robust/laps.h): the values of expressions, what a choice, an
 * argument and a variable may be, and the ways through loops and procedures. */
#include "unit.h"

#include "base/buffer.h"
#include "base/limits.h"
#include "base/memory.h"
#include "bounded_claims.h"
#include "proof/robust/laps.h"

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

/* The bits of what fits that its range tells are known; where it may be negative there are none. */
TEST (test_known_bits)
{
  struct source s = source_of ("shared a = 0 : 0..0\nshared b = 0 : 0..1\nshared c = 4 : 3..4\n"
                               "shared d = 0 : -1..1\nevent e() { a := 0; }\n");
  static const unsigned widths[] = { 1, 1, 3, RUN_WIDTH };
  struct hb_gates gates;
  hb_gates_start (&gates);
  struct laps laps = { .code = s.code, .gates = &gates };
  for (hb_id v = 0; v < 4; v++)
    {
      struct hb_wires value = hb_wires_free (&gates, RUN_WIDTH), kept;
      laps_fits (&laps, v, value, &kept);
      for (unsigned bit = 0; bit < RUN_WIDTH; bit++)
        assert_int_equal (kept.bits[bit], bit < widths[v] ? value.bits[bit] : HB_WIRE_NO);
    }
  hb_gates_end (&gates);
  free_source (&s);
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

/* --- Ways --- */

/* What one way does, of which all is known: the values that it writes, "back" and the variables if it returns, and "beyond"
 * if it would go on. */
struct way
{
  const char *text;
  size_t bound, within;
  const char *does;
};

static void
tell (struct laps *laps, const struct hb_ains *ins, struct stand *here, hb_id locals,
      struct hb_wires value, hb_wire holds)
{
  hb_buffer *does = laps->context;
  bool has_value = ins->exp != HB_NONE && (ins->op != HB_AOP_READ || laps->variables);
  assert_int_equal (here->comes, HB_WIRE_YES);
  assert_int_equal (value.width, has_value ? RUN_WIDTH : 0);
  assert_int_equal (holds, has_value && number_of (value) ? HB_WIRE_YES : HB_WIRE_NO);
  if (ins->op == HB_AOP_READ)
    here->values[ins->slot] = has_value ? value : constant (laps->gates, 7);
  else if (ins->op == HB_AOP_WRITE)
    {
      hb_buffer_add (does, "%d ", (int)number_of (value));
      if (laps->variables)
        here->values[locals + ins->variable] = value;
    }
  else
    hb_buffer_add (does, ins->op == HB_AOP_POST ? "post " : "choose ");
}

/* Enters the first event with the arguments 5 and 6, and variables 1, 2, ..., if they are carried along. */
static void
go_way (const struct way *way, bool carried, struct hb_gates *gates, struct hb_limits *limits,
        hb_buffer *does)
{
  struct source s = source_of (way->text);
  hb_id event = 0, variables = (hb_id)s.program->variables.size;
  while (!s.program->procs.data[event].is_event)
    event++;
  struct laps laps = { .code = s.code,
                       .gates = gates,
                       .limits = limits,
                       .effect = tell,
                       .context = does,
                       .variables = carried ? variables : 0,
                       .bound = way->bound,
                       .outer = HB_NONE,
                       .within = way->within };
  struct hb_wires values[8];
  for (int i = 0; i < 8; i++)
    values[i] = constant (gates, i + 1);
  laps_start (&laps);
  struct stand end = laps_enter (&laps, event, HB_WIRE_YES, values + 4, values);
  if (end.comes == HB_WIRE_YES)
    hb_buffer_add (does, "back ");
  for (hb_id v = 0; v < laps.variables && end.comes == HB_WIRE_YES; v++)
    hb_buffer_add (does, "%d ", (int)number_of (end.values[v]));
  if (laps.beyond == HB_WIRE_YES)
    hb_buffer_add (does, "beyond ");
  if (laps.stopped)
    hb_buffer_add (does, "stopped ");
  laps_leave (&end);
  laps_end (&laps);
  free_source (&s);
}

static void
check_ways (const struct way *ways, size_t count, bool carried)
{
  for (size_t i = 0; i < count; i++)
    {
      struct hb_gates gates;
      hb_buffer does = VEC_EMPTY;
      hb_gates_start (&gates);
      go_way (&ways[i], carried, &gates, NULL, &does);
      char *text = hb_buffer_take (&does);
      if (strcmp (text, ways[i].does))
        fail_msg ("way %zu: '%s', not '%s'\n%s", i, text, ways[i].does, ways[i].text);
      hb_free (text);
      hb_gates_end (&gates);
    }
}

#define WAYS(CARRIED, ...)                                                                         \
  do                                                                                               \
    {                                                                                              \
      static const struct way ways[] = { __VA_ARGS__ };                                            \
      check_ways (ways, sizeof ways / sizeof *ways, CARRIED);                                      \
    }                                                                                              \
  while (0)

/* Of variables that are not carried along nothing is known but what is read by the effect: 7. */
TEST (test_what_a_way_carries_along)
{
  static const char values[]
      = "shared x\nshared y\nevent e(a in 0..9) { local r, s; x := a; x := r; "
        "r := y; x := r + 1; s := choose 0..3; async[any] z(r); }\n"
        "proc z(n) { x := n; }\n";
  WAYS (false, { values, 1, 1, "5 0 8 choose post back " });
  WAYS (true, { values, 1, 1, "5 0 3 choose post back 3 2 " });
}

TEST (test_ways_through_calls)
{
  static const char both[] = "shared x\nshared y\nproc f(m, n) { local r; r := y; x := m + r; "
                             "if n { return; } y := n; }\n"
                             "event e(a in 0..9) { local r; r := 1; call f(a, %d); r := r + 1; "
                             "y := r; r := x; call f(r, 0); }\n",
                    within[] = "shared x\nproc f(n) { x := n; if n { call f(n - 1); } x := n; }\n"
                               "event e(a in 0..9) { call f(2); }\n",
                    never[] = "shared x\nproc f() { assume 0; }\nevent e() { call f(); x := 1; }\n",
                    ghost[] = "shared x\nghost g\nproc f(n) { x := n; }\n"
                              "event e(a in 0..9) { call f(g + 2); }\n";
  char *one = hb_format (both, 1), *none = hb_format (both, 0);
  const struct way calls[]
      = { { one, 1, 1, "7 2 9 0 back 9 0 " }, { none, 1, 1, "7 0 2 9 0 back 9 0 " } };
  check_ways (calls, 2, true);
  hb_free (one);
  hb_free (none);
  WAYS (true, { within, 1, 3, "2 1 0 0 1 2 back 2 " }, { within, 1, 2, "2 1 beyond " },
        { within, 1, 1, "2 beyond " }, { within, 1, 0, "beyond " }, { never, 1, 1, "" },
        { ghost, 1, 1, "4 back 4 2 " });
  WAYS (false, { within, 1, 3, "2 1 0 0 1 2 back " }, { never, 1, 1, "" });
}

/* Loops end when nobody goes on in them; an endless one goes as far as the bound, also back to the very first step. */
TEST (test_ways_through_loops)
{
  static const char rounds[] = "shared x\nevent e() { local i; while i < 3 { i := i + 1; x := i; } "
                               "x := 9; }\n",
                    first[] = "shared x\nevent e() { L: x := 4; goto L; }\n",
                    ahead[] = "shared x\nevent e() { local r; if r { x := 1; } else { x := 2; } "
                              "goto L; x := 3; L: x := 4; return; x := 5; }\n",
                    stands[] = "shared x\nevent e() { local r; assume !r; x := 1; assume r; "
                               "x := 2; }\n";
  WAYS (true, { rounds, 3, 1, "1 2 3 9 back 9 " }, { rounds, SIZE_MAX, 1, "1 2 3 9 back 9 " },
        { rounds, 2, 1, "1 2 3 beyond " }, { rounds, 0, 1, "1 beyond " },
        { first, 0, 1, "4 beyond " }, { first, 2, 1, "4 4 4 beyond " },
        { ahead, 0, 1, "2 4 back 4 " }, { stands, 0, 1, "1 " });
}

/* Where a limit is hit, or there are too many gates, all ends at once. */
TEST (test_ways_that_are_cut_off)
{
  const struct way ever = { "shared x\nevent e() { L: x := 4; goto L; }\n", 2, 1, NULL };
  struct hb_limits hit = hb_limits_new (1e-9, 0);
  while (!hb_limits_check (&hit))
    continue;
  for (int k = 0; k < 3; k++)
    {
      struct hb_gates gates;
      hb_buffer does = VEC_EMPTY;
      hb_gates_start (&gates);
      /* What is constant has no gates: that there are so many is only said. */
      size_t size = gates.list.size;
      gates.list.size = k == 0 ? size : k == 1 ? LAPS_MOST_GATES : LAPS_MOST_GATES + 1;
      go_way (&ever, false, &gates, k ? NULL : &hit, &does);
      char *text = hb_buffer_take (&does);
      assert_string_equal (text, k == 1 ? "4 4 4 beyond " : "4 stopped ");
      hb_free (text);
      gates.list.size = size;
      hb_gates_end (&gates);
    }
}
