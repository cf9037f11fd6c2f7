/* What `3sat-sc` needs of `3sat-rf`, its first half. */
#ifndef HBKIT_SAT_RF_H
#define HBKIT_SAT_RF_H

#include "problem/reduction.h"

extern const struct hb_reduction hb_reduction_sat_rf;
extern const struct hb_ablation hb_rf_ablations[];

#endif
