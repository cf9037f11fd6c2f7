/* Which variables' values matter to what runs there are. */
#ifndef HBKIT_DIFF_MATTERS_H
#define HBKIT_DIFF_MATTERS_H

#include "diff/graph.h"

/* By variable, whether its value matters.  New. */
char *diff_matters (const diff_program *program);

#endif
