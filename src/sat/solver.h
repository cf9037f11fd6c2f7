/* SAT solvers behind one interface (incremental, in the manner of IPASIR).
 *
 *     hb_solver *s = hb_solver_new ("cadical", diag);
 *     hb_solver_add (s, 1), hb_solver_add (s, -2), hb_solver_add (s, 0);
 *     if (hb_solver_solve (s) == 10) value = hb_solver_value (s, 2);
 *
 * Literals are those of DIMACS.  Variables come into being by being named. */
#ifndef HBKIT_SOLVER_H
#define HBKIT_SOLVER_H

#include "sat/cnf.h"
#include "base/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_solver hb_solver;

/* NAME is "cadical" (NULL: it too), "picosat", or a command line that reads DIMACS on standard
 * input and writes `s`/`v` lines.  SEED 0 leaves the solver's own; others vary its choices.  NULL
 * after an error in DIAG.  New. */
hb_solver *hb_solver_new (const char *name, uint64_t seed, hb_diag *diag);
void hb_solver_free (hb_solver *solver);

/* "cadical 1.5.3": name and version, borrowed. */
const char *hb_solver_signature (const hb_solver *solver);

/* Appends LITERAL to the clause being added, or ends it (0). */
void hb_solver_add (hb_solver *solver, int literal);

/* LITERAL holds in the next solve only. */
void hb_solver_assume (hb_solver *solver, int literal);

/* Which value to try first for this variable; a hint, to be given sparingly: it overrides what the
 * solver remembers of its search.  Without it, and with seed 0, variables are first tried true. */
void hb_solver_phase (hb_solver *solver, int literal);

/* 10 satisfiable, 20 unsatisfiable (under the assumptions), 0 stopped.  LIMITS may be NULL. */
int hb_solver_solve (hb_solver *solver, struct hb_limits *limits);

/* After 10: +1 or -1, the value of variable |LITERAL| seen through LITERAL's sign. */
int hb_solver_value (hb_solver *solver, int literal);

/* After 20: was this assumption used? */
bool hb_solver_failed (hb_solver *solver, int literal);

/* Writes a DRAT proof (text) of everything from now on to PATH; before the first clause.  The file
 * is complete after each solve.  False if the solver cannot. */
bool hb_solver_proof (hb_solver *solver, const char *path);

/* How many clauses the solver has learned so far, into *COUNT.  PicoSAT: its conflicts.  CaDiCaL: all
 * clauses derived from conflicts, and units from its simplifications.  False: a command does not tell. */
bool hb_solver_conflicts (hb_solver *solver, uint64_t *count);

/* Adds the clauses of CNF. */
void hb_solver_add_cnf (hb_solver *solver, const hb_cnf *cnf);

/* After 10: fills MODEL[1 .. VARIABLES] with +1 and -1. */
void hb_solver_model (hb_solver *solver, signed char *model, int variables);

/* Decides CNF by the named solver: 10, 20, 0.  MODEL (variables + 1 entries, may be NULL) is filled
 * after 10 with +1 and -1. */
int hb_solve_cnf (const hb_cnf *cnf, const char *name, uint64_t seed, struct hb_limits *limits,
                  signed char *model, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
