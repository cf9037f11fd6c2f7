/* The families of formulas that hbkit generates, by name. */
#ifndef HBKIT_FAMILIES_H
#define HBKIT_FAMILIES_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Share of 2-clauses at which half of the 3-BI-3SAT formulas with 3 occurrences of each variable,
   * in both signs, are unsatisfiable: found by experiment at 100 to 400 variables. */
#define HB_HARD_TWOS 0.87

/* Clauses a variable at which half of the uniform 3-SAT formulas are unsatisfiable. */
#define HB_HARD_3SAT 4.27

/* What a command line can ask for; a family ignores what it does not know.  Start from
   * `hb_family_defaults`. */
struct hb_family_options
{
  int variables;
  size_t clauses; /* 0: RATIO times the variables, to the nearest */
  double ratio;   /* clauses / variables; 0: the hard one for ksat, as many as fit for bisat */
  double twos;    /* bisat: share of 2-clauses, 0 .. 1 */
  size_t width;   /* ksat: literals of a clause */
  int pigeons, holes;
  int vertices, elements; /* parity, ordering */
  /* parity, ordering: the satisfiable neighbour; bisat, balanced, community, ksat: drawn again until it
     * is satisfiable, so uniform among those */
  bool satisfiable;
  int communities;   /* community: how many, */
  double inside;     /* and the share of clauses that stay in one */
  bool planted;      /* bisat, balanced, ksat: there is a model, drawn first */
  bool hidden;       /* and the signs do not tell it */
  bool every, mixed; /* bisat: as in struct hb_bisat */
};

struct hb_family_options hb_family_defaults (void);

struct hb_family
{
  const char *name, *summary;
  const char *about;   /* three lines: what is sampled, what it is good for, source */
  const char *options; /* the options that count, separated by blanks */
  bool random;         /* draws from RNG */

  /* New.  PLANTED (options->variables + 1 entries, or NULL) receives the planted model, or zeros.
     * NULL after an error in DIAG that says what is possible. */
  hb_cnf *(*make) (const struct hb_family_options *options, struct hb_rng *rng,
                   signed char *planted, hb_diag *diag);
};

/* All families, ended by a NULL name; the first is the default. */
extern const struct hb_family hb_families[];

/* The family of that name, or NULL. */
const struct hb_family *hb_family_find (const char *name);

#ifdef __cplusplus
}
#endif
#endif
