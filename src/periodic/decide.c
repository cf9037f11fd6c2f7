/* See decide.h. */
#include "periodic/decide.h"

#include "periodic/exact.h"
#include "sat/solver.h"

struct attempt
{
  hb_unfolding *unfolding;
  hb_vc *vc;
  hb_exact *exact;
  hb_solver *solver;
  hb_diag *diag;         /* borrowed */
  VEC (int) fails;       /* by check: a literal that says that it fails */
  VEC (hb_id) questions; /* checks, by the hyper-period of their job, then by property */
  VEC (size_t) first;    /* of each question in them; one more at the end */
};

static void
attempt_free (struct attempt *a)
{
  hb_exact_free (a->exact);
  hb_vc_free (a->vc);
  hb_unfolding_free (a->unfolding);
  hb_solver_end (a->solver, a->diag);
  vec_free (a->fails);
  vec_free (a->questions);
  vec_free (a->first);
}

/* In which hyper-period does the job of check I arrive?  The final function comes last. */
static int64_t
period_of (const struct attempt *a, hb_id i)
{
  const hb_jobs *jobs = a->unfolding->jobs;
  hb_id job = a->unfolding->checks.data[i].job;
  int64_t hyper = hb_hyper_period (jobs->program);
  return job >= jobs->jobs.size ? INT64_MAX
                                : jobs->jobs.data[job].arrival / (hyper ? hyper : INT64_MAX);
}

/* -1, 0, 1: the question of check I comes before that of check K, is the same, comes after. */
static int
compare_questions (const struct attempt *a, hb_id i, hb_id k)
{
  int64_t x = period_of (a, i), y = period_of (a, k);
  struct hb_c_spot s = a->unfolding->checks.data[i].spot, t = a->unfolding->checks.data[k].spot;
  if (x != y)
    return x < y ? -1 : 1;
  if (s.line != t.line)
    return s.line < t.line ? -1 : 1;
  return (s.column > t.column) - (s.column < t.column);
}

/* One question for each property and hyper-period, the early ones first. */
static void
list_questions (struct attempt *a)
{
  for (hb_id i = 0; i < a->fails.size; i++)
    {
      size_t at = a->questions.size;
      vec_push (a->questions, i);
      for (; at && compare_questions (a, a->questions.data[at - 1], i) > 0; at--)
        a->questions.data[at] = a->questions.data[at - 1];
      a->questions.data[at] = i;
    }
  for (size_t i = 0; i < a->questions.size; i++)
    if (!i || compare_questions (a, a->questions.data[i - 1], a->questions.data[i]))
      vec_push (a->first, i);
  vec_push (a->first, a->questions.size);
}

/* The formula, in a solver, with its last clause: some check fails. */
static bool
prepare (struct attempt *a, const hb_jobs *jobs, const struct hb_periodic_options *options,
         const struct hb_vc_options *formula, struct hb_periodic_result *result, hb_diag *diag)
{
  double start = hb_now ();
  a->diag = diag;
  struct hb_unfold_options unfold = options->unfold;
  unfold.limits = options->limits;
  a->unfolding = hb_unfold (jobs, &unfold, diag);
  if (!a->unfolding)
    return false;
  result->unfold_seconds += hb_now () - start;
  if (!a->unfolding->checks.size)
    {
      /* Nothing can fail; or nothing is there that could, which is no question. */
      result->checks = 0;
      result->asked = a->unfolding->asked;
      return true;
    }
  start = hb_now ();
  a->solver = hb_solver_new (options->solver, options->seed, diag);
  /* By rounds it takes simplified clauses to see what numbers are. */
  if (a->solver && formula->encoding == HB_ENCODING_POSITION)
    hb_solver_hint (a->solver, HB_SOLVER_PLAIN);
  a->vc = a->solver ? hb_vc_new (a->unfolding, formula, hb_solver_take, a->solver, diag) : NULL;
  if (!a->vc)
    return false;
  if (formula->semantics == HB_SEMANTICS_EXACT)
    a->exact = hb_exact_new (a->vc);
  result->checks = a->unfolding->checks.size;
  result->asked = a->unfolding->asked;
  for (size_t i = 0; i < result->checks; i++)
    vec_push (a->fails, hb_vc_fails (a->vc, i));
  list_questions (a);
  result->formula_seconds += hb_now () - start;
  return true;
}

/* Solves under the assumption of one question; time rules models out until one is real.  The inputs of a model are new
 * in *INPUTS. */
static int
solve_one (struct attempt *a, int question, const struct hb_periodic_options *options,
           struct hb_periodic_result *result, signed char **inputs)
{
  for (;;)
    {
      hb_solver_assume (a->solver, question);
      int answer = hb_solver_solve (a->solver, options->limits);
      if (answer != 10)
        return answer;
      *inputs = hb_vc_inputs (a->vc, hb_solver_tell, a->solver);
      if (!a->exact || hb_exact_accepts (a->exact, *inputs))
        return answer;
      hb_free (*inputs);
      *inputs = NULL;
      result->refused++;
    }
}

/* Question after question: does this property fail in a job of that hyper-period?  What the solver has learned stays. */
static int
solve (struct attempt *a, const struct hb_periodic_options *options,
       struct hb_periodic_result *result, signed char **inputs)
{
  double start = hb_now ();
  int answer = 20;
  for (size_t q = 0; q + 1 < a->first.size && answer == 20; q++)
    {
      int question = hb_vc_literal (a->vc, hb_bits_input (a->unfolding->bits));
      for (size_t i = a->first.data[q]; i < a->first.data[q + 1]; i++)
        hb_solver_add (a->solver, a->fails.data[a->questions.data[i]]);
      hb_solver_add (a->solver, -question);
      hb_solver_add (a->solver, 0);
      answer = solve_one (a, question, options, result, inputs);
      result->questions++;
    }
  result->solve_seconds += hb_now () - start;
  return answer;
}

/* A run for a violation under SEMANTICS; 10, 20 if there is none, 0. */
static int
find_run (const hb_jobs *jobs, const struct hb_periodic_options *options,
          enum hb_semantics semantics, struct hb_periodic_result *result, hb_diag *diag)
{
  struct hb_vc_options formula = options->formula;
  struct attempt a = { 0 };
  struct hb_periodic_result own = { 0 };
  signed char *inputs = NULL;
  formula.keep = HB_KEEP_ALL;
  formula.snapshots = HB_SNAPSHOTS_MOD;
  formula.encoding = HB_ENCODING_POSITION;
  formula.semantics = semantics;
  formula.ablations = 0;
  int answer = prepare (&a, jobs, options, &formula, &own, diag) && own.checks
                   ? solve (&a, options, &own, &inputs)
                   : 0;
  result->refused += own.refused;
  if (answer == 10)
    {
      result->run = hb_periodic_run_of_model (a.vc, inputs);
      result->run->private_shared = options->unfold.private_shared;
      result->run->div0 = options->unfold.div0;
      if (a.exact)
        hb_exact_time (a.exact, inputs, result->run);
    }
  hb_free (inputs);
  attempt_free (&a);
  return answer;
}

static bool
attach_run (const struct hb_periodic_options *options, struct hb_periodic_result *result,
            hb_diag *diag)
{
  int own = 0, real = find_run (result->kept, options, HB_SEMANTICS_EXACT, result, diag);
  result->real_known = real != 0;
  result->is_real = real == 10;
  if (!result->run && options->formula.semantics != HB_SEMANTICS_EXACT && !hb_diag_errors (diag))
    own = find_run (result->kept, options, options->formula.semantics, result, diag);
  if (own == 20 || (real == 20 && options->formula.semantics == HB_SEMANTICS_EXACT))
    hb_error (diag, NULL,
              "the two encodings of the order disagree: no verdict; please report this");
  if (hb_diag_errors (diag))
    return false;
  if (!result->run)
    {
      /* A limit; what has not been replayed is not told. */
      result->answer = HB_PERIODIC_UNKNOWN;
      return true;
    }
  if (!hb_periodic_run_replay (result->kept, result->run, &result->failures, diag))
    return false;
  if (!result->failures.size)
    hb_error (diag, NULL,
              "the run that was found does not fail when it is replayed: please report this");
  return result->failures.size;
}

bool
hb_periodic_decide (const hb_periodic_program *program, const struct hb_periodic_options *options,
                    struct hb_periodic_result *result, hb_diag *diag)
{
  *result = (struct hb_periodic_result){ .answer = HB_PERIODIC_UNKNOWN };
  struct hb_vc_options formula = options->formula;
  struct attempt a = { 0 };
  signed char *inputs = NULL;
  if (formula.semantics == HB_SEMANTICS_EXACT && formula.keep == HB_KEEP_CONE)
    formula.keep = HB_KEEP_LOCKS;
  result->kept = hb_jobs_new (program, options->time, options->departure, formula.ablations, diag);
  if (!result->kept)
    return false;
  result->jobs = result->kept->jobs.size;
  size_t errors = hb_diag_errors (diag);
  if (!prepare (&a, result->kept, options, &formula, result, diag))
    {
      attempt_free (&a);
      /* A limit that was reached leaves it unknown. */
      result->asked = 1;
      return hb_diag_errors (diag) == errors;
    }
  int answer = result->checks ? solve (&a, options, result, &inputs) : 20;
  if (a.vc)
    result->sizes = hb_vc_sizes (a.vc);
  hb_free (inputs);
  attempt_free (&a);
  result->answer = (enum hb_periodic_answer)answer;
  return answer != 10 || !options->wants_run || attach_run (options, result, diag);
}

void
hb_periodic_result_free (struct hb_periodic_result *result)
{
  hb_periodic_run_free (result->run);
  hb_jobs_free (result->kept);
  vec_free (result->failures);
}
