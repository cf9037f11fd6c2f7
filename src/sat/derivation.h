/* A solver's proof read: clauses that follow one after another by unit propagation, and of these those that matter.
 *
 *     hb_derivation *d = hb_derivation_new ();
 *     hb_derivation_give (d, literals, 2);             clause 0: given
 *     hb_derivation_read (d, path, diag);              clauses 1, 2, ..: those of a DRAT proof
 *     hb_derivation_derive (d, literals, 1);           one more, which follows from them
 *     hb_derivation_need (d, number);                  it matters, and so does all that it came from
 *     if (hb_derivation_needs (d, 0)) ...
 *
 * The proof is checked forwards (sat/rup.h), which tells what each clause came from.  Going back from what is needed is
 * DRAT-trim's idea (Wetzler, Heule and Hunt, SAT 2014), which checks backwards and so derives from less.
 * Literals are those of DIMACS. */
#ifndef HBKIT_DERIVATION_H
#define HBKIT_DERIVATION_H

#include "base/diag.h"
#include "base/types.h"

typedef struct hb_derivation hb_derivation;

/* New, without clauses; freed with `hb_derivation_free` (NULL is legal). */
hb_derivation *hb_derivation_new (void);
void hb_derivation_free (hb_derivation *d);

/* Adds the clause of SIZE LITERALS (borrowed), which is given. */
void hb_derivation_give (hb_derivation *d, const int *literals, size_t size);

/* Does the clause follow from those not deleted by unit propagation?  If so it is added, else nothing changes. */
bool hb_derivation_derive (hb_derivation *d, const int *literals, size_t size);

/* Adds the clauses of the DRAT proof at PATH, in text, up to the empty one, and deletes those that it deletes.  False after
 * an error in DIAG: it cannot be read, or a clause does not follow. */
bool hb_derivation_read (hb_derivation *d, const char *path, hb_diag *diag);

/* Is the last clause an empty one? */
bool hb_derivation_refutes (const hb_derivation *d);

/* How many clauses there are, deleted ones included, and how many of them, the first ones, were given before any was derived. */
size_t hb_derivation_clauses (const hb_derivation *d);
size_t hb_derivation_given (const hb_derivation *d);

/* The literals of clause NUMBER, *SIZE of them; borrowed until the next one is added. */
const int *hb_derivation_clause (const hb_derivation *d, size_t number, size_t *size);

/* Clause NUMBER is needed, and so is all that it came from.  Linear in that, all calls together. */
void hb_derivation_need (hb_derivation *d, size_t number);

/* Is clause NUMBER needed?  Where a proof is so long that it is no longer noted what clauses came from, all are. */
bool hb_derivation_needs (const hb_derivation *d, size_t number);

/* The last needed clause that came from clause NUMBER; SIZE_MAX: what holds at the root did, so it has to stay; or 0: none. */
size_t hb_derivation_last_use (const hb_derivation *d, size_t number);

#endif
