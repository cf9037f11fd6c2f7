/* What is known of a solver of the user's own: its file, the file's SHA-256, and what it prints for --version.
 *
 * Names lie: what a distribution calls 1.5.3 may call itself something else, and /usr/local/bin/solver is another
 * program tomorrow.  So a row has all three.  The file is that of the command's first word. */
#ifndef HBKIT_SWEEP_TOOL_H
#define HBKIT_SWEEP_TOOL_H

#include "base/sha256.h"
#include "base/vec.h"

struct sweep_tool
{
  char *command;              /* as the specification has it */
  char *file;                 /* with all links followed; NULL: the first word is the shell's */
  char *version;              /* NULL: it tells none */
  char sha256[HB_SHA256_HEX]; /* of the file; "" if it is not known */
};

typedef VEC (struct sweep_tool) sweep_tools;

/* Looks at COMMAND, unless TOOLS has it.  A program is run with --version (for five seconds at most), a script is
 * not: it may do anything. */
void sweep_tool_look (sweep_tools *tools, const char *command, hb_diag *diag);

/* What is known of COMMAND; NULL: nothing. */
const struct sweep_tool *sweep_tool_find (const sweep_tools *tools, const char *command);

void sweep_tools_free (sweep_tools *tools);

#endif
