/* Many formulas with quantifiers: all small ones, random ones, those with a clause or a literal less. */
#include "problem/qbf.h"

#include "problem/sat.h"

struct visiting
{
  hb_instance_visit *visit;
  void *context;
};

/* All ways to quantify the variables of a formula. */
static bool
visit_formula (void *context, const hb_instance *formula)
{
  const struct visiting *v = context;
  int variables = hb_cnf_of (formula)->variables;
  for (unsigned x = 0; x < 1u << variables; x++)
    {
      struct hb_qbf *qbf = hb_qbf_new (hb_cnf_copy (hb_cnf_of (formula)));
      for (int i = 1; i <= variables; i++)
        qbf->universal[i] = x >> (i - 1) & 1;
      bool on = v->visit (v->context, (const hb_instance *)qbf);
      hb_qbf_free (NULL, (hb_instance *)qbf);
      if (!on)
        return false;
    }
  return true;
}

bool
hb_qbf_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                  hb_instance_visit *visit, void *context)
{
  struct visiting v = { visit, context };
  return hb_sat_enumerate (self, true, size, bounds, visit_formula, &v);
}

/* Clauses of two or three literals, one at most universal if OWN says so: then few are plainly false. */
static hb_instance *
draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng, hb_diag *diag)
{
  int variables = 1 + (int)hb_rng_below (rng, bounds[1] ? bounds[1] : 1);
  uint64_t clauses = hb_rng_below (rng, bounds[0] + 1);
  struct hb_qbf *qbf = hb_qbf_new (hb_cnf_new (variables));
  (void)diag;
  for (int v = 1; v <= variables; v++)
    qbf->universal[v] = hb_rng_coin (rng);
  for (uint64_t j = 0; j < clauses; j++)
    {
      uint64_t size = self->own ? 2 + hb_rng_below (rng, 2) : 1 + hb_rng_below (rng, 3);
      bool universal = false;
      for (uint64_t k = 0; k < size; k++)
        {
          int v = 1 + (int)hb_rng_below (rng, (uint64_t)variables);
          if (self->own && qbf->universal[v] && universal)
            continue;
          universal = universal || qbf->universal[v];
          hb_cnf_add (qbf->matrix, hb_rng_coin (rng) ? v : -v);
        }
      hb_cnf_add (qbf->matrix, 0);
    }
  return (hb_instance *)qbf;
}

static const struct hb_generator wild
    = { .name = "wild", .summary = "clauses of 1 to 3 literals, any quantifiers", .draw = draw },
    even = { .name = "even",
             .summary = "clauses of 2 or 3 literals, one of them universal at most",
             .own = "even",
             .draw = draw };

const struct hb_generator *const hb_qbf_generators[] = { &wild, &even, NULL };

size_t
hb_qbf_parts (const struct hb_problem *self, const hb_instance *instance)
{
  return hb_sat_parts (self, hb_instance_of_cnf (hb_qbf_of (instance)->matrix));
}

/* Variables keep their numbers. */
hb_instance *
hb_qbf_without (const struct hb_problem *self, const hb_instance *instance, size_t part)
{
  const struct hb_qbf *qbf = hb_qbf_of (instance);
  size_t clauses = hb_cnf_clauses (qbf->matrix);
  hb_cnf *less = hb_cnf_copy (qbf->matrix);
  (void)self;
  if (part < clauses)
    hb_cnf_drop_clause (less, part);
  else
    {
      size_t j = 0;
      for (part -= clauses; less->ends.data[j] <= part;)
        j++;
      hb_cnf_drop_literal (less, j, part - (j ? less->ends.data[j - 1] : 0));
    }
  struct hb_qbf *smaller = hb_qbf_new (less);
  for (int v = 1; v <= less->variables; v++)
    smaller->universal[v] = qbf->universal[v];
  return (hb_instance *)smaller;
}
