/* `hbkit table 2`: Table 2 of the ED-consistency paper (Appendix E), measured with our engines,
 * beside what is published.
 *
 * The published traces come from Nidhugg, whose mailboxes are multisets; ours from random runs of
 * the benchmarks' programs with multiset mailboxes.  Both are then decided as traces of queues.
 * The programs follow the descriptions of Appendix E; where these leave things open the numbers of
 * events, and what share of the traces is consistent, are those of our programs. */
#include "cmd/table/table.h"

#include "base/plural.h"
#include "cmd/table/z3.h"

#include "engine/engine.h"
#include "program/schedule.h"

#include "gen/traces.h"

#include <string.h>
#include <unistd.h>

/* clang-format off */
static const struct table_column columns[] = {
  { "benchmark", "benchmark" },
  { "n", "n" },
  { "E", "events" },
  { "M", "messages" },
  { "H", "handlers" },
  { "#", "traces" },
  { "cons", "consistent" },
  { "T/O", "undecided" },
  { "cds s", "cds_seconds" },
  { "A1 cons", "enum_consistent" },
  { "T/O", "enum_timeouts" },
  { "s", "enum_seconds" },
  { "Z3 cons", "z3_consistent" },
  { "T/O", "z3_timeouts" },
  { "s", "z3_seconds" },
  { "| E", "published_events" },
  { "M", "published_messages" },
  { "H", "published_handlers" },
  { "#", "published_traces" },
  { "A1 cons", "algorithm1_consistent" },
  { "T/O", "algorithm1_timeouts" },
  { "s", "algorithm1_seconds" },
  { "A2 cons", "algorithm2_consistent" },
  { "T/O", "algorithm2_timeouts" },
  { "s", "algorithm2_seconds" },
  { NULL, NULL }
};

/* Table 2 as published; times in seconds, negative: all traces timed out (120 s). */
struct published
{
  int n, events, messages, handlers, traces;
  int consistent1, timeouts1;
  double seconds1;
  int consistent2, timeouts2;
  double seconds2;
};

struct benchmark
{
  const char *name, *file;
  struct published published[4]; /* ended by n 0 */
};

static const struct benchmark benchmarks[] = {
  { "Buyers", "buyers",
    { { 2, 88, 6, 2, 2, 2, 0, 0.0071, 2, 0, 0.0295 },
      { 4, 166, 10, 2, 10, 10, 0, 14.3448, 10, 0, 0.0358 },
      { 8, 322, 18, 2, 10, 0, 10, -1, 10, 0, 0.0603 } } },
  { "ChangRoberts", "chang-roberts",
    { { 2, 207, 11, 3, 2, 2, 0, 0.0930, 2, 0, 0.0356 },
      { 4, 353, 17, 5, 10, 4, 6, 36.1441, 10, 0, 0.0432 },
      { 8, 737, 33, 9, 10, 0, 10, -1, 10, 0, 0.0687 } } },
  { "Consensus", "consensus",
    { { 2, 221, 9, 3, 4, 2, 0, 0.1624, 2, 0, 0.0338 },
      { 4, 677, 25, 5, 10, 0, 10, -1, 1, 0, 0.0702 },
      { 8, 2333, 81, 9, 10, 0, 10, -1, 1, 0, 2.3321 } } },
  { "Counting", "counting",
    { { 2, 129, 9, 3, 4, 3, 0, 0.0269, 4, 0, 0.0329 },
      { 4, 443, 25, 5, 10, 0, 10, -1, 10, 0, 0.0596 },
      { 8, 1647, 81, 9, 10, 0, 10, -1, 10, 0, 1.1833 } } },
  { "MessageLoop", "message-loop",
    { { 2, 268, 23, 3, 10, 1, 0, 0.3115, 1, 0, 0.1172 },
      { 4, 954, 73, 5, 10, 1, 0, 72.2307, 1, 0, 4.7470 },
      { 8, 3670, 269, 9, 10, 0, 10, -1, 0, 10, -1 } } },
  { "SparseMat", "sparse-mat",
    { { 2, 231, 7, 3, 7, 7, 0, 0.1507, 7, 0, 0.0375 },
      { 4, 427, 11, 3, 10, 6, 4, 64.3954, 10, 0, 0.0485 },
      { 8, 819, 19, 3, 10, 0, 10, -1, 10, 0, 0.1141 } } }
};
/* clang-format on */

#define BENCHMARKS (sizeof benchmarks / sizeof *benchmarks)

/* One way of deciding, over the traces of a row. */
struct tally
{
  size_t consistent, decided, timeouts;
  double seconds; /* of those decided */
};

struct row
{
  size_t events, messages, handlers, traces;
  struct tally cds, algorithm1, z3;
};

struct measuring
{
  struct cli *cli;
  table *table;
  double timeout;
  uint64_t runs, seed;
  bool with_enum, with_z3;
  struct table_z3 z3;
  VEC (int64_t) sizes;
  size_t done, all; /* traces, for progress */
};

/* --- one trace --- */

static void
note (struct tally *tally, enum hb_verdict verdict, double seconds)
{
  if (verdict == HB_UNKNOWN)
    {
      tally->timeouts++;
      return;
    }
  tally->decided++;
  tally->seconds += seconds;
  tally->consistent += verdict == HB_CONSISTENT;
}

static enum hb_verdict
decide (const struct measuring *m, const char *name, const hb_trace *trace, struct tally *tally)
{
  const struct hb_engine *engine = hb_engine_find (name);
  const char *why;
  enum hb_verdict verdict = HB_UNKNOWN;
  double start = hb_now ();
  if (engine->accepts (trace, &why))
    {
      struct hb_limits limits = hb_limits_new (m->timeout, 0);
      struct hb_check_options options = { .seed = m->seed, .limits = &limits };
      hb_check_result result;
      hb_check (engine, trace, &options, &result);
      verdict = result.verdict;
      hb_check_result_free (&result);
    }
  note (tally, verdict, hb_now () - start);
  return verdict;
}

static void
must_agree (const char *benchmark, int64_t n, uint64_t seed, const char *other, enum hb_verdict a,
            enum hb_verdict b)
{
  if (a != HB_UNKNOWN && b != HB_UNKNOWN && a != b)
    hb_die ("cds and %s disagree on %s, n = %lld, seed %llu; this is a bug, please report it",
            other, benchmark, (long long)n, (unsigned long long)seed);
}

/* False after errors. */
static bool
measure_trace (struct measuring *m, const struct benchmark *b, int64_t n, const hb_trace *trace,
               uint64_t seed, struct row *row)
{
  enum hb_verdict verdict = decide (m, "cds", trace, &row->cds), other;
  row->traces++;
  if (m->with_enum)
    {
      other = decide (m, "enum", trace, &row->algorithm1);
      must_agree (b->name, n, seed, "enum", verdict, other);
    }
  if (m->with_z3)
    {
      double seconds;
      if (!table_z3_decide (&m->z3, trace, m->timeout, &other, &seconds, m->cli->diag))
        return false;
      note (&row->z3, other, seconds);
      if (!m->z3.as_printed)
        must_agree (b->name, n, seed, "Z3", verdict, other);
    }
  return true;
}

/* --- rows --- */

static void
add_tally (table *t, const struct tally *tally, bool measured)
{
  if (!measured)
    {
      table_text (t, "-");
      table_text (t, "-");
      table_text (t, "-");
      return;
    }
  table_number (t, tally->consistent);
  table_number (t, tally->timeouts);
  table_seconds (t, tally->decided ? tally->seconds / (double)tally->decided : -1);
}

static void
add_published (table *t, const struct benchmark *b, int64_t n)
{
  const struct published *p = b->published;
  while (p < b->published + 3 && p->n != n)
    p++;
  if (p == b->published + 3)
    {
      for (int i = 0; i < 10; i++)
        table_text (t, "-");
      return;
    }
  table_number (t, (uint64_t)p->events);
  table_number (t, (uint64_t)p->messages);
  table_number (t, (uint64_t)p->handlers);
  table_number (t, (uint64_t)p->traces);
  table_number (t, (uint64_t)p->consistent1);
  table_number (t, (uint64_t)p->timeouts1);
  table_seconds (t, p->seconds1);
  table_number (t, (uint64_t)p->consistent2);
  table_number (t, (uint64_t)p->timeouts2);
  table_seconds (t, p->seconds2);
}

static void
add_row (struct measuring *m, const struct benchmark *b, int64_t n, const struct row *row)
{
  table_text (m->table, "%s", b->name);
  table_number (m->table, (uint64_t)n);
  table_number (m->table, row->events);
  table_number (m->table, row->messages);
  table_number (m->table, row->handlers);
  table_number (m->table, row->traces);
  add_tally (m->table, &row->cds, true);
  add_tally (m->table, &row->algorithm1, m->with_enum);
  add_tally (m->table, &row->z3, m->with_z3);
  add_published (m->table, b, n);
}

/* The same under random names, in random order: files that stand in the order of the run give the
 * answer away.  Steals TRACE, which may be NULL. */
static hb_trace *
shuffled (struct measuring *m, hb_trace *trace, uint64_t seed)
{
  struct hb_rng rng = hb_rng_seeded (seed);
  if (!trace)
    return NULL;
  hb_builder *builder = hb_builder_to_trace (m->cli->diag);
  hb_trace_shuffled (trace, &rng, builder);
  hb_trace_free (trace);
  return hb_builder_finish (builder);
}

/* A run that does not come to its end by itself says that the program is wrong. */
static hb_trace *
sample (struct measuring *m, const hb_code *code, uint64_t seed)
{
  struct hb_scheduling random = { .schedule = HB_SCHEDULE_RANDOM, .seed = seed };
  hb_execution *run = hb_execution_new (code);
  hb_trace *trace = NULL;
  if (hb_execution_run (run, &random, NULL) == HB_RUN_DONE)
    trace = hb_execution_trace (run, HB_QUEUE, false, m->cli->diag);
  else
    hb_execution_explain (run, m->cli->diag);
  hb_execution_free (run);
  return trace;
}

static bool
measure_row (struct measuring *m, const struct benchmark *b, int64_t n, const hb_code *code)
{
  struct row row = { 0 };
  bool good = true;
  for (uint64_t i = 0; i < m->runs && good && !hb_interrupted (); i++)
    {
      hb_trace *trace = shuffled (m, sample (m, code, m->seed + i), m->seed + i);
      if (!trace)
        return false;
      cli_progress (m->cli, (double)m->done++ / (double)m->all, "%s (%lld)", b->name, (long long)n);
      row.events = trace->events.size > row.events ? trace->events.size : row.events;
      row.messages = trace->messages.size;
      row.handlers = trace->handlers.size;
      good = measure_trace (m, b, n, trace, m->seed + i, &row);
      hb_trace_free (trace);
    }
  if (good && row.traces)
    add_row (m, b, n, &row);
  return good;
}

/* --- programs --- */

static bool
has_benchmarks (const char *folder)
{
  char *one = hb_format ("%s/buyers.ed", folder);
  bool there = !access (one, R_OK);
  hb_free (one);
  return there;
}

const char *
table_programs_folder (const struct cli *cli)
{
  const char *folder = cli_text (cli, "programs", NULL);
  if (folder)
    return folder;
  static char *found;
  static const char *const beside[]
      = { "data/programs", "../data/programs", "../share/hbkit/programs" };
  char own[4096] = "";
  if (found)
    return found;
  if (has_benchmarks ("data/programs"))
    return "data/programs";
#ifdef HBKIT_PROGRAMS
  if (has_benchmarks (HBKIT_PROGRAMS))
    return HBKIT_PROGRAMS;
#endif
  /* Not installed, or moved since: from where the program itself is. */
  ssize_t length = readlink ("/proc/self/exe", own, sizeof own - 1);
  char *slash = length > 0 ? strrchr (own, '/') : NULL;
  for (size_t i = 0; slash && i < sizeof beside / sizeof *beside && !found; i++)
    {
      found = hb_format ("%.*s/%s", (int)(slash - own), own, beside[i]);
      if (has_benchmarks (found))
        return found;
      hb_free (found);
      found = NULL;
    }
  return "data/programs";
}

static bool
measure_benchmark (struct measuring *m, const struct benchmark *b)
{
  char *path = hb_format ("%s/%s.ed", table_programs_folder (m->cli), b->file);
  hb_program *program = hb_program_read (path, m->cli->diag);
  bool good = program;
  for (size_t i = 0; i < m->sizes.size && good && !hb_interrupted (); i++)
    {
      struct hb_setting n = { "n", m->sizes.data[i] };
      hb_code *code = hb_program_bind (program, &n, 1, HB_MULTISET, m->cli->diag);
      good = code && measure_row (m, b, n.value, code);
      hb_code_free (code);
    }
  hb_program_free (program);
  hb_free (path);
  return good;
}

/* --- the command --- */

static void
read_sizes (struct measuring *m)
{
  const char *text = cli_text (m->cli, "sizes", "2,4,8");
  while (*text)
    {
      int64_t n = 0;
      const char *digit = text;
      while (*digit >= '0' && *digit <= '9' && n < 100000)
        n = 10 * n + (*digit++ - '0');
      if (digit == text || (*digit && *digit != ',') || !n || n > 1000)
        cli_usage_error (m->cli, "--sizes takes numbers from 1 to 1000, separated by commas");
      vec_push (m->sizes, n);
      text = digit + (*digit == ',');
    }
}

static void
add_notes (struct measuring *m)
{
  table_note (m->table,
              "%s with multiset mailboxes for each row, seeds from %llu, shuffled, "
              "decided as queues; at most %g s for each engine and trace.",
              hb_many (m->runs, "random run"), (unsigned long long)m->seed, m->timeout);
  table_note (m->table, "Seconds are means over what was decided. E and M count gets and initial "
                        "messages; E is the largest of the row.");
  if (m->with_z3)
    table_note (m->table, "Z3: %s; the time of its process.", table_z3_form (&m->z3));
  else if (m->z3.missing)
    table_note (m->table, "Z3 is not installed (Debian: z3).");
  table_note (m->table,
              "Right of the bar: the ED-consistency paper, Table 2 (A1, A2: Algorithms 1 and "
              "2; limit 120 s).");
}

static int
run (struct cli *cli)
{
  struct measuring m = { .cli = cli,
                         .timeout = cli_double (cli, "engine-timeout", 12),
                         .runs = cli_unsigned (cli, "runs", 10),
                         .seed = cli_unsigned (cli, "seed", 0),
                         .with_enum = !cli_flag (cli, "no-enum") };
  if (cli->operand_count > 1)
    cli_usage_error (cli, "table 2 takes no file '%s'", cli->operands[1]);
  if (!m.runs)
    cli_usage_error (cli, "--runs takes at least 1");
  read_sizes (&m);
  m.all = BENCHMARKS * m.sizes.size * m.runs;
  m.z3.as_printed = cli_flag (cli, "as-printed");
  bool good = cli_flag (cli, "no-z3") || table_z3_open (&m.z3, cli->diag);
  m.with_z3 = good && !cli_flag (cli, "no-z3") && !m.z3.missing;
  m.table = table_new ("The benchmarks of Appendix E", columns);
  cli_interrupts_are_graceful (true);
  for (size_t b = 0; b < BENCHMARKS && good && !hb_interrupted (); b++)
    good = measure_benchmark (&m, &benchmarks[b]);
  cli_progress_end ();
  cli_interrupts_are_graceful (false);
  add_notes (&m);
  int code = good ? table_write (m.table, cli) : cli_fail (cli);
  table_z3_close (&m.z3);
  table_free (m.table);
  vec_free (m.sizes);
  return code;
}

const struct table_subject table_programs = { "2", run };
