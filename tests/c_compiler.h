/* The C compiler as an oracle of the reader of C. */
#ifndef HBKIT_C_COMPILER_H
#define HBKIT_C_COMPILER_H

#include <stdbool.h>

/* Is there a gcc?  It is then called without the library of a mutant. */
bool c_compiler (void);

#endif
