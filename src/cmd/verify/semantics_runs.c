/* hbkit verify semantics, runs: the directions of Theorem 2.1 of the ED-consistency paper that start from
 * one.
 *
 *     random runs (gen/traces.h) and runs of random programs (program/run.h), each mailbox discipline
 *        |
 *        |  the run's own eo and mo satisfy the axioms, and the machine takes them; without them the
 *        v  trace is consistent, by two engines
 *      trace
 *        |  Appendix B: a program made of the trace, run along the witness, has that trace again
 *        v
 *     program, with plain reads, reads that check their values, reads that wait for them */
#include "cmd/verify/semantics.h"

#include "engine/axioms.h"
#include "program/of_witness.h"
#include "program/schedule.h"
#include "run/replay.h"

#include "gen/random_program.h"
#include "gen/traces.h"

#include <string.h>

/* --- the checks --------------------------------------------------------------------------------- */

static void
look_at_appendix (struct semantics_job *job, const hb_trace *trace, const hb_witness *witness)
{
  hb_diag *diag = hb_diag_new ();
  for (int reads = HB_READS_PLAIN; reads <= HB_READS_AWAITED; reads++)
    if (!hb_witness_runs_back (trace, witness, (enum hb_witness_reads)reads, diag))
      verify_fail (&job->report, NULL,
                   "the program of Appendix B does not run back to its trace: %s",
                   hb_diag_first (diag));
  verify_count (&job->report, "programs of Appendix B run back to their traces", 1);
  hb_diag_free (diag);
}

static bool
has_externals (const hb_trace *trace)
{
  for (size_t m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_EXTERNAL)
      return true;
  return false;
}

/* TRACE has the orders of the run that made it; they are taken from it. */
static void
look_at_run (struct semantics_job *job, hb_trace *trace, const char *what)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  bool good = witness && hb_axioms_hold (trace, witness);
  bool runs = witness && hb_replay (trace, witness, NULL, diag);
  vec_clear (trace->eo);
  vec_clear (trace->mo);
  vec_clear (trace->chained);
  bool found = verify_ask ("cds", trace, NULL) == HB_CONSISTENT
               && verify_ask ("sat", trace, NULL) == HB_CONSISTENT;
  verify_count (&job->report, what, 1);
  if (!good || !runs || !found)
    verify_fail (&job->report, NULL, "the trace of a run %s",
                 !good   ? "does not satisfy the axioms"
                 : !runs ? "is not run again by the machine"
                         : "is called inconsistent");
  else if (!has_externals (trace))
    look_at_appendix (job, trace, witness);
  hb_witness_free (witness);
  hb_diag_free (diag);
}

/* --- where runs come from ----------------------------------------------------------------------- */

static void
look_at_random_run (struct semantics_job *job, struct hb_rng *rng, int mailbox)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.mailbox = mailbox;
  shape.orders = true;
  shape.handlers = 2 + (hb_id)hb_rng_below (rng, 4);
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 40);
  shape.externals = (hb_id)hb_rng_below (rng, 3);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 5);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 4);
  hb_trace *trace = verify_run_trace (&shape, rng, job->report.cli->diag);
  if (trace)
    look_at_run (job, trace, "random runs, their traces consistent");
  hb_trace_free (trace);
}

/* One run of PROGRAM, all of its mailboxes being MAILBOX (-1: as the program says). */
static void
run_program (struct semantics_job *job, const hb_program *program, int mailbox, uint64_t seed)
{
  hb_code *code = hb_program_bind (program, NULL, 0, mailbox, job->report.cli->diag);
  struct hb_scheduling scheduling
      = { .schedule = seed % 4 ? HB_SCHEDULE_RANDOM : HB_SCHEDULE_PCT, .seed = seed };
  if (!code)
    return;
  hb_execution *run = hb_execution_new (code);
  if (hb_execution_run (run, &scheduling, NULL) == HB_RUN_DONE)
    {
      hb_trace *trace = hb_execution_trace (run, -1, true, job->report.cli->diag);
      look_at_run (job, trace, "runs of random programs, their traces consistent");
      hb_trace_free (trace);
    }
  hb_execution_free (run);
  hb_code_free (code);
}

static void
look_at_random_program (struct semantics_job *job, struct hb_rng *rng, int mailbox, uint64_t seed)
{
  struct hb_program_shape shape = hb_program_defaults ();
  shape.mailbox = mailbox;
  shape.handlers = 2 + (hb_id)hb_rng_below (rng, 3);
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 5);
  shape.posted = 2 + (hb_id)hb_rng_below (rng, 12);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 3);
  char *text = hb_program_random (&shape, rng);
  hb_program *program
      = hb_program_of_bytes ("random.ed", text, strlen (text), job->report.cli->diag);
  if (program)
    run_program (job, program, -1, seed);
  hb_program_free (program);
  hb_free (text);
}

void
semantics_runs (struct semantics_job *job, uint64_t count, uint64_t seed)
{
  /* Streams of their own: those of the damaged traces are numbered from 0. */
  const uint64_t apart = UINT64_C (1) << 40;
  for (uint64_t i = 0; i < count && verify_goes_on (&job->report); i++)
    {
      int mailbox = (int)(i % (HB_MAILBOXES + 1)) - 1;
      struct hb_rng rng = hb_rng_stream (seed, apart + 2 * i);
      look_at_random_run (job, &rng, mailbox);
      rng = hb_rng_stream (seed, apart + 2 * i + 1);
      look_at_random_program (job, &rng, mailbox, seed + i);
      cli_progress (job->report.cli, (double)i / (double)count, "%llu runs", (unsigned long long)i);
    }
}
