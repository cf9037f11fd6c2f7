/* 3sat-edflat-3: the design with three handlers for 3SAT (flat_small.c). */
#include "reduce/flat_small.h"

const struct hb_reduction hb_reduction_flat_3 = {
  .name = "3sat-edflat-3",
  .from = &hb_problem_sat,
  .to = &hb_problem_ed,
  .to_note = " without nested posting",
  .reference = "ours, doc/flat.md",
  .handlers = "A B W D1..D(k-3), k literals in the widest clause",
  .size_text
  = "as 3sat-edflat-4, and T clauses of three literals or more: events = 12(n + T)m + 6K + "
    "16T + 2E, messages = 2(n + T)m + 2K + 4T + 2, handlers = max(k, 3) (3 for 3SAT)",
  .ablations = hb_small_ablations,
  .faithful = true,
  .own = &hb_flat_design_3,
  .accepts = hb_flat_accepts,
  .sizes = hb_flat_sizes,
  .reduce = hb_flat_reduce,
  .lift = hb_flat_lift,
  .extract = hb_flat_extract,
};
