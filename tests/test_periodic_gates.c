/* Gates and words of gates of the checker of periodic programs: what they compute, at once where operands are constants;
 * and what their clauses say, for all values of their inputs. */
#include "plain_words.h"
#include "unit.h"

#include "base/rng.h"
#include "proof/periodic/gates.h"
#include "sat/solver.h"

typedef VEC (bool) values;

static bool
value_of (const values *v, hb_wire a)
{
  return v->data[a >> 1] ^ (a & 1);
}

/* Fills V, in which the inputs have their values. */
static void
evaluate (const struct hb_gates *gates, values *v)
{
  vec_resize (*v, gates->list.size, false);
  for (size_t i = 1; i < gates->list.size; i++)
    {
      const struct hb_gate_of *g = &gates->list.data[i];
      if (g->kind == HB_GATE_AND)
        v->data[i] = value_of (v, g->a) && value_of (v, g->b);
      if (g->kind == HB_GATE_XOR)
        v->data[i] = value_of (v, g->a) != value_of (v, g->b);
      if (g->kind == HB_GATE_CHOICE)
        v->data[i] = value_of (v, value_of (v, g->a) ? g->b : g->c);
    }
}

static void
set_word (values *v, struct hb_wires word, uint64_t value)
{
  for (unsigned i = 0; i < word.width; i++)
    if (word.bits[i] > HB_WIRE_YES)
      {
        vec_resize (*v, (word.bits[i] >> 1) + 1, false);
        v->data[word.bits[i] >> 1] = (value >> i ^ word.bits[i]) & 1;
      }
}

static uint64_t
word_of (const values *v, struct hb_wires word)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < word.width; i++)
    value |= (uint64_t)value_of (v, word.bits[i]) << i;
  return value;
}

/* --- gates --- */

static hb_wire
gate (struct hb_gates *gates, int kind, hb_wire a, hb_wire b, hb_wire c)
{
  return kind == 0   ? hb_wire_and (gates, a, b)
         : kind == 1 ? hb_wire_or (gates, a, b)
         : kind == 2 ? hb_wire_xor (gates, a, b)
                     : hb_wire_choice (gates, a, b, c);
}

/* Of constants, inputs, and what is inverted; none is made twice, in whatever order the operands come. */
TEST (gates_compute)
{
  struct hb_gates gates;
  values v = VEC_EMPTY;
  hb_gates_start (&gates);
  hb_wire wires[8] = { HB_WIRE_NO, HB_WIRE_YES };
  for (int i = 2; i < 8; i++)
    wires[i] = i % 2 ? wires[i - 1] ^ 1 : hb_wire_free (&gates);
  for (int round = 0; round < 2; round++)
    {
      size_t before = gates.list.size;
      for (int all = 0; all < 4 * 512; all++)
        {
          hb_wire a = wires[all & 7], b = wires[all >> 3 & 7], c = wires[all >> 6 & 7];
          int kind = all >> 9;
          hb_wire out = gate (&gates, kind, a, b, c);
          assert_true (kind == 3 || out == gate (&gates, kind, b, a, c));
          for (unsigned inputs = 0; inputs < 8; inputs++)
            {
              vec_clear (v);
              vec_resize (v, 4, false);
              for (int i = 0; i < 3; i++)
                v.data[wires[2 * i + 2] >> 1] = inputs >> i & 1;
              evaluate (&gates, &v);
              bool x = value_of (&v, a), y = value_of (&v, b), z = value_of (&v, c);
              assert_int_equal (value_of (&v, out), kind == 0   ? x && y
                                                    : kind == 1 ? x || y
                                                    : kind == 2 ? x != y
                                                    : x         ? y
                                                                : z);
            }
        }
      /* Three inputs have twelve conjunctions, three sums, and few choices that are nothing simpler. */
      assert_true (round ? gates.list.size == before : gates.list.size == 4 + 12 + 3 + 12);
    }
  vec_free (v);
  hb_gates_end (&gates);
}

/* Many of them, as the table grows. */
TEST (gates_are_made_once)
{
  struct hb_gates gates;
  hb_gates_start (&gates);
  VEC (hb_wire) wires = VEC_EMPTY;
  for (int i = 0; i < 100; i++)
    vec_push (wires, hb_wire_free (&gates));
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < 100; i++)
      for (size_t k = 0; k < i; k++)
        hb_wire_and (&gates, wires.data[i], wires.data[k]);
  assert_int_equal (gates.list.size, 1 + 100 + 100 * 99 / 2);
  vec_free (wires);
  hb_gates_end (&gates);
}

/* --- words --- */

enum
{
  NOT = PLAIN_OPS,
  CHOICE,
  WIDEN,
  CUT,
  OPERATIONS
};

static struct hb_wires
applied (struct hb_gates *gates, int op, bool is_signed, struct hb_wires a, struct hb_wires b)
{
  struct hb_wires rest;
  hb_wire one;
  switch (op)
    {
    case ADD:
      return hb_wires_add (gates, a, b);
    case SUBTRACT:
      return hb_wires_add (gates, a, hb_wires_negate (gates, b));
    case MULTIPLY:
      return hb_wires_multiply (gates, a, b);
    case DIVIDE:
      return hb_wires_divide (gates, a, b, is_signed, NULL);
    case REST:
      hb_wires_divide (gates, a, b, is_signed, &rest);
      return rest;
    case LEFT:
    case RIGHT:
      return hb_wires_shift (gates, a, b, op == RIGHT, is_signed);
    case AND:
      return hb_wires_bitwise (gates, hb_wire_and, a, b);
    case OR:
      return hb_wires_bitwise (gates, hb_wire_or, a, b);
    case XOR:
      return hb_wires_bitwise (gates, hb_wire_xor, a, b);
    case NOT:
      return hb_wires_not (gates, a);
    case CHOICE:
      return hb_wires_choice (gates, b.bits[0], a, b);
    case WIDEN:
      return hb_wires_resize (gates, a, a.width + 2, is_signed);
    case CUT:
      return hb_wires_resize (gates, a, (a.width + 1) / 2, is_signed);
    default:
      one = op == LESS    ? hb_wires_less (gates, a, b, is_signed)
            : op == EQUAL ? hb_wires_equal (gates, a, b)
                          : hb_wires_any (gates, a);
      return hb_wires_of (gates, &one, 1);
    }
}

/* The same of numbers of WIDTH bits; the bits of what comes out that count are those of its word. */
static uint64_t
computed (int op, bool is_signed, unsigned width, uint64_t x, uint64_t y)
{
  switch (op)
    {
    case NOT:
      return ~x;
    case CHOICE:
      return y & 1 ? x : y;
    case WIDEN:
    case CUT:
      return is_signed ? (uint64_t)plain_extend (x, width) : x;
    default:
      return plain_word ((enum plain_op)op, width, x, y, is_signed);
    }
}

/* A word that has the value NUMBER, of constants, inputs, and (if WAY is 3) bits that all depend on one input. */
static struct hb_wires
operand (struct hb_gates *gates, values *v, unsigned way, unsigned width, uint64_t number)
{
  struct hb_wires word
      = way ? hb_wires_free (gates, width) : hb_wires_number (gates, width, number);
  hb_wire bits[64];
  for (unsigned i = 0; i < width; i++)
    bits[i] = way == 1 || (way == 2 && i % 2) ? word.bits[i]
              : way == 3 && i                 ? word.bits[0] ^ ((number ^ number >> i) & 1)
              : way == 3                      ? word.bits[0]
              : number >> i & 1               ? HB_WIRE_YES
                                              : HB_WIRE_NO;
  word = hb_wires_of (gates, bits, width);
  set_word (v, word, number);
  return word;
}

static void
expect (int op, bool is_signed, unsigned width, uint64_t x, uint64_t y, unsigned ways)
{
  struct hb_gates gates;
  values v = VEC_EMPTY;
  uint64_t found, wanted;
  if ((!y && (op == DIVIDE || op == REST)) || (op == WIDEN && width == 64))
    return;
  hb_gates_start (&gates);
  struct hb_wires a = operand (&gates, &v, ways % 4, width, x),
                  b = operand (&gates, &v, ways / 4, width, y),
                  out = applied (&gates, op, is_signed, a, b);
  evaluate (&gates, &v);
  wanted = computed (op, is_signed, width, x, y);
  wanted = out.width < 64 ? wanted & ((UINT64_C (1) << out.width) - 1) : wanted;
  assert_true (op >= EQUAL && op <= ANY ? out.width == 1 : op >= WIDEN || out.width == width);
  if (word_of (&v, out) != wanted)
    fail_msg ("operation %d, %s, of %llu and %llu in %u bits: %llu, not %llu", op,
              is_signed ? "signed" : "unsigned", (unsigned long long)x, (unsigned long long)y,
              width, (unsigned long long)word_of (&v, out), (unsigned long long)wanted);
  bool constant = hb_wires_constant (out, &found);
  assert_true (ways ? !constant || found == wanted : constant && found == wanted);
  vec_free (v);
  hb_gates_end (&gates);
}

/* All numbers of up to three bits, and some of 4, 32, and 64. */
TEST (words_compute)
{
  static const uint64_t some[] = { 0,
                                   1,
                                   2,
                                   3,
                                   5,
                                   31,
                                   32,
                                   33,
                                   63,
                                   64,
                                   100,
                                   INT32_MAX,
                                   UINT32_MAX,
                                   UINT64_C (1) << 32,
                                   INT64_MAX,
                                   UINT64_MAX,
                                   UINT64_MAX - 1,
                                   UINT64_MAX << 31,
                                   UINT64_MAX << 63 };
  struct hb_rng rng = hb_rng_seeded (1);
  for (unsigned op = 0; op < OPERATIONS * 2; op++)
    {
      for (unsigned width = 1; width <= 3; width++)
        for (unsigned pair = 0; pair < 1u << 2 * width; pair++)
          for (unsigned ways = 0; ways < 16; ways++)
            expect ((int)op / 2, op % 2, width, pair >> width, pair & ((1u << width) - 1), ways);
      for (unsigned i = 0; i < 60; i++)
        {
          unsigned width = i % 3 ? i % 3 * 32 : 4, ways = (unsigned)hb_rng_below (&rng, 16);
          uint64_t x = some[hb_rng_below (&rng, 19)], y = some[hb_rng_below (&rng, 19)],
                   mask = UINT64_MAX >> (64 - width);
          expect ((int)op / 2, op % 2, width, x & mask, y & mask, ways);
        }
    }
}

/* A product by one of two constants is a choice between two products; what has no bits is 0. */
TEST (words_of_few_inputs)
{
  struct hb_gates gates;
  hb_gates_start (&gates);
  hb_wire a = hb_wire_free (&gates), bits[4] = { a, HB_WIRE_NO, a ^ 1, HB_WIRE_YES };
  struct hb_wires two = hb_wires_of (&gates, bits, 4), five = hb_wires_number (&gates, 4, 5);
  size_t before = gates.list.size;
  for (int swap = 0; swap < 2; swap++)
    {
      struct hb_wires out = hb_wires_multiply (&gates, swap ? five : two, swap ? two : five);
      /* 9 * 5 or 12 * 5, of 4 bits: 13 or 12. */
      assert_int_equal (out.bits[0], a);
      assert_int_equal (out.bits[1], HB_WIRE_NO);
      assert_int_equal (out.bits[2], HB_WIRE_YES);
      assert_int_equal (out.bits[3], HB_WIRE_YES);
    }
  assert_int_equal (gates.list.size, before);
  struct hb_wires none = { 0, NULL }, wide = hb_wires_resize (&gates, none, 3, true);
  uint64_t number;
  assert_true (hb_wires_constant (wide, &number) && wide.width == 3 && !number);
  hb_gates_end (&gates);
}

/* Words stay where they are when others come, up to the last place of a block. */
TEST (words_have_room)
{
  struct hb_gates gates;
  hb_gates_start (&gates);
  VEC (struct hb_wires) words = VEC_EMPTY;
  uint64_t number;
  for (unsigned i = 0; i < 3000; i++)
    vec_push (words, hb_wires_number (&gates, i % 5 ? 64 : 1 + i % 64, i));
  for (unsigned i = 0; i < 3000; i++)
    {
      assert_true (hb_wires_constant (words.data[i], &number));
      assert_int_equal (number, i & (i % 5 ? UINT64_MAX : (UINT64_C (2) << i % 64) - 1));
    }
  vec_free (words);
  hb_gates_end (&gates);
}

/* Whole blocks of words, up to their ends. */
TEST (words_fill_blocks)
{
  struct hb_gates gates;
  hb_gates_start (&gates);
  struct hb_wires word = hb_wires_number (&gates, 32, 5);
  for (int op = 0; op < 8; op++)
    for (unsigned i = 0; i < 600; i++)
      {
        struct hb_wires out
            = op == 0   ? hb_wires_number (&gates, 32, i)
              : op == 1 ? hb_wires_choice (&gates, HB_WIRE_YES, word, word)
              : op == 2 ? hb_wires_not (&gates, word)
              : op == 3 ? hb_wires_bitwise (&gates, hb_wire_and, word, word)
              : op == 4 ? hb_wires_add (&gates, word, word)
              : op == 5 ? hb_wires_resize (&gates, (struct hb_wires){ 4, word.bits }, 32, false)
              : op == 6
                  ? hb_wires_shift (&gates, word, (struct hb_wires){ 1, word.bits }, true, false)
                  : hb_wires_free (&gates, 32);
        assert_int_equal (out.width, 32);
      }
  hb_gates_end (&gates);
}

/* --- clauses --- */

/* Whatever values the inputs have, clauses give each gate its own, and no other; a unit propagates as far as it can. */
static void
expect_clauses (const struct hb_gates *gates, const hb_wire *inputs, unsigned count)
{
  hb_diag *diag = hb_diag_new ();
  hb_solver *solver = hb_solver_new (NULL, 0, diag);
  values v = VEC_EMPTY;
  size_t clauses = 0;
  for (size_t i = 0; i < gates->clauses.size; i++)
    {
      hb_solver_add (solver, gates->clauses.data[i]);
      clauses += !gates->clauses.data[i];
    }
  assert_int_equal (clauses, gates->clause_count);
  for (unsigned all = 0; all < 1u << count; all++)
    {
      vec_clear (v);
      vec_resize (v, gates->list.size, false);
      for (unsigned i = 0; i < count; i++)
        {
          int variable = gates->variable.data[inputs[i] >> 1];
          v.data[inputs[i] >> 1] = all >> i & 1;
          if (variable)
            hb_solver_assume (solver, all >> i & 1 ? variable : -variable);
        }
      evaluate (gates, &v);
      assert_int_equal (hb_solver_solve (solver, NULL), 10);
      for (size_t i = 0; i < gates->list.size; i++)
        if (gates->variable.data[i] && gates->list.data[i].kind != HB_GATE_FREE)
          assert_int_equal (hb_solver_value (solver, gates->variable.data[i]) > 0, v.data[i]);
    }
  vec_free (v);
  hb_solver_free (solver);
  hb_diag_free (diag);
}

TEST (clauses_say_what_gates_are)
{
  struct hb_rng rng = hb_rng_seeded (2);
  for (int round = 0; round < 40; round++)
    {
      struct hb_gates gates;
      hb_gates_start (&gates);
      hb_wire wires[30];
      for (unsigned i = 0; i < 30; i++)
        wires[i] = i < 5 ? hb_wire_free (&gates)
                         : gate (&gates, (int)hb_rng_below (&rng, 4),
                                 wires[hb_rng_below (&rng, i)] ^ (hb_wire)hb_rng_below (&rng, 2),
                                 wires[hb_rng_below (&rng, i)], wires[hb_rng_below (&rng, i)] ^ 1);
      for (unsigned i = 5; i < 30; i++)
        {
          /* A clause that a free literal makes true says nothing of the others. */
          const hb_wire clause[2] = { wires[i], hb_wire_free (&gates) };
          hb_wire_clause (&gates, clause, 2);
        }
      expect_clauses (&gates, wires, 5);
      hb_gates_end (&gates);
    }
}

/* Each gate has so many clauses, and its variable when it is asked for, the lower ones first. */
TEST (clauses_are_counted)
{
  static const struct
  {
    int kind;
    size_t clauses;
  } kinds[] = { { 0, 3 }, { 1, 3 }, { 2, 4 }, { 3, 6 } };
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    {
      struct hb_gates gates;
      hb_gates_start (&gates);
      hb_wire a = hb_wire_free (&gates), b = hb_wire_free (&gates), c = hb_wire_free (&gates),
              out = gate (&gates, kinds[k].kind, a, b, c);
      hb_wire_clause (&gates, (const hb_wire[]){ HB_WIRE_NO, out }, 2);
      size_t inputs = kinds[k].kind == 3 ? 3 : 2;
      assert_int_equal (gates.clause_count, kinds[k].clauses + 1);
      assert_int_equal (gates.variables, inputs + 1);
      assert_int_equal (gates.variable.data[out >> 1], inputs + 1);
      assert_int_equal (gates.clauses.data[gates.clauses.size - 2],
                        out & 1 ? -(int)inputs - 1 : (int)inputs + 1);
      size_t size = gates.clauses.size;
      /* What is true anyway is no clause; nor is what is known said twice. */
      hb_wire_clause (&gates, (const hb_wire[]){ hb_wire_free (&gates), out, HB_WIRE_YES }, 3);
      hb_wire_clause (&gates, (const hb_wire[]){ HB_WIRE_YES, hb_wire_free (&gates) }, 2);
      hb_wire_clause (&gates, (const hb_wire[]){ a, hb_wire_free (&gates), a ^ 1 }, 3);
      assert_int_equal (gates.clauses.size, size);
      hb_wire_clause (&gates, (const hb_wire[]){ out ^ 1, a, out ^ 1 }, 3);
      assert_int_equal (gates.clauses.size, size + 4);
      assert_int_equal (gates.clause_count, kinds[k].clauses + 2);
      assert_int_equal (gates.variables, inputs + 1);
      hb_wire_clause (&gates, NULL, 0);
      hb_wire_clause (&gates, (const hb_wire[]){ HB_WIRE_NO }, 1);
      assert_int_equal (gates.clauses.size, size + 6);
      hb_gates_end (&gates);
    }
}
