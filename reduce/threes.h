/* A formula as clauses of exactly three literals, for constructions with a place for each: a clause of one or two
 * literals repeats its last one, a wider one is split by fresh variables (as 3sat-3bisat does).
 *
 *     (1 2)(-3)(1 -2 3 4)()   becomes   (1 2 2)(-3 -3 -3)(1 -2 5)(-5 3 4)   and one empty clause
 *
 * Nothing else is changed: tautologies and repeated literals stay, since the constructions need nothing of
 * the literals of a clause but their values. */
#ifndef HBKIT_REDUCE_THREES_H
#define HBKIT_REDUCE_THREES_H

#include "sat/cnf.h"

struct hb_three
{
  int literals[3];
  hb_id column; /* the number of its clause in the formula, from 1 */
};

struct hb_threes
{
  const hb_cnf *cnf;             /* borrowed */
  VEC (struct hb_three) clauses; /* m of them */
  VEC (hb_id) empty;             /* the columns of the empty clauses */
  VEC (int)
  numbers; /* i (from 0) -> number of the i-th variable that occurs, ascending; the fresh ones follow those of
                        the formula */
  VEC (hb_id) ranks; /* number -> i */
};

/* Fills THREES for CNF (borrowed).  Empty it with `hb_threes_free`.  Linear. */
void hb_threes_init (struct hb_threes *threes, const hb_cnf *cnf);
void hb_threes_free (struct hb_threes *threes);

/* MODEL of the formula with values for the fresh variables: a model of the clauses if it is one.  New. */
signed char *hb_threes_extend (const struct hb_threes *threes, const signed char *model);

/* n: the variables that occur, the fresh ones among them. */
static inline hb_id
hb_threes_variables (const struct hb_threes *threes)
{
  return (hb_id)threes->numbers.size;
}

/* The place among them of LITERAL's variable. */
static inline hb_id
hb_threes_rank (const struct hb_threes *threes, int literal)
{
  return threes->ranks.data[literal < 0 ? -literal : literal];
}

/* The places (1 to 3) of the literals of clause J (from 1) in PLACES, by the ranks of their variables; those of one variable
 * as they stand. */
void hb_threes_by_rank (const struct hb_threes *threes, hb_id j, hb_id places[3]);

#endif
