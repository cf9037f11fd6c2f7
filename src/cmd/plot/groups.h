/* Numbers of a sweep gathered by the point and the curve that they belong to. */
#ifndef HBKIT_CMD_PLOT_GROUPS_H
#define HBKIT_CMD_PLOT_GROUPS_H

#include "cmd/plot/kinds.h"

#include "base/stats.h"

/* The numbers that fall on one point of one curve. */
struct plot_group
{
  char *by; /* what tells the curve from others; owned */
  double x;
  hb_numbers numbers;
};

typedef VEC (struct plot_group) plot_groups;

/* Adds NUMBER; BY is copied. */
void plot_groups_add (plot_groups *all, const char *by, double x, double number);

/* Sorts the groups by curve and x (curves by number where they are numbers), and the numbers of each. */
void plot_groups_sort (plot_groups *all);
void plot_groups_free (plot_groups *all);

/* Gathers the answers on the instances, 1 and 0, over the choice's x; sorted. */
void plot_groups_truths (plot_groups *all, const struct plot_rows *rows,
                         const struct plot_choice *choice);

/* How many of the numbers are above 0. */
uint64_t plot_group_good (const struct plot_group *group);

/* Do the positive x span so much that they want a logarithmic axis? */
bool plot_groups_wide (const plot_groups *all);

size_t plot_groups_numbers (const plot_groups *all);
bool plot_groups_positive (const plot_groups *all);
double plot_groups_most (const plot_groups *all); /* the largest number, at least 0 */

/* The curve of RUN (or of its instance, RUN being NULL) by the choice's `by`: a parameter's value, "tool"
 * or "verdict".  New. */
char *plot_by_of (const struct plot_instance *instance, const struct plot_run *run,
                  const struct plot_choice *choice);

/* The curve of PLOT for sorted group I, a new one when it is the first of its curve. */
size_t plot_groups_curve (struct hb_plot *plot, const plot_groups *all, size_t i,
                          const struct plot_choice *choice);

#endif
