/* What commands do with event programs (.aed): read them, ready to run. */
#ifndef HBKIT_CMD_ROBUST_PROGRAMS_H
#define HBKIT_CMD_ROBUST_PROGRAMS_H

#include "cmd/frame/files.h"

#include "robust/code.h"
#include "robust/instrument.h"

struct event_program
{
  hb_aed *text; /* split */
  hb_acode *code;
};

/* The program at PATH.  False after errors in cli->diag; to be freed in any case. */
bool event_program_open (struct cli *cli, const char *path, struct event_program *program);
void event_program_close (struct event_program *program);

/* hbkit fmt, hbkit info and hbkit run for event programs. */
bool event_program_fmt (struct cli *cli, const char *from, const char *to, bool split);
bool event_program_info (struct cli *cli, const char *path, hb_output *output, hb_json *json);
int event_program_run (struct cli *cli);

/* hbkit certify P.aed CERTIFICATE; hbkit reduce robust-reach P.aed. */
int event_program_certify (struct cli *cli);
int event_program_reduce (struct cli *cli);

#endif
