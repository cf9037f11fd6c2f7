/* The enumerator of formulas against brute force: of all formulas over labelled variables, each
 * must be the image of exactly one that the enumerator visits. */
#include "unit.h"

#include "gen/enumerate.h"
#include "small_formulas.h"

/* A clause over at most 6 variables as a number: two bits a variable, 1 positive, 2 negative.  A
 * formula of at most 5 clauses: its clauses in growing order, 12 bits each. */
#define CLAUSE_BITS 12

static int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t
pack (uint64_t *clauses, size_t count)
{
  uint64_t key = 0;
  qsort (clauses, count, sizeof *clauses, compare_numbers);
  for (size_t j = 0; j < count; j++)
    key = key << CLAUSE_BITS | clauses[j];
  return key;
}

static uint64_t
pack_formula (const hb_cnf *cnf)
{
  uint64_t clauses[8] = { 0 };
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        clauses[j] |= (clause[k] > 0 ? UINT64_C (1) : 2) << 2 * (abs (clause[k]) - 1);
    }
  return pack (clauses, hb_cnf_clauses (cnf));
}

/* All formulas of so many clauses in which exactly N labelled variables occur, and which were seen.
 */
struct universe
{
  int variables;
  size_t clauses;
  bool all; /* of 3SAT, not of 3-BI-3SAT only */
  VEC (uint64_t) keys;
  VEC (bool) seen;
  unsigned classes;
};

static bool
is_bounded (const struct universe *u, uint64_t key)
{
  for (int v = 0; v < u->variables; v++)
    {
      int occurrences = 0;
      for (size_t j = 0; j < u->clauses; j++)
        occurrences += (key >> (CLAUSE_BITS * j + 2 * (unsigned)v) & 3) != 0;
      if (!occurrences || (occurrences > 3 && !u->all))
        return false;
    }
  return true;
}

static bool
is_clause (uint64_t code, int variables, int least)
{
  int size = 0;
  for (int v = 0; v < variables; v++, code >>= 2)
    {
      if ((code & 3) == 3)
        return false;
      size += (code & 3) != 0;
    }
  return size >= least && size <= 3;
}

/* Lists all formulas that start with the clauses given, the next ones being at least FROM. */
static void
list_formulas (struct universe *u, uint64_t key, size_t count, uint64_t from)
{
  if (count == u->clauses)
    {
      if (is_bounded (u, key))
        vec_push (u->keys, key);
      return;
    }
  for (uint64_t code = from; code < UINT64_C (1) << 2 * u->variables; code++)
    if (is_clause (code, u->variables, u->all ? 1 : 2))
      list_formulas (u, key << CLAUSE_BITS | code, count + 1, code);
}

/* Marks the formula with the variables renamed; it must not have been met before unless from here.
 */
static void
mark (struct universe *u, const uint64_t *clauses, const int *name, unsigned flips)
{
  uint64_t images[8] = { 0 };
  for (size_t j = 0; j < u->clauses; j++)
    for (int v = 0; v < u->variables; v++)
      {
        uint64_t literal = clauses[j] >> 2 * v & 3;
        if (literal && flips >> v & 1)
          literal = 3 - literal;
        images[j] |= literal << 2 * name[v];
      }
  uint64_t key = pack (images, u->clauses);
  uint64_t *found = bsearch (&key, u->keys.data, u->keys.size, sizeof key, compare_numbers);
  assert_non_null (found);
  u->seen.data[found - u->keys.data] = true;
}

/* Marks the images under all names of the variables from V on, and all flips. */
static void
mark_images (struct universe *u, const uint64_t *clauses, int *name, int v)
{
  if (v == u->variables)
    for (unsigned flips = 0; flips < 1u << v; flips++)
      mark (u, clauses, name, flips);
  for (int w = 0; w < u->variables; w++)
    {
      bool taken = false;
      for (int i = 0; i < v; i++)
        taken |= name[i] == w;
      name[v] = w;
      if (!taken && v < u->variables)
        mark_images (u, clauses, name, v + 1);
    }
}

static bool
meet (const hb_cnf *cnf, void *context)
{
  struct universe *u = context;
  if (cnf->variables != u->variables || hb_cnf_clauses (cnf) != u->clauses)
    return true;
  uint64_t key = pack_formula (cnf), clauses[8];
  uint64_t *found = bsearch (&key, u->keys.data, u->keys.size, sizeof key, compare_numbers);
  assert_non_null (found);                           /* it is a 3-BI-3SAT formula */
  assert_false (u->seen.data[found - u->keys.data]); /* and no image of an earlier one */
  for (size_t j = 0; j < u->clauses; j++)
    clauses[j] = key >> CLAUSE_BITS * j & ((1u << CLAUSE_BITS) - 1);
  int name[8];
  mark_images (u, clauses, name, 0);
  u->classes++;
  return true;
}

/* The number of classes, after a check that the enumerator visits one of each. */
static unsigned
count_classes (int variables, size_t clauses, bool all)
{
  struct universe u = { .variables = variables, .clauses = clauses, .all = all };
  list_formulas (&u, 0, 0, 0);
  vec_resize (u.seen, u.keys.size, false);
  struct hb_bounds bounds = { variables, clauses, 3 * clauses, u.all };
  assert_true (hb_enumerate (&bounds, meet, &u));
  for (size_t i = 0; i < u.seen.size; i++)
    assert_true (u.seen.data[i]);
  vec_free (u.keys);
  vec_free (u.seen);
  return u.classes;
}

TEST (each_class_is_visited_once)
{
  assert_int_equal (count_classes (2, 1, false), 1);
  assert_int_equal (count_classes (3, 1, false), 1);
  assert_int_equal (count_classes (2, 2, false), 3);
  assert_int_equal (count_classes (2, 3, false), 4);
  assert_int_equal (count_classes (2, 4, false), 0);
  assert_int_equal (count_classes (3, 2, false), 9);
  assert_int_equal (count_classes (3, 3, false), 48);
  assert_int_equal (count_classes (3, 4, false), 30);
  assert_int_equal (count_classes (4, 2, false), 6);
  assert_int_equal (count_classes (4, 3, false), 99);
  assert_int_equal (count_classes (4, 4, false), 563);
  assert_int_equal (count_classes (5, 2, false), 3);
  assert_int_equal (count_classes (5, 3, false), 86);
  assert_int_equal (count_classes (6, 2, false), 1);
}

/* The first numbers can be counted by hand: (1); (1)(1), (1)(-1); (1 2). */
TEST (each_class_of_3sat_is_visited_once)
{
  assert_int_equal (count_classes (1, 1, true), 1);
  assert_int_equal (count_classes (1, 2, true), 2);
  assert_int_equal (count_classes (1, 5, true), 3);
  assert_int_equal (count_classes (2, 1, true), 1);
  assert_int_equal (count_classes (2, 2, true), 6);
  assert_int_equal (count_classes (2, 5, true), 111);
  assert_int_equal (count_classes (3, 1, true), 1);
  assert_int_equal (count_classes (3, 2, true), 12);
  assert_int_equal (count_classes (3, 3, true), 92);
  assert_int_equal (count_classes (3, 4, true), 603);
  assert_int_equal (count_classes (4, 3, true), 139);
}

struct census
{
  unsigned formulas[8], unsatisfiable[8];
  uint64_t last; /* the unsatisfiable formula met last */
};

static bool
take_census (const hb_cnf *cnf, void *context)
{
  struct census *census = context;
  size_t clauses = hb_cnf_clauses (cnf);
  census->formulas[clauses]++;
  if (!for_all_models (cnf, 1, NULL, NULL))
    {
      census->unsatisfiable[clauses]++;
      census->last = pack_formula (cnf);
    }
  return true;
}

/* Up to isomorphism exactly one formula of at most 5 clauses is unsatisfiable; with at most 3
 * variables none is, since they have room for 4 clauses only; so it is also the one of fewest
 * variables and literals within that bound. */
TEST (the_smallest_unsatisfiable_formula_is_unique)
{
  static const unsigned formulas[] = { 1, 2, 22, 295, 5039, 114993 };
  struct census census = { { 0 }, { 0 }, 0 };
  struct hb_bounds bounds = { 15, 5, 15, false };
  assert_true (hb_enumerate (&bounds, take_census, &census));
  for (size_t m = 0; m <= 5; m++)
    {
      assert_int_equal (census.formulas[m], formulas[m]);
      assert_int_equal (census.unsatisfiable[m], m == 5);
    }
  hb_cnf *cnf = hb_cnf_new (4);
  static const int clauses[5][2] = { { 1, 2 }, { 1, -2 }, { -1, 3 }, { -3, 4 }, { -3, -4 } };
  for (size_t j = 0; j < 5; j++)
    hb_cnf_add_clause (cnf, clauses[j], 2);
  assert_true (census.last == pack_formula (cnf));
  hb_cnf_free (cnf);
}

struct limit
{
  struct hb_bounds bounds;
  unsigned left, visited;
};

static bool
stay_within (const hb_cnf *cnf, void *context)
{
  struct limit *limit = context;
  assert_in_range (cnf->variables, 0, limit->bounds.variables);
  assert_in_range (hb_cnf_clauses (cnf), 0, limit->bounds.clauses);
  assert_in_range (cnf->literals.size, 0, limit->bounds.literals);
  limit->visited++;
  return --limit->left > 0;
}

TEST (bounds_and_stops_are_obeyed)
{
  struct limit limit = { { 4, 5, 9, false }, 1000000, 0 };
  assert_true (hb_enumerate (&limit.bounds, stay_within, &limit));
  assert_in_range (limit.visited, 100, 10000);
  for (unsigned left = 1; left <= 40; left++)
    {
      struct limit stop = { { 30, 30, 90, false }, left, 0 };
      assert_false (hb_enumerate (&stop.bounds, stay_within, &stop));
      assert_int_equal (stop.visited, left);
    }
  struct limit none = { { 0, 10, 10, false }, 10, 0 };
  assert_true (hb_enumerate (&none.bounds, stay_within, &none));
  assert_int_equal (none.visited, 1);
}
