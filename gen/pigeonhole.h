/* Pigeonhole formulas. */
#ifndef HBKIT_PIGEONHOLE_H
#define HBKIT_PIGEONHOLE_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* New: "each of PIGEONS pigeons sits in one of HOLES holes, no two in the same": satisfiable iff
   * there are enough holes.  Variable (i - 1) * HOLES + j: pigeon i sits in hole j.  Both numbers
   * are at least 0 and at most 1000, else NULL after an error in DIAG. */
hb_cnf *hb_pigeonhole (int pigeons, int holes, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
