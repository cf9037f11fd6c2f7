/* Who decides formulas: two solvers, and all assignments. */
#include "problem/sat.h"

#include "base/memory.h"
#include "sat/solver.h"

#include <string.h>

/* Most variables of a formula whose assignments are all tried: some thousand formulas a second. */
#define MOST_BRUTE 12

static enum hb_answer
ask_solver (const struct hb_decider *self, const hb_instance *instance,
            const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (instance);
  signed char *model = hb_model_new (cnf);
  int answer = hb_solve_cnf (cnf, self->name, options->seed, options->limits, model, diag);
  if (answer == HB_YES && solution)
    *solution = hb_solution_of_model (model);
  else
    hb_free (model);
  return (enum hb_answer)answer;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "it has too many variables for all assignments to be tried";
  return hb_cnf_of (instance)->variables <= MOST_BRUTE;
}

/* Adds one to the number whose bits are the values of MODEL; false when there is no next one. */
static bool
next_assignment (signed char *model, int variables)
{
  int v = 1;
  while (v <= variables && model[v] > 0)
    model[v++] = -1;
  if (v > variables)
    return false;
  model[v] = 1;
  return true;
}

static bool
clause_holds (const int *literals, size_t size, const signed char *model)
{
  for (size_t k = 0; k < size; k++)
    if (literals[k] > 0 ? model[literals[k]] > 0 : model[-literals[k]] < 0)
      return true;
  return false;
}

static bool
all_hold (const hb_cnf *cnf, const signed char *model)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      if (!clause_holds (literals, size, model))
        return false;
    }
  return true;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_cnf *cnf = hb_cnf_of (instance);
  signed char *model = hb_model_new (cnf);
  memset (model + 1, -1, (size_t)cnf->variables);
  bool found, more = true;
  while (!(found = all_hold (cnf, model)) && more)
    more = next_assignment (model, cnf->variables);
  if (found && solution)
    *solution = hb_solution_of_model (model);
  else
    hb_free (model);
  return found ? HB_YES : HB_NO;
}

static const struct hb_decider cadical
    = { .name = "cadical", .summary = "CaDiCaL", .seeded = true, .decide = ask_solver };
static const struct hb_decider picosat
    = { .name = "picosat", .summary = "PicoSAT", .seeded = true, .decide = ask_solver };
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all assignments, of small formulas",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };

const struct hb_decider *const hb_sat_deciders[] = { &cadical, &picosat, &brute, NULL };
