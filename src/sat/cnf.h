/* Formulas in conjunctive normal form, and DIMACS, the format of the SAT competitions.
 *
 * Variables are 1 .. variables; the literal of variable v is v or -v.  A model is a vector of
 * `variables + 1` signed bytes, [v] being +1 (true), -1 (false) or 0 (not said). */
#ifndef HBKIT_CNF_H
#define HBKIT_CNF_H

#include "base/diag.h"
#include "base/input.h"
#include "base/output.h"
#include "base/rng.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_cnf
{
  int variables;
  VEC (int) literals; /* of all clauses, one clause after another */
  VEC (size_t) ends;  /* clause j is literals[j ? ends[j - 1] : 0 .. ends[j] - 1] */
  VEC (size_t) lines; /* line of the file where clause j starts; empty when not read from one */
  char *file;         /* its name for messages (owned), or NULL */
};

typedef struct hb_cnf hb_cnf;

/* The most variables that a header may announce: with a model and a few tables of that many entries
 * it still fits into the memory of a laptop. */
#define HB_MOST_VARIABLES 100000000

/* New formula without clauses; freed with `hb_cnf_free` (NULL is legal). */
hb_cnf *hb_cnf_new (int variables);
void hb_cnf_free (hb_cnf *cnf);
hb_cnf *hb_cnf_copy (const hb_cnf *cnf);

/* Appends a literal to the clause being written, or ends that clause when LITERAL is 0 (as DIMACS
 * does).  Raises `variables` if need be. */
void hb_cnf_add (hb_cnf *cnf, int literal);

/* Appends a whole clause of SIZE literals. */
void hb_cnf_add_clause (hb_cnf *cnf, const int *literals, size_t size);

size_t hb_cnf_clauses (const hb_cnf *cnf);

/* The literals of clause J (from 0), borrowed; *SIZE is their number. */
const int *hb_cnf_clause (const hb_cnf *cnf, size_t j, size_t *size);

/* The place of clause J in its file, for errors (file NULL when it was not read from one). */
struct hb_place hb_cnf_place (const hb_cnf *cnf, size_t j);

/* The index of the first clause that MODEL does not make true (0 counts as false for both signs),
 * or SIZE_MAX if it makes all true. */
size_t hb_cnf_falsified (const hb_cnf *cnf, const signed char *model);

/* Removes clause J, or literal K of clause J; for shrinking. */
void hb_cnf_drop_clause (hb_cnf *cnf, size_t j);
void hb_cnf_drop_literal (hb_cnf *cnf, size_t j, size_t k);

/* Renames the variables that occur to 1, 2, ... in the order of their numbers. */
void hb_cnf_compact (hb_cnf *cnf);

/* New: the same formula with clauses, literals, variables and signs in a random order. */
hb_cnf *hb_cnf_shuffled (const hb_cnf *cnf, struct hb_rng *rng);

/* Reads DIMACS.  Accepts comments anywhere, clauses over several lines, and SATLIB's trailer (a
 * line with a lone %).  NULL after errors in DIAG: no header, a literal out of range, fewer or more
 * clauses than the header says, a last clause without its 0.  New.  Linear. */
hb_cnf *hb_dimacs_read (const char *path, hb_diag *diag);

/* As above, from INPUT (stolen, at its start). */
hb_cnf *hb_dimacs_read_input (hb_input *input, hb_diag *diag);

/* Writes DIMACS; COMMENT (may be NULL) becomes `c` lines before the header. */
void hb_dimacs_write (hb_output *output, const hb_cnf *cnf, const char *comment);

/* A solution as SAT solvers write it. */
struct hb_sat_answer
{
  enum
  {
    HB_NO_ANSWER,
    HB_SATISFIABLE,
    HB_UNSATISFIABLE
  } answer;
  VEC (signed char) model; /* [v] is +1, -1 or 0; empty unless satisfiable */
};

/* Reads `s` and `v` lines (`v` lines alone, or bare literals ended by 0, will do) for a formula of
 * VARIABLES variables.  False after an error in DIAG.  SOLUTION is filled; free its model. */
bool hb_solution_read (const char *path, int variables, struct hb_sat_answer *solution,
                       hb_diag *diag);

/* As above, from INPUT (stolen, at its start). */
bool hb_solution_read_input (hb_input *input, int variables, struct hb_sat_answer *solution,
                             hb_diag *diag);

/* Writes `s SATISFIABLE` and the `v` lines of MODEL for variables 1 .. VARIABLES (0 is written as
 * false), lines of at most 78 columns; MODEL NULL: `s UNSATISFIABLE`. */
void hb_solution_write (hb_output *output, const signed char *model, int variables);

#ifdef __cplusplus
}
#endif
#endif
