/* Instances as tasks of BenchExec (D. Beyer, S. Loewe, P. Wendler, "Reliable benchmarking", STTT 21, 2019). */
#ifndef HBKIT_CMD_BENCHEXEC_H
#define HBKIT_CMD_BENCHEXEC_H

#include "cmd/frame/cli.h"

/* Writes a task for each of the COUNT FILES (traces, formulas) into FOLDER, with what runs them.  The exit status. */
int export_benchexec (struct cli *cli, const char *folder, char *const *files, size_t count);

#endif
