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
#include "reduce/bisat_ed.h"
#include "problem/problem.h"
#include "reduce/reduction.h"

#include <string.h>

const char *const hb_bisat_handlers[HB_BISAT_HANDLERS]
    = { "hV", "ht1", "ht2", "ht3", "ht4", "ht5", "ht6", "hW", "hCa", "hCb", "hCc", "hCd" };

/* In the order of the bits of enum hb_bisat_damage. */
static const struct hb_ablation ablations[] = {
  { "no-z",
    "no z_j: a falsified clause closes no cycle, so unsatisfiable formulas become consistent",
    HB_CONSISTENT },
  { "first-as-later",
    "a first occurrence goes hV, ht_v as a later one: every variable is false, so satisfiable "
    "formulas become inconsistent",
    HB_INCONSISTENT },
  { "same-hop",
    "both rows of a first occurrence take ht_v as first hop: every variable is false, so "
    "satisfiable "
    "formulas become inconsistent",
    HB_INCONSISTENT },
  { "return-first",
    "the last hop posts the return to hV before m: provably breaks nothing, as one message posts "
    "both",
    HB_UNKNOWN },
  { "early-return",
    "a first occurrence returns to hV from its first hop: copies may disagree, so unsatisfiable "
    "formulas become consistent",
    HB_CONSISTENT },
  { "one-copy",
    "one pair of messages m_(i,b) a variable, around its boxes in all clauses: gadgets block each "
    "other, so satisfiable formulas become inconsistent",
    HB_INCONSISTENT },
  { "multiset",
    "mailboxes are multisets: copies may disagree, so unsatisfiable formulas become consistent",
    HB_CONSISTENT },
  { NULL, NULL, HB_UNKNOWN },
};

static unsigned
damage_of (const char *ablation)
{
  return ablation ? 1u << hb_ablation_number (ablations, "3bisat-ed", ablation) : 0;
}

void
hb_bisat_sizes (const struct hb_grid *grid, uint64_t sizes[3])
{
  uint64_t n = grid->variables, m = grid->columns, cells = grid->cells;
  sizes[0] = 4 * n * m + 16 * cells + 4 * n + 2 * m;
  sizes[1] = 2 * n * m + 4 * cells + 2 * n + 5;
  sizes[2] = HB_BISAT_HANDLERS;
}

static void
expect (const hb_cnf *cnf, uint64_t sizes[3])
{
  struct hb_grid grid;
  hb_grid_init (&grid, cnf);
  hb_bisat_sizes (&grid, sizes);
  hb_grid_free (&grid);
}

/* Events are numbered by `hb_id`. */
static bool
accepts (const hb_cnf *cnf, hb_diag *diag)
{
  uint64_t sizes[3];
  if (!hb_problem_admits (&hb_problem_3bisat, (const hb_instance *)cnf, diag))
    return false;
  expect (cnf, sizes);
  if (sizes[0] < HB_NONE)
    return true;
  hb_error (diag, NULL, "the trace would have %llu events; hbkit can number %llu",
            (unsigned long long)sizes[0], (unsigned long long)HB_NONE - 1);
  return false;
}

static void
reduce_trace (const hb_cnf *cnf, const char *ablation, hb_builder *builder, hb_output *map)
{
  struct hb_grid grid;
  hb_grid_init (&grid, cnf);
  struct hb_bisat b = { .grid = &grid, .builder = builder, .damage = damage_of (ablation) };
  hb_build_meta (builder, "reduction", "3bisat-ed");
  if (ablation)
    hb_build_meta (builder, "ablation", ablation);
  hb_build_mailbox (builder, b.damage & HB_MULTISET_MAILBOXES ? HB_MULTISET : HB_QUEUE);
  hb_bisat_stage1 (&b);
  hb_bisat_stage2 (&b);
  hb_build_end (builder);
  if (map)
    {
      struct hb_sizes sizes = hb_builder_sizes (builder);
      hb_bisat_map (&b, ablation, &sizes, map);
    }
  hb_grid_free (&grid);
}

const struct hb_reduction hb_3bisat_ed = {
  .name = "3bisat-ed",
  .source = "3-BI-3SAT",
  .target = "ED-consistency",
  .reference = "ED-consistency paper, Theorem 3.1",
  .handlers = "hV ht1..ht6 hW hCa..hCd",
  .sizes = "n variables that occur, m clauses, K literals: events = 4nm + 16K + 4n + 2m, "
           "messages = 2nm + 4K + 2n + 5, handlers = 12",
  .ablations = ablations,
  .to_trace = true,
  .bounded = true,
  .accepts = accepts,
  .expect = expect,
  .reduce_trace = reduce_trace,
  .lift_trace = hb_bisat_lift,
  .extract_trace = hb_bisat_extract,
};
