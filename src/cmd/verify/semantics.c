/* hbkit verify semantics: Theorem 2.1 of the ED-consistency paper, for every mailbox discipline
 * (doc/semantics.md).
 *
 *     every small trace, every eo and mo of it    the axioms hold  iff  the operational semantics can run it so
 *     every small trace                           some eo and mo   iff  explore finds a run; cds, sat, enum agree
 *     random traces beyond, half of them damaged  the same verdict from all of these
 *     runs (semantics_runs.c)              the other way round: what runs is consistent, and Appendix B
 *
 * The axioms are those of engine/axioms.c, which shares nothing with the engines; the operational semantics
 * is the machine of run/replay.h. */
#include "cmd/verify/semantics.h"
#include "cmd/verify/small.h"

#include "engine/axioms.h"
#include "run/replay.h"

#include "gen/traces.h"

#include <limits.h>

#define MOST_HANDLERS 3
#define MOST_MESSAGES 3
#define MOST_ORDERS 4000 /* of a random trace, beyond which they are not all tried */

/* --- one trace, all orders ---------------------------------------------------------------------- */

struct orders
{
  const hb_trace *trace;
  hb_witness *witness;
  uint64_t tried, good;
  bool differ; /* the axioms and the machine, on WITNESS */
};

static bool
machine_runs (const hb_trace *trace, const hb_witness *witness)
{
  hb_diag *diag = hb_diag_new ();
  bool runs = hb_replay (trace, witness, NULL, diag);
  hb_diag_free (diag);
  return runs;
}

static void
try_orders (struct orders *o)
{
  bool holds = hb_axioms_hold (o->trace, o->witness);
  o->tried++;
  o->good += holds;
  o->differ = holds != machine_runs (o->trace, o->witness);
}

/* All permutations of the slots from AT on, those of eo, then those of mo: each within its handler. */
static void
permute (struct orders *o, hb_id at)
{
  hb_witness *w = o->witness;
  hb_id handlers = (hb_id)o->trace->handlers.size;
  hb_id eo = w->eo_start[handlers], mo = w->mo_start[handlers];
  bool is_eo = at < eo;
  hb_id place = is_eo ? at : at - eo, end = 0;
  hb_id *order = is_eo ? w->eo : w->mo, *start = is_eo ? w->eo_start : w->mo_start;
  if (at == eo + mo)
    {
      try_orders (o);
      return;
    }
  while (start[end + 1] <= place)
    end++;
  end = start[end + 1];
  for (hb_id i = place; i < end && !o->differ; i++)
    {
      hb_id message = order[i];
      order[i] = order[place];
      order[place] = message;
      permute (o, at + 1);
      if (o->differ)
        return;
      order[place] = order[i];
      order[i] = message;
    }
}

/* Every handler's messages in the order of the file. */
static hb_witness *
first_orders (const hb_trace *trace)
{
  hb_witness *witness = hb_witness_new (trace);
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_id eo = witness->eo_start[h], mo = witness->mo_start[h];
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        {
          if (m != handler->initial)
            witness->eo[eo++] = m;
          if (trace->messages.data[m].kind == HB_POSTED)
            witness->mo[mo++] = m;
        }
    }
  return witness;
}

static struct orders
all_orders (const hb_trace *trace)
{
  struct orders o = { .trace = trace, .witness = first_orders (trace) };
  permute (&o, 0);
  return o;
}

static bool
axioms_and_machine_differ (const hb_trace *trace, void *context)
{
  (void)context;
  struct orders o = all_orders (trace);
  hb_witness_free (o.witness);
  return o.differ;
}

/* --- one trace, its verdict --------------------------------------------------------------------- */

static bool
engines_differ (const hb_trace *trace, void *context)
{
  (void)context;
  static const char *const others[] = { "cds", "sat", "enum" };
  enum hb_verdict truth = verify_ask ("explore", trace, NULL);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (verify_ask (others[i], trace, NULL) != truth)
      return true;
  return false;
}

static bool
verdict_is_wrong (const hb_trace *trace, void *context)
{
  (void)context;
  struct orders o = all_orders (trace);
  hb_witness_free (o.witness);
  return (o.good > 0) != (verify_ask ("explore", trace, NULL) == HB_CONSISTENT);
}

static void
look_at_all_orders (struct semantics_job *job, const hb_trace *trace, const char *const kinds[3])
{
  struct orders o = all_orders (trace);
  hb_witness_free (o.witness);
  verify_count (&job->report, "traces with all their orders", 1);
  verify_count (&job->report, "orders tried, axioms against machine", o.tried);
  verify_count (&job->report, kinds[o.good == 0], 1);
  if (o.differ)
    verify_fail (&job->report, verify_shrink_trace (trace, axioms_and_machine_differ, NULL),
                 "%s: some eo and mo satisfy the axioms and do not run, or the other way round",
                 kinds[2]);
  else if (verdict_is_wrong (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, verdict_is_wrong, NULL),
                 "%s: the axioms and the search through all runs give different verdicts",
                 kinds[2]);
  else if (engines_differ (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, engines_differ, NULL),
                 "%s: an engine disagrees with the search through all runs", kinds[2]);
}

/* --- all small traces --------------------------------------------------------------------------- */

/* Priorities 0 and 1 in all ways: those of the posted messages are the bits of CHOICE. */
static void
set_priorities (hb_trace *trace, unsigned choice)
{
  for (size_t m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      {
        trace->messages.data[m].priority = choice & 1;
        choice >>= 1;
      }
}

static bool
visit (hb_trace *trace, void *context)
{
  static const char *const kinds[HB_MAILBOXES][3]
      = { { "queue, consistent", "queue, inconsistent", "queue" },
          { "sender-queue, consistent", "sender-queue, inconsistent", "sender-queue" },
          { "multiset, consistent", "multiset, inconsistent", "multiset" },
          { "stack, consistent", "stack, inconsistent", "stack" },
          { "priority, consistent", "priority, inconsistent", "priority" } };
  struct semantics_job *job = context;
  unsigned posted = 0;
  for (size_t m = 0; m < trace->messages.size; m++)
    posted += trace->messages.data[m].kind == HB_POSTED;
  for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
    {
      unsigned choices = mailbox == HB_PRIORITY ? 1u << posted : 1;
      hb_trace_set_mailboxes (trace, (enum hb_mailbox)mailbox);
      for (unsigned choice = 0; choice < choices && !job->report.failure; choice++)
        {
          set_priorities (trace, choice);
          look_at_all_orders (job, trace, kinds[mailbox]);
        }
      set_priorities (trace, 0);
    }
  cli_progress (job->report.cli, -1, "%llu small traces", (unsigned long long)++job->traces);
  return verify_goes_on (&job->report);
}

static void
all_small (struct semantics_job *job, uint64_t most)
{
  struct verify_sizes sizes = { .least_events = 2,
                                .most_events = (int)most,
                                .most_handlers = MOST_HANDLERS,
                                .least_messages = 1,
                                .most_messages = MOST_MESSAGES,
                                .most_accesses = INT_MAX };
  verify_small (&sizes, (struct hb_small_size){ .nested = true }, visit, job);
}

/* --- random traces, damaged --------------------------------------------------------------------- */

static hb_trace *
damaged_trace (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.mailbox = (int)(i % (HB_MAILBOXES + 1)) - 1;
  shape.handlers = 2 + (hb_id)hb_rng_below (rng, 4);
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 7);
  shape.externals = (hb_id)hb_rng_below (rng, 3);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 4);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 3);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

/* In how many ways eo and mo can be chosen, or a number above MOST_ORDERS. */
static uint64_t
count_orders (const hb_trace *trace)
{
  uint64_t product = 1;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      uint64_t messages = trace->handlers.data[h].count, posted = 0;
      for (hb_id i = 0; i < messages; i++)
        posted += trace->messages.data[trace->handlers.data[h].first + i].kind == HB_POSTED;
      messages -= trace->handlers.data[h].initial != HB_NONE;
      for (uint64_t i = 2; i <= messages && product <= MOST_ORDERS; i++)
        product *= i * (i <= posted ? i : 1);
    }
  return product;
}

static void
look_at_damaged (void *context, hb_trace *trace, uint64_t i)
{
  (void)i;
  struct semantics_job *job = context;
  enum hb_verdict truth = verify_ask ("explore", trace, &job->report.limits);
  if (truth == HB_UNKNOWN)
    return;
  if (count_orders (trace) <= MOST_ORDERS)
    {
      static const char *const kinds[]
          = { "random, all orders tried, consistent", "random, all orders tried, inconsistent",
              "a random trace" };
      look_at_all_orders (job, trace, kinds);
      return;
    }
  verify_count (&job->report,
                truth == HB_CONSISTENT ? "random, consistent" : "random, inconsistent", 1);
  if (engines_differ (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, engines_differ, NULL),
                 "random trace: an engine disagrees with the search through all runs");
}

static int
run (struct cli *cli)
{
  struct semantics_job job = { .report = verify_report_begin (cli, "semantics") };
  all_small (&job, cli_unsigned (cli, "most-events", 7));
  uint64_t count = cli_unsigned (cli, "random", 2000), seed = cli_unsigned (cli, "seed", 0);
  verify_random_traces (&job.report, 2000,
                        &(struct verify_random){ damaged_trace, look_at_damaged, &job });
  semantics_runs (&job, count, seed);
  for (size_t i = 0; i < job.report.counts.size; i++)
    if (!job.report.counts.data[i].number)
      verify_missing (&job.report, "some direction was not met");
  return verify_report_end (&job.report);
}

const struct verify_subject verify_semantics
    = { "semantics",
        "Theorem 2.1: the axioms of each mailbox discipline say exactly what runs can do", run,
        "most-events random" };
