/* Ordering formulas: a total order without a least element. */
#ifndef HBKIT_ORDERING_H
#define HBKIT_ORDERING_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* New: "ELEMENTS (1 .. 500) things are totally ordered and none is the least", unsatisfiable;
   * SATISFIABLE: the last one may be the least.  NULL after an error in DIAG.  O(elements^3). */
hb_cnf *hb_ordering (int elements, bool satisfiable, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
