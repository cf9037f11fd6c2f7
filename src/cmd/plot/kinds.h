/* The plots that a sweep's runs make, each an answer to a question. */
#ifndef HBKIT_CMD_PLOT_KINDS_H
#define HBKIT_CMD_PLOT_KINDS_H

#include "cmd/plot/rows.h"

#include "base/stats.h"
#include "viz/plot/plot.h"

struct plot_choice
{
  const char *x, *by;    /* parameters; by may be NULL: one curve */
  const char *tool;      /* whose values, for hardness and heat */
  const char *tools[2];  /* scatter: the two */
  enum plot_value value; /* what of it */
  bool sure;             /* hardness: bands are intervals of the medians, not quartiles */
  hb_numbers at;         /* values of x that get a line; owned */
};

struct plot_kind
{
  const char *name, *question;
  /* New; NULL if the runs have no data for it. */
  struct hb_plot *(*make) (const struct plot_rows *rows, const struct plot_choice *choice);
};

/* phase, hardness, scaling, cactus, scatter, heat; ended by a NULL name. */
extern const struct plot_kind plot_kinds[];

/* What CHOICE leaves open: x the parameter with most values, by the next one, the tool `cds` or the first
 * engine or solver.  The texts are borrowed from ROWS. */
void plot_choose (const struct plot_rows *rows, struct plot_choice *choice);

#endif
