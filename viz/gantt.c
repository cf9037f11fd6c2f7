/* See gantt.h. */
#include "viz/gantt_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 8.0 /* between the names and the chart */
#define LEAST 11.0
#define MOST 44.0
#define IDLE 14.0
#define STEP 46.0 /* step by step: each */
#define SMALL 6.5

/* Without times a step takes one unit, and boxes are runs of steps of one job. */
static void
find_segments (struct hb_gantt_chart *c)
{
  const hb_periodic_run *run = c->gantt->run;
  c->timed = run->segments.size && !c->gantt->clocks;
  c->unit = c->timed ? (double)run->unit : 1;
  for (size_t i = 0; i < run->segments.size && c->timed; i++)
    if ((double)run->segments.data[i].to > c->gantt->from * c->unit
        && (double)run->segments.data[i].from < c->gantt->to * c->unit)
      vec_push (c->segments, run->segments.data[i]);
  for (size_t i = 0; i < run->steps.size && !c->timed; i++)
    {
      int64_t at = (int64_t)i;
      if (run->steps.data[i].job >= c->gantt->jobs->jobs.size || !hb_gantt_has_step (c, i))
        continue;
      if (c->segments.size && vec_top (c->segments).job == run->steps.data[i].job
          && vec_top (c->segments).to == at)
        vec_top (c->segments).to = at + 1;
      else
        vec_push (c->segments,
                  ((struct hb_periodic_run_segment){ run->steps.data[i].job, at, at + 1 }));
    }
}

static int
compare (const void *a, const void *b)
{
  const struct hb_gantt_stop *x = a, *y = b;
  return x->time < y->time ? -1 : x->time > y->time;
}

static void
place (struct hb_gantt_chart *c)
{
  VEC (struct hb_gantt_stop) all = VEC_EMPTY;
  for (size_t i = 0; i < c->segments.size; i++)
    {
      vec_push (all,
                ((struct hb_gantt_stop){ .time = (double)c->segments.data[i].from / c->unit }));
      vec_push (all, ((struct hb_gantt_stop){ .time = (double)c->segments.data[i].to / c->unit }));
    }
  qsort (all.data, all.size, sizeof *all.data, compare);
  for (size_t i = 0; i < all.size; i++)
    if (!i || all.data[i].time > all.data[i - 1].time)
      vec_push (c->stops, all.data[i]);
  double x = c->left, mean = 0;
  for (size_t i = 0; i + 1 < c->stops.size; i++)
    mean += (c->stops.data[i + 1].time - c->stops.data[i].time) / (double)c->stops.size;
  for (size_t i = 0; i < c->stops.size; i++)
    {
      c->stops.data[i].x = x;
      c->stops.data[i].idle = true;
      for (size_t k = 0; k < c->segments.size; k++)
        if ((double)c->segments.data[k].from / c->unit <= c->stops.data[i].time
            && (double)c->segments.data[k].to / c->unit > c->stops.data[i].time)
          c->stops.data[i].idle = false;
      if (i + 1 == c->stops.size)
        break;
      double length = c->stops.data[i + 1].time - c->stops.data[i].time,
             wide = LEAST + 12 * length / (mean > 0 ? mean : 1);
      x += c->stops.data[i].idle ? IDLE
           : c->gantt->clocks    ? STEP * length
           : wide < MOST         ? wide
                                 : MOST;
    }
  vec_free (all);
}

static void
put_rows (struct hb_gantt_chart *c, double right)
{
  const hb_periodic_program *program = c->gantt->jobs->program;
  for (hb_id t = 0; t < program->tasks.size; t++)
    {
      struct hb_rect ground = { c->left - 2, hb_gantt_level (c, t) - HB_GANTT_ROW / 2 + 2,
                                right + 2, hb_gantt_level (c, t) + HB_GANTT_ROW / 2 - 2 };
      hb_sketch_rect (&c->sketch, ground, HB_INK_COLUMN);
      hb_sketch_text (&c->sketch, 0, hb_gantt_level (c, t), 8,
                      hb_copy_text (program->tasks.data[t].name), HB_INK_CELL, HB_NONE);
    }
}

static void
put_boxes (struct hb_gantt_chart *c)
{
  const hb_jobs *jobs = c->gantt->jobs;
  for (size_t i = 0; i < c->segments.size; i++)
    {
      const struct hb_periodic_run_segment *s = &c->segments.data[i];
      double from = hb_gantt_at (c, (double)s->from / c->unit),
             to = hb_gantt_at (c, (double)s->to / c->unit);
      double middle = hb_gantt_level (c, jobs->jobs.data[s->job].task);
      struct hb_rect box = { from, middle - HB_GANTT_BOX / 2, to, middle + HB_GANTT_BOX / 2 };
      hb_id number = hb_sketch_rect (&c->sketch, box,
                                     hb_gantt_fails (c, s->job) ? HB_INK_NEW : HB_INK_RUNNING);
      if (!c->gantt->clocks)
        hb_sketch_centred (&c->sketch, number, to - from > 14 ? 7 : 6,
                           hb_format ("%u", jobs->jobs.data[s->job].index + 1), HB_INK_RUNNING);
    }
}

/* A bar where a lock is held. */
static void
put_locks (struct hb_gantt_chart *c)
{
  const hb_periodic_run *run = c->gantt->run;
  for (size_t i = 0; i < run->steps.size; i++)
    for (size_t k = i + 1; run->steps.data[i].kind == HB_ACT_LOCK && k < run->steps.size; k++)
      {
        const struct hb_periodic_run_step *take = &run->steps.data[i], *give = &run->steps.data[k];
        if (give->kind != HB_ACT_UNLOCK || give->cell != take->cell || give->job != take->job)
          continue;
        double from = hb_gantt_step (c, (hb_id)i), to = hb_gantt_step (c, (hb_id)k);
        if (to < c->stops.data[0].time || from > vec_top (c->stops).time)
          break;
        double top
            = hb_gantt_level (c, c->gantt->jobs->jobs.data[take->job].task) - HB_GANTT_BOX / 2;
        struct hb_rect bar = { hb_gantt_at (c, from), top - 2.5,
                               fmax (hb_gantt_at (c, to), hb_gantt_at (c, from) + 2), top - .5 };
        hb_sketch_rect (&c->sketch, bar, HB_INK_FIRST);
        break;
      }
}

static void
put_axis (struct hb_gantt_chart *c, double bottom)
{
  const hb_jobs *jobs = c->gantt->jobs;
  double last = -100;
  bool timed = c->timed;
  for (size_t j = 0; j < jobs->jobs.size && timed; j++)
    {
      double time = (double)jobs->jobs.data[j].arrival;
      if (time < c->stops.data[0].time || time > vec_top (c->stops).time)
        continue;
      double x = hb_gantt_at (c, time), y = hb_gantt_level (c, jobs->jobs.data[j].task);
      struct hb_sketch_arrow arrow
          = { { x, y - HB_GANTT_ROW / 2 + 1 }, { x, y - HB_GANTT_BOX / 2 + 1 } };
      vec_push (c->sketch.arrows, arrow);
    }
  for (size_t i = 0; i < c->stops.size && timed; i++)
    {
      if (c->stops.data[i].x - last < 34)
        continue;
      last = c->stops.data[i].x;
      hb_sketch_middle (&c->sketch, last, bottom + 7, SMALL,
                        hb_format ("%.6g", round (c->stops.data[i].time * 100) / 100), HB_INK_FAINT,
                        HB_NONE);
    }
  for (size_t i = 0; i + 1 < c->stops.size; i++)
    if (c->stops.data[i].idle)
      hb_sketch_middle (&c->sketch, (c->stops.data[i].x + c->stops.data[i + 1].x) / 2, bottom - 2,
                        7, hb_copy_text ("//"), HB_INK_FAINT, HB_NONE);
}

bool
hb_draw_gantt (const struct hb_gantt *gantt, const struct hb_draw_options *options,
               hb_output *output, hb_diag *diag)
{
  struct hb_gantt_chart c = { .gantt = gantt };
  size_t longest = 0;
  bool good = true;
  for (size_t i = 0; i < gantt->jobs->program->tasks.size; i++)
    {
      size_t length = strlen (gantt->jobs->program->tasks.data[i].name);
      longest = length > longest ? length : longest;
    }
  c.left = 5.2 * (double)longest + NAMES;
  hb_sketch_init (&c.sketch, options, "A run of a periodic program as a Gantt chart");
  find_segments (&c);
  if (c.segments.size)
    {
      place (&c);
      double right = vec_top (c.stops).x,
             bottom = 8 + HB_GANTT_ROW * (double)gantt->jobs->program->tasks.size;
      put_rows (&c, right);
      c.sketch.grounds = c.sketch.rects.size;
      c.sketch.names = c.left - 4;
      put_boxes (&c);
      put_locks (&c);
      put_axis (&c, bottom);
      hb_gantt_put_marks (&c, bottom);
      hb_gantt_put_reads (&c);
      c.sketch.width = c.sketch.width < right + 6 ? right + 6 : c.sketch.width;
      c.sketch.height = c.timed || gantt->clocks ? bottom + 12 : bottom;
      if (!options->no_caption)
        hb_gantt_put_caption (&c);
      good = hb_sketch_write (&c.sketch, output, diag);
    }
  else
    {
      hb_error (diag, NULL, "no job has the processor between these times");
      good = false;
    }
  hb_sketch_free (&c.sketch);
  vec_free (c.segments);
  vec_free (c.stops);
  return good;
}
