/* Fuzzing readers of formulas and of solvers' answers: DIMACS, `s` and `v` lines. */
#include "differential.h"
#include "targets.h"

#include "base/buffer.h"
#include "sat/solver.h"

/* --- DIMACS ------------------------------------------------------------------------------------- */

static const char *const cnf_words[]
    = { "p cnf",      "c ",          "0",          "1",           "-1", "2",   "-2",
        "3",          "-3",          "4",          "-4",          "5",  "\n",  "0\n",
        "%\n0\n",     "%",           "\r\n",       "\t",          "p",  "cnf", "+1",
        "2147483647", "-2147483648", "4294967297", "99999999999", "01" };

static char *
make_cnf (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (41, seed);
  unsigned variables = 1 + (unsigned)hb_rng_below (&rng, 5);
  uint64_t clauses = hb_rng_below (&rng, 8);
  hb_buffer text = VEC_EMPTY;
  if (hb_rng_coin (&rng))
    hb_buffer_add (&text, "c a comment\n");
  hb_buffer_add (&text, "p cnf %u %llu\n", variables, (unsigned long long)clauses);
  for (uint64_t j = 0; j < clauses; j++)
    {
      for (uint64_t k = hb_rng_below (&rng, 3) + 1; k; k--)
        hb_buffer_add (&text, "%s%u ", hb_rng_coin (&rng) ? "-" : "",
                       1 + (unsigned)hb_rng_below (&rng, variables));
      hb_buffer_add (&text, "0\n");
    }
  return hb_buffer_take (&text);
}

static hb_cnf *
read_cnf (const char *data, size_t size, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("fuzz.cnf", data, size, diag);
  return hb_dimacs_read_input (input, diag);
}

static void
write_cnf (hb_output *output, const void *cnf)
{
  hb_dimacs_write (output, cnf, NULL);
}

/* All assignments: is one a model?  MODEL gets it. */
static bool
search (const hb_cnf *cnf, signed char *model)
{
  for (unsigned bits = 0; bits < 1u << cnf->variables; bits++)
    {
      for (int v = 1; v <= cnf->variables; v++)
        model[v] = bits >> (v - 1) & 1 ? 1 : -1;
      if (hb_cnf_falsified (cnf, model) == SIZE_MAX)
        return true;
    }
  return false;
}

static void
check_solver (const hb_cnf *cnf, const char *name, bool satisfiable)
{
  hb_diag *diag = hb_diag_new ();
  if ((hb_solve_cnf (cnf, name, 0, NULL, NULL, diag) == 10) != satisfiable)
    hb_die ("%s does not say that the formula is %ssatisfiable", name, satisfiable ? "" : "un");
  hb_diag_free (diag);
}

static void
check_formula (const hb_cnf *cnf)
{
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  bool satisfiable = search (cnf, model);
  check_solver (cnf, "cadical", satisfiable);
  check_solver (cnf, "picosat", satisfiable);
  hb_free (model);
}

static bool
try_cnf (const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = read_cnf (data, size, diag);
  if (checked)
    fuzz_either (cnf, diag);
  if (cnf && checked && cnf->variables <= 100000)
    {
      size_t length;
      char *text = fuzz_written (write_cnf, cnf, &length);
      hb_cnf *again = read_cnf (text, length, diag);
      if (!again)
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_cnf, again, NULL));
      hb_cnf_free (again);
      if (fuzz_hash (data, size) % 16 == 0 && cnf->variables <= 6 && hb_cnf_clauses (cnf) <= 12)
        check_formula (cnf);
    }
  hb_cnf_free (cnf);
  hb_diag_free (diag);
  return cnf;
}

const struct fuzz_target fuzz_cnf = { .name = "cnf",
                                      .sources = "sat/dimacs sat/cnf",
                                      FUZZ_WORDS (cnf_words),
                                      .make = make_cnf,
                                      .read = try_cnf,
                                      .rounds = 1500,
                                      .fresh = 4,
                                      .least = 0,
                                      .most = 2,
                                      .least_good = 33,
                                      .most_good = 95 };

/* --- solutions ---------------------------------------------------------------------------------- */

static const char *const solution_words[] = { "s SATISFIABLE",
                                              "s UNSATISFIABLE",
                                              "s UNKNOWN",
                                              "s ",
                                              "v ",
                                              "v",
                                              "c ",
                                              "0",
                                              "1",
                                              "-1",
                                              "2",
                                              "-2",
                                              "20",
                                              "21",
                                              "\n",
                                              "\r",
                                              "\t",
                                              "-0",
                                              "+1",
                                              "SAT",
                                              "UNSAT",
                                              "INDET",
                                              "v 0\n",
                                              "99999999999",
                                              "o 1",
                                              "x" };

/* Variables that the text is read for: few, so that it can be out of range. */
#define VARIABLES 20

static char *
make_solution (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (42, seed);
  hb_buffer text = VEC_EMPTY;
  if (hb_rng_below (&rng, 4) == 0)
    hb_buffer_add (&text, "s UNSATISFIABLE\n");
  else
    {
      hb_buffer_add (&text, "s SATISFIABLE\nv");
      for (int v = 1; v <= VARIABLES; v++)
        hb_buffer_add (&text, "%s %s%d", hb_rng_below (&rng, 6) ? "" : "\nv",
                       hb_rng_coin (&rng) ? "-" : "", v);
      hb_buffer_add (&text, " 0\n");
    }
  return hb_buffer_take (&text);
}

static bool
read_solution (const char *data, size_t size, struct hb_sat_answer *solution, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("fuzz.out", data, size, diag);
  return hb_solution_read_input (input, VARIABLES, solution, diag);
}

static void
write_solution (hb_output *output, const void *what)
{
  const struct hb_sat_answer *solution = what;
  bool satisfiable = solution->answer == HB_SATISFIABLE;
  hb_solution_write (output, satisfiable ? solution->model.data : NULL, VARIABLES);
}

static bool
try_solution (const char *data, size_t size, bool checked)
{
  struct hb_sat_answer solution = { 0 }, again = { 0 };
  hb_diag *diag = hb_diag_new ();
  bool read = read_solution (data, size, &solution, diag);
  if (checked)
    fuzz_either (read, diag);
  if (read && checked
      && (solution.model.size == VARIABLES + 1) != (solution.answer == HB_SATISFIABLE))
    hb_die ("%zu values, answer %d", solution.model.size, solution.answer);
  if (read && checked && solution.answer != HB_NO_ANSWER)
    {
      size_t length;
      char *text = fuzz_written (write_solution, &solution, &length);
      if (!read_solution (text, length, &again, diag) || again.answer != solution.answer)
        hb_die ("what was written is read as something else:\n%s", text);
      for (size_t v = 1; v < solution.model.size; v++)
        if ((solution.model.data[v] > 0) != (again.model.data[v] > 0))
          hb_die ("another value of %zu:\n%s", v, text);
      hb_free (text);
    }
  vec_free (solution.model);
  vec_free (again.model);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_solution = { .name = "solution",
                                           .sources = "sat/solution",
                                           FUZZ_WORDS (solution_words),
                                           .make = make_solution,
                                           .read = try_solution,
                                           .rounds = 4000,
                                           .fresh = 16,
                                           .least = 0,
                                           .most = 3,
                                           .least_good = 33,
                                           .most_good = 95 };
