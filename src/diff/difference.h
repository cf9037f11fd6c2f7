/* Differences: sets of facts that one program can show, each with a run. */
#ifndef HBKIT_DIFF_DIFFERENCE_H
#define HBKIT_DIFF_DIFFERENCE_H

#include "diff/engine.h"

struct diff_difference
{
  int side; /* of the program that can: 0 old, 1 new */
  VEC (hb_id) facts;
  struct diff_schedule schedule; /* a run of it */
};

typedef VEC (struct diff_difference) diff_differences;

/* Runs, of one program. */
typedef VEC (struct diff_schedule) diff_runs;
void diff_runs_add (diff_runs *runs, const struct diff_schedule *schedule); /* copied */
void diff_runs_free (diff_runs *runs);

/* Appends a difference of side SIDE with FACTS and a run that ENGINE finds; false if a limit was hit. */
bool diff_add_difference (diff_differences *list, int side, const hb_id *facts, hb_id count,
                          diff_engine *engine);
void diff_differences_free (diff_differences *list);

#endif
