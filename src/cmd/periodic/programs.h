/* What commands do with periodic programs. */
#ifndef HBKIT_CMD_PERIODIC_PROGRAMS_H
#define HBKIT_CMD_PERIODIC_PROGRAMS_H

#include "cmd/frame/cli.h"

#include "periodic/decide.h"

/* Is the file at PATH a C program, by its name or by --language?  A usage error if that says that it is one of threads. */
bool periodic_is (const struct cli *cli, const char *path);

/* The program at PATH; NULL after errors in cli->diag.  New. */
hb_periodic_program *periodic_open (struct cli *cli, const char *path);

/* What the command line says of --time, --departure and so on; options that the command lacks get their defaults. */
void periodic_options (const struct cli *cli, const hb_periodic_program *program,
                       struct hb_periodic_options *options);

/* hbkit periodic --response-times: the exit code (times.c). */
int periodic_response_times (struct cli *cli, const hb_periodic_program *program,
                             const struct hb_periodic_options *how);

/* hbkit replay P.c F.run: the exit code. */
int periodic_replay (struct cli *cli);

#endif
