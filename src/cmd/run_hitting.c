/* See run_hitting.h.
 *
 * For d = 4 and 5, kernels (gen/hitting/kernel.h): first ldfs and rdfs, which tell of levels and numbers; then for each place
 * (a level, a bit of the numbers posted there), as it becomes known, every choice of it and of up to d - 2 places known
 * before it, and every schedule of the kernel for so many.
 *
 * For d = 3, level by level, bit by bit, both values and both sides: a level is run if some run so far had a message
 * of the level above it, a bit if some message of the level posted more than 2^bit others.  Each run's tree of
 * messages is kept; if all are the same, and nothing deviated, the orders are schedules of one tree, and the
 * family is d-hitting by the theorem of gen/hitting/tree.h.  What was in fact hit is told in any case. */
#include "cmd/run_hitting.h"

#include "base/plural.h"

#include "gen/hitting/kernel.h"
#include "poset/hitting.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 1e11 /* of an exact check, estimated; beyond, tuples are drawn */

struct place
{
  hb_id level, bit;
};

struct run_hitting
{
  const hb_code *code;
  int d;
  uint64_t index; /* 0: all */
  uint64_t runs;
  hb_id level, bit;
  int way;            /* of the four of a bit, or the two of d = 2 */
  VEC (hb_id) widest; /* level -> most posts of one of its messages, the virtual root included */
  VEC (struct place) places; /* d > 3: known so far */
  size_t place;              /* the last of the choice at hand */
  hb_id choice[HB_MOST_PLACES], chosen,
      schedule;         /* CHOSEN places, the last being `place`; of the kernel's schedules */
  hb_poset *tree;       /* of the first run */
  VEC (uint64_t) names; /* its tasks', sorted */
  hb_schedules *orders;
  uint64_t deviations;
  char *why; /* no guarantee; or NULL */
};

run_hitting *
run_hitting_new (struct cli *cli, const char *how, const hb_code *code)
{
  if (strncmp (how, "hitting:", 8) != 0)
    return NULL;
  char *end;
  unsigned long d = strtoul (how + 8, &end, 10), index = 0;
  if (*end == ':' && end[1] >= '0' && end[1] <= '9')
    index = strtoul (end + 1, &end, 10);
  if (*end || d < 2 || d > HB_MOST_KERNEL)
    cli_usage_error (cli,
                     "--schedule takes hitting:2, hitting:3, hitting:4, hitting:5 or "
                     "hitting:D:INDEX, not '%s'",
                     how);
  run_hitting *f = hb_calloc (1, sizeof *f);
  f->code = code;
  f->d = (int)d;
  f->index = index;
  return f;
}

void
run_hitting_free (run_hitting *f)
{
  if (!f)
    return;
  vec_free (f->widest);
  vec_free (f->places);
  vec_free (f->names);
  hb_poset_free (f->tree);
  hb_schedules_free (f->orders);
  hb_free (f->why);
  hb_free (f);
}

static void
no_guarantee (run_hitting *f, char *why)
{
  if (f->why)
    hb_free (why);
  else
    f->why = why;
}

static int
compare_names (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The tree of the first run: tasks by name, so that they are numbered alike in all runs. */
static hb_id
task_number (const run_hitting *f, uint64_t name)
{
  const uint64_t *found
      = f->names.size ? bsearch (&name, f->names.data, f->names.size, sizeof name, compare_names)
                      : NULL;
  return found ? (hb_id)(found - f->names.data) : HB_NONE;
}

static void
keep_tree (run_hitting *f, const struct hb_local_run *local)
{
  size_t count = local->tasks.size;
  for (size_t i = 0; i < count; i++)
    vec_push (f->names, local->tasks.data[i].name);
  if (count)
    qsort (f->names.data, count, sizeof *f->names.data, compare_names);
  /* Children by their numbers: tasks stand in any order, so edges are sorted by number. */
  VEC (hb_id) edges = VEC_EMPTY;
  hb_id most = 0;
  for (size_t i = 0; i < count; i++)
    most = local->tasks.data[i].number > most ? local->tasks.data[i].number : most;
  for (hb_id number = 0; number <= most && count; number++)
    for (size_t i = 0; i < count; i++)
      if (local->tasks.data[i].number == number && local->tasks.data[i].parent != HB_NONE)
        {
          vec_push (edges, task_number (f, local->tasks.data[local->tasks.data[i].parent].name));
          vec_push (edges, task_number (f, local->tasks.data[i].name));
        }
  hb_diag *diag = hb_diag_new ();
  f->tree = hb_poset_of_edges (NULL, (hb_id)count, edges.data, edges.size / 2, diag);
  f->orders = hb_schedules_new ((hb_id)count);
  hb_diag_free (diag);
  vec_free (edges);
}

/* Keeps the order of a run whose tree is the first one's. */
static void
keep_order (run_hitting *f, const struct hb_local_run *local)
{
  bool same = f->names.size == local->tasks.size;
  for (size_t i = 0; i < local->tasks.size && same; i++)
    same = task_number (f, local->tasks.data[i].name) != HB_NONE;
  if (!same)
    {
      no_guarantee (f, hb_format ("run %llu posts other messages than the first",
                                  (unsigned long long)f->runs));
      return;
    }
  hb_id *order = hb_schedules_add (f->orders);
  for (size_t i = 0; i < local->tasks.size; i++)
    order[i] = task_number (f, local->tasks.data[i].name);
}

static void
note_widths (run_hitting *f, const struct hb_local_run *local)
{
  for (size_t i = 0; i < local->tasks.size; i++)
    {
      const struct hb_local_task *task = &local->tasks.data[i];
      while (f->widest.size < task->level)
        vec_push (f->widest, 0);
      if (f->widest.data[task->level - 1] <= task->number)
        f->widest.data[task->level - 1] = task->number + 1;
    }
}

/* --- Kernels --- */

/* Places that the widths seen so far make, from the first branching on; known ones keep their order. */
static void
note_places (run_hitting *f)
{
  hb_id first = 0;
  while (first < f->widest.size && f->widest.data[first] < 2)
    first++;
  for (hb_id level = first; level < f->widest.size; level++)
    for (hb_id bit = 0; bit < 31 && (!bit || f->widest.data[level] > (hb_id)1 << bit); bit++)
      {
        bool known = false;
        for (size_t i = 0; i < f->places.size && !known; i++)
          known = f->places.data[i].level == level && f->places.data[i].bit == bit;
        if (!known)
          vec_push (f->places, ((struct place){ level, bit }));
      }
}

/* The first choice of `chosen` places whose last is `place`. */
static void
first_choice (run_hitting *f)
{
  for (hb_id i = 0; i + 1 < f->chosen; i++)
    f->choice[i] = i;
  f->choice[f->chosen - 1] = (hb_id)f->place;
  f->schedule = 0;
}

/* The next choice with the same last place; false if there is none. */
static bool
next_choice (run_hitting *f)
{
  hb_id free_places = f->chosen - 1, i = free_places;
  while (i > 0 && f->choice[i - 1] + (free_places - i) + 1 >= f->place)
    i--;
  if (!i)
    return false;
  f->choice[i - 1]++;
  for (; i < free_places; i++)
    f->choice[i] = f->choice[i - 1] + 1;
  f->schedule = 0;
  return true;
}

/* Goes to the next schedule of the kernels, behind the two first runs; `place` beyond all: none is left. */
static void
advance_kernel (run_hitting *f)
{
  if (f->runs < 2)
    return;
  if (!f->chosen) /* the first: two places at least */
    {
      f->chosen = 2;
      f->place = 1;
    }
  else if (++f->schedule < hb_kernel_size (f->d, (int)f->chosen) || next_choice (f))
    return;
  else if (f->chosen + 1 < (hb_id)f->d && f->chosen <= f->place)
    f->chosen++;
  else
    {
      f->chosen = 2;
      f->place++;
    }
  first_choice (f);
}

static int
compare_places (const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  return x->level != y->level ? (x->level > y->level) - (x->level < y->level)
                              : (x->bit > y->bit) - (x->bit < y->bit);
}

static struct hb_local_rule
kernel_rule (const run_hitting *f)
{
  struct hb_local_rule rule = { .right = f->runs == 1 };
  struct place chosen[HB_MOST_PLACES];
  uint8_t order[2 << HB_MOST_PLACES];
  if (f->runs < 2)
    return rule;
  rule.places = f->chosen;
  for (hb_id i = 0; i < f->chosen; i++)
    chosen[i] = f->places.data[f->choice[i]];
  qsort (chosen, f->chosen, sizeof *chosen, compare_places);
  for (hb_id i = 0; i < f->chosen; i++)
    {
      rule.place_level[i] = chosen[i].level;
      rule.place_bit[i] = chosen[i].bit;
    }
  hb_kernel_schedule (f->d, (int)f->chosen, f->schedule, order);
  for (unsigned i = 0; i < (2u << f->chosen) - 1; i++)
    rule.rank[order[i]] = (uint8_t)i;
  return rule;
}

/* Goes to the next rule that is wanted. */
static void
advance (run_hitting *f)
{
  if (f->d > 3)
    {
      note_places (f);
      advance_kernel (f);
      return;
    }
  f->way++;
  if (f->d == 2 || f->way < 4)
    return;
  f->way = 0;
  f->bit++;
  if (f->level < f->widest.size && f->bit < 31 && f->widest.data[f->level] > (hb_id)1 << f->bit)
    return;
  f->bit = 0;
  f->level++;
}

bool
run_hitting_done (run_hitting *f)
{
  if (!f->runs)
    return false;
  if (f->index && f->runs >= f->index)
    return true;
  if (f->d > 3)
    return f->runs >= 2 && f->place >= f->places.size;
  return f->d == 2 ? f->way >= 2 : f->level >= f->widest.size;
}

bool
run_hitting_next (run_hitting *f, hb_execution *run, uint64_t steps, struct hb_limits *limits,
                  hb_run_steps *taken, bool *wanted)
{
  if (run_hitting_done (f))
    return false;
  struct hb_local_rule rule = { .blocks = f->d == 3,
                                .level = f->level,
                                .bit = f->bit,
                                .right = f->way & 1,
                                .value = f->way >> 1 & 1 };
  if (f->d > 3)
    rule = kernel_rule (f);
  struct hb_local_run local;
  enum hb_run_status status = hb_execution_run_locally (run, &rule, steps, limits, &local, taken);
  f->runs++;
  f->deviations += local.deviations;
  if (status != HB_RUN_DONE)
    no_guarantee (f, hb_format ("run %llu ends in %s", (unsigned long long)f->runs,
                                hb_run_status_name (status)));
  if (!f->tree)
    keep_tree (f, &local);
  if (f->tree && status == HB_RUN_DONE)
    keep_order (f, &local);
  note_widths (f, &local);
  advance (f);
  hb_local_run_free (&local);
  *wanted = !f->index || f->runs == f->index;
  return true;
}

/* Not all mailboxes hand out any message. */
static void
look_at_mailboxes (run_hitting *f)
{
  for (size_t h = 0; h < f->code->handlers.size; h++)
    if (f->code->handlers.data[h].mailbox != HB_MULTISET)
      no_guarantee (
          f, hb_format ("a mailbox is a %s, not a multiset",
                        hb_mailbox_name ((enum hb_mailbox)f->code->handlers.data[h].mailbox)));
}

/* Which share of the admissible tuples of the first run's tree was hit by the runs with that tree. */
static void
print_share (const run_hitting *f)
{
  hb_id missed[HB_MOST_DEPTH];
  int d = f->tree->count < (hb_id)f->d ? (int)f->tree->count : f->d;
  if (d < 2 || !f->orders->count)
    return;
  double steps = (double)f->orders->count;
  for (int i = 0; i < d; i++)
    steps *= f->tree->count;
  if (steps < MOST_STEPS && hb_hit_exactly (f->tree, f->orders, d, 1, NULL, missed) == HB_HIT_ALL)
    {
      printf ("c every admissible %d-tuple of the %u messages was run in that order\n", d,
              f->tree->count);
      return;
    }
  struct hb_rng rng = hb_rng_seeded (0);
  struct hb_hit_sample sample;
  hb_id *at = hb_schedules_positions (f->orders);
  hb_hit_sampled (f->tree, f->orders, at, d, 100000, 0.01, &rng, NULL, &sample);
  printf ("c of the admissible %d-tuples of the %u messages, %.4f %% to %.4f %% (99 %%) were not "
          "run in that order\n",
          d, f->tree->count, 100 * sample.low, 100 * sample.high);
  hb_free (at);
}

/* The last reasons against a guarantee. */
static void
conclude (run_hitting *f)
{
  look_at_mailboxes (f);
  if (!run_hitting_done (f) || f->index)
    no_guarantee (f, hb_copy_text ("not all of the family was run"));
  if (f->deviations)
    no_guarantee (f, hb_format ("%s another message had to run than the one wanted",
                                hb_many (f->deviations, "time")));
}

void
run_hitting_print (run_hitting *f)
{
  conclude (f);
  printf ("c %s of a %d-hitting family, %s\n", hb_many (f->runs, "run"), f->d,
          hb_many (f->deviations, "deviation"));
  if (f->why)
    printf ("guarantee no: %s\n", f->why);
  else
    puts ("guarantee yes");
  if (f->tree)
    print_share (f);
}

void
run_hitting_json (run_hitting *f, hb_json *json)
{
  conclude (f);
  hb_json_member_bool (json, "guarantee", !f->why);
  if (f->why)
    hb_json_member_string (json, "guarantee_why", f->why);
  else
    hb_json_member_null (json, "guarantee_why");
  hb_json_member_unsigned (json, "deviations", f->deviations);
}
