/* Checking that clauses follow from others by unit propagation (RUP).
 *
 * A clause is a reverse unit propagation (RUP) of a set of clauses if making all its literals false
 * and propagating units runs into a clause that is false.  Then the set implies it (Goldberg and
 * Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003; Van Gelder,
 * "Verifying RUP proofs of propositional unsatisfiability", ISAIM 2008).  A list of such clauses
 * that ends in the empty one refutes the set that it starts from.
 *
 *     hb_rup *r = hb_rup_new ();
 *     hb_rup_add (r, literals, 2);                      clauses number 0, 1, ... as they come
 *     if (!hb_rup_derive (r, literals, 1, NULL)) ...    does not follow
 *
 * Literals are numbers: variable v is 2v, its negation 2v + 1.  Clauses are checked as they come,
 * forwards. What follows from the clauses by propagation alone (a root literal) is kept for good,
 * even if a clause that it came from is deleted: it is implied all the same.
 *
 * By this what writes certificates reads a solver's proof and finds out what of it is needed.  The
 * checker of certificates has a simpler one of its own (sat/units.h). */
#ifndef HBKIT_RUP_H
#define HBKIT_RUP_H

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_rup hb_rup;

/* New, without clauses; freed with `hb_rup_free` (NULL is legal). */
hb_rup *hb_rup_new (void);
void hb_rup_free (hb_rup *rup);

/* Adds the clause of SIZE LITERALS (borrowed; repetitions are legal), which is given.  Its number. */
size_t hb_rup_add (hb_rup *rup, const hb_id *literals, size_t size);

/* What a step was derived from: 2c is clause c, 2v + 1 the root literal of variable v. */
typedef VEC (size_t) hb_rup_sources;

/* Is the clause a RUP of those not deleted?  If so it is added, and SOURCES (may be NULL) becomes what
 * the conflict used.  Otherwise nothing changes.  Linear in what is propagated. */
bool hb_rup_derive (hb_rup *rup, const hb_id *literals, size_t size, hb_rup_sources *sources);

/* Deletes clause NUMBER; false if there is no such clause (any more). */
bool hb_rup_delete (hb_rup *rup, size_t number);

/* How many clauses were added so far, deleted ones included. */
size_t hb_rup_clauses (const hb_rup *rup);

/* What the root literal of VARIABLE was propagated from, appended to SOURCES. */
void hb_rup_root_sources (const hb_rup *rup, hb_id variable, hb_rup_sources *sources);

#ifdef __cplusplus
}
#endif
#endif
