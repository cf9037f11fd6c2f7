/* The explorer's data over random traces of all disciplines: it is JSON and says what the trace says; the run is one,
 * and of an inconsistent trace none; an attempt that comes to its end is a run; the cycles close.  What the page
 * makes of it is tested in a browser, tests/cli/explorer.mjs. */
#include "unit.h"

#include <unistd.h>
#include <jansson.h>

#include "engine/engine.h"
#include "viz/explorer/attempt.h"
#include "viz/explorer/explorer.h"
#include "run/replay.h"
#include "small_traces.h"
#include "wild_traces.h"

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
  hb_output *output = unit_output (diag);
  assert_true (hb_draw_explorer (trace, &options, output, diag));
  assert_true (hb_output_commit (output));
  hb_explanation_clear (&explanation);
  hb_diag_free (diag);
  return unit_read (unit_scratch ());
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

static const json_t *
list_of (const json_t *object, const char *key)
{
  const json_t *list = json_object_get (object, key);
  assert_true (json_is_array (list));
  return list;
}

static hb_id
item (const json_t *list, size_t i)
{
  return (hb_id)number (json_array_get (list, i));
}

static void
check_messages (const json_t *data, const hb_trace *trace)
{
  const json_t *messages = json_object_get (data, "messages"),
               *handlers = list_of (data, "handlers");
  const char *kinds = json_string_value (json_object_get (messages, "kinds"));
  size_t m = 0;
  assert_int_equal (json_array_size (handlers), trace->handlers.size);
  for (size_t h = 0; h < trace->handlers.size; h++)
    for (size_t i = member (json_array_get (handlers, h), "count"); i; i--, m++)
      {
        const struct hb_message *message = &trace->messages.data[m];
        assert_int_equal (message->handler, h);
        assert_int_equal (item (list_of (messages, "counts"), m), message->count);
        assert_string_equal (json_string_value (json_array_get (list_of (messages, "names"), m)),
                             hb_message_name (trace, (hb_id)m));
        assert_int_equal (kinds[m], "ipe"[message->kind]);
      }
  assert_int_equal (m, trace->messages.size);
}

/* The events told are those of the trace. */
static void
check_events (const json_t *data, const hb_trace *trace)
{
  const json_t *events = json_object_get (data, "events");
  const json_t *objects = list_of (events, "objects"), *sources = list_of (events, "sources");
  const char *kinds = json_string_value (json_object_get (events, "kinds"));
  size_t o = 0, s = 0;
  assert_int_equal (strlen (kinds), trace->events.size);
  for (size_t e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      char kind = event->kind == HB_GET     ? 'g'
                  : event->kind == HB_POST  ? 'p'
                  : event->kind == HB_WRITE ? 'w'
                                            : 'r';
      assert_int_equal (kinds[e], kind);
      if (kind != 'g')
        assert_int_equal (item (objects, o++), event->object);
      if (kind != 'r')
        continue;
      json_int_t back = json_integer_value (json_array_get (sources, s++));
      assert_int_equal (back ? (json_int_t)e - back : -1,
                        event->partner == HB_NONE ? -1 : (json_int_t)event->partner);
    }
  assert_int_equal (o, json_array_size (objects));
  assert_int_equal (s, json_array_size (sources));
  for (size_t v = 0; v < trace->variables.size; v++)
    {
      const struct hb_variable *variable = &trace->variables.data[v];
      const json_t *chain = json_array_get (list_of (data, "co"), v);
      assert_int_equal (json_array_size (chain), variable->count > 1 ? variable->count : 0);
      for (size_t i = 0; i < json_array_size (chain); i++)
        assert_int_equal (item (chain, i), trace->co.data[variable->first + i]);
    }
}

/* The run as the page unpacks it has every event once, in program order; if all of it is done it is one. */
static void
check_run (const json_t *data, const hb_trace *trace, bool inconsistent)
{
  const json_t *turns = list_of (data, "eo"), *run = list_of (data, "run");
  size_t events = trace->events.size, at = 0, done = member (data, "done");
  hb_id *order = hb_calloc (events, sizeof *order);
  size_t *turn = hb_calloc (trace->handlers.size, sizeof *turn),
         *place = hb_calloc (trace->handlers.size, sizeof *place);
  hb_diag *diag = hb_diag_new ();
  for (size_t k = 0; k + 1 < json_array_size (run); k += 2)
    for (size_t h = item (run, k), n = item (run, k + 1); n; n--)
      {
        const struct hb_message *m
            = &trace->messages.data[item (json_array_get (turns, h), turn[h])];
        assert_true (at < events);
        order[at++] = m->first + (hb_id)place[h]++;
        if (place[h] == m->count)
          turn[h]++, place[h] = 0;
      }
  assert_int_equal (at, events);
  assert_true (done <= events);
  assert_true (!inconsistent || done < events);
  if (done == events)
    assert_true (hb_replay_run (trace, order, diag));
  hb_diag_free (diag);
  hb_free (order);
  hb_free (turn);
  hb_free (place);
}

static void
check_cycles (const json_t *data, size_t found)
{
  const json_t *cycles = list_of (data, "cycles"), *steps, *step;
  size_t i, k;
  /* The engine's, and those that need none. */
  assert_true (json_array_size (cycles) + member (data, "more_cycles") >= found);
  json_array_foreach (cycles, i, steps)
  {
    size_t count = json_array_size (steps);
    assert_true (count > 0);
    json_array_foreach (steps, k, step)
    {
      const json_t *next = json_array_get (steps, (k + 1) % count);
      assert_true (json_equal (json_object_get (step, "to"), json_object_get (next, "from")));
      assert_true (json_string_length (json_object_get (step, "why")) > 0);
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
  check_messages (data, trace);
  check_events (data, trace);
  check_run (data, trace, result.verdict == HB_INCONSISTENT);
  if (result.witness)
    assert_int_equal (member (data, "done"), trace->events.size);
  check_cycles (data, result.cycles.size);
  bool consistent = result.witness != NULL;
  json_decref (data);
  hb_free (page);
  hb_check_result_free (&result);
  return consistent;
}

/* An attempt without any help is a run if it comes to its end; and it comes nowhere near without being one. */
TEST (attempts)
{
  struct hb_rng rng = hb_rng_stream (13, 0);
  size_t whole = 0, stuck = 0;
  for (int i = 0; i < 300; i++)
    {
      struct wild_shape shape = { .messages = 7,
                                  .accesses = 8,
                                  .externals = 20,
                                  .mailbox = -2,
                                  .chains = i % 3 == 0,
                                  .interleaved = i % 2 == 0 };
      hb_trace *trace = wild_trace (&rng, shape);
      hb_diag *diag = hb_diag_new ();
      struct hb_attempt attempt = hb_attempt (trace);
      bool all = attempt.done == trace->events.size;
      if (all)
        assert_true (hb_replay_run (trace, attempt.run, diag));
      *(all ? &whole : &stuck) += 1;
      hb_attempt_free (&attempt);
      hb_diag_free (diag);
      hb_trace_free (trace);
    }
  assert_true (whole > 10 && stuck > 10);
}

/* --- Over what -------------------------------------------------------------------------------- */

TEST (random_traces)
{
  struct hb_rng rng = hb_rng_stream (11, 0);
  size_t consistent = 0, inconsistent = 0;
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

TEST (wild_traces)
{
  struct hb_rng rng = hb_rng_stream (12, 0);
  size_t inconsistent = 0;
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
