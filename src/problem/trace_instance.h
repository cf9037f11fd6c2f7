/* Traces as instances: shared by the problems whose instances are traces (trace/trace.h), histories among
 * them. */
#ifndef HBKIT_PROBLEM_TRACE_INSTANCE_H
#define HBKIT_PROBLEM_TRACE_INSTANCE_H

#include "gen/small.h"
#include "problem/problem.h"
#include "trace/trace.h"

/* Are the two the same, names included?  For histories co is not looked at. */
bool hb_traces_equal (const hb_trace *a, const hb_trace *b, bool histories);

/* A copy, new. */
hb_trace *hb_trace_copy (const hb_trace *trace, bool history);

/* Visits all small traces, or histories, of SIZE as instances (gen/small.h); false if VISIT ended it, or
 * if SIZE is out of range. */
bool hb_each_small_instance (const struct hb_small_size *size, hb_instance_visit *visit,
                             void *context);

/* Members of the problems' records.  Parts are messages with all that stands in them, then reads and writes,
 * then places in eo and mo lines. */
void hb_trace_instance_free (const struct hb_problem *self, hb_instance *instance);
size_t hb_trace_parts (const struct hb_problem *self, const hb_instance *instance);
hb_instance *hb_trace_without (const struct hb_problem *self, const hb_instance *instance,
                               size_t i);

#define HB_TRACE_MEMBERS                                                                           \
  .suffix = "edt", .solution_suffix = "edt", .yes = "CONSISTENT", .no = "INCONSISTENT",            \
  .free = hb_trace_instance_free, .parts = hb_trace_parts

#endif
