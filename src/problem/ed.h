/* ED-consistency as a problem: what whoever reduces to it or from it needs.  An instance is an `hb_trace`,
 * each handler with its mailbox, a solution an `hb_witness`. */
#ifndef HBKIT_PROBLEM_ED_H
#define HBKIT_PROBLEM_ED_H

#include "problem/reduction.h"
#include "trace/builder.h"
#include "trace/witness.h"

static inline const hb_trace *
hb_trace_of (const hb_instance *instance)
{
  return (const hb_trace *)instance;
}

static inline hb_instance *
hb_instance_of_trace (hb_trace *trace)
{
  return (hb_instance *)trace;
}

static inline const hb_witness *
hb_witness_of (const hb_solution *solution)
{
  return (const hb_witness *)solution;
}

static inline hb_solution *
hb_solution_of_witness (hb_witness *witness)
{
  return (hb_solution *)witness;
}

/* A builder that makes the trace TARGET, in memory or as a file, whichever is wanted; and, after
 * `hb_build_end`, its end (BUILDER is stolen, errors are in the DIAG of the first).  Result: as `reduce`
 * has it. */
hb_builder *hb_target_builder (struct hb_target *target, hb_diag *diag);
bool hb_target_built (struct hb_target *target, hb_builder *builder);

/* --- shared by the files of problem/ --- */

/* Are the two the same, names included?  For histories co is not looked at. */
bool hb_traces_equal (const hb_trace *a, const hb_trace *b, bool histories);

/* A copy, new. */
hb_trace *hb_trace_copy (const hb_trace *trace, bool history);

/* Messages with all that stands in them, then reads and writes, then places in eo and mo lines. */
size_t hb_trace_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_trace_without (const struct hb_problem *self, const hb_instance *instance,
                               size_t i);

extern const struct hb_decider *const hb_ed_deciders[];

#endif
