/* hbkit certify, of comparisons of programs. */
#ifndef HBKIT_CMD_DIFF_CERTIFY_DIFF_H
#define HBKIT_CMD_DIFF_CERTIFY_DIFF_H

#include "cmd/frame/cli.h"

/* OLD.c NEW.c CERTIFICATE are the operands. The exit code. */
int certify_diff (struct cli *cli);

#endif
