/* See measure.h. */
#include "cmd/table/measure.h"

#include "proof/certificate.h"
#include "proof/certify.h"
#include "proof/core.h"
#include "engine/engine.h"
#include "run/replay.h"

/* --- ways of reading ---------------------------------------------------------------------------- */

static void
as_queues (struct hb_import_options *options)
{
  options->mailbox = HB_QUEUE;
}

static void
as_multisets (struct hb_import_options *options)
{
  options->mailbox = HB_MULTISET;
}

/* Without posts, as the published converter had it in effect. */
static void
as_published (struct hb_import_options *options)
{
  options->android = hb_android_as_published ();
  options->android.drop_posts = true;
}

static void
as_published_with_posts (struct hb_import_options *options)
{
  options->android = hb_android_as_published ();
  options->android.drop_posts = false;
}

static void
with_timers (struct hb_import_options *options)
{
  options->android.delayed = HB_DELAYED_TIMER;
}

static void
with_delayed_as_others (struct hb_import_options *options)
{
  options->android.delayed = HB_DELAYED_FIFO;
}

static void
without_delayed (struct hb_import_options *options)
{
  options->android.delayed = HB_DELAYED_DROP;
}

/* The queues got their messages in the order in which the log has the posts. */
static void
with_recorded_posts (struct hb_import_options *options)
{
  options->android.recorded_posts = true;
}

static void
as_recorded (struct hb_import_options *options)
{
  options->android.recorded = true;
}

const struct table_variant *
table_variants (enum hb_format format)
{
  static const struct table_variant own[] = { { "as it is", NULL, NULL }, { NULL, NULL, NULL } };
  static const struct table_variant prototype[]
      = { { "queue", as_queues, NULL }, { "multiset", as_multisets, NULL }, { NULL, NULL, NULL } };
  static const struct table_variant android[]
      = { { "no posts", as_published, as_recorded },
          { "+ posts", as_published_with_posts, as_recorded },
          { "posts", with_timers, as_recorded },
          { "all FIFO", with_delayed_as_others, as_recorded },
          { "no delayed", without_delayed, as_recorded },
          { "in log order", with_recorded_posts, NULL },
          { NULL, NULL, NULL } };
  return format == HB_FORMAT_PROTOTYPE ? prototype : format == HB_FORMAT_ANDROID ? android : own;
}

/* --- measuring ---------------------------------------------------------------------------------- */

static struct hb_limits
limits_of (const struct cli *cli)
{
  return hb_limits_new (cli_double (cli, "engine-timeout", 120),
                        cli_bytes (cli, "engine-memory", 0));
}

static hb_trace *
read_variant (struct cli *cli, const char *path, enum hb_format format,
              const struct table_variant *variant, bool recorded)
{
  struct hb_import_options options = file_import_options (cli);
  int mailbox = options.mailbox;
  if (variant->set)
    variant->set (&options);
  if (recorded)
    variant->recorded (&options);
  if (mailbox >= 0)
    options.mailbox = mailbox; /* who asks for one means it */
  return hb_import (path, format, &options, NULL, cli->diag);
}

static void
count (const hb_trace *trace, struct measured *measured)
{
  measured->events = trace->events.size;
  for (size_t m = 0; m < trace->messages.size; m++)
    measured->events += trace->messages.data[m].kind != HB_POSTED;
  measured->messages = trace->messages.size;
  measured->handlers = trace->handlers.size;
}

static void
certify (struct cli *cli, const hb_trace *trace, const hb_check_result *result,
         struct measured *measured)
{
  struct hb_limits limits = limits_of (cli);
  struct hb_certificate_options options = { .limits = &limits };
  hb_diag *diag = hb_diag_new ();
  struct hb_certificate certificate = hb_certificate_new (trace, result, &options, diag);
  if (certificate.text)
    {
      hb_input *input = hb_input_of_bytes ("certificate", certificate.text, certificate.size, diag);
      measured->certified = hb_certify (trace, input, diag).verdict == result->verdict;
      hb_input_close (input);
      if (!measured->certified)
        hb_die ("%s: the certificate is refused: %s; this is a bug, please report the trace",
                measured->file, hb_diag_first (diag));
    }
  hb_certificate_free (&certificate);
  hb_diag_free (diag);
}

static void
find_core (struct cli *cli, const hb_trace *trace, const hb_check_result *result,
           const struct hb_engine *engine, struct measured *measured)
{
  struct hb_limits limits = limits_of (cli);
  struct hb_core_options options = { .engine = engine, .limits = &limits };
  struct hb_core core = hb_core_new (trace, result, &options);
  measured->has_core = true;
  measured->core_events = core.trace->events.size;
  measured->core_messages = core.trace->messages.size;
  measured->core_handlers = core.trace->handlers.size;
  hb_core_free (&core);
}

static void
decide (struct cli *cli, const hb_trace *trace, struct measured *measured)
{
  static const char *const names[TABLE_ENGINES] = { "cds", "sat" };
  for (int i = 0; i < TABLE_ENGINES && !hb_interrupted (); i++)
    {
      const struct hb_engine *engine = hb_engine_find (names[i]);
      const char *why;
      struct hb_limits limits = limits_of (cli);
      struct hb_check_options options
          = { .seed = cli_unsigned (cli, "seed", 0), .limits = &limits };
      hb_check_result result;
      if (!engine->accepts (trace, &why))
        continue;
      double start = hb_now ();
      hb_check (engine, trace, &options, &result);
      measured->seconds[i] = hb_now () - start;
      measured->verdict[i] = result.verdict;
      if (result.verdict != HB_UNKNOWN && !measured->certified)
        certify (cli, trace, &result, measured);
      if (result.verdict == HB_INCONSISTENT && !measured->has_core)
        find_core (cli, trace, &result, engine, measured);
      hb_check_result_free (&result);
    }
}

/* Do eo and mo of the trace run? */
static enum table_recorded
replay_recorded (const hb_trace *trace)
{
  enum table_recorded recorded = RECORDED_NONE;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = trace->eo.size || trace->mo.size ? hb_witness_of_trace (trace, diag) : NULL;
  if (witness)
    recorded = hb_replay (trace, witness, NULL, diag) ? RECORDED_RUNS : RECORDED_FAILS;
  hb_witness_free (witness);
  hb_diag_free (diag);
  return recorded;
}

bool
table_measure (struct cli *cli, const char *path, enum hb_format format,
               const struct table_variant *variant, struct measured *measured)
{
  hb_trace *trace = read_variant (cli, path, format, variant, false), *recorded = trace;
  if (!trace)
    {
      cli_fail (cli);
      hb_diag_clear (cli->diag);
      return false;
    }
  measured->variant = variant->name;
  count (trace, measured);
  decide (cli, trace, measured);
  if (variant->recorded)
    recorded = read_variant (cli, path, format, variant, true);
  if (recorded)
    measured->recorded = replay_recorded (recorded);
  if (recorded != trace)
    hb_trace_free (recorded);
  hb_trace_free (trace);
  return true;
}

void
measured_free (struct measured *measured)
{
  hb_free (measured->name);
  hb_free (measured->file);
}
