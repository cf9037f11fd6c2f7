/* 2qbf-vk: 2QBF to refinement of rank n + 1, over all variables.
 *
 * Semantic diffing paper, Theorem 3, with the departures of qbf_pair.c: runs may stop anywhere, and the formula is
 * "for all X there are Y", so that the new program refines the old one iff it holds. */
#include "reduce/qbf_pair.h"

static const struct hb_ablation ablations[] = {
  { "less", "the rank is n, so that a difference has no room for all X and for b = a", HB_NO,
    HB_QBF_LESS },
  { "complete", "only runs in which every thread ends: then both programs assume the formula",
    HB_NO, HB_QBF_COMPLETE },
  { "late",
    "Y is chosen behind done and a, so that the old program cannot see these values before b = a, "
    "and the new one can",
    HB_YES, HB_QBF_LATE },
  { "one", "x = * is one statement, so that no dependency tells its value", HB_NO, HB_QBF_ONE },
  { "swapped", "old and new change places", HB_NO, HB_QBF_SWAPPED },
  { NULL, NULL, HB_OPEN, 0 },
};

const struct hb_reduction hb_reduction_qbf_vk = {
  .name = "2qbf-vk",
  .from = &hb_problem_2qbf,
  .to = &hb_problem_refinement,
  .to_note = " of rank n + 1",
  .reference = "semantic diffing paper, Theorem 3, with blocked runs",
  .handlers = "",
  .size_text = "n universal variables, m others: 2 threads, 3n + m + 5 statements each, rank n + 1",
  .ablations = ablations,
  .faithful = true,
  .accepts = hb_qbf_pair_accepts,
  .sizes = hb_qbf_pair_sizes,
  .reduce = hb_qbf_pair_reduce,
  .lift = hb_qbf_pair_lift,
  .extract = hb_qbf_pair_extract,
};
