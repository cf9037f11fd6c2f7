/* What a sweep would do, for --dry-run. */
#ifndef HBKIT_SWEEP_SHOW_H
#define HBKIT_SWEEP_SHOW_H

#include "cmd/frame/cli.h"
#include "cmd/sweep/points.h"

/* Prints how many instances and runs there are and how many of them are done, and the commands of the
 * first instances that have something left (with -v of all).  Changes nothing.  False after an error in
 * cli->diag. */
bool sweep_show (struct cli *cli, const struct sweep_points *points, const char *folder,
                 unsigned retry);

#endif
