/* A submission of benchmarks: instances, their statuses, and the page that describes them. */
#ifndef HBKIT_CMD_BENCHMARKS_H
#define HBKIT_CMD_BENCHMARKS_H

#include "cmd/frame/cli.h"

/* Writes the families that --family names, or all, into FOLDER.  The exit status. */
int export_benchmarks (struct cli *cli, const char *folder);

#endif
