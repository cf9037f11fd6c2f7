/* See reduction_instances.h. */
#include "reduction_instances.h"

#include "base/memory.h"
#include "base/rng.h"
#include "problem/hitting.h"
#include "problem/qbf.h"
#include "problem/sat.h"
#include "problem/sc.h"
#include "problem/valid.h"
#include "small_formulas.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* Posets with many strict cycles of critical pairs: a_i before b_j where i and j differ, three chains. */
#define CROWN_3(ASKED)                                                                             \
  "poset 1\nhit " ASKED "\ntree a1 b2 b3\ntree a2 b1 b3\ntree a3 b1 b2\nend 6 4\n"
#define CROWN_4(ASKED)                                                                             \
  "poset 1\nhit " ASKED                                                                            \
  "\ntree a1 b2 b3 b4\ntree a2 b1 b3 b4\ntree a3 b1 b2 b4\ntree a4 b1 b2 b3\nend 8 5\n"
#define CHAINS_3(ASKED)                                                                            \
  "poset 1\nhit " ASKED "\norder a1 a2 a3\norder b1 b2 b3\norder c1 c2\nend 8 4\n"

/* A program that fails for few of the values that it chooses, some of which it does not choose. */
#define CHOOSING                                                                                   \
  "HB_TIME (16)\nHB_TASK (t, 1, 8, 2, 0)\nHB_TASK (u, 2, 8, 1, 1)\n"                               \
  "int g;\nint h = nondet_s8 (), i = nondet_s8 (), j = nondet_s8 ();\n"                            \
  "void t () {\n"                                                                                  \
  "  signed char a = nondet_s8 (), b = nondet_s8 (), c = nondet_s8 (), d = nondet_s8 ();\n"        \
  "  signed char q = nondet_s8 ();\n  int k = nondet_s32 ();\n"                                    \
  "  unsigned e = nondet_u32 (), f = nondet_u32 ();\n"                                             \
  "  unsigned char l = 0, m = 0, n = 0, o = 0, p = 0, r = 0;\n"                                    \
  "  if (a < 0) g = nondet_u8 (); else g = nondet_s8 ();\n"                                        \
  "  if (h == 4) i = g + 1;\n  if (h == 3) i = g;\n"                                               \
  "  if (a / b == -3 && a % b == -2 && b == 3) l = nondet_u8 ();\n"                                \
  "  if (c / d == 2 && c % d == -1 && d < -2) m = nondet_u8 ();\n"                                 \
  "  if (e / f == 1431655764u && e % f == 2u) n = nondet_u8 ();\n"                                 \
  "  if (k / 2 == -1073741824) o = nondet_u8 ();\n  if (a * d == 33) p = nondet_u8 ();\n"          \
  "  if (q / b == 4 && q % b == 1) r = nondet_u8 ();\n"                                            \
  "  assert (!(g == 77 && i == 77 && j == 0 && l == 1 && m == 2 && n == 3 &&\n"                    \
  "            o == 4 && p == 5 && r == 6));\n"                                                    \
  "}\nvoid u () { g = 7; }\n"

/* The same, of a single job. */
#define CHOOSING_ONCE                                                                              \
  "HB_TIME (8)\nHB_TASK (t, 1, 8, 2, 0)\nvoid t () {\n"                                            \
  "  signed char a = nondet_s8 (), b = nondet_s8 (), c = nondet_s8 ();\n"                          \
  "  unsigned char l = 0, m = 0;\n  if (a / b == -3 && b == 3) l = nondet_u8 ();\n"                \
  "  if (c / b == 4 && c > 0) m = nondet_u8 ();\n  assert (!(l == 1 && m == 2));\n}\n"

#define DIVIDING_BY_ZERO                                                                           \
  "HB_TIME (8)\nHB_TASK (t, 1, 8, 2, 0)\nvoid t () {\n"                                            \
  "  signed char a = nondet_s8 (), b = nondet_s8 ();\n  assert (!(a / b == -3 && b == 0));\n}\n"
#define IN_REAL_TIME                                                                               \
  "HB_TIME (8)\nHB_SEMANTICS (exact)\nHB_TASK (t, 1, 8, 2, 0)\n"                                   \
  "int g;\nvoid t () { assert (g == 0); }\n"

/* A value that is not told decides. */
#define OF_FLOATS "HB_TIME (8)\nHB_TASK (t, 1, 8, 2, 0)\nfloat f;\nvoid t () { assert (f > 2); }\n"

/* A job in which nothing happens, which another one may preempt; and a function that runs at the end. */
#define AT_THE_END                                                                                 \
  "HB_TIME (8)\nHB_TASK (t, 1, 8, 4, 0)\nHB_TASK (u, 2, 8, 1, 1)\n"                                \
  "_Bool x;\nvoid t () { }\nvoid u () { x = 1; }\n"                                                \
  "void __startrek_user_final (void) { assert (x == 0); }\n"

/* Pairs of formulas that are satisfiable, both. */
#define THREE_PAIRS "f 1 0\ng 1 0\nf 0 0\ng 0 0\nf 0 0\ng 0 0\n"
#define NINE_PAIRS THREE_PAIRS THREE_PAIRS THREE_PAIRS

/* Of the smallest ones. */
#define MOST_SMALLEST 400

struct visitor
{
  const struct hb_reduction *reduction;
  hb_instance_visit *visit;
  void *context;
  bool refused; /* those that are not accepted, instead */
  size_t left;  /* to be visited yet */
};

static bool
visit_accepted (void *context, const hb_instance *instance)
{
  struct visitor *visitor = context;
  hb_diag *diag = hb_diag_new ();
  bool accepted = hb_reduction_accepts (visitor->reduction, instance, diag);
  hb_diag_free (diag);
  if (accepted == visitor->refused)
    return true;
  visitor->left--;
  return visitor->visit (visitor->context, instance) && visitor->left;
}

/* Larger than what is enumerated, smaller than what is drawn where there is time; more of what is not enumerated. */
static bool
visit_random (struct visitor *visitor, uint64_t drawn)
{
  const struct hb_problem *from = visitor->reduction->from;
  uint64_t bounds[HB_MOST_MEASURES];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = (from->bounds[b].exhaustive + from->bounds[b].random) / 2;
  for (size_t g = 0; from->generators && from->generators[g]; g++)
    for (uint64_t i = 0; i < (from->enumerate ? drawn : 20 * drawn); i++)
      {
        struct hb_rng rng = hb_rng_stream (31, i);
        hb_diag *diag = hb_diag_new ();
        hb_instance *instance = from->generators[g]->draw (from->generators[g], bounds, &rng, diag);
        bool more = !instance || visit_accepted (visitor, instance);
        from->free (from, instance);
        hb_diag_free (diag);
        if (!more)
          return false;
      }
  return true;
}

/* Formulas with clauses of any size, which no generator draws. */
static bool
visit_wide (struct visitor *visitor, uint64_t drawn)
{
  for (uint64_t i = 0; i < drawn && visitor->reduction->from == &hb_problem_sat; i++)
    {
      struct hb_rng rng = hb_rng_stream (32, i);
      hb_cnf *cnf = random_formula (&rng, 5, hb_rng_below (&rng, 8), 6);
      bool more = visit_accepted (visitor, (const hb_instance *)cnf);
      hb_cnf_free (cnf);
      if (!more)
        return false;
    }
  return true;
}

/* What INPUT (stolen) reads. */
static bool
visit_input (struct visitor *visitor, hb_input *input, hb_diag *diag)
{
  const struct hb_problem *from = visitor->reduction->from;
  hb_instance *instance = from->read (from, input, diag);
  assert_non_null (instance);
  bool more = visit_accepted (visitor, instance);
  from->free (from, instance);
  return more;
}

/* Shapes that are rarely drawn: more clauses than literals of any variable, hardly more clauses than variables, a clause
 * that is wide, an empty one among others; a name that is taken, a thread that does nothing; ten pairs; programs that
 * choose and divide; posets with long strict cycles of critical pairs. */
static bool
visit_shapes (struct visitor *visitor)
{
  static const struct
  {
    const struct hb_problem *problem;
    const char *text;
  } shapes[] = {
    { &hb_problem_sat, "p cnf 8 8\n1 0 2 0 -3 0 4 0 5 0 6 0 7 0 -8 0\n" },
    { &hb_problem_sat, "p cnf 6 3\n2 -4 0 1 3 0 -5 6 0\n" },
    { &hb_problem_sat, "p cnf 21 1\n1 2 3 4 5 -6 7 8 9 10 11 -12 13 14 15 16 17 18 19 20 21 0\n" },
    { &hb_problem_sat, "p cnf 3 3\n1 2 0 0 -1 3 0\n" },
    { &hb_problem_2qbf, "p cnf 2 2\na 1 0\ne 2 0\n0 1 2 0\n" },
    { &hb_problem_sc,
      "edt 1\nhandler co:t\ninitial\n  write x\nhandler t\ninitial\n  write x\nend 2 2 2\n" },
    { &hb_problem_sc,
      "edt 1\nhandler t\nhandler u\ninitial\n  w: write x\n  read x w\n  write x\nend 3 1 2\n" },
    { &hb_problem_sat_and_valid,
      "formulas 1\n" NINE_PAIRS "f 2 1\n-1 2 0\ng 1 2\n1 0\n-1 0\nend\n" },
    { &hb_problem_periodic, CHOOSING },
    { &hb_problem_periodic, CHOOSING_ONCE },
    { &hb_problem_periodic, DIVIDING_BY_ZERO },
    { &hb_problem_periodic, IN_REAL_TIME },
    { &hb_problem_periodic, OF_FLOATS },
    { &hb_problem_periodic, AT_THE_END },
    { &hb_problem_hitting, CROWN_3 ("2 2") },
    { &hb_problem_hitting, CROWN_3 ("2 3") },
    { &hb_problem_hitting, CROWN_4 ("2 3") },
    { &hb_problem_hitting, CROWN_4 ("2 4") },
    { &hb_problem_hitting, CHAINS_3 ("2 2") },
    { &hb_problem_hitting, CHAINS_3 ("2 3") },
  };
  hb_diag *diag = hb_diag_new ();
  bool more = true;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes && more; i++)
    if (shapes[i].problem == visitor->reduction->from)
      more = visit_input (
          visitor, hb_input_of_bytes ("shape", shapes[i].text, strlen (shapes[i].text), diag),
          diag);
  hb_diag_free (diag);
  return more;
}

/* Programs with what is hardly drawn: locks that block, ceilings, offsets. */
static bool
visit_files (struct visitor *visitor)
{
  static const char *const names[]
      = { "e1-program-order", "e2-arrived", "e3-offsets", "e4-blocking", "e5-ceiling" };
  const char *data = getenv ("HBKIT_DATA");
  if (visitor->reduction->from != &hb_problem_periodic)
    return true;
  hb_diag *diag = hb_diag_new ();
  bool more = true;
  for (size_t i = 0; i < sizeof names / sizeof *names && more; i++)
    {
      char *path = hb_format ("%s/periodic/%s.c", data ? data : "data", names[i]);
      more = visit_input (visitor, hb_input_open (path, diag), diag);
      hb_free (path);
    }
  hb_diag_free (diag);
  return more;
}

static void
visit_smallest (struct visitor *visitor)
{
  const struct hb_problem *from = visitor->reduction->from;
  uint64_t bounds[HB_MOST_MEASURES];
  for (size_t b = 0; b < hb_problem_bounds (from); b++)
    bounds[b] = from->bounds[b].exhaustive < 2 ? from->bounds[b].exhaustive : 2;
  for (uint64_t size = 0; from->enumerate && size <= from->bounds[0].exhaustive && visitor->left;
       size++)
    from->enumerate (from, size, bounds, visit_accepted, visitor);
}

static void
visit_all (struct visitor visitor, uint64_t drawn)
{
  visitor.left = SIZE_MAX;
  if (!visit_random (&visitor, drawn) || !visit_wide (&visitor, drawn) || !visit_shapes (&visitor)
      || !visit_files (&visitor))
    return;
  visitor.left = MOST_SMALLEST;
  visit_smallest (&visitor);
}

void
each_instance (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
               void *context)
{
  visit_all ((struct visitor){ reduction, visit, context, false, 0 }, drawn);
}

void
each_refused (const struct hb_reduction *reduction, uint64_t drawn, hb_instance_visit *visit,
              void *context)
{
  visit_all ((struct visitor){ reduction, visit, context, true, 0 }, drawn);
}

hb_instance *
instance_of_text (const struct hb_problem *problem, const char *text, hb_diag *diag)
{
  return problem->read (problem, hb_input_of_bytes ("f", text, strlen (text), diag), diag);
}

enum hb_answer
first_answer (const struct hb_problem *problem, const hb_instance *instance, hb_solution **solution,
              hb_diag *diag)
{
  const struct hb_decide_options options = { .seed = 0 };
  enum hb_answer answer = HB_OPEN;
  const char *why;
  *solution = NULL;
  for (size_t i = 0; problem->deciders[i] && answer == HB_OPEN; i++)
    if (!problem->deciders[i]->accepts
        || problem->deciders[i]->accepts (problem->deciders[i], instance, &why))
      answer
          = problem->deciders[i]->decide (problem->deciders[i], instance, &options, solution, diag);
  assert_int_equal (*solution != NULL, answer == HB_YES);
  return answer;
}

bool
is_of_models (const struct hb_problem *problem)
{
  return problem->same == hb_sat_same;
}

bool
is_tested (const struct hb_reduction *reduction)
{
  const char *only = getenv ("HBKIT_REDUCTION");
  return !only || !strcmp (only, reduction->name);
}
