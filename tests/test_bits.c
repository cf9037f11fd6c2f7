/* Circuits against plain integers: all operations on all words of up to four bits, and random ones of up
 * to 64, once with constants (folding), once with inputs (gates, evaluated), once as clauses (a solver). */
#include "plain_words.h"
#include "unit.h"

#include "base/rng.h"
#include "sat/bits.h"
#include "sat/solver.h"

enum
{
  NEGATE = PLAIN_OPS,
  LONGER,
  CHOICE,
  OPS
};

/* What C's integers say; *SAID is false where nothing is promised. */
static uint64_t
plain (int op, unsigned width, uint64_t a, uint64_t b, bool is_signed, bool *said)
{
  *said = b || (op != DIVIDE && op != REST);
  if (!*said)
    return 0;
  switch (op)
    {
    case NEGATE:
      return plain_cut (0 - a, width);
    case LONGER:
      return plain_cut (is_signed ? (uint64_t)plain_extend (a, width) : a, width + 3);
    case CHOICE:
      return a < b ? a : b;
    default:
      return plain_word ((enum plain_op)op, width, a, b, is_signed);
    }
}

static hb_word
circuit (hb_bits *bits, int op, hb_word a, hb_word b, bool is_signed)
{
  hb_word rest;
  hb_lit bit;
  switch (op)
    {
    case ADD:
      return hb_word_add (bits, a, b);
    case SUBTRACT:
      return hb_word_subtract (bits, a, b);
    case MULTIPLY:
      return hb_word_multiply (bits, a, b);
    case DIVIDE:
      return hb_word_divide (bits, a, b, is_signed, NULL);
    case REST:
      hb_word_divide (bits, a, b, is_signed, &rest);
      return rest;
    case LEFT:
      return hb_word_shift (bits, a, b, false, is_signed);
    case RIGHT:
      return hb_word_shift (bits, a, b, true, is_signed);
    case AND:
      return hb_word_and (bits, a, b);
    case OR:
      return hb_word_or (bits, a, b);
    case XOR:
      return hb_word_xor (bits, a, b);
    case EQUAL:
      bit = hb_word_equal (bits, a, b);
      return hb_word_of (bits, &bit, 1);
    case LESS:
      bit = hb_word_less (bits, a, b, is_signed);
      return hb_word_of (bits, &bit, 1);
    case ANY:
      bit = hb_word_any (bits, a);
      return hb_word_of (bits, &bit, 1);
    case NEGATE:
      return hb_word_negate (bits, a);
    case LONGER:
      return hb_word_resize (bits, a, a.width + 3, is_signed);
    default:
      return hb_word_ite (bits, hb_word_less (bits, a, b, false), a, b);
    }
}

static void
set (signed char *values, hb_word word, uint64_t number)
{
  for (unsigned i = 0; i < word.width; i++)
    values[word.bits[i] >> 1] = (signed char)((number >> i & 1) ^ (word.bits[i] & 1));
}

static uint64_t
get (const signed char *values, hb_word word)
{
  uint64_t number = 0;
  for (unsigned i = 0; i < word.width; i++)
    number |= (uint64_t)((values[word.bits[i] >> 1] ^ (int)(word.bits[i] & 1)) & 1) << i;
  return number;
}

static void
compare (int op, unsigned width, uint64_t a, uint64_t b, bool is_signed, uint64_t got)
{
  bool said;
  uint64_t expected = plain (op, width, a, b, is_signed, &said);
  if (said && got != expected)
    fail_msg ("operation %d, width %u, %s: %llu, %llu gives %llu, not %llu", op, width,
              is_signed ? "signed" : "unsigned", (unsigned long long)a, (unsigned long long)b,
              (unsigned long long)got, (unsigned long long)expected);
}

/* One operation on inputs; then with one side and both sides constant. */
static void
one (int op, unsigned width, uint64_t a, uint64_t b, bool is_signed)
{
  for (int constants = 0; constants < 4; constants++)
    {
      hb_bits *bits = hb_bits_new ();
      hb_word x = constants & 1 ? hb_word_number (bits, width, a) : hb_word_input (bits, width);
      hb_word y = constants & 2 ? hb_word_number (bits, width, b) : hb_word_input (bits, width);
      hb_word z = circuit (bits, op, x, y, is_signed);
      uint64_t folded;
      if (constants == 3)
        assert_true (hb_word_constant (z, &folded));
      signed char *values = hb_calloc (hb_bits_nodes (bits), 1);
      if (!(constants & 1))
        set (values, x, a);
      if (!(constants & 2))
        set (values, y, b);
      hb_bits_evaluate (bits, values);
      compare (op, width, a, b, is_signed, get (values, z));
      hb_free (values);
      hb_bits_free (bits);
    }
}

TEST (small_words)
{
  for (unsigned width = 1; width <= 4; width++)
    for (int op = 0; op < OPS; op++)
      {
        hb_bits *bits = hb_bits_new ();
        hb_word x = hb_word_input (bits, width), y = hb_word_input (bits, width), z[2];
        for (int s = 0; s < 2; s++)
          z[s] = circuit (bits, op, x, y, s);
        signed char *values = hb_calloc (hb_bits_nodes (bits), 1);
        for (uint64_t a = 0; a < 1u << width; a++)
          for (uint64_t b = 0; b < 1u << width; b++)
            {
              set (values, x, a);
              set (values, y, b);
              hb_bits_evaluate (bits, values);
              for (int s = 0; s < 2; s++)
                compare (op, width, a, b, s, get (values, z[s]));
            }
        hb_free (values);
        hb_bits_free (bits);
      }
}

TEST (large_words)
{
  static const unsigned widths[] = { 5, 8, 16, 31, 32, 33, 64 };
  struct hb_rng rng = hb_rng_seeded (1);
  for (int round = 0; round < 400; round++)
    {
      int op = (round % OPS);
      unsigned width = widths[hb_rng_below (&rng, 7)] - (op == LONGER ? 3 : 0);
      uint64_t a = hb_rng_next (&rng) >> hb_rng_below (&rng, 64);
      uint64_t b = hb_rng_next (&rng) >> hb_rng_below (&rng, 64);
      if (hb_rng_coin (&rng))
        b = hb_rng_below (&rng, 70);
      one (op, width, plain_cut (a, width), plain_cut (hb_rng_coin (&rng) ? b : 0 - b, width),
           hb_rng_coin (&rng));
    }
}

/* The clauses have the circuit's solutions: a word that a constraint fixes has its one value. */
TEST (clauses)
{
  for (int name = 0; name < 2; name++)
    for (int op = 0; op < OPS; op++)
      for (uint64_t a = 1; a < 16; a += 5)
        for (uint64_t b = 1; b < 16; b += 3)
          {
            hb_diag *diag = hb_diag_new ();
            hb_solver *solver = hb_solver_new (name ? "picosat" : "cadical", 0, diag);
            hb_bits *bits = hb_bits_new ();
            hb_word x = hb_word_input (bits, 4), y = hb_word_input (bits, 4);
            hb_word z = circuit (bits, op, x, y, true);
            hb_lit fixed[] = { hb_word_equal (bits, x, hb_word_number (bits, 4, a)),
                               hb_word_equal (bits, y, hb_word_number (bits, 4, b)) };
            hb_tseitin *tseitin = hb_tseitin_new (bits, hb_solver_take, solver);
            hb_tseitin_clause (tseitin, &fixed[0], 1);
            hb_tseitin_clause (tseitin, &fixed[1], 1);
            int literals[8];
            for (unsigned i = 0; i < z.width; i++)
              literals[i] = hb_tseitin_literal (tseitin, z.bits[i]);
            assert_int_equal (hb_solver_solve (solver, NULL), 10);
            uint64_t got = 0;
            for (unsigned i = 0; i < z.width; i++)
              got |= (uint64_t)(hb_solver_value (solver, literals[i]) > 0) << i;
            compare (op, 4, a, b, true, got);
            for (unsigned i = 0; i < z.width; i++)
              hb_solver_add (solver, got >> i & 1 ? -literals[i] : literals[i]);
            hb_solver_add (solver, 0);
            assert_int_equal (hb_solver_solve (solver, NULL), 20);
            hb_tseitin_free (tseitin);
            hb_bits_free (bits);
            hb_solver_free (solver);
            hb_diag_free (diag);
          }
}

/* Random gates over six inputs, against the truth tables: simplification keeps the function, and equal
 * literals are equal functions. */
TEST (gates)
{
  struct hb_rng rng = hb_rng_seeded (2);
  for (int round = 0; round < 200; round++)
    {
      hb_bits *bits = hb_bits_new ();
      hb_lit made[60] = { HB_FALSE };
      uint64_t table[60] = { 0 };
      for (int i = 1; i < 60; i++)
        {
          if (i <= 6)
            {
              made[i] = hb_bits_input (bits);
              for (int row = 0; row < 64; row++)
                table[i] |= (uint64_t)(row >> (i - 1) & 1) << row;
              continue;
            }
          uint64_t index[3];
          hb_lit in[3];
          uint64_t of[3];
          for (int k = 0; k < 3; k++)
            {
              index[k] = hb_rng_below (&rng, (uint64_t)i);
              bool sign = hb_rng_coin (&rng);
              in[k] = made[index[k]] ^ sign;
              of[k] = sign ? ~table[index[k]] : table[index[k]];
            }
          int kind = (int)hb_rng_below (&rng, 4);
          made[i] = kind == 0   ? hb_and (bits, in[0], in[1])
                    : kind == 1 ? hb_or (bits, in[0], in[1])
                    : kind == 2 ? hb_xor (bits, in[0], in[1])
                                : hb_ite (bits, in[0], in[1], in[2]);
          table[i] = kind == 0   ? of[0] & of[1]
                     : kind == 1 ? of[0] | of[1]
                     : kind == 2 ? of[0] ^ of[1]
                                 : (of[0] & of[1]) | (~of[0] & of[2]);
        }
      signed char *values = hb_calloc (hb_bits_nodes (bits), 1);
      for (int row = 0; row < 64; row++)
        {
          for (int i = 1; i <= 6; i++)
            values[made[i] >> 1] = (signed char)(row >> (i - 1) & 1);
          hb_bits_evaluate (bits, values);
          for (int i = 0; i < 60; i++)
            assert_int_equal ((values[made[i] >> 1] ^ (int)(made[i] & 1)) & 1, table[i] >> row & 1);
        }
      hb_free (values);
      hb_bits_free (bits);
    }
}
