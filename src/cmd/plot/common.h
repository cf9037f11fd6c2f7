/* What plots of runs have in common: the colours of tools, limits, titles. */
#ifndef HBKIT_CMD_PLOT_COMMON_H
#define HBKIT_CMD_PLOT_COMMON_H

#include "cmd/plot/kinds.h"

/* One colour a tool in all plots of a database: its place among all tools, engines first. */
size_t plot_tool_colour (const struct plot_rows *rows, const char *tool);

/* The limit of time that runs hit, in seconds; 0: none did. */
double plot_limit_hit (const struct plot_rows *rows);

/* "; limit 10 s" of the first run that has one.  New. */
char *plot_limit_note (const struct plot_rows *rows);

/* PLOT gets title TEXT, which is stolen. */
void plot_set_title (struct hb_plot *plot, char *text);

/* A line at each of the values `at` of the parameter `x`: upright, or LEVEL where that parameter is drawn along y.  To be called
 * when all else is in PLOT. */
void plot_mark_values (struct hb_plot *plot, const struct plot_choice *choice, bool level);

/* The value of a run; where it hit a limit, the limit for times, and NaN for others. */
double plot_value_of (const struct plot_run *run, enum plot_value value);

#endif
