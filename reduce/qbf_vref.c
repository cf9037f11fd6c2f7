/* 2qbf-vref: 2QBF to inclusion of traces over some of the variables.
 *
 * Ours.  Theorem 3 of the semantic diffing paper does not show that non-refinement of traces is hard, since for small
 * ranks that is another question.  Here each branch sets a copy u of x, too, the formula is over u and y, and V has x, t, a
 * and b alone: all runs that get to b = a have executed a statement of V for each x, and any two that show the same dependencies
 * have the same trace.  So runs are compared by all that they show (rank all). */
#include "reduce/qbf_pair.h"

static const struct hb_ablation ablations[] = {
  { "complete", "only runs in which every thread ends: then both programs assume the formula",
    HB_NO, HB_QBF_COMPLETE },
  { "one", "x = * is one statement, so that no dependency tells its value", HB_NO, HB_QBF_ONE },
  { "swapped", "old and new change places", HB_NO, HB_QBF_SWAPPED },
  { NULL, NULL, HB_OPEN, 0 },
};

static const char copies[] = "copies";

const struct hb_reduction hb_reduction_qbf_vref = {
  .name = "2qbf-vref",
  .from = &hb_problem_2qbf,
  .to = &hb_problem_refinement,
  .to_note = " of whole runs",
  .reference = "ours, after Theorem 3 of the semantic diffing paper",
  .handlers = "",
  .size_text = "n universal variables, m others: 2 threads, 5n + m + 5 statements each, any rank",
  .ablations = ablations,
  .faithful = true,
  .own = copies,
  .accepts = hb_qbf_pair_accepts,
  .sizes = hb_qbf_pair_sizes,
  .reduce = hb_qbf_pair_reduce,
  .lift = hb_qbf_pair_lift,
  .extract = hb_qbf_pair_extract,
};
