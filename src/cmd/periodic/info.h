/* Periodic programs in 'hbkit info'. */
#ifndef HBKIT_CMD_PERIODIC_INFO_H
#define HBKIT_CMD_PERIODIC_INFO_H

#include "cmd/frame/cli.h"

#include "base/json.h"

/* Tells of the program at PATH: tasks, locks, shared variables; into JSON, or as text into OUTPUT.  False after errors in
 * cli->diag. */
bool periodic_info (struct cli *cli, const char *path, hb_output *output, hb_json *json);

#endif
