/* A plot from its data: the CSV that 'plot' has written beside it, or one of the same columns by anybody. */
#ifndef HBKIT_PLOT_REDRAW_H
#define HBKIT_PLOT_REDRAW_H

#include "base/diag.h"
#include "viz/plot/plot.h"

/* What the CSV does not say; lists have commas between. */
struct plot_looks
{
  const char *title, *note; /* NULL: none */
  const char *log;          /* the logarithmic axes: x, y, xy or NULL */
  const char *marks,
      *lines; /* labels of series drawn as marks alone ("all": every one), as a thin line; NULL: none */
  const char *colours; /* labels in the order of their colours; NULL: that of the file */
};

/* New: the plot of the file at PATH, called as it is without its suffix; NULL after an error in DIAG. */
struct hb_plot *plot_redraw (const char *path, const struct plot_looks *looks, hb_diag *diag);

#endif
