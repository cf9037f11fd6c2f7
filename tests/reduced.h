/* Reductions of formulas as tests want them: with formulas, models, traces and witnesses instead of
 * handles. */
#ifndef HBKIT_TESTS_REDUCED_H
#define HBKIT_TESTS_REDUCED_H

#include "format/edt.h"
#include "problem/ed.h"
#include "problem/sat.h"
#include "reduce/reductions.h"

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
