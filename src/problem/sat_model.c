/* Models, as the solutions of problems whose instances are formulas: the `s` and `v` lines of SAT
 * solvers. */
#include "problem/sat.h"

#include "base/memory.h"

#include <stdlib.h>

/* Most variables of a formula whose assignments are all tried. */
#define MOST_TRIED 16

signed char *
hb_model_new (const hb_cnf *cnf)
{
  return hb_calloc ((size_t)cnf->variables + 1, 1);
}

bool
hb_model_satisfies (const hb_cnf *cnf, const signed char *model, const char *what, hb_diag *diag)
{
  size_t falsified = hb_cnf_falsified (cnf, model);
  if (falsified == SIZE_MAX)
    return true;
  struct hb_place place = hb_cnf_place (cnf, falsified);
  hb_error (diag, &place, "the assignment does not satisfy clause %zu of the %s", falsified + 1,
            what);
  return false;
}

hb_solution *
hb_sat_read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
                      hb_diag *diag)
{
  (void)self;
  struct hb_sat_answer answer;
  char *name = hb_copy_text (hb_input_name (input));
  struct hb_place place = { .file = name };
  bool good = hb_solution_read_input (input, hb_cnf_of (instance)->variables, &answer, diag);
  if (good && answer.answer != HB_SATISFIABLE)
    {
      hb_error (diag, &place, "no model in this file; expected 's SATISFIABLE' and 'v' lines");
      good = false;
    }
  hb_free (name);
  if (good)
    return hb_solution_of_model (answer.model.data);
  vec_free (answer.model);
  return NULL;
}

void
hb_sat_write_solution (const struct hb_problem *self, const hb_instance *instance,
                       const hb_solution *solution, hb_output *output)
{
  (void)self;
  hb_solution_write (output, hb_model_of (solution), hb_cnf_of (instance)->variables);
}

bool
hb_sat_check (const struct hb_problem *self, const hb_instance *instance,
              const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  return hb_model_satisfies (hb_cnf_of (instance), hb_model_of (solution), "formula", diag);
}

/* Of variables that do not occur any value is as good as another. */
bool
hb_sat_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
             const hb_solution *b)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  for (size_t i = 0; i < cnf->literals.size; i++)
    {
      int v = abs (cnf->literals.data[i]);
      if ((hb_model_of (a)[v] > 0) != (hb_model_of (b)[v] > 0))
        return false;
    }
  return true;
}

void
hb_sat_free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_free (solution);
}

bool
hb_sat_all_solutions (const struct hb_problem *self, const hb_instance *instance,
                      hb_solution_visit *visit, void *context)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  if (cnf->variables > MOST_TRIED)
    return false;
  signed char *model = hb_model_new (cnf);
  bool go_on = true;
  for (uint64_t bits = 0; bits < UINT64_C (1) << cnf->variables && go_on; bits++)
    {
      for (int v = 1; v <= cnf->variables; v++)
        model[v] = bits >> (v - 1) & 1 ? 1 : -1;
      if (hb_cnf_falsified (cnf, model) == SIZE_MAX)
        go_on = visit (context, hb_solution_of_model (model));
    }
  hb_free (model);
  return go_on;
}
