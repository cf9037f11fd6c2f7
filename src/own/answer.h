/* What a command answers, by words and exit code, and whether the two agree.
 *
 *     s SATISFIABLE      or     yes       or nothing, and exit code 10 (20: no)
 *     v 1 -2 0                  1 -2
 *
 * The first form is that of SAT solvers: its lines `s` and `v` are the solution, as a file has it; others are passed over.
 * In the second one all that stands behind the word, there and on the lines that follow, is the solution.  Of `check`
 * what stands behind `no` is the reason; words that are neither, and exit code 0, are no answer. */
#ifndef HBKIT_OWN_ANSWER_H
#define HBKIT_OWN_ANSWER_H

#include "own/parts.h"

/* The verdict in REPLY, and what stands behind it in *REST (new, perhaps empty; NULL after an error).  CODES: exit
 * code 0 alone is a yes, 1 a no (of `check`).  After a fault and an error in DIAG HB_OPEN, *REST being NULL. */
enum hb_answer own_answer (const struct own_problem *problem, const struct own_call *call,
                           const struct own_reply *reply, bool codes, char **rest, hb_diag *diag);

#endif
