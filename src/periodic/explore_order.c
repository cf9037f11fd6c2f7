/* The search by orders: (4), (5), (16) to (18) of the paper, and arrivals; see explore.h. */
#include "periodic/explore_private.h"

/* (4), (5), (18) and arrivals: may JOB act? */
static bool
may_act (const struct hb_explorer *x, hb_id job)
{
  const hb_jobs *jobs = x->jobs;
  int64_t now = jobs->jobs.data[job].arrival;
  for (hb_id k = 0; k < x->count; k++)
    if (x->job[k].done && jobs->jobs.data[k].arrival > now)
      now = jobs->jobs.data[k].arrival;
  for (hb_id k = 0; k < x->count; k++)
    {
      const struct hb_explored_job *other = &x->job[k];
      bool higher = hb_job_priority (jobs, k) > hb_job_priority (jobs, job);
      if (k == job)
        continue;
      if (!other->over && hb_jobs_relation (jobs, k, job) == HB_JOB_BEFORE)
        return false;
      if (other->done && !other->over && higher)
        return false;
      if (!x->job[job].done && hb_explore_held (x, k) >= hb_job_priority (jobs, job))
        return false;
      if (x->semantics != HB_SEMANTICS_PAPER && !other->done && higher
          && jobs->jobs.data[k].arrival <= now
          && hb_explore_held (x, job) < hb_job_priority (jobs, k))
        return false;
    }
  return true;
}

static bool
step (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  struct hb_explored_job *own = &x->job[job];
  if (next->kind == HB_NEXT_END)
    {
      own->over = true;
      own->fails = next->fails;
      own->assumes = next->assumes;
      bool found = hb_explore_orders (x);
      own->over = own->fails = false;
      own->assumes = true;
      return found;
    }
  struct hb_explore_undo undo = hb_explore_perform (x, job, next);
  bool found = hb_explore_orders (x);
  hb_explore_take_back (x, job, &undo);
  return found;
}

/* What a job does that others keep from acting. */
static bool
end (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  return next->kind == HB_NEXT_END && step (x, job, next);
}

/* A job without a further action is over at once: what it has done last ends it. */
bool
hb_explore_orders (struct hb_explorer *x)
{
  bool all = true;
  if (x->open || !hb_explore_is_new (x))
    return false;
  for (hb_id job = 0; job < x->count; job++)
    all = all && x->job[job].over;
  if (all)
    return hb_explore_finish (x);
  for (hb_id job = 0; job < x->count && !x->open; job++)
    {
      bool may = may_act (x, job);
      if (x->job[job].over || (!may && !x->job[job].done))
        continue;
      bool found;
      if (!x->job[job].done)
        {
          hb_explore_put_step (x, job, HB_ACT_START, HB_NONE, 0);
          x->job[job].done = 1;
          found = hb_explore_orders (x);
          x->job[job].done = 0;
          x->path.size--;
        }
      else
        found = hb_explore_each (x, job, may ? step : end);
      if (found)
        return true;
    }
  return false;
}
