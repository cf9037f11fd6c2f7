/* Histories decided by the orders of their writes: a Boolean for each two writes of a variable, which one is
 * earlier, and for each cycle of happens-before that a model of what is known closes a clause that forbids it
 * (engine/guarded_order.h); until there is no model, or one that closes no cycle. */
#ifndef HBKIT_PROBLEM_SC_CYCLES_H
#define HBKIT_PROBLEM_SC_CYCLES_H

#include "engine/guarded_order.h"
#include "problem/sc.h"
#include "sat/solver.h"

struct hb_co_search
{
  const hb_trace *history;         /* borrowed */
  int *first;                      /* variable -> its first Boolean; owned */
  int pairs;                       /* how many Booleans */
  hb_guarded_order *order;         /* of the events; owned */
  struct hb_guarded_cycles cycles; /* that were forbidden: those of po, rf, co and fr */
};

/* False if HISTORY has more pairs of writes than are wanted: then there is nothing to free. */
bool hb_co_search_init (struct hb_co_search *search, const hb_trace *history);
void hb_co_search_free (struct hb_co_search *search);

/* Decides the history by SOLVER (fresh; borrowed).  After HB_YES RUN (room for all events) is one; after
 * HB_NO not all of `cycles` can be avoided. */
enum hb_answer hb_co_search_run (struct hb_co_search *search, hb_solver *solver,
                                 struct hb_limits *limits, hb_id *run);

/* The writes of a literal: A is earlier than B. */
void hb_co_search_writes (const struct hb_co_search *search, int literal, hb_id *a, hb_id *b);

#endif
