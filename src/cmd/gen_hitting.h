/* hbkit gen schedule --hit, gen poset, gen bug: hitting families, posets, bugs to be found. */
#ifndef HBKIT_CMD_GEN_HITTING_H
#define HBKIT_CMD_GEN_HITTING_H

#include "cmd/frame/cli.h"

int cmd_gen_hitting (struct cli *cli);
int cmd_gen_poset (struct cli *cli);
int cmd_gen_bug (struct cli *cli);

#endif
