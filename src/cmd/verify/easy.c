/* hbkit verify easy: fragments of ED-consistency that are polynomial, each with its decision
 * procedure against the search of all runs.
 *
 *     all given     eo and mo total: one replay (run/replay.h), or for queues one test for cycles of
 *                   happens-before; any mailbox.  ED-consistency paper, after Definition 2.
 *     mo given      queues: a queue runs messages in the order of their posts, so eo is mo
 *     one poster    queues and sender-queues, all posts to a mailbox in one message: po orders
 *                   them, so mo is known, and eo with it.  (Not for multisets: `3sat-multiset` has
 *                   one poster.)
 *     not shared    no variable is used by two messages, any mailbox: consistent iff the given
 *                   edges have no cycle.  For then each message can run its accesses, whoever is
 *                   posted is taken at some time, and whatever is taken ends.
 *
 * All of these are linear in the trace. */
#include "cmd/verify/small.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "run/replay.h"

#include "gen/traces.h"

#define MOST_ACCESSES 4
#define MOST_HANDLERS 2
#define MOST_MESSAGES 3

struct job
{
  struct verify_report report;
};

/* --- the procedures ----------------------------------------------------------------------------- */

static bool
replays (const hb_trace *trace, const hb_witness *witness)
{
  hb_diag *diag = hb_diag_new ();
  bool runs = witness && hb_replay (trace, witness, NULL, diag);
  hb_diag_free (diag);
  return runs;
}

static bool
is_acyclic (const hb_trace *trace)
{
  hb_order *order = hb_order_new (trace);
  struct hb_cycle cycle = { 0 };
  bool cyclic = hb_known_cycle (trace, order, &cycle);
  hb_cycle_free (&cycle);
  hb_order_free (order);
  return !cyclic;
}

/* eo and mo of every handler are the orders of its messages in their posts' one message; NULL if
 * the posts to some handler stand in two messages.  New. */
static hb_witness *
one_poster (const hb_trace *trace)
{
  hb_witness *witness = hb_witness_new (trace);
  hb_id *used = hb_calloc (trace->handlers.size, sizeof *used), m;
  bool one = true;
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_POST)
      {
        m = trace->events.data[e].object;
        hb_id h = trace->messages.data[m].handler, at = witness->mo_start[h] + used[h]++;
        witness->mo[at] = witness->eo[witness->eo_start[h] + used[h] - 1] = m;
        hb_id before = used[h] > 1 ? witness->mo[at - 1] : m;
        one = one && trace->events.data[e].message == hb_poster (trace, before);
      }
  hb_free (used);
  if (one)
    return witness;
  hb_witness_free (witness);
  return NULL;
}

/* Does no variable stand in two messages? */
static bool
is_not_shared (const hb_trace *trace)
{
  hb_id *user = hb_calloc (trace->variables.size, sizeof *user);
  bool shared = false;
  for (size_t v = 0; v < trace->variables.size; v++)
    user[v] = HB_NONE;
  for (size_t e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_READ && event->kind != HB_WRITE)
        continue;
      shared = shared || (user[event->object] != HB_NONE && user[event->object] != event->message);
      user[event->object] = event->message;
    }
  hb_free (user);
  return !shared;
}

/* --- the test ----------------------------------------------------------------------------------- */

/* So that a failure is kept as it is. */
static bool
never (const hb_trace *trace, void *context)
{
  (void)trace;
  (void)context;
  return false;
}

/* The procedure of the fragment FRAGMENT says ANSWER; the truth must be the same.  COUNTS: what to
 * call consistent and inconsistent ones (NULL: not counted). */
static void
compare (struct job *job, const hb_trace *trace, const char *fragment, const char *const counts[2],
         bool answer)
{
  enum hb_verdict truth = verify_ask ("explore", trace, &job->report.limits);
  if (truth == HB_UNKNOWN)
    return;
  if (counts)
    verify_count (&job->report, counts[truth == HB_INCONSISTENT], 1);
  if (answer != (truth == HB_CONSISTENT))
    verify_fail (&job->report, verify_shrink_trace (trace, never, NULL),
                 "%s: the procedure is wrong on a trace of %zu events (%s)", fragment,
                 trace->events.size, hb_mailbox_name (trace->mailbox));
}

/* The engine `cds` has nothing to learn from such a trace. */
static void
check_no_conflicts (struct job *job, const hb_trace *trace)
{
  struct hb_check_options options = { .seed = 0 };
  hb_check_result result;
  hb_check (hb_engine_find ("cds"), trace, &options, &result);
  if (result.verdict == HB_CONSISTENT && result.conflicts)
    verify_fail (&job->report, NULL,
                 "engine cds met a conflict on a consistent trace of no shared "
                 "variables");
  hb_check_result_free (&result);
}

static bool
visit (hb_trace *trace, void *context)
{
  static const char *const poster[] = { "one poster, consistent", "one poster, inconsistent" };
  static const char *const alone[] = { "not shared, consistent", "not shared, inconsistent" };
  struct job *job = context;
  hb_witness *known = one_poster (trace);
  for (int mailbox = HB_QUEUE; mailbox <= HB_SENDER_QUEUE && known; mailbox++)
    {
      hb_trace_set_mailboxes (trace, (enum hb_mailbox)mailbox);
      compare (job, trace, "one poster", poster, replays (trace, known));
    }
  hb_witness_free (known);
  for (int mailbox = 0; mailbox < HB_MAILBOXES && is_not_shared (trace); mailbox++)
    {
      hb_trace_set_mailboxes (trace, (enum hb_mailbox)mailbox);
      compare (job, trace, "not shared", alone, is_acyclic (trace));
      check_no_conflicts (job, trace);
    }
  return verify_goes_on (&job->report);
}

static void
all_small (struct job *job, uint64_t most)
{
  struct verify_sizes sizes = { .least_events = 2,
                                .most_events = (int)most,
                                .most_handlers = MOST_HANDLERS,
                                .least_messages = 0,
                                .most_messages = MOST_MESSAGES,
                                .most_accesses = MOST_ACCESSES };
  verify_small (&sizes, (struct hb_small_size){ .nested = true }, visit, job);
}

/* A random trace with the eo and mo of the run that it comes from, perhaps damaged. */
static hb_trace *
random_with_orders (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.mailbox = (int)(i % HB_MAILBOXES);
  shape.orders = true;
  shape.handlers = 1 + (hb_id)hb_rng_below (rng, 4);
  shape.messages = 1 + (hb_id)hb_rng_below (rng, 8);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 4);
  shape.nested = hb_rng_coin (rng);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

/* All messages of TRACE are in WITNESS's mo what they are in its eo. */
static void
run_as_posted (hb_witness *witness, const hb_trace *trace)
{
  for (size_t h = 0; h < trace->handlers.size; h++)
    for (hb_id i = 0; i < witness->mo_start[h + 1] - witness->mo_start[h]; i++)
      witness->eo[witness->eo_start[h] + i] = witness->mo[witness->mo_start[h] + i];
}

static void
look_at_orders (void *context, hb_trace *trace, uint64_t i)
{
  (void)i;
  struct job *job = context;
  static const char *const all[] = { "all given, consistent", "all given, inconsistent" };
  static const char *const half[] = { "mo given, consistent", "mo given, inconsistent" };
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  bool queues = trace->mailbox == HB_QUEUE;
  compare (job, trace, "all given", all, replays (trace, witness));
  if (queues)
    compare (job, trace, "all given, by cycles", NULL, is_acyclic (trace));
  if (queues && witness)
    {
      trace->eo.size = 0; /* its lines are forgotten */
      run_as_posted (witness, trace);
      compare (job, trace, "mo given", half, replays (trace, witness));
    }
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "easy") };
  all_small (&job, cli_unsigned (cli, "most-events", 7));
  verify_random_traces (&job.report, 5000,
                        &(struct verify_random){ random_with_orders, look_at_orders, &job });
  if (job.report.counts.size < 8)
    verify_missing (&job.report, "some fragment was met with one verdict only");
  return verify_report_end (&job.report);
}

const struct verify_subject verify_easy
    = { "easy", "fragments that are polynomial: orders given, one poster, no shared variables", run,
        "most-events random" };
