/* Histories decided by the orders of their writes: a Boolean for each two writes of a variable, which one is
 * earlier, and for each cycle of happens-before that a model of what is known closes a clause that forbids it;
 * until there is no model, or one that closes no cycle. */
#ifndef HBKIT_PROBLEM_SC_CYCLES_H
#define HBKIT_PROBLEM_SC_CYCLES_H

#include "problem/sc.h"
#include "sat/solver.h"
#include "trace/order.h"

/* The pairs of writes of one variable: which Boolean says that A is earlier than B. */
struct hb_co_pairs
{
  const hb_trace *history; /* borrowed */
  int *first;              /* variable -> its first Boolean; owned */
  int count;
};

/* False if there are more pairs than are wanted: then there is nothing to free. */
bool hb_co_pairs_init (struct hb_co_pairs *pairs, const hb_trace *history);
void hb_co_pairs_free (struct hb_co_pairs *pairs);

/* "A is earlier than B", two writes of one variable, as a literal; and the writes of a literal. */
int hb_co_literal (const struct hb_co_pairs *pairs, hb_id a, hb_id b);
void hb_co_writes (const struct hb_co_pairs *pairs, int literal, hb_id *a, hb_id *b);

/* Cycles of po, rf, co and fr, one after another; a step of co or fr assumes that BEFORE is earlier than
 * AFTER, unless it starts at a read of an initial value. */
struct hb_co_cycles
{
  VEC (struct hb_step) steps;
  VEC (size_t) ends; /* cycle -> where its steps end */
};

/* The first step of cycle C; and its clause, that not all that it assumes is so, for SOLVER. */
size_t hb_co_cycle_start (const struct hb_co_cycles *cycles, size_t c);
void hb_co_clause (const struct hb_co_pairs *pairs, const struct hb_co_cycles *cycles, size_t c,
                   hb_solver *solver);
void hb_co_cycles_free (struct hb_co_cycles *cycles);

/* Decides the history of PAIRS by SOLVER (fresh; borrowed).  CO (may be NULL, else room for all writes) is filled
 * after HB_YES; CYCLES receives the cycles that are forbidden, which after HB_NO cannot all be avoided. */
enum hb_answer hb_co_search (const struct hb_co_pairs *pairs, hb_solver *solver,
                             struct hb_limits *limits, hb_id *co, struct hb_co_cycles *cycles);

#endif
