/* See trace.h. */
#include "cmd/verify/trace.h"

#include "base/plural.h"
#include "cmd/verify/verdict.h"
#include "problem/ed.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- asking and shrinking ----------------------------------------------------------------------- */

enum hb_verdict
verify_ask (const char *engine, const hb_trace *trace, struct hb_limits *limits)
{
  struct hb_check_options options = { .limits = limits };
  hb_check_result result;
  hb_check (hb_engine_find (engine), trace, &options, &result);
  enum hb_verdict verdict = result.verdict;
  hb_check_result_free (&result);
  return verdict;
}

hb_trace *
verify_run_trace (const struct hb_run_shape *shape, struct hb_rng *rng, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_run_random (shape, rng, builder, diag);
  return hb_builder_finish (builder);
}

hb_trace *
verify_shrink_trace (const hb_trace *trace, bool (*shows) (const hb_trace *trace, void *context),
                     void *context)
{
  const struct hb_problem *ed = &hb_problem_ed;
  hb_trace *best = hb_trace_copy (trace, false);
  for (size_t i = 0; i < ed->parts (ed, hb_instance_of_trace (best));)
    {
      hb_instance *less = ed->without (ed, hb_instance_of_trace (best), i);
      if (less && shows (hb_trace_of (less), context))
        {
          hb_trace_free (best);
          best = (hb_trace *)less;
          i = 0;
        }
      else
        {
          ed->free (ed, less);
          i++;
        }
    }
  return best;
}

/* --- the report --------------------------------------------------------------------------------- */

void
verify_count (struct verify_report *report, const char *what, uint64_t number)
{
  for (size_t i = 0; i < report->counts.size; i++)
    if (!strcmp (report->counts.data[i].what, what))
      {
        report->counts.data[i].number += number;
        return;
      }
  struct verify_count count = { what, number };
  vec_push (report->counts, count);
}

void
verify_say (struct verify_report *report, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *line = hb_format_list (format, arguments);
  va_end (arguments);
  vec_push (report->lines, line);
}

void
verify_fail (struct verify_report *report, hb_trace *trace, const char *format, ...)
{
  if (report->failure)
    {
      hb_trace_free (trace);
      return;
    }
  va_list arguments;
  va_start (arguments, format);
  report->failure = hb_format_list (format, arguments);
  va_end (arguments);
  hb_trace_free (report->trace);
  report->trace = trace;
}

/* Did a limit or an interrupt end it? */
static bool
has_stopped (const struct verify_report *report)
{
  return report->limits.stop != HB_RUNNING || hb_interrupted ();
}

void
verify_missing (struct verify_report *report, const char *what)
{
  if (has_stopped (report))
    verify_say (report, "stopped before the end: %s", what);
  else
    verify_fail (report, NULL, "%s", what);
}

static enum verify_verdict
verdict_of (const struct verify_report *report)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < report->counts.size; i++)
    sum += report->counts.data[i].number;
  return report->failure                ? VERIFY_FAILS
         : has_stopped (report) || !sum ? VERIFY_INCOMPLETE
                                        : VERIFY_HOLDS;
}

static void
print_trace (const hb_trace *trace)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open ("-", diag);
  hb_edt_write (output, trace, NULL);
  hb_output_commit (output);
  hb_diag_free (diag);
}

static void
print_report_text (const struct verify_report *report, double seconds, const char *path)
{
  const struct cli *cli = report->cli;
  if (cli->verbosity >= 0)
    {
      for (size_t i = 0; i < report->counts.size; i++)
        printf ("c %s\n", hb_of_many (report->counts.data[i].number, report->counts.data[i].what));
      for (size_t i = 0; i < report->lines.size; i++)
        printf ("c %s\n", report->lines.data[i]);
      printf ("c %.1f s\n", seconds);
    }
  if (report->failure)
    printf ("c failure: %s\n", report->failure);
  fflush (stdout);
  if (report->trace && (cli->verbosity >= 0 || report->failure))
    print_trace (report->trace);
  if (path)
    printf ("c kept as %s\n", path);
  printf ("s %s\n", verify_verdict_name (verdict_of (report)));
}

static void
print_report_json (const struct verify_report *report, double seconds, const char *path)
{
  enum verify_verdict verdict = verdict_of (report);
  hb_json *json = cli_json (report->cli);
  hb_json_member_string (json, "subject", report->subject);
  hb_json_member_string (json, "verdict", verify_verdict_name (verdict));
  hb_json_member_bool (json, "as_expected", verify_verdict_code (verdict) == 0);
  hb_json_member_bool (json, "complete", !has_stopped (report));
  hb_json_member_string (json, "failure", report->failure);
  hb_json_member_object (json, "counts");
  for (size_t i = 0; i < report->counts.size; i++)
    hb_json_member_unsigned (json, report->counts.data[i].what, report->counts.data[i].number);
  hb_json_close (json);
  hb_json_member_array (json, "findings");
  for (size_t i = 0; i < report->lines.size; i++)
    hb_json_string (json, report->lines.data[i]);
  hb_json_close (json);
  hb_json_member_string (json, "kept", path);
  hb_json_member_double (json, "seconds", seconds, 3);
  if (!hb_json_commit (json))
    cli_fail (report->cli);
}

/* The report's trace as a file of its own; its name (new), NULL if there is none. */
static char *
keep_trace (const struct verify_report *report)
{
  struct cli *cli = report->cli;
  if (!report->trace || (!report->failure && !cli_text (cli, "keep", NULL)))
    return NULL;
  char *path = hb_format ("%s/%s-%s.edt", cli_text (cli, "keep", "."),
                          report->failure ? "counterexample" : "shown", report->subject);
  if (file_write_trace (cli, path, HB_FORMAT_EDT, report->trace, NULL))
    return path;
  hb_free (path);
  return NULL;
}

bool
verify_goes_on (struct verify_report *report)
{
  return !report->failure && !hb_limits_hit (&report->limits);
}

void
verify_random_traces (struct verify_report *report, uint64_t normal,
                      const struct verify_random *what)
{
  uint64_t count = cli_unsigned (report->cli, "random", normal);
  uint64_t seed = cli_unsigned (report->cli, "seed", 0);
  for (uint64_t i = 0; i < count && verify_goes_on (report); i++)
    {
      struct hb_rng rng = hb_rng_stream (seed, i);
      hb_trace *trace = what->make (&rng, i, report->cli->diag);
      if (!trace)
        return;
      what->look (what->context, trace, i);
      hb_trace_free (trace);
      cli_progress (report->cli, (double)i / (double)count, "%llu random traces",
                    (unsigned long long)i);
    }
}

struct verify_report
verify_report_begin (struct cli *cli, const char *subject)
{
  cli_interrupts_are_graceful (true);
  return (struct verify_report){ .subject = subject,
                                 .cli = cli,
                                 .limits = hb_limits_new (cli_double (cli, "timeout", 0), 0),
                                 .start = hb_now () };
}

int
verify_report_end (struct verify_report *report)
{
  struct cli *cli = report->cli;
  double seconds = hb_now () - report->start;
  cli_interrupts_are_graceful (false);
  cli_progress_end ();
  char *path = keep_trace (report);
  if (cli_flag (cli, "json"))
    print_report_json (report, seconds, path);
  else
    print_report_text (report, seconds, path);
  int code
      = hb_diag_errors (cli->diag) ? cli_fail (cli) : verify_verdict_code (verdict_of (report));
  for (size_t i = 0; i < report->lines.size; i++)
    hb_free (report->lines.data[i]);
  vec_free (report->lines);
  vec_free (report->counts);
  hb_trace_free (report->trace);
  hb_free (report->failure);
  hb_free (path);
  return code;
}
