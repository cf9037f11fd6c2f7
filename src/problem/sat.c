/* SAT: has a formula in conjunctive normal form a model?  (Cook, STOC 1971.)  An instance is any
 * formula, a solution a model; files are DIMACS, and the `s` and `v` lines of SAT solvers. */
#include "problem/sat.h"

#include "gen/enumerate.h"
#include "sat/solver.h"

#include <ctype.h>
#include <string.h>

const char *const hb_sat_measures[] = { "variables", "clauses", "literals", NULL };

/* --- instances --- */

/* Comments, then `p cnf`. */
bool
hb_sat_recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  const char *end = bytes + length;
  while (bytes < end)
    {
      const char *line = bytes, *stop = memchr (bytes, '\n', (size_t)(end - bytes));
      bytes = stop ? stop + 1 : end;
      while (line < bytes && isspace ((unsigned char)*line))
        line++;
      size_t left = (size_t)(bytes - line);
      if (left > 5 && !memcmp (line, "p", 1) && isspace ((unsigned char)line[1]))
        {
          for (line++; line < bytes && isspace ((unsigned char)*line);)
            line++;
          return bytes - line >= 3 && !memcmp (line, "cnf", 3);
        }
      if (left && *line != 'c')
        return false;
    }
  return false;
}

hb_instance *
hb_sat_read (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  hb_cnf *cnf = hb_dimacs_read_input (input, diag);
  if (!cnf || hb_problem_admits (self, hb_instance_of_cnf (cnf), diag))
    return hb_instance_of_cnf (cnf);
  hb_cnf_free (cnf);
  return NULL;
}

void
hb_sat_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
              hb_output *output)
{
  (void)self;
  hb_dimacs_write (output, hb_cnf_of (instance), comment);
}

void
hb_sat_sizes (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  sizes[0] = (uint64_t)cnf->variables;
  sizes[1] = hb_cnf_clauses (cnf);
  sizes[2] = cnf->literals.size;
}

bool
hb_sat_equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  const hb_cnf *x = hb_cnf_of (a), *y = hb_cnf_of (b);
  size_t literals = x->literals.size, clauses = hb_cnf_clauses (x);
  return x->variables == y->variables && literals == y->literals.size
         && clauses == hb_cnf_clauses (y)
         && (!literals
             || !memcmp (x->literals.data, y->literals.data, literals * sizeof *x->literals.data))
         && (!clauses || !memcmp (x->ends.data, y->ends.data, clauses * sizeof *x->ends.data));
}

hb_instance *
hb_sat_copy (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_instance_of_cnf (hb_cnf_copy (hb_cnf_of (instance)));
}

void
hb_sat_free (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_cnf_free ((hb_cnf *)instance);
}

/* --- many instances --- */

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  return hb_sat_enumerate (self, true, size, bounds, visit, context);
}

struct enumeration
{
  size_t clauses;
  hb_instance_visit *visit;
  void *context;
};

static bool
visit_of_size (const hb_cnf *cnf, void *context)
{
  const struct enumeration *x = context;
  return hb_cnf_clauses (cnf) != x->clauses || x->visit (x->context, (const hb_instance *)cnf);
}

bool
hb_sat_enumerate (const struct hb_problem *self, bool all, uint64_t size, const uint64_t *bounds,
                  hb_instance_visit *visit, void *context)
{
  (void)self;
  struct hb_bounds within
      = { .variables = (int)bounds[1], .clauses = size, .literals = 3 * size, .all = all };
  struct enumeration x = { size, visit, context };
  return hb_enumerate (&within, visit_of_size, &x);
}

hb_instance *
hb_sat_vary (const struct hb_problem *self, const hb_instance *instance, struct hb_rng *rng)
{
  (void)self;
  return hb_instance_of_cnf (hb_cnf_shuffled (hb_cnf_of (instance), rng));
}

/* Clauses, then literals. */
size_t
hb_sat_parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (instance);
  return hb_cnf_clauses (cnf) + cnf->literals.size;
}

hb_instance *
hb_sat_without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  hb_cnf *less = hb_cnf_copy (hb_cnf_of (instance));
  hb_diag *diag = hb_diag_new ();
  size_t clauses = hb_cnf_clauses (less), j = 0;
  if (i < clauses)
    hb_cnf_drop_clause (less, i);
  else
    {
      i -= clauses;
      while (less->ends.data[j] <= i)
        j++;
      hb_cnf_drop_literal (less, j, i - (j ? less->ends.data[j - 1] : 0));
    }
  hb_cnf_compact (less);
  bool good = hb_problem_admits (self, hb_instance_of_cnf (less), diag);
  hb_diag_free (diag);
  if (good)
    return hb_instance_of_cnf (less);
  hb_cnf_free (less);
  return NULL;
}

/* Clauses of 1 to 4 literals, repetitions and tautologies included: anything a formula may be. */
static hb_cnf *
wild_formula (uint64_t most, struct hb_rng *rng)
{
  int variables = 1 + (int)hb_rng_below (rng, most ? most : 1);
  uint64_t clauses = 1 + hb_rng_below (rng, 5 * (uint64_t)variables);
  hb_cnf *cnf = hb_cnf_new (variables);
  for (uint64_t j = 0; j < clauses; j++)
    {
      uint64_t dice = hb_rng_below (rng, 20);
      hb_cnf_add_drawn (cnf, variables, dice < 1 ? 1 : dice < 6 ? 2 : dice < 17 ? 3 : 4, rng);
    }
  return cnf;
}

static hb_instance *
draw_wild (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
           hb_diag *diag)
{
  (void)self;
  (void)diag;
  return hb_instance_of_cnf (wild_formula (bounds[1], rng));
}

static hb_instance *
draw_refuted (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
              hb_diag *diag)
{
  (void)self;
  hb_cnf *cnf = NULL;
  int answer = HB_YES;
  for (int draw = 0; draw < HB_MOST_DRAWS && answer == HB_YES; draw++)
    {
      hb_cnf_free (cnf);
      cnf = wild_formula (bounds[1], rng);
      answer = hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag);
    }
  return hb_instance_of_cnf (cnf);
}

/* Up to 5 literals over few variables, often the same one twice; one clause in eight is empty. */
static uint64_t
odd_size (struct hb_rng *rng)
{
  return hb_rng_below (rng, 8) ? 1 + hb_rng_below (rng, 5) : 0;
}

static hb_instance *
draw_odd (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
          hb_diag *diag)
{
  (void)self, (void)diag;
  int variables = 1 + (int)hb_rng_below (rng, 3), idle = (int)hb_rng_below (rng, 3);
  bool fits = (uint64_t)(variables + idle) <= bounds[1];
  uint64_t clauses = hb_rng_below (rng, 6);
  hb_cnf *cnf = hb_cnf_new (fits ? variables + idle : 1);
  for (uint64_t j = 0; j < clauses; j++)
    hb_cnf_add_drawn (cnf, fits ? variables : 1, odd_size (rng), rng);
  return hb_instance_of_cnf (cnf);
}

static const struct hb_generator wild
    = { "wild", "clauses of 1 to 4 literals, repetitions and tautologies included", NULL,
        draw_wild };
static const struct hb_generator refuted
    = { "refuted", "of such formulas the first unsatisfiable one", NULL, draw_refuted };
static const struct hb_generator odd
    = { "odd",
        "small ones with what is easily forgotten: empty and unit clauses, "
        "none at all, literals twice, variables that do not occur",
        NULL, draw_odd };
static const struct hb_generator *const generators[] = { &wild, &refuted, &odd, NULL };

static const struct hb_bound bounds[]
    = { { "clauses", "clauses, of 1 to 3 literals over distinct variables", 5, 60,
          HB_MOST_ENUMERATED },
        { "variables", "variables that occur", 5, 12, 0 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_sat = {
  HB_SAT_MEMBERS,
  .name = "sat",
  .title = "SAT",
  .summary = "has a formula in conjunctive normal form a model?",
  .source = "Cook, STOC 1971",
  .bounds = bounds,
  .enumerate = enumerate,
  .generators = generators,
};
