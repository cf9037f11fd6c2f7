/* The proof of consistency.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_RUN_H
#define HBKIT_CERTIFY_RUN_H

#include "proof/certify_words.h"

/* Reads what follows the line `consistent` up to and with `end`, and checks it.  False after an
 * error. */
bool hb_certify_run (struct hb_words *words, struct hb_certified *certified);

#endif
