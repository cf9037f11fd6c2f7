/* 3sat-edflat-4: the design with four handlers for 3SAT (flat_small.c). */
#include "reduce/flat_small.h"

const struct hb_reduction hb_reduction_flat_4 = {
  HB_FLAT_MEMBERS,
  .name = "3sat-edflat-4",
  .handlers = "A B W D1..D(k-2), k literals in the widest clause",
  .size_text
  = "n variables that occur, m clauses, K literals, at most k in a clause (repeated literals "
    "and tautologies not counted), E empty clauses: events = 12nm + 6K + 2E, messages = 2nm "
    "+ 2K + 2, handlers = max(k + 1, 3) (4 for 3SAT)",
  .ablations = hb_small_ablations + 1,
  .own = &hb_flat_design_4,
};
