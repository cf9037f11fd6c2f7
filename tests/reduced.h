/* Reductions of formulas as tests want them: with formulas, models, traces and witnesses instead of
 * handles. */
#ifndef HBKIT_TESTS_REDUCED_H
#define HBKIT_TESTS_REDUCED_H

#include "engine/engine.h"
#include "format/edt.h"
#include "problem/ed.h"
#include "problem/sat.h"
#include "reduce/reductions.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct hb_reduction hb_reduction_sat_3bisat, hb_reduction_bisat_ed,
    hb_reduction_flat_ed, hb_reduction_flat_4, hb_reduction_flat_3;

static inline bool
takes_formula (const struct hb_reduction *r, const hb_cnf *cnf, hb_diag *diag)
{
  return hb_reduction_accepts (r, (const hb_instance *)cnf, diag);
}

static inline void
sizes_of_formula (const struct hb_reduction *r, const hb_cnf *cnf, uint64_t *sizes)
{
  r->sizes (r, (const hb_instance *)cnf, sizes);
}

/* The trace or formula; new. */
static inline hb_instance *
target_of_formula (const struct hb_reduction *r, const hb_cnf *cnf, const char *ablation,
                   hb_output *map)
{
  hb_diag *diag = hb_diag_new ();
  hb_instance *target = hb_reduce (r, (const hb_instance *)cnf,
                                   ablation ? hb_ablation_find (r, ablation) : NULL, map, diag);
  hb_diag_print (diag, stderr, false);
  hb_diag_free (diag);
  return target;
}

/* The trace of 3bisat-ed; new. */
static inline hb_trace *
reduced (const hb_cnf *cnf)
{
  return (hb_trace *)target_of_formula (&hb_reduction_bisat_ed, cnf, NULL, NULL);
}

static inline hb_cnf *
formula_of_formula (const struct hb_reduction *r, const hb_cnf *cnf, hb_output *map)
{
  return (hb_cnf *)target_of_formula (r, cnf, NULL, map);
}

/* Tells BUILDER the trace. */
static inline void
tell_of_formula (const struct hb_reduction *r, const hb_cnf *cnf, const char *ablation,
                 hb_builder *builder, hb_output *map)
{
  hb_trace *trace = (hb_trace *)target_of_formula (r, cnf, ablation, map);
  hb_build_trace (builder, trace, NULL);
  hb_trace_free (trace);
}

/* The trace of CNF, which the reduction takes, as a builder makes it without an error; new. */
static inline hb_trace *
trace_of_formula (const struct hb_reduction *r, const hb_cnf *cnf, const char *ablation)
{
  hb_diag *diag = hb_diag_new ();
  assert_true (takes_formula (r, cnf, diag));
  hb_builder *builder = hb_builder_to_trace (diag);
  tell_of_formula (r, cnf, ablation, builder, NULL);
  hb_trace *trace = hb_builder_finish (builder);
  assert_non_null (trace);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  return trace;
}

/* The trace of CNF, read from a file in which the names ONE and OTHER have changed places. */
static inline hb_trace *
trace_with_names (const struct hb_reduction *r, const hb_cnf *cnf, const char *one,
                  const char *other, hb_diag *diag)
{
  const char *path = unit_scratch ();
  hb_output *output = hb_output_open (path, diag);
  hb_builder *builder = hb_builder_to_file (output);
  tell_of_formula (r, cnf, NULL, builder, NULL);
  hb_builder_finish (builder);
  assert_true (hb_output_commit (output));
  char *text = unit_read (path);
  FILE *file = fopen (path, "w");
  for (const char *at = text; *at; at++)
    {
      size_t size = strcspn (at, " \n");
      bool is_one = size == strlen (one) && !strncmp (at, one, size);
      bool is_other = size == strlen (other) && !strncmp (at, other, size);
      fprintf (file, "%.*s%c", is_one || is_other ? INT_MAX : (int)size,
               is_one     ? other
               : is_other ? one
                          : at,
               at[size]);
      at += size;
    }
  fclose (file);
  hb_free (text);
  hb_trace *trace = hb_edt_read (path, diag);
  assert_non_null (trace);
  return trace;
}

static inline hb_witness *
witness_of_model (const struct hb_reduction *r, const hb_cnf *cnf, const signed char *model,
                  const hb_trace *trace, hb_diag *diag)
{
  return (hb_witness *)r->lift (r, (const hb_instance *)cnf, (const hb_solution *)model,
                                (const hb_instance *)trace, diag);
}

/* What SOLUTION of TARGET extracts to, into MODEL. */
static inline bool
extract_to_model (const struct hb_reduction *r, const hb_cnf *cnf, const void *target,
                  const void *solution, signed char *model, hb_diag *diag)
{
  signed char *found
      = (signed char *)r->extract (r, (const hb_instance *)cnf, (const hb_instance *)target,
                                   (const hb_solution *)solution, diag);
  if (found)
    memcpy (model, found, (size_t)cnf->variables + 1);
  hb_free (found);
  return found;
}

/* A variable that stands in no clause comes back as false. */
static inline void
assert_extracts_every_variable (const struct hb_reduction *r)
{
  const signed char model[] = { 0, 1, 1, 1, 1, 1 }, expected[] = { 1, -1, 1, -1, -1 };
  signed char back[6];
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (5, "1 3 0");
  hb_trace *trace = (hb_trace *)target_of_formula (r, cnf, NULL, NULL);
  hb_witness *witness = witness_of_model (r, cnf, model, trace, diag);
  assert_true (extract_to_model (r, cnf, trace, witness, back, diag));
  assert_memory_equal (back + 1, expected, sizeof expected);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* The verdict of ENGINE on TRACE, which R made of CNF; if it is not DAMAGED a witness must give a model back. */
static inline enum hb_verdict
decide_target (const struct hb_reduction *r, const char *engine, const hb_cnf *cnf,
               const hb_trace *trace, uint64_t seed, bool damaged)
{
  struct hb_check_options options = { .seed = seed, .solver = seed % 2 ? "picosat" : "cadical" };
  hb_check_result result;
  assert_non_null (hb_engine_find (engine));
  hb_check (hb_engine_find (engine), trace, &options, &result);
  if (result.verdict == HB_CONSISTENT && !damaged)
    {
      hb_diag *diag = hb_diag_new ();
      signed char *back = hb_model_new (cnf);
      assert_true (extract_to_model (r, cnf, trace, result.witness, back, diag));
      assert_true (hb_model_satisfies (cnf, back, "formula", diag));
      hb_free (back);
      hb_diag_free (diag);
    }
  enum hb_verdict verdict = result.verdict;
  hb_check_result_free (&result);
  return verdict;
}

/* For `for_all_models`: a model of a formula whose target is a trace becomes a witness that runs, and comes back. */
struct lifting
{
  const struct hb_reduction *reduction;
  const hb_cnf *cnf;
  const hb_trace *trace;
};

static inline void
lift_and_back (void *context, const signed char *model)
{
  const struct lifting *l = context;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = witness_of_model (l->reduction, l->cnf, model, l->trace, diag);
  assert_non_null (witness);
  if (!hb_replay (l->trace, witness, NULL, diag))
    {
      hb_diag_print (diag, stderr, false);
      fail_msg ("a lifted model does not run");
    }
  assert_memory_equal (witness->eo, witness->mo,
                       witness->eo_start[l->trace->handlers.size] * sizeof *witness->eo);
  signed char *back = hb_model_new (l->cnf);
  assert_true (extract_to_model (l->reduction, l->cnf, l->trace, witness, back, diag));
  assert_true (hb_model_satisfies (l->cnf, back, "formula", diag));
  for (size_t k = 0; k < l->cnf->literals.size; k++)
    {
      int v = abs (l->cnf->literals.data[k]);
      assert_int_equal (back[v], model[v]);
    }
  hb_free (back);
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static inline bool
lift_to_model (const struct hb_reduction *r, const hb_cnf *cnf, const signed char *model,
               signed char *lifted, hb_diag *diag)
{
  hb_cnf *target = formula_of_formula (r, cnf, NULL);
  signed char *found = (signed char *)r->lift (
      r, (const hb_instance *)cnf, (const hb_solution *)model, (const hb_instance *)target, diag);
  if (found)
    memcpy (lifted, found, (size_t)target->variables + 1);
  hb_free (found);
  hb_cnf_free (target);
  return found;
}

static inline bool
model_of_model (const struct hb_reduction *r, const hb_cnf *cnf, const signed char *of_target,
                signed char *model, hb_diag *diag)
{
  hb_cnf *target = formula_of_formula (r, cnf, NULL);
  bool good = extract_to_model (r, cnf, target, of_target, model, diag);
  hb_cnf_free (target);
  return good;
}

#endif
