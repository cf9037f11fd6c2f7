/* 3bisat-ed: a 3-BI-3SAT formula to a trace on 12 handlers, consistent if and only if the formula
 * is satisfiable (ED-consistency paper, Theorem 3.1, section 3 and Appendix C; what the text leaves
 * open is settled in design section 4 and written down in doc/reductions.md).
 *
 *                      stage 1                                   stage 2
 *       +----+   rows    +----------+    m_(i,j,b)   +----+  boxes   +----------+
 *       | hV | --------> | ht1..ht6 | -------------> | hW | <------> | hCa..hCd |
 *       |    | <-------- |          |                |    |          |          |
 *       +----+           +----------+                +----+          +----------+
 *
 * x_i is true if and only if m_(i,j,0) runs before m_(i,j,1).  The trace is streamed handler by
 * handler; memory is that of the formula. */
#include "problem/ed.h"
#include "problem/sat.h"
#include "reduce/bisat_ed.h"
#include "reduce/formula.h"

static const struct hb_ablation ablations[] = {
  { "no-z",
    "no z_j: a falsified clause closes no cycle, so unsatisfiable formulas become consistent",
    HB_YES, HB_NO_Z },
  { "first-as-later",
    "a first occurrence goes hV, ht_v as a later one: every variable is false, so satisfiable "
    "formulas become inconsistent",
    HB_NO, HB_FIRST_AS_LATER },
  { "same-hop",
    "both rows of a first occurrence take ht_v as first hop: every variable is false, so "
    "satisfiable "
    "formulas become inconsistent",
    HB_NO, HB_SAME_HOP },
  { "return-first",
    "the last hop posts the return to hV before m: provably breaks nothing, as one message posts "
    "both",
    HB_OPEN, HB_RETURN_FIRST },
  { "early-return",
    "a first occurrence returns to hV from its first hop: copies may disagree, so unsatisfiable "
    "formulas become consistent",
    HB_YES, HB_EARLY_RETURN },
  { "one-copy",
    "one pair of messages m_(i,b) a variable, around its boxes in all clauses: gadgets block each "
    "other, so satisfiable formulas become inconsistent",
    HB_NO, HB_ONE_COPY },
  { "multiset",
    "mailboxes are multisets: copies may disagree, so unsatisfiable formulas become consistent",
    HB_YES, HB_MULTISET_MAILBOXES },
  { NULL, NULL, HB_OPEN, 0 },
};

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  uint64_t sizes[3];
  self->sizes (self, source, sizes);
  return hb_reduce_fits (sizes[0], diag);
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  struct hb_grid grid;
  hb_grid_init (&grid, hb_cnf_of (source));
  hb_grid_sizes (&grid, sizes);
  hb_grid_free (&grid);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  struct hb_grid grid;
  hb_grid_init (&grid, hb_cnf_of (source));
  struct hb_bisat b = { .grid = &grid,
                        .builder = hb_target_builder (target, diag),
                        .damage = ablation ? ablation->bits : 0 };
  hb_build_meta (b.builder, "reduction", self->name);
  if (ablation)
    hb_build_meta (b.builder, "ablation", ablation->name);
  hb_build_mailbox (b.builder, b.damage & HB_MULTISET_MAILBOXES ? HB_MULTISET : HB_QUEUE);
  hb_bisat_stage1 (&b);
  hb_bisat_stage2 (&b);
  hb_build_end (b.builder);
  bool good = hb_target_built (target, b.builder);
  if (map)
    hb_bisat_map (&b, ablation ? ablation->name : NULL, target->sizes, map);
  hb_grid_free (&grid);
  return good;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  (void)self;
  return hb_solution_of_witness (
      hb_bisat_lift (hb_cnf_of (source), hb_model_of (solution), hb_trace_of (target), diag));
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  return hb_solution_of_model (
      hb_bisat_extract (hb_cnf_of (source), hb_trace_of (target), hb_witness_of (solution), diag));
}

const struct hb_reduction hb_reduction_bisat_ed = {
  .name = "3bisat-ed",
  .from = &hb_problem_3bisat,
  .to = &hb_problem_ed,
  .to_note = "",
  .reference = "ED-consistency paper, Theorem 3.1",
  .handlers = "hV ht1..ht6 hW hCa..hCd",
  .size_text = "n variables that occur, m clauses, K literals: events = 4nm + 16K + 4n + 2m, "
               "messages = 2nm + 4K + 2n + 5, handlers = 12",
  .ablations = ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};
