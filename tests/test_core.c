/* Cores: inconsistent, minimal, and made by dropping things whose loss never makes a trace inconsistent. */
#include "unit.h"

#include "proof/core.h"
#include "proof/core_part.h"
#include "reduced.h"
#include "small_formulas.h"
#include "small_traces.h"
#include "wild_traces.h"

extern const struct hb_engine hb_engine_cds, hb_engine_sat, hb_engine_explore;

static enum hb_verdict
decide (const struct hb_engine *engine, const hb_trace *trace)
{
  struct hb_check_options options = { 0 };
  hb_check_result result;
  hb_check (engine, trace, &options, &result);
  enum hb_verdict verdict = result.verdict;
  assert_int_not_equal (verdict, HB_UNKNOWN);
  hb_check_result_free (&result);
  return verdict;
}

static void
show (const hb_trace *trace, const hb_trace *part)
{
  char *text = text_of_trace (trace, NULL), *less = text_of_trace (part, NULL);
  fprintf (stderr, "%s# part:\n%s", text, less);
  hb_free (text);
  hb_free (less);
}

/* What the trace says survives writing and reading: a part is a valid trace. */
static void
check_valid (const hb_trace *part)
{
  hb_diag *diag = hb_diag_new ();
  char *text = text_of_trace (part, NULL), *again;
  hb_trace *copy = trace_of_bytes (text, strlen (text), diag);
  assert_non_null (copy);
  again = text_of_trace (copy, NULL);
  assert_string_equal (text, again);
  hb_free (text);
  hb_free (again);
  hb_trace_free (copy);
  hb_diag_free (diag);
}

/* Drops a random share of everything. */
static struct hb_part
random_part (struct hb_rng *rng, const hb_trace *trace)
{
  struct hb_part part = hb_part_new (trace, true);
  uint64_t share = 1 + hb_rng_below (rng, 5);
  for (size_t e = 0; e < trace->events.size; e++)
    part.event[e] = hb_rng_below (rng, 10) >= share;
  for (size_t i = 0; i < trace->chained.size; i++)
    part.chained[i] = hb_rng_below (rng, 10) >= share;
  for (size_t m = 0; m < trace->messages.size; m++)
    part.message[m] = hb_rng_below (rng, 10) >= share;
  hb_part_close (&part);
  return part;
}

static hb_trace *
some_trace (struct hb_rng *rng, uint64_t i, int mailbox)
{
  struct wild_shape wild = { .messages = 6,
                             .accesses = 10,
                             .externals = 15,
                             .mailbox = mailbox,
                             .chains = i % 3 == 0,
                             .interleaved = i % 4 != 0 };
  struct trace_shape shape = { .handlers = 4,
                               .messages = 7,
                               .externals = 2,
                               .accesses = 10,
                               .variables = 2,
                               .mailbox = mailbox < -1 ? -1 : mailbox,
                               .chains = true,
                               .empty = true };
  return i % 2 ? wild_trace (rng, wild) : random_trace (rng, shape);
}

/* Whatever is dropped from a consistent trace, it stays consistent; all mailboxes. */
TEST (test_dropping)
{
  int checked = 0, smaller = 0;
  for (uint64_t i = 0; i < 3000; i++)
    {
      struct hb_rng rng = hb_rng_stream (1, i);
      hb_trace *trace = some_trace (&rng, i, (int)(i % (HB_MAILBOXES + 2)) - 2);
      if (decide (&hb_engine_explore, trace) == HB_CONSISTENT)
        {
          struct hb_part part = random_part (&rng, trace);
          hb_trace *less = hb_part_trace (&part, NULL, NULL);
          check_valid (less);
          if (decide (&hb_engine_explore, less) != HB_CONSISTENT)
            {
              show (trace, less);
              fail_msg ("the part is inconsistent, the whole is not");
            }
          checked++;
          smaller += less->events.size < trace->events.size;
          hb_trace_free (less);
          hb_part_free (&part);
        }
      hb_trace_free (trace);
    }
  print_message ("%d parts\n", checked);
  assert_true (checked > 1000 && smaller > 700);
}

/* Nothing single can be dropped from CORE. */
static void
check_minimal (const hb_trace *core, const struct hb_engine *engine)
{
  for (size_t kind = 0; kind < 3; kind++)
    {
      size_t count = kind == 0   ? core->events.size
                     : kind == 1 ? core->chained.size
                                 : core->messages.size;
      for (size_t i = 0; i < count; i++)
        {
          struct hb_part part = hb_part_new (core, true);
          /* Gets go with their posts; messages with events do not go at all. */
          bool skip = (kind == 0 && core->events.data[i].kind == HB_GET)
                      || (kind == 2 && core->messages.data[i].count);
          bool *flags[] = { part.event, part.chained, part.message };
          flags[kind][i] = false;
          hb_part_close (&part);
          hb_trace *less = hb_part_trace (&part, NULL, NULL);
          if (!skip && decide (engine, less) != HB_CONSISTENT)
            {
              show (core, less);
              fail_msg ("the core is not minimal");
            }
          hb_trace_free (less);
          hb_part_free (&part);
        }
    }
}

struct tally
{
  int cores, chained;
  size_t events, left;
};

static void
find_core (const hb_trace *trace, const struct hb_engine *engine, const struct hb_engine *truth,
           struct tally *tally)
{
  struct hb_check_options check = { 0 };
  struct hb_core_options options = { .engine = engine };
  hb_check_result result;
  hb_check (engine, trace, &check, &result);
  assert_int_equal (result.verdict, HB_INCONSISTENT);
  struct hb_core core = hb_core_new (trace, &result, &options);
  assert_true (core.minimal);
  check_valid (core.trace);
  if (decide (truth, core.trace) != HB_INCONSISTENT)
    {
      show (trace, core.trace);
      fail_msg ("the core is consistent");
    }
  check_minimal (core.trace, truth);
  tally->cores++;
  tally->chained += core.trace->chained.size > 0;
  tally->events += trace->events.size;
  tally->left += core.trace->events.size;
  hb_core_free (&core);
  hb_check_result_free (&result);
}

TEST (test_random)
{
  const struct hb_engine *engines[] = { &hb_engine_cds, &hb_engine_sat, &hb_engine_explore };
  struct tally tally = { 0 };
  for (uint64_t i = 0; i < 4000; i++)
    {
      struct hb_rng rng = hb_rng_stream (2, i);
      const char *why;
      const struct hb_engine *engine = engines[i / 2 % 3];
      hb_trace *trace = some_trace (&rng, i, (int)(i / 6 % (HB_MAILBOXES + 2)) - 2);
      if (engine->accepts (trace, &why) && decide (&hb_engine_explore, trace) == HB_INCONSISTENT)
        find_core (trace, engine, &hb_engine_explore, &tally);
      hb_trace_free (trace);
    }
  print_message ("%d cores, %zu of %zu events, %d with chains\n", tally.cores, tally.left,
                 tally.events, tally.chained);
  assert_true (tally.cores > 200 && tally.chained > 20 && 2 * tally.left < tally.events);
}

TEST (test_reduction)
{
  struct tally tally = { 0 };
  hb_cnf *cnf = formula_of_text (4, "1 2 0 -1 2 0 -2 3 0 -3 4 0 -3 -4 0");
  hb_trace *trace = trace_of_formula (hb_reduction_find ("3bisat-ed"), cnf, NULL);
  find_core (trace, &hb_engine_cds, &hb_engine_sat, &tally);
  find_core (trace, &hb_engine_sat, &hb_engine_cds, &tally);
  print_message ("%zu of %zu events\n", tally.left / 2, tally.events / 2);
  assert_true (tally.left / 2 < 150);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
}

/* A limit leaves a part that is inconsistent. */
TEST (test_limit)
{
  struct hb_limits limits = hb_limits_new (1e-9, 0);
  hb_trace *trace
      = trace_of_text ("handler h\ninitial\n post m1\n post m2\n read z init\nhandler w\n"
                       "message m1\n read y b\nmessage m2\n b: write y\n");
  struct hb_check_options check = { 0 };
  struct hb_core_options options = { .engine = &hb_engine_cds, .limits = &limits };
  hb_check_result result;
  hb_check (&hb_engine_cds, trace, &check, &result);
  assert_int_equal (result.verdict, HB_INCONSISTENT);
  struct hb_core core = hb_core_new (trace, &result, &options);
  assert_int_equal (decide (&hb_engine_explore, core.trace), HB_INCONSISTENT);
  hb_core_free (&core);
  hb_check_result_free (&result);
  hb_trace_free (trace);
}
