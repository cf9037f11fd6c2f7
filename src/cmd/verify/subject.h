/* What `hbkit verify` can test besides reductions: a theorem, an engine against its oracle.
 *
 * A subject is one file, verify_NAME.c, that defines one record; subjects.c lists them. */
#ifndef HBKIT_CMD_VERIFY_SUBJECT_H
#define HBKIT_CMD_VERIFY_SUBJECT_H

#include "cmd/frame/cli.h"

struct verify_subject
{
  const char *name;    /* the first operand of `hbkit verify` */
  const char *summary; /* one line: the claim that is tested, and its source */
  /* Runs the test with the options of `verify`, prints counts as "c ..." lines and "s HOLDS" or
   * "s FAILS" (or one JSON object); gives the exit code: 0 as expected, 1 not, 2 an error. */
  int (*run) (struct cli *cli);
  const char *
      takes; /* the options that it obeys beside VERIFY_ALWAYS_TAKES, with blanks between; NULL: none */
};

#define VERIFY_ALWAYS_TAKES "keep seed json timeout"

/* All subjects, ended by NULL. */
extern const struct verify_subject *const verify_subjects[];

#endif
