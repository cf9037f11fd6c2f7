/* Where a probability falls, with bootstrap intervals. */
#ifndef HBKIT_CMD_PLOT_THRESHOLD_H
#define HBKIT_CMD_PLOT_THRESHOLD_H

#include "cmd/plot/kinds.h"

/* The plot "threshold": for each number of `by`, the x at which the probability falls to 0.8, 0.5 and
 * 0.2.  New, NULL if there are no such data. */
struct hb_plot *plot_threshold (const struct plot_rows *rows, const struct plot_choice *choice);

#endif
