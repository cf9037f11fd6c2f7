/* SC rf-consistency as a problem.  An instance is a history (`hb_trace`, trace/history.h), a solution an
 * order of its writes: an array of `hb_id` laid out as the history's co, variable after variable. */
#ifndef HBKIT_PROBLEM_SC_H
#define HBKIT_PROBLEM_SC_H

#include "problem/reduction.h"
#include "problem/trace_instance.h"
#include "trace/history.h"

static inline const hb_id *
hb_co_of (const hb_solution *solution)
{
  return (const hb_id *)solution;
}

static inline hb_solution *
hb_solution_of_co (hb_id *co)
{
  return (hb_solution *)co;
}

/* The order in which HISTORY's writes happen to stand, as a solution to be filled; new. */
hb_id *hb_co_new (const hb_trace *history);

/* The order of the writes that RUN has, all events in order; new. */
hb_id *hb_co_of_run (const hb_trace *history, const hb_id *run);

/* Members of the problem's record. */
hb_solution *hb_co_read (const struct hb_problem *self, const hb_instance *instance,
                         hb_input *input, hb_diag *diag);
void hb_co_write (const struct hb_problem *self, const hb_instance *instance,
                  const hb_solution *solution, hb_output *output);
bool hb_co_check (const struct hb_problem *self, const hb_instance *instance,
                  const hb_solution *solution, hb_diag *diag);
bool hb_co_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
                 const hb_solution *b);
void hb_co_free (const struct hb_problem *self, hb_solution *solution);

/* A builder that makes a history, in memory. */
hb_builder *hb_target_history_builder (hb_diag *diag);

/* `all_solutions` of the problem: histories with few writes. */
bool hb_sc_all_solutions (const struct hb_problem *self, const hb_instance *instance,
                          hb_solution_visit *visit, void *context);

bool hb_sc_prove (const struct hb_problem *self, const hb_instance *instance,
                  struct hb_limits *limits, hb_output *output, hb_diag *diag);
enum hb_answer hb_sc_certify (const struct hb_problem *self, const hb_instance *instance,
                              hb_input *input, hb_diag *diag);

extern const struct hb_decider hb_sc_sat, hb_sc_picosat, hb_sc_search;
extern const struct hb_decider *const hb_sc_deciders[];

#endif
