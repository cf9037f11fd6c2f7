/* The part of `hbkit gen` that makes periodic programs. */
#ifndef HBKIT_CMD_GEN_PERIODIC_H
#define HBKIT_CMD_GEN_PERIODIC_H

#include "cmd/frame/cli.h"

/* hbkit gen periodic; the options are those of gen.c. */
int cmd_gen_periodic (struct cli *cli);

#endif
