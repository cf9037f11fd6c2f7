/* Programs as gates for certificates of bounded answers (proof/robust/laps.h): the values of expressions, what a choice, an
 * argument and a variable may be, and the ways through loops and procedures. */
#include "unit.h"

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
