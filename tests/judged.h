/* What a checker of certificates says of a text: cases for its tests. */
#ifndef HBKIT_TESTS_JUDGED_H
#define HBKIT_TESTS_JUDGED_H

#include <stdbool.h>

#include "base/diag.h"

struct judged
{
  const char *text;
  int answer;       /* 0: nothing is proved */
  const char *says; /* a part of the errors, or NULL */
};

/* Is the ANSWER that of the case, with its words in DIAG, and with an error just where nothing is proved? */
bool is_as_expected (const struct judged *judged, int answer, hb_diag *diag);

#endif
