/* Between vc.c, vc_cone.c (what is needed), vc_position.c, vc_rounds.c (order), vc_observe.c. */
#ifndef HBKIT_PERIODIC_VC_PRIVATE_H
#define HBKIT_PERIODIC_VC_PRIVATE_H

#include "periodic/vc.h"

/* The needed events of a job, and what the order says of them. */
struct hb_vc_job
{
  VEC (hb_id) events;   /* needed, in program order */
  VEC (hb_id) over;     /* position: jobs with needed events that may preempt it */
  VEC (hb_lit) before;  /* position: [event's place * over.size + over's index] */
  VEC (hb_word) rounds; /* rounds: R, by place */
  hb_word first, last;  /* rounds: SR, ER */
};

/* rounds: an action that tests and sets priorities (section IV). */
struct hb_lock_event
{
  hb_id job, action; /* action HB_NONE: the job is scheduled */
  hb_lit guard;
  bool takes;
  hb_id lock;
  hb_word round, held; /* R; the locks held afterwards, one bit each */
  hb_id place;         /* how many needed events of the job come before it */
};

struct hb_vc
{
  hb_unfolding *unfolding;
  const hb_jobs *jobs;
  struct hb_vc_options options;
  hb_bits *bits;
  hb_tseitin *tseitin;
  hb_clause_sink *sink;
  void *context;
  size_t clauses;
  VEC (struct hb_moment)
  events;                    /* all: those of the unfolding but locks, then the job's snapshots */
  VEC (hb_id) first;         /* by job; one more at the end */
  VEC (char) expand;         /* by deferred operation: it is needed */
  VEC (struct hb_seen) seen; /* by event; of needed reads and snapshots */
  size_t job_count;          /* with the final function */
  struct hb_vc_job *order;   /* by job */
  VEC (struct hb_lock_event) locks; /* rounds: sched, lock, unlock */
  size_t order_literals, order_clauses, writes, observers;
};

/* How job A relates to job B; the final function comes after all. */
enum hb_job_relation hb_vc_relation (const hb_vc *vc, hb_id a, hb_id b);

/* Is event A before event B in all executions (+1), in none (-1), or does it depend (0)? */
int hb_vc_surely_before (const hb_vc *vc, hb_id a, hb_id b);

/* Finds what is needed, and what each needed read may see.  False after an error in DIAG. */
bool hb_vc_cone (hb_vc *vc, hb_diag *diag);

/* Is a ceiling of at least CEILING held all the way from event A to event B, later in the same job (at A itself, if
 * they are the same)? */
hb_lit hb_vc_held (hb_vc *vc, hb_id a, hb_id b, int64_t ceiling);

/* a <= b, without sign. */
hb_lit hb_vc_at_most (hb_vc *vc, hb_word a, hb_word b);

/* rounds: is a thing of job A with round R before one of job B, another one, with round S? */
hb_lit hb_vc_clock_before (hb_vc *vc, hb_id a, hb_word r, hb_id b, hb_word s);

void hb_vc_position (hb_vc *vc);
void hb_vc_rounds (hb_vc *vc);
void hb_vc_observe (hb_vc *vc);

#endif
