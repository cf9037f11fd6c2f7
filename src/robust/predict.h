/* What a recorded trace foretells: is there a run of parts of it, followed by one further access, that violates
 * robustness?
 *
 * The run takes a prefix of each message, a message only after its post, one message at a time on each handler, in an
 * order that the mailboxes allow; each read sees the write that it saw.  So every task does what it did, and what it
 * did next is what it would do next: that one further access may be a read of anything.  Hence whatever is found is a
 * violation of the program that was recorded.  The order of writes and of messages is free; it is what is asked for,
 * by a SAT solver (execution.h).
 *
 * Of events that start a trace may say an order that is the program's: `meta before A B`, B does not start before A has.
 *
 * A message is over behind its last event.  But if the trace has its eo, a message that none with an event of its own
 * follows on its handler may have been stopped there, and is never taken to be over.
 *
 * (Not in the robustness paper; prediction from one run is as old as Sen, Rosu, Agha, "Online efficient predictive
 * safety analysis of multithreaded programs", 2006.) */
#ifndef HBKIT_ROBUST_PREDICT_H
#define HBKIT_ROBUST_PREDICT_H

#include "robust/robust.h"
#include "trace/trace.h"

/* Pairs of messages: the first starts before the second. */
typedef VEC (hb_id) hb_robust_starts;

/* Those that TRACE names, appended to STARTS; is there one of A before B?  Linear in them. */
void hb_robust_starts_of (const hb_trace *trace, hb_robust_starts *starts);
bool hb_robust_starts_before (const hb_robust_starts *starts, hb_id a, hb_id b);

struct hb_predict_options
{
  unsigned parts;     /* HB_PART_... */
  size_t most;        /* pairs of accesses: more are given up; 0: any number */
  const char *solver; /* of sat/solver.h; NULL: the default */
  struct hb_limits *limits;
};

struct hb_predict_result
{
  enum hb_robust_answer answer; /* ROBUST: nothing is foretold */
  const char *reason;           /* unknown: why; static */
  hb_trace *trace;              /* violated: the run, with its orders; owned */
  hb_id events;                 /* of it, gets included */
  size_t variables, clauses, cycles;
};

/* Decides.  False after an error in DIAG.  `hb_predict_result_free` in any case.  The formula has a clause for every
 * read and every other write of its variable, and for every two messages of a handler. */
bool hb_predict (const hb_trace *trace, const struct hb_predict_options *options,
                 struct hb_predict_result *result, hb_diag *diag);
void hb_predict_result_free (struct hb_predict_result *result);

#endif
