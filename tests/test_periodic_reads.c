/* What reads see, on all task sets of a grid: up to three tasks and four jobs before time 8 (the times of periodic_known.h),
 * bodies of up to two events, each a write or a read of one of two variables, no lock.  For every order that a search
 * finds, each read must have what was written last, (6), and there must be no other model: by positions, for
 * snapshots none, all and mod, (11) to (15), (24) to (29); and by rounds with mod.
 *
 * What is read is written by some task.  Sets that differ by the names of the variables alone are tried once, and so are those whose jobs relate alike: by `paper`
 * neither search nor formula is asked for more.
 *
 * HBKIT_PERIODIC_READS=FROM:TO: the bodies of those numbers alone (default: every 331st). */
#include "tests/periodic_known.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const bodies[]
    = { "",   "x",  "X",  "y",  "Y",  "xx", "xX", "xy", "xY", "Xx", "XX",
        "Xy", "XY", "yx", "yX", "yy", "yY", "Yx", "YX", "Yy", "YY" };
#define BODIES (sizeof bodies / sizeof *bodies)

struct grid
{
  known_list known;
  size_t bodies, sets, tried, orders;
};

static void
compare (struct grid *g, struct set *set)
{
  bool is_new = false;
  struct known *known = NULL;
  if (set_up (set))
    {
      g->sets++;
      known = known_of (&g->known, set, 0, &is_new);
    }
  if (is_new)
    {
      orders_of_search (set, false, &known->found);
      g->tried++;
      g->orders += known->found.size;
      for (int i = 0; i < 4; i++)
        {
          struct hb_vc_options options
              = { .keep = HB_KEEP_ALL,
                  .snapshots = i < 3 ? (enum hb_snapshots)i : HB_SNAPSHOTS_MOD,
                  .encoding = i < 3 ? HB_ENCODING_POSITION : HB_ENCODING_ROUNDS };
          orders found = VEC_EMPTY;
          orders_of_models (set, &options, &found);
          orders_same (&known->found, &found, set, i < 3 ? "reads, positions" : "reads, rounds");
          vec_free (found);
        }
    }
  set_down (set);
}

/* Is x the first variable that is named? */
static bool
is_first_name (const struct set *set)
{
  for (int i = 0; i < set->task_count; i++)
    if (*set->tasks[i].body)
      return *set->tasks[i].body == 'x' || *set->tasks[i].body == 'X';
  return true;
}

/* A variable that is read and never written is a constant: no event. */
static bool
has_constants (const struct set *set)
{
  bool read[2] = { false, false }, written[2] = { false, false };
  for (int i = 0; i < set->task_count; i++)
    for (const char *at = set->tasks[i].body; *at; at++)
      {
        bool lower = *at == 'x' || *at == 'y', second = *at == 'y' || *at == 'Y';
        *(lower ? &written[second] : &read[second]) = true;
      }
  return (read[0] && !written[0]) || (read[1] && !written[1]);
}

static void
compare_bodies (struct grid *g, struct set *set)
{
  for (unsigned number = 0; number < 2 * times_count (set); number++)
    {
      bool equal;
      set->departure = number & 1 ? HB_DEPARTURE_DEADLINE : HB_DEPARTURE_RTA;
      if (times_of (set, number / 2, &equal))
        compare (g, set);
    }
  known_forget (&g->known);
  g->bodies++;
}

TEST (reads)
{
  const char *wanted = getenv ("HBKIT_PERIODIC_READS");
  unsigned long long from = 0, to = UINT64_MAX, step = 331, number = 0;
  struct grid g = { .known = VEC_EMPTY };
  if (wanted && sscanf (wanted, "%llu:%llu", &from, &to) == 2)
    step = 1;
  size_t all = 1;
  for (int count = 1; count <= MOST_TASKS; count++)
    {
      all *= BODIES;
      for (size_t which = 0; which < all; which++)
        {
          struct set set = { .task_count = count, .ceiling = 3, .time = 8 };
          for (size_t i = 0, rest = which; i < (size_t)count; i++, rest /= BODIES)
            set.tasks[i].body = bodies[rest % BODIES];
          if (!is_first_name (&set) || has_constants (&set))
            continue;
          if (number >= from && number < to && (number - from) % step == 0)
            compare_bodies (&g, &set);
          number++;
        }
    }
  print_message ("%llu bodies in all; of %zu: %zu sets, %zu ways to relate, %zu orders, each four "
                 "times\n",
                 number, g.bodies, g.sets, g.tried, g.orders);
  assert_true (g.orders || from >= number);
}
