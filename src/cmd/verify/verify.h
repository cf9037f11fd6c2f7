/* What `hbkit verify` asserts of a reduction on one formula, and how it makes a failure small. */
#ifndef HBKIT_CMD_VERIFY_H
#define HBKIT_CMD_VERIFY_H

#include "cmd/frame/files.h"

#include "base/buffer.h"

struct verify_counts
{
  uint64_t formulas, satisfiable, unsatisfiable;
  uint64_t models;    /* lifted, replayed, extracted again */
  uint64_t witnesses; /* found by engines, extracted and checked */
  uint64_t events;    /* in all traces */
};

struct verify
{
  const struct hb_reduction *reduction;
  const char *ablation; /* NULL: the construction itself */
  const char *engine;   /* ask only this one; NULL: all */
  uint64_t seed;
  struct verify_counts counts;
  struct hb_limits *limits; /* hit: formulas that are not done count as neither good nor bad */
};

/* Does the reduction keep what it promises on CNF (which it accepts)?
 *
 * For the construction itself: the formula gets the same verdict from both SAT solvers, and its
 * target the same from both solvers; the sizes are the declared ones; at most the declared
 * handlers; every model tried lifts to a witness that replays and extracts to itself; every witness
 * found, whoever found it, extracts to a model.  For an ablation: the verdicts agree.  If not, *WHY
 * (new) says what failed. */
bool verify_formula (struct verify *verify, const hb_cnf *cnf, char **why);

/* A smallest formula that still fails, made from CNF by dropping clauses and literals; new.  *WHY
 * (owned by the caller, replaced) says what fails in it. */
hb_cnf *verify_shrink (struct verify *verify, const hb_cnf *cnf, char **why);

#endif
