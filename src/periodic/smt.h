/* A periodic program as SMT-LIB 2, in bit vectors: a second way to ask the same question, for z3 and its like.
 *
 * Nothing of the formula in clauses is in it.  What jobs compute is written as the program has it, operation by operation
 * (smt_terms.c); and the order by definition: every event has a number, its place, and (3) to (6), (16) to (18) are said
 * of these as they stand.  No candidates are sorted out, and there are no snapshots. */
#ifndef HBKIT_PERIODIC_SMT_H
#define HBKIT_PERIODIC_SMT_H

#include "base/output.h"
#include "periodic/vc.h"

/* Writes UNFOLDING (made with `terms`) to OUTPUT (borrowed, not committed): satisfiable iff some check fails in an order of
 * SEMANTICS, which is not `exact`.  Sizes: events * jobs for the order, reads * writes for the values. */
void hb_periodic_smt (const hb_unfolding *unfolding, enum hb_semantics semantics,
                      hb_output *output);

/* --- between smt.c and smt_terms.c --- */

/* The circuit's literals as vectors of one bit, words as vectors: all that the unfolding has. */
void hb_smt_terms (const hb_unfolding *unfolding, hb_output *output);
void hb_smt_bit (hb_output *output, hb_lit a);
void hb_smt_word (hb_output *output, hb_word word);

#endif
