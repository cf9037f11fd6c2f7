/* Formulas, DIMACS and solutions: what is read is what was written, and every kind of damage is
 * named with its line and column. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>

#include "sat/cnf.h"
#include "small_traces.h"

/* Puts SIZE bytes into the scratch file. */
static void
put_bytes (const char *data, size_t size)
{
  FILE *file = fopen (unit_scratch (), "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (data, 1, size, file), size);
  assert_int_equal (fclose (file), 0);
}

static hb_cnf *
read_text (const char *text, hb_diag *diag)
{
  put_bytes (text, strlen (text));
  return hb_dimacs_read (unit_scratch (), diag);
}

/* What the diag prints, without the name of the scratch file.  New. */
static char *
printed (const hb_diag *diag)
{
  char *text = text_of_diag (diag), *start;
  while ((start = strstr (text, unit_scratch ())))
    memmove (start, start + strlen (unit_scratch ()),
             strlen (start + strlen (unit_scratch ())) + 1);
  return text;
}

/* TEXT must be refused with exactly one error, whose first line is EXPECTED. */
static void
expect_error (const char *text, const char *expected)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (read_text (text, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  char *message = printed (diag);
  message[strcspn (message, "\n")] = '\0';
  assert_string_equal (message, expected);
  hb_free (message);
  hb_diag_free (diag);
}

/* The scratch file must be read; the clauses are given as `1 -2 0 3 0`. */
static hb_cnf *
expect_file (int variables, const char *clauses)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_dimacs_read (unit_scratch (), diag);
  assert_non_null (cnf);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  assert_int_equal (cnf->variables, variables);
  char *rest = (char *)(uintptr_t)clauses;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t k = 0; k < size; k++)
        assert_int_equal (literals[k], strtol (rest, &rest, 10));
      assert_int_equal (0, strtol (rest, &rest, 10));
    }
  assert_string_equal (rest, "");
  return cnf;
}

/* TEXT must be read as that. */
static hb_cnf *
expect_formula (const char *text, int variables, const char *clauses)
{
  put_bytes (text, strlen (text));
  return expect_file (variables, clauses);
}

TEST (reads_all_dialects)
{
  hb_cnf_free (expect_formula ("p cnf 3 2\n1 -2 0\n2 3 0\n", 3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("p cnf 3 2\n1 -2 0 2 3 0", 3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("c hello\n\n  c\np  cnf\t3  2 \n 1\nc in between\n-2 0\n\n2 3\n0\nc",
                               3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("p cnf 3 2\r\n1 -2 0\r\n2 3 0\r\n", 3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("p\fcnf\v3 2\n1\v-2\f0\n2 3\t0\n", 3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("p cnf 3 2\n1 -2 0\n2 3 0\n%\n0\n\n", 3, "1 -2 0 2 3 0"));
  hb_cnf_free (expect_formula ("p cnf 0 0\n", 0, ""));
  hb_cnf_free (expect_formula ("p cnf 7 0\n", 7, ""));
  hb_cnf_free (expect_formula ("p cnf 1 3\n0 1 0 0\n", 1, "0 1 0 0"));
  hb_cnf_free (expect_formula ("p cnf 2 1\n1 1 -2 2 0\n", 2, "1 1 -2 2 0"));
  hb_cnf_free (expect_formula ("p cnf 100000000 1\n-100000000 0\n", 100000000, "-100000000 0"));
}

TEST (knows_where_clauses_stand)
{
  hb_cnf *cnf = expect_formula ("c\np cnf 3 4\n1 0 2\n3 0\n\n0\n3 0", 3, "1 0 2 3 0 0 3 0");
  const size_t lines[] = { 3, 3, 6, 7 };
  hb_cnf *copy = hb_cnf_copy (cnf);
  for (size_t j = 0; j < 4; j++)
    {
      assert_int_equal (hb_cnf_place (copy, j).line, lines[j]);
      struct hb_place place = hb_cnf_place (cnf, j);
      assert_string_equal (place.file, unit_scratch ());
      assert_int_equal (place.line, lines[j]);
    }
  hb_cnf_free (copy);
  hb_cnf_drop_clause (cnf, 1);
  assert_int_equal (hb_cnf_place (cnf, 1).line, 6);
  /* Clauses that were not read stand nowhere. */
  const struct hb_place nowhere = { NULL, 0, 0, NULL, 0 };
  hb_cnf_add (cnf, 0);
  struct hb_place place = hb_cnf_place (cnf, 3);
  assert_memory_equal (&place, &nowhere, sizeof place);
  hb_cnf_free (cnf);
  cnf = hb_cnf_new (1);
  hb_cnf_add (cnf, 0);
  hb_cnf_add (cnf, 0);
  place = hb_cnf_place (cnf, 0);
  assert_memory_equal (&place, &nowhere, sizeof place);
  hb_cnf_drop_clause (cnf, 0);
  hb_cnf_drop_clause (cnf, 0);
  assert_int_equal (hb_cnf_clauses (cnf), 0);
  hb_cnf_free (cnf);
}

TEST (names_what_is_wrong)
{
  expect_error ("",
                ":1:1: error: the file ends without a header; expected 'p cnf VARIABLES CLAUSES'");
  expect_error ("c only a comment\n",
                ":1:1: error: the file ends without a header; expected 'p cnf VARIABLES CLAUSES'");
  expect_error ("1 2 0\np cnf 2 1\n", ":1:1: error: '1' where the header was expected: 'p cnf "
                                      "VARIABLES CLAUSES'");
  expect_error ("p wcnf 2 1\n",
                ":1:3: error: expected 'cnf' in the header 'p cnf VARIABLES CLAUSES'");
  expect_error ("p cnf\n", ":1:6: error: the header lacks the number of variables; expected 'p cnf "
                           "VARIABLES CLAUSES'");
  expect_error ("p cnf 3\n", ":1:8: error: the header lacks the number of clauses; expected 'p cnf "
                             "VARIABLES CLAUSES'");
  expect_error ("p cnf -3 1\n", ":1:7: error: '-3' is no number of variables; expected 'p cnf "
                                "VARIABLES CLAUSES'");
  expect_error ("p cnf 1000000000 1\n1 0\n",
                ":1:7: error: the header announces more than 100000000 "
                "variables, the most that is supported");
  /* 2^64 + 1 is not 1. */
  expect_error ("p cnf 18446744073709551617 1\n1 0\n",
                ":1:7: error: the header announces more than 100000000 variables, the most that is "
                "supported");
  expect_error ("p cnf 99999999999999999999999 1\n",
                ":1:7: error: the header announces more than 100000000 variables, the most that is "
                "supported");
  expect_error ("p cnf 1 1 1\n",
                ":1:11: error: '1' after the header; expected the end of the line");
  expect_error ("p cnf 1 1\np cnf 1 1\n1 0\n",
                ":2:1: error: a second header; the first stands in line 1");
  expect_error ("p cnf 2 1\n1 x 0\n",
                ":2:3: error: 'x' is no literal; expected a number, 0 at the end of a clause");
  expect_error ("p cnf 2 1\n1 2x 0\n",
                ":2:3: error: '2x' is no literal; expected a number, 0 at the end of a clause");
  expect_error ("p cnf 2 1\n1 -0 0\n",
                ":2:3: error: '-0' is no literal; expected a number, 0 at the end of a clause");
  expect_error ("p cnf 2 1\n1 -3 0\n",
                ":2:3: error: literal -3 is out of range; the header announces 2 variables");
  expect_error ("p cnf 2 1\n99999999999999999999 0\n",
                ":2:1: error: literal 99999999999999999999 is out of range; the header announces 2 "
                "variables");
  expect_error ("p cnf 2 1\n1 0\n2 0\n1 2 0\n",
                ":3:3: error: one clause more than the 1 that the header announces");
  expect_error ("p cnf 2 3\n1 0\n2 0\n",
                ":1:9: error: the header announces 3 clauses but the file ends after 2");
  expect_error ("p cnf 2 3\n1 0\n2 0\n%\n0\n",
                ":1:9: error: the header announces 3 clauses but the file ends after 2");
  expect_error ("p cnf 2 1\n1\n2", ":2:1: error: the file ends within the clause that starts here; "
                                   "expected its 0");
  expect_error ("p cnf 2 1\n1 0\n%\n0\n1 0\n",
                ":5:1: error: '1' after the line with %; expected the end of the file");
  expect_error ("p cnf 2 1\n1 %\n",
                ":2:3: error: '%' is no literal; expected a number, 0 at the end of a clause");
  /* 2^64 - 2 is told from all that is larger. */
  expect_error (
      "p cnf 1 18446744073709551614\n",
      ":1:9: error: the header announces 18446744073709551614 clauses but the file ends after 0");
}

/* What stands behind these errors, in their line and below, would be wrong as well. */
TEST (one_error_ends_the_reading)
{
  expect_error ("p\n1 0\n", ":1:2: error: expected 'cnf' in the header 'p cnf VARIABLES CLAUSES'");
  expect_error ("p cnf 1000000000\n1 0\n", ":1:7: error: the header announces more than 100000000 "
                                           "variables, the most that is supported");
  expect_error ("p cnf 3\n4 0\n",
                ":1:8: error: the header lacks the number of clauses; expected 'p cnf "
                "VARIABLES CLAUSES'");
  expect_error ("p cnf 1 1 1\n2 0\n",
                ":1:11: error: '1' after the header; expected the end of the line");
  expect_error ("p cnf 1 1\np cnf 1 1\n2 0\n",
                ":2:1: error: a second header; the first stands in line 1");
  expect_error ("1 0\n1 0\n",
                ":1:1: error: '1' where the header was expected: 'p cnf VARIABLES CLAUSES'");
  expect_error ("p cnf 2 1\n1 0\n2 0 x\n3 0\n",
                ":3:3: error: one clause more than the 1 that the header announces");
  expect_error ("p cnf 2 1\n1 0\n%\n0\n1 1\n1\n",
                ":5:1: error: '1' after the line with %; expected the end of the file");
  /* The byte behind the digits is none, and the end of a line of Windows no part of it. */
  expect_error ("p cnf 20 1\n1 1: 0\n",
                ":2:3: error: '1:' is no literal; expected a number, 0 at the end of a clause");
  expect_error ("p cnf 1: 1\n1 0\n", ":1:7: error: '1:' is no number of variables; expected 'p cnf "
                                     "VARIABLES CLAUSES'");
  expect_error ("p cnf 3\r\n",
                ":1:8: error: the header lacks the number of clauses; expected 'p cnf "
                "VARIABLES CLAUSES'");
  /* Nothing more is said of a header that is wrong. */
  expect_error ("p cnf -3 x\n", ":1:7: error: '-3' is no number of variables; expected 'p cnf "
                                "VARIABLES CLAUSES'");
  expect_error ("p cnf 3 x y\n4 0\n", ":1:9: error: 'x' is no number of clauses; expected 'p cnf "
                                      "VARIABLES CLAUSES'");
  /* The rest of a line alone. */
  expect_error ("p cnf 2 1\n1 2x 2y 0\n",
                ":2:3: error: '2x' is no literal; expected a number, 0 at the end of a clause");
}

TEST (errors_show_words_cut_short)
{
  expect_error ("p cnf 2 1\nabcdefghijklmnopqrstuvwxyz12 0\n",
                ":2:1: error: 'abcdefghijklmnopqrstuvwxyz12' is no literal; expected a number, 0 "
                "at the end of "
                "a clause");
  expect_error ("p cnf 2 1\nabcdefghijklmnopqrstuvwxyz123 0\n",
                ":2:1: error: 'abcdefghijklmnopqrstuvwxyz12...' is no literal; expected a number, "
                "0 at the end of "
                "a clause");
  expect_error ("p cnf 2 1\n\xc3\xbc 0\n",
                ":2:1: error: '\?\?' is no literal; expected a number, 0 at the end of a clause");
}

TEST (refuses_what_is_no_text)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_dimacs_read ("/tmp", diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_diag_clear (diag);
  assert_null (hb_dimacs_read ("/nonexistent.cnf", diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  struct hb_rng rng = hb_rng_seeded (7);
  for (int round = 0; round < 50; round++)
    {
      char noise[4096] = "p cnf 5 5\n";
      for (size_t i = round % 2 ? 10 : 0; i < sizeof noise; i++)
        noise[i] = (char)hb_rng_next (&rng);
      put_bytes (noise, sizeof noise);
      hb_diag_clear (diag);
      assert_null (hb_dimacs_read (unit_scratch (), diag));
      assert_in_range (hb_diag_errors (diag), 1, HB_MOST_ERRORS + 1);
    }
  hb_diag_free (diag);
}

TEST (stops_after_twenty_errors)
{
  char text[4096] = "p cnf 1 100\n";
  for (int i = 0; i < 100; i++)
    strcat (text, i % 2 ? "1 two 0\n" : "1 2x 0\n");
  hb_diag *diag = hb_diag_new ();
  assert_null (read_text (text, diag));
  assert_int_equal (hb_diag_errors (diag), HB_MOST_ERRORS);
  hb_diag_free (diag);
}

/* Writes CNF to the scratch file. */
static void
write_formula (const hb_cnf *cnf, const char *comment)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (unit_scratch (), diag);
  assert_non_null (output);
  hb_dimacs_write (output, cnf, comment);
  assert_true (hb_output_commit (output));
  hb_diag_free (diag);
}

static hb_cnf *
random_formula (struct hb_rng *rng)
{
  int variables = (int)hb_rng_below (rng, 9);
  hb_cnf *cnf = hb_cnf_new (variables);
  for (uint64_t j = hb_rng_below (rng, 12); j; j--)
    hb_cnf_add_drawn (cnf, variables, variables ? hb_rng_below (rng, 5) : 0, rng);
  return cnf;
}

static void
assert_same (const hb_cnf *a, const hb_cnf *b)
{
  assert_int_equal (a->variables, b->variables);
  assert_int_equal (a->literals.size, b->literals.size);
  assert_int_equal (a->ends.size, b->ends.size);
  for (size_t i = 0; i < a->literals.size; i++)
    assert_int_equal (a->literals.data[i], b->literals.data[i]);
  for (size_t j = 0; j < a->ends.size; j++)
    assert_int_equal (a->ends.data[j], b->ends.data[j]);
}

TEST (reads_what_it_writes)
{
  struct hb_rng rng = hb_rng_seeded (1);
  for (int round = 0; round < 200; round++)
    {
      hb_cnf *cnf = random_formula (&rng), *copy = hb_cnf_copy (cnf);
      write_formula (cnf, round % 2 ? "two\n\nlines" : NULL);
      hb_diag *diag = hb_diag_new ();
      hb_cnf *again = hb_dimacs_read (unit_scratch (), diag);
      assert_non_null (again);
      assert_same (cnf, again);
      assert_same (cnf, copy);
      hb_diag_free (diag);
      hb_cnf_free (again);
      hb_cnf_free (copy);
      hb_cnf_free (cnf);
    }
}

/* How many assignments of its variables satisfy the formula: counted by the definition. */
static unsigned
count_models (const hb_cnf *cnf)
{
  unsigned count = 0;
  signed char model[32] = { 0 };
  for (unsigned bits = 0; bits < 1u << cnf->variables; bits++)
    {
      for (int v = 1; v <= cnf->variables; v++)
        model[v] = bits >> (v - 1) & 1 ? 1 : -1;
      bool all = true;
      for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
        {
          size_t size;
          const int *literals = hb_cnf_clause (cnf, j, &size);
          bool any = false;
          for (size_t k = 0; k < size; k++)
            any |= (literals[k] > 0) == (model[abs (literals[k])] > 0);
          if (!any && all)
            assert_int_equal (hb_cnf_falsified (cnf, model), j);
          all &= any;
        }
      if (all)
        assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
      count += all;
    }
  return count;
}

TEST (shuffling_keeps_the_models_count)
{
  struct hb_rng rng = hb_rng_seeded (2);
  bool differs = false;
  for (int round = 0; round < 200; round++)
    {
      hb_cnf *cnf = random_formula (&rng), *shuffled = hb_cnf_shuffled (cnf, &rng);
      assert_int_equal (count_models (cnf), count_models (shuffled));
      assert_int_equal (cnf->literals.size, shuffled->literals.size);
      for (size_t i = 0; i < cnf->literals.size; i++)
        differs |= cnf->literals.data[i] != shuffled->literals.data[i];
      hb_cnf_free (shuffled);
      hb_cnf_free (cnf);
    }
  assert_true (differs);
}

/* A seed gives the same formula for ever: experiments name theirs by it. */
TEST (shuffling_is_told_by_the_seed)
{
  struct hb_rng rng = hb_rng_seeded (3);
  hb_cnf *cnf = expect_formula ("p cnf 4 3\n1 -2 0\n2 3 -4 0\n-1 0\n", 4, "1 -2 0 2 3 -4 0 -1 0");
  hb_cnf *shuffled = hb_cnf_shuffled (cnf, &rng);
  write_formula (shuffled, NULL);
  hb_cnf_free (expect_file (4, "-4 0 -3 4 0 1 -2 3 0"));
  hb_cnf_free (shuffled);
  hb_cnf_free (cnf);
}

TEST (an_unsaid_value_satisfies_nothing)
{
  hb_cnf *cnf = expect_formula ("p cnf 2 2\n1 -1 0\n2 0\n", 2, "1 -1 0 2 0");
  const signed char unsaid[] = { 0, 0, 1 }, said[] = { 0, -1, 1 };
  assert_int_equal (hb_cnf_falsified (cnf, unsaid), 0);
  assert_true (hb_cnf_falsified (cnf, said) == SIZE_MAX);
  hb_cnf_free (cnf);
}

TEST (drops_and_compacts)
{
  hb_cnf *cnf = expect_formula ("p cnf 9 3\n9 -4 0\n5 0\n-9 4 7 0\n", 9, "9 -4 0 5 0 -9 4 7 0");
  hb_cnf_drop_literal (cnf, 2, 1);
  hb_cnf_drop_clause (cnf, 1);
  hb_cnf_compact (cnf);
  hb_cnf *expected = hb_cnf_new (3);
  hb_cnf_add_clause (expected, (const int[]){ 3, -1 }, 2);
  hb_cnf_add_clause (expected, (const int[]){ -3, 2 }, 2);
  assert_same (cnf, expected);
  hb_cnf_drop_clause (cnf, 1);
  hb_cnf_drop_clause (cnf, 0);
  hb_cnf_compact (cnf);
  assert_int_equal (cnf->variables, 0);
  assert_int_equal (hb_cnf_clauses (cnf), 0);
  hb_cnf_free (cnf);
  hb_cnf_free (expected);
  /* The first and the last variable, each in one clause. */
  cnf = expect_formula ("p cnf 9 2\n8 -1 0\n1 -9 0\n", 9, "8 -1 0 1 -9 0");
  hb_cnf_compact (cnf);
  expected = hb_cnf_new (3);
  hb_cnf_add_clause (expected, (const int[]){ 2, -1 }, 2);
  hb_cnf_add_clause (expected, (const int[]){ 1, -3 }, 2);
  assert_same (cnf, expected);
  hb_cnf_free (cnf);
  hb_cnf_free (expected);
}

/* Reads TEXT as a solution for 3 variables: the answer, or -1 for an error, and the model. */
static int
solution_of (const char *text, const char *model)
{
  put_bytes (text, strlen (text));
  hb_diag *diag = hb_diag_new ();
  struct hb_sat_answer solution;
  bool right = hb_solution_read (unit_scratch (), 3, &solution, diag);
  assert_int_equal (right, hb_diag_errors (diag) == 0);
  int answer = right ? (int)solution.answer : -1;
  assert_int_equal (solution.model.size, answer == HB_SATISFIABLE ? 4 : 0);
  for (size_t v = 1; v < solution.model.size; v++)
    assert_int_equal (solution.model.data[v], model[v - 1] == '+'   ? 1
                                              : model[v - 1] == '-' ? -1
                                                                    : 0);
  vec_free (solution.model);
  hb_diag_free (diag);
  return answer;
}

TEST (reads_solutions)
{
  assert_int_equal (solution_of ("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "+-+"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("s SATISFIABLE\r\nv 1 -2 3 0\r\n", "+-+"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("v -1 0\n", "-00"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("0\n", "000"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("v\t1\r-2 0\n", "+-0"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("-1 2 0\n", "-+0"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("SAT\n1 2 -3 0\n", "++-"), HB_SATISFIABLE);
  assert_int_equal (solution_of ("s UNSATISFIABLE\n", ""), HB_UNSATISFIABLE);
  assert_int_equal (solution_of ("UNSAT\n", ""), HB_UNSATISFIABLE);
  assert_int_equal (solution_of ("s UNKNOWN\n", ""), HB_NO_ANSWER);
  assert_int_equal (solution_of ("", ""), HB_NO_ANSWER);
  const char *const bad[] = { "s MAYBE\n",
                              "s SATISFIABLE\n",
                              "s SATISFIABLE\nv 1 2 3\n",
                              "v 4 0\n",
                              "v 99999999999999999999 0\n",
                              "v 1 -1 0\n",
                              "v 1 0 2\n",
                              "v 1 two 0\n",
                              "v - 0\n",
                              "s UNSATISFIABLE\nv 1 0\n",
                              "s SATISFIABLE\ns SATISFIABLE\nv 1 0\n",
                              "\x01\x02 3\n",
                              "p cnf 3 1\n" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal (solution_of (bad[i], ""), -1);
}

/* One error each, with its place. */
TEST (wrong_solutions_have_places)
{
  static const char *const cases[][2] = {
    { "v 1 two 0\n", ":1:5: error: expected a literal" },
    { "v 1\nv - 0\n", ":2:3: error: expected a literal" },
    { "v 1\nv -\n", ":2:3: error: expected a literal" },
    { "v 1 -2x 0\n", ":1:5: error: expected a literal" },
    { "v 4 0\n", ":1:3: error: variable 4 is out of range; the formula has 3 variables" },
    { "v 1000000001 0\n",
      ":1:3: error: variable 1000000001 is out of range; the formula has 3 variables" },
    { "v 1 -4 0\n", ":1:5: error: variable 4 is out of range; the formula has 3 variables" },
    { "9 0\n", ":1:1: error: variable 9 is out of range; the formula has 3 variables" },
    { "v 1 -1 0\n", ":1:5: error: the model gives both values to this variable" },
    { "v 1 0 2\n", ":1:7: error: a literal after the 0 that ends the model" },
    { "s MAYBE\n", ":1:3: error: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN" },
    { "v1 0\n", ":1:1: error: expected an 's' line, a 'v' line or literals" },
    { "s SATISFIABLE\n", ":1:1: error: said to be satisfiable but no model follows" },
    { "s SATISFIABLE\nv 1 2 3\n", ":2:1: error: the model does not end in 0" },
    { "s UNSATISFIABLE\nv 1 0\n", ":2:1: error: a model of a formula that is said to be uns" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      put_bytes (cases[i][0], strlen (cases[i][0]));
      hb_diag *diag = hb_diag_new ();
      struct hb_sat_answer solution;
      assert_false (hb_solution_read (unit_scratch (), 3, &solution, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      char *message = printed (diag);
      if (strncmp (message, cases[i][1], strlen (cases[i][1])) != 0)
        assert_string_equal (message, cases[i][1]);
      hb_free (message);
      vec_free (solution.model);
      hb_diag_free (diag);
    }
  hb_diag *diag = hb_diag_new ();
  struct hb_sat_answer none;
  assert_false (hb_solution_read ("/nonexistent.sol", 3, &none, diag));
  assert_int_equal (none.model.size, 0);
  assert_int_equal (none.answer, HB_NO_ANSWER);
  hb_diag_free (diag);
  assert_int_equal (solution_of ("INDET\n", ""), HB_NO_ANSWER);
  assert_int_equal (solution_of ("s INDETERMINATE\n", ""), HB_NO_ANSWER);
  assert_int_equal (solution_of ("v\nv 1\nv\n v -2 0\nv", "+-0"), HB_SATISFIABLE);
}

TEST (writes_solutions_in_short_lines)
{
  enum
  {
    N = 1000
  };
  signed char model[N + 1];
  for (int v = 1; v <= N; v++)
    model[v] = v % 3 ? 1 : -1;
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (unit_scratch (), diag);
  hb_solution_write (output, model, N);
  assert_true (hb_output_commit (output));
  char line[128];
  FILE *file = fopen (unit_scratch (), "r");
  size_t lines = 0;
  for (; fgets (line, sizeof line, file); lines++)
    assert_in_range (strlen (line), 1, 79);
  fclose (file);
  assert_in_range (lines, 50, 60); /* nor shorter than need be */
  struct hb_sat_answer solution;
  assert_true (hb_solution_read (unit_scratch (), N, &solution, diag));
  for (int v = 1; v <= N; v++)
    assert_int_equal (solution.model.data[v], model[v]);
  vec_free (solution.model);
  output = hb_output_open (unit_scratch (), diag);
  hb_solution_write (output, NULL, N);
  assert_true (hb_output_commit (output));
  assert_true (hb_solution_read (unit_scratch (), N, &solution, diag));
  assert_int_equal (solution.answer, HB_UNSATISFIABLE);
  hb_diag_free (diag);
}
