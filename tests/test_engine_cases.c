/* The engines on cases by hand and on reductions of formulas. */
#include "unit.h"

#include "drawn_traces.h"
#include "engine/sat/state.h"
#include "engine_oracle.h"
#include "reduced.h"
#include "small_traces.h"
#include "sat/solver.h"
#include "wild_traces.h"

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

/* ---- Where a sort is stuck. */

/* What holds a sort up, edge by edge, each lane's messages one by one. */
struct edge
{
  hb_id from, to;
  enum hb_relation relation;
  hb_id before, after; /* what it assumes, or HB_NONE */
};

struct edges
{
  const hb_sat_run *run;
  VEC (struct edge) list;
};

static void
add_edge (struct edges *edges, hb_id from, hb_id to, enum hb_relation relation, hb_id before,
          hb_id after)
{
  struct edge edge = { from, to, relation, before, after };
  if (!edges->run->passed[from] && !edges->run->passed[to])
    vec_push (edges->list, edge);
}

static hb_id
first_of (const hb_sat_run *run, hb_id message)
{
  return hb_first_node (run->order, run->trace, message);
}

static hb_id
last_of (const hb_sat_run *run, hb_id message)
{
  return hb_last_node (run->order, run->trace, message);
}

/* MESSAGE, not started yet, waits for who runs on its handler and for all before it in its lane; in one that shuffles only
 * once it is posted. */
static void
add_queue (struct edges *edges, hb_id message)
{
  const hb_sat_run *run = edges->run;
  const struct hb_message *m = &run->trace->messages.data[message];
  if (m->kind == HB_INITIAL || run->message_state[message] > PENDING)
    return;
  hb_id current = run->current[m->handler], lane = run->lane_of[message];
  if (current != HB_NONE)
    add_edge (edges, last_of (run, current), first_of (run, message), HB_EO, current, message);
  if (lane == HB_NONE || (run->shuffles[m->handler] && !run->passed[m->post]))
    return;
  for (hb_id other = run->lane_head[lane]; other != HB_NONE && other != message;
       other = run->lane_next[other])
    add_edge (edges, last_of (run, other), first_of (run, message), HB_EO, other, message);
}

static void
list_edges (struct edges *edges, const hb_sat_run *run)
{
  const struct hb_message *messages = run->trace->messages.data;
  edges->run = run;
  vec_clear (edges->list);
  for (hb_id v = 0; v < run->nodes; v++)
    for (hb_id e = run->order->first[v]; e < run->order->first[v + 1]; e++)
      add_edge (edges, v, run->order->to[e], (enum hb_relation)run->order->relation[e], HB_NONE,
                HB_NONE);
  for (size_t i = 0; i < run->imposed.size; i++)
    {
      const struct imposed *imposed = &run->imposed.data[i];
      hb_id before = imposed->pair.before, after = imposed->pair.after;
      if (imposed->eo)
        add_edge (edges, last_of (run, before), first_of (run, after), HB_EO, before, after);
      if (imposed->mo)
        add_edge (edges, messages[before].post, messages[after].post, HB_MO, before, after);
      if (imposed->gp)
        add_edge (edges, first_of (run, before), messages[after].post, HB_GP, before, after);
    }
  for (hb_id m = 0; m < run->trace->messages.size; m++)
    add_queue (edges, m);
}

/* The fewest assumptions of a cycle through GOAL. */
static size_t
fewest_assumed (const struct edges *edges, hb_id goal)
{
  size_t *cost = hb_calloc (edges->run->nodes, sizeof *cost), fewest = SIZE_MAX / 2;
  for (hb_id v = 0; v < edges->run->nodes; v++)
    cost[v] = v == goal ? 0 : SIZE_MAX / 2;
  for (bool better = true; better;)
    {
      better = false;
      for (size_t i = 0; i < edges->list.size; i++)
        {
          const struct edge *edge = &edges->list.data[i];
          size_t there = cost[edge->from] + (edge->before != HB_NONE),
                 *known = edge->to == goal ? &fewest : &cost[edge->to];
          if (there < *known)
            {
              *known = there;
              better = true;
            }
        }
    }
  hb_free (cost);
  return fewest;
}

static bool
is_listed (const struct edges *edges, const struct hb_step *step)
{
  for (size_t i = 0; i < edges->list.size; i++)
    {
      const struct edge *e = &edges->list.data[i];
      if (e->from == step->from && e->to == step->to && e->relation == step->relation
          && e->before == step->before && e->after == step->after)
        return true;
    }
  return false;
}

/* Pairs of messages of one handler, at random. */
static void
impose_some (hb_sat_run *run, struct hb_rng *rng)
{
  const hb_trace *trace = run->trace;
  for (int i = 0; i < 12; i++)
    {
      hb_id a = (hb_id)hb_rng_below (rng, trace->messages.size),
            b = (hb_id)hb_rng_below (rng, trace->messages.size);
      const struct hb_message *m = &trace->messages.data[a], *n = &trace->messages.data[b];
      if (a == b || m->handler != n->handler || m->kind == HB_INITIAL || n->kind == HB_INITIAL)
        continue;
      bool posts = m->kind == HB_POSTED && n->kind == HB_POSTED && !hb_rng_below (rng, 3);
      hb_sat_run_impose (run, (struct hb_pair){ a, b, posts });
    }
}

/* A cycle consists of what holds the sort up and assumes as little as one through its event can. */
static void
check_stuck (const hb_sat_run *run, const struct hb_cycle *cycle, size_t *seen)
{
  struct edges edges = { .run = run };
  list_edges (&edges, run);
  size_t assumed = 0;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      assert_true (is_listed (&edges, &cycle->steps.data[i]));
      assumed += cycle->steps.data[i].before != HB_NONE;
    }
  const char *why;
  assert_true (hb_cycle_holds (run->trace, cycle, &why));
  assert_int_equal (assumed, fewest_assumed (&edges, cycle->steps.data[0].from));
  seen[assumed < 4 ? assumed : 3]++;
  vec_free (edges.list);
}

TEST (test_cycles_assume_little)
{
  size_t seen[4] = { 0 };
  for (uint64_t i = 0; i < 1500; i++)
    {
      struct hb_rng rng = hb_rng_stream (47, i);
      hb_trace *trace = wild_trace (
          &rng,
          (struct wild_shape){
              .messages = 8, .accesses = 7, .externals = 20, .mailbox = -2, .interleaved = true });
      hb_order *order = hb_order_new (trace);
      struct hb_cycle known = { VEC_EMPTY };
      hb_sat_run *run
          = hb_known_cycle (trace, order, &known) ? NULL : hb_sat_run_new (trace, order, i % 3);
      for (int round = 0; run && round < 3; round++)
        {
          bool over = hb_sat_run_sort (run);
          for (int k = 0; k < 10 && !over; k++)
            {
              struct hb_cycle cycle = { VEC_EMPTY };
              hb_sat_run_cycle (run, &cycle);
              check_stuck (run, &cycle, seen);
              over = hb_sat_run_go_on (run, &cycle);
              hb_cycle_free (&cycle);
            }
          hb_sat_run_relax (run);
          impose_some (run, &rng);
        }
      hb_sat_run_free (run);
      hb_cycle_free (&known);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  print_message ("cycles that assume 0, 1, 2, more: %zu, %zu, %zu, %zu\n", seen[0], seen[1],
                 seen[2], seen[3]);
  assert_true (!seen[0] && seen[1] > 100 && seen[2] > 100 && seen[3] > 100);
}

/* Two posts in one message, imposed the other way round: the posts, each with the only edge to it, are looked at once to
 * find an event on the cycle, and once to find the cycle. */
TEST (test_work_is_counted)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n post a\n post b\n"
                                   "handler g\nmessage a\n write x\nmessage b\n write y\n");
  hb_order *order = hb_order_new (trace);
  hb_sat_run *run = hb_sat_run_new (trace, order, 0);
  hb_id a = hb_trace_find_message (trace, "a"), b = hb_trace_find_message (trace, "b");
  assert_true (hb_sat_run_sort (run));
  assert_int_equal (hb_sat_run_work (run), 6);
  hb_sat_run_impose (run, (struct hb_pair){ b, a, false });
  assert_false (hb_sat_run_sort (run));
  assert_int_equal (hb_sat_run_work (run), 6);
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_sat_run_cycle (run, &cycle);
  assert_int_equal (cycle.steps.size, 2);
  assert_int_equal (hb_sat_run_work (run), 6 + 4 * 2);
  hb_cycle_free (&cycle);
  hb_sat_run_free (run);
  hb_order_free (order);
  hb_trace_free (trace);
}

/* Two handlers of multisets, hundreds of messages that begin in vain: what is woken by a try that fails must be looked at again. */
TEST (test_large_multisets)
{
  size_t consistent = 0;
  struct tally tally = { 0 };
  for (uint64_t seed = 0; seed < 40; seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      shape.handlers = 2;
      shape.messages = shape.externals = 400;
      shape.events = 4;
      shape.variables = seed % 2 ? 5 : 20;
      shape.posts = 0.6;
      shape.reads = shape.writes = 0.4;
      shape.mailbox = HB_MULTISET;
      shape.wrong_reads = seed % 4 < 2 ? 0 : 1;
      hb_trace *run = run_of (shape, seed), *trace = shuffled (run, seed);
      enum hb_verdict verdict = ask (hb_engine_find ("two-multisets"), trace, NULL, 0, &tally);
      assert_int_equal (verdict, ask (&hb_engine_cds, trace, NULL, 0, &tally));
      consistent += verdict == HB_CONSISTENT;
      hb_trace_free (trace);
      hb_trace_free (run);
    }
  assert_in_range (consistent, 10, 30);
}
