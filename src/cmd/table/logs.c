/* `hbkit table 1`: Table 1 of the ED-consistency paper (section 6), measured with our engines, beside
 * what is published for benchmarks of the same name. */
#include "cmd/table/table.h"
#include "cmd/table/files.h"
#include "cmd/table/measure.h"
#include "cmd/table/published.h"

#include "base/buffer.h"
#include "base/plain.h"

#include <string.h>

/* clang-format off */
static const struct table_column columns[] = {
  { "benchmark", "benchmark" },
  { "read", "read" },
  { "#", "traces" },
  { "E", "events" },
  { "M", "messages" },
  { "H", "handlers" },
  { "cons", "consistent" },
  { "inc", "inconsistent" },
  { "T/O", "undecided" },
  { "cert", "certified" },
  { "core E", "core_events" },
  { "core M", "core_messages" },
  { "runs", "recorded_runs" },
  { "runs not", "recorded_fails" },
  { "cds s", "cds_seconds" },
  { "sat s", "sat_seconds" },
  { "sat T/O", "sat_undecided" },
  { "| #", "published_traces" },
  { "E", "published_events" },
  { "M", "published_messages" },
  { "H", "published_handlers" },
  { "A1 cons", "algorithm1_consistent" },
  { "T/O", "algorithm1_timeouts" },
  { "s", "algorithm1_seconds" },
  { "A2 cons", "algorithm2_consistent" },
  { "T/O", "algorithm2_timeouts" },
  { "s", "algorithm2_seconds" },
  { NULL, NULL }
};
/* clang-format on */

typedef VEC (struct measured) measurements;

/* --- rows --------------------------------------------------------------------------------------- */

/* All traces of a row together. */
struct sum
{
  size_t traces, events, messages, handlers;
  size_t consistent, inconsistent, undecided, certified;
  size_t cores, core_events, core_messages;
  size_t recorded[3];
  size_t decided[TABLE_ENGINES];
  double seconds[TABLE_ENGINES];
};

static void
raise_to (size_t *most, size_t number)
{
  *most = number > *most ? number : *most;
}

static void
add (struct sum *sum, const struct measured *one)
{
  /* Either engine's verdict is a verdict: they have been compared. */
  enum hb_verdict verdict = one->verdict[0] != HB_UNKNOWN ? one->verdict[0] : one->verdict[1];
  sum->traces++;
  raise_to (&sum->events, one->events);
  raise_to (&sum->messages, one->messages);
  raise_to (&sum->handlers, one->handlers);
  sum->consistent += verdict == HB_CONSISTENT;
  sum->inconsistent += verdict == HB_INCONSISTENT;
  sum->undecided += verdict == HB_UNKNOWN;
  sum->certified += one->certified;
  sum->cores += one->has_core;
  raise_to (&sum->core_events, one->core_events);
  raise_to (&sum->core_messages, one->core_messages);
  sum->recorded[one->recorded]++;
  for (int i = 0; i < TABLE_ENGINES; i++)
    if (one->verdict[i] != HB_UNKNOWN)
      {
        sum->decided[i]++;
        sum->seconds[i] += one->seconds[i];
      }
}

static void
number (table *t, bool is_there, size_t value)
{
  if (is_there)
    table_number (t, value);
  else
    table_seconds (t, -1); /* no value */
}

static void
mean (table *t, const struct sum *sum, int engine)
{
  size_t decided = sum->decided[engine];
  table_seconds (t, decided ? sum->seconds[engine] / (double)decided : -1);
}

static void
put_published (table *t, const struct published_row *row)
{
  static const struct published_row none;
  bool is_there = row;
  if (!row)
    row = &none;
  number (t, is_there, (size_t)row->traces);
  number (t, is_there, (size_t)row->events);
  number (t, is_there, (size_t)row->messages);
  number (t, is_there, (size_t)row->handlers);
  for (int i = 0; i < 2; i++)
    {
      number (t, is_there, (size_t)row->consistent[i]);
      number (t, is_there, (size_t)row->timeouts[i]);
      table_seconds (t, is_there ? row->seconds[i] : -1);
    }
}

static void
put_row (table *t, const char *name, const char *benchmark, const char *variant,
         const struct sum *sum)
{
  bool recorded = sum->recorded[RECORDED_RUNS] || sum->recorded[RECORDED_FAILS];
  table_text (t, "%s", name);
  table_text (t, "%s", variant);
  table_number (t, sum->traces);
  table_number (t, sum->events);
  table_number (t, sum->messages);
  table_number (t, sum->handlers);
  table_number (t, sum->consistent);
  table_number (t, sum->inconsistent);
  table_number (t, sum->undecided);
  table_number (t, sum->certified);
  number (t, sum->cores, sum->core_events);
  number (t, sum->cores, sum->core_messages);
  number (t, recorded, sum->recorded[RECORDED_RUNS]);
  number (t, recorded, sum->recorded[RECORDED_FAILS]);
  mean (t, sum, 0);
  mean (t, sum, 1);
  table_number (t, sum->traces - sum->decided[1]);
  put_published (t, published_row (benchmark));
}

/* One row for each benchmark and way of reading, or for each trace and way, in the order of their first
 * traces. */
static void
put_rows (table *t, const measurements *all, bool each_trace)
{
  bool *done = hb_calloc (all->size, sizeof *done);
  for (size_t i = 0; i < all->size; i++)
    {
      const struct measured *first = &all->data[i];
      struct sum sum = { 0 };
      for (size_t k = i; k < all->size && !done[i]; k++)
        {
          const struct measured *one = &all->data[k];
          if ((k > i && each_trace) || strcmp (one->name, first->name)
              || strcmp (one->variant, first->variant))
            continue;
          add (&sum, one);
          done[k] = k > i;
        }
      if (sum.traces)
        put_row (t, each_trace ? first->file : first->name, first->name, first->variant, &sum);
    }
  hb_free (done);
}

/* --- the command -------------------------------------------------------------------------------- */

/* 1 if two engines disagree on a trace. */
static int
compare (const measurements *all)
{
  int code = 0;
  for (size_t i = 0; i < all->size; i++)
    {
      const enum hb_verdict *verdict = all->data[i].verdict;
      if (verdict[0] != HB_UNKNOWN && verdict[1] != HB_UNKNOWN && verdict[0] != verdict[1])
        {
          fprintf (stderr, "c the engines cds and sat disagree on %s (%s); this is a bug\n",
                   all->data[i].file, all->data[i].variant);
          code = 1;
        }
    }
  return code;
}

/* Measures all files in all ways; false if some could not be read. */
static bool
measure_all (struct cli *cli, const struct table_files *files, measurements *all)
{
  bool good = true;
  for (size_t i = 0; i < files->list.size && !hb_interrupted (); i++)
    {
      const struct table_file *file = &files->list.data[i];
      const struct table_variant *variant = table_variants (file->format);
      for (; variant->name && !hb_interrupted (); variant++)
        {
          struct measured one
              = { .name = hb_copy_text (file->benchmark), .file = hb_copy_text (file->path) };
          cli_progress (cli, (double)i / (double)files->list.size, "%s, %s", file->path,
                        variant->name);
          if (!table_measure (cli, file->path, file->format, variant, &one))
            {
              measured_free (&one);
              good = false;
              break;
            }
          vec_push (*all, one);
        }
    }
  cli_progress_end ();
  return good;
}

/* Names that a note lists. */
#define MOST_NAMED 8

static void
note_skipped (table *t, const struct table_files *files)
{
  hb_buffer names = VEC_EMPTY;
  size_t count = files->skipped.size;
  for (size_t i = 0; i < count && i < MOST_NAMED; i++)
    hb_buffer_add (&names, "%s%s", i ? ", " : "", hb_make_plain (files->skipped.data[i]));
  if (count > MOST_NAMED)
    hb_buffer_add (&names, " and %zu more", count - MOST_NAMED);
  if (count)
    table_note (t, "%zu file%s skipped, being no trace: %s.", count, count == 1 ? " was" : "s were",
                names.data);
  vec_free (names);
}

static int
write (struct cli *cli, const measurements *all, const struct table_files *files)
{
  table *t = table_new ("Table 1 of the paper on ED-consistency, measured again", columns);
  put_rows (t, all, cli_flag (cli, "traces"));
  table_note (t,
              "E, M, H: events (every message starting with a get), messages and handlers of the "
              "largest trace.");
  table_note (t,
              "T/O: no verdict within the limits; cert: verdicts whose certificate was accepted; "
              "core: the largest one; runs: recorded runs that are witnesses.");
  table_note (t, "Logs of Android apps: "
                 "as the published converter had them in effect (no posts), and so with their "
                 "posts; all of the log "
                 "with posts, delayed ones made by a timer, with all posts first in, first out, "
                 "without delayed ones; with posts in "
                 "the order of the log.");
  table_note (t, "Behind the bar: as published; A1, A2: Algorithms 1 and 2.");
  note_skipped (t, files);
  int code = table_write (t, cli);
  table_free (t);
  return code;
}

static int
run (struct cli *cli)
{
  struct table_files files = { VEC_EMPTY, VEC_EMPTY };
  measurements all = VEC_EMPTY;
  if (cli->operand_count < 2)
    cli_usage_error (cli, "expected folders or files behind 'table 1'");
  bool good = table_find_files (cli, 1, &files);
  if (good && !files.list.size)
    {
      hb_error (cli->diag, &(struct hb_place){ .file = cli->operands[1] },
                "no traces in this folder; 'hbkit convert --help' says what is read");
      good = false;
    }
  cli_interrupts_are_graceful (true);
  int code = good ? 0 : cli_fail (cli);
  if (good && !measure_all (cli, &files, &all))
    code = 2;
  if (good && write (cli, &all, &files))
    code = 2;
  cli_interrupts_are_graceful (false);
  if (!code)
    code = compare (&all);
  for (size_t i = 0; i < all.size; i++)
    measured_free (&all.data[i]);
  vec_free (all);
  table_files_free (&files);
  return code;
}

const struct table_subject table_logs = { .name = "1", .run = run };
