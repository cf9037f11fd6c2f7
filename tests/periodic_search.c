/* The orders of a set without any formula: by appending events, and by the clock; see periodic_orders.h. */
#include "tests/periodic_orders.h"

#define TICKS 6 /* per unit of time */

/* --- by appending --- */

struct search
{
  const struct set *set;
  bool arrival;
  size_t done[MOST_JOBS];
  uint64_t order;
  orders *all;
};

/* May job J do its next event now?  Priorities are the tasks' numbers from 1. */
static bool
allowed (const struct search *s, size_t j)
{
  const struct set *set = s->set;
  int priority = set->task_of[j] + 1;
  int64_t now = set->arrival[j];
  for (size_t k = 0; k < set->job_count; k++)
    if (s->done[k] && set->arrival[k] > now)
      now = set->arrival[k];
  for (size_t k = 0; k < set->job_count; k++)
    {
      bool open = s->done[k] && s->done[k] < set->count[k];
      if (k == j)
        continue;
      if (s->done[k] < set->count[k] && set->before[k][j])
        return false;
      if (s->done[k] && set->before[j][k])
        return false;
      if (open && set->task_of[k] > set->task_of[j])
        return false;
      if (!s->done[j] && set->held[k][s->done[k]] >= priority)
        return false;
      if (s->arrival && !s->done[k] && set->task_of[k] > set->task_of[j] && set->arrival[k] <= now
          && set->held[j][s->done[j]] < set->task_of[k] + 1)
        return false;
    }
  return true;
}

static void
append (struct search *s)
{
  bool over = true;
  for (size_t j = 0; j < s->set->job_count; j++)
    {
      if (s->done[j] == s->set->count[j])
        continue;
      over = false;
      if (!allowed (s, j))
        continue;
      s->done[j]++;
      s->order = s->order << 2 | j;
      append (s);
      s->order >>= 2;
      s->done[j]--;
    }
  if (over)
    vec_push (*s->all, s->order);
}

void
orders_of_search (const struct set *set, bool arrival, orders *all)
{
  struct search s = { .set = set, .arrival = arrival, .order = 1, .all = all };
  append (&s);
  orders_sort (all);
}

/* --- by the clock --- */

struct clock_state
{
  uint64_t order;
  int now;
  unsigned char done[MOST_JOBS], used[MOST_JOBS];
  bool ended[MOST_JOBS];
};

/* A state that was met; no order is 0. */
struct met
{
  uint64_t order, rest;
};

struct clock
{
  const struct set *set;
  const int64_t *over_by;
  bool is_theorem;
  orders *all;
  struct met *table;
  size_t size, held; /* a power of two; how many are in it */
};

static struct met *
place_of (const struct clock *c, uint64_t order, uint64_t rest)
{
  uint64_t hash = (order * 0x9e3779b97f4a7c15u) ^ (rest * 0xc2b2ae3d27d4eb4fu);
  hash ^= hash >> 29;
  for (size_t at = (size_t)hash & (c->size - 1);; at = (at + 1) & (c->size - 1))
    {
      struct met *met = &c->table[at];
      if (!met->order || (met->order == order && met->rest == rest))
        return met;
    }
}

static bool
is_new (struct clock *c, const struct clock_state *s)
{
  uint64_t rest = (uint64_t)s->now;
  for (size_t j = 0; j < c->set->job_count; j++)
    rest = rest << 6 | (s->ended[j] ? 63u : s->used[j]);
  struct met *met = place_of (c, s->order, rest);
  if (met->order)
    return false;
  *met = (struct met){ s->order, rest };
  if (2 * ++c->held < c->size)
    return true;
  struct met *old = c->table;
  size_t size = c->size;
  c->size *= 2;
  c->table = hb_calloc (c->size, sizeof *c->table);
  for (size_t i = 0; i < size; i++)
    if (old[i].order)
      *place_of (c, old[i].order, old[i].rest) = old[i];
  hb_free (old);
  return true;
}

/* Who runs from now on: the highest that waits, unless a ceiling keeps it from starting. */
static size_t
scheduled (const struct set *set, const struct clock_state *s)
{
  size_t best = SIZE_MAX;
  for (size_t j = 0; j < set->job_count; j++)
    {
      if (s->ended[j] || set->arrival[j] * TICKS > s->now)
        continue;
      bool kept_out = false;
      for (size_t k = 0; k < set->job_count && !s->used[j]; k++)
        kept_out = kept_out || (k != j && set->held[k][s->done[k]] >= set->task_of[j] + 1);
      if (!kept_out && (best == SIZE_MAX || set->task_of[j] > set->task_of[best]))
        best = j;
    }
  return best;
}

static void tick (struct clock *c, const struct clock_state *s);

static void
act (struct clock_state *s, size_t j)
{
  s->order = s->order << 2 | j;
  s->done[j]++;
}

/* Job J has the processor for one tick: it does some events, and may be over. */
static void
work (struct clock *c, struct clock_state s, size_t j)
{
  const struct set *set = c->set;
  /* The start is an event of its own, which happens at once. */
  if (!s.used[j])
    act (&s, j);
  s.used[j]++;
  s.now++;
  for (;;)
    {
      if (s.done[j] == set->count[j])
        {
          struct clock_state over = s;
          over.ended[j] = true;
          tick (c, &over);
        }
      if (s.used[j] < set->tasks[set->task_of[j]].wcet * TICKS)
        tick (c, &s);
      if (s.done[j] == set->count[j])
        break;
      /* An event that gives a lock back ends the tick if somebody waits: what is after it comes later. */
      if (set->letter[j][s.done[j] - 1] == 'u' && scheduled (set, &s) != j)
        break;
      act (&s, j);
    }
}

static void
tick (struct clock *c, const struct clock_state *s)
{
  const struct set *set = c->set;
  bool over = true;
  for (size_t j = 0; j < set->job_count; j++)
    {
      over = over && s->ended[j];
      if (s->ended[j] || s->now < c->over_by[j] * TICKS)
        continue;
      if (c->is_theorem)
        fail_msg ("a job ends late\n%s", set->text);
      return;
    }
  if (!is_new (c, s))
    return;
  if (over)
    {
      vec_push (*c->all, s->order);
      return;
    }
  size_t job = scheduled (set, s);
  if (job != SIZE_MAX)
    {
      work (c, *s, job);
      return;
    }
  struct clock_state later = *s;
  int64_t next = INT64_MAX;
  for (size_t j = 0; j < set->job_count; j++)
    if (!s->ended[j] && set->arrival[j] * TICKS > s->now && set->arrival[j] * TICKS < next)
      next = set->arrival[j] * TICKS;
  later.now = (int)next;
  tick (c, &later);
}

void
orders_of_clock (const struct set *set, const int64_t *over_by, bool is_theorem, orders *all)
{
  struct clock c
      = { .set = set, .over_by = over_by, .is_theorem = is_theorem, .all = all, .size = 256 };
  c.table = hb_calloc (c.size, sizeof *c.table);
  tick (&c, &(struct clock_state){ .order = 1 });
  hb_free (c.table);
  orders_sort (all);
}
