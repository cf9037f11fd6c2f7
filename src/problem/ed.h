/* ED-consistency as a problem: what whoever reduces to it or from it needs.  An instance is an `hb_trace`,
 * each handler with its mailbox, a solution an `hb_witness`. */
#ifndef HBKIT_PROBLEM_ED_H
#define HBKIT_PROBLEM_ED_H

#include "problem/reduction.h"
#include "problem/trace_instance.h"
#include "trace/builder.h"
#include "trace/witness.h"

extern const struct hb_decider *const hb_ed_deciders[];

#endif
