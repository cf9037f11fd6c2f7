/* The part of `hbkit gen` that asks a generator of the user's own. */
#ifndef HBKIT_CMD_GEN_BROUGHT_H
#define HBKIT_CMD_GEN_BROUGHT_H

#include "cmd/frame/cli.h"

/* hbkit gen FILE.reduction; the options are those of gen.c. */
int cmd_gen_brought (struct cli *cli);

#endif
