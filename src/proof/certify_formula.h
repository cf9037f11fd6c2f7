/* The checker of proofs about formulas, in the forms that SAT solvers have.
 *
 *     s SATISFIABLE     a model: every clause is looked at
 *     v 1 -2 3 0
 *
 *     -1 3 0            or a refutation, DRAT as text: each clause must follow from the formula and the
 *     d 1 2 3 0         clauses above by unit propagation; d: is not needed any more
 *     0                 up to the empty clause */
#ifndef HBKIT_CERTIFY_FORMULA_H
#define HBKIT_CERTIFY_FORMULA_H

#include "base/input.h"
#include "sat/cnf.h"

/* What the proof that INPUT (stolen, at its start) reads shows of CNF: 10 satisfiable, 20 unsatisfiable, 0 after
 * an error in DIAG with line and column.  Linear, but for unit propagation. */
int hb_certify_formula (const hb_cnf *cnf, hb_input *input, hb_diag *diag);

#endif
