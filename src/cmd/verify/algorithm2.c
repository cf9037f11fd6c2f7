/* hbkit verify algorithm2: Algorithm 2 of the ED-consistency paper (section 5.2), on small traces
 * and without Z3.
 *
 * The algorithm asks for a partial order O with: every given edge in it; of every two messages of a
 * handler one wholly before the other; of every two posts to a handler one before the other.  Here
 * O is found by trying: pair after pair, either way, with a test for cycles.
 *
 *     literal    the given edges are po, rf, co, pb, as in line 4: fr, which follows from rf and
 *                co, is not among them.  A read may then come after the next write.
 *     with fr    as "the known relations" of the text can be read.  The order of two posts is not
 *                tied to that of their messages (the relation qo is missing), and as any O can be
 *                extended to a total order the second demand is empty: what is decided is the
 *                *multiset*.
 *     with qo    both, as `hbkit encode` writes it: exact.
 *
 * Tested: that literal and with fr err on queues, by exhaustion the smallest such traces; that with
 * fr equals the semantics of multisets, and with qo that of queues, always. */
#include "cmd/verify/closure.h"
#include "cmd/verify/small.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#define MOST_ACCESSES 4
#define MOST_HANDLERS 2
#define MOST_MESSAGES 4

#define WITHOUT_FR (CLOSURE_ALL & ~(1u << HB_FR))

struct search
{
  const hb_trace *trace;
  hb_order *order;
  bool tied; /* the order of two posts is that of their messages */
};

/* --- the algorithm ------------------------------------------------------------------------------ */

/* Is there an O that has all of FROM and decides the pairs from message A and B on? */
static bool
decide_from (const struct search *s, const struct closure *from, hb_id a, hb_id b)
{
  const hb_trace *trace = s->trace;
  if (from->cyclic)
    return false;
  for (; a < trace->messages.size; a++, b = a + 1)
    for (; b < trace->messages.size; b++)
      if (closure_is_pair (trace, a, b))
        {
          bool found = false;
          /* The four ways: which message first, and which post. */
          for (int way = 0; way < 4 && !found; way++)
            {
              hb_id m = way & 1 ? b : a, n = way & 1 ? a : b;
              bool same = !(way & 2);
              if (!same && s->tied)
                continue;
              struct closure more = *from;
              closure_add (&more, hb_last_node (s->order, trace, m),
                           hb_first_node (s->order, trace, n));
              hb_id p = trace->messages.data[m].post, q = trace->messages.data[n].post;
              if (p != HB_NONE && q != HB_NONE)
                closure_add (&more, same ? p : q, same ? q : p);
              found = decide_from (s, &more, a, b + 1);
            }
          return found;
        }
  return true;
}

static bool
algorithm2 (const hb_trace *trace, unsigned known, bool tied)
{
  struct search s = { trace, hb_order_new (trace), tied };
  struct closure start = closure_of_order (s.order, known);
  bool found = decide_from (&s, &start, 0, 1);
  hb_order_free (s.order);
  return found;
}

/* --- the test ----------------------------------------------------------------------------------- */

struct job
{
  struct verify_report report;
  hb_trace *literal, *untied; /* the first traces on which these two err */
};

static bool
runs (const hb_trace *trace)
{
  return verify_ask ("explore", trace, NULL) == HB_CONSISTENT;
}

/* In the paper every read reads from a write. */
static bool
reads_initial_values (const hb_trace *trace)
{
  for (size_t e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_READ && trace->events.data[e].partner == HB_NONE)
      return true;
  return false;
}

static bool
literal_errs (const hb_trace *trace, void *context)
{
  (void)context;
  return !reads_initial_values (trace) && algorithm2 (trace, WITHOUT_FR, false) != runs (trace);
}

static bool
untied_errs (const hb_trace *trace, void *context)
{
  (void)context;
  return algorithm2 (trace, CLOSURE_ALL, false) != runs (trace);
}

static bool
tied_errs (const hb_trace *trace, void *context)
{
  (void)context;
  return algorithm2 (trace, CLOSURE_ALL, true) != runs (trace);
}

static bool
visit (hb_trace *trace, void *context)
{
  struct job *job = context;
  bool truth = runs (trace);
  verify_count (&job->report, truth ? "consistent traces" : "inconsistent traces", 1);
  bool literal = literal_errs (trace, NULL), untied = untied_errs (trace, NULL);
  verify_count (&job->report, "on which the algorithm as printed errs, fr left out", literal);
  verify_count (&job->report, "on which it errs with fr", untied);
  if (literal && !job->literal)
    job->literal = verify_shrink_trace (trace, literal_errs, NULL);
  if (untied && !job->untied)
    job->untied = verify_shrink_trace (trace, untied_errs, NULL);
  if (tied_errs (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, tied_errs, NULL),
                 "with fr and qo it is wrong on a trace of queues");
  hb_trace_set_mailboxes (trace, HB_MULTISET);
  if (untied_errs (trace, NULL))
    verify_fail (&job->report, verify_shrink_trace (trace, untied_errs, NULL),
                 "with fr it is not the semantics of multisets");
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
                                .least_messages = 0,
                                .most_messages = MOST_MESSAGES,
                                .most_accesses = MOST_ACCESSES };
  verify_small (&sizes, (struct hb_small_size){ .nested = true }, visit, job);
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "algorithm2") };
  all_small (&job, cli_unsigned (cli, "most-events", 7));
  if (!job.literal || !job.untied)
    verify_missing (&job.report, "no trace was found on which the printed algorithm errs");
  else
    verify_say (&job.report, "as printed, without fr, it first errs at %zu events",
                job.literal->events.size);
  if (job.untied && !job.report.failure)
    {
      verify_say (&job.report, "with fr it first errs at %zu events, on this trace of queues",
                  job.untied->events.size);
      job.report.trace = job.untied;
      job.untied = NULL;
    }
  hb_trace_free (job.literal);
  hb_trace_free (job.untied);
  return verify_report_end (&job.report);
}

const struct verify_subject verify_algorithm2
    = { "algorithm2",
        "Algorithm 2 as printed decides multisets; with the queue order it decides queues", run,
        "most-events" };
