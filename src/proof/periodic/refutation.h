/* What a checker's gates say, refuted: the part of a certificate that is about clauses.
 *
 *     formula 8123 31027          variables and clauses
 *     clauses 5012                those that the proof uses, with their numbers in the order of derivation
 *     1: 1 -2 0
 *     ...
 *     proof
 *     5 -7 0                      DRAT, up to the empty clause
 *     d 1 -2 0
 *     0
 *
 * Who reads it has derived the gates again; a clause that is missing, added or changed is refused, and every step of
 * the proof is checked by the checker's own unit propagation.  Who writes it: refute.h. */
#ifndef HBKIT_PROOF_PERIODIC_REFUTATION_H
#define HBKIT_PROOF_PERIODIC_REFUTATION_H

#include "proof/certify_words.h"
#include "proof/periodic/gates.h"

struct hb_refutation
{
  size_t variables, clauses, used, steps;
};

/* Reads the lines from `formula` on: do they refute the clauses of GATES?  If not, an error is at WORDS. */
bool hb_gates_refuted (const struct hb_gates *gates, struct hb_words *words,
                       struct hb_refutation *found);

#endif
