/* The solvers, all through one interface, against a search of all assignments. */
#include "unit.h"

#include "base/rng.h"
#include "sat/solver.h"

/* A solver that is a command and always there: this very program, called with the argument "solve". */
static char *own_command;

static const char *const names[] = { "cadical", "picosat", NULL };

static hb_solver *
solver_of (const char *name, uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  hb_solver *solver = hb_solver_new (name ? name : own_command, seed, diag);
  assert_non_null (solver);
  hb_diag_free (diag);
  return solver;
}

/* A random formula of clauses of up to three literals. */
static hb_cnf *
random_cnf (struct hb_rng *rng, int variables, size_t clauses)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  for (size_t j = 0; j < clauses; j++)
    hb_cnf_add_drawn (cnf, variables, 1 + hb_rng_below (rng, 3), rng);
  return cnf;
}

/* Is there a model with the given LITERALS?  By trying all. */
static bool
has_model (const hb_cnf *cnf, const int *literals, size_t count)
{
  signed char model[16];
  for (unsigned bits = 0; bits < 1u << cnf->variables; bits++)
    {
      bool fits = true;
      for (int v = 1; v <= cnf->variables; v++)
        model[v] = bits >> (v - 1) & 1 ? 1 : -1;
      for (size_t i = 0; i < count && fits; i++)
        fits = model[abs (literals[i])] == (literals[i] > 0 ? 1 : -1);
      if (fits && hb_cnf_falsified (cnf, model) == SIZE_MAX)
        return true;
    }
  return false;
}

static void
add_clause (hb_solver *solver, const hb_cnf *cnf, size_t j)
{
  size_t size;
  const int *literals = hb_cnf_clause (cnf, j, &size);
  for (size_t k = 0; k < size; k++)
    hb_solver_add (solver, literals[k]);
  hb_solver_add (solver, 0);
}

/* The solver's model satisfies the formula and the assumptions. */
static void
check_model (hb_solver *solver, const hb_cnf *cnf, const int *assumed, size_t count)
{
  signed char model[16] = { 0 };
  for (int v = 1; v <= cnf->variables; v++)
    {
      model[v] = (signed char)hb_solver_value (solver, v);
      assert_int_equal (hb_solver_value (solver, -v), -model[v]);
    }
  assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
  for (size_t i = 0; i < count; i++)
    assert_int_equal (hb_solver_value (solver, assumed[i]), 1);
}

/* The failed assumptions suffice for the contradiction. */
static void
check_failed (hb_solver *solver, const hb_cnf *cnf, const int *assumed, size_t count)
{
  int failed[4];
  size_t many = 0;
  for (size_t i = 0; i < count; i++)
    if (hb_solver_failed (solver, assumed[i]))
      failed[many++] = assumed[i];
  assert_false (has_model (cnf, failed, many));
}

/* Clause after clause, with assumptions in between; every answer is checked. */
static void
check_incremental (const char *name, int formulas)
{
  int answers[2] = { 0, 0 };
  for (int i = 0; i < formulas; i++)
    {
      struct hb_rng rng = hb_rng_stream (11, (uint64_t)i);
      int variables = 2 + (int)hb_rng_below (&rng, 6);
      hb_cnf *all = random_cnf (&rng, variables, 4 * (size_t)variables),
             *sofar = hb_cnf_new (variables);
      hb_solver *solver = solver_of (name, (uint64_t)i % 3);
      for (size_t j = 0; j < hb_cnf_clauses (all); j++)
        {
          size_t size;
          const int *literals = hb_cnf_clause (all, j, &size);
          hb_cnf_add_clause (sofar, literals, size);
          add_clause (solver, all, j);
          if (hb_rng_below (&rng, 3))
            continue;
          int assumed[3];
          size_t count = (size_t)hb_rng_below (&rng, 4);
          for (size_t k = 0; k < count; k++)
            {
              int v = 1 + (int)hb_rng_below (&rng, (uint64_t)variables);
              assumed[k] = hb_rng_coin (&rng) ? v : -v;
              hb_solver_assume (solver, assumed[k]);
            }
          if (hb_rng_coin (&rng))
            hb_solver_phase (solver, hb_rng_coin (&rng) ? 1 : -1);
          int answer = hb_solver_solve (solver, NULL);
          assert_int_equal (answer, has_model (sofar, assumed, count) ? 10 : 20);
          answers[answer == 10]++;
          if (answer == 10)
            check_model (solver, sofar, assumed, count);
          else
            check_failed (solver, sofar, assumed, count);
        }
      hb_solver_free (solver);
      hb_cnf_free (all);
      hb_cnf_free (sofar);
    }
  assert_true (answers[0] > formulas / 2 && answers[1] > formulas / 2);
}

TEST (test_cadical) { check_incremental ("cadical", 200); }

TEST (test_picosat) { check_incremental ("picosat", 200); }

TEST (test_command) { check_incremental (NULL, 10); }

TEST (test_solve_cnf)
{
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < 300; i++)
    {
      struct hb_rng rng = hb_rng_stream (12, i);
      hb_cnf *cnf = random_cnf (&rng, 8, 8 + (size_t)hb_rng_below (&rng, 20));
      bool truth = has_model (cnf, NULL, 0);
      for (int k = 0; k < 2; k++)
        {
          signed char model[9];
          int answer = hb_solve_cnf (cnf, names[k], i % 2, NULL, model, diag);
          assert_int_equal (answer, truth ? 10 : 20);
          if (truth)
            assert_true (hb_cnf_falsified (cnf, model) == SIZE_MAX);
        }
      hb_cnf_free (cnf);
    }
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
}

/* The empty formula, the empty clause, a variable that no clause has. */
TEST (test_edges)
{
  for (int k = 0; k < 3; k++)
    {
      hb_solver *solver = solver_of (names[k], 0);
      assert_non_null (hb_solver_signature (solver));
      assert_int_equal (hb_solver_solve (solver, NULL), 10);
      assert_int_equal (abs (hb_solver_value (solver, 7)), 1);
      hb_solver_assume (solver, -5);
      assert_int_equal (hb_solver_solve (solver, NULL), 10);
      assert_int_equal (hb_solver_value (solver, 5), -1);
      hb_solver_add (solver, 0);
      assert_int_equal (hb_solver_solve (solver, NULL), 20);
      hb_solver_free (solver);
    }
}

TEST (test_no_solver)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_solver_new ("", 0, diag));
  assert_null (hb_solver_new (" ", 0, diag));
  assert_null (hb_solver_new ("no-such-program -q", 0, diag));
  assert_null (hb_solver_new ("/no/such/program", 0, diag));
  assert_int_equal (hb_diag_errors (diag), 4);
  hb_diag_free (diag);
}

/* A pigeon too many: hard for resolution. */
static void
add_pigeons (hb_solver *solver, int holes)
{
  for (int p = 0; p <= holes; p++)
    {
      for (int h = 0; h < holes; h++)
        hb_solver_add (solver, 1 + p * holes + h);
      hb_solver_add (solver, 0);
      for (int q = 0; q < p; q++)
        for (int h = 0; h < holes; h++)
          {
            hb_solver_add (solver, -(1 + p * holes + h));
            hb_solver_add (solver, -(1 + q * holes + h));
            hb_solver_add (solver, 0);
          }
    }
}

/* A limit stops a search that would take ages, and soon. */
TEST (test_limits)
{
  const char *const slow[] = { "cadical", "picosat", "sleep 60" };
  for (int k = 0; k < 3; k++)
    {
      struct hb_limits limits = hb_limits_new (0.2, 0);
      hb_solver *solver = solver_of (slow[k], 0);
      add_pigeons (solver, 12);
      double start = hb_now ();
      assert_int_equal (hb_solver_solve (solver, &limits), 0);
      assert_int_equal (limits.stop, HB_OUT_OF_TIME);
      assert_true (hb_now () - start < 5);
      hb_solver_free (solver);
    }
}

/* Commands that do not answer, or lie. */
TEST (test_bad_commands)
{
  const char *const bad[]
      = { "sh -c 'exit 3'", "echo s SATISFIABLE", "echo hello; echo v 1 2 0",
          "'/no/such/program' 2>/dev/null", "printf 's SATISFIABLE\\nv 1 -2 0\\n'" };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
      hb_solver *solver = solver_of (bad[k], 0);
      hb_solver_add (solver, 1), hb_solver_add (solver, 0);
      hb_solver_add (solver, 2), hb_solver_add (solver, 0);
      assert_int_equal (hb_solver_solve (solver, NULL), 0);
      hb_solver_free (solver);
    }
}

/* CaDiCaL's proof is text, and ends in the empty clause. */
TEST (test_proof)
{
  char path[] = "/tmp/hbkit-proof-XXXXXX", line[256], last[256] = "";
  int file = mkstemp (path);
  assert_true (file >= 0);
  hb_solver *solver = solver_of ("cadical", 0);
  assert_true (hb_solver_proof (solver, path));
  add_pigeons (solver, 4);
  assert_int_equal (hb_solver_solve (solver, NULL), 20);
  hb_solver_free (solver);
  FILE *proof = fdopen (file, "r");
  while (fgets (line, sizeof line, proof))
    {
      assert_int_equal (strspn (line, "-0123456789 d\n"), strlen (line));
      if (line[0] != 'd')
        strcpy (last, line);
    }
  fclose (proof);
  remove (path);
  assert_string_equal (last, "0\n");
  solver = solver_of ("picosat", 0);
  assert_false (hb_solver_proof (solver, path));
  hb_solver_free (solver);
}

/* "solve": DIMACS from standard input, answer as the competition has it. */
static int
act_as_solver (void)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_dimacs_read ("-", diag);
  if (!cnf)
    return 1;
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int answer = hb_solve_cnf (cnf, "picosat", 0, NULL, model, diag);
  puts (answer == 10 ? "c one comment\ns SATISFIABLE" : "s UNSATISFIABLE");
  for (int v = 1; answer == 10 && v <= cnf->variables; v++)
    printf ("%s%d%s", v % 3 == 1 ? "v " : " ", model[v] > 0 ? v : -v, v % 3 == 0 ? "\n" : "");
  puts (answer == 10 ? "\nv 0" : "");
  hb_free (model);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
  return answer;
}

/* All clauses over three variables cannot be refuted without a conflict; one clause causes none. */
TEST (test_conflicts)
{
  for (int k = 0; k < 2; k++)
    {
      hb_solver *hard = solver_of (names[k], 0), *easy = solver_of (names[k], 0);
      for (int signs = 0; signs < 8; signs++)
        {
          for (int v = 0; v < 3; v++)
            hb_solver_add (hard, signs >> v & 1 ? v + 1 : -v - 1);
          hb_solver_add (hard, 0);
        }
      hb_solver_add (easy, 1);
      hb_solver_add (easy, 2);
      hb_solver_add (easy, 0);
      uint64_t count = 77;
      assert_int_equal (hb_solver_solve (hard, NULL), 20);
      assert_true (hb_solver_conflicts (hard, &count));
      assert_true (count > 0 && count < 20);
      assert_int_equal (hb_solver_solve (easy, NULL), 10);
      assert_true (hb_solver_conflicts (easy, &count));
      assert_int_equal (count, 0);
      hb_solver_free (hard);
      hb_solver_free (easy);
    }
  uint64_t count;
  hb_solver *command = solver_of (NULL, 0);
  assert_false (hb_solver_conflicts (command, &count));
  hb_solver_free (command);
}

int
main (int count, char **arguments)
{
  if (count == 2 && !strcmp (arguments[1], "solve"))
    return act_as_solver ();
  own_command = hb_format ("'%s' solve", arguments[0]);
  int failures = unit_run ();
  hb_free (own_command);
  return failures;
}
