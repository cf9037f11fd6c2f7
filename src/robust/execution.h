/* Executions as formulas: steps that run or not, an order of what conflicts, and what violates robustness.
 *
 * Engines that look for an execution (direct.h, predict.h) tell steps, clauses and edges; that all edges together are
 * an order is not said beforehand: the cycles of a model are forbidden as they are met (engine/guarded_order.h).
 *
 *     execution_begin (&x, NULL, diag)
 *     hb_id s = execution_step (&x, line, runs);           those of a line run in the order in which they are made
 *     execution_clause (&x, a, b, c)                       HB_FALSE: nothing more
 *     execution_seal (&x)
 *     if (execution_ask (&x, goal, HB_TRUE, limits) == 10) execution_sequence, execution_values
 *     execution_end (&x) */
#ifndef HBKIT_ROBUST_EXECUTION_H
#define HBKIT_ROBUST_EXECUTION_H

#include "base/diag.h"
#include "base/limits.h"
#include "engine/guarded_order.h"
#include "sat/bits.h"
#include "sat/solver.h"

struct execution_step
{
  hb_id line;
  hb_lit runs;
};

/* An access that may run.  Tasks are numbered depth-first, so that the greater number is later in the call tree. */
struct execution_access
{
  hb_id step, variable, task, event;
  bool write;
};

struct execution_pair
{
  hb_id a, b; /* a < b; HB_NONE: an empty slot */
  hb_lit before;
};

/* Is step A before step B in every execution in which both run? */
typedef bool execution_known (const void *context, hb_id a, hb_id b);

struct execution
{
  hb_bits *bits;
  execution_known *known; /* to be set by who knows, may be NULL */
  const void *context;
  VEC (struct execution_step) steps;
  VEC (hb_id) group; /* by line: those of a group are wholly one after another; HB_NONE: of none */
  VEC (hb_id) first; /* by line: its first step, or HB_NONE */
  VEC (hb_lit) always;               /* clauses; HB_FALSE ends each */
  VEC (hb_id) edges;                 /* threes: step before step, if the literal holds */
  VEC (struct execution_pair) pairs; /* a hash table */
  size_t pair_count;
  VEC (hb_lit) hints; /* what is to be tried first */
  hb_solver *solver;
  hb_diag *diag; /* borrowed */
  hb_tseitin *tseitin;
  hb_guarded_order *order;
  size_t clauses, cycles; /* given to the solver; forbidden */
};

/* An execution without steps, to be asked about by the named solver.  False after an error in DIAG; `execution_end`
 * in any case. */
bool execution_begin (struct execution *x, const char *solver, hb_diag *diag);
void execution_end (struct execution *x);

hb_id execution_step (struct execution *x, hb_id line, hb_lit runs);

/* No two lines of a group mix: the caller sees to it that of two that run the one that begins first ends before the other
 * begins.  Then one literal says how all their steps lie. */
void execution_group (struct execution *x, hb_id line, hb_id group);

/* BEFORE is before AFTER if LITERAL holds and both run. */
void execution_edge (struct execution *x, hb_id before, hb_id after, hb_lit literal);

/* The literal of "A is before B", made when first asked for; of a line's steps a constant.  Expected O(1). */
hb_lit execution_before (struct execution *x, hb_id a, hb_id b);

/* To be tried first. */
void execution_hint (struct execution *x, hb_lit literal);

/* One of these holds. */
void execution_clause (struct execution *x, hb_lit a, hb_lit b, hb_lit c);
void execution_clause_5 (struct execution *x, hb_lit a, hb_lit b, hb_lit c, hb_lit d, hb_lit e);
void execution_clause_of (struct execution *x, const hb_lit *literals, size_t count);

/* The executions that violate PARTS (robust.h): in an event, an access comes behind a conflicting one of a task that is
 * later in depth-first order; or the graph of conflicts between EVENTS events has a cycle.  The accesses of a variable
 * squared, the events cubed. */
hb_lit execution_violation (struct execution *x, const struct execution_access *accesses,
                            size_t count, hb_id events, unsigned parts);

/* All has been told. */
void execution_seal (struct execution *x);

/* Is there an execution with GOAL and ALSO?  10, 20, 0: LIMITS. */
int execution_ask (struct execution *x, hb_lit goal, hb_lit also, struct hb_limits *limits);

/* Of the execution found: the values of the circuit's nodes, new; the steps that run, in order, into SEQUENCE (room for
 * all): how many. */
signed char *execution_values (struct execution *x);
size_t execution_sequence (struct execution *x, hb_id *sequence);

static inline bool
execution_holds (const signed char *values, hb_lit lit)
{
  return (values[lit >> 1] != 0) != (lit & 1);
}

#endif
