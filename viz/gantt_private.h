/* Between gantt.c (the chart), gantt_marks.c (what stands on its boxes), gantt_reads.c (who reads what from whom) and gantt_caption.c. */
#ifndef HBKIT_GANTT_PRIVATE_H
#define HBKIT_GANTT_PRIVATE_H

#include "viz/gantt.h"
#include "viz/sketch.h"

#define HB_GANTT_ROW 26.0
#define HB_GANTT_BOX 15.0 /* the height of a box */

/* A time at which something changes, and where it stands. */
struct hb_gantt_stop
{
  double time, x;
  bool idle; /* from here to the next */
};

struct hb_gantt_chart
{
  const struct hb_gantt *gantt;
  hb_sketch sketch;
  VEC (struct hb_periodic_run_segment) segments; /* in the run's units, or in steps */
  VEC (struct hb_gantt_stop) stops;
  double unit, left;
  bool timed; /* along the axis is time; else steps, one after another */
};

/* The middle of the row of TASK. */
static inline double
hb_gantt_level (const struct hb_gantt_chart *c, hb_id task)
{
  return 8 + ((double)c->gantt->jobs->program->tasks.size - 1 - task + .5) * HB_GANTT_ROW;
}

/* Where TIME stands: between the stops around it. */
static inline double
hb_gantt_at (const struct hb_gantt_chart *c, double time)
{
  size_t i = 0;
  while (i + 2 < c->stops.size && c->stops.data[i + 1].time <= time)
    i++;
  const struct hb_gantt_stop *a = &c->stops.data[i], *b = &c->stops.data[i + 1];
  double part = (time - a->time) / (b->time - a->time);
  return a->x + (part < 0 ? 0 : part > 1 ? 1 : part) * (b->x - a->x);
}

/* Does a check of JOB fail? */
static inline bool
hb_gantt_fails (const struct hb_gantt_chart *c, hb_id job)
{
  for (size_t i = 0; i < c->gantt->failure_count; i++)
    if (c->gantt->failures[i].job == job)
      return true;
  return false;
}

/* Where step I stands, in the measure of the axis. */
static inline double
hb_gantt_step (const struct hb_gantt_chart *c, hb_id i)
{
  return c->timed ? (double)c->gantt->run->steps.data[i].time / c->unit : (double)i + .5;
}

/* Step by step: is step I within what is shown? */
static inline bool
hb_gantt_has_step (const struct hb_gantt_chart *c, size_t i)
{
  const struct hb_periodic_run_step *step = &c->gantt->run->steps.data[i];
  double time = (double)step->time / (double)c->gantt->run->unit;
  return step->time < 0 || (time >= c->gantt->from && time <= c->gantt->to);
}

void hb_gantt_put_reads (struct hb_gantt_chart *c);
void hb_gantt_put_marks (struct hb_gantt_chart *c, double bottom);
void hb_gantt_put_caption (struct hb_gantt_chart *c);

#endif
