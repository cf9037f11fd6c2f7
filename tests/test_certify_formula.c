/* Proofs about formulas: what each kind of line may say and what is refused, with which words; refutations and models
 * against the plainest checkers. */
#include "unit.h"

#include "base/buffer.h"
#include "judged.h"
#include "proof/certify_formula.h"
#include "small_formulas.h"
#include "small_traces.h"

static int
certify (const hb_cnf *cnf, const char *text, hb_diag *diag)
{
  return hb_certify_formula (cnf, hb_input_of_bytes ("c", text, strlen (text), diag), diag);
}

static void
expect_of_formula (int variables, const char *formula, const struct judged *cases, size_t count)
{
  hb_cnf *cnf = formula_of_text (variables, formula);
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    {
      hb_diag *diag = hb_diag_new ();
      wrong += !is_as_expected (&cases[i], certify (cnf, cases[i].text, diag), diag);
      hb_diag_free (diag);
    }
  assert_int_equal (wrong, 0);
  hb_cnf_free (cnf);
}

#define EXPECT(variables, formula, cases)                                                          \
  expect_of_formula (variables, formula, cases, sizeof (cases) / sizeof *(cases))

TEST (refutations_are_judged_line_by_line)
{
  static const struct judged cases[] = {
    { "1 0\n0\n", 20, NULL },
    { "# why\n\n  1\t0 # so\n0", 20, NULL },
    { "-1 0\n0\n", 20, NULL },
    { "3 1 2 0\n1 0\n0\n", 20, NULL },
    { "1 1 0\n0\n", 20, NULL },
    { "0\n", 0, "c:1:1: error: the clause does not follow by unit propagation" },
    { "1 2 0\n\n0\n", 0, "c:3:1: error: the clause does not follow by unit propagation" },
    { "", 0, "c: error: the proof ends without the empty clause" },
    { "1 0\n", 0, "error: the proof ends without the empty clause" },
    { "1 0\n0\n0\n", 0, "c:3:1: error: text after the empty clause" },
    { "1 0\n0\nd 1 2 0\n", 0, "c:3:1: error: text after the empty clause" },
    { "1 0\n0 0\n", 0, "c:2:3: error: unexpected '0'; expected the end of the line" },
    { "1 0 x\n0\n", 0, "c:1:5: error: unexpected 'x'" },
    { "1\n0\n", 0, "c:1:2: error: the line ends too early; expected 0" },
    { "1 -\n0\n", 0, "c:1:3: error: expected a literal, or 0" },
    { "1 -0\n0\n", 0, "c:1:3: error: expected a literal, or 0" },
    { "1 --2 0\n0\n", 0, "c:1:3: error: expected a literal, or 0" },
    { "1x 0\n0\n", 0, "c:1:1: error: expected a literal, or 0" },
    { "x1 0\n0\n", 0, "c:1:1: error: expected a literal, or 0" },
    { "-1- 0\n0\n", 0, "c:1:1: error: expected a literal, or 0" },
    { "1 -4 0\n0\n", 0, "c:1:3: error: expected a variable of the formula; steps that bring new" },
    { "4 0\n0\n", 0, "c:1:1: error: expected a variable of the formula" },
    { "2147483647 0\n", 0, "c:1:1: error: expected a variable of the formula" },
    { "-2147483647 0\n", 0, "c:1:1: error: expected a variable of the formula" },
    { "2147483648 0\n", 0, "c:1:1: error: expected a literal, or 0" },
    { "1 3 0\n-3 1 0\n1 0\n0\n", 20, NULL },
    { "d\n1 0\n0\n", 0, "c:1:2: error: expected literals" },
    { "d 1\n1 0\n0\n", 0, "c:1:4: error: the line ends too early; expected 0" },
    { "d 1 2 0 0\n1 0\n0\n", 0, "c:1:9: error: unexpected '0'" },
    { "d 1 4 0\n1 0\n0\n", 0, "c:1:5: error: expected a variable of the formula" },
    /* What is deleted is gone, in any order of its literals; what is not there may be deleted. */
    { "d 1 2 0\n1 0\n0\n", 0, "c:2:1: error: the clause does not follow" },
    { "d 2 1 0\n1 0\n0\n", 0, "c:2:1: error: the clause does not follow" },
    { "d -2 1 0\n1 0\n0\n", 0, "c:2:1: error: the clause does not follow" },
    { "d 1 3 0\nd 1 -3 0\nd -1 2 0\nd 2 0\nd 0\nd 1 2 3 0\n1 0\n0\n", 20, NULL },
    { "d -1 3 0\n1 0\n0\n", 0, "c:3:1: error: the clause does not follow" },
    { "1 0\nd 1 2 0\nd 1 -2 0\n0\n", 20, NULL },
    /* Units stay. */
    { "1 0\nd 1 0\n0\n", 20, NULL },
    /* Derived clauses are deleted, too. */
    { "1 3 0\n-3 1 0\nd 1 2 0\nd 1 -2 0\n1 0\n0\n", 20, NULL },
    { "1 3 0\n-3 1 0\nd 1 2 0\nd 1 -2 0\nd 3 1 0\n1 0\n0\n", 0,
      "c:6:1: error: the clause does not" },
  };
  EXPECT (3, "1 2 0 1 -2 0 -1 3 0 -1 -3 0", cases);
  /* A clause that is given twice is deleted twice. */
  static const struct judged twice[] = {
    { "d 1 2 0\n1 0\n0\n", 20, NULL },
    { "d 1 2 0\nd 1 2 0\n1 0\n0\n", 0, "c:3:1: error: the clause does not follow" },
    { "d 1 2 0\n1 2 0\nd 1 2 0\n1 0\n0\n", 20, NULL },
    { "d 1 2 0\n1 2 0\nd 1 2 0\nd 2 1 0\n1 0\n0\n", 0, "c:5:1: error: the clause does not follow" },
  };
  EXPECT (3, "1 2 0 2 1 0 1 -2 0 -1 3 0 -1 -3 0", twice);
  static const struct judged empty[] = { { "0\n", 20, NULL }, { "-2 0\n0\n", 20, NULL } };
  EXPECT (2, "0", empty);
  static const struct judged none[] = {
    { "0\n", 0, "does not follow" },
    { "1 0\n", 0, "does not follow" },
    { "1 -1 0\n", 0, "the proof ends without the empty clause" },
    /* Nothing is there to be deleted. */
    { "d 1 2 0\n0\n", 0, "c:2:1: error: the clause does not follow" },
  };
  EXPECT (2, "", none);
}

TEST (answers_of_solvers_are_judged)
{
  static const struct judged cases[] = {
    { "s SATISFIABLE\nv 1 2 3 0\n", 10, NULL },
    { "c so\ns SATISFIABLE\nv -1 -2 -3 0\n", 10, NULL },
    { "v 1 -2 -3 0\n", 10, NULL },
    { "v 1 -3 0\n", 10, NULL },
    { "s SATISFIABLE\nv 1 0\n", 0, "c: error: the model does not satisfy clause 2 of the formula" },
    { "s SATISFIABLE\nv -1 2 3 0\n", 0, "c: error: the model does not satisfy clause 1" },
    { "s SATISFIABLE\nv 1 -2 3 0\n", 0, "c: error: the model does not satisfy clause 2" },
    { "s UNSATISFIABLE\n", 0, "c: error: no proof in this file; expected 's SATISFIABLE'" },
    { "s UNKNOWN\n", 0, "c: error: no proof in this file; expected 's SATISFIABLE'" },
    { "c nothing\n", 0, "c" },
  };
  EXPECT (3, "1 -2 0 2 -3 0", cases);
}

/* All models of random formulas are shown, and all other assignments refused. */
TEST (models_are_models)
{
  size_t models = 0, others = 0;
  for (uint64_t i = 0; i < 200; i++)
    {
      struct hb_rng rng = hb_rng_stream (61, i);
      hb_cnf *cnf = random_formula (&rng, 4, hb_rng_below (&rng, 8), 3);
      for (unsigned bits = 0; bits < 16; bits++)
        {
          signed char model[5] = { 0 };
          hb_buffer text = VEC_EMPTY;
          hb_diag *diag = hb_diag_new ();
          hb_buffer_add (&text, "s SATISFIABLE\nv");
          for (int v = 1; v <= 4; v++)
            {
              model[v] = bits >> (v - 1) & 1 ? 1 : -1;
              hb_buffer_add (&text, " %d", v * model[v]);
            }
          hb_buffer_add (&text, " 0\n");
          char *file = hb_buffer_take (&text);
          bool good = is_model (cnf, model);
          assert_int_equal (certify (cnf, file, diag), good ? 10 : 0);
          *(good ? &models : &others) += 1;
          hb_free (file);
          hb_diag_free (diag);
        }
      hb_cnf_free (cnf);
    }
  assert_true (models > 500 && others > 500);
}

/* --- refutations against a second checker: clauses in a list, units propagated until nothing moves --- */

#define VARIABLES 4

struct clause
{
  int literals[6];
  size_t size;
  bool deleted;
};

struct plain
{
  VEC (struct clause) clauses;
  bool known[2 * VARIABLES + 1]; /* literal + VARIABLES: follows by propagation alone, for good */
  bool refuted;
};

/* Adds to HOLDS what follows from it.  True if a clause is false. */
static bool
propagate (const struct plain *plain, bool *holds)
{
  for (bool moves = true; moves;)
    {
      moves = false;
      for (size_t c = 0; c < plain->clauses.size; c++)
        {
          const struct clause *clause = &plain->clauses.data[c];
          bool is_true = clause->deleted;
          int open = 0;
          size_t others = 0;
          for (size_t i = 0; i < clause->size; i++)
            {
              int literal = clause->literals[i];
              is_true |= holds[VARIABLES + literal];
              if (holds[VARIABLES - literal] || literal == open)
                continue;
              others += open != 0;
              open = literal;
            }
          if (is_true || others)
            continue;
          if (!open)
            return true;
          holds[VARIABLES + open] = moves = true;
        }
    }
  return false;
}

static bool
follows (const struct plain *plain, const struct clause *clause)
{
  bool holds[2 * VARIABLES + 1];
  memcpy (holds, plain->known, sizeof holds);
  for (size_t i = 0; i < clause->size; i++)
    {
      if (holds[VARIABLES + clause->literals[i]])
        return true;
      holds[VARIABLES - clause->literals[i]] = true;
    }
  return plain->refuted || propagate (plain, holds);
}

static void
add (struct plain *plain, const struct clause *clause)
{
  vec_push (plain->clauses, *clause);
  plain->refuted = plain->refuted || propagate (plain, plain->known);
}

/* The same literals, as often each? */
static bool
is_same (const struct clause *one, const struct clause *other)
{
  if (one->size != other->size)
    return false;
  for (int literal = -VARIABLES; literal <= VARIABLES; literal++)
    {
      int balance = 0;
      for (size_t i = 0; i < one->size; i++)
        balance += (one->literals[i] == literal) - (other->literals[i] == literal);
      if (balance)
        return false;
    }
  return true;
}

static void
delete_one (struct plain *plain, const struct clause *clause)
{
  for (size_t c = 0; c < plain->clauses.size && clause->size >= 2; c++)
    if (!plain->clauses.data[c].deleted && is_same (clause, &plain->clauses.data[c]))
      {
        plain->clauses.data[c].deleted = true;
        return;
      }
}

static void
put (hb_buffer *text, bool deletes, const struct clause *clause)
{
  if (deletes)
    hb_buffer_add (text, "d ");
  for (size_t i = 0; i < clause->size; i++)
    hb_buffer_add (text, "%d ", clause->literals[i]);
  hb_buffer_add (text, "0\n");
}

/* A proof of up to 40 lines about CNF, most of which hold; the answer it deserves. */
static int
random_refutation (const hb_cnf *cnf, struct hb_rng *rng, hb_buffer *text)
{
  struct plain plain = { .refuted = false };
  bool good = true, over = false;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      struct clause clause = { .deleted = false };
      const int *literals = hb_cnf_clause (cnf, j, &clause.size);
      for (size_t k = 0; k < clause.size; k++)
        clause.literals[k] = literals[k];
      add (&plain, &clause);
    }
  for (int line = 0; line < 40 && !over; line++)
    {
      struct clause clause = { .size = hb_rng_below (rng, 4) };
      bool deletes = hb_rng_below (rng, 4) == 0;
      for (size_t i = 0; i < clause.size; i++)
        clause.literals[i]
            = (1 + (int)hb_rng_below (rng, VARIABLES)) * (hb_rng_below (rng, 2) ? 1 : -1);
      if (deletes && plain.clauses.size && hb_rng_below (rng, 4))
        {
          clause = plain.clauses.data[hb_rng_below (rng, plain.clauses.size)];
          for (size_t i = clause.size; i > 1; i--)
            {
              size_t k = hb_rng_below (rng, i);
              int literal = clause.literals[k];
              clause.literals[k] = clause.literals[i - 1];
              clause.literals[i - 1] = literal;
            }
          clause.deleted = false;
        }
      bool holds = deletes || follows (&plain, &clause);
      if (!holds && hb_rng_below (rng, 30))
        continue;
      put (text, deletes, &clause);
      good = good && holds;
      over = !holds || (!deletes && !clause.size);
      if (deletes)
        delete_one (&plain, &clause);
      else if (holds)
        add (&plain, &clause);
    }
  vec_free (plain.clauses);
  return good && over ? 20 : 0;
}

TEST (refutations_agree_with_a_plain_checker)
{
  size_t shown = 0, refused = 0;
  for (uint64_t i = 0; i < 6000; i++)
    {
      struct hb_rng rng = hb_rng_stream (62, i);
      hb_cnf *cnf = random_formula (&rng, VARIABLES, 4 + hb_rng_below (&rng, 16), 3);
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      hb_buffer_add (&text, "# %d\n", (int)i);
      int expected = random_refutation (cnf, &rng, &text);
      char *file = hb_buffer_take (&text);
      struct judged judged = { file, expected, NULL };
      assert_true (is_as_expected (&judged, certify (cnf, file, diag), diag));
      if (expected)
        assert_int_equal (for_all_models (cnf, 1, NULL, NULL), 0);
      *(expected ? &shown : &refused) += 1;
      hb_free (file);
      hb_diag_free (diag);
      hb_cnf_free (cnf);
    }
  assert_true (shown > 1000 && refused > 1000);
}

/* A proof of tens of thousands of lines, each of which deletes the last but one: the table of clauses grows, and
 * what was deleted is not found again. */
TEST (long_refutations_are_judged)
{
  enum
  {
    N = 5000
  };
  for (int wrong = 0; wrong < 2; wrong++)
    {
      /* 1 -> 2 -> ... -> N, and 2N false wherever N is true: -1 follows, and more of it every time. */
      hb_cnf *cnf = hb_cnf_new (N);
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      for (int v = 1; v < N; v++)
        hb_cnf_add_clause (cnf, (int[]){ -v, v + 1 }, 2);
      hb_cnf_add_clause (cnf, (int[]){ 1, 2 }, 2);
      hb_cnf_add_clause (cnf, (int[]){ -N, -1 }, 2);
      hb_cnf_add_clause (cnf, (int[]){ -N, -2 }, 2);
      for (int v = 3; v <= N; v++)
        {
          hb_buffer_add (&text, "-1 %d 0\nd %d -1 0\nd %d -%d 0\n", v, v - 1, v, v - 1);
          if (wrong && v == N - 1)
            hb_buffer_add (&text, "d -1 %d 0\n", v);
        }
      hb_buffer_add (&text, "-1 0\n");
      char *file = hb_buffer_take (&text);
      assert_int_equal (certify (cnf, file, diag), 0);
      char *why = text_of_diag (diag);
      assert_non_null (strstr (why, wrong ? "does not follow" : "without the empty clause"));
      hb_free (why);
      hb_free (file);
      hb_diag_free (diag);
      hb_cnf_free (cnf);
    }
}

/* Any of the clauses (x_i y_i) brings z: each of thousands of deletions counts. */
TEST (every_deletion_counts)
{
  enum
  {
    N = 3000,
    Z = 2 * N + 1
  };
  hb_cnf *cnf = hb_cnf_new (Z + 1);
  for (int i = 1; i <= N; i++)
    {
      hb_cnf_add_clause (cnf, (int[]){ i, N + i }, 2);
      hb_cnf_add_clause (cnf, (int[]){ -i, Z }, 2);
      hb_cnf_add_clause (cnf, (int[]){ -(N + i), Z }, 2);
    }
  hb_cnf_add_clause (cnf, (int[]){ -Z, Z + 1 }, 2);
  hb_cnf_add_clause (cnf, (int[]){ -Z, -(Z + 1) }, 2);
  for (int left = 0; left < 2; left++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      for (int i = 1 + left; i <= N; i++)
        hb_buffer_add (&text, "d %d %d 0\n", N + i, i);
      hb_buffer_add (&text, "%d 0\n0\n", Z);
      char *file = hb_buffer_take (&text);
      assert_int_equal (certify (cnf, file, diag), left ? 20 : 0);
      hb_free (file);
      hb_diag_free (diag);
    }
  hb_cnf_free (cnf);
}
