/* Small formulas for the tests: at random, from text, and all their models by trying. */
#ifndef HBKIT_SMALL_FORMULAS_H
#define HBKIT_SMALL_FORMULAS_H

#include "sat/cnf.h"
#include "base/rng.h"

/* The clauses of TEXT, numbers ended by 0 as in DIMACS without its header.  New. */
hb_cnf *formula_of_text (int variables, const char *text);

/* CLAUSES random clauses of up to SIZE literals, drawn with replacement: doubles, tautologies, units
 * and, rarely, empty clauses come out.  New. */
hb_cnf *random_formula (struct hb_rng *rng, int variables, size_t clauses, size_t size);

/* A random 3-BI-3SAT formula: up to CLAUSES clauses over VARIABLES variables, not all of which need
 * occur; mostly of two literals, so that many are unsatisfiable.  New. */
hb_cnf *random_bisat (struct hb_rng *rng, int variables, size_t clauses);

/* Formula INDEX of the stream of SEED: such a one of 2 to VARIABLES variables and up to CLAUSES clauses.  New. */
hb_cnf *bisat_of_stream (uint64_t seed, uint64_t index, int variables, size_t clauses);

/* The first unsatisfiable one of up to TRIES of these; NULL if there is none.  New. */
hb_cnf *random_refuted_bisat (struct hb_rng *rng, int variables, size_t clauses, size_t tries);

/* Calls VISIT with every model of CNF, at most LIMIT of them, total ones, found by backtracking over the
 * variables in their order; VISIT may be NULL.  How many there were. */
size_t for_all_models (const hb_cnf *cnf, size_t limit,
                       void (*visit) (void *context, const signed char *model), void *context);

/* Does MODEL make every clause true?  A second opinion on `hb_cnf_falsified`. */
bool is_model (const hb_cnf *cnf, const signed char *model);

/* CNF as text, a clause a line without the 0; for messages and comparisons.  New. */
char *text_of_formula (const hb_cnf *cnf);

#endif
