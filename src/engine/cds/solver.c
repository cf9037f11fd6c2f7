/* The clauses of all cycles in one incremental SAT solver, and its models.  See cds.h.
 *
 * The run's own learning sees what is near; the solver sees all clauses at once.  It is asked for a model
 * close to the run: its phases are the orders of the run, and of each clause that is false now the
 * literal whose two messages are closest in the run is assumed, so that the least is undone; assumptions
 * that contradict one another are sifted out, others that fail are given up.  A variable of the solver is the number of a pair, from 1. */
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
      if (!pair->value || pair->level || pair->fixed)
        continue;
      pair->fixed = pair->told = true;
      hb_solver_add (cds->solver, to_solver (2 * p + (pair->value < 0)));
      hb_solver_add (cds->solver, 0);
    }
}

static void
tell_phases (struct cds *cds)
{
  for (hb_id p = 0; p < cds->pairs.size; p++)
    {
      const struct cds_pair *pair = &cds->pairs.data[p];
      int8_t last = pair->value ? pair->value : pair->phase;
      if (pair->told && last)
        hb_solver_phase (cds->solver, to_solver (2 * p + (last < 0)));
    }
}

/* --- assumptions -------------------------------------------------------------------------------- */

/* Literals that hold if all that is kept does, as far as clauses of two say. */
struct sieve
{
  const struct cds *cds;
  bool *holds;         /* literal */
  VEC (hb_id) reached; /* from the one looked at */
};

/* Does LITERAL go together with what holds?  Then it does, too. */
static bool
goes_together (struct sieve *s, hb_id literal)
{
  if (!s->holds[literal] && !s->holds[literal ^ 1])
    {
      s->holds[literal] = true;
      vec_push (s->reached, literal);
    }
  return s->holds[literal];
}

/* The same with all that it implies. */
static bool
all_go_together (struct sieve *s, hb_id literal)
{
  const struct cds *cds = s->cds;
  bool together = goes_together (s, literal);
  for (size_t i = 0; i < s->reached.size && together; i++)
    {
      hb_id is_false = s->reached.data[i] ^ 1;
      const struct cds_watch *watch = &cds->watches.data[is_false];
      for (size_t k = 0; k < watch->clauses.size && together; k++)
        {
          const struct cds_clause *clause = &cds->clauses.data[watch->clauses.data[k]];
          const hb_id *its = vec_from (cds->literals, clause->first);
          if (clause->size == 2)
            together = goes_together (s, its[its[0] == is_false]);
        }
    }
  return together;
}

/* Drops assumptions that contradict earlier ones by clauses of two: the solver would find that out one by one, from the
 * beginning each time. */
static void
sift (struct cds *cds)
{
  struct sieve s = { .cds = cds, .holds = hb_calloc (2 * cds->pairs.size, sizeof *s.holds) };
  size_t kept = 0;
  for (size_t i = 0; i < cds->wanted.size; i++)
    {
      hb_id literal = cds->wanted.data[i];
      vec_clear (s.reached);
      if (all_go_together (&s, literal))
        cds->wanted.data[kept++] = literal;
      else
        for (size_t k = 0; k < s.reached.size; k++)
          s.holds[s.reached.data[k]] = false;
    }
  cds->wanted.size = kept;
  hb_free (s.holds);
  vec_free (s.reached);
}

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
      else if (pair->value)
        pair->phase = pair->value;
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
      hb_diag_free (diag);
    }
  tell_all (cds);
  tell_phases (cds);
  if (cds->wanted.size)
    sift (cds);
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
