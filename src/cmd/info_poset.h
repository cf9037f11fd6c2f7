/* hbkit info, of posets. */
#ifndef HBKIT_CMD_INFO_POSET_H
#define HBKIT_CMD_INFO_POSET_H

#include "cmd/frame/posets.h"

/* What the poset at PATH has, to OUTPUT or JSON (the other NULL).  False after errors in cli->diag. */
bool info_poset (struct cli *cli, const char *path, hb_output *output, hb_json *json);

#endif
