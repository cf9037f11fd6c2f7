/* Shared by the problems whose instances are formulas (hb_cnf) and whose solutions are models: vectors
 * of signed bytes as sat/cnf.h has them. */
#ifndef HBKIT_PROBLEM_SAT_H
#define HBKIT_PROBLEM_SAT_H

#include "problem/problem.h"
#include "sat/cnf.h"

/* Does MODEL satisfy CNF?  False after an error in DIAG at the clause that it does not; WHAT is the
 * formula's name in it, e.g. "formula". */
bool hb_model_satisfies (const hb_cnf *cnf, const signed char *model, const char *what,
                         hb_diag *diag);

/* Most draws of a formula that is meant to be unsatisfiable; such formulas are rare when they are
 * small. */
#define HB_MOST_DRAWS 100

/* CaDiCaL, PicoSAT, and all assignments, ended by NULL. */
extern const struct hb_decider *const hb_sat_deciders[];

/* The members of the problems' records, for all of them. */
bool hb_sat_recognises (const struct hb_problem *self, const char *bytes, size_t length);
hb_instance *hb_sat_read (const struct hb_problem *self, hb_input *input, hb_diag *diag);
void hb_sat_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                   hb_output *output);
void hb_sat_sizes (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes);
bool hb_sat_equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b);
hb_instance *hb_sat_copy (const struct hb_problem *self, const hb_instance *instance);
void hb_sat_free (const struct hb_problem *self, hb_instance *instance);
hb_solution *hb_sat_read_solution (const struct hb_problem *self, const hb_instance *instance,
                                   hb_input *input, hb_diag *diag);
void hb_sat_write_solution (const struct hb_problem *self, const hb_instance *instance,
                            const hb_solution *solution, hb_output *output);
bool hb_sat_check (const struct hb_problem *self, const hb_instance *instance,
                   const hb_solution *solution, hb_diag *diag);
bool hb_sat_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
                  const hb_solution *b);
void hb_sat_free_solution (const struct hb_problem *self, hb_solution *solution);
bool hb_sat_all_solutions (const struct hb_problem *self, const hb_instance *instance,
                           hb_solution_visit *visit, void *context);
/* All formulas of SIZE clauses of at most three literals; ALL: else of 3-BI-3SAT. */
bool hb_sat_enumerate (const struct hb_problem *self, bool all, uint64_t size,
                       const uint64_t *bounds, hb_instance_visit *visit, void *context);
hb_instance *hb_sat_vary (const struct hb_problem *self, const hb_instance *instance,
                          struct hb_rng *rng);
size_t hb_sat_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_sat_without (const struct hb_problem *self, const hb_instance *instance, size_t i);

bool hb_sat_prove (const struct hb_problem *self, const hb_instance *instance,
                   struct hb_limits *limits, hb_output *output, hb_diag *diag);
enum hb_answer hb_sat_certify (const struct hb_problem *self, const hb_instance *instance,
                               hb_input *input, hb_diag *diag);

/* All of the above, as members of a record. */
#define HB_SAT_MEMBERS                                                                             \
  .suffix = "cnf", .thing = "formula", .things = "formulas", .evidence = "model",                  \
  .evidences = "models", .yes = "SATISFIABLE", .no = "UNSATISFIABLE", .solution_suffix = "model",  \
  .measures = hb_sat_measures, .recognises = hb_sat_recognises, .read = hb_sat_read,               \
  .write = hb_sat_write, .sizes = hb_sat_sizes, .equal = hb_sat_equal, .copy = hb_sat_copy,        \
  .free = hb_sat_free, .read_solution = hb_sat_read_solution,                                      \
  .write_solution = hb_sat_write_solution, .check = hb_sat_check, .same = hb_sat_same,             \
  .free_solution = hb_sat_free_solution, .all_solutions = hb_sat_all_solutions,                    \
  .deciders = hb_sat_deciders, .vary = hb_sat_vary, .parts = hb_sat_parts,                         \
  .without = hb_sat_without, .prove = hb_sat_prove, .certify = hb_sat_certify

extern const char *const hb_sat_measures[];

#endif
