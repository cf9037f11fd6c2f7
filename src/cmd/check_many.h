/* `hbkit check` on many traces in one process. */
#ifndef HBKIT_CMD_CHECK_MANY_H
#define HBKIT_CMD_CHECK_MANY_H

#include "cmd/frame/cli.h"

/* "CONSISTENT", "INCONSISTENT", "UNKNOWN". */
const char *check_word (enum hb_verdict verdict);

/* Are several files to be checked: more than one operand, or --stdin-list? */
bool check_is_of_many (const struct cli *cli);

/* Decides the traces of all operands, or those whose names standard input lists, a line of JSON each;
 * the exit code. */
int check_many (struct cli *cli);

#endif
