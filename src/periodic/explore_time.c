/* The search by the clock: a scheduler that goes tick by tick; see explore.h.
 *
 * In a tick the highest job that waits has the processor, does any number of its actions, and may be over.  Giving back a
 * lock that somebody waits for ends the tick. */
#include "periodic/explore_private.h"

/* Who runs from now on: the highest that waits, unless a ceiling keeps it from starting; HB_NONE: nobody. */
static hb_id
scheduled (const struct hb_explorer *x)
{
  hb_id best = HB_NONE;
  for (hb_id j = 0; j < x->count; j++)
    {
      if (x->ended[j] || x->jobs->jobs.data[j].arrival * HB_EXPLORED_TICKS > x->now)
        continue;
      bool kept_out = false;
      for (hb_id k = 0; k < x->count && !x->used[j]; k++)
        kept_out = kept_out || (k != j && hb_explore_held (x, k) >= hb_job_priority (x->jobs, j));
      if (!kept_out
          && (best == HB_NONE || hb_job_priority (x->jobs, j) > hb_job_priority (x->jobs, best)))
        best = j;
    }
  return best;
}

static bool act (struct hb_explorer *x, hb_id job, const struct hb_next *next);

/* What JOB does when it has given the processor away: nothing, but it may be over. */
static bool
end (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  return next->kind == HB_NEXT_END && act (x, job, next);
}

/* JOB has done all that it does in this tick. */
static bool
tick_over (struct hb_explorer *x, hb_id job)
{
  const struct hb_task *task = &x->jobs->program->tasks.data[x->jobs->jobs.data[job].task];
  return x->used[job] < task->wcet * HB_EXPLORED_TICKS && hb_explore_ticks (x);
}

static bool
act (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  struct hb_explored_job *own = &x->job[job];
  bool found;
  if (next->kind == HB_NEXT_END)
    {
      own->over = x->ended[job] = true;
      own->fails = next->fails;
      own->assumes = next->assumes;
      found = hb_explore_ticks (x);
      own->over = own->fails = x->ended[job] = false;
      own->assumes = true;
      return found;
    }
  struct hb_explore_undo undo = hb_explore_perform (x, job, next);
  bool yields = next->action == HB_ACT_UNLOCK && scheduled (x) != job;
  if (yields)
    x->path.data[x->path.size - 1].time = x->ticks.data[x->ticks.size - 1].to;
  found = tick_over (x, job) || (!x->open && hb_explore_each (x, job, yields ? end : act));
  hb_explore_take_back (x, job, &undo);
  return found;
}

/* JOB has the processor for a tick. */
static bool
work (struct hb_explorer *x, hb_id job)
{
  struct hb_periodic_run_segment tick
      = { job, x->now * HB_EXPLORED_SPOTS, (x->now + 1) * HB_EXPLORED_SPOTS };
  bool starts = !x->used[job];
  vec_push (x->ticks, tick);
  if (starts)
    {
      x->job[job].done = 1;
      hb_explore_put_step (x, job, HB_ACT_START, HB_NONE, 0);
    }
  x->used[job]++;
  x->now++;
  bool found = tick_over (x, job) || (!x->open && hb_explore_each (x, job, act));
  x->now--;
  x->used[job]--;
  if (starts)
    {
      x->path.size--;
      x->job[job].done = 0;
    }
  x->ticks.size--;
  return found;
}

bool
hb_explore_ticks (struct hb_explorer *x)
{
  bool all = true;
  for (hb_id j = 0; j < x->count; j++)
    all = all && x->ended[j];
  if (x->open || !hb_explore_is_new (x))
    return false;
  if (all)
    return hb_explore_finish (x);
  for (hb_id j = 0; j < x->count; j++)
    if (x->jobs->departure == HB_DEPARTURE_DEADLINE && !x->ended[j]
        && x->now >= x->jobs->jobs.data[j].departure * HB_EXPLORED_TICKS)
      return false;
  hb_id job = scheduled (x);
  if (job != HB_NONE)
    return work (x, job);
  int64_t next = INT64_MAX, now = x->now;
  for (hb_id j = 0; j < x->count; j++)
    {
      int64_t arrival = x->jobs->jobs.data[j].arrival * HB_EXPLORED_TICKS;
      if (!x->ended[j] && arrival > now && arrival < next)
        next = arrival;
    }
  if (next == INT64_MAX)
    return false;
  x->now = next;
  bool found = hb_explore_ticks (x);
  x->now = now;
  return found;
}
