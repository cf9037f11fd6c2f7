/* The checker's executions: the tasks of all events that may start, step by step, as gates.  Private to proof/robust/.
 *
 * A step runs or does not, for a task may stand still before any access or post.  What conflicts is ordered by wires, so
 * are the tasks of main, one as a whole before the other.  What a read reads follows from these: the value of the last
 * write before it. */
#ifndef HBKIT_PROOF_ROBUST_EXECUTIONS_PRIVATE_H
#define HBKIT_PROOF_ROBUST_EXECUTIONS_PRIVATE_H

#include "base/names.h"
#include "proof/robust/executions.h"
#include "proof/robust/laps.h"

/* What certificates are named in their first line. */
#define HB_EXECUTIONS_KIND "executions"

#define EXECUTIONS_DET 1u
#define EXECUTIONS_SER 2u

enum deed_kind
{
  DEED_BEGIN, /* of a task; a read, if its event tests a variable */
  DEED_READ,
  DEED_WRITE,
  DEED_POST,
  DEED_END /* of a task's code */
};

/* A step.  Those of a task are numbered as they run. */
struct deed
{
  enum deed_kind kind;
  hb_id task;
  hb_id variable; /* accessed, or HB_NONE */
  hb_wire runs;
  struct hb_wires value; /* read or written */
};

/* Tasks are numbered in depth-first order of the call tree. */
struct doer
{
  hb_id proc, parent;     /* HB_NONE: an event's body */
  hb_id event;            /* number of its event */
  hb_id begin, post, end; /* deeds; post: HB_NONE of an event's body */
  hb_id
      slot; /* of an event's body without a driver: it is the so manieth that starts; or HB_NONE */
  bool main;
};

struct executions
{
  struct laps laps;
  const struct hb_executions_claim *claim;
  VEC (struct deed) deeds;
  VEC (struct doer) doers;
  hb_id events;
  hb_id now;            /* the task whose code is gone through */
  hb_names *pairs;      /* two deeds, or two tasks of main, whose order is a wire */
  VEC (hb_wire) orders; /* by pair */
};

/* Fills GATES, which have been started, with the clauses of CLAIM about the program of CODE, all but those that say that the
 * order has no cycles.  False: too large, or a limit was reached.  `executions_end` in any case. */
bool executions_start (struct executions *x, const hb_acode *code,
                       const struct hb_executions_claim *claim, struct hb_limits *limits,
                       struct hb_gates *gates);
void executions_end (struct executions *x);

/* Its parts: steps; what makes them executions; the claim's negation. */
void executions_walk (struct executions *x);
void executions_constrain (struct executions *x);
void executions_violate (struct executions *x);

/* "A is before B" of two deeds, or the first task of main before the second: a wire, made when it is first asked for;
 * constant where the program tells. */
hb_wire executions_before (struct executions *x, hb_id a, hb_id b);
hb_wire executions_task_before (struct executions *x, hb_id one, hb_id two);

/* The same, but nothing is made: false where nobody has asked. */
bool executions_order (const struct executions *x, hb_id a, hb_id b, hb_wire *before);

/* COUNT deeds each of which is before the next, the last before the first: adds the clause that not all of them run in this
 * order.  *BAD: the first of which it is not known that it is before the next; then false. */
bool executions_cut (struct executions *x, const hb_id *cycle, size_t count, size_t *bad);

#endif
