/* The rows of the ledger. */
#include "ledger.h"

#define HOLDS "holds"
#define REPAIRED "holds with a repair"
#define FAILS "does not hold"

// clang-format off
const struct ledger_row ledger_rows[] = {
  { .claim = "Theorem 3.1",
    .states = "3-BI-3SAT reduces to ED-consistency with 12 handlers",
    .verdict = HOLDS,
    .quick = "verify 3bisat-ed --exhaustive -m 4 -n 5 --random 300 --seed 1",
    .full = "verify 3bisat-ed --exhaustive -m 7 -n 5 --random 3000 --seed 1" },
  { .claim = "Theorem 3.1",
    .states = "the same on all unsatisfiable formulas of up to 5 clauses, 4 variables",
    .verdict = HOLDS,
    .quick = "verify 3bisat-ed --exhaustive -u -m 5 -n 4",
    .full = "verify 3bisat-ed --exhaustive -u -m 9 -n 6" },
  { .claim = "Lemma 2",
    .states = "a model gives an order of the posts, row by row in each column",
    .verdict = REPAIRED,
    .remark = "in each column the rows come in the order in which they came back, not in that of the grid",
    .quick = "verify 3bisat-ed --random 200 --variables 20 --seed 2",
    .full = "verify 3bisat-ed --random 300 --variables 40 --seed 2" },
  { .claim = "Section 3.1",
    .states = "z_j closes the cycle of a falsified clause",
    .verdict = HOLDS,
    .remark = "(1 2)(-1 2)(-2 3)(-3 4)(-3 -4) without it",
    .quick = "verify 3bisat-ed --exhaustive -u -m 5 -n 4 --ablate no-z --engine cds",
    .full = "verify 3bisat-ed --exhaustive -m 5 --ablate no-z" },
  { .claim = "Remark 3",
    .states = "one pair of messages for all clauses of a variable is not enough",
    .verdict = HOLDS,
    .remark = "(1 2)(1 2) is satisfiable, its trace inconsistent",
    .quick = "verify 3bisat-ed --exhaustive -m 3 --ablate one-copy",
    .full = "verify 3bisat-ed --exhaustive -m 3 --ablate one-copy" },
  { .claim = "Challenge 2",
    .states = "first occurrences need two ways to hW, so that the rows can change places",
    .verdict = HOLDS,
    .remark = "(1 2) is satisfiable, its trace inconsistent",
    .quick = "verify 3bisat-ed --exhaustive -m 3 --ablate first-as-later",
    .full = "verify 3bisat-ed --exhaustive -m 3 --ablate first-as-later" },
  { .claim = "Definition 3",
    .states = "SAT reduces to 3-BI-3SAT (Tovey), so that this is NP-complete",
    .verdict = HOLDS,
    .quick = "verify 3sat-3bisat --random 2000 --seed 1",
    .full = "verify 3sat-3bisat --random 20000 --seed 1" },
  { .claim = "Theorem 4.1",
    .states = "without nested posting the configuration graph decides, in polynomial time for k handlers",
    .verdict = FAILS,
    .remark = "it decides sender-queues; data/config-queue.edt has queues",
    .quick = "verify config --random 500",
    .full = "verify config --random 20000" },
  { .claim = NULL }
};
