/* What the subjects of `hbkit verify` that are about traces share: asking engines, making a trace
 * that shows something small, and the report. */
#ifndef HBKIT_CMD_VERIFY_TRACE_H
#define HBKIT_CMD_VERIFY_TRACE_H

#include "cmd/frame/files.h"

#include "engine/engine.h"

#include "gen/traces.h"

/* The verdict of the engine of that name; HB_UNKNOWN if it does not take the trace. */
enum hb_verdict verify_ask (const char *engine, const hb_trace *trace, struct hb_limits *limits);

/* New: the trace of a random run of SHAPE; NULL after an error in DIAG. */
hb_trace *verify_run_trace (const struct hb_run_shape *shape, struct hb_rng *rng, hb_diag *diag);

/* A part of TRACE of which SHOWS is still true, and of which it is not when any one more message,
 * read, write or place in an eo or mo line is dropped (proof/core.h says what that does to the rest).
 * New. */
hb_trace *verify_shrink_trace (const hb_trace *trace,
                               bool (*shows) (const hb_trace *trace, void *context), void *context);

/* A subject at work, and what came out of it. */
struct verify_report
{
  const char *subject;
  struct cli *cli;
  struct hb_limits limits; /* of --timeout, and interrupts */
  double start;
  VEC (struct verify_count {
    const char *what;
    uint64_t number;
  })
  counts;
  VEC (char *) lines; /* further findings, a sentence each; owned */
  hb_trace *trace;    /* the trace that shows what was found, or NULL; owned */
  char *failure;      /* why the claim does not hold as expected, or NULL; owned */
};

/* Adds NUMBER to the count called WHAT (a constant text). */
void verify_count (struct verify_report *report, const char *what, uint64_t number);

/* Adds a finding, made as printf (3) does. */
void verify_say (struct verify_report *report, const char *format, ...) HB_PRINTF (2, 3);

/* The first failure stays, TRACE (new, stolen; may be NULL) with it. */
void verify_fail (struct verify_report *report, hb_trace *trace, const char *format, ...)
    HB_PRINTF (3, 4);

/* What the test had to meet and did not: a failure, unless a limit ended it early. */
void verify_missing (struct verify_report *report, const char *what);

/* Is there neither a failure nor a limit that was hit? */
bool verify_goes_on (struct verify_report *report);

/* What is done with random traces of a subject at work: MAKE draws number I (NULL after an error in DIAG), LOOK
 * looks at it. */
struct verify_random
{
  hb_trace *(*make) (struct hb_rng *rng, uint64_t i, hb_diag *diag);
  void (*look) (void *context, hb_trace *trace, uint64_t i);
  void *context;
};

/* As many as --random says (else NORMAL), each from a stream of its own of --seed, as long as REPORT goes on. */
void verify_random_traces (struct verify_report *report, uint64_t normal,
                           const struct verify_random *what);

/* Starts SUBJECT: from now on interrupts end it in good order. */
struct verify_report verify_report_begin (struct cli *cli, const char *subject);

/* Ends it: prints counts, findings, the trace and the verdict, or one JSON object; keeps the trace in the
 * folder of --keep if it is a failure or that was given; frees REPORT.  The exit code. */
int verify_report_end (struct verify_report *report);

#endif
