/* Orders of events on all task sets of a grid: up to three tasks and four jobs before time 8, two events a job and one
 * critical section anywhere, the lock's ceiling from that of its highest user up to that of the highest task; periods 4
 * and 8, C of 1 and 2, arrivals of 0 and 1; by response times and by deadlines.  What is compared is in periodic_orders.h.
 *
 * Sets that differ by names or by a shift of time alone are tried once: events are x, y in this order (which variable
 * they write makes no difference to orders), and some task arrives at 0 (all jobs arrive by A + 4 < 8 in any case).
 * Orders by `paper` depend on which jobs there are and how they relate alone, those by `arrival` also on which arrive
 * together: neither search nor formula is asked for more.  So each of these is tried once for the same bodies.  Real orders
 * depend on all numbers, and are tried for each set; one that is schedulable by response times has one search for
 * both kinds of departures, since no job may be over later than by either.
 *
 * HBKIT_PERIODIC_GRID=FROM:TO: the bodies of those numbers alone (default: every 311th).  The last line has what was counted;
 * counts of parts may be added up. */
#include "tests/periodic_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to two events and one critical section; the first PLAIN have no lock, those from BESIDE on have an empty section beside
 * events. */
static const char *const bodies[]
    = { "", "x", "xy", "lu", "lxu", "lxyu", "lxuy", "xlyu", "lux", "xlu", "luxy", "xluy", "xylu" };
#define PLAIN 3
#define BESIDE 8
#define BODIES (sizeof bodies / sizeof *bodies)
#define MOST_ARRIVAL 1

/* What was found for jobs that relate in one way. */
struct known
{
  size_t job_count;
  int task_of[MOST_JOBS];
  bool before[MOST_JOBS][MOST_JOBS];
  unsigned together; /* `arrival` alone: bit J, jobs J and J + 1 arrive together */
  orders found;
};

typedef VEC (struct known) known_list;

struct grid
{
  known_list paper, arrival;
  struct
  {
    size_t bodies, sets, locks, unschedulable, schedules, paper_tried, arrival_tried;
    size_t paper, arrival, exact;
  } counts;
};

static unsigned
together (const struct set *set)
{
  unsigned bits = 0;
  for (size_t j = 0; j + 1 < set->job_count; j++)
    bits |= (unsigned)(set->arrival[j] == set->arrival[j + 1]) << j;
  return bits;
}

/* What is known of jobs like those of SET, or a new entry; *IS_NEW. */
static struct known *
known_of (known_list *list, const struct set *set, unsigned bits, bool *is_new)
{
  *is_new = false;
  for (size_t i = 0; i < list->size; i++)
    {
      struct known *known = &list->data[i];
      bool same = known->job_count == set->job_count && known->together == bits;
      for (size_t j = 0; j < set->job_count && same; j++)
        {
          same = known->task_of[j] == set->task_of[j];
          for (size_t k = 0; k < set->job_count && same; k++)
            same = j == k || known->before[j][k] == set->before[j][k];
        }
      if (same)
        return known;
    }
  struct known one = { .job_count = set->job_count, .together = bits };
  memcpy (one.task_of, set->task_of, sizeof one.task_of);
  memcpy (one.before, set->before, sizeof one.before);
  vec_push (*list, one);
  *is_new = true;
  return &vec_top (*list);
}

static void
forget (known_list *list)
{
  for (size_t i = 0; i < list->size; i++)
    vec_free (list->data[i].found);
  vec_free (*list);
}

static void
compare_models (const struct set *set, struct hb_vc_options options, const orders *right,
                const char *what)
{
  orders found = VEC_EMPTY;
  options.keep = HB_KEEP_ALL;
  orders_of_models (set, &options, &found);
  orders_same (right, &found, set, what);
  vec_free (found);
}

/* The orders by `paper` and by `arrival`, tried if they are new. */
static void
compare_relations (struct grid *g, const struct set *set, const orders **paper,
                   const orders **arrival)
{
  bool is_new;
  struct known *known = known_of (&g->paper, set, 0, &is_new);
  *paper = &known->found;
  if (is_new)
    {
      g->counts.paper_tried++;
      orders_of_search (set, false, &known->found);
      compare_models (set, (struct hb_vc_options){ 0 }, &known->found, "search, positions");
      compare_models (set, (struct hb_vc_options){ .encoding = HB_ENCODING_ROUNDS }, &known->found,
                      "search, rounds");
    }
  known = known_of (&g->arrival, set, together (set), &is_new);
  *arrival = &known->found;
  if (!is_new)
    return;
  g->counts.arrival_tried++;
  orders_of_search (set, true, &known->found);
  compare_models (set, (struct hb_vc_options){ .semantics = HB_SEMANTICS_ARRIVAL }, &known->found,
                  "search, positions, by arrival");
  orders found = VEC_EMPTY;
  orders_of_rounds_arrival (set, *paper, &found);
  orders_same (&known->found, &found, set, "search, rounds, by arrival");
  vec_free (found);
  assert_true (orders_within (*arrival, *paper));
}

/* All of a set but the scheduler, whose orders are REAL. */
static void
compare_set (struct grid *g, const struct set *set, const orders *real)
{
  const orders *paper, *arrival;
  compare_relations (g, set, &paper, &arrival);
  compare_models (set, (struct hb_vc_options){ .semantics = HB_SEMANTICS_EXACT }, real,
                  "scheduler, exact");
  if (!orders_within (real, arrival))
    fail_msg ("a real order is none by arrival\n%s", set->text);
  g->counts.sets++;
  g->counts.locks += strstr (set->text, "hb_lock (l)") != NULL;
  g->counts.paper += paper->size;
  g->counts.arrival += arrival->size;
  g->counts.exact += real->size;
}

/* Both kinds of departures. */
static void
compare_times (struct grid *g, const struct set *set)
{
  struct set by_response = *set, by_deadline = *set;
  by_response.departure = HB_DEPARTURE_RTA;
  by_deadline.departure = HB_DEPARTURE_DEADLINE;
  bool fits = set_up (&by_response), few = set_up (&by_deadline);
  if (few)
    {
      int64_t over_by[MOST_JOBS];
      orders real = VEC_EMPTY;
      for (size_t j = 0; j < by_deadline.job_count; j++)
        over_by[j] = fits && by_response.over_by[j] < by_deadline.over_by[j]
                         ? by_response.over_by[j]
                         : by_deadline.over_by[j];
      orders_of_clock (&by_deadline, over_by, fits, &real);
      g->counts.schedules++;
      g->counts.unschedulable += !fits;
      if (fits)
        compare_set (g, &by_response, &real);
      compare_set (g, &by_deadline, &real);
      vec_free (real);
    }
  set_down (&by_response);
  set_down (&by_deadline);
}

/* All times of tasks with these bodies and this ceiling. */
static void
compare_bodies (struct grid *g, struct set *set)
{
  unsigned all = 1;
  for (int i = 0; i < set->task_count; i++)
    all *= 4 * (MOST_ARRIVAL + 1);
  for (unsigned number = 0; number < all; number++)
    {
      unsigned rest = number;
      bool some_at_0 = false;
      for (int i = 0; i < set->task_count; i++)
        {
          struct task *task = &set->tasks[i];
          task->period = rest & 1 ? 4 : 8;
          task->wcet = rest & 2 ? 2 : 1;
          task->arrival = rest / 4 % (MOST_ARRIVAL + 1);
          rest /= 4 * (MOST_ARRIVAL + 1);
          some_at_0 = some_at_0 || !task->arrival;
        }
      if (some_at_0)
        compare_times (g, set);
    }
  forget (&g->paper);
  forget (&g->arrival);
  g->counts.bodies++;
}

/* Combinations of COUNT bodies, with one from BESIDE on or without.  The number of combinations so far is *NUMBER; those from
 * FROM to TO are tried, of these each STEP-th. */
static void
grid_part (struct grid *g, int count, bool beside, uint64_t *number, uint64_t from, uint64_t to,
           uint64_t step)
{
  size_t all = 1;
  for (int i = 0; i < count; i++)
    all *= BODIES;
  for (size_t which = 0; which < all; which++)
    {
      struct set set = { .task_count = count, .time = 8 };
      int highest = 0;
      bool some_beside = false;
      for (size_t i = 0, rest = which; i < (size_t)count; i++, rest /= BODIES)
        {
          set.tasks[i].body = bodies[rest % BODIES];
          highest = rest % BODIES >= PLAIN ? (int)i + 1 : highest;
          some_beside = some_beside || rest % BODIES >= BESIDE;
        }
      if (some_beside != beside)
        continue;
      for (int ceiling = highest; ceiling <= (highest ? count : 0); ceiling++, ++*number)
        if (*number >= from && *number < to && (*number - from) % step == 0)
          {
            set.ceiling = ceiling;
            compare_bodies (g, &set);
          }
    }
}

static void
grid (void **state)
{
  (void)state;
  const char *wanted = getenv ("HBKIT_PERIODIC_GRID");
  unsigned long long from = 0, to = UINT64_MAX, step = 311;
  struct grid g = { .counts = { 0 } };
  uint64_t number = 0;
  if (wanted && sscanf (wanted, "%llu:%llu", &from, &to) == 2)
    step = 1;
  for (int beside = 0; beside < 2; beside++)
    for (int count = 1; count <= MOST_TASKS; count++)
      grid_part (&g, count, beside, &number, from, to, step);
  print_message ("%llu bodies in all; of %zu: %zu sets (%zu with locks; %zu not schedulable by "
                 "response times are left out), %zu and %zu ways to relate, %zu schedulers; "
                 "orders: %zu by paper, %zu by arrival, %zu real\n",
                 (unsigned long long)number, g.counts.bodies, g.counts.sets, g.counts.locks,
                 g.counts.unschedulable, g.counts.paper_tried, g.counts.arrival_tried,
                 g.counts.schedules, g.counts.paper, g.counts.arrival, g.counts.exact);
  assert_true (g.counts.bodies || from >= number);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (grid) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
