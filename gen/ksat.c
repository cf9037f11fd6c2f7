/* Uniform random k-SAT: every clause is drawn independently among all of k literals over different
 * variables.  For k = 3 the hard formulas have some 4.27 clauses a variable (Mitchell, Selman and
 * Levesque, "Hard and easy distributions of SAT problems", AAAI 1992).  A planted model makes the
 * formula easier than its ratio says; hidden (signs.h) it does not. */
#include "gen/ksat.h"

#include "gen/signs.h"

#include <stdlib.h>

static bool
occurs (const int *clause, size_t size, int variable)
{
  for (size_t k = 0; k < size; k++)
    if (abs (clause[k]) == variable)
      return true;
  return false;
}

static bool
is_true (const int *clause, size_t size, const signed char *model)
{
  for (size_t k = 0; k < size; k++)
    if ((clause[k] > 0) == (model[abs (clause[k])] > 0))
      return true;
  return false;
}

/* Different variables, drawn again while they are not. */
static void
draw_variables (int *clause, int variables, size_t width, struct hb_rng *rng)
{
  for (size_t k = 0; k < width; k++)
    do
      clause[k] = (int)hb_rng_below (rng, (uint64_t)variables) + 1;
    while (occurs (clause, k, clause[k]));
}

static void
draw_clause (int *clause, int variables, size_t width, struct hb_rng *rng)
{
  draw_variables (clause, variables, width, rng);
  for (size_t k = 0; k < width; k++)
    if (hb_rng_coin (rng))
      clause[k] = -clause[k];
}

/* Signs that do not tell the MODEL. */
static void
draw_hidden (int *clause, int variables, size_t width, const signed char *model, struct hb_rng *rng)
{
  draw_variables (clause, variables, width, rng);
  uint64_t falsified = hb_sign_planted (width, true, rng);
  for (size_t k = 0; k < width; k++)
    if ((model[clause[k]] > 0) == (falsified >> k & 1))
      clause[k] = -clause[k];
}

hb_cnf *
hb_ksat_random (int variables, size_t clauses, size_t width, struct hb_rng *rng,
                signed char *planted, bool hidden, hb_diag *diag)
{
  if (width > 60)
    hidden = false;
  if (variables < 0 || variables > HB_MOST_VARIABLES || (clauses && width > (size_t)variables)
      || (clauses && !width))
    {
      hb_error (
          diag, NULL,
          "clauses of %zu literals over %d different variables; possible are 1 to as many literals"
          " as there are variables, and at most %d variables",
          width, variables, HB_MOST_VARIABLES);
      return NULL;
    }
  for (int v = 1; v <= variables && planted; v++)
    planted[v] = hb_rng_coin (rng) ? 1 : -1;
  hb_cnf *cnf = hb_cnf_new (variables);
  int *clause = hb_calloc (width, sizeof *clause);
  for (size_t j = 0; j < clauses; j++)
    {
      if (planted && hidden)
        draw_hidden (clause, variables, width, planted, rng);
      else
        do
          draw_clause (clause, variables, width, rng);
        while (planted && !is_true (clause, width, planted));
      hb_cnf_add_clause (cnf, clause, width);
    }
  hb_free (clause);
  return cnf;
}
