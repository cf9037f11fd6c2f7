/* See explore.h. */
#include "program/explore.h"

/* The search goes down by recursion and keeps a state for each branching. */
#define MOST_STEPS 10000

struct search
{
  const hb_code *code;
  struct hb_exploration *exploration;
  hb_run_steps taken;
  uint64_t most_steps;
  bool stopped;
};

static bool
same_step (struct hb_run_step a, struct hb_run_step b)
{
  return a.handler == b.handler && a.message == b.message;
}

static bool
holds_step (const hb_run_steps *steps, struct hb_run_step step)
{
  for (size_t i = 0; i < steps->size; i++)
    if (same_step (steps->data[i], step))
      return true;
  return false;
}

static enum hb_mailbox
mailbox_of (const struct search *search, hb_id handler)
{
  return (enum hb_mailbox)search->code->handlers.data[handler].mailbox;
}

/* Would a post of this priority have changed what the handler that takes GOT gets? */
static bool
disturbs (const struct search *search, hb_id handler, const struct hb_effect *post,
          const struct hb_effect *get)
{
  enum hb_mailbox mailbox = mailbox_of (search, handler);
  return post->object == handler
         && (mailbox == HB_STACK || (mailbox == HB_PRIORITY && post->priority > get->priority));
}

/* Both can be taken now. */
static bool
independent (const struct search *search, const hb_execution *run, struct hb_run_step a,
             struct hb_run_step b)
{
  if (a.handler == b.handler)
    return false;
  struct hb_effect x = hb_execution_effect (run, a), y = hb_execution_effect (run, b);
  bool x_accesses = x.kind == HB_READ || x.kind == HB_WRITE;
  bool y_accesses = y.kind == HB_READ || y.kind == HB_WRITE;
  if (x_accesses || y_accesses)
    return !(x_accesses && y_accesses && x.object == y.object
             && (x.kind == HB_WRITE || y.kind == HB_WRITE));
  if (x.kind == HB_POST && y.kind == HB_POST)
    return x.object != y.object;
  if (x.kind == HB_POST)
    return !disturbs (search, b.handler, &x, &y);
  if (y.kind == HB_POST)
    return !disturbs (search, a.handler, &y, &x);
  return true;
}

static void
report (struct search *search, const hb_execution *run)
{
  struct hb_exploration *e = search->exploration;
  e->ended[hb_execution_status (run)]++;
  e->traces++;
  if (e->found && !e->found (e->about, run, &search->taken))
    search->stopped = true;
  if (e->runs && e->traces == e->runs)
    search->stopped = true;
}

static void
take (struct search *search, hb_execution *run, struct hb_run_step step)
{
  hb_execution_take (run, step);
  vec_push (search->taken, step);
  search->exploration->events++;
}

/* Leaves in STEPS those that have to be tried: a get from a queue alone if there is one, and none
 * that sleeps. */
static void
select_steps (const struct search *search, const hb_run_steps *sleep, hb_run_steps *steps)
{
  for (size_t i = 0; i < steps->size; i++)
    if (steps->data[i].message != HB_NONE
        && mailbox_of (search, steps->data[i].handler) == HB_QUEUE)
      {
        steps->data[0] = steps->data[i];
        steps->size = 1;
      }
  size_t kept = 0;
  for (size_t i = 0; i < steps->size; i++)
    if (!holds_step (sleep, steps->data[i]))
      steps->data[kept++] = steps->data[i];
  steps->size = kept;
}

/* Of SLEEP, what goes on sleeping behind STEP. */
static void
keep_asleep (const struct search *search, const hb_execution *run, struct hb_run_step step,
             hb_run_steps *sleep)
{
  size_t kept = 0;
  for (size_t i = 0; i < sleep->size; i++)
    if (independent (search, run, sleep->data[i], step))
      sleep->data[kept++] = sleep->data[i];
  sleep->size = kept;
}

static void
copy_steps (hb_run_steps *to, const hb_run_steps *from)
{
  vec_clear (*to);
  for (size_t i = 0; i < from->size; i++)
    vec_push (*to, from->data[i]);
}

/* Explores what lies behind RUN; steals RUN, changes SLEEP. */
static void
explore (struct search *search, hb_execution *run, hb_run_steps *sleep)
{
  hb_run_steps steps = VEC_EMPTY, inner = VEC_EMPTY;
  size_t depth = search->taken.size;
  while (!search->stopped)
    {
      if (!hb_execution_enabled (run, &steps) || search->taken.size >= search->most_steps)
        {
          report (search, run);
          break;
        }
      if (hb_limits_hit (search->exploration->limits))
        {
          search->stopped = true;
          break;
        }
      select_steps (search, sleep, &steps);
      if (!steps.size)
        {
          search->exploration->blocked++;
          break;
        }
      /* All but the last in a run of their own, the last in this one. */
      for (size_t i = 0; i + 1 < steps.size && !search->stopped; i++)
        {
          hb_execution *child = hb_execution_copy (run);
          size_t before = search->taken.size;
          copy_steps (&inner, sleep);
          keep_asleep (search, run, steps.data[i], &inner);
          take (search, child, steps.data[i]);
          explore (search, child, &inner);
          search->taken.size = before;
          vec_push (*sleep, steps.data[i]);
        }
      struct hb_run_step last = vec_top (steps);
      keep_asleep (search, run, last, sleep);
      take (search, run, last);
    }
  search->taken.size = depth;
  vec_free (steps);
  vec_free (inner);
  hb_execution_free (run);
}

void
hb_explore (const hb_code *code, struct hb_exploration *exploration)
{
  struct search search = { .code = code, .exploration = exploration };
  hb_run_steps sleep = VEC_EMPTY;
  search.most_steps = exploration->steps ? exploration->steps : 1000;
  if (search.most_steps > MOST_STEPS)
    search.most_steps = MOST_STEPS;
  explore (&search, hb_execution_new (code), &sleep);
  exploration->complete = !search.stopped && !exploration->ended[HB_RUN_GOING];
  vec_free (sleep);
  vec_free (search.taken);
}
