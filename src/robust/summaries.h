/* Reachability in sequential programs by procedure summaries: what a procedure's entry (arguments, variables) may
 * lead to, as a least fixpoint (Sharir and Pnueli, "Two approaches to interprocedural data flow analysis", 1981;
 * Reps, Horwitz, Sagiv, POPL 1995).  Complete for finite domains, recursion and all.
 *
 * Variables are shared and ghosts alike.  A write beyond a variable's range ends the run.  The question: can an
 * assertion fail, from the one event of the program, with its parameters at their least values? */
#ifndef HBKIT_ROBUST_SUMMARIES_H
#define HBKIT_ROBUST_SUMMARIES_H

#include "robust/robust.h"

struct hb_summaries_options
{
  size_t most; /* entries and exits, and a hundred times as many places in loops; 0: any number */
  struct hb_limits *limits;
};

struct hb_summaries_result
{
  enum hb_robust_answer answer; /* VIOLATED: an assertion fails */
  size_t entries, exits, steps; /* steps: paths between calls */
  bool is_long;                 /* unknown: loops had too many places */
  VEC (int32_t) choices; /* violated: what `choose` gives, in order, on a run to the failure */
  hb_output
      *certificate; /* borrowed; if not NULL: where the set of summaries is written, if robust */
  const char *head; /* borrowed: what stands there before it */
};

/* Decides.  RESULT must be zeroed but for `certificate` and `head`; `hb_summaries_result_free` in any case.  Linear in the
 * number of summaries times the paths of a procedure. */
void hb_summaries (const hb_acode *code, const struct hb_summaries_options *options,
                   struct hb_summaries_result *result);
void hb_summaries_result_free (struct hb_summaries_result *result);

/* The event of a sequential program, or HB_NONE: it has several, or posts. */
hb_id hb_sequential_event (const hb_acode *code);

#endif
