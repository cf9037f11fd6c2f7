/* Carrying a sweep out: workers, one writer, and an end at any moment. */
#ifndef HBKIT_SWEEP_RUN_H
#define HBKIT_SWEEP_RUN_H

#include "cmd/frame/cli.h"
#include "cmd/sweep/points.h"

struct sweep_job
{
  const struct sweep_points *points; /* borrowed */
  const char *folder;                /* of the database */
  uint64_t workers;
  unsigned retry; /* a set of enum sweep_retry */
  bool pin;       /* every worker keeps to a core */
};

/* How many rows of the database have an outcome. */
struct sweep_count
{
  char outcome[16];
  uint64_t rows;
};

/* What was done. */
struct sweep_done
{
  VEC (struct sweep_count) counts; /* of the whole database; owned */
  uint64_t runs;                   /* rows written now */
  uint64_t unsolved;               /* those among them without a result */
  char disputed[SWEEP_ID];         /* an instance on which runs disagree, or "" */
  double seconds;
};

/* Does all runs that are missing, up to an interrupt.  Returns 0, 1 (runs disagree), 2 after an error in cli->diag; what
 * was finished stands in the database in any case. */
int sweep_run (struct cli *cli, const struct sweep_job *job, struct sweep_done *done);

#endif
