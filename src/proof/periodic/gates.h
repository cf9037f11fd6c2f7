/* Gates, words of gates, and their clauses: what the checker of periodic programs computes with.
 *
 * Its own, so that it shares nothing with the circuits of sat/bits.h: gates are and, xor and choice, and a gate
 * becomes clauses when something that is asked needs it.  A literal is twice the gate's number, plus 1 if it is
 * inverted; gate 0 is false.  Equal gates are made once. */
#ifndef HBKIT_PROOF_PERIODIC_GATES_H
#define HBKIT_PROOF_PERIODIC_GATES_H

#include "base/vec.h"

typedef uint32_t hb_wire;

#define HB_WIRE_NO ((hb_wire)0)
#define HB_WIRE_YES ((hb_wire)1)

/* A vector of wires, the lowest bit first; its memory belongs to the gates. */
struct hb_wires
{
  unsigned width;
  const hb_wire *bits;
};

enum hb_gate_kind
{
  HB_GATE_FREE, /* an input, or gate 0 */
  HB_GATE_AND,
  HB_GATE_XOR,
  HB_GATE_CHOICE /* a ? b : c */
};

struct hb_gate_of
{
  enum hb_gate_kind kind;
  hb_wire a, b, c;
};

struct hb_gates
{
  VEC (struct hb_gate_of) list;
  VEC (hb_id) table; /* gates by what they are; 0: free; its size is a power of two */
  VEC (hb_wire *) blocks;
  size_t used, room;  /* of the last block */
  VEC (int) variable; /* by gate, 0: none so far */
  int variables;
  VEC (int) clauses; /* each ended by 0 */
  size_t clause_count;
};

/* Empty gates at GATES; what they own goes back by `hb_gates_end`. */
void hb_gates_start (struct hb_gates *gates);
void hb_gates_end (struct hb_gates *gates);

/* A new input, and gates.  All O(1), expected. */
hb_wire hb_wire_free (struct hb_gates *gates);
hb_wire hb_wire_and (struct hb_gates *gates, hb_wire a, hb_wire b);
hb_wire hb_wire_or (struct hb_gates *gates, hb_wire a, hb_wire b);
hb_wire hb_wire_xor (struct hb_gates *gates, hb_wire a, hb_wire b);
hb_wire hb_wire_choice (struct hb_gates *gates, hb_wire a, hb_wire b, hb_wire c);

/* Adds a clause over COUNT wires, and those that say what their gates are.  One that is true anyway is left out. */
void hb_wire_clause (struct hb_gates *gates, const hb_wire *wires, size_t count);

/* --- words (words.c); the operands of one operation have the same width --- */

struct hb_wires hb_wires_of (struct hb_gates *gates, const hb_wire *bits, unsigned width);
struct hb_wires hb_wires_free (struct hb_gates *gates, unsigned width);
struct hb_wires hb_wires_number (struct hb_gates *gates, unsigned width, uint64_t number);

/* Is it a constant?  Then its number, without sign. */
bool hb_wires_constant (struct hb_wires a, uint64_t *number);

struct hb_wires hb_wires_choice (struct hb_gates *gates, hb_wire which, struct hb_wires yes,
                                 struct hb_wires no);
struct hb_wires hb_wires_not (struct hb_gates *gates, struct hb_wires a);
struct hb_wires hb_wires_bitwise (struct hb_gates *gates,
                                  hb_wire (*gate) (struct hb_gates *, hb_wire, hb_wire),
                                  struct hb_wires a, struct hb_wires b);
struct hb_wires hb_wires_add (struct hb_gates *gates, struct hb_wires a, struct hb_wires b);
struct hb_wires hb_wires_negate (struct hb_gates *gates, struct hb_wires a);
struct hb_wires hb_wires_multiply (struct hb_gates *gates, struct hb_wires a, struct hb_wires b);

/* Quotient and rest towards zero; for a divisor of zero they are something. */
struct hb_wires hb_wires_divide (struct hb_gates *gates, struct hb_wires a, struct hb_wires b,
                                 bool is_signed, struct hb_wires *rest);
struct hb_wires hb_wires_shift (struct hb_gates *gates, struct hb_wires a, struct hb_wires by,
                                bool right, bool is_signed);
hb_wire hb_wires_any (struct hb_gates *gates, struct hb_wires a); /* a != 0 */
hb_wire hb_wires_equal (struct hb_gates *gates, struct hb_wires a, struct hb_wires b);
hb_wire hb_wires_less (struct hb_gates *gates, struct hb_wires a, struct hb_wires b,
                       bool is_signed);
struct hb_wires hb_wires_resize (struct hb_gates *gates, struct hb_wires a, unsigned width,
                                 bool is_signed);

#endif
