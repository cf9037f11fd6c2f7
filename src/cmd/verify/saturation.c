/* hbkit verify saturation: the rules of Algorithm 1 of the ED-consistency paper (section 5.1), each
 * by itself.  A rule is sound if what it adds holds in every witness of the trace: if the trace
 * with the opposite order has no run.
 *
 *     rule 1   a known edge from an event of m1 to one of m2, same handler    =>  m1 eo m2
 *     rule 2   a known path from the first event of m1 to the last one of m2  =>  m1 eo m2
 *     rule 3   a known path from the post of m1 to the post of m2             =>  m1 eo m2
 *     rule 3'  m1 eo m2, by rule 1 or 2                                       =>  the posts, by mo
 *
 * The paper gives rules 2 and 3 by figures and says of both that "the inverse eo edge immediately
 * creates a cycle": rule 2 is that of paths over other messages, rule 3 that of posts.  Rule 3' is
 * not among the printed ones; the engine `enum` has it.
 *
 * Tested on queues, where all have to be sound, each alone and all together to a fixpoint; on the
 * other mailboxes, where 1 and 2 have to be and 3 and 3' must not; and that the rules do not
 * decide: there are inconsistent traces about which they are silent.  Also Algorithm 1 as a whole,
 * engine `enum`, against the semantics.  All small traces, then random ones. */
#include "cmd/verify/closure.h"
#include "cmd/verify/small.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "gen/traces.h"

#include <string.h>

#define MOST_ACCESSES 4
#define MOST_HANDLERS 2
#define MOST_MESSAGES 3
#define RULES 4

static const char *const rule_names[RULES] = { "rule 1", "rule 2", "rule 3", "rule 3'" };

/* --- the rules ---------------------------------------------------------------------------------- */

struct facts
{
  const hb_trace *trace;
  hb_order *order;
  struct closure hb;
};

static hb_id
first_of (const struct facts *f, hb_id m)
{
  return hb_first_node (f->order, f->trace, m);
}

static hb_id
last_of (const struct facts *f, hb_id m)
{
  return hb_last_node (f->order, f->trace, m);
}

/* Does a known edge lead from a node of A to one of B? */
static bool
has_edge (const struct facts *f, hb_id a, hb_id b)
{
  for (hb_id u = first_of (f, a); u <= last_of (f, a); u++)
    for (hb_id e = f->order->first[u]; e < f->order->first[u + 1]; e++)
      if (f->order->to[e] >= first_of (f, b) && f->order->to[e] <= last_of (f, b))
        return true;
  return false;
}

/* Does RULE (from 0) say that A runs before B (or, rule 3', is posted before B)? */
static bool
fires (const struct facts *f, int rule, hb_id a, hb_id b)
{
  hb_id p = f->trace->messages.data[a].post, q = f->trace->messages.data[b].post;
  bool posted = p != HB_NONE && q != HB_NONE;
  switch (rule)
    {
    case 0:
      return has_edge (f, a, b);
    case 1:
      return closure_has (&f->hb, first_of (f, a), last_of (f, b));
    case 2:
      return posted && closure_has (&f->hb, p, q);
    default:
      return posted && (fires (f, 0, a, b) || fires (f, 1, a, b));
    }
}

static struct facts
facts_new (const hb_trace *trace)
{
  struct facts f = { .trace = trace, .order = hb_order_new (trace) };
  f.hb = closure_of_order (f.order, CLOSURE_ALL);
  return f;
}

/* All rules to a fixpoint, or to a cycle. */
static void
saturate (struct facts *f)
{
  bool again = true;
  while (again && !f->hb.cyclic)
    {
      struct closure before = f->hb;
      for (hb_id a = 0; a < f->trace->messages.size; a++)
        for (hb_id b = 0; b < f->trace->messages.size; b++)
          if (closure_is_pair (f->trace, a, b))
            {
              if (fires (f, 0, a, b) || fires (f, 1, a, b) || fires (f, 2, a, b))
                closure_add (&f->hb, last_of (f, a), first_of (f, b));
              if (fires (f, 3, a, b))
                closure_add (&f->hb, f->trace->messages.data[a].post,
                             f->trace->messages.data[b].post);
            }
      again = memcmp (&before, &f->hb, sizeof before) != 0;
    }
}

/* --- the test ----------------------------------------------------------------------------------- */

/* Has TRACE a run in which B comes before A: runs (KIND 'e') or is posted ('m')? */
static bool
may_be_inverted (const hb_trace *trace, hb_id a, hb_id b, char kind)
{
  hb_id pair[] = { b, a };
  hb_trace with = *trace;
  struct hb_chain chain = { trace->messages.data[a].handler, 0, 2 };
  memset (&with.eo, 0, sizeof with.eo); /* small traces have no chains of their own */
  memset (&with.mo, 0, sizeof with.mo);
  with.chained.data = pair;
  with.chained.size = 2;
  if (kind == 'e')
    with.eo.data = &chain, with.eo.size = 1;
  else
    with.mo.data = &chain, with.mo.size = 1;
  return verify_ask ("explore", &with, NULL) == HB_CONSISTENT;
}

/* Is there a conclusion of RULE that some run of TRACE does not respect?  *FIRED: how many there
 * are. */
static bool
is_unsound (const hb_trace *trace, int rule, uint64_t *fired)
{
  struct facts f = facts_new (trace);
  bool unsound = false;
  *fired = 0;
  for (hb_id a = 0; a < trace->messages.size && !f.hb.cyclic; a++)
    for (hb_id b = 0; b < trace->messages.size; b++)
      if (closure_is_pair (trace, a, b) && fires (&f, rule, a, b))
        {
          ++*fired;
          unsound = unsound || may_be_inverted (trace, a, b, rule == 3 ? 'm' : 'e');
        }
  hb_order_free (f.order);
  return unsound;
}

static bool
shows_unsound (const hb_trace *trace, void *context)
{
  uint64_t fired;
  return is_unsound (trace, *(const int *)context, &fired);
}

/* Do all rules together refute TRACE? */
static bool
is_refuted (const hb_trace *trace)
{
  struct facts f = facts_new (trace);
  saturate (&f);
  hb_order_free (f.order);
  return f.hb.cyclic;
}

/* Is there something that all rules together conclude, of which some run shows the opposite? */
static bool
together_unsound (const hb_trace *trace, void *context)
{
  struct facts f = facts_new (trace);
  uint64_t *concluded = context;
  saturate (&f);
  bool unsound = f.hb.cyclic && verify_ask ("explore", trace, NULL) == HB_CONSISTENT;
  for (hb_id a = 0; a < trace->messages.size && !f.hb.cyclic; a++)
    for (hb_id b = 0; b < trace->messages.size; b++)
      if (closure_is_pair (trace, a, b) && closure_has (&f.hb, last_of (&f, a), first_of (&f, b)))
        {
          *concluded += 1;
          unsound = unsound || may_be_inverted (trace, a, b, 'e');
        }
  hb_order_free (f.order);
  return unsound;
}

/* Inconsistent, and the rules are silent. */
static bool
is_missed (const hb_trace *trace, void *context)
{
  (void)context;
  return verify_ask ("explore", trace, NULL) == HB_INCONSISTENT && !is_refuted (trace);
}

struct job
{
  struct verify_report report;
  hb_trace *missed; /* the smallest inconsistent trace met that the rules miss */
  hb_trace *unsound[HB_MAILBOXES][RULES]; /* the first trace on which a rule errs */
};

static bool
enum_errs (const hb_trace *trace, void *context)
{
  (void)context;
  enum hb_verdict mine = verify_ask ("enum", trace, NULL);
  return mine != HB_UNKNOWN && mine != verify_ask ("explore", trace, NULL);
}

static void
look_at_queue (struct job *job, const hb_trace *trace, enum hb_verdict truth)
{
  bool refuted = is_refuted (trace);
  verify_count (
      &job->report,
      truth == HB_CONSISTENT ? "consistent traces of queues" : "inconsistent traces of queues", 1);
  verify_count (&job->report, "of them refuted by all rules together", refuted);
  uint64_t concluded = 0;
  if (together_unsound (trace, &concluded))
    verify_fail (&job->report, verify_shrink_trace (trace, together_unsound, &concluded),
                 "all rules together are unsound");
  if (truth == HB_CONSISTENT)
    verify_count (&job->report, "conclusions of all rules together on those that are consistent",
                  concluded);
  if (enum_errs (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, enum_errs, NULL),
                 "Algorithm 1 (engine enum) is wrong");
  if (truth == HB_CONSISTENT || refuted)
    return;
  verify_count (&job->report, "inconsistent ones about which the rules are silent", 1);
  hb_trace *missed = verify_shrink_trace (trace, is_missed, NULL);
  if (!job->missed || missed->events.size < job->missed->events.size)
    {
      hb_trace *larger = job->missed;
      job->missed = missed;
      missed = larger;
    }
  hb_trace_free (missed);
}

/* Has RULE to be sound on this mailbox? */
static bool
has_to_be_sound (int mailbox, int rule)
{
  return rule < 2 || mailbox == HB_QUEUE;
}

static void
look_at_rules (struct job *job, const hb_trace *trace, int mailbox)
{
  static const char *const counts[RULES] = { "conclusions of rule 1", "conclusions of rule 2",
                                             "conclusions of rule 3", "conclusions of rule 3'" };
  for (int rule = 0; rule < RULES; rule++)
    {
      uint64_t fired;
      bool unsound = is_unsound (trace, rule, &fired);
      if (mailbox == HB_QUEUE)
        verify_count (&job->report, counts[rule], fired);
      if (unsound && has_to_be_sound (mailbox, rule))
        verify_fail (&job->report, verify_shrink_trace (trace, shows_unsound, &rule),
                     "%s is unsound under %s", rule_names[rule],
                     hb_mailbox_name ((enum hb_mailbox)mailbox));
      if (unsound && !job->unsound[mailbox][rule])
        job->unsound[mailbox][rule] = verify_shrink_trace (trace, shows_unsound, &rule);
    }
}

static bool
visit (hb_trace *trace, void *context)
{
  struct job *job = context;
  for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
    {
      hb_trace_set_mailboxes (trace, (enum hb_mailbox)mailbox);
      enum hb_verdict truth = verify_ask ("explore", trace, NULL);
      if (mailbox == HB_QUEUE)
        look_at_queue (job, trace, truth);
      if (truth == HB_CONSISTENT)
        look_at_rules (job, trace, mailbox);
    }
  cli_progress (job->report.cli, -1, "%llu traces",
                (unsigned long long)job->report.counts.data[0].number);
  return verify_goes_on (&job->report);
}

static void
all_small (struct job *job, uint64_t most)
{
  struct verify_sizes sizes = { .least_events = 1,
                                .most_events = (int)most,
                                .most_handlers = MOST_HANDLERS,
                                .least_messages = 2,
                                .most_messages = MOST_MESSAGES,
                                .most_accesses = MOST_ACCESSES };
  verify_small (&sizes, (struct hb_small_size){ .nested = true }, visit, job);
}

/* data/silent-rules.edt: a, b on one handler and c, d on the other; each writes its variable and
 * then reads those of the two on the other handler.  So each of a, b overlaps with each of c, d. */
static hb_trace *
silent_trace (hb_diag *diag)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  hb_builder *builder = hb_builder_to_trace (diag);
  for (int h = 0; h < 2; h++)
    {
      hb_build_handler (builder, h ? "B" : "A", -1);
      hb_build_initial (builder);
      hb_build_post (builder, NULL, names[h]);
      hb_build_post (builder, NULL, names[h + 2]);
      for (int i = 0; i < 2; i++)
        {
          hb_build_message (builder, names[2 * h + i]);
          hb_build_write (builder, names[2 * h + i], names[2 * h + i], NULL);
          for (int k = 0; k < 2; k++)
            hb_build_read (builder, NULL, names[2 - 2 * h + k], names[2 - 2 * h + k]);
        }
    }
  hb_build_end (builder);
  return hb_builder_finish (builder);
}

/* Random traces, larger, half of them damaged. */
static hb_trace *
random_trace (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  struct hb_run_shape shape = hb_run_defaults ();
  (void)i;
  shape.handlers = 2 + (hb_id)hb_rng_below (rng, 3);
  shape.messages = 3 + (hb_id)hb_rng_below (rng, 4);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 2);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 4);
  shape.nested = hb_rng_coin (rng);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

static void
look_at_random (void *context, hb_trace *trace, uint64_t i)
{
  (void)i;
  if (trace->events.size + trace->messages.size <= CLOSURE_NODES)
    visit (trace, context);
}

static void
say_unsound (struct job *job)
{
  for (int mailbox = 0; mailbox < HB_MAILBOXES; mailbox++)
    for (int rule = 0; rule < RULES; rule++)
      {
        hb_trace *trace = job->unsound[mailbox][rule];
        const char *name = hb_mailbox_name ((enum hb_mailbox)mailbox);
        if (trace)
          verify_say (&job->report, "%s is unsound under %s, first at %zu events", rule_names[rule],
                      name, trace->events.size);
        else if (!has_to_be_sound (mailbox, rule) && mailbox != HB_PRIORITY)
          verify_missing (&job->report, "no trace shows that rules 3 and 3' are for queues only");
        hb_trace_free (trace);
      }
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "saturation") };
  all_small (&job, cli_unsigned (cli, "most-events", 7));
  hb_trace *silent = silent_trace (cli->diag);
  visit (silent, &job);
  hb_trace_free (silent);
  verify_random_traces (&job.report, 2000,
                        &(struct verify_random){ random_trace, look_at_random, &job });
  say_unsound (&job);
  if (!job.missed)
    verify_missing (&job.report, "no inconsistent trace was met about which the rules are silent");
  else if (!job.report.failure)
    {
      verify_say (&job.report,
                  "the rules do not refute all: they are silent about this trace of %zu events",
                  job.missed->events.size);
      job.report.trace = job.missed;
      job.missed = NULL;
    }
  hb_trace_free (job.missed);
  return verify_report_end (&job.report);
}

const struct verify_subject verify_saturation
    = { "saturation",
        "Algorithm 1: each saturation rule is sound on queues, alone and with the others", run,
        "most-events random" };
