/* hbkit verify few-handlers: the polynomial cells of the map (doc/map.md) that are engines of their own.
 *
 *     one-handler     all disciplines but multisets
 *     two-multisets   one and two handlers
 *
 * Each against the search of all runs, on all small traces, nested or not, and on random ones. */
#include "cmd/verify/small.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "gen/traces.h"

struct job
{
  struct verify_report report;
};

/* CONTEXT: the engine's name. */
static bool
disagrees (const hb_trace *trace, void *context)
{
  enum hb_verdict mine = verify_ask (context, trace, NULL),
                  truth = verify_ask ("explore", trace, NULL);
  return mine != truth && mine != HB_UNKNOWN && truth != HB_UNKNOWN;
}

/* KINDS: what to call the consistent and the inconsistent ones among the counts. */
static void
look_at (struct job *job, const hb_trace *trace, const char *engine, const char *const kinds[2])
{
  char name[16];
  const char *why;
  snprintf (name, sizeof name, "%s", engine);
  if (!hb_engine_find (engine)->accepts (trace, &why))
    return;
  enum hb_verdict mine = verify_ask (engine, trace, &job->report.limits);
  if (mine == HB_UNKNOWN && !hb_limits_hit (&job->report.limits))
    verify_fail (&job->report, NULL, "%s does not decide a trace that it accepts", engine);
  if (mine != HB_UNKNOWN)
    verify_count (&job->report, kinds[mine == HB_INCONSISTENT], 1);
  if (disagrees (trace, name))
    verify_fail (&job->report, verify_shrink_trace (trace, disagrees, name),
                 "%s disagrees with the search of all runs", engine);
}

static void
look_at_both (struct job *job, const hb_trace *trace)
{
  static const char *const one[] = { "one handler, consistent", "one handler, inconsistent" };
  static const char *const two[] = { "multisets, consistent", "multisets, inconsistent" };
  look_at (job, trace, "one-handler", one);
  look_at (job, trace, "two-multisets", two);
}

static bool
visit (hb_trace *trace, void *context)
{
  struct job *job = context;
  for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
    if (trace->handlers.size == 1 || mailbox == HB_MULTISET)
      {
        hb_trace_set_mailboxes (trace, (enum hb_mailbox)mailbox);
        look_at_both (job, trace);
      }
  cli_progress (
      job->report.cli, -1, "%llu traces",
      (unsigned long long)(job->report.counts.size ? job->report.counts.data[0].number : 0));
  return verify_goes_on (&job->report);
}

/* A random trace of one or two handlers, most of them damaged, so that many are inconsistent. */
static hb_trace *
random_few (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  int mailbox = i % 2 ? HB_MULTISET : (int)(i / 2 % HB_MAILBOXES);
  struct hb_run_shape shape = hb_run_defaults ();
  shape.nested = hb_rng_coin (rng);
  shape.mailbox = mailbox;
  shape.handlers = mailbox == HB_MULTISET ? 2 : 1;
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 9);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 6);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 3);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

static void
look_at_random (void *context, hb_trace *trace, uint64_t i)
{
  (void)i;
  look_at_both (context, trace);
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "few-handlers") };
  struct verify_sizes sizes = { .least_events = 2,
                                .most_events = (int)cli_unsigned (cli, "most-events", 7),
                                .most_handlers = 2,
                                .least_messages = 0,
                                .most_messages = 4,
                                .most_accesses = 6 };
  verify_small (&sizes, (struct hb_small_size){ .nested = true }, visit, &job);
  verify_random_traces (&job.report, 2000,
                        &(struct verify_random){ random_few, look_at_random, &job });
  if (job.report.counts.size < 4)
    verify_missing (&job.report, "some engine was met with one verdict only");
  return verify_report_end (&job.report);
}

const struct verify_subject verify_few
    = { "few-handlers",
        "one handler, and two multisets, are decided in polynomial time (doc/map.md)", run,
        "most-events random" };
