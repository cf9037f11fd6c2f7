/* 3sat-sc: any formula to a trace, by way of a history under sequential consistency: `3sat-rf`, then
 * `sc-ed`, as one reduction.  The history's ablations are its own. */
#include "problem/chain.h"
#include "problem/sc.h"
#include "reduce/blocks.h"
#include "reduce/sat_rf.h"
#include "reduce/sc_ed.h"

static const struct hb_reduction *const steps[] = { &hb_reduction_sat_rf, &hb_reduction_sc_ed };
static const struct hb_chain_steps chain = { 2, steps };

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), 0);
  uint64_t pairs = plan.pairs.size;
  sizes[0] = 20 * pairs + 4 * (uint64_t)hb_blocks_tied (&plan) + 2 * plan.empty.size;
  sizes[1] = 4 * pairs + plan.empty.size;
  sizes[2] = 3 * pairs + plan.empty.size;
  hb_blocks_free (&plan);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  const struct hb_reduction *rf = steps[0];
  hb_instance *history = hb_reduce (rf, source, ablation, NULL, diag);
  bool good = history && hb_sc_trace_of (hb_trace_of (history), self->name, NULL, target, diag);
  rf->to->free (rf->to, history);
  if (!map || !good)
    return good;
  struct hb_blocks plan;
  hb_blocks_make (&plan, hb_cnf_of (source), ablation ? ablation->bits : 0);
  hb_blocks_map (
      &plan, self->name, ablation ? ablation->name : NULL,
      "a pair names two threads of the history; a variable is true iff the first event of "
      "the first one, of any pair, comes before that of the second: iff message w:FIRST.0 "
      "runs before w:SECOND.0",
      self->to->measures, target->sizes, map);
  hb_blocks_free (&plan);
  return true;
}

const struct hb_reduction hb_reduction_sat_sc = {
  .name = "3sat-sc",
  .from = &hb_problem_sat,
  .to = &hb_problem_ed,
  .to_note = ", by 3sat-rf and sc-ed",
  .reference = "hbkit (doc/reductions.md); NP-hard by Gibbons and Korach 1997",
  .handlers
  = "two threads and one co:x for each literal of each clause, a thread for each empty clause",
  .size_text = "K literals, L of them of variables that occur more than once, E empty clauses: "
               "events = 20K + 4L + 2E, messages = 4K + E, handlers = 3K + E "
               "(the history: 6K + 4L + 2E events, 2K + E threads)",
  .ablations = hb_rf_ablations,
  .faithful = true,
  .own = &chain,
  .accepts = hb_chain_accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = hb_chain_lift,
  .extract = hb_chain_extract,
};
