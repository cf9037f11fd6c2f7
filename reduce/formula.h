/* What the reductions from formulas to traces have to say of both: a trace that has too many events, a witness whose
 * assignment is no model. */
#ifndef HBKIT_REDUCE_FORMULA_H
#define HBKIT_REDUCE_FORMULA_H

#include "sat/cnf.h"

/* Can that many EVENTS (HB_NONE: more) be numbered by `hb_id`?  False after an error in DIAG. */
bool hb_reduce_fits (uint64_t events, hb_diag *diag);

/* Does MODEL, as a witness has it, satisfy CNF?  If not, false after an error in DIAG, which says that WHO ("Theorem
 * 3.1") excludes it. */
bool hb_reduce_satisfies (const hb_cnf *cnf, const signed char *model, const char *who,
                          hb_diag *diag);

#endif
