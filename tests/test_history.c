/* Histories: what is one, the order of writes that another file gives one, who reads what, and which run; against the
 * semantics on small random ones. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "small_traces.h"
#include "text_damage.h"
#include "trace/history.h"

TEST (what_is_a_history)
{
  static const struct
  {
    const char *text, *says; /* NULL: it is one */
  } texts[] = {
    { "handler a\ninitial\nwrite x\nhandler b\ninitial\nread x init\n", NULL },
    { "", NULL },
    { "handler a\n", NULL },
    { "handler a\ninitial\nwrite x\neo a\n", "a history has no 'eo' and 'mo' lines" },
    { "handler a\nmessage m external\nwrite x\n", "initial message alone; 'm' is a message" },
    { "handler a\ninitial\npost m\nhandler b\nmessage m\n", "'m' is a message" },
    { "handler a\nmessage m external\nmessage n external\neo a m n\n", "'m' is a message" },
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_trace *trace = trace_of_text (texts[i].text);
      assert_int_equal (hb_history_check (trace, diag), !texts[i].says);
      char *why = text_of_diag (diag);
      assert_true (texts[i].says ? strstr (why, texts[i].says) != NULL : !*why);
      hb_free (why);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}

/* --- the order that another file gives --- */

static const char history_text[]
    = "handler a\ninitial\n  v: write y\n  w: write x\n  read y u\n"
      "handler b\ninitial\n  read x w\n  u: write y\n  t: write y\n"
      "  read x init\nhandler c\ninitial\n  s: write x\n"
      "co x w s\nco y v u t\n",
    solution_text[] = "handler c\ninitial\n  s: write x\nhandler b\ninitial\n  read x w\n"
                      "  u: write y\n  t: write y\n  read x init\n"
                      "handler a\ninitial\n  v: write y\n  w: write x\n"
                      "  read y u\nco y t v u\nco x s w\n";

static char *
changed (const char *text, const char *find, const char *replace)
{
  const char *at = strstr (text, find);
  assert_non_null (at);
  return hb_format ("%.*s%s%s", (int)(at - text), text, replace, at + strlen (find));
}

TEST (orders_by_another_file)
{
  static const struct
  {
    const char *find, *replace, *says;
  } changes[] = {
    { "handler c", "handler d", "'s' is not what stands in the history at this place" },
    { "s: write x\n", "s: write x\n  write x\n", "9 events; the history has 8" },
    { "  read y u\n", "", "7 events; the history has 8" },
    { "read x w", "read x s", "'b@0' is not what stands in the history at this place" },
    { "read x w", "read x init", "'b@0' is not what stands" },
    { "read x init", "read x w", "'b@3' is not what stands" },
    { "read y u", "read y v", "'a@2' is not what stands" },
    { "read y u", "read x w", "'a@2' is not what stands" },
    { "  read x init\n", "  write z\n", "'b@3' is not what stands" },
    { "  read x init\nhandler a\ninitial\n", "handler a\ninitial\n  read x init\n",
      "is not what stands" },
    { "  s: write x\n", "  s: write y\n", "" },
    { "initial\n  s:", "message m external\n  s:", "'m' is a message" },
  };
  hb_trace *history = trace_of_text (history_text), *solution = trace_of_text (solution_text);
  hb_id *co = hb_calloc (history->co.size, sizeof *co);
  hb_diag *diag = hb_diag_new ();
  assert_true (hb_history_co_of (history, solution, co, diag));
  static const char *const addresses[][3] = { { "t", "v", "u" }, { "s", "w", NULL } };
  hb_history_set_co (history, co);
  for (size_t v = 0; v < 2; v++)
    {
      const struct hb_variable *variable = &history->variables.data[v];
      assert_string_equal (hb_variable_name (history, (hb_id)v), v ? "x" : "y");
      for (hb_id i = 0; i < variable->count; i++)
        {
          hb_id write = hb_trace_find_event (history, addresses[v][i]);
          assert_int_equal (co[variable->first + i], write);
          assert_int_equal (history->co.data[variable->first + i], write);
          assert_int_equal (history->events.data[write].partner, i);
        }
    }
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_trace_free (solution);
  hb_diag_free (diag);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    {
      char *text = changed (solution_text, changes[i].find, changes[i].replace);
      if (strstr (changes[i].replace, "s: write y"))
        {
          char *without = changed (text, "co x s w\n", "");
          hb_free (text);
          text = changed (without, "co y t v u\n", "co y s t v u\n");
          hb_free (without);
        }
      else if (strstr (changes[i].replace, "  write x\n"))
        {
          char *longer = changed (text, "co x s w\n", "co x s c@1 w\n");
          hb_free (text);
          text = longer;
        }
      diag = hb_diag_new ();
      solution = trace_of_text (text);
      if (hb_history_co_of (history, solution, co, diag))
        fail_msg ("%s", text);
      char *why = text_of_diag (diag);
      if (!strstr (why, changes[i].says) || hb_diag_errors (diag) != 1)
        fail_msg ("%s%s", text, why);
      hb_free (why);
      hb_free (text);
      hb_trace_free (solution);
      hb_diag_free (diag);
    }
  hb_free (co);
  hb_trace_free (history);
}

/* What is read only has no order, wherever it stands. */
TEST (variables_without_writes)
{
  const char *text = "handler a\ninitial\nread z init\nu: write y\nread x init\n";
  hb_trace *history = trace_of_text (text), *solution = trace_of_text (text);
  hb_id co[] = { HB_NONE };
  hb_diag *diag = hb_diag_new ();
  assert_true (hb_history_co_of (history, solution, co, diag));
  assert_int_equal (co[0], hb_trace_find_event (history, "u"));
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
  hb_trace_free (solution);
  hb_trace_free (history);
}

/* As many events, but of another thread. */
TEST (lengths_of_threads)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *history = trace_of_text ("handler a\ninitial\nw: write x\nhandler b\ninitial\n"
                                     "v: write x\nu: write x\nco x w v u\n"),
           *solution = trace_of_text ("handler a\ninitial\nw: write x\nv: write x\nhandler b\n"
                                      "initial\nu: write x\nco x w v u\n");
  hb_id co[3];
  assert_false (hb_history_co_of (history, solution, co, diag));
  assert_false (hb_history_co_of (solution, history, co, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  hb_trace_free (history);
  hb_trace_free (solution);
  hb_diag_free (diag);
}

/* --- random ones --- */

/* Up to three threads, one of them perhaps empty, and up to 9 events on two variables. */
static hb_trace *
random_history (struct hb_rng *rng)
{
  hb_buffer text = VEC_EMPTY;
  int threads = 1 + (int)hb_rng_below (rng, 3), events = (int)hb_rng_below (rng, 10), next = 0,
      variable[9], writes[2] = { 0, 0 };
  bool is_write[9];
  for (int e = 0; e < events; e++)
    {
      is_write[e] = hb_rng_below (rng, 9) < 4;
      variable[e] = (int)hb_rng_below (rng, 2);
      writes[variable[e]] += is_write[e];
    }
  for (int t = 0; t < threads; t++)
    {
      int end = t + 1 == threads ? events
                                 : next + (int)hb_rng_below (rng, (uint64_t)(events - next) + 1);
      hb_buffer_add (&text, "handler t%d\ninitial\n", t);
      for (; next < end; next++)
        {
          int source = (int)hb_rng_below (rng, (uint64_t)writes[variable[next]] + 1);
          if (is_write[next])
            hb_buffer_add (&text, "w%d: write v%d\n", next, variable[next]);
          else
            for (int e = 0; e <= events; e++)
              if (e == events)
                hb_buffer_add (&text, "read v%d init\n", variable[next]);
              else if (is_write[e] && variable[e] == variable[next] && !source--)
                {
                  hb_buffer_add (&text, "read v%d w%d\n", variable[next], e);
                  break;
                }
        }
    }
  for (int v = 0; v < 2; v++)
    {
      int first = (int)hb_rng_below (rng, 9);
      if (writes[v])
        hb_buffer_add (&text, "co v%d", v);
      for (int e = 0; e < 9; e++)
        if ((e + first) % 9 < events && is_write[(e + first) % 9] && variable[(e + first) % 9] == v)
          hb_buffer_add (&text, " w%d", (e + first) % 9);
      hb_buffer_add (&text, "%s", writes[v] ? "\n" : "");
    }
  char *whole = hb_buffer_take (&text);
  hb_trace *trace = trace_of_text (whole);
  hb_free (whole);
  return trace;
}

/* A memory and how far the threads have come. */
struct memory
{
  const hb_trace *trace;
  hb_id done[3], last[2]; /* per thread, per variable: its last write */
};

/* Takes event E if it is its thread's next and memory allows it. */
static bool
take (struct memory *m, hb_id e)
{
  const struct hb_event *event = &m->trace->events.data[e];
  hb_id thread = hb_event_handler (m->trace, e), *last = &m->last[event->object];
  hb_id rank = *last == HB_NONE ? 0 : m->trace->events.data[*last].partner + 1;
  if (hb_event_position (m->trace, e) != m->done[thread]
      || (event->kind == HB_READ ? event->partner != *last : event->partner != rank))
    return false;
  m->done[thread]++;
  if (event->kind == HB_WRITE)
    *last = e;
  return true;
}

/* Is there a way to take all that is left, COUNT of them? */
static bool
can_run (struct memory m, size_t count)
{
  for (hb_id e = 0; count && e < m.trace->events.size; e++)
    {
      struct memory next = m;
      if (take (&next, e) && can_run (next, count - 1))
        return true;
    }
  return !count;
}

static void
expect_readers (const hb_trace *history)
{
  struct hb_readers readers = hb_readers_new (history);
  size_t values = history->events.size + history->variables.size, all = 0;
  for (hb_id v = 0; v < values; v++)
    {
      hb_id at = readers.start[v];
      for (hb_id e = 0; e < history->events.size; e++)
        {
          const struct hb_event *event = &history->events.data[e];
          bool reads
              = event->kind == HB_READ
                && (v < history->events.size
                        ? event->partner == v
                        : event->partner == HB_NONE && event->object == v - history->events.size);
          if (!reads)
            continue;
          assert_true (at < readers.start[v + 1]);
          assert_int_equal (readers.reads[at++], e);
          all++;
        }
      assert_int_equal (at, readers.start[v + 1]);
    }
  assert_true (readers.start[0] == 0 && readers.start[values] == all);
  hb_readers_free (&readers);
}

TEST (random_histories)
{
  size_t runs = 0, stuck = 0;
  for (uint64_t i = 0; i < fuzz_rounds (3000); i++)
    {
      struct hb_rng rng = hb_rng_stream (133, i);
      hb_trace *history = random_history (&rng);
      struct memory start = { history, { 0, 0, 0 }, { HB_NONE, HB_NONE } }, m = start;
      hb_id *run = hb_calloc (history->events.size, sizeof *run);
      bool is = hb_history_runs (history, run);
      assert_int_equal (is, can_run (start, history->events.size));
      for (size_t k = 0; is && k < history->events.size; k++)
        assert_true (take (&m, run[k]));
      expect_readers (history);
      *(is ? &runs : &stuck) += 1;
      hb_free (run);
      hb_trace_free (history);
    }
  print_message ("# %zu run, %zu do not\n", runs, stuck);
  assert_true (runs > 500 && stuck > 500);
}
