/* Between exact.c (clauses), exact_flow.c and exact_time.c. */
#ifndef HBKIT_PERIODIC_EXACT_PRIVATE_H
#define HBKIT_PERIODIC_EXACT_PRIVATE_H

#include "periodic/exact.h"

/* What the clauses know of a job in its slots: those from FROM to TO, both included. */
struct hb_slots_of
{
  size_t from, to;
  hb_lit *over, *available, *acts; /* by slot - from */
  hb_lit **done;                   /* by event of the job, by slot - from */
};

struct hb_exact
{
  hb_vc *vc;
  const hb_jobs *jobs;
  hb_bits *bits;
  VEC (int64_t) cuts;     /* slot s is cuts[s] .. cuts[s + 1], the last one without end */
  struct hb_slots_of *of; /* by job */
  VEC (hb_lit) full;      /* by slot */
  int64_t unit;           /* of the last accepted model: parts of one unit of time */
  VEC (int64_t) share;    /* likewise: [job * slots + slot] */
};

/* The literal's value under INPUTS. */
bool hb_exact_true (const signed char *inputs, hb_lit a);

#endif
