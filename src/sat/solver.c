/* SAT solvers behind one interface: picks the solver and passes calls on.  See solver.h. */
#include "sat/solver_ops.h"

#include "base/path.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct hb_solver
{
  const struct hb_solver_ops *ops;
  void *state;
  int last;  /* what the last solve said */
  bool open; /* a clause is being added */
};

/* Can the first word of COMMAND be run: a path, or a name in one of the folders of PATH?  A word
 * that means something to the shell (quotes, variables, assignments) is left to the shell. */
static bool
can_run (const char *command)
{
  const char *word = command + strspn (command, " \t");
  int length = (int)strcspn (word, " \t");
  if ((int)strcspn (word, "'\"\\`$=~*?[(){};&|<>#!") < length)
    return true;
  char *name = hb_copy_bytes (word, (size_t)length), *program = hb_find_program (name);
  bool found = program;
  hb_free (program);
  hb_free (name);
  return found;
}

hb_solver *
hb_solver_new (const char *name, uint64_t seed, hb_diag *diag)
{
  struct hb_solver made = { .ops = &hb_command_ops };
  if (!name || !strcmp (name, "cadical"))
    made.ops = &hb_cadical_ops, made.state = hb_cadical_new (seed);
  else if (!strcmp (name, "picosat"))
    made.ops = &hb_picosat_ops, made.state = hb_picosat_new (seed);
  else if (strspn (name, " \t") < strlen (name) && !can_run (name))
    {
      hb_error (diag, NULL, "the solver '%s' cannot be run; expected cadical, picosat or a command",
                name);
      return NULL;
    }
  else if (strspn (name, " \t") < strlen (name))
    made.state = hb_command_new (name);
  else
    {
      hb_error (diag, NULL, "no solver is named; expected cadical, picosat or a command");
      return NULL;
    }
  hb_solver *solver = hb_calloc (1, sizeof *solver);
  *solver = made;
  return solver;
}

void
hb_solver_free (hb_solver *solver)
{
  if (!solver)
    return;
  solver->ops->free (solver->state);
  hb_free (solver);
}

bool
hb_solver_blame (const hb_solver *solver, hb_diag *diag)
{
  const char *complaint = hb_solver_complaint (solver);
  if (complaint)
    hb_error (diag, NULL, "the solver '%s' %s", hb_solver_signature (solver), complaint);
  return complaint;
}

void
hb_solver_end (hb_solver *solver, hb_diag *diag)
{
  if (solver)
    hb_solver_blame (solver, diag);
  hb_solver_free (solver);
}

const char *
hb_solver_signature (const hb_solver *solver)
{
  return solver->ops->signature (solver->state);
}

void
hb_solver_add (hb_solver *solver, int literal)
{
  HB_ASSERT (literal != INT_MIN);
  solver->open = literal != 0;
  solver->last = 0;
  solver->ops->add (solver->state, literal);
}

void
hb_solver_assume (hb_solver *solver, int literal)
{
  solver->last = 0;
  HB_ASSERT (literal && !solver->open);
  solver->ops->assume (solver->state, literal);
}

int
hb_solver_tell (void *solver, int literal)
{
  return hb_solver_value (solver, literal);
}

void
hb_solver_take (void *solver, int literal)
{
  hb_solver_add (solver, literal);
}

void
hb_solver_hint (hb_solver *solver, enum hb_solver_hint hint)
{
  if (solver->ops->hint)
    solver->ops->hint (solver->state, hint);
}

void
hb_solver_phase (hb_solver *solver, int literal)
{
  HB_ASSERT (literal);
  solver->ops->phase (solver->state, literal);
}

int
hb_solver_solve (hb_solver *solver, struct hb_limits *limits)
{
  bool idle = solver->open || hb_limits_check (limits);
  solver->last = idle ? 0 : solver->ops->solve (solver->state, limits);
  HB_ASSERT (solver->last == 0 || solver->last == 10 || solver->last == 20);
  return solver->last;
}

const char *
hb_solver_complaint (const hb_solver *solver)
{
  return solver->ops->complaint ? solver->ops->complaint (solver->state) : NULL;
}

int
hb_solver_word (const hb_solver *solver, const char **reason)
{
  const char *why = NULL;
  int word = solver->ops->word ? solver->ops->word (solver->state, &why) : 0;
  if (reason)
    *reason = why;
  return word;
}

bool
hb_solver_is_outside (const char *name)
{
  return name && strcmp (name, "cadical") && strcmp (name, "picosat");
}

int
hb_solver_value (hb_solver *solver, int literal)
{
  if (solver->last != 10)
    return 0;
  HB_ASSERT (literal);
  return literal > 0 ? solver->ops->value (solver->state, literal)
                     : -solver->ops->value (solver->state, -literal);
}

bool
hb_solver_failed (hb_solver *solver, int literal)
{
  HB_ASSERT (literal);
  return solver->last == 20 && solver->ops->failed (solver->state, literal);
}

bool
hb_solver_proof (hb_solver *solver, const char *path)
{
  return solver->ops->proof (solver->state, path);
}

bool
hb_solver_conflicts (hb_solver *solver, uint64_t *count)
{
  return solver->ops->conflicts (solver->state, count);
}

void
hb_solver_add_cnf (hb_solver *solver, const hb_cnf *cnf)
{
  size_t at = 0;
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      while (at < cnf->ends.data[j])
        hb_solver_add (solver, cnf->literals.data[at++]);
      hb_solver_add (solver, 0);
    }
}

void
hb_solver_model (hb_solver *solver, signed char *model, int variables)
{
  model[0] = 0;
  for (int v = 1; v <= variables; v++)
    model[v] = (signed char)hb_solver_value (solver, v);
}

int
hb_solve_cnf (const hb_cnf *cnf, const char *name, uint64_t seed, struct hb_limits *limits,
              signed char *model, hb_diag *diag)
{
  hb_solver *solver = hb_solver_new (name, seed, diag);
  if (!solver)
    return 0;
  hb_solver_add_cnf (solver, cnf);
  int answer = hb_solver_solve (solver, limits);
  if (answer == 10 && model)
    hb_solver_model (solver, model, cnf->variables);
  hb_solver_free (solver);
  return answer;
}
