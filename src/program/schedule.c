/* Choosing steps; see schedule.h. */
#include "program/schedule.h"

#include "base/rng.h"

struct chooser
{
  const struct hb_scheduling *scheduling;
  struct hb_rng rng;
  hb_id turn;              /* round-robin: the handler that is next */
  uint64_t done;           /* steps so far */
  VEC (uint32_t) priority; /* pct: of each handler */
  VEC (uint64_t) changes;  /* pct: before which steps, number i giving priority i */
};

/* The slice of STEPS that is HANDLER's starts at FIRST. */
static size_t
steps_of (const hb_run_steps *steps, size_t first)
{
  size_t stop = first;
  while (stop < steps->size && steps->data[stop].handler == steps->data[first].handler)
    stop++;
  return stop - first;
}

static struct hb_run_step
any_of (struct chooser *chooser, const hb_run_steps *steps, size_t first)
{
  size_t count = steps_of (steps, first);
  return steps->data[count > 1 ? first + hb_rng_below (&chooser->rng, count) : first];
}

static struct hb_run_step
choose_random (struct chooser *chooser, const hb_run_steps *steps)
{
  size_t handlers = 0, first = 0;
  for (size_t i = 0; i < steps->size; i += steps_of (steps, i))
    handlers++;
  uint64_t drawn = hb_rng_below (&chooser->rng, handlers);
  while (drawn--)
    first += steps_of (steps, first);
  return any_of (chooser, steps, first);
}

static struct hb_run_step
choose_in_turn (struct chooser *chooser, const hb_run_steps *steps)
{
  size_t first = 0;
  while (first < steps->size && steps->data[first].handler < chooser->turn)
    first++;
  struct hb_run_step step = steps->data[first < steps->size ? first : 0];
  chooser->turn = step.handler + 1;
  return step;
}

/* The first step of the handler of highest priority. */
static size_t
first_of_highest (const struct chooser *chooser, const hb_run_steps *steps)
{
  size_t best = 0;
  for (size_t i = 0; i < steps->size; i += steps_of (steps, i))
    if (chooser->priority.data[steps->data[i].handler]
        > chooser->priority.data[steps->data[best].handler])
      best = i;
  return best;
}

static struct hb_run_step
choose_pct (struct chooser *chooser, const hb_run_steps *steps)
{
  size_t first = first_of_highest (chooser, steps);
  for (size_t i = 0; i < chooser->changes.size; i++)
    if (chooser->changes.data[i] == chooser->done)
      {
        chooser->priority.data[steps->data[first].handler] = (uint32_t)i;
        first = first_of_highest (chooser, steps);
      }
  return any_of (chooser, steps, first);
}

/* How many steps the run may take: a run by round-robin tells. */
static uint64_t
measure (const hb_execution *run, const struct hb_scheduling *scheduling)
{
  struct hb_scheduling plain = { .schedule = HB_SCHEDULE_ROUND_ROBIN,
                                 .steps = scheduling->steps ? scheduling->steps : 1000000,
                                 .limits = scheduling->limits };
  hb_execution *copy = hb_execution_copy (run);
  size_t before = hb_execution_events (copy);
  hb_execution_run (copy, &plain, NULL);
  uint64_t length = hb_execution_events (copy) - before;
  hb_execution_free (copy);
  return length;
}

static void
prepare_pct (struct chooser *chooser, const hb_execution *run)
{
  uint32_t depth = chooser->scheduling->depth ? chooser->scheduling->depth : 3;
  uint64_t length = chooser->scheduling->length;
  if (!length)
    length = measure (run, chooser->scheduling);
  hb_id handlers = hb_execution_handlers (run);
  hb_id *order = hb_calloc (handlers, sizeof *order);
  for (hb_id h = 0; h < handlers; h++)
    order[h] = h;
  hb_rng_shuffle (&chooser->rng, order, handlers);
  for (hb_id h = 0; h < handlers; h++)
    vec_push (chooser->priority, depth + order[h]);
  for (uint32_t i = 0; i + 1 < depth; i++)
    vec_push (chooser->changes, length ? hb_rng_below (&chooser->rng, length) : 0);
  hb_free (order);
}

enum hb_run_status
hb_execution_run (hb_execution *run, const struct hb_scheduling *scheduling, hb_run_steps *taken)
{
  struct chooser chooser = { .scheduling = scheduling, .rng = hb_rng_seeded (scheduling->seed) };
  hb_run_steps steps = VEC_EMPTY;
  if (scheduling->schedule == HB_SCHEDULE_PCT)
    prepare_pct (&chooser, run);
  while (!(scheduling->steps && chooser.done == scheduling->steps)
         && !hb_limits_hit (scheduling->limits) && hb_execution_enabled (run, &steps))
    {
      struct hb_run_step step
          = scheduling->schedule == HB_SCHEDULE_RANDOM ? choose_random (&chooser, &steps)
            : scheduling->schedule == HB_SCHEDULE_PCT  ? choose_pct (&chooser, &steps)
                                                       : choose_in_turn (&chooser, &steps);
      hb_execution_take (run, step);
      chooser.done++;
      if (taken)
        vec_push (*taken, step);
    }
  vec_free (steps);
  vec_free (chooser.priority);
  vec_free (chooser.changes);
  return hb_execution_status (run);
}

bool
hb_execution_follow (hb_execution *run, const struct hb_run_step *steps, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      if (!hb_execution_can (run, steps[i], NULL))
        return false;
      hb_execution_take (run, steps[i]);
    }
  return true;
}
