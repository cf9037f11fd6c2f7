/* For tests of the certificates of periodic programs: programs from text, and claims proved and certified. */
#ifndef HBKIT_TESTS_PERIODIC_PROOFS_H
#define HBKIT_TESTS_PERIODIC_PROOFS_H

#include "proof/periodic/certify.h"

/* New: the program TEXT.  The test fails if it is none. */
hb_c_unit *periodic_unit (const char *text, hb_diag *diag);

/* 20: the prover has a certificate of CLAIM, and *FOUND is what the checker says of that; 10: the claim's formula has a model;
 * 0 after an error in DIAG. */
int periodic_prove (const hb_c_unit *unit, const struct hb_claim *claim, hb_diag *diag,
                    struct hb_certified_periodic *found);

/* 8 time units, deadlines, by arrivals, loops of 5 rounds. */
extern const struct hb_claim periodic_usual;

/* Is what the prover says of CLAIM about TEXT ANSWER: 20, a certificate that is accepted; 10, the formula has a model; 0, it is
 * refused, for the reason that SAYS (NULL: any) gives?  Prints the difference. */
bool periodic_is_answer (const char *text, const struct hb_claim *claim, int answer,
                         const char *says);

/* What a task does, alone, and what holds then: in all its executions (SURE), or in some but not in others. */
struct periodic_body
{
  bool sure;
  const char *globals, *body, *holds;
};

/* How many of the COUNT BODIES get another answer than theirs, of what holds then or of its negation.  Prints the differences. */
size_t periodic_wrong_bodies (const struct periodic_body *bodies, size_t count);

#endif
