/* Running another program on a text and taking what it prints. */
#ifndef HBKIT_CMD_FILTER_H
#define HBKIT_CMD_FILTER_H

#include "base/vec.h"

typedef VEC (char) filter_bytes;

/* Runs WORDS (ended by NULL; the first is looked for in PATH) with TEXT as its standard input, and
 * appends what it prints to ALL; its messages are not shown.  It can start no other program (Linux).
 * Dates are those of 1970 for programs that obey SOURCE_DATE_EPOCH.  Gives the exit status, 127 if
 * there is no such program, 126 if it could not be run. */
int filter_run (char *const *words, const char *text, size_t size, filter_bytes *all);

/* The same for a program that finds what it reads in the file that WORDS name; its messages are
 * shown. */
int filter_run_on_file (char *const *words, filter_bytes *all);

#endif
