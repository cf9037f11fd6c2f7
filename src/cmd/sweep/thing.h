/* What lies at hand between two stages of a sweep: a formula, a trace, a bug, or an instance of any other problem,
 * hbkit's or one of a user's own (src/own/). */
#ifndef HBKIT_SWEEP_THING_H
#define HBKIT_SWEEP_THING_H

#include "own/own.h"

enum sweep_thing
{
  SWEEP_FORMULA, /* of SAT or 3-BI-3SAT */
  SWEEP_TRACE,
  SWEEP_BUG,
  SWEEP_OTHER
};

struct sweep_at_hand
{
  enum sweep_thing thing;
  char *
      problem; /* SWEEP_OTHER: what --problem gets, "clique" or "FILE.reduction:NAME"; owned, or NULL */
  char *suffix; /* of its file; owned */
};

/* An instance of PROBLEM, which belongs to the reduction in FILE (an absolute name; NULL: to hbkit). */
struct sweep_at_hand sweep_at_hand_of (const struct hb_problem *problem, const char *file);
struct sweep_at_hand sweep_at_hand_named (enum sweep_thing thing, const char *suffix);
void sweep_at_hand_free (struct sweep_at_hand *at_hand);

/* Are the two instances of the same problem? */
bool sweep_at_hand_same (const struct sweep_at_hand *a, const struct sweep_at_hand *b);

/* For people: "formula", "trace", "instance of clique". New. */
char *sweep_at_hand_text (const struct sweep_at_hand *at_hand);

/* Does WHO (NULL: anybody) decide PROBLEM, as `sweep_at_hand` has it?  Its files are in *SUFFIX (new).  False after an
 * error in DIAG. */
bool sweep_decider_known (const char *problem, const char *who, char **suffix, hb_diag *diag);

#endif
