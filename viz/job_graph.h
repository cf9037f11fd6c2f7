/* The jobs of a periodic program as a graph: a row a task, the highest priority on top, by arrival from left to right;
 * an arrow where one job is over before another starts (what follows from others left out), a line where the upper one
 * may preempt the lower: (1) and (2) of Chaki, Gurfinkel and Sinha, FMCAD 2014. */
#ifndef HBKIT_JOB_GRAPH_H
#define HBKIT_JOB_GRAPH_H

#include "viz/figure.h"

#include "periodic/jobs.h"

/* Draws JOBS to OUTPUT (borrowed, not committed) as SVG, TikZ or dot.  False after an error in DIAG.  Cubic in the
 * jobs. */
bool hb_draw_job_graph (const hb_jobs *jobs, const struct hb_draw_options *options,
                        hb_output *output, hb_diag *diag);

#endif
