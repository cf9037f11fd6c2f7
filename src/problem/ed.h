/* ED-consistency as a problem: what whoever reduces to it or from it needs.  An instance is an `hb_trace`,
 * each handler with its mailbox, a solution an `hb_witness`. */
#ifndef HBKIT_PROBLEM_ED_H
#define HBKIT_PROBLEM_ED_H

#include "gen/small.h"
#include "problem/reduction.h"
#include "trace/builder.h"
#include "trace/witness.h"

/* --- shared by the files of problem/ --- */

/* Are the two the same, names included?  For histories co is not looked at. */
bool hb_traces_equal (const hb_trace *a, const hb_trace *b, bool histories);

/* A copy, new. */
hb_trace *hb_trace_copy (const hb_trace *trace, bool history);

/* Messages with all that stands in them, then reads and writes, then places in eo and mo lines. */
size_t hb_trace_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_trace_without (const struct hb_problem *self, const hb_instance *instance,
                               size_t i);

/* Visits all small traces, or histories, of SIZE as instances (gen/small.h); false if VISIT ended it, or
 * if SIZE is out of range. */
bool hb_each_small_instance (const struct hb_small_size *size, hb_instance_visit *visit,
                             void *context);

extern const struct hb_decider *const hb_ed_deciders[];

#endif
