/* <hbkit/formula.h> as a stranger uses it: a formula, its models, and that it has no other. */
#include <hbkit/formula.h>

#include "check.h"

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_cnf_new (3);
  const int clause[] = { 1, -2 };
  hb_cnf_add_clause (cnf, clause, 2);
  hb_cnf_add (cnf, 2), hb_cnf_add (cnf, 3), hb_cnf_add (cnf, 0);
  hb_cnf_add (cnf, -3), hb_cnf_add (cnf, 0);
  CHECK (hb_cnf_variables (cnf) == 3 && hb_cnf_clauses (cnf) == 3);
  size_t size;
  CHECK (hb_cnf_clause (cnf, 1, &size)[1] == 3 && size == 2);

  hb_output *output = hb_output_open ("f.cnf", diag);
  hb_dimacs_write (output, cnf, "a comment");
  CHECK (hb_output_commit (output));
  hb_cnf *again = hb_dimacs_read ("f.cnf", diag);
  CHECK (again && hb_cnf_clauses (again) == 3);
  hb_cnf_free (again);
  CHECK (!hb_dimacs_read ("nothing.cnf", diag) && hb_diag_errors (diag) == 1);
  hb_diag_clear (diag);

  signed char model[4] = { 0 };
  CHECK (hb_solve_cnf (cnf, "picosat", 0, NULL, model, diag) == 10);
  CHECK (model[1] == 1 && model[2] == 1 && model[3] == -1);
  CHECK (hb_cnf_falsified (cnf, model) == SIZE_MAX);
  model[1] = -1;
  CHECK (hb_cnf_falsified (cnf, model) == 0);

  struct hb_rng rng = hb_rng_seeded (1);
  hb_cnf *shuffled = hb_cnf_shuffled (cnf, &rng), *copy = hb_cnf_copy (cnf);
  CHECK (hb_cnf_clauses (shuffled) == 3 && hb_cnf_clauses (copy) == 3);
  hb_cnf_free (shuffled);
  hb_cnf_free (copy);

  for (int which = 0; which < 2; which++)
    {
      struct hb_limits limits = hb_limits_new (60, 0);
      hb_solver *solver = hb_solver_new (which ? "picosat" : "cadical", 0, diag);
      CHECK (solver && strlen (hb_solver_signature (solver)) > 4);
      CHECK (which || hb_solver_proof (solver, "f.drat"));
      hb_solver_add_cnf (solver, cnf);
      CHECK (hb_solver_value (solver, 1) == 0 && !hb_solver_failed (solver, 1));
      CHECK (hb_solver_solve (solver, &limits) == 10 && hb_solver_value (solver, -3) == 1);
      hb_solver_model (solver, model, 3);
      CHECK (model[1] == 1 && model[3] == -1);
      hb_solver_assume (solver, -1);
      CHECK (hb_solver_solve (solver, NULL) == 20 && hb_solver_failed (solver, -1));
      hb_solver_add (solver, -1);
      CHECK (hb_solver_solve (solver, NULL) == 0);
      hb_solver_add (solver, 0);
      CHECK (hb_solver_solve (solver, NULL) == 20);
      hb_solver_free (solver);
    }
  CHECK (!hb_diag_errors (diag));
  hb_cnf_free (cnf);
  hb_diag_free (diag);
  return 0;
}
