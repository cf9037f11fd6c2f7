/* Which values that a program chooses are more than truth values. */
#ifndef HBKIT_DIFF_TRUTH_H
#define HBKIT_DIFF_TRUTH_H

#include "diff/graph.h"

/* Sets `wide_choice` and its place in PROGRAM if some chosen value is used for more than whether it is 0.
 * Locals times acts. */
void diff_find_wide_choices (diff_program *program);

#endif
