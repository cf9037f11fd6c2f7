/* hbkit verify config: Theorem 4.1 of the ED-consistency paper and its proof, Appendix D.
 *
 *     as printed, on queues        must err; by exhaustion, the smallest trace on which it does
 *     sender-queues                must agree with explore, cds and sat: small traces, random ones
 *     other mailboxes it takes     the same, random ones
 *
 * Traces are enumerated by their number of events, so the first error is a smallest one; it is a
 * failure of the *test* if none is found, if the search says "inconsistent" where there is a run
 * (sender-queues allow more than queues), or if anybody disagrees on a sender-queue. */
#include "cmd/verify/small.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "gen/traces.h"

#define MOST_MESSAGES 3
#define MOST_ACCESSES 4

struct job
{
  struct verify_report report;
  hb_trace *wrong; /* the first trace on which it errs as printed */
};

/* --- queues ------------------------------------------------------------------------------------- */

static bool
errs_as_printed (const hb_trace *trace, void *context)
{
  (void)context;
  return verify_ask ("config-as-printed", trace, NULL) == HB_CONSISTENT
         && verify_ask ("explore", trace, NULL) == HB_INCONSISTENT;
}

static void
look_at_queue (struct job *job, hb_trace *trace)
{
  hb_trace_set_mailboxes (trace, HB_QUEUE);
  enum hb_verdict printed = verify_ask ("config-as-printed", trace, NULL);
  enum hb_verdict truth = verify_ask ("explore", trace, NULL);
  verify_count (&job->report, "with queues", 1);
  verify_count (&job->report, "with queues, on which the printed algorithm errs", printed != truth);
  if (printed == truth)
    return;
  if (printed != HB_CONSISTENT)
    verify_fail (&job->report, verify_shrink_trace (trace, errs_as_printed, NULL),
                 "as printed it calls a trace inconsistent that has a run");
  else if (!job->wrong)
    job->wrong = verify_shrink_trace (trace, errs_as_printed, NULL);
}

/* --- mailboxes on which it is exact ------------------------------------------------------------- */

static bool
disagrees (const hb_trace *trace, void *context)
{
  (void)context;
  static const char *const others[] = { "explore", "cds", "sat" };
  enum hb_verdict mine = verify_ask ("config", trace, NULL);
  for (size_t i = 0; i < sizeof others / sizeof *others && mine != HB_UNKNOWN; i++)
    {
      enum hb_verdict other = verify_ask (others[i], trace, NULL);
      if (other != HB_UNKNOWN && other != mine)
        return true;
    }
  return false;
}

/* KINDS: what to call the consistent and the inconsistent ones among the counts. */
static void
look_at_exact (struct job *job, const hb_trace *trace, const char *const kinds[2])
{
  enum hb_verdict mine = verify_ask ("config", trace, &job->report.limits);
  if (mine != HB_UNKNOWN)
    verify_count (&job->report, kinds[mine == HB_INCONSISTENT], 1);
  if (disagrees (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, disagrees, NULL),
                 "on mailboxes that it takes it disagrees with another engine");
}

static bool
visit (hb_trace *trace, void *context)
{
  static const char *const kinds[]
      = { "with sender-queues, consistent", "with sender-queues, inconsistent" };
  struct job *job = context;
  hb_trace_set_mailboxes (trace, HB_SENDER_QUEUE);
  look_at_exact (job, trace, kinds);
  look_at_queue (job, trace);
  cli_progress (job->report.cli, -1, "%llu traces",
                (unsigned long long)job->report.counts.data[0].number);
  return verify_goes_on (&job->report);
}

/* --- streams ------------------------------------------------------------------------------------ */

/* All sizes, the fewest events first, then the fewest handlers. */
static void
all_small (struct job *job, uint64_t most)
{
  struct verify_sizes sizes
      = { .least_events = 2,
          .most_events = (int)most,
          .most_handlers = (int)cli_unsigned (job->report.cli, "most-handlers", 3),
          .least_messages = 1,
          .most_messages = MOST_MESSAGES,
          .most_accesses = MOST_ACCESSES };
  verify_small (&sizes, (struct hb_small_size){ .mailbox = HB_SENDER_QUEUE }, visit, job);
}

/* A random trace without nested posting, most of them damaged so that half are inconsistent. */
static hb_trace *
random_flat (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.nested = false;
  shape.mailbox = i % 2 ? -1 : HB_SENDER_QUEUE;
  shape.handlers = 2 + (hb_id)hb_rng_below (rng, 3);
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 7);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 4);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 3);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

static void
look_at_random (void *context, hb_trace *trace, uint64_t i)
{
  static const char *const kinds[][2]
      = { { "random with sender-queues, consistent", "random with sender-queues, inconsistent" },
          { "random with mixed mailboxes, consistent",
            "random with mixed mailboxes, inconsistent" } };
  look_at_exact (context, trace, kinds[i % 2]);
}

/* A test that saw one verdict only has shown little. */
static void
check_shares (struct job *job)
{
  for (size_t i = 0; i < job->report.counts.size; i++)
    if (!job->report.counts.data[i].number)
      verify_missing (&job->report, "one kind of traces was not met");
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "config") };
  if (cli_unsigned (cli, "most-handlers", 3) > 4 || cli_unsigned (cli, "most-events", 8) > 12)
    cli_usage_error (cli, "all small traces: of at most 12 events and 4 handlers");
  all_small (&job, cli_unsigned (cli, "most-events", 8));
  verify_random_traces (&job.report, 2000,
                        &(struct verify_random){ random_flat, look_at_random, &job });
  check_shares (&job);
  if (job.wrong && !job.report.failure)
    {
      verify_say (
          &job.report,
          "as printed it calls this trace of queues consistent, which has no run; %zu events, "
          "%zu handlers, and none with fewer events does it",
          job.wrong->events.size, job.wrong->handlers.size);
      job.report.trace = job.wrong;
      job.wrong = NULL;
    }
  else if (!job.wrong)
    verify_missing (&job.report, "no trace was found on which the printed algorithm errs");
  hb_trace_free (job.wrong);
  return verify_report_end (&job.report);
}

const struct verify_subject verify_config
    = { "config",
        "Theorem 4.1 (Appendix D): the configuration graph decides sender-queues, and not queues",
        run, "most-handlers most-events random" };
