/* Finding what a certificate about real schedules asks for: which jobs are too few for which slots (slots.h).  Whoever
 * checks the certificate needs none of this. */
#ifndef HBKIT_PROOF_PERIODIC_PROVE_TIME_H
#define HBKIT_PROOF_PERIODIC_PROVE_TIME_H

#include "base/buffer.h"
#include "base/limits.h"
#include "proof/periodic/formula.h"

/* Adds to F, which is about real schedules, clauses of shortages until there is no model any more; their lines, as in a
 * certificate, are appended to LINES.  20: so it is; 10: a model is a real schedule; 0: a limit was reached, or an error
 * is in DIAG. */
int hb_prove_time (struct hb_formula *f, struct hb_limits *limits, hb_buffer *lines, hb_diag *diag);

#endif
