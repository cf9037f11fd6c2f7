/* A command line in a `.reduction` file: words, some of them with places for files and numbers.
 *
 *     reduce python3 reduce.py {source} {target}
 *
 * Words are separated by blanks; 'single' and "double" quotes and backslashes are a shell's.  No shell looks at them.  A word that names a file beside the `.reduction` file
 * stands for that file, wherever the command runs. */
#ifndef HBKIT_OWN_COMMAND_H
#define HBKIT_OWN_COMMAND_H

#include "base/vec.h"

#include "base/diag.h"

/* What stands for NAME in a command, as `{NAME}`. */
struct own_place
{
  const char *name, *value;
};

struct own_command
{
  VEC (char *) words;   /* owned; the first one is the program's file */
  VEC (bool) are_paths; /* of each word: it is a file's name as it stands, whatever is in it */
  char *name;           /* as errors call it: the line's first words; owned */
  bool served; /* the word `serve` instead of a command: ask the process that is kept alive */
  size_t line; /* where it stands; 0: nowhere, there is no such command */
};

/* Reads TEXT (LENGTH bytes, at PLACE in the file that lies in FOLDER, an absolute name) into COMMAND; false after an error in
 * DIAG: nothing there, a quote without its other, a program that is nowhere. */
bool own_command_read (struct own_command *command, const char *text, size_t length,
                       const char *folder, const struct hb_place *place, hb_diag *diag);

void own_command_free (struct own_command *command);

/* Is `{NAME}` in the command? */
bool own_command_names (const struct own_command *command, const char *name);

/* The words with PLACES (ended by a NULL name) filled in, ended by NULL; new, as its words are. */
char **own_command_words (const struct own_command *command, const struct own_place *places);

#endif
