/* Formulas in conjunctive normal form, DIMACS, and SAT solvers.
 *
 *     hb_cnf *cnf = hb_dimacs_read ("f.cnf", diag);
 *     signed char *model = calloc (hb_cnf_variables (cnf) + 1, 1);
 *     if (cnf && hb_solve_cnf (cnf, "picosat", 0, NULL, model, diag) == 10)
 *       ...
 *     hb_cnf_free (cnf);
 *
 * Variables are 1 .. variables; the literal of variable v is v or -v.  A *model* is an array of
 * `variables + 1` signed bytes, [v] being +1 (true), -1 (false) or 0 (not said).
 *
 * Threads: as base.h says; solvers in different threads share nothing. */
#ifndef HBKIT_PUBLIC_FORMULA_H
#define HBKIT_PUBLIC_FORMULA_H

#include <hbkit/file.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_cnf hb_cnf;

/* The most variables that a header may announce: with a model and a few tables of that many entries
 * it still fits into the memory of a laptop. */
#define HB_MOST_VARIABLES 100000000

/* New formula without clauses; freed with `hb_cnf_free` (NULL is legal). */
HB_API hb_cnf *hb_cnf_new (int variables);
HB_API void hb_cnf_free (hb_cnf *cnf);

/* New: the same formula.  Linear. */
HB_API hb_cnf *hb_cnf_copy (const hb_cnf *cnf);

/* Appends a literal to the clause being written, or ends that clause when LITERAL is 0 (as DIMACS
 * does).  Raises the number of variables if need be.  O(1) over many calls. */
HB_API void hb_cnf_add (hb_cnf *cnf, int literal);

/* Appends a whole clause of SIZE literals. */
HB_API void hb_cnf_add_clause (hb_cnf *cnf, const int *literals, size_t size);

HB_API int hb_cnf_variables (const hb_cnf *cnf);
HB_API size_t hb_cnf_clauses (const hb_cnf *cnf);

/* The literals of clause J (from 0), borrowed until CNF changes; *SIZE is their number.  O(1). */
HB_API const int *hb_cnf_clause (const hb_cnf *cnf, size_t j, size_t *size);

/* The index of the first clause that MODEL does not make true (0 counts as false for both signs),
 * or SIZE_MAX if it makes all true.  Linear. */
HB_API size_t hb_cnf_falsified (const hb_cnf *cnf, const signed char *model);

/* New: the same formula with clauses, literals, variables and signs in a random order.  Linear. */
HB_API hb_cnf *hb_cnf_shuffled (const hb_cnf *cnf, struct hb_rng *rng);

/* Reads DIMACS ("-": standard input; compressed or not).  Accepts comments anywhere, clauses over several
 * lines, and SATLIB's trailer (a line with a lone %).  NULL after errors in DIAG: no header, a literal out of
 * range, fewer or more clauses than the header says, a last clause without its 0.  New.  Linear. */
HB_API hb_cnf *hb_dimacs_read (const char *path, hb_diag *diag);

/* Writes DIMACS; COMMENT (may be NULL) becomes `c` lines before the header.  Linear. */
HB_API void hb_dimacs_write (hb_output *output, const hb_cnf *cnf, const char *comment);

/* --- solvers -------------------------------------------------------------------------------------
 *
 * Incremental, in the manner of IPASIR; variables come into being by being named. */

typedef struct hb_solver hb_solver;

/* NAME is "cadical" (NULL: it too), "picosat", or a command line that reads DIMACS on standard
 * input and writes `s`/`v` lines.  SEED 0 leaves the solver's own; others vary its choices.  NULL
 * after an error in DIAG.  New; freed with `hb_solver_free` (NULL is legal). */
HB_API hb_solver *hb_solver_new (const char *name, uint64_t seed, hb_diag *diag);
HB_API void hb_solver_free (hb_solver *solver);

/* "cadical 1.5.3": name and version, borrowed. */
HB_API const char *hb_solver_signature (const hb_solver *solver);

/* Appends LITERAL to the clause being added, or ends it (0). */
HB_API void hb_solver_add (hb_solver *solver, int literal);

/* LITERAL holds in the next solve only. */
HB_API void hb_solver_assume (hb_solver *solver, int literal);

/* 10 satisfiable, 20 unsatisfiable (under the assumptions), 0 stopped, or a clause is still open.  LIMITS
 * may be NULL. */
HB_API int hb_solver_solve (hb_solver *solver, struct hb_limits *limits);

/* After 10: +1 or -1, the value of variable |LITERAL| seen through LITERAL's sign; else 0. */
HB_API int hb_solver_value (hb_solver *solver, int literal);

/* After 20: was this assumption used?  Else false. */
HB_API bool hb_solver_failed (hb_solver *solver, int literal);

/* Writes a DRAT proof (text) of everything from now on to PATH; before the first clause.  The file
 * is complete after each solve.  False if the solver cannot. */
HB_API bool hb_solver_proof (hb_solver *solver, const char *path);

/* Adds the clauses of CNF. */
HB_API void hb_solver_add_cnf (hb_solver *solver, const hb_cnf *cnf);

/* After 10: fills MODEL[1 .. VARIABLES] with +1 and -1. */
HB_API void hb_solver_model (hb_solver *solver, signed char *model, int variables);

/* Decides CNF by the named solver: 10, 20, 0.  MODEL (variables + 1 entries, may be NULL) is filled
 * after 10 with +1 and -1. */
HB_API int hb_solve_cnf (const hb_cnf *cnf, const char *name, uint64_t seed,
                         struct hb_limits *limits, signed char *model, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
