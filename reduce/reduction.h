/* Reductions: what one is, and the table of all of them (design section 4).
 *
 * A reduction carries instances of a source problem to instances of a target problem with the same
 * answer; `lift` carries a solution forward, `extract` any solution back.  A map (JSON lines) tells
 * a stranger which part of the target stands for which part of the source. */
#ifndef HBKIT_REDUCTION_H
#define HBKIT_REDUCTION_H

#include "trace/builder.h"
#include "sat/cnf.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A way to damage the construction, to show that what it leaves out was needed.  BREAKS is the
 * wrong verdict that some formula then gets: HB_CONSISTENT (an unsatisfiable formula's trace
 * becomes consistent), HB_INCONSISTENT (a satisfiable one's becomes inconsistent), or HB_UNKNOWN:
 * provably none does (doc/ has the proof), so that no counterexample may be found. */
struct hb_ablation
{
  const char *name, *summary;
  enum hb_verdict breaks;
};

struct hb_reduction
{
  const char *name;
  const char *source, *target;         /* problems, e.g. "3-BI-3SAT", "ED-consistency" */
  const char *reference;               /* where the construction comes from */
  const char *handlers;                /* handlers used, for the table; "" for formulas */
  const char *sizes;                   /* the size formulas, for the table */
  const struct hb_ablation *ablations; /* ended by a NULL name; NULL: none */
  bool to_trace;                       /* the target is a trace (else a formula) */
  bool bounded;                        /* the source is 3-BI-3SAT (else any formula) */
  bool from_history; /* the source is an SC history: the functions are those of sc_ed.h, all
                                  pointers here are NULL */

  /* Is CNF an instance of the source?  False after an error in DIAG that names the clause or variable
   * at fault. */
  bool (*accepts) (const hb_cnf *cnf, hb_diag *diag);

  /* The sizes that the target will have: for traces events, messages, handlers; for formulas
   * variables, clauses and literals, in this order. */
  void (*expect) (const hb_cnf *cnf, uint64_t sizes[3]);

  /* CNF must be accepted.  One of the two is set: to a trace (through BUILDER, up to and with
   * `hb_build_end`), or to a formula (new).  ABLATION NULL: the construction itself.  MAP may be NULL. */
  void (*reduce_trace) (const hb_cnf *cnf, const char *ablation, hb_builder *builder,
                        hb_output *map);
  hb_cnf *(*reduce_cnf) (const hb_cnf *cnf, hb_output *map);

  /* NULL, or tells the SC history (trace/history.h) by way of which the trace is made. */
  void (*tell_history) (const hb_cnf *cnf, const char *ablation, hb_builder *builder);

  /* A solution of the source to one of the target.  To a trace: the witness (new) of TRACE, which must
   * be the reduction of CNF; to a formula: the model of the target, into TARGET_MODEL (entries as the
   * target's variables + 1).  NULL or false after an error in DIAG (MODEL does not satisfy CNF). */
  hb_witness *(*lift_trace) (const hb_cnf *cnf, const signed char *model, const hb_trace *trace,
                             hb_diag *diag);
  bool (*lift_cnf) (const hb_cnf *cnf, const signed char *model, signed char *target_model,
                    hb_diag *diag);

  /* Any solution of the target to one of the source, into MODEL (variables + 1 entries).  False after an
   * error in DIAG: the copies of a variable disagree, the trace is not this reduction's. */
  bool (*extract_trace) (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness,
                         signed char *model, hb_diag *diag);
  bool (*extract_cnf) (const hb_cnf *cnf, const signed char *target_model, signed char *model,
                       hb_diag *diag);
};

/* All reductions, ended by NULL. */
extern const struct hb_reduction *const hb_reductions[];

/* Where NAME stands among ABLATIONS (ended by a NULL name) of REDUCTION; ends the program if it does
 * not. */
size_t hb_ablation_number (const struct hb_ablation *ablations, const char *reduction,
                           const char *name);

/* The reduction of that name, or NULL. */
const struct hb_reduction *hb_reduction_find (const char *name);

extern const struct hb_reduction hb_3sat_3bisat;
extern const struct hb_reduction hb_3bisat_ed;
extern const struct hb_reduction hb_3sat_edflat;
extern const struct hb_reduction hb_3sat_edflat_4;
extern const struct hb_reduction hb_3sat_edflat_3;
extern const struct hb_reduction hb_3sat_multiset;
extern const struct hb_reduction hb_3sat_sc;
extern const struct hb_reduction hb_sc_ed;

#ifdef __cplusplus
}
#endif
#endif
