/* Bit vectors as circuits, and circuits as clauses: the layer between programs and SAT solvers.
 *
 * A circuit is an and-inverter graph (AIG; Kuehlmann et al., "Robust Boolean reasoning for equivalence
 * checking and functional property verification", TCAD 2002): inputs, and-gates, inverted edges.  Equal
 * gates are made once (structural hashing), constants are folded, and gates of gates are simplified where
 * that needs no new gate.  A literal is twice the node's number, plus 1 if inverted; node 0 is the constant
 * false.
 *
 *     hb_bits *c = hb_bits_new ();
 *     hb_word x = hb_word_input (c, 8), y = hb_word_number (c, 8, 3);
 *     hb_lit less = hb_word_less (c, x, y, false);
 *
 * A word is a vector of literals, the lowest bit first; its memory belongs to the circuit.  Words of the
 * same operation have the same width.  Nothing here knows programs.  Not safe for several threads. */
#ifndef HBKIT_SAT_BITS_H
#define HBKIT_SAT_BITS_H

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_bits hb_bits;
typedef uint32_t hb_lit;

#define HB_FALSE ((hb_lit)0)
#define HB_TRUE ((hb_lit)1)

typedef struct hb_word
{
  unsigned width;
  const hb_lit *bits; /* borrowed from the circuit */
} hb_word;

/* New circuit; freed with `hb_bits_free` (NULL is legal), and its words with it. */
hb_bits *hb_bits_new (void);
void hb_bits_free (hb_bits *bits);

/* How many nodes there are, the constant included; node numbers are below. */
size_t hb_bits_nodes (const hb_bits *bits);

/* A new input. */
hb_lit hb_bits_input (hb_bits *bits);

/* Is node NODE an and-gate?  Then its two literals. */
bool hb_bits_gate (const hb_bits *bits, hb_id node, hb_lit *a, hb_lit *b);

static inline hb_lit
hb_not (hb_lit a)
{
  return a ^ 1;
}

/* Gates.  All O(1), expected. */
hb_lit hb_and (hb_bits *bits, hb_lit a, hb_lit b);
hb_lit hb_or (hb_bits *bits, hb_lit a, hb_lit b);
hb_lit hb_xor (hb_bits *bits, hb_lit a, hb_lit b);
hb_lit hb_ite (hb_bits *bits, hb_lit condition, hb_lit then, hb_lit otherwise);

/* Words.  Numbers are cut to the width. */
hb_word hb_word_number (hb_bits *bits, unsigned width, uint64_t number);
hb_word hb_word_input (hb_bits *bits, unsigned width);
hb_word hb_word_of (hb_bits *bits, const hb_lit *literals, unsigned width); /* copied */

/* Is WORD a constant?  Then its number, without sign. */
bool hb_word_constant (hb_word word, uint64_t *number);
bool hb_word_same (hb_word a, hb_word b); /* the very same literals */

hb_word hb_word_ite (hb_bits *bits, hb_lit condition, hb_word then, hb_word otherwise);
hb_word hb_word_not (hb_bits *bits, hb_word a);
hb_word hb_word_and (hb_bits *bits, hb_word a, hb_word b);
hb_word hb_word_or (hb_bits *bits, hb_word a, hb_word b);
hb_word hb_word_xor (hb_bits *bits, hb_word a, hb_word b);
hb_word hb_word_negate (hb_bits *bits, hb_word a);
hb_word hb_word_add (hb_bits *bits, hb_word a, hb_word b);
hb_word hb_word_subtract (hb_bits *bits, hb_word a, hb_word b);

/* A product; where a factor is a choice between constants the choice is taken outside. */
hb_word hb_word_multiply (hb_bits *bits, hb_word a, hb_word b);

/* Is WORD a constant, or a choice between two, by one literal?  Products with it are cheap. */
bool hb_word_is_choice (hb_word word);

/* Quotient and rest, towards zero, as C has them; what they are for a divisor of zero is not said.  REST
 * may be NULL. */
hb_word hb_word_divide (hb_bits *bits, hb_word a, hb_word b, bool is_signed, hb_word *rest);

/* Shifted by the low bits of BY; a shift by the width or more gives zeros, or signs (RIGHT, SIGNED). */
hb_word hb_word_shift (hb_bits *bits, hb_word a, hb_word by, bool right, bool is_signed);

hb_lit hb_word_equal (hb_bits *bits, hb_word a, hb_word b);
hb_lit hb_word_less (hb_bits *bits, hb_word a, hb_word b, bool is_signed);
hb_lit hb_word_any (hb_bits *bits, hb_word a); /* a != 0 */

/* Cut, or extended by zeros or (SIGNED) by the sign. */
hb_word hb_word_resize (hb_bits *bits, hb_word a, unsigned width, bool is_signed);

/* --- clauses ------------------------------------------------------------------------------------- */

/* Takes the clauses of a circuit: literals as in DIMACS, 0 ends a clause. */
typedef void hb_clause_sink (void *context, int literal);

/* Tseitin's translation (1968) of the parts of a circuit that are asked for, each gate once. */
typedef struct hb_tseitin hb_tseitin;

/* New; BITS and CONTEXT are borrowed until the end.  Freed with `hb_tseitin_free` (NULL is legal). */
hb_tseitin *hb_tseitin_new (const hb_bits *bits, hb_clause_sink *sink, void *context);
void hb_tseitin_free (hb_tseitin *tseitin);

/* The solver's literal for A, after clauses for what is below it; a constant gets a variable that a
 * clause fixes. */
int hb_tseitin_literal (hb_tseitin *tseitin, hb_lit a);

/* The variable of NODE, 0 if nothing asked for it so far. */
int hb_tseitin_variable (const hb_tseitin *tseitin, hb_id node);

/* How many variables there are. */
int hb_tseitin_variables (const hb_tseitin *tseitin);

/* A clause over circuit literals: left out if it is true by constants. */
void hb_tseitin_clause (hb_tseitin *tseitin, const hb_lit *literals, size_t count);

/* --- values -------------------------------------------------------------------------------------- */

/* The value of all nodes, given those of the inputs in VALUES (0 or 1 by node; the rest is filled in). */
void hb_bits_evaluate (const hb_bits *bits, signed char *values);

/* The same of a model, which VALUE tells (of a variable: positive, true); inputs that no clause speaks of are 0.  New. */
signed char *hb_tseitin_values (const hb_tseitin *tseitin, int (*value) (void *, int),
                                void *context);

/* What A, or a word, comes to. */
static inline bool
hb_bits_holds (const signed char *values, hb_lit a)
{
  return (values[a >> 1] ^ (int)(a & 1)) & 1;
}

uint64_t hb_bits_number (const signed char *values, hb_word word);

#ifdef __cplusplus
}
#endif
#endif
