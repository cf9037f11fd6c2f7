/* Dependencies that no run shows, however often loops run.
 *
 * A few threads are looked at step by step, their loops closed; of all others it is known only what they may write, at
 * any time.  That is more than the program can do, so what does not occur here never occurs.  If a dependency occurs,
 * a thread whose writes it took is looked at, too (refinement by counterexamples, after Clarke et al., CAV 2000; threads
 * apart from the rest as in Flanagan and Qadeer, "Thread-modular model checking", SPIN 2003). */
#ifndef HBKIT_DIFF_NEVER_H
#define HBKIT_DIFF_NEVER_H

#include "base/limits.h"
#include "diff/graph.h"

/* A dependency between statements of the program, from 0: init. */
struct diff_dependency
{
  bool store;
  hb_id variable, from, to;
};

typedef struct diff_never diff_never;

/* PROGRAM (borrowed) has closed loops.  All questions together look at so many STATES at most, and end at LIMITS (borrowed,
 * or NULL).  New. */
diff_never *diff_never_new (const diff_program *program, uint64_t states, struct hb_limits *limits);
void diff_never_free (diff_never *never);

/* Is it known that no run of the program shows the dependency? */
bool diff_never_shown (diff_never *never, const struct diff_dependency *dependency);

/* How many states were looked at. */
uint64_t diff_never_states (const diff_never *never);

#endif
