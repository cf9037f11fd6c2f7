/* The explorer's data over random traces of all disciplines: it is JSON; the run is one, and all of
 * happens-before goes forward in it; happens-before is sound and complete; the cycles close; nodes, boxes
 * and edges fit together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>

#include "engine/engine.h"
#include "viz/explorer/explorer.h"
#include "run/replay.h"
#include "small_traces.h"
#include "wild_traces.h"

static char path[] = "/tmp/hbkit-test-explorer-XXXXXX";

/* The page of TRACE, as 'hbkit draw --html' makes it.  New. */
static char *
page_of (const hb_trace *trace, const struct hb_check_result *result)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_explorer_options options = { .draw = hb_draw_defaults (),
                                         .verdict = result->verdict,
                                         .cycles = result->cycles.data,
                                         .cycle_count = result->cycles.size,
                                         .title = "<&>" };
  struct hb_explanation explanation = { 0 };
  options.draw.witness = result->witness;
  options.draw.expand = true;
  if (result->cycles.size)
    {
      explanation = hb_explain (trace, result->cycles.data, result->cycles.size);
      options.draw.explanation = &explanation;
      options.cycles = explanation.cycles;
      options.cycle_count = explanation.count;
    }
  unlink (path);
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  assert_true (hb_draw_explorer (trace, &options, output, diag));
  assert_true (hb_output_commit (output));
  hb_explanation_clear (&explanation);
  hb_diag_free (diag);
  FILE *file = fopen (path, "rb");
  size_t capacity = 1 << 22;
  char *text = hb_calloc (capacity, 1);
  assert_true (fread (text, 1, capacity - 1, file) < capacity - 1);
  fclose (file);
  return text;
}

/* The data in PAGE.  New. */
static json_t *
data_of (const char *page)
{
  static const char mark[] = "id=\"data\">\n";
  const char *start = strstr (page, mark);
  assert_non_null (start);
  start += strlen (mark);
  const char *end = strstr (start, "</script>");
  assert_non_null (end);
  json_error_t error;
  json_t *data = json_loadb (start, (size_t)(end - start), 0, &error);
  if (!data)
    fail_msg ("line %d, column %d: %s", error.line, error.column, error.text);
  return data;
}

static size_t
number (const json_t *value)
{
  assert_true (json_is_integer (value));
  return (size_t)json_integer_value (value);
}

static size_t
member (const json_t *object, const char *key)
{
  return number (json_object_get (object, key));
}

/* --- What must hold --------------------------------------------------------------------------- */

static void
check_figure (const json_t *data, const hb_trace *trace)
{
  const json_t *figure = json_object_get (data, "figure"), *value;
  const json_t *nodes = json_object_get (figure, "nodes"),
               *boxes = json_object_get (figure, "boxes");
  size_t i, shown = 0;
  json_array_foreach (nodes, i, value)
  {
    const json_t *event = json_object_get (value, "event");
    const json_t *box = json_array_get (boxes, member (value, "box"));
    assert_non_null (box);
    if (json_is_null (event))
      continue;
    shown++;
    assert_int_equal (trace->events.data[number (event)].message, member (box, "message"));
  }
  assert_int_equal (shown, trace->events.size);
  json_array_foreach (json_object_get (figure, "edges"), i, value)
  {
    assert_true (member (value, "from") < json_array_size (nodes));
    assert_true (member (value, "to") < json_array_size (nodes));
    size_t points = json_array_size (json_object_get (value, "points"));
    assert_true (points >= 4 && points % 2 == 0);
  }
}

static void
check_run (const json_t *data, const hb_trace *trace)
{
  const json_t *run = json_object_get (data, "run"), *edge;
  size_t i, events = trace->events.size;
  hb_diag *diag = hb_diag_new ();
  hb_id *order = hb_calloc (events, sizeof *order);
  size_t *place = hb_calloc (events, sizeof *place);
  assert_int_equal (json_array_size (run), events);
  for (i = 0; i < events; i++)
    {
      order[i] = (hb_id)number (json_array_get (run, i));
      place[order[i]] = i;
    }
  assert_true (hb_replay_run (trace, order, diag));
  json_array_foreach (json_object_get (data, "hb"), i, edge)
  {
    size_t from = number (json_array_get (edge, 0)), to = number (json_array_get (edge, 1));
    if (from < events && to < events)
      assert_true (place[from] < place[to]);
  }
  hb_free (order);
  hb_free (place);
  hb_diag_free (diag);
}

/* --- Happens-before --- */

/* The message of a node of trace/order.h. */
static hb_id
message_of (const hb_trace *trace, const hb_order *order, hb_id node)
{
  if (node < trace->events.size)
    return trace->events.data[node].message;
  for (hb_id m = 0;; m++)
    if (hb_first_node (order, trace, m) == node)
      return m;
}

/* Does the edge hold, given the orders of WITNESS (or none)? */
static bool
edge_holds (const hb_trace *trace, const hb_order *order, const hb_witness *witness, hb_id from,
            hb_id to, enum hb_relation relation)
{
  struct hb_step step = { from, to, relation, HB_NONE, HB_NONE };
  if (hb_step_holds (trace, &step, NULL))
    return true;
  if (!witness || (relation != HB_EO && relation != HB_MO && relation != HB_GP))
    return false;
  bool posts = relation != HB_EO;
  step.before = posts ? trace->events.data[from].object : message_of (trace, order, from);
  step.after = posts ? trace->events.data[to].object : message_of (trace, order, to);
  hb_id h = trace->messages.data[step.before].handler;
  const hb_id *slice = relation == HB_MO ? witness->mo : witness->eo;
  const hb_id *start = relation == HB_MO ? witness->mo_start : witness->eo_start;
  bool seen = false;
  for (hb_id i = start[h]; i < start[h + 1]; i++)
    {
      if (slice[i] == step.after)
        return seen && (relation == HB_MO || hb_step_holds (trace, &step, NULL));
      seen = seen || slice[i] == step.before;
    }
  return false;
}

/* Everything that the orders of WITNESS mean must be in the closure CLOSED of N nodes. */
static void
check_closure (const hb_trace *trace, const hb_order *order, const hb_witness *w,
               const bool *closed, size_t n)
{
  for (hb_id h = 0; h < trace->handlers.size; h++)
    for (hb_id i = w->eo_start[h]; i < w->eo_start[h + 1]; i++)
      for (hb_id j = i + 1; j < w->eo_start[h + 1]; j++)
        {
          hb_id a = w->eo[i], b = w->eo[j];
          struct hb_step gp
              = { trace->messages.data[a].first, trace->messages.data[b].post, HB_GP, a, b };
          assert_true (
              closed[hb_last_node (order, trace, a) * n + hb_first_node (order, trace, b)]);
          bool by_posts;
          if (gp.to == HB_NONE || trace->messages.data[a].post == HB_NONE
              || !hb_buries (trace, b, a, &by_posts))
            continue;
          bool posted_first = closed[trace->messages.data[a].post * n + gp.to];
          assert_true (closed[gp.from * n + gp.to] || (by_posts && !posted_first));
        }
}

static void
check_order (const json_t *data, const hb_trace *trace, const hb_witness *witness)
{
  const json_t *edge;
  hb_order *order = hb_order_new (trace);
  size_t n = order->nodes, i;
  bool *closed = hb_calloc (n * n, sizeof *closed);
  json_array_foreach (json_object_get (data, "hb"), i, edge)
  {
    hb_id from = (hb_id)number (json_array_get (edge, 0)),
          to = (hb_id)number (json_array_get (edge, 1));
    const char *name = json_string_value (json_array_get (edge, 2));
    enum hb_relation relation = HB_PO;
    while (strcmp (hb_relation_name (relation), name) != 0)
      relation = (enum hb_relation) (relation + 1);
    assert_true (edge_holds (trace, order, witness, from, to, relation));
    closed[from * n + to] = true;
  }
  for (size_t k = 0; k < n; k++)
    for (size_t from = 0; from < n; from++)
      for (size_t to = 0; closed[from * n + k] && to < n; to++)
        closed[from * n + to] = closed[from * n + to] || closed[k * n + to];
  for (hb_id v = 0; v < n; v++)
    for (hb_id k = order->first[v]; k < order->first[v + 1]; k++)
      assert_true (closed[v * n + order->to[k]]);
  if (witness)
    check_closure (trace, order, witness, closed, n);
  hb_free (closed);
  hb_order_free (order);
}

static void
check_cycles (const json_t *data, size_t found)
{
  const json_t *cycles = json_object_get (data, "cycles"), *cycle, *step;
  size_t i, k;
  /* The engine's, and those that need none. */
  assert_true (json_array_size (cycles) + member (data, "more_cycles") >= found);
  json_array_foreach (cycles, i, cycle)
  {
    const json_t *steps = json_object_get (cycle, "steps");
    size_t count = json_array_size (steps);
    assert_true (count > 0);
    json_array_foreach (steps, k, step)
    {
      const json_t *next = json_array_get (steps, (k + 1) % count);
      assert_int_equal (member (step, "to"), member (next, "from"));
      assert_true (json_array_size (json_object_get (step, "why")) > 0);
      const json_t *ruled = json_object_get (step, "ruled");
      if (ruled)
        assert_true (number (ruled) < json_array_size (cycles) && number (ruled) != i);
    }
  }
}

static bool
check_page (const hb_trace *trace)
{
  struct hb_check_result result;
  struct hb_check_options options = { 0 };
  hb_check (hb_engine_for (trace), trace, &options, &result);
  char *page = page_of (trace, &result);
  json_t *data = data_of (page);
  assert_non_null (strstr (page, "<title>&lt;&amp;&gt;</title>"));
  assert_int_equal (json_array_size (json_object_get (data, "events")), trace->events.size);
  check_figure (data, trace);
  check_order (data, trace, result.witness);
  if (result.witness)
    check_run (data, trace);
  else
    assert_int_equal (json_array_size (json_object_get (data, "run")), 0);
  check_cycles (data, result.cycles.size);
  bool consistent = result.witness != NULL;
  json_decref (data);
  hb_free (page);
  hb_check_result_free (&result);
  return consistent;
}

/* --- Over what -------------------------------------------------------------------------------- */

static void
random_traces (void **state)
{
  struct hb_rng rng = hb_rng_stream (11, 0);
  size_t consistent = 0, inconsistent = 0;
  (void)state;
  for (int i = 0; i < 120; i++)
    {
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 8,
                                   .externals = 2,
                                   .accesses = 6,
                                   .variables = 3,
                                   .mailbox = -1,
                                   .chains = i % 2 == 0,
                                   .empty = true };
      hb_trace *trace = random_trace (&rng, shape);
      if (trace->events.size)
        *(check_page (trace) ? &consistent : &inconsistent) += 1;
      hb_trace_free (trace);
    }
  assert_true (consistent > 20 && inconsistent > 5);
}

static void
wild_traces (void **state)
{
  struct hb_rng rng = hb_rng_stream (12, 0);
  size_t inconsistent = 0;
  (void)state;
  for (int i = 0; i < 120; i++)
    {
      struct wild_shape shape = { .messages = 7,
                                  .accesses = 8,
                                  .externals = 20,
                                  .mailbox = -2,
                                  .chains = i % 3 == 0,
                                  .interleaved = i % 2 == 0 };
      hb_trace *trace = wild_trace (&rng, shape);
      if (trace->events.size)
        inconsistent += !check_page (trace);
      hb_trace_free (trace);
    }
  assert_true (inconsistent > 20);
}

static int
set_up (void **state)
{
  (void)state;
  int file = mkstemp (path);
  return file < 0 ? -1 : close (file);
}

static int
tear_down (void **state)
{
  (void)state;
  unlink (path);
  return 0;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (random_traces),
    cmocka_unit_test (wild_traces),
  };
  return cmocka_run_group_tests (tests, set_up, tear_down);
}
