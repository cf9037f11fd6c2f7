/* See c_compiler.h. */
#include "c_compiler.h"

#include <stdlib.h>

bool
c_compiler (void)
{
  unsetenv ("LD_PRELOAD");
  return !system ("gcc --version >/dev/null 2>&1");
}
