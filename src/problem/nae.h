/* NAE-3SAT: its instances are formulas, its solutions models. */
#ifndef HBKIT_PROBLEM_NAE_H
#define HBKIT_PROBLEM_NAE_H

#include "problem/sat.h"

/* Has each clause of CNF a true and a false literal under MODEL?  False after an error in DIAG at the clause
 * that has not; WHAT is the formula's name in it, e.g. "formula". */
bool hb_model_splits (const hb_cnf *cnf, const signed char *model, const char *what, hb_diag *diag);

#endif
