/* Uniform random k-SAT. */
#ifndef HBKIT_KSAT_H
#define HBKIT_KSAT_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* New: CLAUSES clauses, each drawn independently and uniformly among those of WIDTH literals over
   * different variables (with PLANTED not NULL: among those that a model drawn first makes true,
   * which is stored there, variables + 1 entries; HIDDEN: with signs as in signs.h).  NULL after an error in DIAG: WIDTH is larger
   * than VARIABLES. O(clauses * width^2). */
hb_cnf *hb_ksat_random (int variables, size_t clauses, size_t width, struct hb_rng *rng,
                        signed char *planted, bool hidden, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
