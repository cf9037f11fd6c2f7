/* Checking certificates of comparisons (certificate.h): runs are carried out, refutations derived over the formula of
 * formula.h, which is made anew from the programs. */
#ifndef HBKIT_DIFF_CERTIFY_H
#define HBKIT_DIFF_CERTIFY_H

#include "diff/family.h"
#include "diff/graph.h"

#include "base/input.h"

struct diff_certified
{
  bool verified;
  bool unread;             /* a program could not be read: nothing is said of the certificate */
  hb_id rank;              /* 0: of whole runs, or */
  bool every;              /* of every minimal difference */
  size_t sets[2], only[2]; /* up to the rank, of old and new; else minimal differences */
  size_t runs, cycles, lemmas, refuted;
};

/* Is INPUT, from its start, such a certificate? */
bool diff_is_certificate (hb_input *input);

/* Checks INPUT against the programs at PATHS (old, new), which are read as the certificate says.  What is wrong is an
 * error in DIAG with the certificate's line. */
struct diff_certified diff_certify (const char *const paths[2], hb_input *input, hb_diag *diag);

#endif
