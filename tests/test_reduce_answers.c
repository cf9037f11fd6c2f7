/* Reductions do what they are for: for every reduction of the list, on random instances and on the smallest ones, the
 * target has the source's answer, every solution of the source lifts to one of the target, and every solution of the
 * target extracts to one of the source.  Damaged as an ablation says, some target has the answer that it tells. */
#include "unit.h"

#include "problem/sat.h"
#include "reduction_instances.h"

/* Solutions looked at, of an instance that has many. */
#define MOST_SOLUTIONS 12

/* Larger targets than those are not decided. */
#define MOST_TARGET 1500

struct pair
{
  const struct hb_reduction *reduction;
  const hb_instance *source;
  hb_instance *target;
  hb_diag *diag;
  size_t solutions; /* visited, of the one or the other */
};

/* Of a model: has each variable a value? */
static bool
is_total (const struct hb_problem *problem, const hb_instance *instance,
          const hb_solution *solution)
{
  for (int v = 1; is_of_models (problem) && v <= hb_cnf_of (instance)->variables; v++)
    if (!hb_model_of (solution)[v])
      return false;
  return true;
}

static void
extract (const struct pair *pair, const hb_solution *solution, const hb_solution *lifted)
{
  const struct hb_reduction *r = pair->reduction;
  if (!r->extract)
    return;
  hb_solution *back = r->extract (r, pair->source, pair->target, solution, pair->diag);
  if (!back || !r->from->check (r->from, pair->source, back, pair->diag)
      || !is_total (r->from, pair->source, back))
    fail_msg ("%s: a solution does not extract: %s", r->name, hb_diag_first (pair->diag));
  if (lifted && r->faithful)
    assert_true (r->from->same (r->from, pair->source, lifted, back));
  r->from->free_solution (r->from, back);
}

static bool
visit_of_source (void *context, const hb_solution *solution)
{
  struct pair *pair = context;
  const struct hb_reduction *r = pair->reduction;
  hb_solution *lifted
      = r->lift ? r->lift (r, pair->source, solution, pair->target, pair->diag) : NULL;
  if (r->lift
      && (!lifted || !r->to->check (r->to, pair->target, lifted, pair->diag)
          || !is_total (r->to, pair->target, lifted)))
    fail_msg ("%s: a solution does not lift: %s", r->name, hb_diag_first (pair->diag));
  if (lifted)
    extract (pair, lifted, solution);
  r->to->free_solution (r->to, lifted);
  return ++pair->solutions < MOST_SOLUTIONS;
}

static bool
visit_of_target (void *context, const hb_solution *solution)
{
  struct pair *pair = context;
  extract (pair, solution, NULL);
  return ++pair->solutions < MOST_SOLUTIONS;
}

static bool
visit_nothing (void *context, const hb_solution *solution)
{
  (void)context;
  (void)solution;
  return false;
}

/* The answer of the first who takes INSTANCE; its solution, and all others if they can be visited, go to VISIT. */
static enum hb_answer
answer_of (struct pair *pair, const struct hb_problem *problem, const hb_instance *instance,
           hb_solution_visit *visit)
{
  hb_solution *solution;
  enum hb_answer answer = first_answer (problem, instance, &solution, pair->diag);
  pair->solutions = 0;
  if (solution)
    visit (pair, solution);
  problem->free_solution (problem, solution);
  if (problem->all_solutions)
    problem->all_solutions (problem, instance, visit, pair);
  return answer;
}

struct tally
{
  const struct hb_reduction *reduction;
  const struct hb_ablation *ablation; /* or NULL */
  size_t yes, no;                     /* sources */
  bool broken;                        /* a target has the other answer */
};

static bool
try_instance (void *context, const hb_instance *source)
{
  struct tally *tally = context;
  const struct hb_reduction *r = tally->reduction;
  struct pair pair = { .reduction = r, .source = source, .diag = hb_diag_new () };
  uint64_t sizes[HB_MOST_MEASURES];
  pair.target = hb_reduce (r, source, NULL, NULL, pair.diag);
  if (!pair.target || !hb_problem_admits (r->to, pair.target, pair.diag))
    fail_msg ("%s: no target: %s", r->name, hb_diag_first (pair.diag));
  r->to->sizes (r->to, pair.target, sizes);
  enum hb_answer answer = answer_of (&pair, r->from, source, visit_of_source);
  if (sizes[0] <= MOST_TARGET)
    assert_int_equal (answer_of (&pair, r->to, pair.target, visit_of_target), answer);
  tally->yes += answer == HB_YES;
  tally->no += answer == HB_NO;
  r->to->free (r->to, pair.target);
  hb_diag_free (pair.diag);
  return true;
}

/* A target's solution may stand for several of the source. */
static bool
loses_some (const struct hb_reduction *r)
{
  static const char *const names[]
      = { "2hitting-sat", "3sat-3bisat", "3sat-clique", "robust-reach" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (names[i], r->name))
      return true;
  return false;
}

TEST (answers_stay)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r))
      {
        struct tally tally = { .reduction = r };
        each_instance (r, 20, try_instance, &tally);
        assert_int_equal (r->faithful, !loses_some (r));
        if (!tally.yes || !tally.no)
          fail_msg ("%s: %zu yes, %zu no", r->name, tally.yes, tally.no);
      }
}

/* Goes on until a damaged target has the wrong answer that its ablation tells, or any one if it tells none. */
static bool
break_instance (void *context, const hb_instance *source)
{
  struct tally *tally = context;
  const struct hb_reduction *r = tally->reduction;
  struct pair pair = { .reduction = r, .source = source, .diag = hb_diag_new () };
  uint64_t sizes[HB_MOST_MEASURES];
  pair.target = hb_reduce (r, source, tally->ablation, NULL, pair.diag);
  assert_non_null (pair.target);
  r->to->sizes (r->to, pair.target, sizes);
  if (sizes[0] <= MOST_TARGET)
    {
      enum hb_answer answer = answer_of (&pair, r->from, source, visit_nothing);
      enum hb_answer got = answer_of (&pair, r->to, pair.target, visit_nothing);
      if (got != answer && (tally->ablation->breaks == HB_OPEN || got == tally->ablation->breaks))
        tally->broken = true;
    }
  r->to->free (r->to, pair.target);
  hb_diag_free (pair.diag);
  return !tally->broken;
}

/* Those of programs need larger ones: tests/test_periodic_ablations.c, tests/cli/robust.test. */
static bool
is_of_programs (const struct hb_reduction *r)
{
  return !strcmp (r->from->suffix, "c") || !strcmp (r->from->suffix, "aed");
}

TEST (ablations_break)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    for (const struct hb_ablation *a = is_tested (r) && !is_of_programs (r) ? r->ablations : NULL;
         a && a->name; a++)
      if (!(a->bits & HB_ABLATES_MODELS))
        {
          struct tally tally = { .reduction = r, .ablation = a };
          each_instance (r, 12, break_instance, &tally);
          if (!tally.broken && a->breaks != HB_OPEN)
            each_instance (r, 500, break_instance, &tally);
          if (tally.broken != (a->breaks != HB_OPEN))
            fail_msg ("%s, %s: %s", r->name, a->name, tally.broken ? "breaks" : "breaks nothing");
        }
}

/* The instance visited before, with a solution of it and one of its target. */
struct before
{
  const struct hb_reduction *reduction;
  hb_instance *source, *target;
  uint64_t sizes[HB_MOST_MEASURES];
  size_t refused;
};

/* Are all sizes of the target of SOURCE told? */
static bool
all_told (const struct hb_reduction *r, const hb_instance *source)
{
  uint64_t sizes[HB_MOST_MEASURES];
  bool all = r->sizes != NULL;
  if (all)
    r->sizes (r, source, sizes);
  for (size_t i = 0; i < hb_problem_measures (r->to) && all; i++)
    all = sizes[i] != HB_SIZE_UNTOLD;
  return all;
}

/* With the target of another source nothing lifts, as its sizes tell, and what lifts where they do not, or extracts, is
 * a solution. */
static void
cross (struct before *before, const hb_instance *source, const hb_instance *target)
{
  const struct hb_reduction *r = before->reduction;
  hb_diag *diag = hb_diag_new ();
  hb_solution *solution, *of_target;
  first_answer (r->from, source, &solution, diag);
  first_answer (r->to, target, &of_target, diag);
  if (solution && r->lift && r->sizes)
    {
      hb_solution *lifted = r->lift (r, source, solution, before->target, diag);
      if (lifted ? all_told (r, source) || !r->to->check (r->to, before->target, lifted, diag)
                 : !hb_diag_errors (diag))
        fail_msg ("%s: lifts to the target of another source", r->name);
      r->to->free_solution (r->to, lifted);
      before->refused++;
    }
  hb_diag_clear (diag);
  if (of_target && r->extract)
    {
      hb_solution *back = r->extract (r, before->source, target, of_target, diag);
      if (back ? !r->from->check (r->from, before->source, back, diag) : !hb_diag_errors (diag))
        fail_msg ("%s: extracts to no solution of another source", r->name);
      r->from->free_solution (r->from, back);
      before->refused++;
    }
  r->from->free_solution (r->from, solution);
  r->to->free_solution (r->to, of_target);
  hb_diag_free (diag);
}

static bool
cross_instance (void *context, const hb_instance *source)
{
  struct before *before = context;
  const struct hb_reduction *r = before->reduction;
  uint64_t sizes[HB_MOST_MEASURES];
  hb_diag *diag = hb_diag_new ();
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  r->to->sizes (r->to, target, sizes);
  if (sizes[0] > MOST_TARGET)
    r->to->free (r->to, target);
  else
    {
      if (before->target
          && memcmp (sizes, before->sizes, hb_problem_measures (r->to) * sizeof *sizes) != 0)
        cross (before, source, target);
      r->from->free (r->from, before->source);
      r->to->free (r->to, before->target);
      before->source = r->from->copy (r->from, source);
      before->target = target;
      memcpy (before->sizes, sizes, sizeof sizes);
    }
  hb_diag_free (diag);
  return before->refused < 20;
}

TEST (other_targets_are_refused)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r))
      {
        struct before before = { .reduction = r };
        each_instance (r, 12, cross_instance, &before);
        r->from->free (r->from, before.source);
        r->to->free (r->to, before.target);
      }
}

/* Assignments that make all variables true, or all false: models lift, and nothing else does. */
static bool
lift_assignments (void *context, const hb_instance *source)
{
  const struct hb_reduction *r = context;
  hb_diag *diag = hb_diag_new ();
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  for (signed char value = -1; value <= 1; value += 2)
    {
      signed char *values = hb_model_new (hb_cnf_of (source));
      memset (values + 1, value, (size_t)hb_cnf_of (source)->variables);
      hb_solution *assignment = hb_solution_of_model (values);
      bool is_model = r->from->check (r->from, source, assignment, diag);
      hb_diag_clear (diag);
      hb_solution *lifted = r->lift (r, source, assignment, target, diag);
      if (is_model != (lifted != NULL) || is_model == (hb_diag_errors (diag) > 0))
        fail_msg ("%s: %s", r->name, is_model ? "a model does not lift" : "what is no model lifts");
      r->to->free_solution (r->to, lifted);
      r->from->free_solution (r->from, assignment);
    }
  r->to->free (r->to, target);
  hb_diag_free (diag);
  return true;
}

TEST (models_alone_lift)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r) && r->from == &hb_problem_sat && r->lift)
      each_instance (r, 6, lift_assignments, (void *)(uintptr_t)r);
}
