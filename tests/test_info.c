/* Facts about traces against oracles that are too plain to be wrong: the forced order of messages by
 * closing a matrix again and again, and by runs, none of which may break it; depths and chains by
 * recursion. */
#include "unit.h"

#include "trace/order.h"
#include "engine/saturation.h"
#include "plain_simulator.h"
#include "small_traces.h"
#include "engine/trace_info.h"

static hb_trace_info *
info_of (const hb_trace *trace)
{
  return hb_trace_info_new (trace, UINT64_MAX, NULL);
}

TEST (counts_are_right)
{
  hb_trace *trace
      = trace_of_text ("handler h1\ninitial\n  post m1\n  post m2\n  read x init\n"
                       "handler h2 stack\ninitial\n"
                       "message m1\n  write x\n  post m3\n"
                       "message m2\n  read y init\n"
                       "message m3\n  write y\n"
                       "handler h3 multiset\nmessage seen external\nmessage too external\n"
                       "  read x m1@1\n");
  hb_trace_info *info = info_of (trace);
  assert_int_equal (info->events, 11);
  assert_int_equal (info->events_of[HB_GET], 3);
  assert_int_equal (info->events_of[HB_POST], 3);
  assert_int_equal (info->events_of[HB_WRITE], 2);
  assert_int_equal (info->events_of[HB_READ], 3);
  assert_int_equal (info->initial_reads, 2);
  assert_int_equal (info->messages, 7);
  assert_int_equal (info->messages_of[HB_INITIAL], 2);
  assert_int_equal (info->messages_of[HB_POSTED], 3);
  assert_int_equal (info->messages_of[HB_EXTERNAL], 2);
  assert_int_equal (info->empty_messages, 2);
  assert_int_equal (info->handlers, 3);
  assert_int_equal (info->handlers_of[HB_QUEUE], 1);
  assert_int_equal (info->handlers_of[HB_STACK], 1);
  assert_int_equal (info->handlers_of[HB_MULTISET], 1);
  assert_int_equal (info->handlers_with_initial, 2);
  assert_int_equal (info->variables, 2);
  assert_int_equal (info->pairs, 4);
  assert_int_equal (info->nesting, 2);
  assert_int_equal (info->undecided_state, HB_PAIRS_COUNTED);
  /* m1 before m3 by its post, m2 before m3 by y; m1, m2 and the external ones are free. */
  assert_int_equal (info->undecided, 2);
  assert_int_equal (info->by_handler[1].pairs, 3);
  assert_int_equal (info->by_handler[1].undecided, 1);
  assert_int_equal (info->by_handler[1].events, 7);
  assert_int_equal (info->by_handler[2].undecided, 1);
  hb_trace_info_free (info);
  hb_trace_free (trace);
}

TEST (empty_trace_has_nothing)
{
  hb_trace *trace = trace_of_text ("");
  hb_trace_info *info = info_of (trace);
  assert_int_equal (info->events, 0);
  assert_int_equal (info->pairs, 0);
  assert_int_equal (info->undecided, 0);
  assert_int_equal (info->nesting, 0);
  assert_int_equal (info->longest_chain, 0);
  hb_trace_info_free (info);
  hb_trace_free (trace);
}

TEST (circles_are_said)
{
  /* Two messages that post each other. */
  hb_trace *trace = trace_of_text ("handler h\nmessage a\n  post b\nmessage b\n  post a\n");
  hb_trace_info *info = info_of (trace);
  assert_int_equal (info->nesting, -1);
  assert_int_equal (info->longest_chain, -1);
  assert_int_equal (info->undecided_state, HB_PAIRS_CONTRADICTORY);
  hb_trace_info_free (info);
  hb_trace_free (trace);
  /* No cycle is known, but FIFO closes one: a is posted before b, and b has to run before a. */
  const char *text = "handler g%s\nmessage a\n  read x b@1\nmessage b\n  write x\n"
                     "handler h\ninitial\n  post a\n  post b\n";
  for (int multiset = 0; multiset < 2; multiset++)
    {
      char *whole = hb_format (text, multiset ? " multiset" : "");
      trace = trace_of_text (whole);
      info = info_of (trace);
      assert_int_equal (info->nesting, 1);
      assert_int_equal (info->longest_chain, 5);
      assert_int_equal (info->undecided_state,
                        multiset ? HB_PAIRS_COUNTED : HB_PAIRS_CONTRADICTORY);
      hb_trace_info_free (info);
      hb_trace_free (trace);
      hb_free (whole);
    }
}

TEST (limits_are_kept)
{
  hb_trace *trace = trace_of_text ("handler g\nmessage a\nmessage b\nhandler h\ninitial\n  post a\n"
                                   "  post b\n");
  hb_trace_info *info = hb_trace_info_new (trace, 0, NULL);
  assert_int_equal (info->undecided_state, HB_PAIRS_TOO_LARGE);
  assert_true (info->bytes > 0);
  hb_trace_info_free (info);
  struct hb_limits limits = hb_limits_new (1e-9, 0);
  while (!hb_limits_check (&limits))
    ;
  info = hb_trace_info_new (trace, UINT64_MAX, &limits);
  assert_int_equal (info->undecided_state, HB_PAIRS_STOPPED);
  assert_int_equal (info->longest_chain, 3);
  hb_trace_info_free (info);
  hb_trace_free (trace);
}

/* --- oracles ------------------------------------------------------------------------------------ */

/* before[u * nodes + v]: node u happens before node v. */
struct matrix
{
  hb_id nodes;
  bool *before;
};

static void
close_matrix (struct matrix *m)
{
  for (hb_id k = 0; k < m->nodes; k++)
    for (hb_id u = 0; u < m->nodes; u++)
      for (hb_id v = 0; m->before[u * m->nodes + k] && v < m->nodes; v++)
        if (m->before[k * m->nodes + v])
          m->before[u * m->nodes + v] = true;
}

static bool *
cell (struct matrix *m, hb_id u, hb_id v)
{
  return &m->before[u * m->nodes + v];
}

/* Adds what one message before another means; true if it was not known. */
static bool
imply (struct matrix *m, hb_id u, hb_id v)
{
  bool was = *cell (m, u, v);
  *cell (m, u, v) = true;
  return !was;
}

/* One round of both rules; true if something new came out. */
static bool
apply_rules (struct matrix *m, const hb_trace *trace, const hb_order *order)
{
  bool new = false;
  for (hb_id a = 0; a < trace->messages.size; a++)
    for (hb_id b = 0; b < trace->messages.size; b++)
      {
        const struct hb_message *one = &trace->messages.data[a], *other = &trace->messages.data[b];
        if (a == b || one->handler != other->handler || one->kind == HB_INITIAL
            || other->kind == HB_INITIAL)
          continue;
        hb_id a_first = hb_first_node (order, trace, a), a_last = hb_last_node (order, trace, a);
        hb_id b_first = hb_first_node (order, trace, b), b_last = hb_last_node (order, trace, b);
        if (*cell (m, a_first, b_last))
          new |= imply (m, a_last, b_first);
        if (hb_coupled (trace, a, b) && *cell (m, one->post, other->post))
          new |= imply (m, a_last, b_first);
        if (hb_coupled (trace, a, b) && *cell (m, a_last, b_first))
          new |= imply (m, one->post, other->post);
      }
  return new;
}

static struct matrix
oracle (const hb_trace *trace, const hb_order *order)
{
  struct matrix m = { order->nodes, hb_calloc ((size_t)order->nodes * order->nodes, 1) };
  for (hb_id u = 0; u < order->nodes; u++)
    for (hb_id e = order->first[u]; e < order->first[u + 1]; e++)
      *cell (&m, u, order->to[e]) = true;
  do
    close_matrix (&m);
  while (apply_rules (&m, trace, order));
  return m;
}

static bool
is_cyclic (struct matrix *m)
{
  for (hb_id v = 0; v < m->nodes; v++)
    if (*cell (m, v, v))
      return true;
  return false;
}

static int64_t
chain_from (const hb_trace *trace, const hb_order *order, hb_id node, int64_t *known)
{
  if (known[node])
    return known[node];
  int64_t longest = 0;
  for (hb_id e = order->first[node]; e < order->first[node + 1]; e++)
    {
      int64_t rest = chain_from (trace, order, order->to[e], known);
      longest = rest > longest ? rest : longest;
    }
  return known[node] = longest + (node < trace->events.size);
}

/* One more than it is, as `chain_from` takes 0 for unknown. */
static void
expect_chain (const hb_trace *trace, const hb_order *order, const hb_trace_info *info)
{
  int64_t *known = hb_calloc (order->nodes, sizeof *known), longest = 0;
  for (hb_id v = 0; v < order->nodes; v++)
    {
      int64_t length = chain_from (trace, order, v, known);
      longest = length > longest ? length : longest;
    }
  assert_int_equal (info->longest_chain, longest);
  hb_free (known);
}

static int64_t
depth_of (const hb_trace *trace, hb_id message)
{
  hb_id post = trace->messages.data[message].post;
  return post == HB_NONE ? 0 : 1 + depth_of (trace, trace->events.data[post].message);
}

static void
expect_depth (const hb_trace *trace, const hb_trace_info *info)
{
  int64_t deepest = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    deepest = depth_of (trace, m) > deepest ? depth_of (trace, m) : deepest;
  assert_int_equal (info->nesting, deepest);
}

/* Every pair of messages of one handler against the matrix; gives the number of undecided ones. */
static uint64_t
expect_pairs (const hb_trace *trace, const hb_order *order, const hb_saturation *saturation,
              struct matrix *m)
{
  uint64_t undecided = 0;
  for (hb_id a = 0; a < trace->messages.size; a++)
    for (hb_id b = 0; b < trace->messages.size; b++)
      {
        const struct hb_message *one = &trace->messages.data[a], *other = &trace->messages.data[b];
        if (a == b || one->handler != other->handler || one->kind == HB_INITIAL
            || other->kind == HB_INITIAL)
          continue;
        bool forth = *cell (m, hb_last_node (order, trace, a), hb_first_node (order, trace, b));
        bool back = *cell (m, hb_last_node (order, trace, b), hb_first_node (order, trace, a));
        assert_int_equal (hb_saturation_forces (saturation, a, b), forth);
        undecided += a < b && !forth && !back;
      }
  return undecided;
}

static bool
known_is_cyclic (const hb_trace *trace, const hb_order *order)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  bool cyclic = hb_known_cycle (trace, order, &cycle);
  hb_cycle_free (&cycle);
  return cyclic;
}

/* TRACE against all oracles.  0: the known order has a cycle; 1: saturation closes one; 2: neither. */
static int
compare (const hb_trace *trace)
{
  hb_order *order = hb_order_new (trace);
  hb_trace_info *info = info_of (trace);
  hb_saturation *saturation = hb_saturation_new (trace, order, NULL);
  int kind = 0;
  if (known_is_cyclic (trace, order))
    {
      assert_null (saturation);
      assert_int_equal (info->longest_chain, -1);
      assert_int_equal (info->undecided_state, HB_PAIRS_CONTRADICTORY);
    }
  else
    {
      struct matrix m = oracle (trace, order);
      uint64_t undecided = expect_pairs (trace, order, saturation, &m);
      kind = is_cyclic (&m) ? 1 : 2;
      assert_int_equal (info->undecided_state,
                        kind == 1 ? HB_PAIRS_CONTRADICTORY : HB_PAIRS_COUNTED);
      if (kind == 2)
        assert_int_equal (info->undecided, undecided);
      expect_chain (trace, order, info);
      expect_depth (trace, info);
      hb_free (m.before);
    }
  hb_saturation_free (saturation);
  hb_trace_info_free (info);
  hb_order_free (order);
  return kind;
}

TEST (random_traces_agree)
{
  struct hb_rng rng = hb_rng_seeded (17);
  int seen[3] = { 0, 0, 0 };
  for (int i = 0; i < 2000; i++)
    {
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 4 + i % 12,
                                   .externals = 2,
                                   .accesses = i % 25,
                                   .variables = 3,
                                   .mailbox = i % 2 ? HB_QUEUE : -1,
                                   .chains = i % 3 == 0,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      seen[compare (trace)]++;
      hb_trace_free (trace);
    }
  /* A fair share of each, or the test says little. */
  for (int kind = 0; kind < 3; kind++)
    assert_true (seen[kind] >= 20);
}

/* A handler with more messages than a word has bits, in an order that few relations give. */
TEST (long_rows_agree)
{
  struct hb_rng rng = hb_rng_seeded (19);
  hb_id post[150];
  for (int round = 0; round < 3; round++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_builder *builder = hb_builder_to_trace (diag);
      char name[16], from[16];
      for (hb_id i = 0; i < 150; i++)
        post[i] = i;
      hb_rng_shuffle (&rng, post, 150);
      for (int poster = 0; poster < 3; poster++)
        {
          snprintf (name, sizeof name, "p%d", poster);
          hb_build_handler (builder, name, -1);
          hb_build_initial (builder);
          for (int i = poster; i < 150; i += 3)
            {
              snprintf (name, sizeof name, "m%u", post[i]);
              hb_build_post (builder, NULL, name);
            }
        }
      hb_build_handler (builder, "h", -1);
      for (int i = 0; i < 150; i++)
        {
          snprintf (name, sizeof name, "m%d", i);
          hb_build_message (builder, name);
          snprintf (name, sizeof name, "x%d", i);
          hb_build_write (builder, name, name, NULL);
          int other = (int)hb_rng_below (&rng, 150);
          snprintf (name, sizeof name, "x%d", other);
          snprintf (from, sizeof from, "x%d", other);
          if (other % 8 == 0)
            hb_build_read (builder, NULL, name, round && other != i ? from : NULL);
        }
      hb_build_end (builder);
      hb_trace *trace = hb_builder_finish (builder);
      assert_non_null (trace);
      compare (trace);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}

/* Runs TRACE at random; at its end every forced pair must have kept its order.  False: it got stuck. */
static bool
run_keeps_order (const hb_trace *trace, const hb_saturation *saturation, struct hb_rng *rng)
{
  struct simulator simulator = simulator_new (trace);
  hb_id *order = hb_calloc (trace->messages.size, sizeof *order);
  for (hb_id m = 0; m < trace->messages.size; m++)
    order[m] = m;
  for (bool progress = true; progress;)
    {
      progress = false;
      hb_rng_shuffle (rng, order, trace->messages.size);
      for (size_t i = 0; i < trace->messages.size && !progress; i++)
        if (simulator_can (&simulator, order[i]))
          {
            simulator_step (&simulator, order[i]);
            progress = true;
          }
    }
  bool done = simulator_done (&simulator);
  for (size_t i = 0; i < simulator.starts && done; i++)
    for (size_t k = 0; k < i; k++)
      {
        const struct hb_message *late = &trace->messages.data[simulator.started[i]];
        const struct hb_message *early = &trace->messages.data[simulator.started[k]];
        if (late->handler == early->handler && late->kind != HB_INITIAL
            && early->kind != HB_INITIAL)
          assert_false (
              hb_saturation_forces (saturation, simulator.started[i], simulator.started[k]));
      }
  hb_free (order);
  simulator_free (&simulator);
  return done;
}

TEST (runs_keep_what_is_forced)
{
  struct hb_rng rng = hb_rng_seeded (23);
  int runs = 0;
  for (int i = 0; i < 300; i++)
    {
      struct trace_shape shape = { .handlers = 3,
                                   .messages = 6,
                                   .externals = 1,
                                   .accesses = 8,
                                   .variables = 3,
                                   .mailbox = i % 2 ? HB_QUEUE : -1,
                                   .chains = false,
                                   .empty = false };
      hb_trace *trace = random_trace (&rng, shape);
      hb_order *order = hb_order_new (trace);
      hb_saturation *saturation = hb_saturation_new (trace, order, NULL);
      for (int k = 0; k < 10 && saturation; k++)
        runs += run_keeps_order (trace, saturation, &rng);
      hb_saturation_free (saturation);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (runs > 300);
}
