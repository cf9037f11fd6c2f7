/* A run of a periodic program: which job does what when; the format .run, and the judge of runs.
 *
 *     run 1
 *     time 8
 *     departure rta
 *     semantics exact
 *     private shared                accesses to globals of one task are steps, too (or no such line)
 *     div0                          a division by zero is a failure (or no such line)
 *     unit 4                        times of segments and @ are multiples of 1/4
 *     initial limit 7               of what the program leaves open
 *     segment low 1 0 9             job 1 of task low has the processor from 0 to 9/4
 *     choose low 1 3 255            its third free choice (those that are not listed are 0)
 *     start low 1 @0
 *     read low 1 mode 0 @3
 *     write low 1 mode 1 @5
 *     lock low 1 l @6
 *     unlock low 1 l @7
 *     done 5                        how many steps there were
 *
 * `time` and `departure` stand before all that names jobs, steps in the order in which they happen.  Segments and times
 * are there if the run is a real schedule (semantics exact); else only the order is told.  The final function is the job
 * "final 1". */
#ifndef HBKIT_PERIODIC_RUN_H
#define HBKIT_PERIODIC_RUN_H

#include "base/input.h"
#include "base/output.h"
#include "periodic/vc.h"

struct hb_periodic_run_step
{
  enum hb_action_kind kind; /* start, read, write, lock, unlock */
  hb_id job, cell;          /* cell: or the lock */
  uint64_t value;           /* wrapped to the cell's type */
  int64_t time;             /* in units; -1: not told */
};

struct hb_periodic_run_segment
{
  hb_id job;
  int64_t from, to;
};

struct hb_periodic_run_choice
{
  hb_id job, number; /* of a job's choices, from 0 */
  uint64_t value;
};

struct hb_periodic_run_initial
{
  hb_id cell;
  uint64_t value;
};

struct hb_periodic_run
{
  int64_t time, unit;
  enum hb_departure departure;
  enum hb_semantics semantics;
  bool private_shared, div0; /* div0: a division by zero is a failure */
  VEC (struct hb_periodic_run_step) steps;
  VEC (struct hb_periodic_run_segment) segments;
  VEC (struct hb_periodic_run_choice) choices;
  VEC (struct hb_periodic_run_initial) initials;
  VEC (hb_id)
  origin; /* by step: the event of the formula that it came from; empty after reading a file */
};

typedef struct hb_periodic_run hb_periodic_run;

void hb_periodic_run_free (hb_periodic_run *run);

/* Names of the enums, as options and files have them. */
extern const char *const hb_departure_names[], *const hb_semantics_names[];

/* Reads PATH, a run of PROGRAM; NULL after errors in DIAG with line and column.  New. */
hb_periodic_run *hb_periodic_run_read (const hb_periodic_program *program, const char *path,
                                       hb_diag *diag);

/* The same from INPUT (stolen). */
hb_periodic_run *hb_periodic_run_read_input (const hb_periodic_program *program, hb_input *input,
                                             hb_diag *diag);

/* Writes RUN of JOBS. */
void hb_periodic_run_write (const hb_jobs *jobs, const hb_periodic_run *run, hb_output *output);

/* Writes RUN of JOBS as a trace, .edt: a handler a task, its jobs external messages in their order, reads and writes with
 * the write that each read sees and the order of the writes.  It is consistent. */
void hb_periodic_run_write_trace (const hb_jobs *jobs, const hb_periodic_run *run,
                                  hb_output *output);

/* What the judge found. */
struct hb_periodic_run_failure
{
  hb_id job;
  struct hb_c_spot spot;
  const char *what; /* "assertion", "access through NULL", ... */
  hb_id step;       /* the last step of the job before it; HB_NONE: it has done none */
};

typedef VEC (struct hb_periodic_run_failure) hb_periodic_run_failures;

/* Is RUN one of the program of JOBS (made with the run's time and departure)?  The bodies are interpreted with the
 * values that the run claims for its reads and choices, and must do just its steps; the values must be those that the
 * writes before leave; the order must be one by (4), (5), (16) to (18) of the paper, and by arrivals, and with semantics
 * exact a real fixed-priority schedule: nobody waits for a lower one but by a lock, nobody is idle while a job
 * waits, every job has more than 0 and at most C.  Shares no code with the formula.  False after an error in DIAG
 * that says what is against it.  FAILURES gets the checks that fail. */
bool hb_periodic_run_replay (const hb_jobs *jobs, const hb_periodic_run *run,
                             hb_periodic_run_failures *failures, hb_diag *diag);

/* The run that a model of VC (made with HB_KEEP_ALL) is.  New. */
hb_periodic_run *hb_periodic_run_of_model (const hb_vc *vc, const signed char *inputs);

#endif
