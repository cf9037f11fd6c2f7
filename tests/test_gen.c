/* Generators of formulas.  That a generator is uniform is tested by counting: for tiny sizes all
 * formulas are listed by brute force, and Pearson's statistic of a long run must look like chance.
 */
#include "unit.h"

#include "gen/bisat.h"
#include "gen/degrees.h"
#include "gen/families.h"
#include "gen/ksat.h"
#include "base/limits.h"
#include "gen/pigeonhole.h"
#include "small_formulas.h"

/* --- A histogram with expected weights --- */

struct cell
{
  uint64_t key;
  double weight;
  unsigned seen;
};

struct histogram
{
  VEC (struct cell) cells;
  double weight;
  unsigned seen;
};

static int
compare_cells (const void *a, const void *b)
{
  uint64_t x = ((const struct cell *)a)->key, y = ((const struct cell *)b)->key;
  return (x > y) - (x < y);
}

/* Sorts the cells and adds those of one key up. */
static void
settle (struct histogram *h)
{
  assert_true (h->cells.size > 0);
  qsort (h->cells.data, h->cells.size, sizeof *h->cells.data, compare_cells);
  size_t kept = 0;
  for (size_t i = 1; i < h->cells.size; i++)
    if (h->cells.data[i].key == h->cells.data[kept].key)
      h->cells.data[kept].weight += h->cells.data[i].weight;
    else
      h->cells.data[++kept] = h->cells.data[i];
  h->cells.size = kept + 1;
}

static void
expect (struct histogram *h, uint64_t key, double weight)
{
  struct cell cell = { .key = key, .weight = weight };
  vec_push (h->cells, cell);
  h->weight += weight;
}

static void
see (struct histogram *h, uint64_t key)
{
  struct cell wanted = { .key = key };
  struct cell *cell = bsearch (&wanted, h->cells.data, h->cells.size, sizeof wanted, compare_cells);
  assert_non_null (cell);
  cell->seen++;
  h->seen++;
}

/* Pearson's statistic has mean k and variance 2 k for k + 1 cells: within 5 standard deviations.
 * Frees. */
static void
assert_chance (struct histogram *h)
{
  double statistic = 0, degrees = (double)h->cells.size - 1;
  for (size_t i = 0; i < h->cells.size; i++)
    {
      double expected = h->cells.data[i].weight / h->weight * h->seen;
      double off = h->cells.data[i].seen - expected;
      assert_true (expected > 5);
      statistic += off * off / expected;
    }
  double off = statistic - degrees;
  if (off * off > 25 * 2 * degrees)
    fail_msg ("statistic %g for %g degrees of freedom", statistic, degrees);
  vec_free (h->cells);
}

/* --- All formulas of given numbers, by brute force --- */

/* The formula as a number; clauses count as sets, and without SIGNED signs do not count. */
static uint64_t
key_of (const hb_cnf *cnf, bool is_signed)
{
  uint64_t key = 0, base = 2 * (uint64_t)cnf->variables + 1;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (int v = 1; v <= cnf->variables; v++)
        for (size_t k = 0; k < size; k++)
          if (abs (clause[k]) == v)
            key = key * base + 2 * (unsigned)v - (is_signed && clause[k] < 0);
      key *= base;
    }
  return key;
}

/* The definition, checked word by word. */
static bool
is_wanted (const hb_cnf *cnf, const struct hb_bisat *w)
{
  int occurrences[64][2] = { { 0 } };
  size_t twos = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        {
          occurrences[abs (clause[k])][clause[k] > 0]++;
          for (size_t i = 0; i < k; i++)
            if (abs (clause[i]) == abs (clause[k]))
              return false;
        }
      if (size != 2 && size != 3)
        return false;
      twos += size == 2;
    }
  for (int v = 1; v <= cnf->variables; v++)
    {
      int n = occurrences[v][0], p = occurrences[v][1];
      if (n + p > 3 || (w->every && !(n + p)) || (w->mixed && n + p > 1 && (!n || !p)))
        return false;
    }
  return cnf->variables == w->variables && hb_cnf_clauses (cnf) == w->clauses && twos == w->twos;
}

/* Expects every formula wanted that starts with the clauses of CNF. */
static void
expect_formulas (struct histogram *h, hb_cnf *cnf, const struct hb_bisat *w, bool is_signed)
{
  if (hb_cnf_clauses (cnf) == w->clauses)
    {
      if (is_wanted (cnf, w))
        expect (h, key_of (cnf, is_signed), 1);
      return;
    }
  unsigned codes = 1;
  for (int v = 1; v <= w->variables; v++)
    codes *= 3;
  for (unsigned code = 0; code < codes; code++)
    {
      int clause[16], size = 0;
      unsigned rest = code;
      for (int v = 1; v <= w->variables; v++, rest /= 3)
        if (rest % 3)
          clause[size++] = rest % 3 == 1 ? v : -v;
      if (size < 2 || size > 3)
        continue;
      hb_cnf_add_clause (cnf, clause, (size_t)size);
      expect_formulas (h, cnf, w, is_signed);
      hb_cnf_drop_clause (cnf, hb_cnf_clauses (cnf) - 1);
    }
}

static void
assert_uniform (struct hb_bisat wanted, bool is_signed, unsigned runs)
{
  struct histogram h = { VEC_EMPTY, 0, 0 };
  hb_cnf *cnf = hb_cnf_new (wanted.variables);
  expect_formulas (&h, cnf, &wanted, is_signed);
  hb_cnf_free (cnf);
  settle (&h);
  struct hb_rng rng = hb_rng_seeded (wanted.clauses);
  for (unsigned i = 0; i < runs; i++)
    {
      cnf = hb_bisat_random (&wanted, &rng, NULL, NULL);
      assert_true (is_wanted (cnf, &wanted));
      see (&h, key_of (cnf, is_signed));
      hb_cnf_free (cnf);
    }
  assert_chance (&h);
}

TEST (bisat_is_uniform)
{
  for (int every = 0; every < 2; every++)
    for (int mixed = 0; mixed < 2; mixed++)
      {
#define WANTED(N, M, T)                                                                            \
  (struct hb_bisat){ .variables = N, .clauses = M, .twos = T, .every = every, .mixed = mixed }
        assert_uniform (WANTED (2, 3, 3), true, 8000);
        assert_uniform (WANTED (3, 2, 1), true, 24000);
        assert_uniform (WANTED (3, 3, 3), mixed, mixed ? 60000 : 10000);
        assert_uniform (WANTED (4, 3, 1), false, 10000);
        assert_uniform (WANTED (4, 4, 4), false, 30000);
      }
}

/* --- Degrees --- */

static double
factorial (size_t n)
{
  return n ? (double)n * factorial (n - 1) : 1;
}

/* Against the exact law of the numbers of ones, twos and threes. */
static void
assert_degrees (size_t count, size_t total, enum hb_signs signs, bool positive)
{
  static const double weight[2][4] = { { 1, 1, 0.5, 1.0 / 6 }, { 1, 2, 1, 1 } };
  struct histogram h = { VEC_EMPTY, 0, 0 };
  double most = 0;
  for (size_t one = 0; one <= count; one++)
    for (size_t two = 0; one + two <= count; two++)
      for (size_t three = 0; one + two + three <= count; three++)
        {
          size_t zero = count - one - two - three;
          if (one + 2 * two + 3 * three != total || (zero && positive))
            continue;
          double w = factorial (count)
                     / (factorial (zero) * factorial (one) * factorial (two) * factorial (three));
          for (size_t i = 0; i < count; i++)
            w *= weight[signs][i < one ? 1 : i < one + two ? 2 : i < one + two + three ? 3 : 0];
          expect (&h, (one * 64 + two) * 64 + three, w);
          most = w > most ? w : most;
        }
  /* Events that are too rare for the statistic may happen, but then belong to no cell. */
  size_t kept = 0;
  for (size_t i = 0; i < h.cells.size; i++)
    if (h.cells.data[i].weight > 2e-3 * h.weight)
      h.cells.data[kept++] = h.cells.data[i];
  h.cells.size = kept;
  h.weight = 0;
  for (size_t i = 0; i < kept; i++)
    h.weight += h.cells.data[i].weight;
  settle (&h);
  struct hb_rng rng = hb_rng_seeded (count + total);
  unsigned char degree[64];
  unsigned by_place[64] = { 0 };
  for (int run = 0; run < 20000; run++)
    {
      size_t of[4] = { 0 };
      hb_degrees_draw (degree, count, total, signs, positive, &rng);
      for (size_t v = 0; v < count; v++)
        {
          assert_in_range (degree[v], positive, 3);
          of[degree[v]]++;
          by_place[v] += degree[v];
        }
      assert_int_equal (of[1] + 2 * of[2] + 3 * of[3], total);
      struct cell wanted = { .key = (of[1] * 64 + of[2]) * 64 + of[3] };
      if (bsearch (&wanted, h.cells.data, h.cells.size, sizeof wanted, compare_cells))
        see (&h, wanted.key);
    }
  assert_in_range (h.seen, 15000, 20000);
  assert_chance (&h);
  for (size_t v = 0; v < count; v++)
    assert_in_range (by_place[v], 20000 * total / count - 1000, 20000 * total / count + 1000);
}

TEST (degrees_have_the_right_law)
{
  for (enum hb_signs signs = HB_ANY_SIGNS; signs <= HB_BOTH_SIGNS; signs++)
    for (int positive = 0; positive < 2; positive++)
      {
        assert_degrees (12, 24, signs, positive);
        assert_degrees (20, 33, signs, positive);
        assert_degrees (30, 75, signs, positive);
        assert_degrees (7, 20, signs, positive);
        assert_degrees (7, 8, signs, positive);
      }
}

/* --- The rest --- */

TEST (planted_models_satisfy)
{
  struct hb_bisat wanted = { .variables = 30, .clauses = 40, .twos = 30, .planted = true };
  struct hb_rng rng = hb_rng_seeded (3);
  unsigned patterns[8] = { 0 }, heads = 0;
  for (int run = 0; run < 2000; run++)
    {
      signed char model[31];
      hb_cnf *cnf = hb_bisat_random (&wanted, &rng, model, NULL);
      assert_true (is_wanted (cnf, &wanted));
      assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
      heads += model[1] > 0;
      for (size_t j = 0; j < wanted.clauses; j++)
        {
          size_t size;
          const int *clause = hb_cnf_clause (cnf, j, &size);
          unsigned pattern = 0;
          for (size_t k = 0; k < size; k++)
            pattern |= (clause[k] > 0) == (model[abs (clause[k])] > 0) ? 1u << k : 0;
          patterns[pattern] += size == 3;
        }
      hb_cnf_free (cnf);
    }
  assert_in_range (heads, 900, 1100);
  assert_int_equal (patterns[0], 0);
  for (unsigned p = 1; p < 8; p++)
    assert_in_range (patterns[p], 20000 / 7 - 300, 20000 / 7 + 300);
}

/* WANTED must be refused, with TEXT in the error. */
static void
assert_refused (struct hb_bisat wanted, const char *text)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (1);
  assert_null (hb_bisat_random (&wanted, &rng, NULL, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  if (!strstr (hb_diag_first (diag), text))
    fail_msg ("'%s' does not say '%s'", hb_diag_first (diag), text);
  hb_diag_free (diag);
}

TEST (impossible_requests_are_refused)
{
  assert_refused ((struct hb_bisat){ .variables = 3, .clauses = 4, .twos = 2 },
                  "at most 3 such clauses are possible, or at least 4 variables");
  assert_refused ((struct hb_bisat){ .variables = 2, .clauses = 1 }, "at least 3 variables");
  assert_refused ((struct hb_bisat){ .variables = 1, .clauses = 1, .twos = 1 },
                  "at least 2 variables");
  assert_refused ((struct hb_bisat){ .variables = 9, .clauses = 1, .twos = 2 }, "0 to 1");
  assert_refused ((struct hb_bisat){ .variables = -1 }, "possible are 0");
  assert_refused ((struct hb_bisat){ .variables = 0, .clauses = 1, .twos = 1 }, "at least 2");
  assert_refused ((struct hb_bisat){ .variables = 9, .clauses = 3, .twos = 3, .every = true },
                  "at most 6 variables are possible");
  assert_refused ((struct hb_bisat){ .variables = 9, .clauses = SIZE_MAX / 2 },
                  "at most 13 are possible");
  assert_refused ((struct hb_bisat){ .variables = 9, .clauses = 2, .mixed = true, .planted = true },
                  "exclude");
}

/* The tightest possible requests come out. */
TEST (extreme_requests_are_met)
{
  const struct hb_bisat wanted[] = {
    { .variables = 0 },
    { .variables = 5 },
    { .variables = 2, .clauses = 3, .twos = 3, .every = true, .mixed = true },
    { .variables = 3, .clauses = 3, .every = true },
    { .variables = 3, .clauses = 4, .twos = 3, .mixed = true },
    { .variables = 40, .clauses = 40, .every = true, .mixed = true },
    { .variables = 40, .clauses = 20, .twos = 20, .every = true },
    { .variables = 40, .clauses = 60, .twos = 60 },
    { .variables = 60, .clauses = 1, .twos = 1 },
    { .variables = 41, .clauses = 61, .twos = 61, .planted = true },
  };
  struct hb_rng rng = hb_rng_seeded (4);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    for (int run = 0; run < 50; run++)
      {
        hb_cnf *cnf = hb_bisat_random (&wanted[i], &rng, NULL, NULL);
        assert_true (is_wanted (cnf, &wanted[i]));
        hb_cnf_free (cnf);
      }
}

TEST (large_formulas_come_fast)
{
  struct hb_bisat wanted = { .variables = 100000, .clauses = 110000, .twos = 80000 };
  for (int every = 0; every < 2; every++)
    {
      struct hb_rng rng = hb_rng_seeded (5);
      wanted.every = every;
      double start = hb_cpu_seconds ();
      hb_cnf *cnf = hb_bisat_random (&wanted, &rng, NULL, NULL);
      assert_true (hb_cpu_seconds () - start < 10); /* some 0.1 s, if the machine is not a snail */
      assert_int_equal (hb_cnf_clauses (cnf), 110000);
      hb_cnf_free (cnf);
    }
}

TEST (ksat_is_uniform)
{
  struct histogram h = { VEC_EMPTY, 0, 0 };
  /* All ordered clauses of 3 literals over 4 variables: 24 * 8; as sets 4 * 8. */
  for (unsigned set = 0; set < 32; set++)
    {
      hb_cnf *cnf = hb_cnf_new (4);
      int clause[3], size = 0;
      for (int v = 1; v <= 4; v++)
        if ((unsigned)v != set % 4 + 1)
          {
            clause[size] = set >> (2 + size) & 1 ? v : -v;
            size++;
          }
      hb_cnf_add_clause (cnf, clause, 3);
      expect (&h, key_of (cnf, true), 1);
      hb_cnf_free (cnf);
    }
  settle (&h);
  struct hb_rng rng = hb_rng_seeded (6);
  for (int run = 0; run < 20000; run++)
    {
      hb_cnf *cnf = hb_ksat_random (4, 1, 3, &rng, NULL, false, NULL);
      see (&h, key_of (cnf, true));
      hb_cnf_free (cnf);
    }
  assert_chance (&h);
  signed char model[21];
  for (int run = 0; run < 50; run++)
    {
      hb_cnf *cnf = hb_ksat_random (20, 200, 4, &rng, model, false, NULL);
      assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
      assert_int_equal (cnf->literals.size, 800);
      hb_cnf_free (cnf);
    }
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_ksat_random (2, 1, 3, &rng, NULL, false, diag));
  assert_null (hb_ksat_random (2, 1, 0, &rng, NULL, false, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  hb_diag_free (diag);
}

TEST (pigeons_need_holes)
{
  for (int pigeons = 0; pigeons <= 4; pigeons++)
    for (int holes = 0; holes <= 4; holes++)
      {
        hb_cnf *cnf = hb_pigeonhole (pigeons, holes, NULL);
        assert_int_equal (cnf->variables, pigeons * holes);
        assert_int_equal (hb_cnf_clauses (cnf), pigeons + holes * pigeons * (pigeons - 1) / 2);
        assert_int_equal (for_all_models (cnf, 1, NULL, NULL) > 0, pigeons <= holes);
        hb_cnf_free (cnf);
      }
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_pigeonhole (-1, 2, diag));
  assert_null (hb_pigeonhole (1, 100000, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  hb_diag_free (diag);
}

TEST (families_are_found_by_name)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (8);
  struct hb_family_options options = hb_family_defaults ();
  options.variables = 100;
  options.mixed = true;
  assert_null (hb_family_find ("nonsense"));
  hb_cnf *cnf = hb_family_find ("bisat")->make (&options, &rng, NULL, diag);
  assert_int_equal (hb_cnf_clauses (cnf), hb_most_clauses (100, HB_HARD_TWOS));
  assert_in_range (cnf->literals.size, 298, 300);
  hb_cnf_free (cnf);
  options.ratio = 0.5;
  options.twos = 0.3;
  cnf = hb_family_find ("bisat")->make (&options, &rng, NULL, diag);
  assert_int_equal (hb_cnf_clauses (cnf), 50);
  assert_int_equal (cnf->literals.size, 150 - 15);
  hb_cnf_free (cnf);
  signed char model[101];
  options.planted = true;
  options.ratio = 0;
  cnf = hb_family_find ("ksat")->make (&options, &rng, model, diag);
  assert_int_equal (hb_cnf_clauses (cnf), 427);
  assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
  hb_cnf_free (cnf);
  options.pigeons = 3;
  options.holes = 2;
  cnf = hb_family_find ("pigeonhole")->make (&options, &rng, NULL, diag);
  assert_int_equal (hb_cnf_clauses (cnf), 9);
  hb_cnf_free (cnf);
  assert_int_equal (hb_diag_errors (diag), 0);
  options.twos = 1.5;
  assert_null (hb_family_find ("bisat")->make (&options, &rng, NULL, diag));
  options.ratio = 1e300;
  assert_null (hb_family_find ("ksat")->make (&options, &rng, NULL, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  for (int n = 0; n < 50; n++)
    for (int share = 0; share <= 20; share++)
      {
        size_t most = hb_most_clauses (n, share / 20.0);
        assert_true (3 * most - hb_share (share / 20.0, most) <= 3 * (size_t)n);
        assert_true (3 * (most + 1) - hb_share (share / 20.0, most + 1) > 3 * (size_t)n);
      }
  hb_diag_free (diag);
}

/* The verdict that a comment of the file gives: 'S', 'U', or 0 if there is none. */
static char
verdict_of (const char *path)
{
  char line[256], verdict = 0;
  FILE *file = fopen (path, "r");
  while (file && fgets (line, sizeof line, file))
    if (!strncmp (line, "c verdict: ", 11))
      verdict = line[11];
  if (file)
    fclose (file);
  return verdict;
}

TEST (the_verdicts_of_the_data_hold)
{
  static const char *const names[]
      = { "empty",   "sat-gap", "sat-twos",       "sat-threes", "sat-mixed",
          "sat20",   "php-3-2", "smallest-unsat", "unsat-full", "unsat-mixed",
          "unsat20", "3sat",    "php-4-3",        "twice" };
  const char *folder = getenv ("HBKIT_DATA");
  if (!folder)
    skip ();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char *path = hb_format ("%s/%s.cnf", folder, names[i]);
      hb_diag *diag = hb_diag_new ();
      hb_cnf *cnf = hb_dimacs_read (path, diag);
      assert_non_null (cnf);
      assert_int_equal (verdict_of (path), for_all_models (cnf, 1, NULL, NULL) > 0 ? 'S' : 'U');
      hb_cnf_free (cnf);
      hb_diag_free (diag);
      hb_free (path);
    }
}
