/* A sweep on more than one machine: what to run there. */
#ifndef HBKIT_SWEEP_PLAN_H
#define HBKIT_SWEEP_PLAN_H

#include "cmd/frame/cli.h"
#include "cmd/sweep/spec.h"

struct sweep_plan
{
  const char *program; /* hbkit, its file */
  const char *folder;  /* absolute */
  uint64_t shards, workers;
  uint64_t runs;       /* of the whole sweep, at most */
  const char *options; /* of every shard, each with a blank in front */
};

/* One command a line on standard output, for GNU parallel.  False after an error in cli->diag. */
bool sweep_plan_print (struct cli *cli, const struct sweep_plan *plan);

/* FOLDER/slurm/: array.sh, merge.sh, README.  False after an error in DIAG. */
bool sweep_plan_slurm (const struct sweep_spec *spec, const struct sweep_plan *plan, hb_diag *diag);

#endif
