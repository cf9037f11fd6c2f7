/* Random 3-BI-3SAT formulas (ED-consistency paper, Definition 3). */
#ifndef HBKIT_BISAT_H
#define HBKIT_BISAT_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What formula is wanted. */
struct hb_bisat
{
  int variables;
  size_t clauses;
  size_t twos;   /* how many of the clauses have 2 literals; the others have 3 */
  bool every;    /* every variable occurs */
  bool mixed;    /* a variable that occurs more than once occurs with both signs */
  bool planted;  /* there is a model, drawn first; not together with `mixed` */
  bool hidden;   /* planted so that the signs do not tell the model (signs.h) */
  bool balanced; /* the variables occur equally often, up to one */
};

/* New: a formula drawn uniformly from those wanted (bisat.c says from what exactly).  PLANTED
   * (variables
   * + 1 entries, or NULL) receives the planted model, or zeros.  NULL after an error in DIAG: no
   * formula has these numbers; the error says which are possible.  Expected time O(variables +
   * clauses). */
hb_cnf *hb_bisat_random (const struct hb_bisat *wanted, struct hb_rng *rng, signed char *planted,
                         hb_diag *diag);

/* The number of 2-clauses that is nearest to SHARE (0 .. 1) of CLAUSES. */
size_t hb_share (double share, size_t clauses);

/* The most clauses, hb_share (SHARE, clauses) of them of 2 literals, that VARIABLES variables in
   * at most 3 clauses each have room for. */
size_t hb_most_clauses (int variables, double share);

#ifdef __cplusplus
}
#endif
#endif
