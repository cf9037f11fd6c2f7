/* What one version can do and the other cannot.
 *
 * A *difference* is a set of facts that some run of one program shows and no run of the other; it is *minimal* if the
 * other program can show each of its proper parts.
 *
 * Covering all: a run of one side is taken, and the other side is asked for all its facts together.  If it can, all
 * that its run shows is matched, and a new run must show something beyond; if not, the facts that the solver needed
 * are shrunk to a minimal difference, and a new run must not have it.  When no run is left, each run of the one side
 * is matched or contains a difference found.  For *every* minimal difference, sets of facts of a run are taken
 * instead of runs (as Liffiton et al., "Fast, flexible MUS enumeration", Constraints 2016, take sets of
 * clauses). */
#ifndef HBKIT_DIFF_COMPARE_H
#define HBKIT_DIFF_COMPARE_H

#include "diff/difference.h"

enum diff_cover
{
  DIFF_COVER_ALL,  /* each run is matched or has a difference found */
  DIFF_COVER_EVERY /* all minimal differences */
};

/* The differences that program SIDE has beyond the other one, ENGINES being of both sides (sat or clocks both, or
 * search both); appended to LIST.  False if a limit was hit before the answer.  *QUESTIONS is increased.  USED (may be
 * NULL) gets the runs of the other program on which the answer rests. */
bool diff_compare (const diff_scope *scope, diff_engine *const engines[2], int side,
                   enum diff_cover cover, diff_differences *list, size_t *questions,
                   diff_runs *used);

#endif
