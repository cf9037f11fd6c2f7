/* periodic-sat: a periodic program with a bound, to a formula whose models are its runs that fail.
 *
 * Chaki, Gurfinkel and Sinha, "Efficient verification of periodic programs using sequential consistency and
 * snapshots" (FMCAD 2014), repaired; periodic/vc.h says how.  The order of events is told by position, our clauses (i) to (vi); periodic-rounds-sat has
 * the paper's clocks.  Real time (semantics exact) is no formula of its own: its clauses are found one after another. */
#include "reduce/periodic_sat.h"

static const struct hb_ablation ablations[] = {
  { "no-blocking", "response times without blocking by locks", HB_NO, HB_ABLATE_BLOCKING },
  { "no-locks", "no rule for locks: others start while one is held", HB_YES, HB_ABLATE_LOCKS },
  { "less-than-ceiling", "a lock keeps out only priorities below its ceiling", HB_YES,
    HB_ABLATE_CEILINGS },
  { "no-up", "reads do not see snapshots of jobs that may preempt theirs", HB_NO, HB_ABLATE_UP },
  { "no-down", "reads do not see writes of jobs that theirs may preempt", HB_NO, HB_ABLATE_DOWN },
  { "no-maximal", "reads do not see one of the last jobs before theirs", HB_YES,
    HB_ABLATE_MAXIMAL },
  { "no-three", "position: no clause (iii)", HB_YES, HB_ABLATE_THREE },
  { "no-five", "position: no clause (v)", HB_YES, HB_ABLATE_FIVE },
  { "not-tightened", "deadlines as they are: a job may seem open when a lower one is over", HB_YES,
    HB_ABLATE_TIGHTENING },
  { NULL, NULL, HB_OPEN, 0 },
};

const struct hb_reduction hb_reduction_periodic_sat = {
  HB_PERIODIC_SAT_MEMBERS,
  .name = "periodic-sat",
  .reference = "ours, after Chaki, Gurfinkel and Sinha 2014",
  .ablations = ablations,
};
