/* The formula of certificates of differences: it lacks no run that the search finds, computes as C does, and keeps the
 * numbers that certificates have. */
#include "unit.h"

#include "diff/formula.h"
#include "diff/random.h"
#include "diff/search.h"
#include "sat/solver.h"

/* TEXT, its scope with itself, all its runs as the search finds them, and its formula. */
struct subject
{
  diff_program *programs[2];
  diff_scope *scope;
  diff_search *search;
  diff_formula *formula;
};

/* Of the VARIABLES with commas; NULL: of all. */
static struct subject
subject_of (const char *text, const char *variables, const struct diff_options *how, bool complete,
            hb_diag *diag)
{
  struct subject s = { { NULL, NULL }, NULL, NULL, NULL };
  struct diff_scope_options what = { .variables = variables, .all = true };
  struct diff_search_options options = { .complete = complete };
  for (int side = 0; side < 2; side++)
    {
      s.programs[side] = diff_read_text ("t.c", text, strlen (text), how, diag);
      if (!s.programs[side])
        hb_diag_print (diag, stderr, false);
      assert_non_null (s.programs[side]);
    }
  const diff_program *const both[2] = { s.programs[0], s.programs[1] };
  s.scope = diff_scope_new (both, &what, diag);
  assert_non_null (s.scope);
  s.search = diff_search_new (s.programs[0], s.scope, 0, &options);
  s.formula = diff_formula_new (s.scope, 0, complete);
  return s;
}

static void
subject_free (struct subject *s)
{
  diff_formula_free (s->formula);
  diff_search_free (s->search);
  diff_scope_free (s->scope);
  diff_program_free (s->programs[0]);
  diff_program_free (s->programs[1]);
}

/* Does the formula of certificates have a model with the fact, or (HB_NONE) that shows just what SHOWN does? */
static bool
has_model (const diff_formula *f, hb_id fact, const uint64_t *shown, hb_diag *diag)
{
  hb_cnf *cnf = hb_cnf_new (f->variables);
  for (size_t i = 0; i < f->clauses.size; i++)
    hb_cnf_add (cnf, f->clauses.data[i]);
  for (hb_id i = 0; i < f->scope->facts.size; i++)
    if (fact == HB_NONE || fact == i)
      {
        bool holds = fact == i || diff_shows_all (shown, &i, 1);
        hb_cnf_add_clause (cnf, (int[]){ holds ? f->facts[i] : -f->facts[i] }, 1);
      }
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int verdict = hb_solve_cnf (cnf, "picosat", 0, NULL, model, diag);
  hb_free (model);
  hb_cnf_free (cnf);
  return verdict == 10;
}

static void
expect_runs (const struct subject *s, const char *text, hb_diag *diag)
{
  for (size_t i = 0; i < diff_search_sets (s->search); i++)
    if (!has_model (s->formula, HB_NONE, diff_search_set (s->search, i), diag))
      fail_msg ("a run is missing%s:\n%s", s->formula->complete ? ", a complete one" : "", text);
}

/* Each run that the search finds is a model of the formula, which shows what the run does. */
TEST (formulas_have_all_runs)
{
  size_t runs = 0;
  for (uint64_t number = 0; number < 200; number++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_rng rng = hb_rng_stream (37, number);
      struct diff_options how = { .unroll = 1 + number % 2, .by_access = number % 4 == 3 };
      bool complete = number % 3 == 2;
      char *text = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 6));
      struct subject s = subject_of (text, NULL, &how, complete, diag);
      expect_runs (&s, text, diag);
      runs += diff_search_sets (s.search);
      subject_free (&s);
      hb_free (text);
      hb_diag_free (diag);
    }
  assert_true (runs > 200);
}

/* Only steps on whose order a value or a fact depends have one: not the write of y and thread 2, though the statement
 * also writes x, and no writes of y outside the scope, though y = x is in it. */
TEST (formulas_order_what_matters)
{
  static const struct
  {
    const char *bodies[2], *variables;
    bool by_access;
  } texts[] = { { { "x = y = 1;", "x = 2;" }, NULL, true },
                { { "y = x;", "x = 1; y = 2;" }, "x", false } };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      struct diff_options how = { .unroll = 1, .by_access = texts[i].by_access };
      char *text = hb_format ("int x, y;\nvoid thread1 (void) { %s }\nvoid thread2 (void) { %s }\n",
                              texts[i].bodies[0], texts[i].bodies[1]);
      struct subject s = subject_of (text, texts[i].variables, &how, true, diag);
      assert_int_equal (diff_search_sets (s.search), 2);
      expect_runs (&s, text, diag);
      assert_int_equal (s.formula->orders.size, 1);
      subject_free (&s);
      hb_free (text);
    }
  hb_diag_free (diag);
}

struct kind
{
  const char *name;
  unsigned width;
  bool is_signed;
};

static const char *const terms[] = { "x + y",
                                     "x - y",
                                     "x * y",
                                     "x / y",
                                     "x % y",
                                     "x << y",
                                     "x >> y",
                                     "x & y",
                                     "x | y",
                                     "x ^ y",
                                     "x < y",
                                     "x <= y",
                                     "x > y",
                                     "x >= y",
                                     "x == y",
                                     "x != y",
                                     "x && y",
                                     "x || y",
                                     "-x",
                                     "~x",
                                     "!x",
                                     "(signed char)x",
                                     "(unsigned short)x",
                                     "(_Bool)x",
                                     "x ? y : 7" };
#define TERMS (sizeof terms / sizeof *terms)

static uint64_t
wrapped (const struct kind *kind, uint64_t value)
{
  unsigned cut = 64 - kind->width;
  return kind->is_signed ? (uint64_t)((int64_t)(value << cut) >> cut) : value << cut >> cut;
}

/* Term number TERM, where what C leaves open is 0, or shifts all out. */
static uint64_t
computed (const struct kind *kind, size_t term, uint64_t x, uint64_t y)
{
  bool minus = kind->is_signed && (int64_t)x < 0, far = y >= kind->width;
  bool below = kind->is_signed ? (int64_t)x < (int64_t)y : x < y;
  switch (term)
    {
    case 0:
      return x + y;
    case 1:
      return x - y;
    case 2:
      return x * y;
    case 3:
      return !y                       ? 0
             : kind->is_signed && !~y ? 0 - x
             : kind->is_signed        ? (uint64_t)((int64_t)x / (int64_t)y)
                                      : x / y;
    case 4:
      return !y || (kind->is_signed && !~y) ? 0
             : kind->is_signed              ? (uint64_t)((int64_t)x % (int64_t)y)
                                            : x % y;
    case 5:
      return far ? 0 : x << y;
    case 6:
      return far ? (minus ? UINT64_MAX : 0) : minus ? ~(~x >> y) : x >> y;
    case 7:
      return x & y;
    case 8:
      return x | y;
    case 9:
      return x ^ y;
    case 10:
      return below;
    case 11:
      return below || x == y;
    case 12:
      return !below && x != y;
    case 13:
      return !below;
    case 14:
      return x == y;
    case 15:
      return x != y;
    case 16:
      return x && y;
    case 17:
      return x || y;
    case 18:
      return 0 - x;
    case 19:
      return ~x;
    case 20:
      return !x;
    case 21:
      return (uint64_t)(int8_t)x;
    case 22:
      return (uint16_t)x;
    case 23:
      return x != 0;
    default:
      return x ? y : 7;
    }
}

/* The only thread of TEXT writes 1 to r, not 2: the search says so, and the formula. */
static void
expect_one (const char *text, hb_diag *diag)
{
  struct diff_options how = { .unroll = 3 };
  struct subject s = subject_of (text, NULL, &how, true, diag);
  bool good = diff_search_sets (s.search) == 1
              && has_model (s.formula, HB_NONE, diff_search_set (s.search, 0), diag);
  int checked = 0;
  for (hb_id fact = 0; fact < s.scope->facts.size; fact++)
    {
      char *words = diff_fact_text (s.scope, fact);
      if (strstr (words, "so r: init -> thread1: r = "))
        {
          bool is = strstr (words, "r = 1");
          good = good && is == diff_shows_all (diff_search_set (s.search, 0), &fact, 1)
                 && is == has_model (s.formula, fact, NULL, diag);
          checked++;
        }
      hb_free (words);
    }
  if (!good || checked != 2)
    fail_msg ("another result in\n%s", text);
  subject_free (&s);
}

static void
expect_term (const struct kind *kind, size_t term, int64_t a, int64_t b, hb_diag *diag)
{
  uint64_t x = wrapped (kind, (uint64_t)a), y = wrapped (kind, (uint64_t)b);
  char *text
      = hb_format ("%s x = %lluul, y = %lluul, z = %lluul; int r;\n"
                   "void thread1 (void) { if ((%s) == z) r = 1; else r = 2; }\n"
                   "void thread2 (void) { }\n",
                   kind->name, (unsigned long long)x, (unsigned long long)y,
                   (unsigned long long)wrapped (kind, computed (kind, term, x, y)), terms[term]);
  expect_one (text, diag);
  hb_free (text);
}

/* The arithmetic of the formula is that of the machine, and of C. */
TEST (formulas_compute)
{
  static const struct kind kinds[] = { { "int", 32, true },
                                       { "unsigned", 32, false },
                                       { "long", 64, true },
                                       { "unsigned long", 64, false } };
  static const int64_t values[] = { -1, -100, INT32_MIN, 7,  INT32_MAX, INT64_MIN, INT64_MAX, 0,
                                    1,  2,    31,        32, 63,        64,        100,       -2 };
  hb_diag *diag = hb_diag_new ();
  struct hb_rng rng = hb_rng_seeded (5);
  for (size_t term = 0; term < TERMS; term++)
    for (int k = 0; k < 4 * 2; k++)
      expect_term (&kinds[k % 4], term, values[hb_rng_below (&rng, 16)],
                   values[hb_rng_below (&rng, 16)], diag);
  for (int pair = 0; pair < 4 * 4; pair++)
    for (int k = 0; k < 2 * 2; k++)
      expect_term (&kinds[k % 2], 3 + (size_t)k / 2, values[pair % 4], values[pair / 4], diag);
  hb_diag_free (diag);
}

/* Locals have what the branch that was taken gave them, and 0 before. */
TEST (formulas_follow_locals)
{
  static const char *const bodies[]
      = { "int a; if (x) a = 3; else a = 4; if (a == 4 - x) r = 1; else r = 2;",
          "int a = 3; if (x) a = 4; if (a == 3 + x) r = 1; else r = 2;",
          "int a; if (x) a = 3; if (a == 3 * x) r = 1; else r = 2;",
          "int a = x, b = 5; if (!x) b = 6; if (a + b == 6) r = 1; else r = 2;",
          "int a = 2, b; if (x) { a = a + y; b = 1; } else { b = a; a = 7; } "
          "if (a + b == 9 - 3 * x) r = 1; else r = 2;",
          "int a = 0; while (a < 2 + x) a++; if (a == 2 + x) r = 1; else r = 2;",
          "int a = 9; a = x ? y : z; if (a == 4 - x) r = 1; else r = 2;",
          "int a = x; x = 0; y = a; if (x == 0 && y == a) r = 1; else r = 2;",
          "int a = x && y, b = x || y; if (a == x && b) r = 1; else r = 2;" };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    for (int x = 0; x < 2; x++)
      {
        char *text = hb_format ("int x = %d, y = 3, z = 4, r;\nvoid thread1 (void) { %s }\n"
                                "void thread2 (void) { }\n",
                                x, bodies[i]);
        expect_one (text, diag);
        hb_free (text);
      }
  hb_diag_free (diag);
}

/* A thread may stop where it waits and between its steps, but not within a section. */
TEST (formulas_stop_between_steps)
{
  static const struct
  {
    const char *body;
    bool may; /* x be 1 and not 2 */
  } texts[] = { { "x = 1; x = 2;", true },
                { "atomicBegin (); x = 1; x = 2; atomicEnd ();", false },
                { "atomicBegin (); x = 1; assume (y); x = 2; atomicEnd ();", false },
                { "int a = y; atomicBegin (); x = 1; assume (!a); x = 2; atomicEnd ();", false },
                { "x = 1; assume (y); x = 2;", true } };
  struct diff_options how = { .unroll = 1 };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      char *text = hb_format (
          "int x, y;\nvoid thread1 (void) { %s }\nvoid thread2 (void) { x = 3; }\n", texts[i].body);
      struct subject s = subject_of (text, NULL, &how, false, diag);
      hb_id one = HB_NONE, two = HB_NONE;
      for (hb_id fact = 0; fact < s.scope->facts.size; fact++)
        {
          char *words = diff_fact_text (s.scope, fact);
          if (!strcmp (words, "so x: init -> thread1: x = 1"))
            one = fact;
          if (!strcmp (words, "so x: init -> thread1: x = 2"))
            two = fact;
          hb_free (words);
        }
      assert_true (one != HB_NONE && two != HB_NONE);
      formula_clause (s.formula, (int[]){ -s.formula->facts[two] }, 1);
      if (has_model (s.formula, one, NULL, diag) != texts[i].may)
        fail_msg ("stops elsewhere:\n%s", text);
      subject_free (&s);
      hb_free (text);
    }
  hb_diag_free (diag);
}

/* Certificates have the numbers of variables and steps: they stay. */
TEST (formulas_are_numbered)
{
  static const char text[] = "int x, y = 3, any (void);\n"
                             "void thread1 (void) { int a = 1; a = a + 1; if (any () && y == 4) x "
                             "= a * 3; else a = y / 2; "
                             "y = 1 ? a : x; }\n"
                             "void thread2 (void) { atomicBegin (); x = y << 1; x = -x; atomicEnd "
                             "(); assume (x < 7); }\n";
  struct diff_options how = { .unroll = 1 };
  hb_diag *diag = hb_diag_new ();
  struct subject s = subject_of (text, NULL, &how, false, diag);
  assert_int_equal (s.formula->variables, 7346);
  assert_int_equal (s.formula->clauses.size, 98465);
  assert_int_equal (s.formula->steps.size, 6);
  assert_int_equal (s.formula->orders.size, 3);
  subject_free (&s);
  hb_diag_free (diag);
}
