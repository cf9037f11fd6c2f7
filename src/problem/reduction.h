/* Reductions as values: all of it but this is public, <hbkit/problem.h>. */
#ifndef HBKIT_REDUCTION_H
#define HBKIT_REDUCTION_H

#include "problem/problem.h"

/* Has TARGET the sizes that REDUCTION tells of SOURCE?  For `lift` and `extract`: false after an error in DIAG, TARGET
 * being another one. */
bool hb_reduction_made (const struct hb_reduction *reduction, const hb_instance *source,
                        const hb_instance *target, hb_diag *diag);

#endif
