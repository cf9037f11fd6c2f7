/* Order dimension: is a poset the intersection of so many linear orders?  (Dushnik and Miller, American Journal
 * of Mathematics 63, 1941; NP-complete from 3 on: Yannakakis, SIAM Journal on Algebraic and Discrete Methods 3, 1982.)
 * And hitting families: do so many schedules run every d elements in every order that the poset allows?
 * (Chistikov, Majumdar, Niksic, CAV 2016.)  Files are `.poset` with a line `hit`, and families of schedules. */
#include "problem/hitting.h"

#include "base/memory.h"
#include "gen/hitting/family.h"
#include "poset/hitting.h"

#include <string.h>

/* --- instances --- */

/* A line `hit` tells whose question a poset is; where it stands far behind, the user has to. */
static bool
asks (const char *bytes, size_t length, bool of_pairs)
{
  const char *end = bytes + length;
  bool is_poset = false;
  while (bytes < end)
    {
      const char *stop = memchr (bytes, '\n', (size_t)(end - bytes));
      size_t size = (size_t)((stop ? stop : end) - bytes);
      if (size >= 7 && !memcmp (bytes, "poset 1", 7))
        is_poset = true;
      else if (is_poset && size >= 6 && !memcmp (bytes, "hit ", 4))
        return (bytes[4] == '2' && bytes[5] == ' ') == of_pairs;
      else if (!is_poset && size && *bytes != '#')
        return false;
      bytes = stop ? stop + 1 : end;
    }
  return false;
}

static bool
recognises_dimension (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return asks (bytes, length, true);
}

static bool
recognises_hitting (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return asks (bytes, length, false);
}

static void
free_instance (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  if (instance)
    hb_poset_free (((hb_hitting_instance *)instance)->poset);
  hb_free (instance);
}

static bool
admits_pairs (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag)
{
  if (hb_hitting_of (instance)->ask.d == 2)
    return true;
  hb_error (diag, NULL, "the file asks for tuples of %d; %s is about pairs: expected 'hit 2 K'",
            hb_hitting_of (instance)->ask.d, self->title);
  return false;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  struct hb_poset_question ask;
  char *name = hb_copy_text (hb_input_name (input));
  struct hb_place place = { .file = name };
  hb_poset *poset = hb_poset_read_question (input, &ask, diag);
  hb_instance *instance = poset ? hb_hitting_instance_new (poset, ask.d, ask.schedules) : NULL;
  bool good = instance;
  hb_input_close (input);
  if (good && !ask.d)
    {
      hb_error (diag, &place, "the poset comes without a question; expected a line 'hit D K'");
      good = false;
    }
  hb_free (name);
  if (good && hb_problem_admits (self, instance, diag))
    return instance;
  free_instance (self, instance);
  return NULL;
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self;
  hb_poset_write_question (output, hb_hitting_of (instance)->poset, &hb_hitting_of (instance)->ask,
                           comment);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  sizes[0] = i->poset->count;
  sizes[1] = i->poset->upper_first[i->poset->count];
  sizes[2] = i->ask.schedules;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  char hex[2][HB_SHA256_HEX];
  const hb_hitting_instance *x = hb_hitting_of (a), *y = hb_hitting_of (b);
  hb_poset_hash (x->poset, hex[0]);
  hb_poset_hash (y->poset, hex[1]);
  return x->ask.d == y->ask.d && x->ask.schedules == y->ask.schedules && !strcmp (hex[0], hex[1]);
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  hb_id *same = hb_calloc (i->poset->count, sizeof *same);
  for (hb_id x = 0; x < i->poset->count; x++)
    same[x] = x;
  hb_poset *poset = hb_poset_renumbered (i->poset, same);
  hb_free (same);
  if (i->poset->names)
    {
      poset->names = hb_names_new ();
      for (hb_id x = 0; x < poset->count; x++)
        {
          const char *name = hb_names_text (i->poset->names, x);
          hb_names_intern (poset->names, name, strlen (name));
        }
    }
  return hb_hitting_instance_new (poset, i->ask.d, i->ask.schedules);
}

/* --- solutions --- */

hb_schedules *
hb_schedules_copy (const hb_schedules *family)
{
  hb_schedules *copy = hb_schedules_new (family->elements);
  for (size_t s = 0; s < family->count; s++)
    {
      hb_id *order = hb_schedules_add (copy);
      if (family->elements)
        memcpy (order, hb_schedules_at (family, s), family->elements * sizeof *order);
    }
  return copy;
}

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  (void)self;
  struct hb_family_file file;
  const hb_poset *poset = hb_hitting_of (instance)->poset;
  hb_schedules *family = NULL;
  if (hb_family_read (input, poset, &file, diag))
    family = hb_family_expand (poset, &file);
  hb_family_file_free (&file);
  hb_input_close (input);
  return hb_solution_of_family (family);
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  (void)self;
  struct hb_family_file file = { .orders = (hb_schedules *)hb_family_of (solution) };
  hb_family_write (output, hb_hitting_of (instance)->poset, &file, true, NULL);
}

static bool
is_family (const hb_instance *instance, const hb_solution *solution, hb_diag *diag)
{
  const hb_hitting_instance *i = hb_hitting_of (instance);
  const hb_schedules *family = hb_family_of (solution);
  if (family->count <= i->ask.schedules)
    return hb_schedules_check (i->poset, family, diag);
  hb_error (diag, NULL, "the family has %zu schedules; at most %zu are asked for", family->count,
            i->ask.schedules);
  return false;
}

/* Is the order the intersection of the schedules? */
static bool
check_dimension (const struct hb_problem *self, const hb_instance *instance,
                 const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  const hb_poset *poset = hb_hitting_of (instance)->poset;
  const hb_schedules *family = hb_family_of (solution);
  if (!is_family (instance, solution, diag))
    return false;
  hb_id *at = hb_schedules_positions (family);
  bool good = true;
  for (hb_id x = 0; x < poset->count && good; x++)
    for (hb_id y = 0; y < poset->count && good; y++)
      {
        bool always = true; /* all have x before y */
        for (size_t s = 0; s < family->count && always; s++)
          always = at[x * family->count + s] < at[y * family->count + s];
        good = x == y || always == hb_poset_before (poset, x, y);
        char rooms[2][HB_ELEMENT_ROOM];
        if (!good)
          hb_error (diag, NULL, "all schedules run %s before %s, which the order does not ask for",
                    hb_element_name (poset, x, rooms[0]), hb_element_name (poset, y, rooms[1]));
      }
  hb_free (at);
  return good;
}

static bool
check_hitting (const struct hb_problem *self, const hb_instance *instance,
               const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  const hb_hitting_instance *i = hb_hitting_of (instance);
  hb_id missed[HB_MOST_DEPTH];
  if (!is_family (instance, solution, diag))
    return false;
  if (hb_hit_exactly (i->poset, hb_family_of (solution), i->ask.d, 1, NULL, missed) == HB_HIT_ALL)
    return true;
  char rooms[2][HB_ELEMENT_ROOM];
  hb_id members = i->poset->count < (hb_id)i->ask.d ? i->poset->count : (hb_id)i->ask.d;
  hb_error (diag, NULL, "the family misses a tuple that starts with %s%s%s",
            hb_element_name (i->poset, missed[0], rooms[0]), members > 1 ? ", " : "",
            members > 1 ? hb_element_name (i->poset, missed[1], rooms[1]) : "");
  return false;
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  (void)self;
  (void)instance;
  const hb_schedules *x = hb_family_of (a), *y = hb_family_of (b);
  return x->count == y->count
         && (!x->order.size
             || !memcmp (x->order.data, y->order.data, x->order.size * sizeof *x->order.data));
}

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_schedules_free ((hb_schedules *)solution);
}

/* --- the records --- */

static const char *const measures[] = { "elements", "covers", "schedules", NULL };
static const struct hb_bound dimension_bounds[]
    = { { "elements", "elements of the poset", 4, 7, 5 },
        { "schedules", "schedules", 3, 4, 6 },
        { NULL, NULL, 0, 0, 0 } };
static const struct hb_bound hitting_bounds[] = { { "elements", "elements of the poset", 4, 6, 5 },
                                                  { "schedules", "schedules", 3, 7, 8 },
                                                  { "depth", "members of a tuple", 3, 3, 4 },
                                                  { NULL, NULL, 0, 0, 0 } };

#define MEMBERS                                                                                    \
  .suffix = "poset", .thing = "poset", .things = "posets", .solution_suffix = "sched",             \
  .measures = measures, .read = read_instance, .write = write_instance, .sizes = sizes_of,         \
  .equal = equal, .copy = copy_instance, .free = free_instance, .read_solution = read_solution,    \
  .write_solution = write_solution, .same = same, .free_solution = free_solution,                  \
  .deciders = hb_hitting_deciders, .enumerate = hb_hitting_enumerate, .vary = hb_hitting_vary,     \
  .parts = hb_hitting_parts, .without = hb_hitting_without

const struct hb_problem hb_problem_dimension = {
  MEMBERS,
  .name = "order-dimension",
  .title = "order dimension",
  .summary = "is a poset the intersection of so many linear orders?",
  .source = "Dushnik and Miller 1941; NP-complete from 3 on: Yannakakis 1982",
  .evidence = "realizer",
  .evidences = "realizers",
  .yes = "REALIZABLE",
  .no = "NOT REALIZABLE",
  .bounds = dimension_bounds,
  .recognises = recognises_dimension,
  .admits = admits_pairs,
  .check = check_dimension,
  .generators = hb_dimension_generators,
};

const struct hb_problem hb_problem_hitting = {
  MEMBERS,
  .name = "hitting-family",
  .title = "hitting families",
  .summary = "do so many schedules run every d elements in every order that a poset allows?",
  .source = "Chistikov, Majumdar and Niksic, CAV 2016",
  .evidence = "family",
  .evidences = "families",
  .yes = "HITTING",
  .no = "NOT HITTING",
  .bounds = hitting_bounds,
  .recognises = recognises_hitting,
  .check = check_hitting,
  .generators = hb_hitting_generators,
};
