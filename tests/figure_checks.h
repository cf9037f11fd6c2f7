/* Is a figure's own geometry right?  Every thing is compared with every other one: slow, and too plain to be wrong. */
#ifndef HBKIT_FIGURE_CHECKS_H
#define HBKIT_FIGURE_CHECKS_H

#include <stdio.h>

#include "viz/figure.h"

/* Counts, over a run of figures. */
struct figure_census
{
  size_t figures, labels, unplaced;
};

/* What was wrong last; FIGURE_WRONG says it and is false. */
extern char figure_wrong[200];
#define FIGURE_WRONG(...) (snprintf (figure_wrong, sizeof figure_wrong, __VA_ARGS__), false)

/* Nothing overlaps what it must not, and lines end where they should; what the figure has is counted. */
bool figure_is_right (const hb_figure *f, struct figure_census *census);

/* Time runs down but for edges that say so; po and boxes always do. */
bool figure_runs_down (const hb_figure *f);

#endif
