/* hbkit verify sc-ed: rf-consistency under sequential consistency, and its reduction sc-ed.
 *
 * The oracle tries all interleavings of the threads, a read being possible while the last write of
 * its variable is the one that it reads from.  For every history: the sizes are the declared ones;
 * the trace gets the oracle's verdict from `cds`, `sat` and `explore` as traces of queues, and from
 * `explore` with every other mailbox; every witness found extracts to an order of writes that
 * solves the history; that solution lifts to a witness which replays and extracts to the same; and
 * a solution is consistent as a trace of its own. */
#include "cmd/history_ways.h"
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "run/replay.h"

#include "reduce/sc_ed.h"
#include "gen/small.h"

#include <string.h>

#define MOST_EVENTS 32
#define MOST_THREADS 8

/* --- the oracle ---------------------------------------------------------------------------------
 * */

struct memory
{
  hb_id next[MOST_THREADS]; /* thread -> its next event */
  hb_id last[MOST_EVENTS];  /* variable -> its last write */
};

/* Is there an interleaving from here on?  Tries all, without memory: it is for few events. */
static bool
interleaves (const hb_trace *history, const struct memory *from)
{
  bool all_done = true, found = false;
  for (hb_id h = 0; h < history->handlers.size && !found; h++)
    {
      hb_id m = history->handlers.data[h].initial, e = from->next[h];
      if (m == HB_NONE || e == history->messages.data[m].first + history->messages.data[m].count)
        continue;
      all_done = false;
      const struct hb_event *event = &history->events.data[e];
      if (event->kind == HB_READ && from->last[event->object] != event->partner)
        continue;
      struct memory to = *from;
      to.next[h]++;
      if (event->kind == HB_WRITE)
        to.last[event->object] = e;
      found = interleaves (history, &to);
    }
  return found || all_done;
}

static bool
is_consistent (const hb_trace *history)
{
  struct memory start;
  for (hb_id h = 0; h < history->handlers.size; h++)
    {
      hb_id m = history->handlers.data[h].initial;
      start.next[h] = m == HB_NONE ? 0 : history->messages.data[m].first;
    }
  for (size_t v = 0; v < history->variables.size; v++)
    start.last[v] = HB_NONE;
  return interleaves (history, &start);
}

/* --- one history --------------------------------------------------------------------------------
 * */

static bool
check_sizes (const hb_trace *history, const hb_trace *trace, char **why)
{
  uint64_t sizes[3];
  hb_sc_expect (history, sizes);
  if (trace->events.size == sizes[0] && trace->messages.size == sizes[1]
      && trace->handlers.size == sizes[2])
    return true;
  *why = hb_format (
      "the trace has %zu events, %zu messages, %zu handlers; %llu, %llu, %llu were declared",
      trace->events.size, trace->messages.size, trace->handlers.size, (unsigned long long)sizes[0],
      (unsigned long long)sizes[1], (unsigned long long)sizes[2]);
  return false;
}

/* WITNESS must extract to a solution, which must lift back. */
static bool
check_witness (hb_trace *history, const hb_trace *trace, const hb_witness *witness, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *lifted = NULL;
  bool good = hb_sc_extract (history, trace, witness, diag);
  if (good && verify_ask ("explore", history, NULL) != HB_CONSISTENT)
    {
      hb_error (diag, NULL, "the solution is not consistent as a trace of its own");
      good = false;
    }
  hb_id *co = hb_calloc (history->co.size, sizeof *co);
  for (size_t i = 0; i < history->co.size; i++)
    co[i] = history->co.data[i];
  good = good && (lifted = hb_sc_lift (history, trace, diag))
         && hb_replay (trace, lifted, NULL, diag) && hb_sc_extract (history, trace, lifted, diag);
  if (good && history->co.size && memcmp (co, history->co.data, history->co.size * sizeof *co))
    {
      hb_error (diag, NULL, "the solution does not come back");
      good = false;
    }
  if (!good)
    *why = hb_format ("a witness does not go back and forth: %s", hb_diag_first (diag));
  hb_free (co);
  hb_witness_free (lifted);
  hb_diag_free (diag);
  return good;
}

/* The engine's opinion on TRACE against the TRUTH. */
static bool
check_opinion (hb_trace *history, const hb_trace *trace, const char *engine, bool truth, char **why)
{
  struct hb_check_options options = { .seed = 0 };
  hb_check_result result;
  hb_check (hb_engine_find (engine), trace, &options, &result);
  bool good = (result.verdict == HB_CONSISTENT) == truth && result.verdict != HB_UNKNOWN;
  if (!good)
    *why = hb_format ("the history is %s, engine %s says otherwise of its trace with %s mailboxes",
                      truth ? "consistent" : "inconsistent", engine,
                      hb_mailbox_name (trace->mailbox));
  else if (truth)
    good = check_witness (history, trace, result.witness, why);
  hb_check_result_free (&result);
  return good;
}

/* What fails on HISTORY goes into *WHY (new). */
static bool
check_history (hb_trace *history, bool *truth, char **why)
{
  static const char *const engines[] = { "cds", "sat", "explore" };
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = history_reduced (history, diag);
  *truth = is_consistent (history);
  bool good = trace && check_sizes (history, trace, why);
  for (size_t i = 0; i < sizeof engines / sizeof *engines && good; i++)
    good = check_opinion (history, trace, engines[i], *truth, why);
  for (int mailbox = 1; mailbox < HB_MAILBOXES && good; mailbox++)
    {
      verify_set_mailbox (trace, (enum hb_mailbox)mailbox);
      good = check_opinion (history, trace, "explore", *truth, why);
    }
  hb_trace_free (trace);
  hb_diag_free (diag);
  return good;
}

/* --- streams ------------------------------------------------------------------------------------
 * */

struct job
{
  struct cli *cli;
  struct hb_limits limits;
  struct verify_report report;
  bool is_random;
};

static bool
visit (hb_trace *history, void *context)
{
  static const char *const kinds[2][2]
      = { { "inconsistent histories", "consistent histories" },
          { "random inconsistent histories", "random consistent histories" } };
  struct job *job = context;
  bool truth;
  char *why = NULL;
  if (!check_history (history, &truth, &why))
    verify_fail (&job->report, NULL, "%s", why);
  hb_free (why);
  verify_count (&job->report, kinds[job->is_random][truth], 1);
  cli_progress (job->cli, -1, "%llu histories",
                (unsigned long long)job->report.counts.data[0].number);
  return !job->report.failure && !hb_limits_hit (&job->limits);
}

static void
all_small (struct job *job, uint64_t most)
{
  bool go_on = true;
  for (int events = 1; events <= (int)most && go_on; events++)
    for (int threads = 1; threads <= 4 && threads <= events && go_on; threads++)
      {
        struct hb_small_size size = { .handlers = threads, .accesses = events, .histories = true };
        go_on = hb_small_traces (&size, visit, job);
      }
}

/* THREADS threads, EVENTS events on VARIABLES variables, each read from a random write or, if RUN,
 * from the last one in the order in which events are drawn: then it is consistent. */
static hb_trace *
random_history (struct hb_rng *rng, int threads, int events, int variables, bool run, hb_diag *diag)
{
  struct drawn
  {
    int thread, variable, from;
    bool is_write;
  } drawn[MOST_EVENTS];
  int last[MOST_EVENTS];
  for (int v = 0; v < variables; v++)
    last[v] = -1;
  for (int i = 0; i < events; i++)
    {
      struct drawn *d = &drawn[i];
      d->thread = (int)hb_rng_below (rng, (uint64_t)threads);
      d->variable = (int)hb_rng_below (rng, (uint64_t)variables);
      d->is_write = hb_rng_coin (rng);
      d->from = last[d->variable];
      if (d->is_write)
        last[d->variable] = i;
    }
  for (int i = 0; i < events && !run; i++)
    for (int tries = 0; tries < 4 && !drawn[i].is_write; tries++)
      {
        int other = (int)hb_rng_below (rng, (uint64_t)events);
        if (drawn[other].is_write && drawn[other].variable == drawn[i].variable)
          drawn[i].from = other;
      }
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_build_without_co (builder);
  for (int t = 0; t < threads; t++)
    {
      char name[32], from[32], variable[32];
      snprintf (name, sizeof name, "t%d", t + 1);
      hb_build_handler (builder, name, -1);
      hb_build_initial (builder);
      for (int i = 0; i < events; i++)
        {
          if (drawn[i].thread != t)
            continue;
          snprintf (name, sizeof name, "e%d", i + 1);
          snprintf (from, sizeof from, "e%d", drawn[i].from + 1);
          snprintf (variable, sizeof variable, "x%d", drawn[i].variable + 1);
          if (drawn[i].is_write)
            hb_build_write (builder, name, variable, NULL);
          else
            hb_build_read (builder, NULL, variable, drawn[i].from < 0 ? NULL : from);
        }
    }
  hb_build_end (builder);
  return hb_builder_finish (builder);
}

static void
random_ones (struct job *job, uint64_t count, uint64_t seed)
{
  job->is_random = true;
  for (uint64_t i = 0; i < count && !job->report.failure && !hb_limits_hit (&job->limits); i++)
    {
      struct hb_rng rng = hb_rng_stream (seed, i);
      int threads = 2 + (int)hb_rng_below (&rng, 3), events = 6 + (int)hb_rng_below (&rng, 5);
      int variables = 1 + (int)hb_rng_below (&rng, 3);
      bool run = hb_rng_below (&rng, 5) == 0;
      hb_trace *history = random_history (&rng, threads, events, variables, run, job->cli->diag);
      if (!history)
        return;
      visit (history, job);
      hb_trace_free (history);
    }
}

static int
run (struct cli *cli)
{
  struct job job = { .cli = cli,
                     .limits = hb_limits_new (cli_double (cli, "timeout", 0), 0),
                     .report = { .subject = "sc-ed" } };
  double start = hb_now ();
  if (cli_unsigned (cli, "most-events", 5) > 6)
    cli_usage_error (cli, "all small histories: of at most 6 events");
  cli_interrupts_are_graceful (true);
  all_small (&job, cli_unsigned (cli, "most-events", 5));
  random_ones (&job, cli_unsigned (cli, "random", 1000), cli_unsigned (cli, "seed", 0));
  cli_interrupts_are_graceful (false);
  return verify_report_end (cli, &job.report, hb_now () - start);
}

const struct verify_subject verify_sc_ed
    = { "sc-ed",
        "rf-consistency under sequential consistency reduces to ED-consistency, for all mailboxes",
        run };
