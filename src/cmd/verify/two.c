/* hbkit verify two-handlers: without nested posting, two handlers are easy (doc/flat.md).
 *
 * The 2SAT formula of engine/two_handlers.h against the search of all runs and against cds, on all small
 * traces of up to two handlers and on random ones. */
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "sat/solver.h"
#include "engine/two_handlers.h"

#include "gen/small.h"
#include "gen/traces.h"

struct job
{
  struct verify_report report;
};

static enum hb_verdict
by_2sat (const hb_trace *trace)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = hb_two_handlers (trace, diag);
  int answer = cnf ? hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag) : 0;
  hb_cnf_free (cnf);
  hb_diag_free (diag);
  return answer == 10 ? HB_CONSISTENT : answer == 20 ? HB_INCONSISTENT : HB_UNKNOWN;
}

/* CONTEXT: the other engine's name. */
static bool
disagrees (const hb_trace *trace, void *context)
{
  enum hb_verdict mine = by_2sat (trace), other = verify_ask (context, trace, NULL);
  return mine != other && mine != HB_UNKNOWN && other != HB_UNKNOWN;
}

/* KINDS: what to call the consistent and the inconsistent ones among the counts. */
static void
look_at (struct job *job, const hb_trace *trace, const char *engine, const char *const kinds[2])
{
  char name[16];
  snprintf (name, sizeof name, "%s", engine);
  enum hb_verdict mine = by_2sat (trace);
  if (mine == HB_UNKNOWN)
    verify_fail (&job->report, NULL, "a trace of two handlers has no 2SAT formula");
  else
    verify_count (&job->report, kinds[mine == HB_INCONSISTENT], 1);
  if (disagrees (trace, name))
    verify_fail (&job->report, verify_shrink_trace (trace, disagrees, name),
                 "2SAT disagrees with the engine %s", engine);
}

static bool
visit (hb_trace *trace, void *context)
{
  static const char *const kinds[] = { "small, consistent", "small, inconsistent" };
  struct job *job = context;
  look_at (job, trace, "explore", kinds);
  cli_progress (job->report.cli, -1, "%llu traces",
                (unsigned long long)job->report.counts.data[0].number);
  return verify_goes_on (&job->report);
}

/* All sizes up to MOST events. */
static void
all_small (struct job *job, int most)
{
  bool go_on = true;
  for (int handlers = 1; handlers <= 2; handlers++)
    for (int messages = 1; messages <= 4; messages++)
      for (int accesses = 0; accesses <= 4 && 2 * messages + accesses <= most && go_on; accesses++)
        {
          struct hb_small_size size = {
            .handlers = handlers, .messages = messages, .accesses = accesses, .mailbox = HB_QUEUE
          };
          go_on = hb_small_traces (&size, visit, job);
        }
}

/* A random trace of two handlers, most of them damaged, so that many are inconsistent. */
static hb_trace *
random_two (struct hb_rng *rng, uint64_t i, hb_diag *diag)
{
  (void)i;
  struct hb_run_shape shape = hb_run_defaults ();
  shape.nested = false;
  shape.handlers = 2;
  shape.messages = 2 + (hb_id)hb_rng_below (rng, 15);
  shape.events = 1 + (hb_id)hb_rng_below (rng, 3);
  shape.variables = 1 + (hb_id)hb_rng_below (rng, 8);
  shape.wrong_reads = (hb_id)hb_rng_below (rng, 3);
  shape.wrong_writes = (hb_id)hb_rng_below (rng, 2);
  shape.wrong_posts = (hb_id)hb_rng_below (rng, 2);
  return verify_run_trace (&shape, rng, diag);
}

static void
look_at_random (void *context, hb_trace *trace, uint64_t i)
{
  static const char *const kinds[] = { "random, consistent", "random, inconsistent" };
  (void)i;
  look_at (context, trace, "cds", kinds);
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "two-handlers") };
  all_small (&job, (int)cli_unsigned (cli, "most-events", 8));
  verify_random_traces (&job.report, 2000,
                        &(struct verify_random){ random_two, look_at_random, &job });
  return verify_report_end (&job.report);
}

const struct verify_subject verify_two
    = { "two-handlers", "without nested posting two handlers are decided by 2SAT (doc/flat.md)",
        run, "most-events random" };
