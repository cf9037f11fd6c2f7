/* SAT solvers behind one interface: <hbkit/formula.h>, and what the library alone uses. */
#ifndef HBKIT_SOLVER_H
#define HBKIT_SOLVER_H

#include "sat/cnf.h"
#include "base/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which value to try first for this variable; a hint, to be given sparingly: it overrides what the
 * solver remembers of its search.  Without it, and with seed 0, variables are first tried true. */
void hb_solver_phase (hb_solver *solver, int literal);

enum hb_solver_hint
{
  /* To search alone, without simplifying the clauses in between: it pays where one formula is asked many questions, each
   * of them easy. */
  HB_SOLVER_PLAIN,
  /* For clauses of cycles: to eliminate no variable, and to minimise learned clauses without shrinking them (Fleury and Biere,
   * "Efficient All-UIP Learned Clause Minimization", SAT 2021).  Proofs become shorter: without elimination by a tenth to two
   * thirds; without shrinking that of t-php-9-8 to a fifth, that of t-php-10-9 to a twelfth. */
  HB_SOLVER_BRIEF
};

/* How to solve, said before the first clause.  CaDiCaL alone listens. */
void hb_solver_hint (hb_solver *solver, enum hb_solver_hint hint);

/* How many clauses the solver has learned so far, into *COUNT.  PicoSAT: its conflicts.  CaDiCaL: all
 * clauses derived from conflicts, and units from its simplifications.  False: a command does not tell. */
bool hb_solver_conflicts (hb_solver *solver, uint64_t *count);

/* After 0: what a command did that no solver may (a static text, to stand behind its name), or NULL. */
const char *hb_solver_complaint (const hb_solver *solver);

/* After 0: if a command is to be complained of, true, and an error in DIAG that names it. */
bool hb_solver_blame (const hb_solver *solver, hb_diag *diag);

/* Does that for SOLVER (or NULL), and frees it. */
void hb_solver_end (hb_solver *solver, hb_diag *diag);

/* After 0: what a command claims all the same, which is 10 where it gave no model to go on with, else 0.  *REASON
 * (may be NULL) is why there was no answer, borrowed until the next call, or NULL where a limit says it. */
int hb_solver_word (const hb_solver *solver, const char **reason);

/* `hb_solver_add` and `hb_solver_value` for those who take a function and its context: SOLVER is a hb_solver. */
void hb_solver_take (void *solver, int literal);
int hb_solver_tell (void *solver, int literal);

/* Is NAME that of a program outside, whose word nothing vouches for?  NULL is not. */
bool hb_solver_is_outside (const char *name);

#ifdef __cplusplus
}
#endif
#endif
