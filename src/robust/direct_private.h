/* The executions of a program, written out: direct.h. */
#ifndef HBKIT_ROBUST_DIRECT_PRIVATE_H
#define HBKIT_ROBUST_DIRECT_PRIVATE_H

#include "robust/circuit.h"
#include "robust/direct.h"
#include "robust/execution.h"

enum direct_kind
{
  DIRECT_BEGIN, /* of a task; an event's may be a read, of its guard */
  DIRECT_READ,
  DIRECT_WRITE,
  DIRECT_POST,
  DIRECT_END
};

/* What step of the same number of the execution does.  Steps of a task are numbered in the order in which they run. */
struct direct_step
{
  uint8_t kind; /* enum direct_kind */
  hb_id task;
  hb_id variable; /* accessed, or HB_NONE */
  hb_id posted;   /* post: the task */
  hb_word value;  /* read or written */
};

/* Tasks are numbered depth-first: so is the call tree. */
struct direct_task
{
  hb_id proc, parent;     /* HB_NONE: an event's body */
  hb_id event;            /* number in `events` */
  hb_id begin, post, end; /* steps; post: HB_NONE of an event's body */
  bool main;
};

/* An event that may start. */
struct direct_event
{
  hb_id task;
  hb_id slot;      /* without a driver: one of each slot starts */
  hb_id first_arg; /* in `args` */
};

/* A choice made by TASK after its step AFTER. */
struct direct_choice
{
  hb_id task, after;
  hb_lit guard;
  hb_word word; /* less its least value */
  int32_t low;
};

struct direct
{
  struct aed_circuit values;
  const hb_acode *code;
  const struct hb_direct_options *options;
  struct execution x;
  VEC (struct direct_step) steps;
  VEC (struct direct_task) tasks;
  VEC (struct direct_event) events;
  VEC (hb_word) args;
  VEC (struct direct_choice) choices;
  hb_lit
      *order; /* of steps A < B of one variable or queue: A is first, HB_FALSE: not asked for yet */
  hb_lit cut; /* the bound is passed */
  size_t
      *within; /* procedure -> how often it is being gone through, as a call or a chain of posts */
  bool given_up;
};

/* Fills events, tasks, steps, choices, and the edges from a post to what it posts. */
void direct_unroll (struct direct *d);

/* Adds clauses and edges that make the steps an execution. */
void direct_constrain (struct direct *d);

/* The executions that violate PARTS. */
hb_lit direct_violations (struct direct *d);

#endif
