/* The families of formulas that hbkit generates, by name. */
#ifndef HBKIT_FAMILIES_H
#define HBKIT_FAMILIES_H

#include <hbkit/generate.h>

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
