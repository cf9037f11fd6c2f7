/* What can be asked of any reduction. */
#include "problem/reduction.h"

#include "base/memory.h"

#include <string.h>

const struct hb_ablation *
hb_ablation_find (const struct hb_reduction *reduction, const char *name)
{
  for (const struct hb_ablation *a = reduction->ablations; a && a->name; a++)
    if (!strcmp (a->name, name))
      return a;
  return NULL;
}

bool
hb_reduction_accepts (const struct hb_reduction *reduction, const hb_instance *source,
                      hb_diag *diag)
{
  return hb_problem_admits (reduction->from, source, diag)
         && (!reduction->accepts || reduction->accepts (reduction, source, diag));
}

hb_instance *
hb_reduce (const struct hb_reduction *reduction, const hb_instance *source,
           const struct hb_ablation *ablation, hb_output *map, hb_diag *diag)
{
  struct hb_target target = { .problem = reduction->to };
  if (reduction->reduce (reduction, source, ablation, &target, map, diag))
    return target.instance;
  reduction->to->free (reduction->to, target.instance);
  return NULL;
}

bool
hb_reduce_to_file (const struct hb_reduction *reduction, const hb_instance *source,
                   const struct hb_ablation *ablation, hb_output *output, hb_output *map,
                   uint64_t *sizes, hb_diag *diag)
{
  struct hb_target target = { .problem = reduction->to, .output = output };
  bool good = reduction->reduce (reduction, source, ablation, &target, map, diag);
  memcpy (sizes, target.sizes, sizeof target.sizes);
  if (good && target.instance)
    {
      char *comment = hb_format ("hbkit reduce %s", reduction->name);
      target.problem->write (target.problem, target.instance, comment, output);
      target.problem->sizes (target.problem, target.instance, sizes);
      hb_free (comment);
    }
  target.problem->free (target.problem, target.instance);
  return good;
}

bool
hb_reduction_made (const struct hb_reduction *reduction, const hb_instance *source,
                   const hb_instance *target, hb_diag *diag)
{
  uint64_t told[HB_MOST_MEASURES], found[HB_MOST_MEASURES];
  reduction->sizes (reduction, source, told);
  reduction->to->sizes (reduction->to, target, found);
  for (size_t i = 0; i < hb_problem_measures (reduction->to); i++)
    if (told[i] != HB_SIZE_UNTOLD && told[i] != found[i])
      {
        hb_error (diag, NULL, "the %s is not the one that %s makes of this %s",
                  reduction->to->thing, reduction->name, reduction->from->thing);
        return false;
      }
  return true;
}
