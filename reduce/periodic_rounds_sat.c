/* periodic-rounds-sat: a periodic program with a bound, to a formula whose models are its runs that fail, the order of
 * events by the paper's hierarchical clocks: (9), (10), (19) to (23) of Chaki, Gurfinkel and Sinha, "Efficient
 * verification of periodic programs using sequential consistency and snapshots" (FMCAD 2014), and R grows along program
 * order. */
#include "reduce/periodic_sat.h"

static const struct hb_ablation ablations[] = {
  { "no-program-order", "R does not grow along program order", HB_YES, HB_ABLATE_PROGRAM_ORDER },
  { "no-preemption", "no (10): a job goes on while a higher one runs", HB_YES,
    HB_ABLATE_PREEMPTION },
  { "not-strict", "<= for < in (9)(b)", HB_YES, HB_ABLATE_STRICT },
  { "no-locks", "no rule for locks: others start while one is held", HB_YES, HB_ABLATE_LOCKS },
  { "less-than-ceiling", "a lock keeps out only priorities below its ceiling", HB_YES,
    HB_ABLATE_CEILINGS },
  { NULL, NULL, HB_OPEN, 0 },
};

const struct hb_reduction hb_reduction_periodic_rounds_sat = {
  HB_PERIODIC_SAT_MEMBERS,
  .name = "periodic-rounds-sat",
  .reference = "Chaki, Gurfinkel and Sinha 2014, repaired",
  .ablations = ablations,
  .own = hb_periodic_by_rounds,
};
