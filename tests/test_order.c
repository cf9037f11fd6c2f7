/* The known edges against the definitions, cycles against a plain search, and what their steps assume. */
#include "unit.h"
#include <cmocka.h>

#include "trace/order.h"
#include "small_traces.h"
#include "wild_traces.h"

#define MOST 96

/* Which node comes before which, by Definition 1, with no thought of speed. */
struct closure
{
  hb_id nodes;
  bool before[MOST][MOST];
};

static void
chain_pairs (const hb_trace *trace, const hb_order *order, struct closure *c, bool is_eo)
{
  const struct hb_chain *chains = is_eo ? trace->eo.data : trace->mo.data;
  size_t count = is_eo ? trace->eo.size : trace->mo.size;
  for (size_t k = 0; k < count; k++)
    for (hb_id i = 0; i < chains[k].count; i++)
      for (hb_id j = i + 1; j < chains[k].count; j++)
        {
          hb_id a = trace->chained.data[chains[k].first + i];
          hb_id b = trace->chained.data[chains[k].first + j];
          bool coupled = hb_coupled (trace, a, b);
          if (is_eo || coupled)
            c->before[hb_last_node (order, trace, a)][hb_first_node (order, trace, b)] = true;
          if (!is_eo || coupled)
            c->before[trace->messages.data[a].post][trace->messages.data[b].post] = true;
        }
}

static void
event_pairs (const hb_trace *trace, struct closure *c)
{
  for (hb_id i = 0; i < trace->events.size; i++)
    for (hb_id j = 0; j < trace->events.size; j++)
      {
        const struct hb_event *a = &trace->events.data[i], *b = &trace->events.data[j];
        bool same = a->object == b->object;
        if (a->message == b->message && i < j)
          c->before[i][j] = true;
        if (a->kind == HB_POST && b->kind == HB_GET && a->object == b->message)
          c->before[i][j] = true;
        if (a->kind == HB_WRITE && b->kind == HB_WRITE && same && a->partner < b->partner)
          c->before[i][j] = true;
        if (a->kind == HB_WRITE && b->kind == HB_READ && b->partner == i)
          c->before[i][j] = true;
        if (a->kind == HB_READ && b->kind == HB_WRITE && same
            && (a->partner == HB_NONE || trace->events.data[a->partner].partner < b->partner))
          c->before[i][j] = true;
      }
}

static void
close_up (struct closure *c)
{
  for (hb_id k = 0; k < c->nodes; k++)
    for (hb_id i = 0; i < c->nodes; i++)
      for (hb_id j = 0; j < c->nodes; j++)
        c->before[i][j] = c->before[i][j] || (c->before[i][k] && c->before[k][j]);
}

static void
by_definition (const hb_trace *trace, const hb_order *order, struct closure *c)
{
  memset (c, 0, sizeof *c);
  c->nodes = order->nodes;
  event_pairs (trace, c);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      hb_id initial = trace->handlers.data[trace->messages.data[m].handler].initial;
      if (initial != HB_NONE && initial != m)
        c->before[hb_last_node (order, trace, initial)][hb_first_node (order, trace, m)] = true;
    }
  chain_pairs (trace, order, c, true);
  chain_pairs (trace, order, c, false);
  close_up (c);
}

static void
by_order (const hb_order *order, struct closure *c)
{
  memset (c, 0, sizeof *c);
  c->nodes = order->nodes;
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      c->before[v][order->to[e]] = true;
  close_up (c);
}

/* Length of a shortest cycle of the edges of ORDER, 0 if there is none; by powers of the matrix. */
static size_t
shortest_cycle (const hb_order *order)
{
  static bool now[MOST][MOST], next[MOST][MOST];
  memset (now, 0, sizeof now);
  for (hb_id v = 0; v < order->nodes; v++)
    now[v][v] = true;
  for (size_t length = 1; length <= order->nodes; length++)
    {
      memset (next, 0, sizeof next);
      for (hb_id u = 0; u < order->nodes; u++)
        for (hb_id v = 0; v < order->nodes; v++)
          for (hb_id e = order->first[v]; now[u][v] && e < order->first[v + 1]; e++)
            next[u][order->to[e]] = true;
      memcpy (now, next, sizeof now);
      for (hb_id v = 0; v < order->nodes; v++)
        if (now[v][v])
          return length;
    }
  return 0;
}

TEST (test_edges)
{
  static struct closure expected, found;
  for (uint64_t i = 0; i < 400; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      assert_true (order->nodes <= MOST);
      by_definition (trace, order, &expected);
      by_order (order, &found);
      assert_memory_equal (&expected, &found, sizeof found);
      hb_order_free (order);
      hb_trace_free (trace);
    }
}

/* Messages that nobody posts stand between others of a chain: those are coupled all the same. */
TEST (test_externals_in_chains)
{
  static struct closure expected, found;
  static const char *const mailboxes[] = { "queue", "sender-queue", "priority", "multiset" };
  for (size_t i = 0; i < 4; i++)
    {
      char *text
          = hb_format ("mailbox %s\nhandler p multiset\ninitial\nmessage p1 external\n  post a\n"
                       "message p2 external\n  post b\nhandler h\nmessage a\nmessage b\n"
                       "message x external\neo h a x b\n",
                       mailboxes[i]);
      hb_trace *trace = trace_of_text (text);
      hb_order *order = hb_order_new (trace);
      by_definition (trace, order, &expected);
      by_order (order, &found);
      assert_memory_equal (&expected, &found, sizeof found);
      hb_id a = hb_trace_find_message (trace, "a"), b = hb_trace_find_message (trace, "b");
      assert_int_equal (found.before[trace->messages.data[a].post][trace->messages.data[b].post],
                        i < 3);
      hb_order_free (order);
      hb_trace_free (trace);
      hb_free (text);
    }
}

/* Every single edge is a step that holds, with the relation it claims. */
TEST (test_steps)
{
  for (uint64_t i = 0; i < 400; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      for (hb_id v = 0; v < order->nodes; v++)
        for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
          {
            struct hb_step step
                = { v, order->to[e], (enum hb_relation)order->relation[e], HB_NONE, HB_NONE };
            const char *why = "";
            if (!hb_step_holds (trace, &step, &why))
              fail_msg ("trace %d, %s from %u to %u: %s", (int)i, hb_relation_name (step.relation),
                        step.from, step.to, why);
          }
      hb_order_free (order);
      hb_trace_free (trace);
    }
}

/* A step that the definitions do not have is refused. */
TEST (test_wrong_steps)
{
  static struct closure known;
  int refused = 0;
  for (uint64_t i = 0; i < 100; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      by_definition (trace, order, &known);
      for (hb_id u = 0; u < order->nodes + 1; u++)
        for (hb_id v = 0; v < order->nodes + 1; v++)
          for (unsigned r = 0; r < HB_RELATIONS; r++)
            {
              struct hb_step step = { u, v, (enum hb_relation)r, HB_NONE, HB_NONE };
              bool holds = hb_step_holds (trace, &step, NULL);
              /* Steps that hold are all in the closure, up to events inside messages for eo; gp is
               * left to the engines. */
              if (holds && r != HB_EO && r != HB_GP)
                assert_true (u < order->nodes && v < order->nodes && known.before[u][v]);
              refused += !holds;
              /* An assumption helps no other relation. */
              step.before = 0, step.after = 0;
              if (r < HB_EO)
                assert_false (hb_step_holds (trace, &step, NULL));
              /* Nor does half of one. */
              struct hb_step first = { u, v, step.relation, 0, HB_NONE },
                             second = { u, v, step.relation, HB_NONE, 0 };
              if (r < HB_EO)
                assert_false (hb_step_holds (trace, &first, NULL)
                              || hb_step_holds (trace, &second, NULL));
            }
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (refused > 10000);
}

/* Adds to STEP[u][v] the pairs that edges of FIRST, followed by any number of THEN, lead along; with WHOLE a message
 * that is entered at its first node is left at its last. */
static void
add_chains (const hb_trace *trace, const hb_order *order, enum hb_relation first,
            enum hb_relation then, bool whole, bool *step)
{
  hb_id n = order->nodes;
  bool *way = hb_calloc ((size_t)n * n, sizeof *way), more = true;
  for (hb_id u = 0; u < n; u++)
    for (hb_id e = order->first[u]; e < order->first[u + 1]; e++)
      if (order->relation[e] == first)
        way[u * n + order->to[e]] = true;
  while (more)
    {
      more = false;
      for (hb_id u = 0; u < n; u++)
        for (hb_id v = 0; v < n; v++)
          {
            hb_id at = whole && way[u * n + v]
                           ? hb_last_node (order, trace, hb_message_of_node (order, trace, v))
                           : v;
            for (hb_id e = order->first[at]; way[u * n + v] && e < order->first[at + 1]; e++)
              if (order->relation[e] == then && !way[u * n + order->to[e]])
                more = way[u * n + order->to[e]] = true;
          }
    }
  for (hb_id u = 0; u < n; u++)
    for (hb_id v = 0; v < n; v++)
      if (way[u * n + v]
          && (!whole
              || hb_message_of_node (order, trace, u) != hb_message_of_node (order, trace, v)))
        step[u * n + v] = true;
  hb_free (way);
}

/* The fewest steps of a cycle in the component of START, by all pairs. */
static hb_id
fewest_steps (const hb_trace *trace, const hb_order *order, hb_id start)
{
  hb_id n = order->nodes, best = HB_NONE / 4;
  hb_id *far = hb_calloc ((size_t)n * n, sizeof *far);
  bool *step = hb_calloc ((size_t)n * n, sizeof *step);
  for (int r = 0; r < HB_RELATIONS; r++)
    {
      enum hb_relation then = r == HB_FR ? HB_CO : (enum hb_relation)r;
      add_chains (trace, order, (enum hb_relation)r, then, r == HB_EO, step);
    }
  for (hb_id u = 0; u < n; u++)
    for (hb_id v = 0; v < n; v++)
      far[u * n + v] = u != v && step[u * n + v] ? 1 : HB_NONE / 4;
  hb_free (step);
  for (hb_id k = 0; k < n; k++)
    for (hb_id u = 0; u < n; u++)
      for (hb_id v = 0; v < n; v++)
        if (far[u * n + k] + far[k * n + v] < far[u * n + v])
          far[u * n + v] = far[u * n + k] + far[k * n + v];
  for (hb_id v = 0; v < n; v++)
    if (v == start || (far[start * n + v] < HB_NONE / 4 && far[v * n + start] < HB_NONE / 4))
      best = far[v * n + v] < best ? far[v * n + v] : best;
  hb_free (far);
  return best;
}

/* A cycle, shortened: it holds, assumes what it assumed, and no chain of one relation takes two steps; and those
 * of known edges have as few steps as any cycle in their component. */
TEST (test_shortest_cycles)
{
  size_t found = 0, shorter = 0;
  for (uint64_t i = 0; i < 1500; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      struct hb_cycle cycle = { VEC_EMPTY };
      if (order->nodes <= 60 && hb_known_cycle (trace, order, &cycle))
        {
          const char *why = "";
          struct hb_cycle brief = hb_cycle_short_copy (trace, &cycle);
          if (!hb_cycle_holds (trace, &brief, &why))
            fail_msg ("%s", why);
          assert_int_equal (hb_cycle_assumptions (&brief), 0);
          hb_id fewest = fewest_steps (trace, order, brief.steps.data[0].from);
          /* eo that goes round by itself is not one step from a message to itself. */
          bool round = true;
          for (size_t k = 0; k < brief.steps.size; k++)
            round = round
                    && (brief.steps.data[k].relation == HB_EO
                        || brief.steps.data[k].relation == HB_PO);
          assert_true (brief.steps.size == fewest || (round && brief.steps.size > fewest));
          found++;
          shorter += brief.steps.size < cycle.steps.size;
          hb_cycle_free (&brief);
        }
      hb_cycle_free (&cycle);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  print_message ("# %zu cycles, %zu shortened\n", found, shorter);
  assert_true (found > 200 && shorter > 50);
}

TEST (test_cycles)
{
  int found = 0, none = 0;
  for (uint64_t i = 0; i < 600; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      struct hb_cycle cycle = { VEC_EMPTY };
      size_t length = shortest_cycle (order);
      bool cyclic = hb_known_cycle (trace, order, &cycle);
      assert_int_equal (cyclic, length > 0);
      if (cyclic)
        {
          const char *why = "";
          if (!hb_cycle_holds (trace, &cycle, &why))
            fail_msg ("%s", why);
          assert_int_equal (hb_cycle_assumptions (&cycle), 0);
          /* Of several components the smallest is searched. */
          assert_true (cycle.steps.size >= length && cycle.steps.size <= length + 6);
        }
      found += cyclic, none += !cyclic;
      hb_cycle_free (&cycle);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (found > 100 && none > 100);
}

/* Every step of a cycle must hold, and end where the next one starts, the last one where the first does. */
TEST (test_broken_cycles)
{
  size_t broken = 0;
  for (uint64_t i = 0; i < 100; i++)
    {
      hb_trace *trace = wild_trace_number (i);
      hb_order *order = hb_order_new (trace);
      struct hb_cycle cycle = { VEC_EMPTY };
      const char *why = NULL;
      if (hb_known_cycle (trace, order, &cycle))
        for (size_t at = 0; at < cycle.steps.size; at++)
          {
            struct hb_step old = cycle.steps.data[at], *step = &cycle.steps.data[at];
            step->to = HB_NONE;
            assert_false (hb_cycle_holds (trace, &cycle, &why));
            assert_string_equal (why, "there is no such event");
            /* The next step in its place holds, but does not follow. */
            *step = cycle.steps.data[(at + 1) % cycle.steps.size];
            if (step->from != old.from)
              {
                broken++;
                assert_false (hb_cycle_holds (trace, &cycle, &why));
                assert_string_equal (why, "the step does not end where the next one starts");
              }
            *step = old;
            assert_true (hb_cycle_holds (trace, &cycle, &why));
          }
      hb_cycle_free (&cycle);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (broken > 100);
}

TEST (test_no_steps)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n");
  struct hb_cycle cycle = { VEC_EMPTY };
  const char *why = "";
  assert_false (hb_cycle_holds (trace, &cycle, &why));
  assert_string_equal (why, "a cycle needs steps");
  hb_trace_free (trace);
}

/* A message without events has no post, whatever stands in memory behind the events: here one that was. */
TEST (test_no_posts_of_empty_messages)
{
  hb_trace *trace
      = trace_of_text ("mailbox stack\nhandler w\nmessage m1\nmessage m2\n"
                       "handler h\ninitial\n  post m1\nmessage z external\n  post m2\n");
  hb_id m1 = hb_trace_find_message (trace, "m1"), m2 = hb_trace_find_message (trace, "m2"),
        z = hb_trace_find_message (trace, "z"), last = (hb_id)trace->events.size - 1;
  hb_id first = trace->messages.data[m1].post;
  assert_int_equal (trace->messages.data[m2].post, last);
  struct hb_step steps[] = { { first, last, HB_MO, m1, m2 },
                             { last, first, HB_MO, m2, m1 },
                             { trace->messages.data[m1].first, last, HB_GP, m1, m2 } };
  for (int k = 0; k < 3; k++)
    assert_true (hb_step_holds (trace, &steps[k], NULL));
  trace->messages.data[z].count = 0;
  trace->events.size--;
  for (int k = 0; k < 3; k++)
    assert_false (hb_step_holds (trace, &steps[k], NULL));
  hb_trace_free (trace);
}

/* What a step assumes, and from a get to a post, mailbox by mailbox: 0 does not hold, else how many
 * orders it assumes. */
TEST (test_assumptions)
{
  const char *body = "handler h\ninitial\n  post m1\n  post m2\nhandler w\nmessage m1 priority=1\n"
                     "message m2 priority=2\n";
  const struct
  {
    const char *mailbox;
    int gp, gp_reversed;
  } cases[] = { { "queue", 0, 0 },
                { "sender-queue", 0, 0 },
                { "multiset", 0, 0 },
                { "stack", 2, 2 },
                { "priority", 1, 0 } };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
      char *text = hb_format ("mailbox %s\n%s", cases[k].mailbox, body);
      hb_trace *trace = trace_of_text (text);
      hb_id m1 = hb_trace_find_message (trace, "m1"), m2 = hb_trace_find_message (trace, "m2");
      const struct hb_message *a = &trace->messages.data[m1], *b = &trace->messages.data[m2];
      struct hb_step mo = { b->post, a->post, HB_MO, m2, m1 };
      struct hb_step gp = { a->first, b->post, HB_GP, m1, m2 };
      struct hb_step reversed = { b->first, a->post, HB_GP, m2, m1 };
      struct hb_step plain = { a->first, b->post, HB_GP, HB_NONE, HB_NONE };
      struct hb_pair pairs[2];
      assert_true (hb_step_holds (trace, &mo, NULL));
      assert_int_equal (hb_step_assumes (trace, &mo, pairs), 1);
      assert_true (pairs[0].posts && pairs[0].before == m2 && pairs[0].after == m1);
      assert_int_equal (hb_step_holds (trace, &gp, NULL), cases[k].gp > 0);
      assert_int_equal (hb_step_holds (trace, &reversed, NULL), cases[k].gp_reversed > 0);
      assert_false (hb_step_holds (trace, &plain, NULL));
      if (cases[k].gp)
        {
          assert_int_equal (hb_step_assumes (trace, &gp, pairs), cases[k].gp);
          assert_false (pairs[0].posts);
          assert_true (cases[k].gp == 1 || pairs[1].posts);
        }
      struct hb_step eo = gp;
      eo.relation = HB_EO;
      assert_int_equal (hb_step_assumes (trace, &eo, pairs), 1);
      assert_true (!pairs[0].posts && pairs[0].before == gp.before && pairs[0].after == gp.after);
      assert_int_equal (hb_step_assumes (trace, &plain, pairs), 0);
      hb_trace_free (trace);
      hb_free (text);
    }
}

/* Every node has its message, those of messages without events as well; the first message may be one. */
TEST (test_nodes)
{
  size_t first_empty = 0;
  for (uint64_t seed = 0; seed < 200; seed++)
    {
      struct hb_rng rng = hb_rng_stream (28, seed);
      hb_trace *trace = random_trace (&rng, (struct trace_shape){ .handlers = 3,
                                                                  .messages = 6,
                                                                  .externals = 3,
                                                                  .accesses = 6,
                                                                  .variables = 2,
                                                                  .mailbox = -1,
                                                                  .chains = true,
                                                                  .empty = true });
      hb_order *order = hb_order_new (trace);
      hb_id *messages = hb_order_messages (order, trace);
      hb_id empty = (hb_id)trace->events.size;
      for (hb_id m = 0; m < trace->messages.size; m++)
        {
          const struct hb_message *message = &trace->messages.data[m];
          hb_id first = message->count ? message->first : empty++;
          assert_int_equal (hb_first_node (order, trace, m), first);
          assert_int_equal (hb_last_node (order, trace, m),
                            first + (message->count ? message->count - 1 : 0));
          for (hb_id v = first; v <= hb_last_node (order, trace, m); v++)
            {
              assert_int_equal (hb_message_of_node (order, trace, v), m);
              assert_int_equal (messages[v], m);
            }
          first_empty += !m && !message->count;
        }
      assert_int_equal (order->nodes, empty);
      assert_int_equal (hb_message_of_node (order, trace, empty), HB_NONE);
      hb_free (messages);
      hb_order_free (order);
      hb_trace_free (trace);
    }
  assert_true (first_empty > 0);
  hb_order_free (NULL);
}
