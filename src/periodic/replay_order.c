/* Is the order of a run's steps one of the semantics?  Step by step, as the definitions have it. */
#include "periodic/replay_private.h"

#include <stdio.h>

void
hb_replay_job_name (const hb_jobs *jobs, hb_id job, char *text, size_t room)
{
  if (job >= jobs->jobs.size)
    snprintf (text, room, "final");
  else
    snprintf (text, room, "%s %u", jobs->program->tasks.data[jobs->jobs.data[job].task].name,
              jobs->jobs.data[job].index + 1);
}

struct order
{
  const hb_jobs *jobs;
  const hb_periodic_run *run;
  hb_diag *diag;
  size_t *first, *last; /* by job: its first and last step; SIZE_MAX none */
  hb_id *holder;        /* by lock: the job that holds it, HB_NONE */
};

static bool
against (const struct order *o, size_t step, hb_id other, const char *what)
{
  char own[200], name[200];
  hb_replay_job_name (o->jobs, o->run->steps.data[step].job, own, sizeof own);
  hb_replay_job_name (o->jobs, other, name, sizeof name);
  hb_error (o->diag, NULL, "step %zu, of job %s: %s %s", step + 1, own, what, name);
  return false;
}

/* The highest ceiling that JOB holds; INT64_MIN: none. */
static int64_t
ceiling (const struct order *o, hb_id job, bool of_others)
{
  int64_t most = INT64_MIN;
  for (size_t i = 0; i < o->jobs->program->locks.size; i++)
    if (o->holder[i] != HB_NONE && (o->holder[i] == job) != of_others
        && o->jobs->program->locks.data[i].ceiling > most)
      most = o->jobs->program->locks.data[i].ceiling;
  return most;
}

/* (16) to (18): starting, taking and giving back at step I. */
static bool
lock_step (struct order *o, size_t i)
{
  const struct hb_periodic_run_step *step = &o->run->steps.data[i];
  if (step->kind == HB_ACT_START)
    return ceiling (o, step->job, true) < hb_job_priority (o->jobs, step->job)
           || against (o, i, step->job, "a ceiling is held that keeps it from starting:");
  if (step->kind == HB_ACT_LOCK)
    {
      if (o->holder[step->cell] != HB_NONE)
        return against (o, i, o->holder[step->cell], "this lock is held by");
      o->holder[step->cell] = step->job;
    }
  if (step->kind == HB_ACT_UNLOCK)
    {
      if (o->holder[step->cell] != step->job)
        return against (o, i, step->job, "this lock is not held by");
      o->holder[step->cell] = HB_NONE;
    }
  return true;
}

/* No higher job waits that has surely arrived: before NOW, the latest arrival of a job that has started. */
static bool
arrival_step (const struct order *o, size_t i, int64_t now)
{
  hb_id job = o->run->steps.data[i].job;
  for (hb_id m = 0; m < o->jobs->jobs.size && job < o->jobs->jobs.size; m++)
    if (o->first[m] > i && o->jobs->jobs.data[m].arrival <= now
        && hb_job_priority (o->jobs, m) > hb_job_priority (o->jobs, job)
        && ceiling (o, job, false) < hb_job_priority (o->jobs, m))
      return against (o, i, m, "it passes a higher job that has arrived:");
  return true;
}

static bool
check_steps (struct order *o)
{
  int64_t now = INT64_MIN;
  for (size_t i = 0; i < o->run->steps.size; i++)
    {
      hb_id job = o->run->steps.data[i].job;
      bool is_job = job < o->jobs->jobs.size;
      if (is_job && o->first[job] == i && o->run->steps.data[i].kind != HB_ACT_START)
        return against (o, i, job, "there is no start of");
      if (is_job && o->first[job] != i && o->run->steps.data[i].kind == HB_ACT_START)
        return against (o, i, job, "there is another start of");
      if (is_job && o->jobs->jobs.data[job].arrival > now)
        now = o->jobs->jobs.data[job].arrival;
      for (hb_id m = 0; m < o->jobs->jobs.size; m++)
        {
          if (m == job || o->first[m] == SIZE_MAX)
            continue;
          /* (4), and the final function comes last. */
          if (o->last[m] > i && (!is_job || hb_jobs_relation (o->jobs, m, job) == HB_JOB_BEFORE))
            return against (o, i, m, "it comes before the end of");
          /* (5) */
          if (is_job && o->first[m] < i && o->last[m] > i
              && hb_job_priority (o->jobs, m) > hb_job_priority (o->jobs, job))
            return against (o, i, m, "it interrupts the higher job");
        }
      if (o->run->semantics != HB_SEMANTICS_PAPER && !arrival_step (o, i, now))
        return false;
      if (!lock_step (o, i))
        return false;
    }
  return true;
}

bool
hb_replay_order (const hb_jobs *jobs, const hb_periodic_run *run, hb_diag *diag)
{
  struct order o = { .jobs = jobs, .run = run, .diag = diag };
  size_t count = jobs->jobs.size + 1;
  o.first = hb_calloc (count, sizeof *o.first);
  o.last = hb_calloc (count, sizeof *o.last);
  o.holder = hb_calloc (jobs->program->locks.size + 1, sizeof *o.holder);
  for (size_t i = 0; i < count; i++)
    o.first[i] = SIZE_MAX;
  for (size_t i = 0; i <= jobs->program->locks.size; i++)
    o.holder[i] = HB_NONE;
  for (size_t i = run->steps.size; i-- > 0;)
    {
      if (o.first[run->steps.data[i].job] == SIZE_MAX)
        o.last[run->steps.data[i].job] = i;
      o.first[run->steps.data[i].job] = i;
    }
  bool good = check_steps (&o);
  for (hb_id i = 0; i < jobs->jobs.size && good; i++)
    if (o.first[i] == SIZE_MAX)
      {
        char name[200];
        hb_replay_job_name (jobs, i, name, sizeof name);
        hb_error (diag, NULL, "job %s does not run", name);
        good = false;
      }
  hb_free (o.first);
  hb_free (o.last);
  hb_free (o.holder);
  return good;
}
