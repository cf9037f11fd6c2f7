/* Points of the search: what was met, steps forward and back, the end of an execution; see explore.h.  Executions that
 * have come to the same point (memory, and what every job did and read) go on alike: each point is gone on from
 * once. */
#include "periodic/explore_private.h"

#include <string.h>

#define MOST_CHOICE 8 /* bits of a choice */
#define MOST_POINTS 2000000

/* --- points --- */

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * UINT64_C (0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

bool
hb_explore_is_new (struct hb_explorer *x)
{
  uint64_t hash = mix (1, (uint64_t)x->now);
  for (size_t i = 0; i < x->jobs->program->cells.size; i++)
    hash = mix (hash, x->memory[i]);
  for (size_t j = 0; j <= x->count; j++)
    {
      const struct hb_explored_job *job = &x->job[j];
      hash = mix (hash, job->done * 8 + (uint64_t)(job->over * 4 + job->fails * 2 + job->assumes));
      for (size_t i = 0; i < job->answers.size; i++)
        hash = mix (hash, job->answers.data[i] + 3);
      for (size_t i = 0; i < job->choices.size; i++)
        hash = mix (hash, job->choices.data[i] + 5);
      if (j < x->count)
        hash = mix (hash, (uint64_t)x->used[j] * 2 + x->ended[j]);
    }
  hash |= 1;
  if (x->table.size < 2 * (x->points + 1))
    {
      size_t size = x->table.size ? 2 * x->table.size : 1024;
      uint64_t *old = x->table.data;
      size_t old_size = x->table.size;
      x->table.data = NULL;
      x->table.size = x->table.capacity = 0;
      vec_resize (x->table, size, 0);
      for (size_t i = 0; i < old_size; i++)
        if (old[i])
          {
            size_t at = (size_t)(old[i] >> 1) & (size - 1);
            while (x->table.data[at])
              at = (at + 1) & (size - 1);
            x->table.data[at] = old[i];
          }
      hb_free (old);
    }
  size_t mask = x->table.size - 1, at = (size_t)(hash >> 1) & mask;
  for (; x->table.data[at]; at = (at + 1) & mask)
    if (x->table.data[at] == hash)
      return false;
  x->table.data[at] = hash;
  if (++x->points > MOST_POINTS || hb_limits_hit (x->limits))
    x->open = true;
  return true;
}

/* --- one step of a job --- */

/* The cells of JOB at its start: as the task's job before it left them. */
static const uint64_t *
cells_of (const struct hb_explorer *x, hb_id job)
{
  for (hb_id k = job < x->count ? job : 0; k-- > 0;)
    if (x->jobs->jobs.data[k].task == x->jobs->jobs.data[job].task)
      return x->private[k];
  return x->private[x->count]; /* the initial ones */
}

int64_t
hb_explore_held (const struct hb_explorer *x, hb_id job)
{
  int64_t most = INT64_MIN;
  for (size_t l = 0; l < x->jobs->program->locks.size; l++)
    if (x->holder[l] == job && x->jobs->program->locks.data[l].ceiling > most)
      most = x->jobs->program->locks.data[l].ceiling;
  return most;
}

void
hb_explore_put_step (struct hb_explorer *x, hb_id job, enum hb_action_kind kind, hb_id cell,
                     uint64_t value)
{
  struct hb_periodic_run_step step = { kind, job, cell, value, -1 };
  if (x->semantics == HB_SEMANTICS_EXACT && job < x->count)
    {
      const struct hb_periodic_run_segment *tick = &x->ticks.data[x->ticks.size - 1];
      int64_t first = tick->from;
      for (size_t i = x->path.size; i-- > 0 && x->path.data[i].time >= tick->from;)
        if (x->path.data[i].job == job && x->path.data[i].time + 1 > first)
          first = x->path.data[i].time + 1;
      step.time = first < tick->to ? first : tick->to;
    }
  vec_push (x->path, step);
}

struct hb_explore_undo
hb_explore_perform (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  struct hb_explored_job *own = &x->job[job];
  bool locks = next->action == HB_ACT_LOCK || next->action == HB_ACT_UNLOCK;
  struct hb_explore_undo undo = { .done = own->done,
                                  .answers = own->answers.size,
                                  .choices = own->choices.size,
                                  .path = x->path.size,
                                  .cell = next->cell,
                                  .kind = next->action,
                                  .memory = locks ? 0 : x->memory[next->cell],
                                  .holder = locks ? x->holder[next->cell] : HB_NONE };
  if (next->action == HB_ACT_WRITE)
    x->memory[next->cell] = next->value;
  else if (next->action == HB_ACT_READ)
    vec_push (own->answers, x->memory[next->cell]);
  else
    x->holder[next->cell] = next->action == HB_ACT_LOCK ? job : HB_NONE;
  hb_explore_put_step (x, job, next->action, next->cell, locks ? 0 : x->memory[next->cell]);
  own->done++;
  return undo;
}

void
hb_explore_take_back (struct hb_explorer *x, hb_id job, const struct hb_explore_undo *undo)
{
  struct hb_explored_job *own = &x->job[job];
  own->done = undo->done;
  own->answers.size = undo->answers;
  own->choices.size = undo->choices;
  x->path.size = undo->path;
  if (undo->kind == HB_ACT_LOCK || undo->kind == HB_ACT_UNLOCK)
    x->holder[undo->cell] = undo->holder;
  else
    x->memory[undo->cell] = undo->memory;
}

bool
hb_explore_each (struct hb_explorer *x, hb_id job, hb_go_on *visit)
{
  struct hb_explored_job *own = &x->job[job];
  uint64_t *cells = x->private[job == x->count ? x->count + 1 : job];
  size_t count = x->jobs->program->cells.size;
  if (count)
    memcpy (cells, cells_of (x, job), count * sizeof *cells);
  struct hb_next next = hb_explore_next (x->jobs, job, own, cells, x->diag);
  if (next.kind == HB_NEXT_ERROR || (next.kind == HB_NEXT_CHOICE && next.width > MOST_CHOICE))
    {
      x->open = true;
      return false;
    }
  if (next.kind != HB_NEXT_CHOICE)
    return visit (x, job, &next);
  for (uint64_t value = 0; value < (uint64_t)1 << next.width && !x->open; value++)
    {
      vec_push (own->choices, value);
      bool found = hb_explore_each (x, job, visit);
      own->choices.size--;
      if (found)
        return true;
    }
  return false;
}

/* --- the end of an execution --- */

static void
keep_run (struct hb_explorer *x)
{
  x->run = hb_calloc (1, sizeof *x->run);
  x->run->time = x->jobs->time;
  x->run->departure = x->jobs->departure;
  x->run->semantics = x->semantics;
  x->run->unit = x->semantics == HB_SEMANTICS_EXACT ? HB_EXPLORED_TICKS * HB_EXPLORED_SPOTS : 1;
  for (size_t i = 0; i < x->path.size; i++)
    vec_push (x->run->steps, x->path.data[i]);
  for (size_t i = 0; i < x->ticks.size; i++)
    {
      struct hb_periodic_run_segment tick = x->ticks.data[i];
      size_t last = x->run->segments.size;
      if (last && x->run->segments.data[last - 1].job == tick.job
          && x->run->segments.data[last - 1].to == tick.from)
        x->run->segments.data[last - 1].to = tick.to;
      else
        vec_push (x->run->segments, tick);
    }
  for (hb_id j = 0; j <= x->count; j++)
    for (hb_id i = 0; i < x->job[j].choices.size; i++)
      if (x->job[j].choices.data[i])
        vec_push (x->run->choices,
                  ((struct hb_periodic_run_choice){ j, i, x->job[j].choices.data[i] }));
}

static bool
at_end (struct hb_explorer *x)
{
  bool fails = false, assumes = true;
  for (hb_id j = 0; j <= x->count; j++)
    {
      fails |= x->job[j].fails;
      assumes &= x->job[j].assumes;
    }
  if (fails && assumes)
    keep_run (x);
  return fails && assumes;
}

static bool
final_step (struct hb_explorer *x, hb_id job, const struct hb_next *next)
{
  struct hb_explored_job *own = &x->job[job];
  if (next->kind == HB_NEXT_END)
    {
      own->fails = next->fails;
      own->assumes = next->assumes;
      return at_end (x);
    }
  struct hb_explore_undo undo = hb_explore_perform (x, job, next);
  bool found = hb_explore_each (x, job, final_step);
  hb_explore_take_back (x, job, &undo);
  return found;
}

/* All jobs are over. */
bool
hb_explore_finish (struct hb_explorer *x)
{
  x->job[x->count].assumes = true;
  x->job[x->count].done = 1;
  return x->jobs->program->final ? hb_explore_each (x, (hb_id)x->count, final_step) : at_end (x);
}
