/* What is wrong, and where: errors and warnings with file, line, column and a caret.  All of it is public. */
#ifndef HBKIT_DIAG_H
#define HBKIT_DIAG_H

#include "base/types.h"

#define HB_MOST_ERRORS 20 /* that are kept */

#endif
