/* From 2QBF to pairs of programs: what 2qbf-vk and 2qbf-vref share; see qbf_pair.c. */
#ifndef HBKIT_REDUCE_QBF_PAIR_H
#define HBKIT_REDUCE_QBF_PAIR_H

#include "problem/reduction.h"

enum
{
  HB_QBF_LESS = 1,     /* the rank is one too small */
  HB_QBF_COMPLETE = 2, /* only runs in which every thread ends */
  HB_QBF_LATE = 4,     /* y = * behind done and a */
  HB_QBF_ONE = 8,      /* x = * as one statement */
  HB_QBF_SWAPPED = 16  /* old and new change places */
};

/* The members of a record; `own` is not NULL iff there are copies u of x. */
void hb_qbf_pair_sizes (const struct hb_reduction *self, const hb_instance *source,
                        uint64_t *sizes);
bool hb_qbf_pair_reduce (const struct hb_reduction *self, const hb_instance *source,
                         const struct hb_ablation *ablation, struct hb_target *target,
                         hb_output *map, hb_diag *diag);
bool hb_qbf_pair_accepts (const struct hb_reduction *self, const hb_instance *source,
                          hb_diag *diag);
hb_solution *hb_qbf_pair_lift (const struct hb_reduction *self, const hb_instance *source,
                               const hb_solution *solution, const hb_instance *target,
                               hb_diag *diag);
hb_solution *hb_qbf_pair_extract (const struct hb_reduction *self, const hb_instance *source,
                                  const hb_instance *target, const hb_solution *solution,
                                  hb_diag *diag);

#endif
