/* 3sat-edflat-3: the design with three handlers for 3SAT (flat_small.c). */
#include "reduce/flat_small.h"

const struct hb_reduction hb_reduction_flat_3 = {
  HB_FLAT_MEMBERS,
  .name = "3sat-edflat-3",
  .handlers = "A B W D1..D(k-3), k literals in the widest clause",
  .size_text
  = "as 3sat-edflat-4, and T clauses of three literals or more: events = 12(n + T)m + 6K + "
    "16T + 2E, messages = 2(n + T)m + 2K + 4T + 2, handlers = max(k, 3) (3 for 3SAT)",
  .ablations = hb_small_ablations,
  .own = &hb_flat_design_3,
};
