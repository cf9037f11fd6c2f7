/* See periodic.h. */
#include "gen/periodic.h"

#include "base/buffer.h"

#include <math.h>

#define MOST_TASKS 32
#define MOST_DRAWS 2000

struct drawn_task
{
  int64_t period, wcet, arrival;
  uint64_t lock; /* its number from 1; 0: none */
};

struct drawn_set
{
  uint64_t count;
  struct drawn_task tasks[MOST_TASKS]; /* by ascending priority: longer periods first */
};

struct hb_periodic_shape
hb_periodic_defaults (void)
{
  return (struct hb_periodic_shape){ .tasks = 3, .utilisation = 0.7, .statements = 4 };
}

/* --- schedulable sets --- */

/* All tasks end in time by response times, with the critical sections, of length 1, of lower tasks. */
static bool
is_schedulable (const struct drawn_set *set)
{
  for (uint64_t i = 0; i < set->count; i++)
    {
      const struct drawn_task *own = &set->tasks[i];
      int64_t blocking = 0, time = 0, next;
      for (uint64_t low = 0; low < i; low++)
        if (set->tasks[low].lock)
          blocking = 1; /* every ceiling is the highest priority */
      for (next = own->wcet + blocking; next != time && next <= own->period;)
        {
          time = next;
          next = own->wcet + blocking;
          for (uint64_t high = i + 1; high < set->count; high++)
            next += (time + set->tasks[high].period - 1) / set->tasks[high].period
                    * set->tasks[high].wcet;
        }
      if (next > own->period)
        return false;
    }
  return true;
}

/* Longer periods first; of equal ones the later drawn is the higher. */
static void
sort_tasks (struct drawn_set *set)
{
  for (uint64_t i = 1; i < set->count; i++)
    for (uint64_t k = i; k && set->tasks[k - 1].period < set->tasks[k].period; k--)
      {
        struct drawn_task swap = set->tasks[k];
        set->tasks[k] = set->tasks[k - 1];
        set->tasks[k - 1] = swap;
      }
}

static int64_t
period (const struct hb_periodic_shape *shape, struct hb_rng *rng)
{
  /* Divisors of 48, so that hyper-periods stay small. */
  static const int64_t any[] = { 4, 6, 8, 12, 16, 24, 48 }, nested[] = { 4, 8, 16, 32 };
  return shape->harmonic ? nested[hb_rng_below (rng, 4)] : any[hb_rng_below (rng, 7)];
}

static void
draw_set (const struct hb_periodic_shape *shape, struct hb_rng *rng, struct drawn_set *set)
{
  double left = shape->utilisation;
  set->count = shape->tasks;
  for (uint64_t i = 0; i < set->count; i++)
    {
      struct drawn_task *task = &set->tasks[i];
      double below = (double)hb_rng_below (rng, 1000000) / 1e6,
             rest = i + 1 < set->count ? left * pow (below, 1.0 / (double)(set->count - 1 - i)) : 0;
      task->period = period (shape, rng);
      task->wcet = (int64_t)((left - rest) * (double)task->period + 0.5);
      task->wcet = task->wcet < 1 ? 1 : task->wcet;
      task->arrival = shape->offsets ? (int64_t)hb_rng_below (rng, (uint64_t)task->period) : 0;
      task->lock = shape->locks && hb_rng_coin (rng) ? 1 + hb_rng_below (rng, shape->locks) : 0;
      left = rest;
    }
  sort_tasks (set);
}

/* --- bodies --- */

/* One about x0, x1, x2; assertions only if they are WANTED. */
static void
random_statement (hb_buffer *text, bool wanted, struct hb_rng *rng)
{
  int a = (int)hb_rng_below (rng, 3), b = (int)hb_rng_below (rng, 3),
      c = 1 + (int)hb_rng_below (rng, 3);
  switch (hb_rng_below (rng, wanted ? 6 : 5))
    {
    case 0:
      hb_buffer_add (text, "  x%d = x%d + %d;\n", a, b, c);
      return;
    case 1:
      hb_buffer_add (text, "  x%d = x%d;\n", a, b);
      return;
    case 2:
      hb_buffer_add (text, "  if (x%d > x%d) x%d = 0;\n", a, b, c - 1);
      return;
    case 3:
      hb_buffer_add (text, "  x%d = %d;\n", a, c);
      return;
    case 4:
      hb_buffer_add (text, "  x%d = x%d * %d;\n", a, b, c);
      return;
    default:
      hb_buffer_add (text, "  assert (x%d != %d || x%d != %d);\n", a, c + 1, b, 2 * c);
    }
}

static void
put_task (hb_buffer *text, uint64_t number, const struct drawn_task *task)
{
  hb_buffer_add (text, "HB_TASK (t%llu, %llu, %lld, %lld, %lld)\n", (unsigned long long)number,
                 (unsigned long long)number, (long long)task->period, (long long)task->wcet,
                 (long long)task->arrival);
}

static void
put_random_body (hb_buffer *text, uint64_t number, const struct drawn_task *task, uint64_t most,
                 bool asserts, struct hb_rng *rng)
{
  hb_buffer_add (text, "void t%llu ()\n{\n", (unsigned long long)number);
  uint64_t statements = 1 + hb_rng_below (rng, most ? most : 1);
  if (task->lock)
    hb_buffer_add (text, "  hb_critical (l%llu, 1);\n  hb_lock (l%llu);\n",
                   (unsigned long long)task->lock, (unsigned long long)task->lock);
  for (uint64_t i = 0; i < statements; i++)
    {
      random_statement (text, asserts, rng);
      if (task->lock && !i)
        hb_buffer_add (text, "  hb_unlock (l%llu);\n", (unsigned long long)task->lock);
    }
  /* So that there is something to check. */
  if (asserts && number == 1)
    hb_buffer_add (text, "  assert (x0 != %d || x1 != %d);\n", 1 + (int)hb_rng_below (rng, 4),
                   1 + (int)hb_rng_below (rng, 4));
  hb_buffer_add (text, "}\n");
}

/* The race: the highest task counts; the lowest one reads the counter again and again, and between any two of its
 * reads it must have moved: so often it has been preempted. */
static void
put_race (hb_buffer *text, uint64_t number, bool high, uint64_t race)
{
  hb_buffer_add (text, "void t%llu ()\n{\n", (unsigned long long)number);
  if (high)
    hb_buffer_add (text, "  turn = turn + 1;\n}\n");
  else
    {
      for (uint64_t i = 0; i <= race; i++)
        hb_buffer_add (text, "  unsigned char r%llu = turn;\n", (unsigned long long)i);
      hb_buffer_add (text, "  assert (");
      for (uint64_t i = 0; i < race; i++)
        hb_buffer_add (text, "%sr%llu == r%llu", i ? " || " : "", (unsigned long long)i,
                       (unsigned long long)i + 1);
      hb_buffer_add (text, ");\n}\n");
    }
}

/* The two tasks of the race around the others: the lower runs long enough to be preempted so often.  They take 1/4 and
 * (3k + 1) / (8 (k + 2)) of the processor, or less. */
static void
add_race (const struct hb_periodic_shape *shape, struct drawn_set *set)
{
  int64_t k = (int64_t)shape->race, longest = 4 * (k + 2);
  for (uint64_t i = 0; i < set->count; i++)
    longest = set->tasks[i].period > longest ? set->tasks[i].period : longest;
  for (uint64_t i = set->count; i-- > 0;)
    set->tasks[i + 1] = set->tasks[i];
  set->tasks[0] = (struct drawn_task){ .period = longest * 2, .wcet = 3 * k + 1, .arrival = 0 };
  set->tasks[set->count + 1] = (struct drawn_task){ .period = 4, .wcet = 1, .arrival = 0 };
  set->count += 2;
}

static char *
write_program (const struct hb_periodic_shape *shape, const struct drawn_set *set,
               struct hb_rng *rng)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "unsigned char x0, x1, x2;\n");
  if (shape->race)
    hb_buffer_add (&text, "unsigned char turn;\n");
  for (uint64_t l = 1; l <= shape->locks; l++)
    hb_buffer_add (&text, "HB_LOCK (l%llu, %llu)\n", (unsigned long long)l,
                   (unsigned long long)set->count);
  for (uint64_t i = 0; i < set->count; i++)
    put_task (&text, i + 1, &set->tasks[i]);
  for (uint64_t i = 0; i < set->count; i++)
    if (shape->race && (!i || i + 1 == set->count))
      put_race (&text, i + 1, i != 0, shape->race);
    else
      put_random_body (&text, i + 1, &set->tasks[i], shape->statements, !shape->race, rng);
  return hb_buffer_take (&text);
}

char *
hb_periodic_random (const struct hb_periodic_shape *shape, struct hb_rng *rng, hb_diag *diag)
{
  uint64_t extra = shape->race ? 2 : 0;
  struct hb_periodic_shape own = *shape;
  if (shape->tasks < 2 || shape->tasks > MOST_TASKS || !(shape->utilisation > 0)
      || shape->utilisation > 1 || shape->race > 16 || shape->locks > 16)
    {
      hb_error (diag, NULL,
                "expected 2 to %d tasks, a utilisation in (0, 1], at most 16 locks and a race of "
                "at most 16 preemptions",
                MOST_TASKS);
      return NULL;
    }
  double k = (double)shape->race, taken = shape->race ? .25 + (3 * k + 1) / (8 * (k + 2)) : 0;
  own.tasks -= extra;
  own.utilisation -= taken;
  if (own.tasks && own.utilisation <= 0)
    {
      hb_error (diag, NULL,
                "a race of %llu preemptions takes %.2f of the processor: expected a utilisation "
                "beyond that",
                (unsigned long long)shape->race, taken);
      return NULL;
    }
  for (int draw = 0; draw < MOST_DRAWS; draw++)
    {
      struct drawn_set set = { .count = 0 };
      if (own.tasks)
        draw_set (&own, rng, &set);
      if (shape->race)
        add_race (shape, &set);
      if (is_schedulable (&set))
        return write_program (shape, &set, rng);
    }
  hb_error (diag, NULL, "no schedulable set of %llu tasks with utilisation %g in %d draws",
            (unsigned long long)shape->tasks, shape->utilisation, MOST_DRAWS);
  return NULL;
}
