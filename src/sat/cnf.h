/* Formulas in conjunctive normal form, and DIMACS, the format of the SAT competitions: <hbkit/formula.h>, and
 * what the library alone uses. */
#ifndef HBKIT_CNF_H
#define HBKIT_CNF_H

#include <hbkit/formula.h>

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

/* The place of clause J in its file, for errors (file NULL when it was not read from one). */
struct hb_place hb_cnf_place (const hb_cnf *cnf, size_t j);

/* Removes clause J, or literal K of clause J; for shrinking. */
void hb_cnf_drop_clause (hb_cnf *cnf, size_t j);
void hb_cnf_drop_literal (hb_cnf *cnf, size_t j, size_t k);

/* Is LITERAL true in MODEL?  What has no value is false. */
static inline bool
hb_literal_holds (const signed char *model, int literal)
{
  return literal > 0 ? model[literal] > 0 : model[-literal] <= 0;
}

/* Adds a clause of SIZE literals, each drawn among variables 1 to VARIABLES (one at least, unless SIZE is 0): repetitions
 * and tautologies are possible. */
void hb_cnf_add_drawn (hb_cnf *cnf, int variables, uint64_t size, struct hb_rng *rng);

/* Renames the variables that occur to 1, 2, ... in the order of their numbers. */
void hb_cnf_compact (hb_cnf *cnf);

/* As `hb_dimacs_read`, from INPUT (stolen, at its start). */
hb_cnf *hb_dimacs_read_input (hb_input *input, hb_diag *diag);

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
