/* What the programs of this folder share: they use the library as a stranger would, installed, by its public
 * headers alone.  Each uses every function of the header that it is named after. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(CONDITION)                                                                           \
  do                                                                                               \
    if (!(CONDITION))                                                                              \
      {                                                                                            \
        fprintf (stderr, "%s:%d: %s\n", __FILE__, __LINE__, #CONDITION);                           \
        exit (1);                                                                                  \
      }                                                                                            \
  while (0)

/* An inconsistent trace and a consistent one: the reader in w sees y, or x, as it was before a, which came first. */
#define STALE                                                                                      \
  "edt 1\nhandler g\ninitial\n post m\n post n\nhandler w\nmessage m\n a: write x\n"               \
  "message n\n read x init\nend 6 3 2\n"
#define FRESH                                                                                      \
  "edt 1\nhandler g\ninitial\n post m\n post n\nhandler w\nmessage m\n a: write x\n"               \
  "message n\n read x a\nend 6 3 2\n"

/* Writes TEXT to a file PATH of the folder in which the test runs. */
static inline void
put_file (const char *path, const char *text)
{
  FILE *file = fopen (path, "w");
  CHECK (file && fputs (text, file) >= 0 && !fclose (file));
}

#endif
