/* Certificates of smallest hitting families: is this a family of so many schedules, and is there none of fewer?
 * The format stands in poset/minimal.h.
 *
 *     certify_hitting.c         the file: poset, family, tuples, clique, end
 *     certify_hitting_refute.c  every clause rebuilt from the poset, then the refutation
 *
 * It shares no code with the search, but for posets, and tuples and schedules of them. */
#ifndef HBKIT_CERTIFY_HITTING_H
#define HBKIT_CERTIFY_HITTING_H

#include "poset/schedules.h"
#include "proof/certify.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_certified_hitting
{
  bool good;           /* all that the file claims is shown */
  bool is_certificate; /* the file starts as one */
  int d;
  size_t low,
      high; /* no family has fewer than LOW schedules, one has HIGH; HIGH 0: no family is given */
  size_t tuples, clique, cycles, clauses;
};

/* Does the text at the start of INPUT look like such a certificate?  INPUT can still be read from its start. */
bool hb_is_hitting_certificate (hb_input *input);

/* Checks the certificate that INPUT (borrowed, at its start) reads against POSET.  What is wrong is an error in
 * DIAG, with its line. */
struct hb_certified_hitting hb_certify_hitting (const hb_poset *poset, hb_input *input,
                                                hb_diag *diag);

/* --- private to certify_hitting*.c --- */

struct hb_hitting_claims
{
  const hb_poset *poset;
  int d;
  hb_tuples tuples; /* D members each */
  hb_tuples clique; /* numbers of tuples */
};

struct hb_words;

/* The line `refute M HOW` has been read up to its first word: reads on up to the empty clause.  *REFUTED is M. */
bool hb_certify_refutation (struct hb_words *words, const struct hb_hitting_claims *claims,
                            size_t *refuted, struct hb_certified_hitting *certified);

#ifdef __cplusplus
}
#endif
#endif
