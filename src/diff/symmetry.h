/* Threads that can be exchanged: that do the same, each with variables and statements of its own.
 *
 * If exchanging two threads, with what only they have, changes neither program, then what one run shows another one shows
 * with their parts exchanged.  Of a class of threads any two of which can be exchanged it is enough to look at runs in
 * which they do something in one certain order, as long as what is said of these runs is the same for all
 * (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems", KR 1996). */
#ifndef HBKIT_DIFF_SYMMETRY_H
#define HBKIT_DIFF_SYMMETRY_H

#include "diff/facts.h"

typedef struct diff_symmetry
{
  VEC (hb_id) threads; /* of the program asked for, class by class, HB_NONE ends each */
  VEC (hb_id *) swaps; /* by fact what it becomes, for each two neighbours of a class; owned */
} diff_symmetry;

/* The classes of two threads and more of program SIDE of SCOPE, which has two programs.  To be freed.  Pairs of threads
 * times the size of the programs. */
void diff_symmetry_find (const diff_scope *scope, int side, diff_symmetry *symmetry);
void diff_symmetry_free (diff_symmetry *symmetry);

/* Is the set of COUNT facts the same after every exchange? */
bool diff_symmetry_keeps (const diff_symmetry *symmetry, const hb_id *set, hb_id count);

#endif
