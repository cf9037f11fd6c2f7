/* Proofs about formulas, as SAT solvers write them: a model, or CaDiCaL's refutation, of which what the
 * contradiction does not need is left out. */
#include "problem/sat.h"

#include "base/memory.h"
#include "proof/certificate_refute.h"
#include "proof/certify_formula.h"
#include "sat/solver.h"

bool
hb_sat_prove (const struct hb_problem *self, const hb_instance *instance, struct hb_limits *limits,
              hb_output *output, hb_diag *diag)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  signed char *model = hb_model_new (cnf);
  int answer = hb_solve_cnf (cnf, NULL, 0, limits, model, diag);
  bool good = answer == HB_YES;
  if (good)
    hb_solution_write (output, model, cnf->variables);
  else if (answer == HB_NO)
    {
      struct hb_lemmas clauses = hb_lemmas_of_cnf (cnf);
      struct hb_proof proof = { .deleted = VEC_EMPTY };
      good = hb_lemmas_refute (&clauses, limits, &proof, diag) == HB_REFUTED;
      if (good)
        hb_proof_write (&proof, output);
      hb_proof_free (&proof);
      hb_lemmas_free (&clauses);
    }
  hb_free (model);
  return good;
}

enum hb_answer
hb_sat_certify (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
                hb_diag *diag)
{
  (void)self;
  return (enum hb_answer)hb_certify_formula (hb_cnf_of (instance), input, diag);
}
