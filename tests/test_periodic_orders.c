/* Orders of events on small task sets: pairs of tasks, triples at random, a grid of sets of up to three tasks, and the rules
 * that are needed.  What is counted, and how, is in periodic_orders.h.
 *
 * HBKIT_PERIODIC_SETS: how many random sets (default 120); HBKIT_PERIODIC_SEED.
 * HBKIT_PERIODIC_GRID=FROM:TO: those sets of the grid, all of them, and nothing else (default: every
 * 40,009th). */
#include "tests/periodic_orders.h"

#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const bodies[] = { "",
                                      "x = 1;",
                                      "x = 1; y = 1;",
                                      "hb_lock (l); x = 1; hb_unlock (l);",
                                      "hb_lock (l); hb_unlock (l); x = 1;",
                                      "hb_lock (l); x = 1; hb_unlock (l); y = 1;",
                                      "x = 1; hb_lock (l); hb_unlock (l);",
                                      "hb_lock (l); hb_unlock (l);",
                                      "hb_lock (l); x = 1; y = 1; hb_unlock (l);" };
#define BODIES (sizeof bodies / sizeof *bodies)

static void
put_task (hb_buffer *text, int number, int64_t period, int64_t wcet, int64_t arrival,
          const char *body)
{
  hb_buffer_add (text, "HB_TASK (t%d, %d, %lld, %lld, %lld)\nvoid t%d () { %s }\n", number, number,
                 (long long)period, (long long)wcet, (long long)arrival, number, body);
}

/* Two tasks, all of a grid. */
static void
pairs (void **state)
{
  (void)state;
  struct counts counts = { 0 };
  for (size_t low = 0; low < BODIES; low++)
    for (size_t high = 0; high < 3; high++)
      for (int64_t c = 1; c <= 2; c++)
        for (int64_t a = 0; a <= 2; a++)
          for (int64_t b = 0; b <= 1; b++)
            for (int64_t p = 4; p <= 8; p += 4)
              {
                hb_buffer text = VEC_EMPTY;
                hb_buffer_add (&text, "HB_LOCK (l, 2)\nint x, y;\n");
                put_task (&text, 1, 8, c + 1, b, bodies[low]);
                put_task (&text, 2, p, c, a, bodies[high]);
                if (p == 8 || (low + high + (size_t)c + (size_t)a) % 5 == 0)
                  compare_orders (text.data, 8, c == 1 ? HB_DEPARTURE_RTA : HB_DEPARTURE_DEADLINE,
                                  &counts);
                vec_free (text);
              }
  print_message ("%zu sets (%zu with locks): %zu orders by (3)-(5), %zu by arrival, %zu real\n",
                 counts.sets, counts.with_locks, counts.paper, counts.arrival, counts.exact);
  assert_true (counts.sets > 200 && counts.exact < counts.arrival);
}

/* Three tasks at random. */
static void
random_sets (void **state)
{
  (void)state;
  const char *wanted = getenv ("HBKIT_PERIODIC_SETS"), *seed = getenv ("HBKIT_PERIODIC_SEED");
  struct hb_rng rng = hb_rng_seeded (seed ? strtoull (seed, NULL, 10) : 1);
  struct counts counts = { 0 };
  size_t most = wanted ? strtoull (wanted, NULL, 10) : 120;
  for (size_t tries = 0; counts.sets < most && tries < 100 * most; tries++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "HB_LOCK (l, %d)\nint x, y;\n", 3 + (int)hb_rng_below (&rng, 2));
      bool locks = hb_rng_coin (&rng);
      int jobs = 0;
      for (int i = 1; i <= 3; i++)
        {
          int64_t period = hb_rng_below (&rng, 4) ? 8 : 4,
                  arrival = (int64_t)hb_rng_below (&rng, 4);
          put_task (&text, i, period, 1 + (int64_t)hb_rng_below (&rng, i == 1 ? 3 : 2), arrival,
                    bodies[hb_rng_below (&rng, locks ? BODIES : 3)]);
          jobs += (int)((8 - arrival + period - 1) / period);
        }
      if (jobs <= 4)
        compare_orders (text.data, 8,
                        hb_rng_below (&rng, 3) ? HB_DEPARTURE_RTA : HB_DEPARTURE_DEADLINE, &counts);
      vec_free (text);
    }
  print_message ("%zu sets (%zu with locks): %zu orders by (3)-(5), %zu by arrival, %zu real\n",
                 counts.sets, counts.with_locks, counts.paper, counts.arrival, counts.exact);
  assert_true (counts.sets == most && counts.exact < counts.arrival
               && counts.arrival < counts.paper);
}

/* --- the grid --- */

/* Up to two events and one critical section of one lock, wherever it stands; what the events are makes no difference to
 * orders.  The first PLAIN have no lock. */
static const char *const shapes[] = { "",
                                      "x = 1;",
                                      "x = 1; y = 1;",
                                      "hb_lock (l); hb_unlock (l);",
                                      "hb_lock (l); x = 1; hb_unlock (l);",
                                      "hb_lock (l); hb_unlock (l); x = 1;",
                                      "x = 1; hb_lock (l); hb_unlock (l);",
                                      "hb_lock (l); x = 1; y = 1; hb_unlock (l);",
                                      "hb_lock (l); x = 1; hb_unlock (l); y = 1;",
                                      "x = 1; hb_lock (l); y = 1; hb_unlock (l);",
                                      "hb_lock (l); hb_unlock (l); x = 1; y = 1;",
                                      "x = 1; hb_lock (l); hb_unlock (l); y = 1;",
                                      "x = 1; y = 1; hb_lock (l); hb_unlock (l);" };
#define PLAIN 3
#define SHAPES (sizeof shapes / sizeof *shapes)

struct grid
{
  uint64_t next, from, to, step;
  struct counts counts;
};

/* One digit of a set's number. */
static uint64_t
digit (uint64_t *number, uint64_t base)
{
  uint64_t value = *number % base;
  *number /= base;
  return value;
}

/* The set of NUMBER among those of COUNT tasks with shapes below MOST; a lock's ceiling is that of its highest user, or one
 * above.  At most 4 jobs before time 8. */
static void
grid_set (struct grid *g, uint64_t number, int count, uint64_t most)
{
  hb_buffer text = VEC_EMPTY;
  const char *shape[3];
  int64_t period[3], wcet[3], arrival[3];
  int jobs = 0, highest = 0;
  bool deadlines = digit (&number, 2), above = most > PLAIN && digit (&number, 2);
  for (int i = 0; i < count; i++)
    {
      shape[i] = shapes[digit (&number, most)];
      period[i] = digit (&number, 2) ? 4 : 8;
      wcet[i] = 1 + (int64_t)digit (&number, 2);
      arrival[i] = (int64_t)digit (&number, 3);
      jobs += period[i] == 4 ? 2 : 1;
      highest = strstr (shape[i], "hb_lock") ? i + 1 : highest;
    }
  /* Above the highest task there is nobody: the other ceiling makes no difference. */
  if (jobs <= 4 && (most == PLAIN || highest) && !(above && highest == count))
    {
      hb_buffer_add (&text, "HB_LOCK (l, %d)\nint x, y;\n", highest + (above ? 1 : 0));
      for (int i = 0; i < count; i++)
        put_task (&text, i + 1, period[i], wcet[i], arrival[i], shape[i]);
      compare_orders (text.data, 8, deadlines ? HB_DEPARTURE_DEADLINE : HB_DEPARTURE_RTA,
                      &g->counts);
    }
  vec_free (text);
}

static void
grid_part (struct grid *g, int count, uint64_t most)
{
  uint64_t size = most > PLAIN ? 4 : 2;
  for (int i = 0; i < count; i++)
    size *= most * 2 * 2 * 3;
  for (uint64_t number = 0; number < size; number++, g->next++)
    if (g->next >= g->from && g->next < g->to && g->next % g->step == 0)
      grid_set (g, number, count, most);
  print_message ("grid: up to %llu\n", (unsigned long long)g->next);
}

static void
grid (void **state)
{
  (void)state;
  const char *wanted = getenv ("HBKIT_PERIODIC_GRID");
  struct grid g = { .to = UINT64_MAX, .step = wanted ? 1 : 40009 };
  unsigned long long from, to;
  if (wanted && sscanf (wanted, "%llu:%llu", &from, &to) == 2)
    {
      g.from = from;
      g.to = to;
    }
  for (int count = 1; count <= 3; count++)
    grid_part (&g, count, PLAIN);
  for (int count = 1; count <= 3; count++)
    grid_part (&g, count, SHAPES);
  print_message ("%zu sets (%zu with locks): %zu orders by (3)-(5), %zu by arrival, %zu real\n",
                 g.counts.sets, g.counts.with_locks, g.counts.paper, g.counts.arrival,
                 g.counts.exact);
}

/* Without (iii), or without (v), the formula has orders that are none; the smallest set found is shown. */
static void
rules_are_needed (void **state)
{
  (void)state;
  static const unsigned bits[] = { HB_ABLATE_THREE, HB_ABLATE_FIVE };
  for (int i = 0; i < 2; i++)
    {
      bool found = false;
      for (uint64_t try = 0; try < 2000 && !found; try++)
        {
          struct hb_rng rng = hb_rng_stream (5, try);
          hb_buffer text = VEC_EMPTY;
          hb_buffer_add (&text, "HB_LOCK (l, 3)\nint x, y;\n");
          for (int k = 1; k <= 3; k++)
            put_task (&text, k, 8, 1 + (int64_t)hb_rng_below (&rng, 3),
                      (int64_t)hb_rng_below (&rng, 5), bodies[1]);
          struct set set;
          const char *why;
          if (set_of (&set, text.data, 8, HB_DEPARTURE_RTA))
            {
              orders right = VEC_EMPTY, wrong = VEC_EMPTY;
              struct hb_vc_options options
                  = { .keep = HB_KEEP_ALL, .semantics = HB_SEMANTICS_PAPER };
              assert_true (orders_of_models (&set, &options, &right, &why));
              options.ablations = bits[i];
              assert_true (orders_of_models (&set, &options, &wrong, &why));
              assert_true (orders_within (&right, &wrong));
              found = wrong.size > right.size;

              if (found)
                print_message ("without (%s): %zu orders, not %zu\n%s", i ? "v" : "iii", wrong.size,
                               right.size, text.data);
              orders_free (&right);
              orders_free (&wrong);
            }
          set_free (&set);
          vec_free (text);
        }
      assert_true (found);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (pairs), cmocka_unit_test (random_sets), cmocka_unit_test (grid),
          cmocka_unit_test (rules_are_needed) };
  const struct CMUnitTest alone[] = { cmocka_unit_test (grid) };
  if (getenv ("HBKIT_PERIODIC_GRID"))
    return cmocka_run_group_tests (alone, NULL, NULL);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
