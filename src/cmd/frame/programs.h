/* What commands do with programs: read, put parameters in. */
#ifndef HBKIT_CMD_PROGRAMS_H
#define HBKIT_CMD_PROGRAMS_H

#include "cmd/frame/files.h"

#include "program/code.h"

#define OPTION_PARAM                                                                               \
  {                                                                                                \
    "param", "NAME=VALUE,...", "values for the program's param lines", 'p', NULL                   \
  }

struct program
{
  hb_program *text;
  hb_code *code;
  char *settings; /* "--param n=8 --mailbox stack", as given, or "" */
};

/* The name is that of a program: it ends in .ed, perhaps before .gz, .xz or .zst. */
bool program_is (const char *path);

/* The program at PATH with the --param and --mailbox (-1: its own) of the command line.  False
 * after errors in cli->diag; to be freed in any case. */
bool program_open (struct cli *cli, const char *path, int mailbox, struct program *program);
void program_close (struct program *program);

/* The discipline that option NAME gives, -1 if it was not given. */
int program_mailbox (const struct cli *cli, const char *name);

/* PATH with the first % replaced by NUMBER, padded with zeros to the width of MOST.  New. */
char *program_numbered (const char *path, uint64_t number, uint64_t most);

#endif
