/* Runs of programs of threads, beside one another: a column a thread, time going down, a box a step with its statements
 * and their line; or, of a program without a run, its statements as they stand in the text.  Columns that are too many
 * for the page overlap, and statements have a row each, too.  Of long runs what is far from the dependencies is counted,
 * not shown (thread_boxes.h).
 *
 * Semantic diffing paper, figures 1 and 2: the run that one version can make and the other cannot.  Arrows are the
 * dependencies that matter, from the step (or init, on top) that writes to the one that reads or writes after it. */
#ifndef HBKIT_THREAD_RUNS_H
#define HBKIT_THREAD_RUNS_H

#include "viz/figure.h"

#include "diff/search.h"

struct hb_thread_run
{
  const diff_program *program;          /* borrowed, as all here */
  const struct diff_schedule *schedule; /* of a run that can be made; NULL: the statements */
  int side;                             /* of the scope */
  const char *title;
};

struct hb_thread_runs
{
  struct hb_thread_run runs[2];
  size_t count;            /* 1 or 2 */
  const diff_scope *scope; /* NULL: no arrows */
  const hb_id *facts;      /* the arrows, in runs */
  size_t fact_count;
  bool whole;          /* nothing is left out */
  const char *caption; /* or NULL */
};

/* Draws RUNS to OUTPUT (borrowed, not committed).  False after an error in DIAG. */
bool hb_draw_thread_runs (const struct hb_thread_runs *runs, const struct hb_draw_options *options,
                          hb_output *output, hb_diag *diag);

#endif
