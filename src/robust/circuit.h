/* Expressions of event programs as circuits: 32 bits, wrapping around, a quotient by zero being 0 (code.h). */
#ifndef HBKIT_ROBUST_CIRCUIT_H
#define HBKIT_ROBUST_CIRCUIT_H

#include "robust/code.h"
#include "sat/bits.h"

#define AED_WIDTH 32

struct aed_circuit
{
  const hb_acode *code;
  hb_bits *bits;
};

/* The number as a word. */
hb_word aed_number (const struct aed_circuit *circuit, int64_t value);

/* The value of expression EXP with these locals and variables (VARIABLES may be NULL if it has none). */
hb_word aed_value (const struct aed_circuit *circuit, hb_id exp, const hb_word *locals,
                   const hb_word *variables);

/* WORD, which lies in the range of VARIABLE: what is known of its upper bits by that. */
hb_word aed_narrow (const struct aed_circuit *circuit, hb_id variable, hb_word word);

#endif
