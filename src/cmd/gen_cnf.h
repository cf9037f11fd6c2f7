/* The part of `hbkit gen` that makes formulas. */
#ifndef HBKIT_CMD_GEN_CNF_H
#define HBKIT_CMD_GEN_CNF_H

#include "cmd/frame/files.h"

/* hbkit gen cnf; the options are those of gen.c. */
int cmd_gen_cnf (struct cli *cli);

/* Prints what each family samples and which options it takes. */
void cmd_gen_families (void);

#endif
