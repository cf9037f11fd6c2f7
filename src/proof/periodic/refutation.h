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
 * the proof is checked by the checker's own unit propagation. */
#ifndef HBKIT_PROOF_PERIODIC_REFUTATION_H
#define HBKIT_PROOF_PERIODIC_REFUTATION_H

#include "base/limits.h"
#include "base/output.h"
#include "proof/certify_words.h"
#include "proof/periodic/gates.h"

/* Refutes the clauses of GATES by CaDiCaL, and writes HEAD and the refutation to OUTPUT.  20: it is written; 10: the
 * clauses have a model; 0: a limit was reached, or an error is in DIAG. */
int hb_gates_refute (const struct hb_gates *gates, const char *head, struct hb_limits *limits,
                     hb_output *output, hb_diag *diag);

struct hb_refutation
{
  size_t variables, clauses, used, steps;
};

/* Reads the lines from `formula` on: do they refute the clauses of GATES?  If not, an error is at WORDS. */
bool hb_gates_refuted (const struct hb_gates *gates, struct hb_words *words,
                       struct hb_refutation *found);

#endif
