/* See verify.h. */
#include "cmd/verify/verify.h"

#include "engine/engine.h"
#include "run/replay.h"
#include "sat/solver.h"

#include <string.h>

/* Models tried of a formula: all of a small one, at most this many. */
#define MOST_MODELS 6

/* Who is asked about a trace: the scheduler, and order variables with either solver. The first
 * ASKED always; the others, with other seeds, where there are witnesses to be had. */
static const struct
{
  const char *engine, *solver;
  uint64_t seed;
} opinions[] = { { "cds", NULL, 0 }, { "sat", "cadical", 0 }, { "sat", "picosat", 0 },
                 { "cds", NULL, 1 }, { "sat", "cadical", 1 }, { "sat", "picosat", 2 },
                 { "cds", NULL, 3 } };
#define ASKED 3
#define OPINIONS 7

static const char *const solvers[] = { "cadical", "picosat" };

/* Says in *WHY what failed; always false. */
static bool
fails (char **why, const char *format, const char *detail)
{
  *why = hb_format (format, detail ? detail : "");
  return false;
}

static const char *
answer_name (int answer)
{
  return answer == 10 ? "satisfiable" : answer == 20 ? "unsatisfiable" : "unknown";
}

/* The verdict on CNF of both solvers, which must agree; a model in MODEL.  0 when a limit was hit.
 * */
static bool
solve_twice (struct verify *verify, const hb_cnf *cnf, int *answer, signed char *model,
             hb_diag *diag, char **why)
{
  int first = 0;
  for (int i = 0; i < 2; i++)
    {
      int got = hb_solve_cnf (cnf, solvers[i], 0, verify->limits, i ? NULL : model, diag);
      if (i && got && first && got != first)
        {
          *why = hb_format ("%s calls the formula %s, %s %s", solvers[0], answer_name (first),
                            solvers[1], answer_name (got));
          return false;
        }
      if (i == 0)
        first = got;
      else if (!got)
        first = 0;
    }
  *answer = first;
  if (first == 10 && hb_cnf_falsified (cnf, model) != SIZE_MAX)
    return fails (why, "%s gave a model that does not satisfy the formula", solvers[0]);
  return true;
}

/* --- to a formula ------------------------------------------------------------------------------
 * */

static bool
check_cnf_sizes (struct verify *verify, const hb_cnf *cnf, const hb_cnf *target, hb_diag *diag,
                 char **why)
{
  uint64_t expected[3];
  verify->reduction->expect (cnf, expected);
  if ((uint64_t)target->variables != expected[0] || hb_cnf_clauses (target) != expected[1]
      || target->literals.size != expected[2])
    {
      *why
          = hb_format ("the target has %d variables, %zu clauses and %zu literals where %llu, %llu "
                       "and %llu were declared",
                       target->variables, hb_cnf_clauses (target), target->literals.size,
                       (unsigned long long)expected[0], (unsigned long long)expected[1],
                       (unsigned long long)expected[2]);
      return false;
    }
  if (!hb_3bisat_ed.accepts (target, diag))
    return fails (why, "the target is no 3-BI-3SAT formula: %s", hb_diag_first (diag));
  return true;
}

static bool
verify_to_cnf (struct verify *verify, const hb_cnf *cnf, int answer, const signed char *model,
               hb_diag *diag, char **why)
{
  const struct hb_reduction *reduction = verify->reduction;
  hb_cnf *target = reduction->reduce_cnf (cnf, NULL);
  signed char *lifted = hb_calloc ((size_t)target->variables + 1, 1);
  signed char *back = hb_calloc ((size_t)cnf->variables + 1, 1);
  int got = 0;
  bool good = check_cnf_sizes (verify, cnf, target, diag, why)
              && solve_twice (verify, target, &got, lifted, diag, why);
  if (good && got && answer && got != answer)
    {
      *why
          = hb_format ("the formula is %s, its target %s", answer_name (answer), answer_name (got));
      good = false;
    }
  if (good && got == 10)
    {
      verify->counts.witnesses++;
      if (!reduction->extract_cnf (cnf, lifted, back, diag))
        good = fails (why, "a model of the target does not extract: %s", hb_diag_first (diag));
      else if (hb_cnf_falsified (cnf, back) != SIZE_MAX)
        good = fails (why, "a model of the target extracts to no model%s", NULL);
    }
  if (good && got == 10)
    {
      verify->counts.models++;
      if (!reduction->lift_cnf (cnf, model, lifted, diag))
        good = fails (why, "a model does not lift: %s", hb_diag_first (diag));
      else if (hb_cnf_falsified (target, lifted) != SIZE_MAX)
        good = fails (why, "a model lifts to no model of the target%s", NULL);
    }
  hb_free (lifted);
  hb_free (back);
  hb_cnf_free (target);
  return good;
}

/* --- to a trace --------------------------------------------------------------------------------
 * */

static bool
check_trace_sizes (struct verify *verify, const hb_cnf *cnf, const hb_trace *trace, char **why)
{
  uint64_t expected[3];
  verify->reduction->expect (cnf, expected);
  if (trace->events.size == expected[0] && trace->messages.size == expected[1]
      && trace->handlers.size == expected[2])
    return true;
  *why = hb_format ("the trace has %zu events, %zu messages and %zu handlers where %llu, %llu and "
                    "%llu were declared",
                    trace->events.size, trace->messages.size, trace->handlers.size,
                    (unsigned long long)expected[0], (unsigned long long)expected[1],
                    (unsigned long long)expected[2]);
  return false;
}

/* WITNESS must extract to a model of CNF. */
static bool
check_witness (struct verify *verify, const hb_cnf *cnf, const hb_trace *trace,
               const hb_witness *witness, hb_diag *diag, char **why)
{
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  bool good = true;
  verify->counts.witnesses++;
  if (!verify->reduction->extract_trace (cnf, trace, witness, model, diag))
    good = fails (why, "a witness does not extract: %s", hb_diag_first (diag));
  else if (hb_cnf_falsified (cnf, model) != SIZE_MAX)
    good = fails (why, "a witness extracts to no model%s", NULL);
  hb_free (model);
  return good;
}

/* MODEL must lift to a witness that replays and extracts to MODEL again. */
static bool
check_model (struct verify *verify, const hb_cnf *cnf, const hb_trace *trace,
             const signed char *model, hb_diag *diag, char **why)
{
  signed char *back = hb_calloc ((size_t)cnf->variables + 1, 1);
  hb_witness *witness = verify->reduction->lift_trace (cnf, model, trace, diag);
  bool good = true;
  verify->counts.models++;
  if (!witness)
    good = fails (why, "a model does not lift: %s", hb_diag_first (diag));
  else if (!hb_replay (trace, witness, NULL, diag))
    good = fails (why, "a lifted model does not replay: %s", hb_diag_first (diag));
  else if (!verify->reduction->extract_trace (cnf, trace, witness, back, diag))
    good = fails (why, "a lifted model does not extract: %s", hb_diag_first (diag));
  for (size_t i = 0; good && i < cnf->literals.size; i++)
    {
      int literal = cnf->literals.data[i], v = literal < 0 ? -literal : literal;
      if (back[v] != model[v])
        good = fails (why, "a lifted model extracts to another one%s", NULL);
    }
  hb_free (back);
  hb_witness_free (witness);
  return good;
}

/* Random assignments that happen to be models, and the solver's own; all of a small formula. */
static bool
check_models (struct verify *verify, const hb_cnf *cnf, const hb_trace *trace,
              const signed char *found, hb_diag *diag, char **why)
{
  if (!check_model (verify, cnf, trace, found, diag, why))
    return false;
  struct hb_rng rng = hb_rng_stream (verify->seed, verify->counts.formulas);
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  bool good = true, all = cnf->variables <= 6;
  uint64_t tries = all ? UINT64_C (1) << cnf->variables : 32, models = 1;
  for (uint64_t i = 0; i < tries && good && (all || models < MOST_MODELS); i++)
    {
      for (int v = 1; v <= cnf->variables; v++)
        model[v] = (all ? i >> (v - 1) & 1 : (uint64_t)hb_rng_coin (&rng)) ? 1 : -1;
      if (hb_cnf_falsified (cnf, model) == SIZE_MAX)
        {
          models++;
          good = check_model (verify, cnf, trace, model, diag, why);
        }
    }
  hb_free (model);
  return good;
}

/* One engine's opinion on the trace against the formula's ANSWER. */
static bool
check_opinion (struct verify *verify, const hb_cnf *cnf, const hb_trace *trace, int answer, int i,
               hb_diag *diag, char **why)
{
  struct hb_check_options options
      = { .solver = opinions[i].solver,
          .seed = opinions[i].seed ? verify->seed + opinions[i].seed : 0,
          .limits = verify->limits };
  hb_check_result result;
  if (verify->engine && strcmp (verify->engine, opinions[i].engine))
    return true;
  hb_check (hb_engine_find (opinions[i].engine), trace, &options, &result);
  bool good = true;
  if (result.verdict != HB_UNKNOWN && answer && (int)result.verdict != answer)
    {
      *why = hb_format ("the formula is %s, its trace %s (engine %s%s%s)", answer_name (answer),
                        result.verdict == HB_CONSISTENT ? "consistent" : "inconsistent",
                        opinions[i].engine, opinions[i].solver ? ", " : "",
                        opinions[i].solver ? opinions[i].solver : "");
      good = false;
    }
  else if (result.verdict == HB_CONSISTENT && !verify->ablation)
    good = check_witness (verify, cnf, trace, result.witness, diag, why);
  hb_check_result_free (&result);
  return good;
}

static bool
verify_to_trace (struct verify *verify, const hb_cnf *cnf, int answer, const signed char *model,
                 hb_diag *diag, char **why)
{
  hb_trace *trace = file_reduced_trace (verify->reduction, cnf, verify->ablation, diag);
  if (!trace)
    return fails (why, "the reduction makes no trace: %s", hb_diag_first (diag));
  verify->counts.events += trace->events.size;
  bool good = verify->ablation || check_trace_sizes (verify, cnf, trace, why);
  int asked = answer == 10 && !verify->ablation ? OPINIONS : ASKED;
  for (int i = 0; i < asked && good; i++)
    good = check_opinion (verify, cnf, trace, answer, i, diag, why);
  if (good && answer == 10 && !verify->ablation)
    good = check_models (verify, cnf, trace, model, diag, why);
  hb_trace_free (trace);
  return good;
}

bool
verify_formula (struct verify *verify, const hb_cnf *cnf, char **why)
{
  hb_diag *diag = hb_diag_new ();
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  int answer = 0;
  *why = NULL;
  bool good = solve_twice (verify, cnf, &answer, model, diag, why);
  verify->counts.formulas++;
  verify->counts.satisfiable += answer == 10;
  verify->counts.unsatisfiable += answer == 20;
  if (good && answer)
    good = verify->reduction->to_trace ? verify_to_trace (verify, cnf, answer, model, diag, why)
                                       : verify_to_cnf (verify, cnf, answer, model, diag, why);
  hb_free (model);
  hb_diag_free (diag);
  return good;
}

/* --- making a failure small --------------------------------------------------------------------
 * */

/* CNF without its clause J, or without literal K of it; NULL if that is no instance any more. New.
 * */
static hb_cnf *
smaller (const struct verify *verify, const hb_cnf *cnf, size_t j, size_t k)
{
  hb_cnf *less = hb_cnf_copy (cnf);
  hb_diag *diag = hb_diag_new ();
  if (k == SIZE_MAX)
    hb_cnf_drop_clause (less, j);
  else
    hb_cnf_drop_literal (less, j, k);
  hb_cnf_compact (less);
  if (!verify->reduction->accepts (less, diag))
    {
      hb_cnf_free (less);
      less = NULL;
    }
  hb_diag_free (diag);
  return less;
}

/* The first smaller formula that fails too, or NULL. */
static hb_cnf *
smaller_failure (struct verify *verify, const hb_cnf *cnf, char **why)
{
  for (int whole = 1; whole >= 0; whole--)
    for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
      {
        size_t size, tries;
        hb_cnf_clause (cnf, j, &size);
        tries = whole ? 1 : size;
        for (size_t k = 0; k < tries; k++)
          {
            char *reason;
            hb_cnf *less = smaller (verify, cnf, j, whole ? SIZE_MAX : k);
            if (less && !hb_interrupted () && !verify_formula (verify, less, &reason))
              {
                hb_free (*why);
                *why = reason;
                return less;
              }
            hb_cnf_free (less);
          }
      }
  return NULL;
}

hb_cnf *
verify_shrink (struct verify *verify, const hb_cnf *cnf, char **why)
{
  struct verify_counts counts = verify->counts;
  hb_cnf *best = hb_cnf_copy (cnf), *less;
  while ((less = smaller_failure (verify, best, why)))
    {
      hb_cnf_free (best);
      best = less;
    }
  verify->counts = counts;
  return best;
}
