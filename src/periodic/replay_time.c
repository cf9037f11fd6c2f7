/* Is a run with times a real schedule of fixed priorities on one processor?  Time is cut where anything changes
 * (arrivals, segments, locks), and each piece is looked at. */
#include "periodic/replay_private.h"

#include <stdlib.h>

struct clock
{
  const hb_jobs *jobs;
  const hb_periodic_run *run;
  hb_diag *diag;
  int64_t *start, *end; /* by job, in units */
  VEC (int64_t) cuts;
};

static bool
against (const struct clock *c, hb_id job, int64_t time, const char *what)
{
  char name[200];
  hb_replay_job_name (c->jobs, job, name, sizeof name);
  hb_error (c->diag, NULL, "job %s, at %lld/%lld: %s", name, (long long)time,
            (long long)c->run->unit, what);
  return false;
}

static int64_t
arrival (const struct clock *c, hb_id job)
{
  return c->jobs->jobs.data[job].arrival * c->run->unit;
}

/* Can all times of the jobs be told in units?  A job departs behind its arrival. */
static bool
check_unit (const struct clock *c)
{
  int64_t most = INT64_MAX / c->run->unit;
  for (hb_id i = 0; i < c->jobs->jobs.size; i++)
    {
      const struct hb_job *job = &c->jobs->jobs.data[i];
      if (job->departure > most || c->jobs->program->tasks.data[job->task].wcet > most)
        return against (c, i, 0, "the times of this job are too large in such units");
    }
  return true;
}

static int
compare (const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Sums, order and bounds of segments. */
static bool
check_segments (struct clock *c)
{
  const hb_periodic_run *run = c->run;
  int64_t *used = hb_calloc (c->jobs->jobs.size + 1, sizeof *used), before = 0;
  bool good = true;
  for (size_t i = 0; i < run->segments.size && good; i++)
    {
      const struct hb_periodic_run_segment *s = &run->segments.data[i];
      if (s->job >= c->jobs->jobs.size || s->from < before || s->to <= s->from
          || s->from < arrival (c, s->job))
        good = against (c, s->job, s->from,
                        "this segment overlaps another one, is empty, or comes before the arrival");
      else
        {
          if (!used[s->job])
            c->start[s->job] = s->from;
          c->end[s->job] = s->to;
          used[s->job] += s->to - s->from;
          before = s->to;
          vec_push (c->cuts, s->from);
          vec_push (c->cuts, s->to);
        }
    }
  for (hb_id i = 0; i < c->jobs->jobs.size && good; i++)
    {
      const struct hb_job *job = &c->jobs->jobs.data[i];
      vec_push (c->cuts, arrival (c, i));
      if (!used[i] || used[i] > c->jobs->program->tasks.data[job->task].wcet * run->unit)
        good = against (c, i, c->start[i], "it has no time, or more than its WCET");
      if (good && c->jobs->departure == HB_DEPARTURE_DEADLINE
          && c->end[i] > job->departure * run->unit)
        good = against (c, i, c->end[i], "it is over after its deadline");
    }
  hb_free (used);
  return good;
}

/* Each step lies in a segment of its job; steps do not go back in time. */
static bool
check_steps (struct clock *c)
{
  int64_t now = 0;
  for (size_t i = 0; i < c->run->steps.size; i++)
    {
      const struct hb_periodic_run_step *step = &c->run->steps.data[i];
      bool inside = step->job >= c->jobs->jobs.size;
      for (size_t k = 0; k < c->run->segments.size && !inside; k++)
        {
          const struct hb_periodic_run_segment *s = &c->run->segments.data[k];
          inside = s->job == step->job && s->from <= step->time && step->time <= s->to;
        }
      if (!inside || (step->job < c->jobs->jobs.size && step->time < now))
        return against (c, step->job, step->time,
                        "a step lies outside of the job's segments, or before the one before it");
      if (step->job < c->jobs->jobs.size)
        now = step->time;
      if (step->kind == HB_ACT_LOCK || step->kind == HB_ACT_UNLOCK)
        vec_push (c->cuts, step->time);
    }
  return true;
}

/* The highest ceiling that JOB holds in the piece of time from AT on. */
static int64_t
ceiling (const struct clock *c, hb_id job, int64_t at)
{
  int64_t most = INT64_MIN;
  const hb_periodic_program *program = c->jobs->program;
  for (size_t l = 0; l < program->locks.size; l++)
    {
      bool held = false;
      for (size_t i = 0; i < c->run->steps.size; i++)
        {
          const struct hb_periodic_run_step *step = &c->run->steps.data[i];
          if (step->job == job && step->cell == l && step->time <= at
              && (step->kind == HB_ACT_LOCK || step->kind == HB_ACT_UNLOCK))
            held = step->kind == HB_ACT_LOCK;
        }
      if (held && program->locks.data[l].ceiling > most)
        most = program->locks.data[l].ceiling;
    }
  return most;
}

/* From AT to TO nothing changes: the right job has the processor. */
static bool
check_piece (const struct clock *c, int64_t at, int64_t to)
{
  hb_id running = HB_NONE;
  for (size_t i = 0; i < c->run->segments.size; i++)
    if (c->run->segments.data[i].from <= at && c->run->segments.data[i].to >= to)
      running = c->run->segments.data[i].job;
  for (hb_id m = 0; m < c->jobs->jobs.size; m++)
    {
      if (m == running || arrival (c, m) > at || c->end[m] <= at)
        continue;
      if (running == HB_NONE)
        return against (c, m, at, "the processor is idle while it waits");
      if (hb_job_priority (c->jobs, m) < hb_job_priority (c->jobs, running))
        continue;
      bool started = c->start[m] <= at;
      if (started || ceiling (c, running, at) < hb_job_priority (c->jobs, m))
        return against (c, m, at, "a lower job has the processor while it waits");
    }
  return true;
}

bool
hb_replay_time (const hb_jobs *jobs, const hb_periodic_run *run, hb_diag *diag)
{
  struct clock c = { .jobs = jobs, .run = run, .diag = diag };
  c.start = hb_calloc (jobs->jobs.size + 1, sizeof *c.start);
  c.end = hb_calloc (jobs->jobs.size + 1, sizeof *c.end);
  bool good = check_unit (&c) && check_segments (&c) && check_steps (&c);
  if (c.cuts.size)
    qsort (c.cuts.data, c.cuts.size, sizeof *c.cuts.data, compare);
  for (size_t i = 0; i + 1 < c.cuts.size && good; i++)
    if (c.cuts.data[i] < c.cuts.data[i + 1])
      good = check_piece (&c, c.cuts.data[i], c.cuts.data[i + 1]);
  hb_free (c.start);
  hb_free (c.end);
  vec_free (c.cuts);
  return good;
}
