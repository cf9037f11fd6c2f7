/* The engines on cases by hand and on reductions of formulas. */
#include "unit.h"

#include "engine_oracle.h"
#include "reduced.h"
#include "small_traces.h"
#include "sat/solver.h"

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
TEST (test_mailboxes)
{
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
TEST (test_two_senders)
{
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
TEST (test_prototype)
{
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
TEST (test_tiny)
{
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

/* What an engine does not take is refused, with a reason. */
TEST (test_refusal)
{
  hb_trace *trace = trace_of_text ("handler h\nmessage m external\nmessage n external\neo h n m\n");
  struct hb_check_options options = { 0 };
  hb_check_result result;
  hb_check (&hb_engine_cds, trace, &options, &result);
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
TEST (test_seeds)
{
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

/* The formula of design section 5 and, without its last clause, a satisfiable one. */
TEST (test_reduction)
{
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
TEST (test_reduction_random)
{
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
