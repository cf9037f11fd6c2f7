/* Signs for the occurrences of variables in random formulas. */
#ifndef HBKIT_SIGNS_H
#define HBKIT_SIGNS_H

#include "sat/cnf.h"

/* Appends a literal to CNF for each of the COUNT SLOTS (variables from 0, of VARIABLES): the signs of
 * a variable, which occurs at most 3 times, are uniform, with MIXED among those where not all are the
 * same, if it occurs more than once. */
void hb_sign_variables (hb_cnf *cnf, const hb_id *slots, size_t count, size_t variables, bool mixed,
                        struct hb_rng *rng);

/* Which of the SIZE (at least 1) literals of a clause a planted model makes false, as bits; not all.
 * Plain: uniform, which favours true literals and so gives the model away.  HIDDEN: as many are false
 * as true on average, so that the signs of a variable tell nothing:
 *
 *     2 literals        one true
 *     3 literals        1, 2 or 3 true, with weights 3 q, 3 q^2, q^3 for q = (sqrt 5 - 1) / 2
 *     more              uniform among those with a true and a false literal
 *
 * after Achlioptas, Jia and Moore, "Hiding satisfying assignments: two are better than one" (JAIR 24,
 * 2005), and Jia, Moore and Strain, "Generating hard satisfiable formulas by hiding solutions
 * deceptively" (JAIR 28, 2007), where q is chosen so that the mean of the true literals is half. */
uint64_t hb_sign_planted (size_t size, bool hidden, struct hb_rng *rng);

#endif
