/* What is put onto a Gantt chart's boxes: preemptions, deadlines, the place of a failure, and step by step what happens
 * with the clocks of the paper's section III: (R, priority, index), R being how many jobs have ended before. */
#include "viz/gantt_private.h"
#include "viz/text.h"

#define SMALL 6.0
#define TINY 6.0

/* A line from where a job is preempted to where it goes on. */
static void
put_preemptions (struct hb_gantt_chart *c)
{
  for (size_t i = 0; i < c->segments.size; i++)
    for (size_t k = i + 1; k < c->segments.size; k++)
      {
        const struct hb_periodic_run_segment *a = &c->segments.data[i], *b = &c->segments.data[k];
        if (a->job != b->job)
          continue;
        struct hb_rect bar;
        bar.x0 = hb_gantt_at (c, (double)a->to / c->unit);
        bar.x1 = hb_gantt_at (c, (double)b->from / c->unit);
        bar.y0 = hb_gantt_level (c, c->gantt->jobs->jobs.data[a->job].task) - .4;
        bar.y1 = bar.y0 + .8;
        if (bar.x1 > bar.x0)
          hb_sketch_rect (&c->sketch, bar, HB_INK_WAITING);
        break;
      }
}

/* A tick below the row where a job has to be over. */
static void
put_deadlines (struct hb_gantt_chart *c)
{
  const hb_jobs *jobs = c->gantt->jobs;
  for (size_t j = 0; j < jobs->jobs.size && c->timed; j++)
    {
      double time = (double)jobs->jobs.data[j].departure;
      if (time < c->stops.data[0].time || time > vec_top (c->stops).time)
        continue;
      double x = hb_gantt_at (c, time), y = hb_gantt_level (c, jobs->jobs.data[j].task);
      struct hb_rect tick = { x - .5, y + HB_GANTT_BOX / 2 + .5, x + .5, y + HB_GANTT_ROW / 2 - 1 };
      hb_sketch_rect (&c->sketch, tick, HB_INK_LATER);
    }
}

static void
put_failures (struct hb_gantt_chart *c)
{
  const hb_periodic_run *run = c->gantt->run;
  for (size_t i = 0; i < c->gantt->failure_count; i++)
    {
      const struct hb_periodic_run_failure *failure = &c->gantt->failures[i];
      if (failure->step == HB_NONE || failure->job >= c->gantt->jobs->jobs.size)
        continue;
      double time = hb_gantt_step (c, failure->step);
      if (time < c->stops.data[0].time || time > vec_top (c->stops).time)
        continue;
      struct hb_place where = hb_c_place (c->gantt->jobs->program->unit, failure->spot);
      hb_sketch_text (
          &c->sketch, hb_gantt_at (c, time) + 2,
          hb_gantt_level (c, c->gantt->jobs->jobs.data[run->steps.data[failure->step].job].task)
              - HB_GANTT_BOX / 2 - 2.5,
          6.5, hb_format (HB_BOLD "x" HB_BOLD_END " %zu", where.line), HB_INK_ARROW, HB_NONE);
    }
}

/* --- step by step --- */

/* How many jobs end before step AT. */
static size_t
round_of (const hb_periodic_run *run, size_t at, size_t jobs)
{
  size_t count = 0;
  bool *goes_on = hb_calloc (jobs + 1, sizeof *goes_on), *seen = hb_calloc (jobs + 1, sizeof *seen);
  for (size_t i = at; i < run->steps.size; i++)
    if (run->steps.data[i].job < jobs)
      goes_on[run->steps.data[i].job] = true;
  for (size_t i = 0; i < at; i++)
    {
      hb_id job = run->steps.data[i].job;
      if (job >= jobs || seen[job])
        continue;
      seen[job] = true;
      count += !goes_on[job];
    }
  hb_free (goes_on);
  hb_free (seen);
  return count;
}

static char *
what_of (const struct hb_gantt_chart *c, const struct hb_periodic_run_step *step)
{
  const hb_periodic_program *program = c->gantt->jobs->program;
  switch (step->kind)
    {
    case HB_ACT_READ:
      return hb_format ("%s = %lld?", program->cells.data[step->cell].name, (long long)step->value);
    case HB_ACT_WRITE:
      return hb_format ("%s := %lld", program->cells.data[step->cell].name, (long long)step->value);
    case HB_ACT_LOCK:
      return hb_format ("lock %s", program->locks.data[step->cell].name);
    case HB_ACT_UNLOCK:
      return hb_format ("unlock %s", program->locks.data[step->cell].name);
    default:
      return hb_format ("start %u", c->gantt->jobs->jobs.data[step->job].index + 1);
    }
}

static void
put_steps (struct hb_gantt_chart *c, double bottom)
{
  const hb_periodic_run *run = c->gantt->run;
  const hb_jobs *jobs = c->gantt->jobs;
  for (size_t i = 0; i < run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &run->steps.data[i];
      if (step->job >= jobs->jobs.size || !hb_gantt_has_step (c, i))
        continue;
      unsigned index = 1;
      for (size_t k = 0; k < i; k++)
        index += run->steps.data[k].job == step->job;
      double x = hb_gantt_at (c, hb_gantt_step (c, (hb_id)i)),
             y = hb_gantt_level (c, jobs->jobs.data[step->job].task);
      hb_sketch_middle (&c->sketch, x, y - 3.4, SMALL, what_of (c, step), HB_INK_CELL, HB_NONE);
      hb_sketch_middle (&c->sketch, x, y + 3.4, TINY,
                        hb_format ("(%zu,%lld,%u)", round_of (run, i, jobs->jobs.size),
                                   (long long)hb_job_priority (jobs, step->job), index),
                        HB_INK_CELL, HB_NONE);
      if (step->time >= 0)
        hb_sketch_middle (&c->sketch, x, bottom + 5, SMALL,
                          hb_format ("%.5g", (double)step->time / (double)run->unit), HB_INK_FAINT,
                          HB_NONE);
    }
}

void
hb_gantt_put_marks (struct hb_gantt_chart *c, double bottom)
{
  put_preemptions (c);
  put_deadlines (c);
  if (c->gantt->clocks)
    put_steps (c, bottom);
  put_failures (c);
}
