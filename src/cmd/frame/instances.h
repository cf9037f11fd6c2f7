/* What commands do with instances and solutions of any problem: read and write them by name. */
#ifndef HBKIT_CMD_INSTANCES_H
#define HBKIT_CMD_INSTANCES_H

#include "cmd/frame/cli.h"

#include "reduce/reductions.h"

/* The reduction, or chain, that NAMES says, files of users' own among them (brought.h); a usage error if there is none.
 * Goes back by `instance_release`. */
const struct hb_reduction *instance_reduction (const struct cli *cli, const char *names);

/* Gives back what `instance_reduction` gave; NULL is legal. */
void instance_release (const struct hb_reduction *reduction);

/* The ablation of REDUCTION that --ablate names, NULL without it; a usage error if there is none. */
const struct hb_ablation *instance_ablation (const struct cli *cli,
                                             const struct hb_reduction *reduction);

/* The problem of that name, or one of a file of a user's own (brought.h); a usage error if there is none. */
const struct hb_problem *instance_problem (const struct cli *cli, const char *name);

/* The instance of *PROBLEM at PATH; *PROBLEM NULL: it becomes the first problem that recognises the file.
 * NULL after errors in cli->diag.  New. */
hb_instance *instance_read (struct cli *cli, const struct hb_problem **problem, const char *path);

/* The instance at PATH of REDUCTION's source, which accepts it; NULL after errors in cli->diag.  New. */
hb_instance *instance_read_source (struct cli *cli, const struct hb_reduction *reduction,
                                   const char *path);

/* The solution of INSTANCE at PATH; NULL after errors in cli->diag.  New. */
hb_solution *instance_read_solution (struct cli *cli, const struct hb_problem *problem,
                                     const hb_instance *instance, const char *path);

/* False after errors in cli->diag. */
bool instance_write_solution (struct cli *cli, const char *path, const struct hb_problem *problem,
                              const hb_instance *instance, const hb_solution *solution);

#endif
