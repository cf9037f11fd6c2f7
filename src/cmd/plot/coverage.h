/* The plot of hunts for seeded bugs. */
#ifndef HBKIT_CMD_PLOT_COVERAGE_H
#define HBKIT_CMD_PLOT_COVERAGE_H

#include "cmd/plot/kinds.h"

/* As `make` of a kind. */
struct hb_plot *plot_coverage (const struct plot_rows *rows, const struct plot_choice *choice);

#endif
