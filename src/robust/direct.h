/* Engine `direct`: is there an execution that violates robustness?  Bounded, by a SAT solver.
 *
 * The events that may start are written out with all that they post: every access, post, begin and end is a step
 * that runs or does not, as any task may stand still before any of its steps.  What a read reads is free; the write
 * that it reads from, and the order of every two conflicting accesses, are literals; main runs its tasks one after
 * another, in an order that is literals, too.  That all of it together is an order is not said beforehand: cycles of a
 * model are forbidden as they are met (engine/guarded_order.h).  What is looked for is a backward conflict in an event
 * or a cycle of events (robustness paper, definitions 4 and 5).
 *
 * It knows nothing of the reduction and of rules 1 to 9. */
#ifndef HBKIT_ROBUST_DIRECT_H
#define HBKIT_ROBUST_DIRECT_H

#include "robust/robust.h"

struct hb_direct_options
{
  unsigned parts; /* HB_PART_... */
  bool queue;     /* main takes tasks in the order of their posts */
  size_t events;  /* that start at most, without a driver */
  size_t bound;   /* loops are unrolled so often, a procedure may stand within itself so often */
  size_t most;    /* gates and pairs of steps: more are given up; 0: any number */
  const char *solver;
  struct hb_limits *limits;
};

struct hb_direct_result
{
  enum hb_robust_answer answer;
  hb_aschedule schedule; /* violated: of a run that shows it; owned */
  const char *reason;    /* unknown: why; static */
  bool is_bounded;       /* no violation, tasks that pass the bound standing still there */
  size_t variables, clauses, cycles; /* of the formula; forbidden */
};

/* Decides.  ROBUST only if nothing is cut off.  False after an error in DIAG.  `hb_direct_result_free` in any case.
 * The formula has a literal for every two conflicting accesses, and a clause for every three. */
bool hb_direct (const hb_acode *code, const struct hb_direct_options *options,
                struct hb_direct_result *result, hb_diag *diag);
void hb_direct_result_free (struct hb_direct_result *result);

#endif
