/* Plots of tools; NULL when there is nothing to show.  New. */
#ifndef HBKIT_CMD_PLOT_TOOLS_H
#define HBKIT_CMD_PLOT_TOOLS_H

#include "cmd/plot/kinds.h"

struct hb_plot *plot_scaling (const struct plot_rows *rows, const struct plot_choice *choice);
struct hb_plot *plot_cactus (const struct plot_rows *rows, const struct plot_choice *choice);
struct hb_plot *plot_scatter (const struct plot_rows *rows, const struct plot_choice *choice);

#endif
