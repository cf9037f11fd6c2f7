/* The jobs of a periodic program up to a time bound, their response times and departure times, and the two
 * relations between jobs on which everything rests: (1) and (2) of the paper.
 *
 * L finishes before M, L [ M (a square subset sign there): M cannot start before L is done.  L may be preempted
 * by M, L ^ M.  Of any two jobs exactly one of L [ M, M [ L, L ^ M, M ^ L holds.
 *
 * Departure times, `--departure`:
 *  - rta: arrival + response time, RT = C + B + sum over higher priorities of ceil (RT / P) C.  B is the
 *    longest critical section of a lower task whose ceiling reaches the priority: what its hb_critical
 *    tells, else its whole C.  Sections whose lengths are told must not overlap but where one lies within the other, or B is
 *    too short (an error of unfold.h).  The paper has no B, and then loses runs (claims E4);
 *  - deadline: the next arrival of the task, tightened until it is stable by D(J) <= D(K) wherever
 *    J has the higher priority and arrives no later: K is not done before J is;
 *  - exact: without locks, when every job runs for all of its C, which is the latest of all. */
#ifndef HBKIT_PERIODIC_JOBS_H
#define HBKIT_PERIODIC_JOBS_H

#include "periodic/program.h"

enum hb_departure
{
  HB_DEPARTURE_RTA,
  HB_DEPARTURE_DEADLINE,
  HB_DEPARTURE_EXACT
};

enum hb_job_relation
{
  HB_JOB_SAME,
  HB_JOB_BEFORE, /* L [ M */
  HB_JOB_AFTER,  /* M [ L */
  HB_JOB_UNDER,  /* L ^ M: M may preempt L */
  HB_JOB_OVER    /* M ^ L */
};

struct hb_job
{
  hb_id task;
  hb_id index; /* among the task's jobs, from 0 */
  int64_t arrival, departure;
};

/* What a task needs at worst. */
struct hb_response
{
  int64_t blocking, time; /* B, RT; RT -1: more than AT_LEAST */
  int64_t at_least;
};

struct hb_jobs
{
  const hb_periodic_program *program;
  int64_t time; /* jobs arrive before it */
  enum hb_departure departure;
  VEC (struct hb_job) jobs;           /* by arrival, of equal arrival the higher priority first */
  VEC (struct hb_response) responses; /* by task */
  char *relations;                    /* jobs.size x jobs.size of enum hb_job_relation */
};

typedef struct hb_jobs hb_jobs;

/* Ablations of departure times. */
enum
{
  HB_ABLATE_BLOCKING = 1,   /* no B */
  HB_ABLATE_TIGHTENING = 2, /* deadlines are not tightened */
  HB_ABLATE_CEILINGS = 4    /* a task of a lock's own ceiling is not kept out by it ("less than") */
};

/* The jobs of PROGRAM (borrowed for their life) that arrive before TIME.  NULL after an error in DIAG: rta or exact,
 * and a job that may not be done by its task's next arrival (the table of response times is in the error), too
 * many jobs, a time that is not positive.  New. */
hb_jobs *hb_jobs_new (const hb_periodic_program *program, int64_t time, enum hb_departure departure,
                      unsigned ablations, hb_diag *diag);
void hb_jobs_free (hb_jobs *jobs);

/* How job A relates to job B. */
enum hb_job_relation hb_jobs_relation (const hb_jobs *jobs, size_t a, size_t b);

/* Does A finish before B, and no job come between: is this none that follows from others? */
bool hb_jobs_next (const hb_jobs *jobs, size_t a, size_t b);

/* Priority of job J. */
int64_t hb_job_priority (const hb_jobs *jobs, size_t j);

/* The response time of each task, with blocking: fills RESPONSES (one a task); false if a task's is beyond
 * its period.  Deterministic; the recurrence of Joseph and Pandya, 1986. */
bool hb_response_times (const hb_periodic_program *program, unsigned ablations,
                        struct hb_response *responses);

/* The first job that is not done by its task's next arrival when every job runs for all of its C, no lock being
 * held by anybody; its end into *END, or -1 if it has none before the hyper-period is over twice.  False: there is
 * no such job. */
bool hb_first_miss (const hb_periodic_program *program, hb_id *task, hb_id *index, int64_t *end);

#endif
