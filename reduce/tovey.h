/* The plan of `3sat-3bisat`: which variables of the target stand for what.
 *
 *     source           simplified         target
 *     x, 2 clauses     the same           one variable
 *     x, 5 clauses     the same           five, one per clause, tied by a cycle
 *     5 literals       the same           three clauses, two fresh variables
 *
 * The target's variables are, from 1: those of the source's that are left, in order, copies side by
 * side; then the fresh ones, clause after clause. */
#ifndef HBKIT_REDUCE_TOVEY_H
#define HBKIT_REDUCE_TOVEY_H

#include "reduce/simplify.h"

struct hb_tovey
{
  struct hb_simplified simple;
  int *first; /* source variable -> its first target variable, or 0 */
  int fresh;  /* the first fresh one */
};

/* Most clauses that a variable of the target may stand in, most literals of its clauses. */
#define HB_TOVEY_OCCURRENCES 3
#define HB_TOVEY_LITERALS 3

/* Fills PLAN for CNF; empty it with `hb_tovey_free`.  Linear. */
void hb_tovey_make (const hb_cnf *cnf, struct hb_tovey *plan);
void hb_tovey_free (struct hb_tovey *plan);

/* How many target variables stand for source variable V: its occurrences if more than three, else
 * one, and none if it does not occur. */
size_t hb_tovey_copies (const struct hb_tovey *plan, int v);

/* How many fresh variables a clause of SIZE literals needs; how many literals the C-th clause left has. */
size_t hb_tovey_fresh (size_t size);
size_t hb_tovey_size (const struct hb_simplified *simple, size_t c);

/* Variables, clauses and literals of the target. */
void hb_tovey_sizes (const hb_cnf *cnf, const struct hb_tovey *plan, uint64_t *sizes);

#endif
