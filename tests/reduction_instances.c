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
  bool refused; /* those that are not accepted, instead */
  size_t left;  /* to be visited yet */
};

static bool
visit_accepted (void *context, const hb_instance *instance)
{
  struct visitor *visitor = context;
  hb_diag *diag = hb_diag_new ();
  bool accepted = hb_reduction_accepts (visitor->reduction, instance, diag);
  hb_diag_free (diag);
  if (accepted == visitor->refused)
    return true;
  visitor->left--;
  return visitor->visit (visitor->context, instance) && visitor->left;
}

/* Larger than what is enumerated, smaller than what is drawn where there is time; more of what is not enumerated. */
static bool
visit_random (struct visitor *visitor, uint64_t drawn)
{
  const struct hb_problem *from = visitor->reduction->from;
  uint64_t bounds[HB_MOST_MEASURES];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = (from->bounds[b].exhaustive + from->bounds[b].random) / 2;
  for (size_t g = 0; from->generators && from->generators[g]; g++)
    for (uint64_t i = 0; i < (from->enumerate ? drawn : 20 * drawn); i++)
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

/* Shapes that are rarely drawn: more clauses than literals of any variable, one that is wide, an empty one in between. */
static bool
visit_shapes (struct visitor *visitor)
{
  static const struct
  {
    int variables;
    const char *clauses;
  } shapes[] = { { 8, "1 0 2 0 -3 0 4 0 5 0 6 0 7 0 -8 0" },
                 { 12, "1 2 3 4 5 -6 7 8 9 10 11 -12 0" },
                 { 3, "1 2 0 0 -1 3 0" } };
  for (size_t i = 0;
       i < sizeof shapes / sizeof *shapes && visitor->reduction->from == &hb_problem_sat; i++)
    {
      hb_cnf *cnf = formula_of_text (shapes[i].variables, shapes[i].clauses);
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

static void
visit_all (struct visitor visitor, uint64_t drawn)
{
  visitor.left = SIZE_MAX;
  if (!visit_random (&visitor, drawn) || !visit_wide (&visitor, drawn) || !visit_shapes (&visitor))
    return;
  visitor.left = MOST_SMALLEST;
  visit_smallest (&visitor);
}

void
each_instance (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
               void *context)
{
  visit_all ((struct visitor){ reduction, visit, context, false, 0 }, drawn);
}

void
each_refused (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
              void *context)
{
  visit_all ((struct visitor){ reduction, visit, context, true, 0 }, drawn);
}

bool
is_tested (const struct hb_reduction *reduction)
{
  const char *only = getenv ("HBKIT_REDUCTION");
  return !only || !strcmp (only, reduction->name);
}
