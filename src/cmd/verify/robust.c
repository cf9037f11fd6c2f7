/* hbkit verify robust-reach: robustness of event programs by the oracle, by the reduction to sequential programs,
 * and by everything else (doc/robustness.md). */
#include "cmd/verify/robust.h"

#include "gen/events.h"
#include "robust/instrument.h"

#include <string.h>

/* Of a stream of more programs fewer answers are proved. */
#define MANY 20000

/* Each with a small program that shows what it is for. */
static const struct
{
  const char *name;
  unsigned without;
  const char *program;
} ablations[] = {
#define X "shared x shared y shared z "
#define P(NAME, BODY) " proc " NAME "() { local r; " BODY " }"
#define ONE " driver { e*1 }"
#define TWO " driver { e*1 f*1 }"
  { "no-inherit", HB_WITHOUT_INHERIT,
    X "event e { async[main] p(); x := 1; }" P ("p", "x := 1;") ONE },
  { "no-taint", HB_WITHOUT_TAINT, X "event e { async[main] p(); x := 1; }" P ("p", "x := 1;") ONE },
  { "body-stays", HB_WITHOUT_BODY, X "event e { async[any] p(); x := 1; }" P ("p", "x := 1;") ONE },
  { "two-open", HB_WITHOUT_ONE_OPEN,
    X "event e { async[main] p(); y := 1; }" P ("p", "y := 1; x := 1;") ONE },
  { "open-per-event", HB_WITHOUT_OPEN_EVENTS,
    X "event e { local r; r := y; r := y; } event f { y := 1; }" TWO },
  { "unrecorded", HB_WITHOUT_RECORD,
    X "event e { local r; r := y; r := y; } event f { y := 1; }" TWO },
  { "no-pass", HB_WITHOUT_PASS,
    X "event e { async[any] p(); async[main] p(); y := 1; }" P ("p", "r := y;") ONE },
  { "exit-after-entry", HB_WITHOUT_EARLY_EXIT,
    X "event e { async[any] q(); } event f { z := 1; async[main] q(); }" P ("q", "z := 1;") TWO },
  { "driver-order", HB_WITHOUT_FREE_ORDER,
    X "event e { async[any] q(); } event f { z := 1; async[any] q(); }" P (
        "q", "z := 1;") " driver { e*1 f*1 before e f }" },
  { "main-chains", HB_WITHOUT_CHAINS,
    X "event e { async[any] a(); }" P ("a", "async[main] p();") P ("p", "async[main] s(); x := 1;")
        P ("s", "x := 0;") ONE },
#undef X
#undef P
#undef ONE
#undef TWO
};

static bool
goes_on (struct robust_job *job)
{
  return !job->report.failure && !hb_limits_hit (&job->report.limits);
}

/* Tests the next program of the streams, if it is not one to be passed over; was it? */
static bool
test (struct robust_job *job, const char *text)
{
  if (job->seen < job->from)
    {
      job->seen++;
      return false;
    }
  char *wrong = robust_disagreement (job, text, true);
  if (wrong)
    {
      char *small = robust_shrink (job, text);
      verify_fail (&job->report, NULL, "%s (program %llu):\n%s", wrong,
                   (unsigned long long)job->seen, small);
      hb_free (small);
    }
  hb_free (wrong);
  /* One that a limit cut short is none that was tested. */
  bool whole = !hb_limits_hit (&job->report.limits);
  job->seen += whole;
  return whole;
}

/* Every STEP-th program of a family. */
static void
run_family (struct robust_job *job, const struct hb_event_family *family, uint64_t step)
{
  uint64_t size = hb_event_family_size (family), tested = 0;
  for (uint64_t i = 0; i < size && goes_on (job); i += step)
    {
      char *text = hb_event_family_text (family, i);
      if (!text)
        continue;
      tested += test (job, text);
      hb_free (text);
      cli_progress (job->report.cli, (double)i / (double)size, "%s, %llu programs", family->name,
                    (unsigned long long)tested);
    }
  verify_say (&job->report, "%s, %s: %llu programs", family->name, family->about,
              (unsigned long long)tested);
}

static void
run_random (struct robust_job *job, uint64_t programs, uint64_t seed)
{
  uint64_t tested = 0;
  for (uint64_t i = 0; i < programs && goes_on (job); i++)
    {
      struct hb_rng rng = hb_rng_stream (seed, i);
      struct hb_event_shape shape = { .events = 1 + (unsigned)hb_rng_below (&rng, 3),
                                      .procs = 1 + (unsigned)hb_rng_below (&rng, 3),
                                      .variables = 1 + (unsigned)hb_rng_below (&rng, 3),
                                      .statements = 1 + (unsigned)hb_rng_below (&rng, 4),
                                      .parameters = hb_rng_coin (&rng),
                                      .guards = hb_rng_coin (&rng),
                                      .calls = hb_rng_coin (&rng),
                                      .branches = hb_rng_coin (&rng),
                                      .loops = hb_rng_coin (&rng),
                                      .choices = hb_rng_coin (&rng),
                                      .driver = true,
                                      .orders = (unsigned)hb_rng_below (&rng, 3) };
      char *text = hb_random_events (&shape, &rng);
      tested += test (job, text);
      hb_free (text);
      cli_progress (job->report.cli, (double)i / (double)programs, "%llu random programs",
                    (unsigned long long)i);
    }
  verify_say (&job->report, "%llu random programs, seed %llu", (unsigned long long)tested,
              (unsigned long long)seed);
}

/* What the ablation is for is shown by its program; the exit code is 0 if it is. */
static int
run_ablation (struct robust_job *job, const char *name, const char *program)
{
  unsigned without = job->without;
  char *wrong = robust_disagreement (job, program, true);
  job->without = 0;
  char *whole = robust_disagreement (job, program, true);
  job->without = without;
  if (whole)
    verify_fail (&job->report, NULL, "the whole instrumentation is wrong, too: %s", whole);
  else if (!wrong)
    verify_fail (&job->report, NULL, "%s: its program does not show what it is for", name);
  else
    {
      char *small = robust_shrink (job, program);
      verify_say (&job->report, "without %s: %s", name, wrong);
      for (char *line = strtok (small, "\n"); line; line = strtok (NULL, "\n"))
        verify_say (&job->report, "  %s", line);
      hb_free (small);
    }
  hb_free (wrong);
  hb_free (whole);
  return verify_report_end (&job->report);
}

static int
run (struct cli *cli)
{
  struct robust_job job = { .report = verify_report_begin (cli, "robust-reach"),
                            .most = 20000,
                            .from = cli_unsigned (cli, "from", 0) };
  const char *ablation = cli_text (cli, "ablate", NULL), *program = NULL;
  bool quick = cli_flag (cli, "quick"), all = cli_flag (cli, "exhaustive");
  uint64_t programs = cli_unsigned (cli, "random", all ? 0 : quick ? 400 : 2000);
  job.proved = all || programs > MANY ? 24 : 3;
  for (size_t i = 0; ablation && i < sizeof ablations / sizeof *ablations; i++)
    if (!strcmp (ablations[i].name, ablation))
      {
        job.without = ablations[i].without;
        program = ablations[i].program;
      }
  if (ablation && !job.without)
    cli_usage_error (cli, "there is no ablation '%s'", ablation);
  if (ablation)
    return run_ablation (&job, ablation, program);
  if (all || !cli_text (cli, "random", NULL))
    for (const struct hb_event_family *f = hb_event_families; f->name && goes_on (&job); f++)
      run_family (&job, f, all ? 1 : quick ? 397 : 97);
  run_random (&job, programs, cli_unsigned (cli, "seed", 0));
  if (job.from)
    verify_say (&job.report, "the first %llu were passed over: this is about the others",
                (unsigned long long)job.from);
  if (!goes_on (&job) && !job.report.failure)
    verify_say (&job.report, "--from %llu goes on", (unsigned long long)job.seen);
  return verify_report_end (&job.report);
}

const struct verify_subject verify_robust_reach
    = { "robust-reach",
        "robustness of event programs: the reduction to sequential programs, and all engines", run,
        "exhaustive random from ablate quick" };
