/* The checker of proofs about histories (trace/history.h): it shares no code with what decides them.
 *
 *     hbcert 1 history
 *     history EVENTS THREADS VARIABLES
 *     run 0-1 4 2-3                        consistent: all events, in an order in which they may have happened
 *     end
 *
 *     hbcert 1 history
 *     history EVENTS THREADS VARIABLES
 *     pair A B                             literal 1, then 2, ...: the write A is earlier than the write B
 *     cycle 3 po 5 co:-1 0 rf 2 fr:2 3     a cycle under what its co and fr steps assume: not all of that
 *     proof
 *     1 -2 0                               DRAT as text: follows by unit propagation
 *     0
 *     end
 *
 * Events are named by their numbers in the order of the file, from 0.  po leads to any later event of the thread,
 * rf from a write to a read of it, co:L from a write to another of its variable if the literal L says so, fr:L
 * from a read to a write behind the one that it reads from, fr to any write from a read of the initial value. */
#ifndef HBKIT_CERTIFY_HISTORY_H
#define HBKIT_CERTIFY_HISTORY_H

#include "proof/certify.h"

/* Does the text at the start of INPUT look like such a proof?  INPUT can still be read from its start. */
bool hb_is_history_certificate (hb_input *input);

/* Checks the proof that INPUT (borrowed, at its start) reads against HISTORY.  Unless it shows its verdict the
 * first thing wrong is an error in DIAG.  Linear, but for unit propagation. */
struct hb_certified hb_certify_history (const hb_trace *history, hb_input *input, hb_diag *diag);

#endif
