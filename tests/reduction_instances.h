/* Instances for tests of problems and reductions. */
#ifndef HBKIT_TESTS_REDUCTION_INSTANCES_H
#define HBKIT_TESTS_REDUCTION_INSTANCES_H

#include "problem/problem.h"

/* Calls VISIT for DRAWN random instances of each generator (or more), for formulas with wide clauses and of odd shapes,
 * and for the smallest ones, that REDUCTION accepts, until it gives false. */
void each_instance (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
                    void *context);

/* The same for those that it does not accept. */
void each_refused (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
                   void *context);

/* What is read from TEXT, called "f"; NULL after an error in DIAG. */
hb_instance *instance_of_text (const struct hb_problem *problem, const char *text, hb_diag *diag);

/* The answer of the first decider that takes INSTANCE and has one; with HB_YES the solution into *SOLUTION, otherwise
 * NULL. */
enum hb_answer first_answer (const struct hb_problem *problem, const hb_instance *instance,
                             hb_solution **solution, hb_diag *diag);

/* Are its solutions models of formulas? */
bool is_of_models (const struct hb_problem *problem);

/* Is the reduction to be tested?  HBKIT_REDUCTION=NAME in the environment: that one alone. */
bool is_tested (const struct hb_reduction *reduction);

#endif
