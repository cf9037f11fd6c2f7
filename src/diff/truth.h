/* Which values that a program chooses are more than truth values. */
#ifndef HBKIT_DIFF_TRUTH_H
#define HBKIT_DIFF_TRUTH_H

#include "diff/graph.h"

/* Sets `wide_choice` and its place in PROGRAM if some chosen value is used for more than whether it is 0.
 * Locals times acts. */
void diff_find_wide_choices (diff_program *program);

/* By local of THREAD, whose loops may lead back: does its value matter beyond whether it is 0?  New. */
char *diff_wide_locals (const struct diff_thread *thread);

#endif
