/* Orders of events on all task sets of a grid: up to three tasks and four jobs before time 8, two events a job and one
 * critical section, the lock's ceiling from that of its highest user up to that of the highest task; the times of
 * periodic_known.h, by response times and by deadlines.  What is compared is in periodic_orders.h.
 *
 * Sets that differ by names or by a shift of time alone are tried once: events are writes of x, y in this order (what they
 * are makes no difference to orders; test_periodic_reads.c has what reads see), and some task arrives at 0 (all jobs
 * arrive before 6 in any case).  Orders by `paper` depend on which jobs there are and how they relate alone, those by `arrival`
 * also on which arrive together: neither search nor formula is asked for more.  So each of these is tried once for the same
 * bodies.  Real orders depend on all numbers, and are tried for each set; one that is schedulable by response times has one
 * search for both kinds of departures, since no job may be over later than by either.
 *
 * HBKIT_PERIODIC_GRID=FROM:TO: the bodies of those numbers alone (default: every 311th).  The last line has what was counted;
 * counts of parts may be added up. */
#include "tests/periodic_known.h"

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

/* The grid in three parts, the first the one of doc/claims.md: bodies below BESIDE, all C equal; the same, C that differ;
 * bodies from BESIDE on, any C. */
enum part
{
  EQUAL,
  DIFFERING,
  SECTIONS_BESIDE,
  PARTS
};

struct grid
{
  enum part part;
  known_list paper, arrival;
  struct
  {
    size_t bodies, sets, locks, unschedulable, schedules, paper_tried, arrival_tried;
    size_t paper, arrival, exact;
  } counts;
};

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
  known = known_of (&g->arrival, set, jobs_together (set), &is_new);
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
  for (unsigned number = 0; number < times_count (set); number++)
    {
      bool equal, some_at_0 = times_of (set, number, &equal);
      if (some_at_0 && (g->part == SECTIONS_BESIDE || equal == (g->part == EQUAL)))
        compare_times (g, set);
    }
  known_forget (&g->paper);
  known_forget (&g->arrival);
  g->counts.bodies++;
}

/* Combinations of COUNT bodies.  The number of combinations so far is *NUMBER; those from FROM to TO are tried, of these
 * each STEP-th. */
static void
grid_part (struct grid *g, int count, uint64_t *number, uint64_t from, uint64_t to, uint64_t step)
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
      if (some_beside != (g->part == SECTIONS_BESIDE))
        continue;
      for (int ceiling = highest; ceiling <= (highest ? count : 0); ceiling++, ++*number)
        if (*number >= from && *number < to && (*number - from) % step == 0)
          {
            set.ceiling = ceiling;
            compare_bodies (g, &set);
          }
    }
}

TEST (grid)
{
  const char *wanted = getenv ("HBKIT_PERIODIC_GRID");
  unsigned long long from = 0, to = UINT64_MAX, step = 311;
  struct grid g = { .counts = { 0 } };
  uint64_t number = 0;
  if (wanted && sscanf (wanted, "%llu:%llu", &from, &to) == 2)
    step = 1;
  for (g.part = EQUAL; g.part < PARTS; g.part++)
    for (int count = 1; count <= MOST_TASKS; count++)
      grid_part (&g, count, &number, from, to, step);
  print_message ("%llu bodies in all; of %zu: %zu sets (%zu with locks; %zu not schedulable by "
                 "response times are left out), %zu and %zu ways to relate, %zu schedulers; "
                 "orders: %zu by paper, %zu by arrival, %zu real\n",
                 (unsigned long long)number, g.counts.bodies, g.counts.sets, g.counts.locks,
                 g.counts.unschedulable, g.counts.paper_tried, g.counts.arrival_tried,
                 g.counts.schedules, g.counts.paper, g.counts.arrival, g.counts.exact);
  assert_true (g.counts.bodies || from >= number);
}
