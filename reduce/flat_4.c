/* 3sat-edflat-4: the design with four handlers for 3SAT (flat_small.c). */
#include "reduce/flat_small.h"

const struct hb_reduction hb_reduction_flat_4 = {
  .name = "3sat-edflat-4",
  .from = &hb_problem_sat,
  .to = &hb_problem_ed,
  .to_note = " without nested posting",
  .reference = "ours, doc/flat.md",
  .handlers = "A B W D1..D(k-2), k literals in the widest clause",
  .size_text
  = "n variables that occur, m clauses, K literals, at most k in a clause (repeated literals "
    "and tautologies not counted), E empty clauses: events = 12nm + 6K + 2E, messages = 2nm "
    "+ 2K + 2, handlers = max(k + 1, 3) (4 for 3SAT)",
  .ablations = hb_small_ablations + 1,
  .faithful = true,
  .own = &hb_flat_design_4,
  .accepts = hb_flat_accepts,
  .sizes = hb_flat_sizes,
  .reduce = hb_flat_reduce,
  .lift = hb_flat_lift,
  .extract = hb_flat_extract,
};
