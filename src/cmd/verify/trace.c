/* See trace.h. */
#include "cmd/verify/trace.h"

#include "proof/core_part.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- asking and shrinking -----------------------------------------------------------------------
 * */

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

void
verify_set_mailbox (hb_trace *trace, enum hb_mailbox mailbox)
{
  trace->mailbox = mailbox;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      trace->handlers.data[h].mailbox = (uint8_t)mailbox;
      trace->handlers.data[h].mailbox_given = false;
    }
}

hb_trace *
verify_run_trace (const struct hb_run_shape *shape, struct hb_rng *rng, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_run_random (shape, rng, builder, diag);
  return hb_builder_finish (builder);
}

/* Message M is dropped with all that stands in it, and with its post. */
static void
drop_message (struct hb_part *part, hb_id m)
{
  const struct hb_message *message = &part->trace->messages.data[m];
  for (hb_id e = message->first; e < message->first + message->count; e++)
    if (part->trace->events.data[e].kind == HB_POST)
      drop_message (part, part->trace->events.data[e].object);
    else
      part->event[e] = false;
  for (hb_id e = message->first; e < message->first + message->count; e++)
    part->event[e] = false;
  if (message->post != HB_NONE)
    part->event[message->post] = false;
  part->message[m] = false;
}

/* TRACE without its I-th droppable thing, new; NULL if there is no I-th, *SAME if it is none. */
static hb_trace *
without (const hb_trace *trace, size_t i, bool *same)
{
  size_t messages = trace->messages.size, events = trace->events.size;
  if (i >= messages + events + trace->chained.size)
    return NULL;
  struct hb_part part = hb_part_new (trace, true);
  *same = false;
  if (i < messages)
    drop_message (&part, (hb_id)i);
  else if (i >= messages + events)
    part.chained[i - messages - events] = false;
  else if (trace->events.data[i - messages].kind == HB_READ
           || trace->events.data[i - messages].kind == HB_WRITE)
    part.event[i - messages] = false;
  else
    *same = true;
  for (size_t m = 0; m < messages; m++) /* initial messages without events count for nothing */
    part.message[m] = part.message[m] && trace->messages.data[m].kind != HB_INITIAL;
  hb_part_close (&part);
  hb_trace *less = hb_part_trace (&part, NULL, NULL);
  hb_part_free (&part);
  return less;
}

hb_trace *
verify_shrink_trace (const hb_trace *trace, bool (*shows) (const hb_trace *trace, void *context),
                     void *context)
{
  struct hb_part whole = hb_part_new (trace, true);
  hb_trace *best = hb_part_trace (&whole, NULL, NULL), *less;
  hb_part_free (&whole);
  bool same;
  for (size_t i = 0; (less = without (best, i, &same));)
    if (!same && shows (less, context))
      {
        hb_trace_free (best);
        best = less;
        i = 0;
      }
    else
      {
        hb_trace_free (less);
        i++;
      }
  return best;
}

/* --- the report ---------------------------------------------------------------------------------
 * */

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

/* The text that FORMAT makes of ARGUMENTS; new. */
static char *
formatted (const char *format, va_list arguments)
{
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream (&text, &size);
  if (!memory)
    hb_die ("no memory for a text");
  vfprintf (memory, format, arguments);
  fclose (memory);
  char *copy = hb_copy_text (text);
  free (text);
  return copy;
}

void
verify_say (struct verify_report *report, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *line = formatted (format, arguments);
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
  report->failure = formatted (format, arguments);
  va_end (arguments);
  hb_trace_free (report->trace);
  report->trace = trace;
}

void
verify_missing (struct verify_report *report, struct hb_limits *limits, const char *what)
{
  if (hb_limits_check (limits))
    verify_say (report, "stopped before the end: %s", what);
  else
    verify_fail (report, NULL, "%s", what);
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
print_report_text (const struct cli *cli, const struct verify_report *report, double seconds,
                   const char *path)
{
  if (cli->verbosity >= 0)
    {
      for (size_t i = 0; i < report->counts.size; i++)
        printf ("c %llu %s\n", (unsigned long long)report->counts.data[i].number,
                report->counts.data[i].what);
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
  puts (report->failure ? "s FAILS" : "s HOLDS");
}

static void
print_report_json (struct cli *cli, const struct verify_report *report, double seconds,
                   const char *path)
{
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_key (json, "subject");
  hb_json_string (json, report->subject);
  hb_json_key (json, "as_expected");
  hb_json_bool (json, !report->failure);
  hb_json_key (json, "failure");
  hb_json_string (json, report->failure);
  hb_json_key (json, "counts");
  hb_json_open_object (json);
  for (size_t i = 0; i < report->counts.size; i++)
    {
      hb_json_key (json, report->counts.data[i].what);
      hb_json_unsigned (json, report->counts.data[i].number);
    }
  hb_json_close (json);
  hb_json_key (json, "findings");
  hb_json_open_array (json);
  for (size_t i = 0; i < report->lines.size; i++)
    hb_json_string (json, report->lines.data[i]);
  hb_json_close (json);
  hb_json_key (json, "kept");
  hb_json_string (json, path);
  hb_json_key (json, "seconds");
  hb_json_double (json, seconds, 3);
  hb_json_close (json);
  hb_json_free (json);
  if (!hb_output_commit (output))
    cli_fail (cli);
}

/* The report's trace as a file of its own; its name (new), NULL if there is none. */
static char *
keep_trace (struct cli *cli, const struct verify_report *report)
{
  if (!report->trace || (!report->failure && !cli_text (cli, "keep", NULL)))
    return NULL;
  char *path = hb_format ("%s/%s-%s.edt", cli_text (cli, "keep", "."),
                          report->failure ? "counterexample" : "shown", report->subject);
  if (file_write_trace (cli, path, HB_FORMAT_EDT, report->trace, NULL))
    return path;
  hb_free (path);
  return NULL;
}

int
verify_report_end (struct cli *cli, struct verify_report *report, double seconds)
{
  cli_progress_end (cli);
  char *path = keep_trace (cli, report);
  if (cli_flag (cli, "json"))
    print_report_json (cli, report, seconds, path);
  else
    print_report_text (cli, report, seconds, path);
  int code = hb_diag_errors (cli->diag) ? cli_fail (cli) : report->failure != NULL;
  for (size_t i = 0; i < report->lines.size; i++)
    hb_free (report->lines.data[i]);
  vec_free (report->lines);
  vec_free (report->counts);
  hb_trace_free (report->trace);
  hb_free (report->failure);
  hb_free (path);
  return code;
}
