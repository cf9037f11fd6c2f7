/* A run of a periodic program as a Gantt chart: a row a task, the highest priority on top; boxes where a job has the
 * processor, with its number, and a line between them while it is preempted; arrows down where a job arrives, ticks below
 * where it has to be over; a bar over a box while a lock is held; a cross where a check fails, and in words below.
 *
 * Time is not to scale: each piece of time between two changes is as wide as what stands in it needs, and at most a few
 * times as wide; where the processor is idle the axis is broken.  Numbers on the axis are times.  With clocks each
 * step has a place of its own, with what it does and its clock (round, priority, index) of the paper's section III. */
#ifndef HBKIT_GANTT_H
#define HBKIT_GANTT_H

#include "viz/figure.h"

#include "periodic/run.h"

/* What is shown: jobs that run between FROM and TO (in the program's time). */
struct hb_gantt
{
  const hb_jobs *jobs;
  const hb_periodic_run *run;
  const struct hb_periodic_run_failure *failures;
  size_t failure_count;
  double from, to;
  bool clocks;         /* step by step, each with its clock */
  const char *against; /* what makes it no execution, or NULL */
};

/* Draws GANTT to OUTPUT (borrowed, not committed) as SVG or TikZ.  False after an error in DIAG.  Linear in the
 * segments times the tasks. */
bool hb_draw_gantt (const struct hb_gantt *gantt, const struct hb_draw_options *options,
                    hb_output *output, hb_diag *diag);

#endif
