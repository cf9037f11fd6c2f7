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
 *     certify_rup.c    do clauses follow by unit propagation?
 *     certify_cycle.c  cycles, clauses, the refutation */
#ifndef HBKIT_CERTIFY_H
#define HBKIT_CERTIFY_H

#include "base/input.h"
#include "trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a certificate had. */
struct hb_certified
{
  enum hb_verdict verdict; /* what is proved; HB_UNKNOWN: nothing */
  bool is_certificate;     /* the file starts as one and could be read to where checking stopped */
  size_t steps;            /* consistent: events executed; inconsistent: steps of cycles */
  size_t cycles, clauses;  /* inconsistent: cycles, and clauses derived from them */
};

/* Checks the certificate that INPUT (borrowed, at its start) reads against TRACE.  Unless it proves its
 * verdict, the first thing wrong is an error in DIAG, with line and column.  Linear in trace and
 * certificate, but for unit propagation. */
struct hb_certified hb_certify (const hb_trace *trace, hb_input *input, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
