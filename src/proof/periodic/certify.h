/* Certificates of SAFE: does this file prove that no assertion of a periodic program fails?
 *
 *     hbcert 1 periodic
 *     time 384
 *     departure deadline
 *     semantics arrival
 *     unroll 64
 *     div0 no
 *     shortages 2                 semantics exact alone: which jobs have too little time for which slots (slots.h)
 *     slots 2 3 4 jobs 1 7        how many, and which, by their numbers from 0
 *     slots 1 5 jobs 2 6 8 acts 8 6    these jobs have just enough, but job 8 acts in slot 6
 *     formula 8123 31027          variables and clauses
 *     clauses 5012                those that the proof uses, with their numbers in the order of derivation
 *     1: 1 -2 0
 *     ...
 *     proof
 *     5 -7 0                      DRAT, up to the empty clause
 *     d 1 -2 0
 *     ...
 *     0
 *
 * Every clause is derived again from the program (formula.h), by code that shares nothing but cfront/ with what
 * decides (src/periodic/); one that is missing, added or changed is refused.  Every step of the proof is checked by
 * the checker's own unit propagation. */
#ifndef HBKIT_PROOF_PERIODIC_CERTIFY_H
#define HBKIT_PROOF_PERIODIC_CERTIFY_H

#include "base/input.h"
#include "cfront/tree.h"
#include "proof/periodic/claim.h"

struct hb_certified_periodic
{
  bool good;           /* the program is safe as the claim says */
  bool is_certificate; /* the file starts as one */
  int64_t time;
  const char *departure, *semantics; /* of the claim; NULL: it was not read so far */
  bool div0;
  size_t jobs, variables, clauses, used, steps;
};

/* Does the text at the start of INPUT look like such a certificate?  INPUT can still be read from its start. */
bool hb_is_periodic_certificate (hb_input *input);

/* Checks the certificate that INPUT (borrowed, at its start) reads against the program UNIT (`hb_claimed_read`).  What
 * is wrong is an error in DIAG, with its line. */
struct hb_certified_periodic hb_certify_periodic (const hb_c_unit *unit, hb_input *input,
                                                  hb_diag *diag);

#endif
