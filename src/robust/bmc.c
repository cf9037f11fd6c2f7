/* See bmc.h: the question, and what a model says. */
#include "robust/bmc.h"

#include "robust/bmc_unroll.h"
#include "sat/solver.h"

struct asker
{
  struct bmc_circuit circuit;
  hb_solver *solver;
  hb_tseitin *tseitin;
  size_t clauses;
};

static void
add (void *context, int literal)
{
  struct asker *a = context;
  hb_solver_add (a->solver, literal);
  a->clauses += !literal;
}

/* The choices of the model, in order. */
static void
read_model (struct asker *a, struct hb_bmc_result *result)
{
  signed char *values = hb_tseitin_values (a->tseitin, hb_solver_tell, a->solver);
  for (size_t i = 0; i < a->circuit.choices.size; i++)
    {
      const struct bmc_choice *choice = &a->circuit.choices.data[i];
      if (hb_bits_holds (values, choice->guard))
        vec_push (result->choices, (int32_t)((uint32_t)choice->low
                                             + (uint32_t)hb_bits_number (values, choice->word)));
    }
  hb_free (values);
}

/* Can GOAL be true?  10, 20, 0. */
static int
ask (struct asker *a, hb_lit goal, struct hb_limits *limits)
{
  if (goal == HB_FALSE)
    return 20;
  int literal = hb_tseitin_literal (a->tseitin, goal);
  hb_solver_assume (a->solver, literal);
  return hb_solver_solve (a->solver, limits);
}

bool
hb_bmc (const hb_acode *code, const struct hb_bmc_options *options, struct hb_bmc_result *result,
        hb_diag *diag)
{
  *result = (struct hb_bmc_result){ .answer = HB_ROBUST_UNKNOWN };
  struct asker a = { .clauses = 0 };
  a.solver = hb_solver_new (options->solver, 0, diag);
  if (!a.solver)
    return false;
  bmc_unroll (code, options, &a.circuit);
  a.tseitin = hb_tseitin_new (a.circuit.bits, add, &a);
  if (!a.circuit.given_up)
    {
      for (size_t i = 0; i < a.circuit.always.size; i++)
        hb_tseitin_clause (a.tseitin, &a.circuit.always.data[i], 1);
      int fails = ask (&a, a.circuit.fails, options->limits);
      if (fails == 10)
        {
          result->answer = HB_ROBUST_VIOLATED;
          read_model (&a, result);
        }
      int beyond = fails == 20 ? ask (&a, a.circuit.cut, options->limits) : 0;
      result->cut = beyond == 10;
      if (beyond == 20)
        result->answer = HB_ROBUST_ROBUST;
    }
  result->gates = hb_bits_nodes (a.circuit.bits);
  result->variables = (size_t)hb_tseitin_variables (a.tseitin);
  result->clauses = a.clauses;
  hb_tseitin_free (a.tseitin);
  hb_solver_end (a.solver, diag);
  hb_bits_free (a.circuit.bits);
  vec_free (a.circuit.choices);
  vec_free (a.circuit.always);
  return true;
}

void
hb_bmc_result_free (struct hb_bmc_result *result)
{
  vec_free (result->choices);
}
