/* C programs are of two kinds: periodic ones, and programs of threads. */
#ifndef HBKIT_CMD_FRAME_LANGUAGE_H
#define HBKIT_CMD_FRAME_LANGUAGE_H

#include "cmd/frame/cli.h"

enum c_language
{
  C_LANGUAGE_PERIODIC,
  C_LANGUAGE_THREADS,
  C_LANGUAGE_NONE /* no C program */
};

#define OPTION_LANGUAGE                                                                            \
  {                                                                                                \
    "language", "NAME",                                                                            \
        "what a C program is: periodic (default where HB_TASK or __startrek_period_ stands in "    \
        "it) or threads (any other)",                                                              \
        0, "periodic threads"                                                                      \
  }

/* What the file at PATH is: what --language says; else, if its name ends in .c, perhaps before .gz, .xz or .zst, what the
 * words of periodic programs in it say.  A file that cannot be read has none. */
enum c_language c_language (const struct cli *cli, const char *path);

/* Stops with a usage error if --language says threads: the command is for periodic programs alone. */
void c_language_periodic_only (const struct cli *cli);

#endif
