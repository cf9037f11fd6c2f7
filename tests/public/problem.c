/* <hbkit/problem.h> as a stranger uses it: a formula is reduced, decided on both sides, its solutions go there and
 * back; a chain is found; and a reduction of one's own, to traces, keeps its promises. */
#include <hbkit/problem.h>

#include "check.h"

/* --- a reduction of one's own: a trace for x1 or not x1; a reader sees x1's value, or waits for ever --- */

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)ablation;
  (void)map;
  bool wrong = hb_cnf_clauses (hb_cnf_of (source)) > 1; /* x1 and not x1 */
  hb_builder *b = hb_target_builder (target, diag);
  hb_build_meta (b, "reduction", self->name);
  hb_build_handler (b, "h", -1);
  hb_build_initial (b);
  if (!wrong)
    hb_build_write (b, "a", "x", NULL);
  hb_build_read (b, NULL, "x", "a");
  if (wrong)
    hb_build_write (b, "a", "x", NULL);
  hb_build_end (b);
  return hb_target_built (target, b);
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  (void)self;
  (void)diag;
  hb_id count;
  CHECK (hb_witness_eo (hb_witness_of (solution), 0, &count) && !count);
  CHECK (hb_trace_events (hb_trace_of (target)) == 2);
  signed char *model = hb_model_new (hb_cnf_of (source));
  size_t size;
  model[1] = hb_cnf_clause (hb_cnf_of (source), 0, &size)[0] > 0 ? 1 : -1;
  return hb_solution_of_model (model);
}

/* --- what is asked of any reduction --- */

static hb_instance *
formula (const struct hb_problem *problem, const char *text, hb_diag *diag)
{
  return problem->read (problem, hb_input_of_bytes ("f", text, strlen (text), diag), diag);
}

/* The answer of the first decider that accepts INSTANCE. */
static enum hb_answer
ask (const struct hb_problem *problem, const hb_instance *instance, hb_solution **solution,
     hb_diag *diag)
{
  struct hb_decide_options options = { .seed = 0 };
  const struct hb_decider *decider = problem->deciders[0];
  CHECK (hb_problem_decider (problem, decider->name) == decider);
  return decider->decide (decider, instance, &options, solution, diag);
}

static void
round_trip (const struct hb_reduction *r, const char *text, enum hb_answer answer)
{
  hb_diag *diag = hb_diag_new ();
  hb_instance *source = formula (r->from, text, diag);
  CHECK (source && hb_problem_admits (r->from, source, diag));
  CHECK (hb_reduction_accepts (r, source, diag));
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  hb_solution *found = NULL, *model = NULL;
  CHECK (target && ask (r->to, target, &found, diag) == answer);
  CHECK (ask (r->from, source, &model, diag) == answer);
  if (answer == HB_YES)
    {
      hb_solution *back = r->extract (r, source, target, found, diag);
      CHECK (back && r->from->check (r->from, source, back, diag));
      r->from->free_solution (r->from, back);
      if (r->lift)
        {
          hb_solution *there = r->lift (r, source, model, target, diag);
          CHECK (there && r->to->check (r->to, target, there, diag));
          r->to->free_solution (r->to, there);
        }
    }
  uint64_t sizes[HB_MOST_MEASURES];
  hb_output *output = hb_output_to_memory ();
  CHECK (hb_reduce_to_file (r, source, NULL, output, NULL, sizes, diag) && sizes[0]);
  size_t size;
  hb_free (hb_output_text (output, &size));
  CHECK (!hb_diag_errors (diag));
  r->to->free_solution (r->to, found);
  r->from->free_solution (r->from, model);
  r->to->free (r->to, target);
  r->from->free (r->from, source);
  hb_diag_free (diag);
}

int
main (void)
{
  static const char yes[] = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n", one[] = "p cnf 1 1\n1 0\n",
                    no[] = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
                    both[] = "p cnf 1 2\n1 0\n-1 0\n";
  hb_diag *diag = hb_diag_new ();
  size_t problems = 0, reductions = 0;
  for (; hb_problem_at (problems); problems++)
    {
      const struct hb_problem *p = hb_problem_at (problems);
      CHECK (hb_problem_find (p->name) == p && hb_problem_measures (p) <= HB_MOST_MEASURES);
      CHECK (hb_problem_bounds (p) <= HB_MOST_MEASURES);
    }
  for (; hb_reduction_at (reductions); reductions++)
    CHECK (hb_reduction_find (hb_reduction_at (reductions)->name) == hb_reduction_at (reductions));
  CHECK (problems >= 4 && reductions >= 8);
  const struct hb_problem *sat = hb_problem_find ("sat"), *ed = hb_problem_find ("ed-consistency");
  hb_input *input = hb_input_of_bytes ("f", no, sizeof no - 1, diag);
  CHECK (hb_problem_of_input (input));
  hb_input_close (input);

  round_trip (hb_reduction_find ("3sat-3bisat"), yes, HB_YES);
  round_trip (hb_reduction_find ("3sat-edflat-3"), no, HB_NO);
  const struct hb_reduction *chain = hb_reduction_named ("3sat-3bisat,3bisat-ed", diag);
  round_trip (chain, yes, HB_YES);
  round_trip (chain, no, HB_NO);
  hb_reduction_release (chain);
  hb_instance *source = formula (sat, yes, diag);
  const struct hb_reduction *way = hb_reduction_way (sat, source, ed, diag);
  CHECK (way && way->from == sat && way->to == ed);
  hb_reduction_release (way);
  sat->free (sat, source);

  const struct hb_ablation ablations[] = { { .name = "nothing" }, { .name = NULL } };
  struct hb_reduction own = { .name = "unit-ed",
                              .from = sat,
                              .to = ed,
                              .ablations = ablations,
                              .reduce = reduce,
                              .extract = extract };
  CHECK (hb_ablation_find (&own, "nothing") == ablations && !hb_ablation_find (&own, "more"));
  round_trip (&own, one, HB_YES);
  round_trip (&own, both, HB_NO);
  CHECK (!hb_diag_errors (diag));

  hb_cnf *cnf = hb_cnf_new (1);
  CHECK (hb_cnf_of (hb_instance_of_cnf (cnf)) == cnf);
  hb_cnf_free (cnf);
  CHECK (!hb_instance_of_trace (NULL) && !hb_solution_of_witness (NULL) && !hb_model_of (NULL));
  hb_diag_free (diag);
  return 0;
}
