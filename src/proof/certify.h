/* The certificate checker: is this file a proof of the verdict on this trace?
 *
 * It shares no code with the engines.  With what writes certificates it shares traces (trace/trace.h),
 * what lies below them (base/), and the machine of the replay (run/replay_machine.h), whose run a
 * certificate of consistency is; tests/checker.test holds it to that, by the symbols that its objects
 * need.  The format stands in certificate.h and doc/formats.md.
 *
 *     certify.c        the file: header, verdict, end
 *     certify_words.c  lines, words, numbers; errors with line and column
 *     certify_run.c    consistent: the schedule, event by event, with the eo and mo that the file claims
 *     certify_step.c   inconsistent: does each step of a cycle hold?
 *     certify_pair.c   orders of messages as literals: which ones FIFO ties together
 *     certify_host.c   messages that run while a post happens
 *     sat/units.c      do clauses follow by unit propagation?
 *     certify_cycle.c  cycles, clauses, the refutation */
#ifndef HBKIT_CERTIFY_H
#define HBKIT_CERTIFY_H

#include <hbkit/proof.h>

#include "base/input.h"
#include "trace/trace.h"

#endif
