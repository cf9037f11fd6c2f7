/* Does a clause follow from others by unit propagation (RUP)?  For checkers of certificates alone.
 *
 * A clause is a reverse unit propagation of a set of clauses if making all its literals false and
 * propagating units runs into a clause that is false; then the set implies it (Goldberg and Novikov,
 * "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003).
 *
 * What writes certificates has a propagation of its own, which also tells what a clause came from
 * (sat/rup.h).  This one only says yes or no; it shares nothing with the other, so that a mistake there is
 * found here.
 *
 * Literals are numbers: variable v is 2v, its negation 2v + 1.  Clauses number 0, 1, ... as they
 * come.  What follows by propagation alone (a root literal) stays for good, even if a clause that it
 * came from is deleted: it is implied all the same. */
#ifndef HBKIT_UNITS_H
#define HBKIT_UNITS_H

#include "base/vec.h"

typedef struct hb_units hb_units;

/* New, without clauses; freed with `hb_units_free` (NULL is legal). */
hb_units *hb_units_new (void);
void hb_units_free (hb_units *units);

/* Adds the clause of SIZE LITERALS (borrowed; repetitions are legal), which is given. */
void hb_units_give (hb_units *units, const hb_id *literals, size_t size);

/* Is the clause a RUP of those not deleted?  If so it is added, otherwise nothing changes.  Linear
 * in the clauses visited. */
bool hb_units_derive (hb_units *units, const hb_id *literals, size_t size);

/* Deletes clause NUMBER; false if there is no such clause (any more). */
bool hb_units_delete (hb_units *units, size_t number);

/* How many clauses were added so far, deleted ones included. */
size_t hb_units_clauses (const hb_units *units);

#endif
