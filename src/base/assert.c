/* See assert.h. */
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>

void
hb_assert_failed (const char *condition, const char *file, int line)
{
  fflush (stdout);
  fprintf (stderr, "hbkit: %s:%d: this does not hold: %s\n", file, line, condition);
  abort ();
}
