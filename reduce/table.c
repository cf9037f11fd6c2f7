/* The table of all reductions. */
#include "reduce/reduction.h"

#include "base/memory.h"

#include <string.h>

const struct hb_reduction *const hb_reductions[] = {
  &hb_3sat_3bisat,   &hb_3bisat_ed,     &hb_3sat_edflat,
  &hb_3sat_edflat_4, &hb_3sat_edflat_3, &hb_3sat_multiset,
  &hb_3sat_sc,       &hb_sc_ed,         NULL,
};

const struct hb_reduction *
hb_reduction_find (const char *name)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    if (!strcmp (hb_reductions[i]->name, name))
      return hb_reductions[i];
  return NULL;
}

size_t
hb_ablation_number (const struct hb_ablation *ablations, const char *reduction, const char *name)
{
  for (size_t i = 0; ablations[i].name; i++)
    if (!strcmp (ablations[i].name, name))
      return i;
  hb_die ("%s has no ablation '%s'", reduction, name);
}
