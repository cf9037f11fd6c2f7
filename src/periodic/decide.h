/* Deciding a periodic program: jobs, unfolding, formula, solver, run; and the run is judged before it is told. */
#ifndef HBKIT_PERIODIC_DECIDE_H
#define HBKIT_PERIODIC_DECIDE_H

#include "base/limits.h"
#include "periodic/run.h"

struct hb_periodic_options
{
  int64_t time;
  enum hb_departure departure;
  struct hb_vc_options formula;
  struct hb_unfold_options unfold;
  const char *solver; /* of sat/solver.h; NULL: cadical */
  uint64_t seed;
  struct hb_limits *limits;
  bool wants_run; /* a violation is to come with a run */
};

enum hb_periodic_answer
{
  HB_PERIODIC_UNKNOWN = 0,
  HB_PERIODIC_VIOLATED = 10,
  HB_PERIODIC_SAFE = 20
};

struct hb_periodic_result
{
  enum hb_periodic_answer answer;
  struct hb_vc_sizes sizes;
  size_t jobs, checks;
  size_t asked; /* checks that were met, those that cannot fail, too; 0: the verdict says nothing */
  hb_jobs *kept;                     /* the jobs that the run is of; owned */
  hb_periodic_run *run;              /* owned, or NULL */
  hb_periodic_run_failures failures; /* of the run */
  bool is_real;                      /* the run is a real schedule */
  bool real_known;                   /* whether there is a real one was found out */
  size_t refused;                    /* orders that time ruled out */
  size_t questions; /* that the solver was asked: a property and a hyper-period each */
  double unfold_seconds, formula_seconds, solve_seconds;
};

/* Decides PROGRAM.  False after an error in DIAG.  RESULT is filled; free it by `hb_periodic_result_free` in any case.
 *
 * A violation under `paper` or `arrival` gets a run that is a real schedule if there is one, else one of its own
 * semantics. */
bool hb_periodic_decide (const hb_periodic_program *program,
                         const struct hb_periodic_options *options,
                         struct hb_periodic_result *result, hb_diag *diag);
void hb_periodic_result_free (struct hb_periodic_result *result);

#endif
