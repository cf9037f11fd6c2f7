/* dimension-2hitting: order dimension is the least size of a 2-hitting family, on the same poset.
 *
 * A poset is the intersection of linear orders (a realizer) iff each of them is a schedule of it and, of any two
 * elements that it does not relate, each comes first in some of them; and that is what 2-hitting means.
 * So a realizer is a family, and any 2-hitting family is a realizer: lift and extract change nothing, and both
 * problems have a judge of their own (src/problem/hitting.c). */
#include "problem/hitting.h"
#include "problem/reduction.h"
#include "reduce/map.h"

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  self->from->sizes (self->from, source, sizes);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)ablation, (void)diag;
  target->instance = self->from->copy (self->from, source);
  if (map)
    hb_map_end (hb_map_header (map, self->name));
  return true;
}

/* A copy of SOLUTION, which is one of SOURCE, or of TARGET: these are the same. */
static hb_solution *
carry (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
       const hb_solution *solution, hb_diag *diag)
{
  if (!hb_reduction_made (self, source, target, diag)
      || !self->to->check (self->to, target, solution, diag))
    return NULL;
  return hb_solution_of_family (hb_schedules_copy (hb_family_of (solution)));
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  return carry (self, source, target, solution, diag);
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  return carry (self, source, target, solution, diag);
}

const struct hb_reduction hb_reduction_dimension_2hitting = {
  .name = "dimension-2hitting",
  .from = &hb_problem_dimension,
  .to = &hb_problem_hitting,
  .to_note = " of pairs",
  .reference = "the definitions; Dushnik and Miller 1941",
  .handlers = "",
  .size_text = "the same poset and number of schedules",
  .faithful = true,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
