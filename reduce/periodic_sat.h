/* Periodic safety to SAT: what periodic_sat.c and periodic_rounds_sat.c (the records), periodic_formula.c, periodic_lift.c
 * and periodic_map.c share. */
#ifndef HBKIT_REDUCE_PERIODIC_SAT_H
#define HBKIT_REDUCE_PERIODIC_SAT_H

#include "problem/periodic.h"
#include "problem/reduction.h"
#include "problem/sat.h"

/* The formula of an instance, clause by clause to a sink. */
struct hb_periodic_formula
{
  hb_jobs *damaged; /* by an ablation; owned, or NULL */
  const hb_jobs *jobs;
  hb_unfolding *unfolding;
  hb_vc *vc;
  VEC (int) fails; /* by check: a literal that says that it fails */
};

/* Makes it, damaged by ABLATIONS: with all events, so that a model tells the whole run, and snapshots of what jobs
 * write.  The last clause, some check fails, is given, too.  False after an error in DIAG; `hb_periodic_formula_end` in
 * any case. */
bool hb_periodic_formula_start (struct hb_periodic_formula *f, const struct hb_reduction *self,
                                const hb_instance *source, unsigned ablations, hb_clause_sink *sink,
                                void *context, hb_diag *diag);
void hb_periodic_formula_end (struct hb_periodic_formula *f);

/* `own` of the record that tells the order by rounds. */
extern const char hb_periodic_by_rounds[];

/* Members of the records. */
bool hb_periodic_accepts (const struct hb_reduction *self, const hb_instance *source,
                          hb_diag *diag);
void hb_periodic_sizes (const struct hb_reduction *self, const hb_instance *source,
                        uint64_t *sizes);
bool hb_periodic_reduce (const struct hb_reduction *self, const hb_instance *source,
                         const struct hb_ablation *ablation, struct hb_target *target,
                         hb_output *map, hb_diag *diag);
hb_solution *hb_periodic_lift (const struct hb_reduction *self, const hb_instance *source,
                               const hb_solution *solution, const hb_instance *target,
                               hb_diag *diag);
hb_solution *hb_periodic_extract (const struct hb_reduction *self, const hb_instance *source,
                                  const hb_instance *target, const hb_solution *solution,
                                  hb_diag *diag);

/* The map: which variables are bits of which event's value, which say that it happens, which order it. */
void hb_periodic_map (const struct hb_reduction *self, const struct hb_periodic_formula *f,
                      hb_output *map);

#define HB_PERIODIC_SAT_MEMBERS                                                                    \
  .from = &hb_problem_periodic, .to = &hb_problem_sat, .to_note = "", .handlers = "",              \
  .size_text = "counted: g gates, 3g clauses; and (9) to (15), (19) to (23), or (i) to (vi)",      \
  .faithful = true, .accepts = hb_periodic_accepts, .sizes = hb_periodic_sizes,                    \
  .reduce = hb_periodic_reduce, .lift = hb_periodic_lift, .extract = hb_periodic_extract

#endif
