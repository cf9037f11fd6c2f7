/* Orders of events on small task sets: pairs of tasks, triples at random, and the rules that are needed.  What is counted,
 * and how, is in periodic_orders.h; test_periodic_grid.c has all sets of a grid.
 *
 * HBKIT_PERIODIC_SETS: how many random sets (default 120); HBKIT_PERIODIC_SEED. */
#include "tests/periodic_orders.h"

#include "base/rng.h"

#include <stdlib.h>

/* Without lock the first three. */
static const char *const bodies[] = { "", "x", "xy", "lxu", "lux", "lxuy", "xlu", "lu", "lxyu" };
#define BODIES (sizeof bodies / sizeof *bodies)

static void
compare (struct set *set, struct counts *counts)
{
  if (set_up (set))
    compare_orders (set, counts);
  set_down (set);
}

/* Two tasks, all of a grid. */
TEST (pairs)
{
  struct counts counts = { 0 };
  for (size_t low = 0; low < BODIES; low++)
    for (size_t high = 0; high < 3; high++)
      for (int64_t c = 1; c <= 2; c++)
        for (int64_t a = 0; a <= 2; a++)
          for (int64_t b = 0; b <= 1; b++)
            for (int64_t p = 4; p <= 8; p += 4)
              {
                struct set set
                    = { .task_count = 2,
                        .tasks = { { 8, c + 1, b, bodies[low] }, { p, c, a, bodies[high] } },
                        .ceiling = 2,
                        .time = 8,
                        .departure = c == 1 ? HB_DEPARTURE_RTA : HB_DEPARTURE_DEADLINE };
                if (p == 8 || (low + high + (size_t)c + (size_t)a) % 5 == 0)
                  compare (&set, &counts);
              }
  print_message ("%zu sets (%zu with locks): %zu orders by (3)-(5), %zu by arrival, %zu real\n",
                 counts.sets, counts.with_locks, counts.paper, counts.arrival, counts.exact);
  assert_true (counts.sets > 200 && counts.exact < counts.arrival);
}

/* Three tasks at random. */
TEST (random_sets)
{
  const char *wanted = getenv ("HBKIT_PERIODIC_SETS"), *seed = getenv ("HBKIT_PERIODIC_SEED");
  struct hb_rng rng = hb_rng_seeded (seed ? strtoull (seed, NULL, 10) : 1);
  struct counts counts = { 0 };
  size_t most = wanted ? strtoull (wanted, NULL, 10) : 120;
  for (size_t tries = 0; counts.sets < most && tries < 100 * most; tries++)
    {
      struct set set = { .task_count = 3, .time = 8 };
      set.ceiling = 3 + (int64_t)hb_rng_below (&rng, 2);
      bool locks = hb_rng_coin (&rng);
      for (int i = 0; i < 3; i++)
        {
          struct task *task = &set.tasks[i];
          task->period = hb_rng_below (&rng, 4) ? 8 : 4;
          task->arrival = (int64_t)hb_rng_below (&rng, 4);
          task->wcet = 1 + (int64_t)hb_rng_below (&rng, i ? 2 : 3);
          task->body = bodies[hb_rng_below (&rng, locks ? BODIES : 3)];
        }
      set.departure = hb_rng_below (&rng, 3) ? HB_DEPARTURE_RTA : HB_DEPARTURE_DEADLINE;
      compare (&set, &counts);
    }
  print_message ("%zu sets (%zu with locks): %zu orders by (3)-(5), %zu by arrival, %zu real\n",
                 counts.sets, counts.with_locks, counts.paper, counts.arrival, counts.exact);
  assert_true (counts.sets == most && counts.exact < counts.arrival
               && counts.arrival < counts.paper);
}

/* --- what the solver is told about numbers --- */

struct facts
{
  hb_bits *bits;
  signed char *values;
  size_t clauses;
  bool satisfied;
};

static int
fact_literal (void *context, hb_lit a)
{
  (void)context;
  return (int)a;
}

static void
fact_take (void *context, int literal)
{
  struct facts *f = context;
  hb_lit a = (hb_lit)(literal < 0 ? -literal : literal);
  if (literal)
    {
      f->satisfied = f->satisfied || (((f->values[a >> 1] ^ (int)(a & 1)) & 1) == (literal > 0));
      return;
    }
  assert_true (f->satisfied);
  f->satisfied = false;
  f->clauses++;
}

static void
fact_ignore (void *context, int literal)
{
  (void)context;
  (void)literal;
}

/* They are true of all numbers. */
TEST (facts_are_true)
{
  struct facts f = { .bits = hb_bits_new () };
  hb_word numbers[3];
  bool wanted[9] = { 0, 1, 1, 1, 0, 1, 1, 1, 0 };
  for (int i = 0; i < 3; i++)
    numbers[i] = hb_word_input (f.bits, 3);
  numbers_are_in_order (f.bits, numbers, wanted, 3, fact_literal, fact_ignore, NULL);
  f.values = hb_calloc (hb_bits_nodes (f.bits), 1);
  for (unsigned all = 0; all < 512; all++)
    {
      for (unsigned b = 0; b < 9; b++)
        f.values[numbers[b / 3].bits[b % 3] >> 1] = (signed char)(all >> b & 1);
      hb_bits_evaluate (f.bits, f.values);
      numbers_are_in_order (f.bits, numbers, wanted, 3, fact_literal, fact_take, &f);
    }
  assert_int_equal (f.clauses, 512 * 6);
  hb_free (f.values);
  hb_bits_free (f.bits);
}

/* Without (iii), or without (v), the formula has orders that are none; the smallest set found is shown. */
TEST (rules_are_needed)
{
  static const unsigned bits[] = { HB_ABLATE_THREE, HB_ABLATE_FIVE };
  for (int i = 0; i < 2; i++)
    {
      bool found = false;
      for (uint64_t try = 0; try < 2000 && !found; try++)
        {
          struct hb_rng rng = hb_rng_stream (5, try);
          struct set set = { .task_count = 3, .ceiling = 3, .time = 8 };
          for (int k = 0; k < 3; k++)
            {
              int64_t wcet = 1 + (int64_t)hb_rng_below (&rng, 3);
              set.tasks[k] = (struct task){ 8, wcet, (int64_t)hb_rng_below (&rng, 5), "x" };
            }
          if (set_up (&set))
            {
              orders right = VEC_EMPTY, wrong = VEC_EMPTY;
              struct hb_vc_options options
                  = { .keep = HB_KEEP_ALL, .semantics = HB_SEMANTICS_PAPER };
              orders_of_models (&set, &options, &right);
              options.ablations = bits[i];
              orders_of_models (&set, &options, &wrong);
              assert_true (orders_within (&right, &wrong));
              found = wrong.size > right.size;
              if (found)
                print_message ("without (%s): %zu orders, not %zu\n%s", i ? "v" : "iii", wrong.size,
                               right.size, set.text);
              vec_free (right);
              vec_free (wrong);
            }
          set_down (&set);
        }
      assert_true (found);
    }
}
