/* See encoded.h. */
#include "problem/encoded.h"

#include "base/memory.h"
#include "sat/cnf.h"
#include "sat/solver.h"

enum hb_answer
hb_encoded_decide (const struct hb_decider *self, const hb_instance *instance,
                   const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const struct hb_encoded *by = self->own;
  hb_cnf *cnf = by->encoding->encode (instance);
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int answer = hb_solve_cnf (cnf, by->solver, options->seed, options->limits, model, diag);
  if (answer == HB_YES && solution)
    *solution = by->encoding->decode (instance, model);
  hb_free (model);
  hb_cnf_free (cnf);
  return (enum hb_answer)answer;
}
