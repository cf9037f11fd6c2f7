/* The clauses of all cycles in one incremental SAT solver, and its models.  See cds.h.
 *
 * The run's own learning sees what is near; the solver sees all clauses at once.  It is asked for a model
 * close to the run: its phases are the orders of the run, and of each clause that is false now the
 * literal whose two messages are closest in the run is assumed, so that the least is undone; those that fail
 * are given up.  (Or for one far from it, where that is slow: late.c.)  A variable of the solver is the number of a pair, from 1. */
#include "engine/cds/cds.h"

static int
to_solver (hb_id literal)
{
  int variable = (int)(literal >> 1) + 1;
  return literal & 1 ? -variable : variable;
}

static void
tell_clause (struct cds *cds, hb_id number)
{
  const struct cds_clause *clause = &cds->clauses.data[number];
  for (hb_id i = 0; i < clause->size; i++)
    {
      hb_id literal = cds->literals.data[clause->first + i];
      cds->pairs.data[literal >> 1].told = true;
      hb_solver_add (cds->solver, to_solver (literal));
    }
  hb_solver_add (cds->solver, 0);
}

/* The clauses of new cycles, and orders that hold for good. */
static void
tell_all (struct cds *cds)
{
  for (; cds->told < cds->given.size; cds->told++)
    tell_clause (cds, cds->given.data[cds->told]);
  for (hb_id p = 0; p < cds->pairs.size; p++)
    {
      struct cds_pair *pair = &cds->pairs.data[p];
      if (!cds->values.data[p] || pair->level || pair->fixed)
        continue;
      pair->fixed = pair->told = true;
      hb_solver_add (cds->solver, to_solver (2 * p + (cds->values.data[p] < 0)));
      hb_solver_add (cds->solver, 0);
    }
}

/* The orders of the run, or their reverses. */
static void
tell_phases (struct cds *cds)
{
  for (hb_id p = 0; p < cds->pairs.size; p++)
    {
      const struct cds_pair *pair = &cds->pairs.data[p];
      int8_t last = cds->values.data[p] ? cds->values.data[p] : pair->phase;
      if (pair->told && last)
        hb_solver_phase (cds->solver, to_solver (2 * p + ((last < 0) != cds->far)));
    }
}

/* --- assumptions -------------------------------------------------------------------------------- */

/* Drops the assumptions that failed; false if there are none. */
static bool
give_up (struct cds *cds)
{
  size_t kept = 0, count = cds->wanted.size;
  for (size_t i = 0; i < count; i++)
    if (!hb_solver_failed (cds->solver, to_solver (cds->wanted.data[i])))
      cds->wanted.data[kept++] = cds->wanted.data[i];
  cds->wanted.size = kept;
  return kept < count;
}

/* --- solving ------------------------------------------------------------------------------------ */

static void
take_model (struct cds *cds)
{
  for (hb_id p = 0; p < cds->pairs.size; p++)
    {
      struct cds_pair *pair = &cds->pairs.data[p];
      if (pair->told)
        pair->phase = hb_solver_value (cds->solver, (int)p + 1) > 0 ? 1 : -1;
      else if (cds->values.data[p])
        pair->phase = cds->values.data[p];
    }
}

bool
cds_solve (struct cds *cds)
{
  int answer;
  if (!cds->solver)
    {
      hb_diag *diag = hb_diag_new ();
      cds->solver = hb_solver_new (NULL, 0, diag);
      hb_solver_hint (cds->solver, HB_SOLVER_BRIEF);
      hb_diag_free (diag);
    }
  tell_all (cds);
  tell_phases (cds);
  do
    {
      for (size_t i = 0; i < cds->wanted.size; i++)
        hb_solver_assume (cds->solver, to_solver (cds->wanted.data[i]));
      answer = hb_solver_solve (cds->solver, cds->limits);
      cds->solves++;
    }
  while (answer == 20 && give_up (cds));
  vec_clear (cds->wanted);
  HB_LOG ("cds", "solver: %d, %zu clauses, %zu pairs", answer, cds->told, cds->pairs.size);
  cds->refuted = cds->refuted || answer == 20;
  if (answer == 10)
    take_model (cds);
  return answer == 10;
}
