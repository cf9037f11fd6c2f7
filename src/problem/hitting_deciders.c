/* Who decides order dimension and hitting families:
 *
 *     cadical, picosat   poset/minimal.h, by that solver
 *     brute              all schedules, and which tuples each hits: a cover by so many, or none */
#include "problem/hitting.h"

#include "base/memory.h"
#include "poset/minimal.h"

#include <string.h>

#define MOST_TUPLES 20000

/* --- by a solver --- */

static enum hb_answer
ask_solver (const struct hb_decider *self, const hb_instance *instance,
            const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  const hb_hitting_instance *i = hb_hitting_of (instance);
  hb_minimal *m = hb_minimal_start (i->poset, i->ask.d, MOST_TUPLES, diag);
  if (!m)
    return HB_OPEN;
  int answer = hb_minimal_try (m, i->ask.schedules, self->name, false, options->limits, diag);
  if (answer == HB_YES && solution)
    {
      *solution = hb_solution_of_family (m->family);
      m->family = NULL;
    }
  hb_minimal_free (m);
  return (enum hb_answer)answer;
}

/* --- by all schedules --- */

#define MOST_SCHEDULES 130 /* of 5 elements without order there are 120 */

struct brute
{
  const hb_poset *poset;
  int d;
  hb_schedules *all;
  size_t words;   /* of the tuples that a schedule hits */
  uint64_t *hits; /* of each schedule */
  size_t *chosen;
};

/* Every linear extension, by what can come next; false if there are more than MOST_SCHEDULES. */
static bool
extend (struct brute *b, hb_id *order, bool *placed, hb_id size)
{
  if (size == b->poset->count)
    {
      if (b->all->count == MOST_SCHEDULES)
        return false;
      hb_id *new = hb_schedules_add (b->all);
      if (size)
        memcpy (new, order, size * sizeof *order);
      return true;
    }
  for (hb_id x = 0; x < b->poset->count; x++)
    {
      bool ready = !placed[x];
      for (hb_id y = 0; y < b->poset->count && ready; y++)
        ready = placed[y] || !hb_poset_before (b->poset, y, x);
      if (!ready)
        continue;
      placed[x] = true;
      order[size] = x;
      bool good = extend (b, order, placed, size + 1);
      placed[x] = false;
      if (!good)
        return false;
    }
  return true;
}

static bool
list_all (struct brute *b)
{
  hb_id *order = hb_calloc (b->poset->count, sizeof *order);
  bool *placed = hb_calloc (b->poset->count, sizeof *placed);
  bool good = extend (b, order, placed, 0);
  hb_free (order);
  hb_free (placed);
  return good;
}

/* The number of TUPLE, of all sequences of d elements. */
static size_t
number_of (const struct brute *b, const hb_id *tuple)
{
  size_t number = 0;
  for (int i = 0; i < b->d; i++)
    number = number * b->poset->count + tuple[i];
  return number;
}

/* All subsequences of ORDER from FROM on, of what is missing of the tuple. */
static void
mark (const struct brute *b, const hb_id *order, hb_id from, hb_id *tuple, int size, uint64_t *hits)
{
  if (size == b->d)
    {
      size_t number = number_of (b, tuple);
      hits[number / 64] |= (uint64_t)1 << (number % 64);
      return;
    }
  for (hb_id i = from; i < b->poset->count; i++)
    {
      tuple[size] = order[i];
      mark (b, order, i + 1, tuple, size + 1, hits);
    }
}

/* Can LEFT more schedules hit what HIT lacks of what any schedule hits?  What any hits is what is admissible. */
static bool
cover (struct brute *b, const uint64_t *wanted, const uint64_t *hit, size_t left)
{
  size_t w = 0;
  while (w < b->words && !(wanted[w] & ~hit[w]))
    w++;
  if (w == b->words)
    {
      b->chosen[0] = left; /* how many were not needed */
      return true;
    }
  if (!left)
    return false;
  uint64_t bit = wanted[w] & ~hit[w], *more = hb_calloc (b->words, sizeof *more);
  bool found = false;
  bit &= -bit;
  for (size_t s = 0; s < b->all->count && !found; s++)
    {
      const uint64_t *row = b->hits + s * b->words;
      if (!(row[w] & bit))
        continue;
      for (size_t v = 0; v < b->words; v++)
        more[v] = hit[v] | row[v];
      b->chosen[left] = s;
      found = cover (b, wanted, more, left - 1);
    }
  hb_free (more);
  return found;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  struct brute b = { .poset = i->poset, .all = NULL };
  *why = "it has too many schedules, or too many are asked for";
  if (i->poset->count > 8 || i->ask.schedules > 4)
    return false;
  b.all = hb_schedules_new (i->poset->count);
  bool small = list_all (&b);
  hb_schedules_free (b.all);
  return small;
}

static enum hb_answer
try_all (const struct hb_decider *self, const hb_instance *instance,
         const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  struct brute b = { .poset = i->poset, .d = i->ask.d, .all = hb_schedules_new (i->poset->count) };
  hb_id tuple[HB_MOST_DEPTH];
  size_t sequences = 1;
  if (i->poset->count < (hb_id)b.d)
    b.d = (int)i->poset->count;
  for (int k = 0; k < b.d; k++)
    sequences *= i->poset->count;
  b.words = sequences / 64 + 1;
  list_all (&b);
  b.hits = hb_calloc (b.all->count * b.words, sizeof *b.hits);
  b.chosen = hb_calloc (i->ask.schedules + 1, sizeof *b.chosen);
  uint64_t *wanted = hb_calloc (b.words, sizeof *wanted), *none = hb_calloc (b.words, sizeof *none);
  for (size_t s = 0; s < b.all->count; s++)
    {
      mark (&b, hb_schedules_at (b.all, s), 0, tuple, 0, b.hits + s * b.words);
      for (size_t w = 0; w < b.words; w++)
        wanted[w] |= b.hits[s * b.words + w];
    }
  bool found = cover (&b, wanted, none, i->ask.schedules);
  if (found && solution)
    {
      hb_schedules *family = hb_schedules_new (i->poset->count);
      for (size_t k = b.chosen[0] + 1; k <= i->ask.schedules; k++)
        memcpy (hb_schedules_add (family), hb_schedules_at (b.all, b.chosen[k]),
                i->poset->count * sizeof (hb_id));
      *solution = hb_solution_of_family (family);
    }
  hb_schedules_free (b.all);
  hb_free (b.hits);
  hb_free (b.chosen);
  hb_free (wanted);
  hb_free (none);
  return found ? HB_YES : HB_NO;
}

static const struct hb_decider cadical
    = { .name = "cadical", .summary = "classes without cycles, by CaDiCaL", .decide = ask_solver };
static const struct hb_decider picosat
    = { .name = "picosat", .summary = "the same by PicoSAT", .decide = ask_solver };
static const struct hb_decider brute = { .name = "brute",
                                         .summary = "all schedules, of small posets",
                                         .brute = true,
                                         .accepts = is_small,
                                         .decide = try_all };

const struct hb_decider *const hb_hitting_deciders[] = { &cadical, &picosat, &brute, NULL };
