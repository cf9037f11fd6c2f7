/* Refutations of what a checker's gates say are made here, and written as refutation.h reads them.  A file of its own, as
 * the checker must not need a solver. */
#ifndef HBKIT_PROOF_PERIODIC_REFUTE_H
#define HBKIT_PROOF_PERIODIC_REFUTE_H

#include "base/diag.h"
#include "base/limits.h"
#include "base/output.h"
#include "proof/periodic/gates.h"

/* Refutes the clauses of GATES by CaDiCaL, and writes HEAD and the refutation to OUTPUT.  20: it is written; 10: the
 * clauses have a model; 0: a limit was reached, or an error is in DIAG. */
int hb_gates_refute (const struct hb_gates *gates, const char *head, struct hb_limits *limits,
                     hb_output *output, hb_diag *diag);

#endif
