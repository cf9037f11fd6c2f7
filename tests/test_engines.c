/* The engines agree, with one another and with a plain simulator, and their proofs hold.
 *
 * HBKIT_FUZZ=N in the environment runs N times as many random traces. */
#include "unit.h"

#include "engine/closure/search.h"
#include "engine/serial/serial.h"
#include "engine_oracle.h"
#include "format/edt.h"
#include "run/replay.h"
#include "plain_simulator.h"
#include "small_traces.h"
#include "text_damage.h"
#include "wild_traces.h"

/* Do eo and mo of a finished simulation respect the chains of the input? */
static bool
respects (const hb_trace *trace, const struct hb_chain *chains, size_t count, const hb_id *order,
          size_t size)
{
  hb_id place[64];
  for (size_t i = 0; i < size; i++)
    place[order[i]] = (hb_id)i;
  for (size_t c = 0; c < count; c++)
    for (hb_id i = 1; i < chains[c].count; i++)
      if (place[trace->chained.data[chains[c].first + i - 1]]
          > place[trace->chained.data[chains[c].first + i]])
        return false;
  return true;
}

/* Every run of the simulator, without any cleverness; *PATIENCE bounds the steps. */
static bool
simulate_all (const struct simulator *from, int *patience)
{
  const hb_trace *trace = from->trace;
  if (simulator_done (from))
    return respects (trace, trace->eo.data, trace->eo.size, from->started, from->starts)
           && respects (trace, trace->mo.data, trace->mo.size, from->posted, from->posts);
  bool found = false;
  for (hb_id m = 0; m < trace->messages.size && !found && *patience > 0; m++)
    {
      if (!simulator_can (from, m))
        continue;
      struct simulator next = simulator_new (trace);
      simulator_copy (&next, from);
      simulator_step (&next, m);
      --*patience;
      found = simulate_all (&next, patience);
      simulator_free (&next);
    }
  return found;
}

/* ---- Agreement. */

static void
show (const hb_trace *trace)
{
  char *text = text_of_trace (trace, NULL);
  fputs (text, stderr);
  hb_free (text);
}

/* A search for a serial run, by small steps: what it finds is one, and most consistent traces have one. */
static void
search_serial (const hb_trace *trace, uint64_t seed, bool consistent, struct tally *tally)
{
  struct hb_serial_options options = { UINT64_MAX, UINT32_MAX, seed };
  struct hb_serial *serial = hb_serial_new (trace, &options, NULL);
  uint64_t work = 0;
  while (serial && hb_serial_go (serial, work) == HB_SERIAL_GOING)
    work++;
  hb_witness *witness = hb_serial_end (serial);
  hb_diag *diag = hb_diag_new ();
  if (witness && !(consistent && hb_replay (trace, witness, NULL, diag)))
    {
      show (trace);
      fail_msg ("searching a serial run: %s",
                hb_diag_first (diag) ? hb_diag_first (diag) : "a run, but there is none");
    }
  tally->serial += witness != NULL;
  hb_diag_free (diag);
  hb_witness_free (witness);
}

/* The search on the closure, by small steps, finds a run if and only if there is one, and refutes the trace if not. */
static void
search_closure (const hb_trace *trace, bool consistent, struct tally *tally)
{
  struct hb_closure_search *search = hb_closure_search_new (trace, UINT64_MAX, NULL);
  hb_check_result result = { .verdict = HB_UNKNOWN };
  enum hb_closure_answer answer;
  uint64_t work = 0;
  while ((answer = hb_closure_search_go (search, work)) == HB_CLOSURE_GOING)
    work += 16;
  hb_closure_search_end (search, &result);
  tally->cycles += result.conflicts;
  hb_diag *diag = hb_diag_new ();
  enum hb_verdict truth = consistent ? HB_CONSISTENT : HB_INCONSISTENT;
  if (answer != (consistent ? HB_CLOSURE_FOUND : HB_CLOSURE_REFUTED) || result.verdict != truth
      || (consistent && !hb_replay (trace, result.witness, NULL, diag)))
    {
      show (trace);
      fail_msg ("searching the closure: verdict %d, not %d; %s", result.verdict, truth,
                hb_diag_first (diag) ? hb_diag_first (diag) : "");
    }
  hb_diag_free (diag);
  hb_check_result_free (&result);
}

/* Asks all that accept the trace. */
static void
compare (const hb_trace *trace, uint64_t seed, struct tally *tally)
{
  enum hb_verdict truth = ask (&hb_engine_explore, trace, NULL, 0, tally);
  if (truth == HB_CONSISTENT)
    tally->consistent++;
  else
    tally->inconsistent++;
  const char *why;
  if (!hb_engine_sat.accepts (trace, &why))
    return;
  enum hb_verdict answers[] = { ask (&hb_engine_sat, trace, "cadical", 0, tally),
                                ask (&hb_engine_sat, trace, "picosat", 0, tally),
                                ask (&hb_engine_sat, trace, NULL, seed, tally),
                                ask (&hb_engine_enum, trace, NULL, 0, tally),
                                ask (&hb_engine_auto, trace, NULL, 0, tally),
                                ask (&hb_engine_auto, trace, NULL, seed, tally) };
  if (hb_engine_cds.accepts (trace, &why))
    {
      search_serial (trace, seed, truth == HB_CONSISTENT, tally);
      search_closure (trace, truth == HB_CONSISTENT, tally);
      if (ask (&hb_engine_cds, trace, NULL, 0, tally) != truth
          || ask (&hb_engine_cds, trace, NULL, seed, tally) != truth
          || ask (&hb_engine_closure, trace, NULL, 0, tally) != truth)
        {
          show (trace);
          fail_msg ("explore says %d, cds or closure does not", truth);
        }
    }
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (answers[i] != truth)
      {
        show (trace);
        fail_msg ("explore says %d, engine %zu says %d", truth, i, answers[i]);
      }
}

/* A fair share of both verdicts, or the test says little. */
static void
check_shares (const struct tally *tally)
{
  int all = tally->consistent + tally->inconsistent;
  assert_true (4 * tally->consistent > all);
  assert_true (6 * tally->inconsistent > all);
}

static void
compare_wild (uint64_t stream, int count, struct wild_shape shape)
{
  struct tally tally = { 0 };
  for (int i = 0; i < (int)fuzz_rounds ((unsigned long)count); i++)
    {
      struct hb_rng rng = hb_rng_stream (stream, (uint64_t)i);
      hb_trace *trace = wild_trace (&rng, shape);
      compare (trace, (uint64_t)i + 1, &tally);
      hb_trace_free (trace);
    }
  print_message ("%d consistent, %d with a serial run, %d inconsistent; of 3 refutations each "
                 "%d searched, %d checked in full; %llu cycles of the closure\n",
                 tally.consistent, tally.serial, tally.inconsistent, tally.searched, tally.refuted,
                 (unsigned long long)tally.cycles);
  check_shares (&tally);
  assert_true (10 * tally.serial > 9 * tally.consistent);
  if (shape.mailbox != -2)
    {
      assert_true (2 * tally.refuted > tally.inconsistent);
      if (shape.interleaved)
        assert_true (2 * tally.searched > tally.inconsistent);
    }
}

TEST (test_wild)
{
  struct wild_shape shape = { .messages = 8, .accesses = 7, .mailbox = HB_QUEUE };
  compare_wild (1, 2000, shape);
  shape = (struct wild_shape){
    .messages = 8, .accesses = 8, .externals = 15, .mailbox = -1, .chains = true
  };
  compare_wild (2, 2000, shape);
}

static void
compare_interleaved (uint64_t stream, int mailbox, int accesses)
{
  struct wild_shape shape
      = { .messages = 8, .accesses = accesses, .mailbox = mailbox, .interleaved = true };
  compare_wild (stream, 2000, shape);
  shape.externals = 20, shape.chains = true;
  compare_wild (stream + 100, 2000, shape);
}

TEST (test_queue) { compare_interleaved (3, HB_QUEUE, 17); }

TEST (test_sender_queue) { compare_interleaved (4, HB_SENDER_QUEUE, 19); }

TEST (test_multiset) { compare_interleaved (5, HB_MULTISET, 20); }

TEST (test_mixed) { compare_interleaved (6, -1, 20); }

TEST (test_stack) { compare_interleaved (10, HB_STACK, 19); }

/* Traces of stacks, then beside other mailboxes. */
static void
compare_stacks (uint64_t stream, struct wild_shape shape)
{
  shape.mailbox = HB_STACK, shape.interleaved = true;
  compare_wild (stream, 3000, shape);
  shape.mailbox = -2, shape.externals = 15;
  compare_wild (stream + 1, 2000, shape);
}

/* Stacks that are queues turned round (engine/cds/loaded.c). */
TEST (test_loaded)
{
  compare_stacks (13, (struct wild_shape){ .messages = 9, .accesses = 19, .loaded = true });
}

/* And those that are so while one of their messages runs (engine/cds/held.c). */
TEST (test_held)
{
  compare_stacks (15, (struct wild_shape){ .messages = 10, .accesses = 17, .held = true });
}

TEST (test_priority) { compare_interleaved (11, HB_PRIORITY, 19); }

TEST (test_all_mailboxes) { compare_interleaved (12, -2, 19); }

TEST (test_from_runs)
{
  struct trace_shape shape = { .handlers = 4,
                               .messages = 7,
                               .externals = 2,
                               .accesses = 10,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  struct tally tally = { 0 };
  for (uint64_t i = 0; i < fuzz_rounds (3000); i++)
    {
      struct hb_rng rng = hb_rng_stream (8, i);
      shape.mailbox = (int)(i % (HB_MAILBOXES + 1)) - 1;
      hb_trace *trace = random_trace (&rng, shape);
      compare (trace, i + 1, &tally);
      hb_trace_free (trace);
    }
  print_message ("%d consistent, %d inconsistent\n", tally.consistent, tally.inconsistent);
  assert_true (tally.inconsistent > 500 && tally.consistent > 1000);
}

/* `explore` against a search without memory and without haste, all five mailboxes. */
TEST (test_explore)
{
  struct tally tally = { 0 };
  int undecided = 0;
  for (uint64_t i = 0; i < fuzz_rounds (2500); i++)
    {
      struct hb_rng rng = hb_rng_stream (9, i);
      struct wild_shape shape = { .messages = 5, .accesses = 6, .externals = 15, .chains = true };
      shape.mailbox = (int)(i % (HB_MAILBOXES + 1));
      if (shape.mailbox == HB_MAILBOXES)
        shape.mailbox = -2;
      hb_trace *trace = wild_trace (&rng, shape);
      struct simulator start = simulator_new (trace);
      int patience = 20000;
      bool truth = simulate_all (&start, &patience);
      simulator_free (&start);
      if (truth || patience > 0)
        {
          bool found = ask (&hb_engine_explore, trace, NULL, 0, &tally) == HB_CONSISTENT;
          if (found != truth)
            show (trace);
          assert_int_equal (found, truth);
          tally.consistent += truth;
          tally.inconsistent += !truth;
        }
      else
        undecided++;
      hb_trace_free (trace);
    }
  print_message ("%d consistent, %d inconsistent, %d too large\n", tally.consistent,
                 tally.inconsistent, undecided);
  assert_true ((unsigned long)undecided < fuzz_rounds (500));
  check_shares (&tally);
}

/* What some part of an engine got wrong once, also a part that has no name of its own. */
TEST (test_regress)
{
  const char *folder = getenv ("HBKIT_TESTS");
  if (!folder)
    skip ();
  struct tally tally = { 0 };
  hb_diag *diag = hb_diag_new ();
  char *path = hb_format ("%s/regress/closure-first-flow.edt", folder);
  hb_trace *trace = hb_edt_read (path, diag);
  assert_non_null (trace);
  compare (trace, 1, &tally);
  assert_int_equal (tally.inconsistent, 1);
  hb_trace_free (trace);
  hb_free (path);
  hb_diag_free (diag);
}
