/* The runs of a sweep's database in memory, for plots and reports. */
#ifndef HBKIT_CMD_PLOT_ROWS_H
#define HBKIT_CMD_PLOT_ROWS_H

#include "base/diag.h"
#include "base/vec.h"

#include <jansson.h>

/* What can be plotted of a run; missing numbers are NaN. */
enum plot_value
{
  PLOT_CPU,    /* seconds of processor time for the decision alone */
  PLOT_WALL,   /* the same by the clock */
  PLOT_MEMORY, /* peak bytes */
  PLOT_CONFLICTS,
  PLOT_DEADLOCKS,
  PLOT_PASSES,          /* over the trace */
  PLOT_STEPS,           /* hunts: schedules until the bug was found */
  PLOT_ROUNDS,          /* hunts: schedules of the family */
  PLOT_SOLVER_CONFLICTS /* of the solver inside an engine */
};
#define PLOT_VALUES 9

extern const char *const plot_value_names[PLOT_VALUES];  /* "cpu", ... */
extern const char *const plot_value_labels[PLOT_VALUES]; /* "processor time (s)", ... */

struct plot_instance
{
  char *id, *source, *family, *params_text; /* owned */
  json_t *params;                           /* owned */
  int truth;                                /* 1 satisfiable or consistent, 0 not, -1 unknown */
};

struct plot_run
{
  size_t instance;                      /* in `instances` */
  char *stage, *tool, *outcome, *rerun; /* owned */
  bool solved;
  double events, limit; /* of the trace; seconds of processor time that it had, 0: no limit */
  double values[PLOT_VALUES];
};

struct plot_rows
{
  VEC (struct plot_instance) instances;
  VEC (struct plot_run) runs; /* by instance, stage and tool */
};

struct sweep_db;

/* The database of the sweep in FOLDER (or the file itself), to be read.  NULL after an error in DIAG.
 * New. */
struct sweep_db *plot_database (const char *folder, hb_diag *diag);

/* Reads the database of the sweep in FOLDER (or the file itself).  False after an error in DIAG. */
bool plot_rows_read (struct plot_rows *rows, const char *folder, hb_diag *diag);
void plot_rows_free (struct plot_rows *rows);
void plot_instance_free (struct plot_instance *instance);
void plot_run_free (struct plot_run *run);

/* The parameter of an instance as a number, NaN if it has none of that name or it is no number (flags are
 * 0 and 1). */
double plot_parameter (const struct plot_instance *instance, const char *name);

/* The parameter as text: a number or a word, "yes"; "no" where there is none.  New. */
char *plot_parameter_text (const struct plot_instance *instance, const char *name);

/* Has any instance a parameter NAME? */
bool plot_is_parameter (const struct plot_rows *rows, const char *name);

/* Keeps the instances whose parameters are as WHERE says: "variables=80,mixed=yes".  False if it is not of
 * this form or no instance has a parameter of that name, which is then copied to *MISTAKE (new). */
bool plot_rows_keep (struct plot_rows *rows, const char *where, char **mistake);

/* What to write at an axis of parameter NAME: "share of 2-clauses" for `twos`.  Borrowed. */
const char *plot_axis_label (const char *name);

/* The names of the parameters that are numbers with two or more values, most values first; ended by
 * NULL. New, with its texts borrowed from ROWS. */
const char **plot_axes (const struct plot_rows *rows);

/* The different tools of STAGE in the order of their names, ended by NULL.  New, texts borrowed. */
const char **plot_tools (const struct plot_rows *rows, const char *stage);

#endif
