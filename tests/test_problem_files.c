/* Files of graphs, sums, quantified formulas, pairs of formulas and of programs: each kind of line wrong once, and what is written of what
 * was read. */
#include "unit.h"

#include "base/memory.h"
#include "problem/list.h"
#include "reduction_instances.h"
#include "small_traces.h"
#include "text_changes.h"

/* TEXT as an instance of problem NAME; or, behind an instance, as a solution of it. */
struct what
{
  const char *problem, *instance; /* NULL: TEXT is one */
};

/* Reads TEXT, and, unless WRITTEN is NULL, writes it again: new. */
static bool
is_read (const struct what *what, const char *text, char **why, char **written)
{
  const struct hb_problem *problem = hb_problem_find (what->problem);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_to_memory ();
  hb_instance *instance = instance_of_text (problem, what->instance ? what->instance : text, diag);
  bool is = instance;
  if (what->instance)
    {
      hb_solution *solution = problem->read_solution (
          problem, instance, hb_input_of_bytes ("f", text, strlen (text), diag), diag);
      is = solution;
      if (is)
        problem->write_solution (problem, instance, solution, output);
      problem->free_solution (problem, solution);
    }
  else if (is)
    problem->write (problem, instance, NULL, output);
  problem->free (problem, instance);
  assert_true (is == !hb_diag_errors (diag));
  *why = text_of_diag (diag);
  size_t length;
  char *out = hb_output_text (output, &length);
  if (written)
    *written = out;
  else
    hb_free (out);
  hb_diag_free (diag);
  return is;
}

static bool
is_file (const void *what, const char *text, char **why)
{
  return is_read (what, text, why, NULL);
}

static void
expect_written (const struct what *what, const char *text, const char *as)
{
  char *why, *written;
  if (!is_read (what, text, &why, &written))
    fail_msg ("%s\n%s", text, why);
  assert_string_equal (written, as);
  hb_free (why);
  hb_free (written);
}

TEST (graphs)
{
  static const struct what plain = { "3-colouring", NULL }, bounded = { "clique", NULL },
                           directed = { "hamiltonian-cycle", NULL };
  static const char text[] = "c so\np edge 4 3\n\ne 1 2\ne 4 3\ncomment\ne 2 4\n",
                    arcs[] = "p arc 3 3\na 1 2\na 2 1\na 3 1\n",
                    bound[] = "p edge 3 1\ne 1 3\nk 2\n";
  expect_written (&plain, text, "p edge 4 3\ne 1 2\ne 4 3\ne 2 4\n");
  expect_written (&plain, "p col 2 2\ne 1 2\ne 2 1\n", "p edge 2 1\ne 1 2\n");
  expect_written (&plain, "p edge 0 0\n", "p edge 0 0\n");
  expect_written (&directed, arcs, "p arc 3 3\na 1 2\na 2 1\na 3 1\n");
  expect_written (&bounded, bound, "p edge 3 1\nk 2\ne 1 3\n");
  EXPECT_OF_CHANGES (
      is_file, &plain, text,
      { "p edge 4 3", "p edges 4 3", "2:3: error: expected 'edge' in the header" },
      { "p edge 4 3", "p", "expected 'edge' in the header" },
      { "p edge 4 3", "p edge", "lacks the number of vertices" },
      { "p edge 4 3", "p edge 4", "lacks the number of edges" },
      { "p edge 4 3", "p edge x 3", "'x' is no number of vertices" },
      { "p edge 4 3", "p edge 4 x", "'x' is no number of edges" },
      { "p edge 4 3", "p edge 4 3 3", "the end of the line" },
      { "p edge 4 3", "p edge 10000001 3", "more than 10000000 vertices" },
      { "p edge 4 3", "p edge 10000000 3", NULL },
      { "p edge 4 3", "q edge 4 3", "'q' where the header was expected" },
      { "p edge 4 3", "p edge 4 3\np edge 4 3", "a second header; the first stands in line 2" },
      { "p edge 4 3", "p edge 4 2", "7:1: error: one edge more than the 2" },
      { "p edge 4 3", "p edge 4 4",
        "2:10: error: the header announces 4 edges but the file ends after 3" },
      { text, "c so\n", "f:1:1: error: the file ends without a header" },
      { text, "", "f:1:1: error: the file ends without a header" },
      { "e 1 2", "e 1", "an edge has two ends" }, { "e 1 2", "e", "an edge has two ends" },
      { "e 1 2", "e 1 x", "'x' is no number of a vertex" },
      { "e 1 2", "e 0 2", "vertex 0 is out of range" },
      { "e 1 2", "e 1 5", "vertex 5 is out of range; the header announces 4" },
      { "e 1 2", "e 1 4", NULL }, { "e 1 2", "e 2 2", "an edge from vertex 2 to itself" },
      { "e 1 2", "e 1 2 3", "the end of the line" },
      { "e 1 2", "a 1 2", "'a' begins no line of a graph; expected 'e'" },
      { "e 1 2", "e 1 4294967298", "out of range" });
  EXPECT_OF_CHANGES (is_file, &directed, arcs, { "a 1 2", "a 1", "an arc has two ends" },
                     { "a 1 2", "e 1 2", "expected 'a'" },
                     { "arc 3 3", "arc 3 4", "announces 4 arcs" },
                     { "arc 3 3", "arc 3 2", "one arc more than the 2" },
                     { "arc 3 3", "arc 3", "the number of arcs" });
  EXPECT_OF_CHANGES (is_file, &bounded, bound, { "k 2", "k", "expected a number behind 'k'" },
                     { "k 2", "k x", "'x' is no bound" }, { "k 2", "k 2 2", "the end of the line" },
                     { "k 2", "k 2\nk 2", "a second bound" },
                     { "k 2", "k 18446744073709551615", "is no bound" },
                     { "k 2", "k 18446744073709551614", NULL }, { "k 2", "k 0", NULL });
}

TEST (graphs_are_told)
{
  static const struct
  {
    const char *text, *problem;
  } texts[] = { { "c\n\np edge 1 0\n", "3-colouring" },
                { "p col 1 0\n", "3-colouring" },
                { "p arc 1 0\n", "hamiltonian-cycle" },
                { "q edge 1 0\np edge 1 0\n", NULL },
                { "p cnf 1 0\n", NULL },
                { "p\n", NULL },
                { "", NULL } };
  static const char *const names[] = { "3-colouring", "hamiltonian-cycle" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t n = 0; n < 2; n++)
      {
        const struct hb_problem *problem = hb_problem_find (names[n]);
        bool is = texts[i].problem && !strcmp (texts[i].problem, names[n]);
        if (problem->recognises (problem, texts[i].text, strlen (texts[i].text)) != is)
          fail_msg ("%s: %s", names[n], texts[i].text);
      }
}

TEST (sums)
{
  static const struct what sums = { "subset-sum", NULL };
  static const char text[] = "c so\np sum 4\nk 0138\n17 20\n101 040\n";
  expect_written (&sums, text, "p sum 4\nk 138\n17\n20\n101\n40\n");
  expect_written (&sums, "p sum 1\n000\nk 99999999999999999999999\n",
                  "p sum 1\nk 99999999999999999999999\n0\n");
  expect_written (&sums, "p sum 0\nk 0\n", "p sum 0\nk 0\n");
  EXPECT_OF_CHANGES (
      is_file, &sums, text, { "p sum 4", "p sums 4", "2:3: error: expected 'sum' in the header" },
      { "p sum 4", "p", "expected 'sum' in the header" },
      { "p sum 4", "p sum", "how many numbers" }, { "p sum 4", "p sum x", "how many numbers" },
      { "p sum 4", "p sum 4 4", "the end of the line" },
      { "p sum 4", "p sum 5",
        "f:5:1: error: the header announces 5 numbers but the file ends after 4" },
      { "p sum 4", "p sum 3", "5:5: error: one number more than the 3" },
      { "p sum 4", "q", "'q' where the header was expected" },
      { "p sum 4\n", "", "where the header was expected" },
      { text, "c so\n", "ends without a header" },
      { text, "", "f:1:1: error: the file ends without a header" },
      { "k 0138\n", "", "no sum to be reached" }, { "k 0138", "k", "expected a number behind 'k'" },
      { "k 0138", "k x", "'x' is no number" }, { "k 0138", "k 1 1", "the end of the line" },
      { "k 0138", "k 1\nk 1", "a second sum to be reached" }, { "17", "x", "'x' is no number" },
      { "17", "-17", "'-17' is no number" }, { "17 20", "17 20 c", "'c' is no number" });
}

/* 2^640, but for the last three digits, which would be 776. */
#define HUGE_NUMBER(LAST)                                                                          \
  "4562440617622195218641171605700291324893228507248559930579192517899275"                         \
  "1672086773865059128113173713997786423095735944073106887047213754379982"                         \
  "52661319722214188251994674360264950082874192246603" LAST

/* Sums of numbers that are too large for a machine word, none of which is cut. */
TEST (sums_of_large_numbers)
{
  static const struct
  {
    const char *text;
    enum hb_answer answer;
  } sums[] = { { "p sum 3\nk "
                 "100000000000000000000000000000000000000009\n9999999999999999999999999999999999999"
                 "9999\n10\n7\n",
                 HB_YES },
               { "p sum 3\nk "
                 "100000000000000000000000000000000000000008\n9999999999999999999999999999999999999"
                 "9999\n10\n7\n",
                 HB_NO },
               { "p sum 1\nk 5\n5\n", HB_YES },
               { "p sum 1\nk 6\n5\n", HB_NO },
               { "p sum 3\nk 12\n5\n100\n7\n", HB_YES },
               { "p sum 3\nk 8\n5\n4\n0\n", HB_NO },
               { "p sum 3\nk 9\n5\n4\n0\n", HB_YES },
               { "p sum 2\nk 3\n9223372036854775808\n9223372036854775811\n", HB_NO },
               { "p sum 1\nk 5\n" HUGE_NUMBER ("781") "\n", HB_NO },
               { "p sum 2\nk 5\n1\n" HUGE_NUMBER ("781") "\n", HB_NO },
               { "p sum 1\nk " HUGE_NUMBER ("781") "\n5\n", HB_NO },
               { "p sum 2\nk " HUGE_NUMBER ("781") "\n5\n" HUGE_NUMBER ("776") "\n", HB_YES } };
  const struct hb_problem *problem = hb_problem_find ("subset-sum");
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
    for (size_t d = 0; problem->deciders[d]; d++)
      {
        hb_diag *diag = hb_diag_new ();
        hb_instance *instance = instance_of_text (problem, sums[i].text, diag);
        hb_solution *solution = NULL;
        const char *why;
        if (!problem->deciders[d]->accepts
            || problem->deciders[d]->accepts (problem->deciders[d], instance, &why))
          {
            assert_int_equal (problem->deciders[d]->decide (
                                  problem->deciders[d], instance,
                                  &(struct hb_decide_options){ .limits = NULL }, &solution, diag),
                              sums[i].answer);
            assert_true (!solution || problem->check (problem, instance, solution, diag));
          }
        problem->free_solution (problem, solution);
        problem->free (problem, instance);
        hb_diag_free (diag);
      }
}

/* What numbers add up to is told. */
TEST (sums_are_checked)
{
  static const char text[]
      = "p sum 4\nk 20000000000000000000\n18446744073709551615\n0\n7\n" HUGE_NUMBER ("776") "\n";
  static const struct
  {
    const char *solution, *says;
  } chosen[]
      = { { "s YES\nv 1 0\n", "the sum is 18446744073709551615; expected 20000000000000000000" },
          { "s YES\nv 1 3 0\n", "the sum is 18446744073709551622; expected" },
          { "s YES\nv 2 0\n", "the sum is 0; expected" },
          { "s YES\nv 0\n", "the sum is 0; expected" },
          { "s YES\nv 3 0\n", "the sum is 7; expected" },
          { "s YES\nv 3 4 0\n", "the sum is " HUGE_NUMBER ("783") "; expected" } };
  const struct hb_problem *problem = hb_problem_find ("subset-sum");
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_instance *instance = instance_of_text (problem, text, diag);
      hb_input *input
          = hb_input_of_bytes ("s", chosen[i].solution, strlen (chosen[i].solution), diag);
      hb_solution *solution = problem->read_solution (problem, instance, input, diag);
      assert_non_null (solution);
      assert_false (problem->check (problem, instance, solution, diag));
      char *why = text_of_diag (diag);
      if (!strstr (why, chosen[i].says))
        fail_msg ("%s%s", chosen[i].solution, why);
      hb_free (why);
      problem->free_solution (problem, solution);
      problem->free (problem, instance);
      hb_diag_free (diag);
    }
}

TEST (quantified_formulas)
{
  static const struct what qbf = { "2qbf", NULL };
  static const char text[] = "c so\np cnf 3 2\na 1 0\ne 2 3 0\n1 -2 0\n3\n2 0\n";
  expect_written (&qbf, text, "p cnf 3 2\na 1 0\ne 2 3 0\n1 -2 0\n3 2 0\n");
  expect_written (&qbf, "p cnf 2 1\ne 2 0\n2 0\n", "p cnf 2 1\ne 1 2 0\n2 0\n");
  expect_written (&qbf, "p cnf 12 1\na 10 12 0\n-12 10 0\n",
                  "p cnf 12 1\na 10 12 0\ne 1 2 3 4 5 6 7 8 9 11 0\n-12 10 0\n");
  EXPECT_OF_CHANGES (
      is_file, &qbf, text, { "p cnf", "p dnf", "expected the header 'p cnf VARIABLES CLAUSES'" },
      { "p cnf 3 2", "p cnf", "the number of variables" },
      { "p cnf 3 2", "p cnf 3", "the number of clauses" },
      { "p cnf 3 2", "p cnf x 2", "the number of variables" },
      { "p cnf 3 2", "p cnf 3 x", "the number of clauses" },
      { "p cnf 3 2", "p cnf 3 2 2", "the end of the line" },
      { "p cnf 3 2", "p cnf 100000001 2", "the number of variables" },
      { "p cnf 3 2", "p cnf 3 2\np cnf 3 2", "a second header" },
      { "p cnf 3 2\n", "", "expected the header" },
      { "p cnf 3 2", "p cnf 3 3", "announces 3 clauses; the file has 2" },
      { "p cnf 3 2", "p cnf 2 2", "variable 3 is out of range; the header announces 2" },
      { "p cnf 3 2", "p cnf 4 2", NULL }, { "a 1 0", "a 1", "the block does not end in 0" },
      { "a 1 0", "a 1 0 0", "the end of the line" },
      { "a 1 0", "a -1 0", "a block has variables, not literals" },
      { "a 1 0", "a 1 1 0", "variable 1 is quantified twice" },
      { "e 2 3 0", "e 2 3 1 0", "variable 1 is quantified twice" },
      { "a 1 0\n", "e 1 0\na 0\n", "a universal block behind an existential one" },
      { "a 1 0", "a 0\na 1 0", NULL }, { "a 1 0", "a x 0", "'x' is no literal" },
      { "3\n2 0\n", "2 0\na 0\n", "a block of quantifiers behind clauses" },
      { "3\n2 0", "3\ne 0\n2 0", "a block of quantifiers behind clauses" },
      { "e 2 3 0", "e 2 0", "variable 3 is free; expected it in a block" },
      { "1 -2 0", "1 -2 x 0", "'x' is no literal" },
      { "1 -2 0", "1 -4 0", "variable 4 is out of range" },
      { "3\n2 0\n", "3\n2\n", "the file ends before the 0 that ends a clause" },
      { text, "c so\n", "ends before the header" },
      { text, "", "f:1:1: error: the file ends before the header" },
      { "1 -2 0", "1 -00000000000002 0", NULL },
      { "1 -2 0", "1 -000000000000002 0", "is no literal" },
      { "1 -2 0", "0000000000000001 -2 0", "is no literal" },
      { "1 -2 0", "1 0 -2 0", "announces 2 clauses; the file has 3" });
}

TEST (pairs_of_formulas)
{
  static const char text[] = "formulas 1\nc so\nf 2 1\n1 -2 0\ng 1 2\n1 0\n-1 0\nend\n",
                    choice[] = "chosen 1\npair 1\nv 1 -2 0\n";
  static const struct what pairs = { "sat-and-valid", NULL }, chosen = { "sat-and-valid", text };
  expect_written (&pairs, text, "formulas 1\nf 2 1\n1 -2 0\ng 1 2\n1 0\n-1 0\nend\n");
  expect_written (&pairs, "formulas 1\nf 0 0\ng 3 1\n\n1\n-2 3 0\nf 1 0\ng 1 0\nend\n",
                  "formulas 1\nf 0 0\ng 3 1\n1 -2 3 0\nf 1 0\ng 1 0\nend\n");
  expect_written (&chosen, choice, "chosen 1\npair 1\nv 1 -2 0\n");
  expect_written (&chosen, "chosen 1\npair 1\nv 2 0\n", "chosen 1\npair 1\nv -1 2 0\n");
  EXPECT_OF_CHANGES (
      is_file, &pairs, text, { "formulas 1", "formulas 2", "expected 'formulas 1'" },
      { "formulas 1", "formula 1", "expected 'formulas 1'" },
      { "formulas 1", "formulas", "expected 'formulas 1'" },
      { "formulas 1", "formulas 1 1", "the end of the line" },
      { text, "", "expected 'formulas 1'" },
      { "f 2 1", "g 2 1", "expected formulas f and g in turn" },
      { "g 1 2", "f 1 2", "f and g in turn" }, { "f 2 1", "f", "the number of variables" },
      { "f 2 1", "f x 1", "the number of variables" }, { "f 2 1", "f 2", "the number of clauses" },
      { "f 2 1", "f 2 x", "the number of clauses" }, { "f 2 1", "f 2 1 1", "the end of the line" },
      { "f 2 1", "f 1000001 1", "the number of variables" }, { "f 2 1", "f 1000000 1", NULL },
      { "f 2 1", "f 2 2", "'g' is no literal" },
      { "f 2 1", "h 2 1", "expected 'f', 'g' or 'end', not 'h'" },
      { "1 -2 0", "1 -3 0", "'-3' is no literal; expected a number from -2 to 2" },
      { "1 -2 0", "1 -0000000000002 0", NULL },
      { "1 -2 0", "0000000000000001 -2 0", "is no literal" },
      { "1 -2 0", "1 -2 0 2", "expected 1 clauses, each ended by 0, and there are 1" },
      { "1 -2 0", "1 -2 0 2 0", "expected 1 clauses, each ended by 0, and there are 2" },
      { "-1 0\nend\n", "", "expected 2 clauses, each ended by 0, and there are 1" },
      { "-1 0\nend\n", "-1\n", "and there are 1" }, { "end\n", "", "the file ends before 'end'" },
      { "g 1 2\n1 0\n-1 0\n", "", "expected pairs of formulas, one at least" },
      { "f 2 1\n1 -2 0\ng 1 2\n1 0\n-1 0\n", "", "expected pairs of formulas" },
      { "end", "end end", "the end of the line" }, { "end\n", "end\nf 1 0\n", "behind 'end'" },
      { "end\n", "end\n\nc so\n", NULL });
  EXPECT_OF_CHANGES (
      is_file, &chosen, choice, { "chosen 1", "chosen 2", "expected 'chosen 1'" },
      { "pair 1", "pair 0", "a number from 1 to 1" },
      { "pair 1", "pair 2", "a number from 1 to 1" }, { "pair 1", "pairs 1", "expected 'pair'" },
      { "pair 1", "pair", "expected 'pair'" }, { "pair 1", "pair 1 1", "the end of the line" },
      { "pair 1", "pair x", "expected 'pair'" },
      { "v 1 -2 0", "w 1 -2 0", "expected 'v' and the literals" },
      { "v 1 -2 0", "v 1 -2", "the values do not end in 0" },
      { "v 1 -2 0", "v 1 -3 0", "'-3' is no literal" },
      { "v 1 -2 0", "v 1 -2 0 1", "the end of the line" }, { "v 1 -2 0\n", "", "expected 'v'" },
      { "v 1 -2 0\n", "v 1 -2 0\nv 1 0\n", "behind the values" }, { "v 1 -2 0", "v 0", NULL });
  static const struct what second
      = { "sat-and-valid", "formulas 1\nf 0 0\ng 3 0\nf 12 1\n-10 12 0\ng 1 0\nend\n" };
  expect_written (&pairs, second.instance, second.instance);
  expect_written (&second, "chosen 1\npair 2\nv 11 -10 0\n",
                  "chosen 1\npair 2\nv -1 -2 -3 -4 -5 -6 -7 -8 -9 -10 11 -12 0\n");
}

#define OLD "int x, y;\nvoid thread1 (void) { x = 1; }\nvoid thread2 (void) { y = x; }\n"
#define NEW "int x, y;\n\nvoid thread1 (void) { x = 2; }\nvoid thread2 (void) { y = x; }\n"

TEST (pairs_of_programs)
{
  static const struct what pairs = { "refinement", NULL };
  static const char text[] = "pair 1\n# so\nrank 2\nvars x,y\nruns complete\n\nold 3\n" OLD
                             "new 4\n" NEW "end\n# behind\n";
  expect_written (&pairs, text,
                  "pair 1\nrank 2\nvars x,y\nruns complete\nold 3\n" OLD "new 4\n" NEW "end\n");
  expect_written (&pairs, "pair 1\nnew 4\n" NEW "old 3\n" OLD "rank all\nruns blocked\nend",
                  "pair 1\nrank all\nold 3\n" OLD "new 4\n" NEW "end\n");
  expect_written (&pairs, "pair 1\nnew 4\n" NEW "old 3\n" OLD "rank 64\nend",
                  "pair 1\nrank 64\nold 3\n" OLD "new 4\n" NEW "end\n");
  EXPECT_OF_CHANGES (
      is_file, &pairs, text, { "pair 1", "pairs 1", "1:1: error: expected 'pair 1'" },
      { "pair 1", "pair 2", "expected 'pair 1'" }, { "pair 1", "pair", "expected 'pair 1'" },
      { "pair 1", "pair 1 1", "1:8: error: '1' where the end of the line was expected" },
      { text, "", "f: error: expected 'pair 1'" }, { text, "pair 1\n", "expected a line 'rank'" },
      { "rank 2", "rank", "expected a rank from 1 to 64, or 'all'" },
      { "rank 2", "rank 0", "3:6: error: expected a rank from 1 to 64, or 'all'" },
      { "rank 2", "rank 65", "expected a rank from 1 to 64" },
      { "rank 2", "rank x", "expected a rank from 1 to 64" }, { "rank 2", "rank 64", NULL },
      { "rank 2", "rank 1", NULL }, { "rank 2", "rank all", NULL },
      { "rank 2", "rank 2 2", "3:8: error: '2' where the end of the line was expected" },
      { "rank 2", "rank all 2", "'2' where the end of the line was expected" },
      { "rank 2", "rank 2\nrank 3", "4:6: error: a second rank" },
      { "rank 2\n", "", "expected a line 'rank'" },
      { "rank 2", "ranks 2", "3:1: error: expected 'rank', 'vars', 'runs', 'old', 'new' or 'end'" },
      { "rank 2", "rank 2\n#", NULL }, { "vars x,y", "vars z", "z" }, { "vars x,y\n", "", NULL },
      { "vars x,y", "vars", "expected variables, with commas between" },
      { "vars x,y", "vars x y", "4:8: error: 'y' where the end of the line was expected" },
      { "vars x,y", "vars x\nvars y", "a second line 'vars'" }, { "runs complete\n", "", NULL },
      { "runs complete", "runs blocked", NULL },
      { "runs complete", "runs blocked\nruns complete", "6:1: error: a second line 'runs'" },
      { "runs complete", "runs", "expected 'blocked' or 'complete'" },
      { "runs complete", "runs all", "5:6: error: expected 'blocked' or 'complete'" },
      { "runs complete\n\nold 3", "runs old 3", "expected 'blocked' or 'complete'" },
      { "runs complete", "runs # complete", "expected 'blocked' or 'complete'" },
      { "runs complete", "runs complete x", "'x' where the end of the line was expected" },
      { "old 3", "old", "7:4: error: expected the number of lines of the program" },
      { "old 3", "old x", "7:5: error: expected the number of lines of the program" },
      { "old 3", "old 3 3", "'3' where the end of the line was expected" },
      { "old 3", "old 2", "not 'void'" },
      { "old 3", "old 99", "the file ends in the program; expected 99 lines" },
      { "old 3\n", "old 0\nold 3\n", "8:1: error: a second program called old" },
      { "old 3\n" OLD, "", "expected a program 'old'" },
      { "new 4\n" NEW, "", "expected a program 'new'" },
      { "new 4\n" NEW "end\n", "new 4\n" NEW "new 4\n" NEW "end\n", "a second program called new" },
      { "new 4\n" NEW "end\n# behind\n", "new 4\nint x, y;\n",
        "the file ends in the program; expected 4 lines" },
      { "end\n", "", "expected 'end': the file is cut off" },
      { "end\n", "end 1\n", "'1' where the end of the line was expected" },
      { "end\n", "end\nend\n", "'end' behind 'end'" },
      { "end\n", "end\nrank 2\n", "'rank' behind 'end'" }, { "x = 2;", "x = ;", "error" });
}

TEST (differences_of_programs)
{
  static const struct what difference
      = { "refinement", "pair 1\nrank all\nvars x,y\nold 3\n" OLD "new 4\n" NEW "end\n" };
  static const char text[] = "difference 1\n# so\n\nfact rf x: init -> thread2: y = x\n"
                             "run\nschedule threads 1\nthread2\nend 1\n";
  expect_written (&difference, text,
                  "difference 1\nfact rf x: init -> thread2: y = x\n"
                  "run\nschedule threads 1\nthread2\nend 1\n");
  EXPECT_OF_CHANGES (
      is_file, &difference, text,
      { "difference 1", "difference 2", "1:12: error: expected 'difference 1'" },
      { "difference 1", "difference 1 x", "the end of the line" },
      { text, "", "f: error: expected 'difference 1'" }, { "fact rf", "fact   rf", NULL },
      { "fact rf", "facts rf", "4:1: error: expected 'fact' or 'run'" },
      { "init ->", "init >", "4:1: error: no dependency of the two programs" },
      { "fact rf x: init -> thread2: y = x", "fact", "no dependency of the two programs" },
      { "y = x\n", "y = x \n", "no dependency of the two programs" },
      { "fact rf x: init -> thread2: y = x\n", "", NULL },
      { "run\nschedule threads 1\nthread2\nend 1\n", "",
        "the file ends before 'run' and a schedule" },
      { "run\n", "runs\n", "expected 'fact' or 'run'" }, { "thread2\n", "thread3\n", "thread3" },
      { "end 1\n", "", "cut off" }, { "end 1\n", "end 2\n", "error" });
}

/* The run is one of the new version, which may have other threads. */
TEST (differences_are_runs_of_the_new_version)
{
  static const struct what difference
      = { "refinement",
          "pair 1\nrank all\nold 3\n" OLD "new 5\n" NEW "void thread0 (void) { y = 1; }\nend\n" };
  static const char text[] = "difference 1\nrun\nschedule threads 1\nthread0\nthread1\nend 2\n";
  expect_written (&difference, text, text);
}

/* A comment is written where the format has one; a program has no zero bytes. */
TEST (pairs_of_programs_as_written)
{
  const struct hb_problem *problem = hb_problem_find ("refinement");
  static const char text[] = "pair 1\nrank 2\nold 3\n" OLD "new 4\n" NEW "end\n",
                    zero[] = "pair 1\nrank 2\nold 1\nint x;\0\nnew 1\nint x;\nend\n";
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_to_memory ();
  hb_instance *pair = instance_of_text (problem, text, diag);
  problem->write (problem, pair, "by hand", output);
  size_t length;
  char *out = hb_output_text (output, &length);
  assert_string_equal (out, "pair 1\n# by hand\nrank 2\nold 3\n" OLD "new 4\n" NEW "end\n");
  hb_free (out);
  problem->free (problem, pair);
  assert_null (problem->read (problem, hb_input_of_bytes ("f", zero, sizeof zero - 1, diag), diag));
  char *why = text_of_diag (diag);
  assert_non_null (strstr (why, "4:1: error: a zero byte in the program"));
  hb_free (why);
  hb_diag_free (diag);
  /* Of what is no such file nothing more is said. */
  static const char *const others[] = { "", "pairs 1\nranks\n" };
  for (size_t i = 0; i < 2; i++)
    {
      diag = hb_diag_new ();
      assert_null (instance_of_text (problem, others[i], diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      hb_diag_free (diag);
    }
}
