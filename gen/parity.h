/* Parity formulas: sums of edges around the vertices of a graph. */
#ifndef HBKIT_PARITY_H
#define HBKIT_PARITY_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* New: Tseitin's formula of a uniform random cubic graph of VERTICES vertices (even, at least 4):
   * for each edge a variable, for each vertex 4 clauses that say whether its 3 edges have an odd sum.
   * Unsatisfiable, since the demanded sums do not add up; SATISFIABLE: they are those of a model drawn
   * first.  NULL after an error in DIAG. Expected time O(vertices). */
hb_cnf *hb_parity (int vertices, bool satisfiable, struct hb_rng *rng, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
