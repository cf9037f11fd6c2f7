/* Between explore.c (orders, ticks) and explore_job.c (what a job does next). */
#ifndef HBKIT_PERIODIC_EXPLORE_PRIVATE_H
#define HBKIT_PERIODIC_EXPLORE_PRIVATE_H

#include "periodic/explore.h"

#define MOST_EXPLORED_JOBS 8

/* A job so far: how many actions, starting included, and the values that reads and choices gave. */
struct hb_explored_job
{
  size_t done;
  bool over;           /* it has no further action */
  bool fails, assumes; /* when over: a check fails; an assumption does not hold */
  VEC (uint64_t) answers;
  VEC (uint64_t) choices;
};

/* What a job does next. */
enum hb_next_kind
{
  HB_NEXT_ACTION,
  HB_NEXT_CHOICE, /* a value of WIDTH bits */
  HB_NEXT_END,
  HB_NEXT_ERROR
};

struct hb_next
{
  enum hb_next_kind kind;
  enum hb_action_kind action; /* read, write, lock, unlock */
  hb_id cell;
  uint64_t value; /* written */
  unsigned width;
  bool fails, assumes; /* at the end */
};

/* What JOB does after what STATE has of it.  CELLS: the values of private cells at its start; at the end they become
 * those afterwards. */
struct hb_next hb_explore_next (const hb_jobs *jobs, hb_id job, const struct hb_explored_job *state,
                                uint64_t *cells, hb_diag *diag);

#define HB_EXPLORED_TICKS 6  /* per unit of time */
#define HB_EXPLORED_SPOTS 64 /* places for steps within a tick */

struct hb_explorer
{
  const hb_jobs *jobs;
  enum hb_semantics semantics;
  struct hb_limits *limits;
  hb_diag *diag;
  struct hb_explored_job job[MOST_EXPLORED_JOBS + 1]; /* and the final function */
  size_t count;                                       /* of jobs, without it */
  uint64_t *memory;
  uint64_t *private[MOST_EXPLORED_JOBS + 2]; /* by job: cells after it; then the initial ones */
  hb_id *holder;                             /* by lock */
  VEC (struct hb_periodic_run_step) path;
  /* exact: */
  int64_t now;                      /* in ticks */
  int64_t used[MOST_EXPLORED_JOBS]; /* ticks */
  bool ended[MOST_EXPLORED_JOBS];
  VEC (struct hb_periodic_run_segment) ticks; /* one tick each */
  VEC (uint64_t) table;                       /* of points met, by hash; 0: free */
  size_t points;
  bool open; /* something could not be looked at */
  hb_periodic_run *run;
};

/* GO_ON is called with what JOB does next, an action or the end, for each value of the choices before it; true: it found
 * a failing execution. */
typedef bool hb_go_on (struct hb_explorer *x, hb_id job, const struct hb_next *next);
bool hb_explore_each (struct hb_explorer *x, hb_id job, hb_go_on *go_on);

/* JOB does NEXT, an action; and takes it back. */
struct hb_explore_undo
{
  size_t done, answers, choices, path;
  uint64_t memory;
  hb_id holder, cell;
  enum hb_action_kind kind;
};

struct hb_explore_undo hb_explore_perform (struct hb_explorer *x, hb_id job,
                                           const struct hb_next *next);
void hb_explore_take_back (struct hb_explorer *x, hb_id job, const struct hb_explore_undo *undo);
void hb_explore_put_step (struct hb_explorer *x, hb_id job, enum hb_action_kind kind, hb_id cell,
                          uint64_t value);

/* Has the point at hand not been met before? */
bool hb_explore_is_new (struct hb_explorer *x);

/* The highest ceiling that JOB holds; INT64_MIN: none. */
int64_t hb_explore_held (const struct hb_explorer *x, hb_id job);

/* All jobs are over: the final function runs; true if it is an execution that fails, which is kept. */
bool hb_explore_finish (struct hb_explorer *x);

/* The search by the clock (explore_time.c), and by orders. */
bool hb_explore_ticks (struct hb_explorer *x);
bool hb_explore_orders (struct hb_explorer *x);

#endif
