/* All 3-BI-3SAT formulas, or all of 3SAT, each once. */
#ifndef HBKIT_ENUMERATE_H
#define HBKIT_ENUMERATE_H

#include "sat/cnf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More clauses than this cannot be asked for; ten already take days. */
#define HB_MOST_ENUMERATED 32

/* How large the formulas may be. */
struct hb_bounds
{
  int variables; /* occurring */
  size_t clauses;
  size_t literals; /* in all clauses */
  bool all;        /* clauses of one literal too, and variables in any number of clauses: all of
                        3SAT, but for literals repeated in a clause and tautologies */
};

/* Calls VISIT for every 3-BI-3SAT formula (ED-consistency paper, Definition 3; a multiset of
   * clauses; with `all` every formula of 1 to 3 literals a clause) within BOUNDS, the empty one
   * included, one for each class under renaming of variables,
   * flipping of all signs of a variable, order of clauses and of literals.  The formula is
   * borrowed, its variables are 1 .. variables and all occur.  A formula comes after those that
   * have its first clauses.  Stops when VISIT returns false; the result says whether all were
   * visited.  CONTEXT is handed through. Memory: O(clauses).  Time: per formula some microseconds,
   * growing with its symmetries. */
bool hb_enumerate (const struct hb_bounds *bounds, bool (*visit) (const hb_cnf *cnf, void *context),
                   void *context);

#ifdef __cplusplus
}
#endif
#endif
