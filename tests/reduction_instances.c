/* See reduction_instances.h. */
#include "reduction_instances.h"

#include "base/rng.h"
#include "problem/sat.h"
#include "small_formulas.h"

#include <stdlib.h>
#include <string.h>

/* Of the smallest ones. */
#define MOST_SMALLEST 400

struct visitor
{
  const struct hb_reduction *reduction;
  hb_instance_visit *visit;
  void *context;
  size_t left; /* to be visited yet */
};

static bool
visit_accepted (void *context, const hb_instance *instance)
{
  struct visitor *visitor = context;
  hb_diag *diag = hb_diag_new ();
  bool accepted = hb_reduction_accepts (visitor->reduction, instance, diag);
  hb_diag_free (diag);
  if (!accepted)
    return true;
  visitor->left--;
  return visitor->visit (visitor->context, instance) && visitor->left;
}

/* Larger than what is enumerated, smaller than what is drawn where there is time. */
static bool
visit_random (struct visitor *visitor, uint64_t drawn)
{
  const struct hb_problem *from = visitor->reduction->from;
  uint64_t bounds[HB_MOST_MEASURES];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = (from->bounds[b].exhaustive + from->bounds[b].random) / 2;
  for (size_t g = 0; from->generators && from->generators[g]; g++)
    for (uint64_t i = 0; i < drawn; i++)
      {
        struct hb_rng rng = hb_rng_stream (31, i);
        hb_diag *diag = hb_diag_new ();
        hb_instance *instance = from->generators[g]->draw (from->generators[g], bounds, &rng, diag);
        bool more = !instance || visit_accepted (visitor, instance);
        from->free (from, instance);
        hb_diag_free (diag);
        if (!more)
          return false;
      }
  return true;
}

/* Formulas with clauses of any size, which no generator draws. */
static bool
visit_wide (struct visitor *visitor, uint64_t drawn)
{
  for (uint64_t i = 0; i < drawn && visitor->reduction->from == &hb_problem_sat; i++)
    {
      struct hb_rng rng = hb_rng_stream (32, i);
      hb_cnf *cnf = random_formula (&rng, 5, hb_rng_below (&rng, 8), 6);
      bool more = visit_accepted (visitor, (const hb_instance *)cnf);
      hb_cnf_free (cnf);
      if (!more)
        return false;
    }
  return true;
}

static void
visit_smallest (struct visitor *visitor)
{
  const struct hb_problem *from = visitor->reduction->from;
  uint64_t bounds[HB_MOST_MEASURES];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = from->bounds[b].exhaustive < 2 ? from->bounds[b].exhaustive : 2;
  for (uint64_t size = 0; from->enumerate && size <= bounds[0] && visitor->left; size++)
    from->enumerate (from, size, bounds, visit_accepted, visitor);
}

void
each_instance (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
               void *context)
{
  struct visitor visitor = { reduction, visit, context, SIZE_MAX };
  if (!visit_random (&visitor, drawn) || !visit_wide (&visitor, drawn))
    return;
  visitor.left = MOST_SMALLEST;
  visit_smallest (&visitor);
}

bool
is_tested (const struct hb_reduction *reduction)
{
  const char *only = getenv ("HBKIT_REDUCTION");
  return !only || !strcmp (only, reduction->name);
}
