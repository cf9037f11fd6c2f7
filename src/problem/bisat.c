/* 3-BI-3SAT: formulas with clauses of two or three literals over distinct variables, each variable in at
 * most three clauses (ED-consistency paper, Definition 3).  NP-complete by Tovey, "A simplified
 * NP-complete satisfiability problem", Discrete Applied Mathematics 8 (1984), 85-89.  An instance is a
 * formula, all else is as for SAT. */
#include "problem/sat.h"

#include "base/memory.h"
#include "gen/bisat.h"
#include "gen/enumerate.h"
#include "gen/families.h"
#include "sat/solver.h"

#include <stdlib.h>

/* --- Definition 3 --- */

/* Most clauses of a variable. */
#define MOST 3

/* The clauses that a variable stands in: the first three and the last are remembered, for the
 * message. */
struct occurrences
{
  size_t count;
  size_t clauses[MOST + 1];
};

static void
check_size (const hb_cnf *cnf, size_t j, size_t size, hb_diag *diag)
{
  if (size == 2 || size == 3)
    return;
  struct hb_place place = hb_cnf_place (cnf, j);
  if (!size)
    hb_error (diag, &place, "clause %zu is empty; a 3-BI-3SAT clause has two or three literals",
              j + 1);
  else
    hb_error (diag, &place, "clause %zu has %zu literal%s; a 3-BI-3SAT clause has two or three",
              j + 1, size, size == 1 ? "" : "s");
}

/* Literal K of clause J, of size SIZE; a variable is counted once a clause. */
static void
check_literal (const hb_cnf *cnf, size_t j, const int *literals, size_t k,
               struct occurrences *occurrences, hb_diag *diag)
{
  int v = abs (literals[k]);
  struct occurrences *o = &occurrences[v];
  size_t last = o->count < MOST + 1 ? o->count : MOST + 1;
  if (last && o->clauses[last - 1] == j)
    {
      bool both_signs = false;
      for (size_t i = 0; i < k; i++)
        both_signs |= literals[i] == -literals[k];
      struct hb_place place = hb_cnf_place (cnf, j);
      hb_error (diag, &place,
                "clause %zu has variable %d twice%s; a 3-BI-3SAT clause has each variable once",
                j + 1, v, both_signs ? ", with both signs" : "");
      return;
    }
  o->clauses[last < MOST ? last : MOST] = j;
  o->count++;
}

/* A variable in too many clauses is reported at the last of them. */
static void
check_variable (const hb_cnf *cnf, int v, const struct occurrences *o, hb_diag *diag)
{
  if (o->count <= MOST)
    return;
  struct hb_place place = hb_cnf_place (cnf, o->clauses[MOST]);
  hb_error (diag, &place,
            "variable %d occurs in %zu clauses (%zu, %zu, %zu%s %zu); in a 3-BI-3SAT formula it "
            "occurs in at most three",
            v, o->count, o->clauses[0] + 1, o->clauses[1] + 1, o->clauses[2] + 1,
            o->count == MOST + 1 ? " and" : ", ...,", o->clauses[MOST] + 1);
}

static bool
admits (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  size_t before = hb_diag_errors (diag);
  struct occurrences *occurrences = hb_calloc ((size_t)cnf->variables + 1, sizeof *occurrences);
  for (size_t j = 0; j < hb_cnf_clauses (cnf) && !hb_diag_full (diag); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      check_size (cnf, j, size, diag);
      for (size_t k = 0; k < size; k++)
        check_literal (cnf, j, literals, k, occurrences, diag);
    }
  for (int v = 1; v <= cnf->variables && !hb_diag_full (diag); v++)
    check_variable (cnf, v, &occurrences[v], diag);
  hb_free (occurrences);
  return hb_diag_errors (diag) == before;
}

/* --- random ones --- */

static struct hb_family_options
wanted_of (const uint64_t *bounds, struct hb_rng *rng)
{
  struct hb_family_options wanted = hb_family_defaults ();
  wanted.variables = 4 + (int)hb_rng_below (rng, bounds[1] > 4 ? bounds[1] - 3 : 1);
  return wanted;
}

static hb_instance *
draw_any (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
          hb_diag *diag)
{
  (void)self;
  struct hb_family_options wanted = wanted_of (bounds, rng);
  wanted.twos = hb_rng_unit (rng);
  wanted.clauses = 1 + (size_t)hb_rng_below (rng, hb_most_clauses (wanted.variables, wanted.twos));
  return hb_instance_of_cnf (hb_family_find ("bisat")->make (&wanted, rng, NULL, diag));
}

static hb_instance *
draw_hard (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
           hb_diag *diag)
{
  (void)self;
  hb_cnf *cnf = NULL;
  int answer = HB_YES;
  for (int draw = 0; draw < HB_MOST_DRAWS && answer == HB_YES; draw++)
    {
      struct hb_family_options wanted = wanted_of (bounds, rng);
      wanted.every = wanted.mixed = true;
      wanted.twos = 0.8 + 0.2 * hb_rng_unit (rng);
      hb_cnf_free (cnf);
      cnf = hb_family_find ("bisat")->make (&wanted, rng, NULL, diag);
      answer = cnf ? hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag) : 0;
    }
  return hb_instance_of_cnf (cnf);
}

static const struct hb_generator any
    = { "any", "of any size and any share of 2-clauses", NULL, draw_any };
static const struct hb_generator hard
    = { "hard",
        "three occurrences of each variable in both signs, mostly 2-clauses: the first "
        "unsatisfiable one",
        NULL, draw_hard };
static const struct hb_generator *const generators[] = { &any, &hard, NULL };

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  return hb_sat_enumerate (self, false, size, bounds, visit, context);
}

static const struct hb_bound bounds[] = { { "clauses", "clauses", 5, 60, HB_MOST_ENUMERATED },
                                          { "variables", "variables that occur", 5, 12, 0 },
                                          { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_3bisat = {
  HB_SAT_MEMBERS,
  .name = "3-bi-3sat",
  .title = "3-BI-3SAT",
  .summary = "has a formula of 2- and 3-clauses, each variable in at most three, a model?",
  .source = "Tovey, Discrete Applied Mathematics 8, 1984; ED-consistency paper, Definition 3",
  .admits = admits,
  .bounds = bounds,
  .enumerate = enumerate,
  .generators = generators,
};
