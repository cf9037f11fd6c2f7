/* Random traces: what comes from a run replays, for every discipline of the mailboxes; damage is
 * what was asked for; a shuffled trace is the same trace. */
#include "unit.h"

#include "base/limits.h"
#include "drawn_traces.h"
#include "engine/engine.h"
#include "run/replay.h"
#include "small_traces.h"

/* The eo and mo in the trace are total, and a run. */
static void
assert_runs (const hb_trace *trace)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  if (!witness || !hb_replay (trace, witness, NULL, diag))
    fail_msg ("%s", hb_diag_first (diag));
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static size_t
count_messages (const hb_trace *trace, enum hb_message_kind kind)
{
  size_t count = 0;
  for (size_t m = 0; m < trace->messages.size; m++)
    count += trace->messages.data[m].kind == kind;
  return count;
}

static size_t
count_events (const hb_trace *trace, enum hb_event_kind kind)
{
  size_t count = 0;
  for (size_t e = 0; e < trace->events.size; e++)
    count += trace->events.data[e].kind == kind;
  return count;
}

TEST (runs_replay)
{
  for (uint64_t seed = 0; seed < 600; seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      shape.handlers = 1 + (hb_id)(seed % 7);
      shape.messages = (hb_id)(seed % 41);
      shape.externals = seed % 3 ? 0 : (hb_id)(seed % 11);
      shape.events = (hb_id)(seed % 5);
      shape.variables = (hb_id)(seed % 4);
      shape.nested = seed / 2 % 2;
      shape.mailbox = (int)(seed % 6) - 1;
      shape.orders = true;
      hb_trace *trace = run_of (shape, seed), *other = shuffled (trace, seed);
      assert_int_equal (trace->handlers.size, shape.handlers);
      assert_int_equal (count_messages (trace, HB_POSTED), shape.messages);
      assert_int_equal (count_messages (trace, HB_EXTERNAL), shape.externals);
      assert_runs (trace);
      assert_runs (other);
      for (size_t e = 0; e < trace->events.size && !shape.nested; e++)
        if (trace->events.data[e].kind == HB_POST)
          assert_int_equal (trace->messages.data[trace->events.data[e].message].kind, HB_INITIAL);
      hb_trace_free (trace);
      hb_trace_free (other);
    }
}

TEST (shares_are_met)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.messages = 3000;
  shape.events = 10;
  shape.posts = 1;
  shape.reads = 6;
  shape.writes = 3;
  hb_trace *trace = run_of (shape, 1);
  size_t reads = count_events (trace, HB_READ), writes = count_events (trace, HB_WRITE);
  assert_int_equal (count_events (trace, HB_GET), 3000);
  assert_int_equal (count_events (trace, HB_POST), 3000);
  assert_in_range (reads + writes, 26000, 28500);
  assert_in_range (reads, 2 * writes - 900, 2 * writes + 900);
  hb_trace_free (trace);
}

TEST (a_seed_says_everything)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.mailbox = -1;
  hb_trace *one = run_of (shape, 5), *two = run_of (shape, 5), *other = run_of (shape, 6);
  char *text = text_of_trace (one, NULL), *same = text_of_trace (two, NULL),
       *different = text_of_trace (other, NULL);
  assert_string_equal (text, same);
  assert_string_not_equal (text, different);
  hb_diag *diag = hb_diag_new ();
  hb_trace *again = trace_of_bytes (text, strlen (text), diag);
  assert_non_null (again);
  hb_diag_free (diag);
  hb_trace_free (again);
  hb_free (text);
  hb_free (same);
  hb_free (different);
  hb_trace_free (one);
  hb_trace_free (two);
  hb_trace_free (other);
}

/* How many reads, places in co and posts differ between two traces with the same events. */
static void
count_differences (const hb_trace *a, const hb_trace *b, size_t differences[3])
{
  memset (differences, 0, 3 * sizeof *differences);
  assert_int_equal (a->events.size, b->events.size);
  for (size_t e = 0; e < a->events.size; e++)
    {
      const struct hb_event *x = &a->events.data[e], *y = &b->events.data[e];
      assert_int_equal (x->kind, y->kind);
      if (x->kind == HB_POST)
        differences[2] += x->object != y->object;
      else
        assert_int_equal (x->object, y->object);
      if (x->kind == HB_READ)
        differences[0] += x->partner != y->partner;
      if (x->kind == HB_WRITE)
        differences[1] += x->partner != y->partner;
    }
}

TEST (damage_is_what_was_asked_for)
{
  for (uint64_t seed = 0; seed < 50; seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      hb_trace *whole = run_of (shape, seed), *damaged;
      size_t differences[3];
      shape.wrong_reads = 1;
      damaged = run_of (shape, seed);
      count_differences (whole, damaged, differences);
      assert_int_equal (differences[0], 1);
      assert_int_equal (differences[1] + differences[2], 0);
      hb_trace_free (damaged);
      shape.wrong_reads = 0;
      shape.wrong_writes = 1;
      damaged = run_of (shape, seed);
      count_differences (whole, damaged, differences);
      assert_int_equal (differences[1], 2);
      assert_int_equal (differences[0] + differences[2], 0);
      hb_trace_free (damaged);
      shape.wrong_writes = 0;
      shape.wrong_posts = 1;
      damaged = run_of (shape, seed);
      count_differences (whole, damaged, differences);
      assert_int_equal (differences[2], 2);
      assert_int_equal (differences[0] + differences[1], 0);
      hb_trace_free (damaged);
      hb_trace_free (whole);
    }
  /* Where there is nothing to damage nothing is. */
  struct hb_run_shape shape
      = { .handlers = 1, .wrong_reads = 9, .wrong_writes = 9, .wrong_posts = 9 };
  hb_trace_free (run_of (shape, 1));
}

static enum hb_verdict
verdict_of (const char *engine, const hb_trace *trace)
{
  struct hb_check_options options = { .limits = NULL };
  struct hb_check_result result;
  assert_non_null (hb_engine_find (engine));
  hb_check (hb_engine_find (engine), trace, &options, &result);
  enum hb_verdict verdict = result.verdict;
  hb_check_result_free (&result);
  return verdict;
}

TEST (verdicts_are_as_expected)
{
  int inconsistent = 0, consistent = 0;
  for (uint64_t seed = 0; seed < 200; seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      shape.handlers = 3;
      shape.messages = 6;
      shape.events = 2;
      shape.variables = 3;
      shape.nested = seed % 2;
      shape.mailbox = (int)(seed % 6) - 1;
      hb_trace *trace = run_of (shape, seed);
      assert_int_equal (verdict_of ("explore", trace), HB_CONSISTENT);
      hb_trace_free (trace);
      shape.wrong_reads = (hb_id)(seed / 6 % 3);
      shape.wrong_writes = seed / 2 % 2;
      shape.wrong_posts = seed / 4 % 2;
      trace = run_of (shape, seed);
      hb_trace *other = shuffled (trace, seed);
      enum hb_verdict verdict = verdict_of ("explore", trace);
      assert_int_equal (verdict, verdict_of ("explore", other));
      inconsistent += verdict == HB_INCONSISTENT;
      consistent += verdict == HB_CONSISTENT;
      hb_trace_free (trace);
      hb_trace_free (other);
    }
  assert_true (inconsistent > 30);
  assert_true (consistent > 30);
}

/* A number that names and order do not change: events by kind and neighbourhood, mixed up. */
static uint64_t
invariant (const hb_trace *trace)
{
  uint64_t sum = 0;
  for (size_t e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      const struct hb_message *message = &trace->messages.data[event->message];
      const struct hb_handler *handler = &trace->handlers.data[message->handler];
      uint64_t hash = event->kind;
#define MIX(X) (hash = (hash ^ (uint64_t)(X)) * UINT64_C (0x9e3779b97f4a7c15), hash ^= hash >> 29)
      MIX (hb_event_position (trace, (hb_id)e));
      MIX (message->count);
      MIX (message->kind);
      MIX (message->priority + message->has_priority);
      MIX (handler->count);
      MIX (handler->mailbox * 2 + handler->mailbox_given);
      MIX (hb_event_label (trace, (hb_id)e) != HB_NONE);
      MIX (hb_event_value (trace, (hb_id)e) != HB_NONE);
      if (event->kind == HB_WRITE)
        MIX (event->partner + 1000 * trace->variables.data[event->object].count);
      if (event->kind == HB_READ && event->partner != HB_NONE)
        {
          MIX (trace->events.data[event->partner].partner);
          MIX (hb_event_position (trace, event->partner));
        }
      if (event->kind == HB_POST)
        MIX (trace->messages.data[event->object].count);
      sum += hash;
    }
  return sum + trace->eo.size * 3 + trace->mo.size * 5 + trace->chained.size * 7;
}

static const char labelled[] = "mailbox stack\n"
                               "handler h1 queue\n"
                               "initial\n"
                               "  post m\n"
                               "  w: write x 1\n"
                               "handler h2\n"
                               "message m\n"
                               "  r: read x w\n"
                               "  write x 2\n"
                               "message e external\n"
                               "  read x m@2\n"
                               "  read y init\n"
                               "co x w m@2\n"
                               "eo h2 m e\n";

TEST (shuffling_changes_names_and_order_only)
{
  for (uint64_t seed = 0; seed < 100; seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      shape.mailbox = (int)(seed % 6) - 1;
      shape.externals = 3;
      shape.orders = seed % 2;
      hb_trace *trace = seed < 5 ? trace_of_text (labelled) : run_of (shape, seed);
      hb_trace *other = shuffled (trace, seed);
      char *text = text_of_trace (trace, NULL), *mixed = text_of_trace (other, NULL);
      assert_string_not_equal (text, mixed);
      assert_int_equal (trace->messages.size, other->messages.size);
      assert_int_equal (trace->mailbox, other->mailbox);
      assert_true (invariant (trace) == invariant (other));
      hb_free (text);
      hb_free (mixed);
      hb_trace_free (trace);
      hb_trace_free (other);
    }
}

TEST (impossible_shapes_are_refused)
{
  struct hb_run_shape none = hb_run_defaults (), huge = none, negative = none, unknown = none;
  none.handlers = 0;
  huge.messages = 4000000000u;
  negative.reads = -1;
  unknown.mailbox = 7;
  const struct hb_run_shape *const shapes[] = { &none, &huge, &negative, &unknown };
  struct hb_rng rng = hb_rng_seeded (1);
  for (size_t i = 0; i < 4; i++)
    {
      hb_diag *diag = hb_diag_new ();
      assert_false (hb_run_random (shapes[i], &rng, NULL, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      hb_diag_free (diag);
    }
}

TEST (dense_runs_come_fast)
{
  struct hb_run_shape shape = hb_run_defaults ();
  shape.handlers = 300;
  shape.messages = 8000;
  shape.events = 10;
  shape.variables = 500;
  double start = hb_cpu_seconds ();
  hb_trace *trace = run_of (shape, 1), *other = shuffled (trace, 1);
  assert_true (hb_cpu_seconds () - start < 10); /* some 0.1 s, if the machine is not a snail */
  assert_in_range (trace->events.size, 80000, 100000);
  hb_trace_free (trace);
  hb_trace_free (other);
}
