/* The engines agree, with one another and with a plain simulator, and their proofs hold.
 *
 * HBKIT_FUZZ=N in the environment runs N times as many random traces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine.h"
#include "reduction.h"
#include "small_traces.h"
#include "solver.h"
#include "wild_traces.h"

extern const struct hb_engine hb_engine_sat, hb_engine_explore, hb_engine_enum;

struct tally
{
  int consistent, inconsistent;
  int searched; /* refutations by `sat` that took more than the known edges */
  int refuted;  /* refutations checked against all total orders */
};

static int
effort (void)
{
  const char *text = getenv ("HBKIT_FUZZ");
  int times = text ? atoi (text) : 1;
  return times > 0 ? times : 1;
}

/* ---- Oracles. */

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

/* Total orders of the messages of all handlers, as places. */
struct orders
{
  const hb_trace *trace;
  const hb_check_result *result;
  hb_id sequence[64], place[64];
  int tried;
};

/* Does some cycle assume only what the orders have? */
static bool
is_refuted (const struct orders *o)
{
  for (size_t i = 0; i < o->result->cycles.size; i++)
    {
      const struct hb_cycle *cycle = &o->result->cycles.data[i];
      bool all = true;
      for (size_t k = 0; k < cycle->steps.size && all; k++)
        all = cycle->steps.data[k].before == HB_NONE
              || o->place[cycle->steps.data[k].before] < o->place[cycle->steps.data[k].after];
      if (all)
        return true;
    }
  return false;
}

/* All permutations of the messages from number AT on, handler by handler: is every one refuted? */
static bool
all_refuted (struct orders *o, hb_id at)
{
  const hb_trace *trace = o->trace;
  if (at == trace->messages.size)
    {
      o->tried++;
      return is_refuted (o);
    }
  const struct hb_handler *handler
      = &trace->handlers.data[trace->messages.data[o->sequence[at]].handler];
  for (hb_id i = at; i < handler->first + handler->count; i++)
    {
      hb_id message = o->sequence[i];
      o->sequence[i] = o->sequence[at];
      o->sequence[at] = message;
      o->place[message] = at;
      bool refuted = all_refuted (o, at + 1);
      o->sequence[at] = o->sequence[i];
      o->sequence[i] = message;
      if (!refuted)
        return false;
    }
  return true;
}

static int
permutations (const hb_trace *trace)
{
  int product = 1;
  for (size_t h = 0; h < trace->handlers.size && product < 1000000; h++)
    for (int i = 2; i <= (int)trace->handlers.data[h].count && product < 1000000; i++)
      product *= i;
  return product;
}

/* The cycles hold, step by step, and together leave no total orders. */
static bool
check_refutation (const hb_trace *trace, const hb_check_result *result)
{
  assert_true (result->cycles.size > 0);
  for (size_t i = 0; i < result->cycles.size; i++)
    {
      const char *why = NULL;
      if (!hb_cycle_holds (trace, &result->cycles.data[i], &why))
        fail_msg ("cycle %zu: %s", i, why);
    }
  if (permutations (trace) > 5100)
    return false;
  struct orders o = { .trace = trace, .result = result };
  for (hb_id m = 0; m < trace->messages.size; m++)
    o.sequence[m] = m;
  assert_true (all_refuted (&o, 0));
  return true;
}

/* ---- Agreement. */

static enum hb_verdict
ask (const struct hb_engine *engine, const hb_trace *trace, const char *solver, uint64_t seed,
     struct tally *tally)
{
  struct hb_check_options options = { .solver = solver, .seed = seed };
  hb_check_result result;
  hb_check (engine, trace, &options, &result); /* replays the witness */
  enum hb_verdict verdict = result.verdict;
  assert_int_not_equal (verdict, HB_UNKNOWN);
  if (verdict == HB_CONSISTENT)
    {
      hb_diag *diag = hb_diag_new ();
      assert_true (hb_witness_fits (trace, result.witness, diag));
      hb_diag_free (diag);
    }
  else if (engine == &hb_engine_sat)
    {
      tally->refuted += check_refutation (trace, &result);
      tally->searched += result.pairs > 0;
    }
  hb_check_result_free (&result);
  return verdict;
}

static void
show (const hb_trace *trace)
{
  char *text = text_of_trace (trace, NULL);
  fputs (text, stderr);
  hb_free (text);
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
                                ask (&hb_engine_enum, trace, NULL, 0, tally) };
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
  for (int i = 0; i < count * effort (); i++)
    {
      struct hb_rng rng = hb_rng_stream (stream, (uint64_t)i);
      hb_trace *trace = wild_trace (&rng, shape);
      compare (trace, (uint64_t)i + 1, &tally);
      hb_trace_free (trace);
    }
  print_message (
      "%d consistent, %d inconsistent; of 3 refutations each %d searched, %d checked in full\n",
      tally.consistent, tally.inconsistent, tally.searched, tally.refuted);
  check_shares (&tally);
  if (shape.mailbox != -2)
    {
      assert_true (tally.refuted > tally.inconsistent);
      if (shape.interleaved)
        assert_true (2 * tally.searched > tally.inconsistent);
    }
}

static void
test_wild (void **state)
{
  (void)state;
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

static void
test_queue (void **state)
{
  (void)state;
  compare_interleaved (3, HB_QUEUE, 17);
}

static void
test_sender_queue (void **state)
{
  (void)state;
  compare_interleaved (4, HB_SENDER_QUEUE, 19);
}

static void
test_multiset (void **state)
{
  (void)state;
  compare_interleaved (5, HB_MULTISET, 20);
}

static void
test_mixed (void **state)
{
  (void)state;
  compare_interleaved (6, -1, 20);
}

static void
test_from_runs (void **state)
{
  (void)state;
  struct trace_shape shape = { .handlers = 4,
                               .messages = 7,
                               .externals = 2,
                               .accesses = 10,
                               .variables = 2,
                               .mailbox = -1,
                               .chains = true,
                               .empty = true };
  struct tally tally = { 0 };
  for (uint64_t i = 0; i < 3000 * (uint64_t)effort (); i++)
    {
      struct hb_rng rng = hb_rng_stream (8, i);
      shape.mailbox = (int)(i % 4) - 1;
      hb_trace *trace = random_trace (&rng, shape);
      compare (trace, i + 1, &tally);
      hb_trace_free (trace);
    }
  print_message ("%d consistent, %d inconsistent\n", tally.consistent, tally.inconsistent);
  assert_true (tally.inconsistent > 500 && tally.consistent > 1000);
}

/* `explore` against a search without memory and without haste, all five mailboxes. */
static void
test_explore (void **state)
{
  (void)state;
  struct tally tally = { 0 };
  int undecided = 0;
  for (uint64_t i = 0; i < 2500 * (uint64_t)effort (); i++)
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
  assert_true (undecided < 500 * effort ());
  check_shares (&tally);
}

/* ---- Cases by hand. */

static enum hb_verdict
verdict_of (const struct hb_engine *engine, const char *text)
{
  struct tally tally = { 0 };
  hb_trace *trace = trace_of_text (text);
  enum hb_verdict verdict = ask (engine, trace, NULL, 0, &tally);
  hb_trace_free (trace);
  return verdict;
}

/* m1 is posted before m2 and must run after it: only mailboxes that reorder allow that. */
static void
test_mailboxes (void **state)
{
  (void)state;
  const char *const lines[] = { "queue", "sender-queue", "multiset", "stack", "priority" };
  const enum hb_verdict expected[]
      = { HB_INCONSISTENT, HB_INCONSISTENT, HB_CONSISTENT, HB_CONSISTENT, HB_CONSISTENT };
  for (size_t i = 0; i < 5; i++)
    {
      char *text
          = hb_format ("mailbox %s\nhandler h\ninitial\n post m1\n post m2\n a: write x\n"
                       "handler g\ninitial\n read x a\n"
                       "message m1 priority=1\n read y b\nmessage m2 priority=2\n b: write y\n",
                       lines[i]);
      assert_int_equal (verdict_of (&hb_engine_explore, text), expected[i]);
      if (i < 3)
        {
          assert_int_equal (verdict_of (&hb_engine_sat, text), expected[i]);
          assert_int_equal (verdict_of (&hb_engine_enum, text), expected[i]);
        }
      hb_free (text);
    }
}

/* The example of design section 4 that tells a queue from a sender-queue. */
static void
test_two_senders (void **state)
{
  (void)state;
  const char *body = "handler h1\ninitial\n post m1\n a: write x\n"
                     "handler h2\ninitial\n read x a\n post m2\n"
                     "handler w\nmessage m1\n read y b\nmessage m2\n b: write y\n";
  char *text = hb_format ("mailbox sender-queue\n%s", body);
  assert_int_equal (verdict_of (&hb_engine_sat, body), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_enum, body), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_explore, body), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_sat, text), HB_CONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_enum, text), HB_CONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_explore, text), HB_CONSISTENT);
  hb_free (text);
}

/* Two pairs of posts that force each other the wrong way round: the case that the published prototype
 * gets wrong (design section 7), consistent as it stands, and inconsistent with one edge more. */
static void
test_prototype (void **state)
{
  (void)state;
  const char *format = "handler h1\ninitial\n post p1\n read s v\n post q1\n"
                       "handler h2\ninitial\n post q2\n v: write s\n %s post p2\n"
                       "handler a\nmessage p1\n c: write x\nmessage p2\n read x c\n"
                       "handler b\nmessage q1\n %s\nmessage q2\n %s\n";
  char *good = hb_format (format, "", "read y d", "d: write y");
  char *bad = hb_format (format, "", "d: write y", "read y d");
  assert_int_equal (verdict_of (&hb_engine_sat, good), HB_CONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_sat, bad), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_explore, good), HB_CONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_explore, bad), HB_INCONSISTENT);
  hb_free (good);
  hb_free (bad);
}

/* Without handlers, without messages, without events. */
static void
test_tiny (void **state)
{
  (void)state;
  const char *const texts[] = { "",
                                "handler h\n",
                                "handler h\ninitial\n",
                                "handler h\ninitial\nmessage m external\n",
                                "handler h\nmessage m external\nmessage n external\neo h n m\n",
                                "handler h\ninitial\n post m\nmessage m\n" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      assert_int_equal (verdict_of (&hb_engine_sat, texts[i]), HB_CONSISTENT);
      assert_int_equal (verdict_of (&hb_engine_enum, texts[i]), HB_CONSISTENT);
      assert_int_equal (verdict_of (&hb_engine_explore, texts[i]), HB_CONSISTENT);
    }
  const char *loop = "handler h\nmessage m external\nmessage n external\neo h n m\neo h m n\n";
  assert_int_equal (verdict_of (&hb_engine_sat, loop), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_enum, loop), HB_INCONSISTENT);
  assert_int_equal (verdict_of (&hb_engine_explore, loop), HB_INCONSISTENT);
}

/* A mailbox that an engine does not know is refused, with a reason. */
static void
test_refusal (void **state)
{
  (void)state;
  hb_trace *trace = trace_of_text ("handler h stack\ninitial\n post m\nmessage m\n");
  struct hb_check_options options = { 0 };
  hb_check_result result;
  hb_check (&hb_engine_sat, trace, &options, &result);
  assert_int_equal (result.verdict, HB_UNKNOWN);
  assert_non_null (result.reason);
  hb_check_result_free (&result);
  options.solver = "";
  hb_trace_free (trace);
  trace = trace_of_text ("handler h\n");
  hb_check (&hb_engine_sat, trace, &options, &result);
  assert_int_equal (result.verdict, HB_UNKNOWN);
  assert_non_null (result.reason);
  hb_check_result_free (&result);
  hb_trace_free (trace);
}

/* Other seeds find other witnesses. */
static void
test_seeds (void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++)
    {
      char *text = hb_format ("mailbox %s\nhandler h1\ninitial\n post m1\n post m2\n"
                              "handler h2\ninitial\n post m3\n post m4\n"
                              "handler w\nmessage m1\nmessage m2\nmessage m3\nmessage m4\n",
                              k ? "multiset" : "queue");
      hb_trace *trace = trace_of_text (text);
      char *seen[40];
      int different = 0;
      for (uint64_t seed = 0; seed < 40; seed++)
        {
          struct hb_check_options options = { .seed = seed };
          hb_check_result result;
          hb_check (&hb_engine_sat, trace, &options, &result);
          char *witness = text_of_trace (trace, result.witness);
          bool is_new = true;
          for (int i = 0; i < different; i++)
            is_new = is_new && strcmp (seen[i], witness) != 0;
          if (is_new)
            seen[different++] = witness;
          else
            hb_free (witness);
          hb_check_result_free (&result);
        }
      for (int i = 0; i < different; i++)
        hb_free (seen[i]);
      assert_true (different >= 4);
      hb_trace_free (trace);
      hb_free (text);
    }
}

/* ---- The reduction's traces. */

static hb_trace *
reduced (const hb_cnf *cnf)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_3bisat_ed.reduce_trace (cnf, NULL, builder, NULL);
  hb_trace *trace = hb_builder_finish (builder);
  assert_non_null (trace);
  hb_diag_free (diag);
  return trace;
}

/* The formula of design section 5 and, without its last clause, a satisfiable one. */
static void
test_reduction (void **state)
{
  (void)state;
  const int clauses[5][2] = { { 1, 2 }, { -1, 2 }, { -2, 3 }, { -3, 4 }, { -3, -4 } };
  const char *const solvers[] = { "cadical", "picosat" };
  for (int k = 0; k < 4; k++)
    {
      struct tally tally = { 0 };
      hb_cnf *cnf = hb_cnf_new (4);
      for (int j = 0; j < 4 + k % 2; j++)
        hb_cnf_add_clause (cnf, clauses[j], 2);
      hb_trace *trace = reduced (cnf);
      assert_int_equal (ask (&hb_engine_sat, trace, solvers[k / 2], 0, &tally),
                        k % 2 ? HB_INCONSISTENT : HB_CONSISTENT);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
}

/* Random formulas of ten variables: the formula's verdict and the trace's. */
static void
test_reduction_random (void **state)
{
  (void)state;
  int answers[2] = { 0, 0 };
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < 60; i++)
    {
      struct hb_rng rng = hb_rng_stream (31, i);
      struct tally tally = { 0 };
      hb_cnf *cnf = hb_cnf_new (10);
      hb_id places[30];
      for (hb_id k = 0; k < 30; k++)
        places[k] = k;
      hb_rng_shuffle (&rng, places, 30);
      for (int k = 0; k + 1 < 30; k += 2)
        {
          /* Two occurrences of one sign and one of the other for each variable. */
          int literal[2];
          for (int j = 0; j < 2; j++)
            literal[j] = (int)(places[k + j] / 3 + 1) * (places[k + j] % 3 ? 1 : -1);
          if (abs (literal[0]) != abs (literal[1]))
            hb_cnf_add_clause (cnf, literal, 2);
        }
      hb_trace *trace = reduced (cnf);
      bool satisfiable = hb_solve_cnf (cnf, NULL, 0, NULL, NULL, diag) == 10;
      enum hb_verdict verdict
          = ask (&hb_engine_sat, trace, i % 2 ? "picosat" : NULL, i / 2, &tally);
      assert_int_equal (verdict, satisfiable ? HB_CONSISTENT : HB_INCONSISTENT);
      answers[satisfiable]++;
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
  print_message ("%d unsatisfiable, %d satisfiable\n", answers[0], answers[1]);
  assert_true (answers[0] > 5 && answers[1] > 5);
  hb_diag_free (diag);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_mailboxes), cmocka_unit_test (test_two_senders),
    cmocka_unit_test (test_prototype), cmocka_unit_test (test_tiny),
    cmocka_unit_test (test_refusal),   cmocka_unit_test (test_seeds),
    cmocka_unit_test (test_reduction), cmocka_unit_test (test_reduction_random),
    cmocka_unit_test (test_explore),   cmocka_unit_test (test_wild),
    cmocka_unit_test (test_queue),     cmocka_unit_test (test_sender_queue),
    cmocka_unit_test (test_multiset),  cmocka_unit_test (test_mixed),
    cmocka_unit_test (test_from_runs),
  };
  return cmocka_run_group_tests_name ("engines", tests, NULL, NULL);
}
