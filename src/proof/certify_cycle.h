/* The proof of inconsistency.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_CYCLE_H
#define HBKIT_CERTIFY_CYCLE_H

#include "proof/certify_words.h"

/* Reads what follows the line `inconsistent` up to and with `end`, and checks it.  False after an
 * error. */
bool hb_certify_cycles (struct hb_words *words, struct hb_certified *certified);

#endif
