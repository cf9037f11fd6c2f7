/* Fuzzing readers of traces of our own: `.edt`, JSON, histories, witnesses. */
#include "unit.h"

#include "differential.h"
#include "targets.h"

#include "base/buffer.h"
#include "engine/engine.h"
#include "engine_oracle.h"
#include "format/edt.h"
#include "format/trace_json.h"
#include "run/replay.h"
#include "plain_simulator.h"
#include "small_traces.h"
#include "trace/history.h"
#include "wild_traces.h"

/* --- traces in any format ------------------------------------------------------------------------ */

typedef hb_trace *trace_reader (const char *data, size_t size, hb_diag *diag);

static bool
try_trace (trace_reader *read, const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read (data, size, diag);
  if (checked)
    fuzz_either (trace, diag);
  if (trace && checked)
    fuzz_differential (trace, fuzz_hash (data, size));
  hb_trace_free (trace);
  hb_diag_free (diag);
  return trace;
}

/* --- .edt --------------------------------------------------------------------------------------- */

static bool
try_edt (const char *data, size_t size, bool checked)
{
  return try_trace (fuzz_trace_of_bytes, data, size, checked);
}

const struct fuzz_target fuzz_edt = { .name = "edt",
                                      .sources = "format/edt_ trace/builder",
                                      .words = fuzz_edt_words,
                                      .word_count = FUZZ_EDT_WORDS,
                                      .make = fuzz_make_trace,
                                      .read = try_edt,
                                      .mutate = fuzz_mutate_trace,
                                      .rounds = 3000,
                                      .fresh = 16,
                                      .least = 1,
                                      .most = 4,
                                      .least_good = 33,
                                      .most_good = 95 };

/* --- JSON --------------------------------------------------------------------------------------- */

static const char *const json_words[] = { "{",
                                          "}",
                                          "[",
                                          "]",
                                          ":",
                                          ",",
                                          "null",
                                          "true",
                                          "1",
                                          "0",
                                          "-1",
                                          "1e3",
                                          "\"m1\"",
                                          "\"m2\"",
                                          "\"h0\"",
                                          "\"x0\"",
                                          "\"x1\"",
                                          "\"m1@1\"",
                                          "\"init\"",
                                          "\"op\"",
                                          "\"read\"",
                                          "\"write\"",
                                          "\"post\"",
                                          "\"message\"",
                                          "\"variable\"",
                                          "\"from\"",
                                          "\"value\"",
                                          "\"label\"",
                                          "\"co\"",
                                          "\"eo\"",
                                          "\"mo\"",
                                          "\"end\"",
                                          "\"meta\"",
                                          "\"kind\"",
                                          "\"posted\"",
                                          "\"external\"",
                                          "\"priority\"",
                                          "\"mailbox\"",
                                          "\"stack\"",
                                          "\"\\u0000\"",
                                          "\"\\ud800\"",
                                          "{}",
                                          "[]",
                                          "4294967296" };

static void
write_json (hb_output *output, const void *trace)
{
  hb_json_write_trace (output, trace, NULL);
}

static hb_trace *
read_json (const char *data, size_t size, hb_diag *diag)
{
  return hb_json_read_trace_input (hb_input_of_bytes ("fuzz.json", data, size, diag), diag);
}

static char *
make_json (uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  char *text = fuzz_make_trace (seed);
  hb_trace *trace = fuzz_trace_of_bytes (text, strlen (text), diag);
  char *json = fuzz_written (write_json, trace, NULL);
  hb_trace_free (trace);
  hb_free (text);
  hb_diag_free (diag);
  return json;
}

static bool
try_json (const char *data, size_t size, bool checked)
{
  return try_trace (read_json, data, size, checked);
}

/* By way of the other format. */
static bool
mutate_json (struct hb_rng *rng, struct text *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_json (text->data, text->size, diag);
  bool done = false;
  if (trace)
    {
      struct text edt = { text_of_trace (trace, NULL), 0 };
      edt.size = strlen (edt.data);
      hb_trace *changed = NULL;
      if (fuzz_mutate_trace (rng, &edt))
        changed = fuzz_trace_of_bytes (edt.data, edt.size, diag);
      if (changed)
        {
          hb_free (text->data);
          text->data = fuzz_written (write_json, changed, &text->size);
          done = true;
        }
      hb_trace_free (changed);
      hb_free (edt.data);
    }
  hb_trace_free (trace);
  hb_diag_free (diag);
  return done;
}

const struct fuzz_target fuzz_json
    = { .name = "json",
        .sources = "format/json_way format/trace_json base/json_load",
        FUZZ_WORDS (json_words),
        .make = make_json,
        .read = try_json,
        .mutate = mutate_json,
        .rounds = 400,
        .fresh = 16,
        .least = 1,
        .most = 3,
        .least_good = 33,
        .most_good = 95 };

/* --- histories ---------------------------------------------------------------------------------- */

/* A trace of threads alone: reads and writes, in the format, without co. */
static char *
make_history (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (23, seed);
  unsigned threads = 1 + (unsigned)hb_rng_below (&rng, 3), written[2] = { 0 }, events = 0;
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "edt 1\n");
  for (unsigned t = 0; t < threads; t++)
    {
      hb_buffer_add (&text, "handler t%u\ninitial\n", t);
      for (uint64_t left = hb_rng_below (&rng, 4); left; left--, events++)
        {
          unsigned x = hb_rng_coin (&rng);
          if (hb_rng_coin (&rng))
            hb_buffer_add (&text, "  w%u.%u: write x%u\n", x, written[x]++, x);
          else if (written[x])
            hb_buffer_add (&text, "  read x%u w%u.%llu\n", x, x,
                           (unsigned long long)hb_rng_below (&rng, written[x]));
          else
            hb_buffer_add (&text, "  read x%u init\n", x);
        }
    }
  hb_buffer_add (&text, "end %u %u %u\n", events, threads, threads);
  return hb_buffer_take (&text);
}

/* Every order of the writes of one variable after another: does any run? */
static bool
some_order_runs (hb_trace *history, hb_id *co, hb_id variable, hb_id at)
{
  if (variable == history->variables.size)
    {
      hb_id *run = hb_calloc (history->events.size, sizeof *run);
      hb_history_set_co (history, co);
      bool runs = hb_history_runs (history, run);
      hb_free (run);
      return runs;
    }
  const struct hb_variable *v = &history->variables.data[variable];
  if (at == v->count)
    return some_order_runs (history, co, variable + 1, 0);
  bool some = false;
  for (hb_id i = at; i < v->count && !some; i++)
    {
      hb_id *row = co + v->first, kept = row[at];
      row[at] = row[i];
      row[i] = kept;
      some = some_order_runs (history, co, variable, at + 1);
      row[i] = row[at];
      row[at] = kept;
    }
  return some;
}

/* A history with an order that runs is, with that order, a consistent trace; and the trace as it stands is
 * consistent exactly if its own order runs. */
static bool
try_history (const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *history = hb_history_read (fuzz_file (data, size), diag);
  if (checked)
    fuzz_either (history, diag);
  hb_id *run = history ? hb_calloc (history->events.size, sizeof *run) : NULL;
  if (history && checked && history->events.size <= 30)
    {
      struct tally tally = { 0 };
      if ((ask (hb_engine_for (history), history, NULL, 0, &tally) == HB_CONSISTENT)
          != hb_history_runs (history, run))
        hb_die ("cds and the search for a run disagree");
      uint64_t orders = 1;
      for (hb_id v = 0; v < history->variables.size; v++)
        for (hb_id i = 2; i <= history->variables.data[v].count && orders < 1000; i++)
          orders *= i;
      hb_id *co = hb_calloc (history->co.size, sizeof *co);
      if (history->co.size)
        memcpy (co, history->co.data, history->co.size * sizeof *co);
      if (orders < 200 && some_order_runs (history, co, 0, 0)
          && ask (&hb_engine_sat, history, NULL, 0, &tally) != HB_CONSISTENT)
        hb_die ("an order that runs, but sat says no");
      hb_free (co);
    }
  hb_free (run);
  hb_trace_free (history);
  hb_diag_free (diag);
  return history;
}

const struct fuzz_target fuzz_history = { .name = "history",
                                          .sources = "trace/history format/edt_ trace/builder",
                                          .words = fuzz_edt_words,
                                          .word_count = FUZZ_EDT_WORDS,
                                          .make = make_history,
                                          .read = try_history,
                                          .rounds = 400,
                                          .fresh = 8,
                                          .least = 1,
                                          .most = 2,
                                          .least_good = 25,
                                          .most_good = 95 };

/* --- witnesses ---------------------------------------------------------------------------------- */

/* A trace and one that should extend it: a witness of it, or of another one. */
static char *
make_witness (uint64_t seed)
{
  char *text = fuzz_make_trace (seed), *second = NULL;
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = fuzz_trace_of_bytes (text, strlen (text), diag);
  struct hb_check_options options = { .seed = seed };
  hb_check_result result;
  hb_check (hb_engine_for (trace), trace, &options, &result);
  second = text_of_trace (trace, result.witness);
  char *both = fuzz_two_parts (text, second);
  hb_check_result_free (&result);
  hb_trace_free (trace);
  hb_diag_free (diag);
  hb_free (text);
  hb_free (second);
  return both;
}

static hb_witness *
read_witness (const char *data, size_t size, hb_trace **trace, hb_trace **full, hb_diag *diag)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  *trace = fuzz_trace_of_bytes (data, first, diag);
  *full = *trace && second ? fuzz_trace_of_bytes (second, size - (size_t)(second - data), diag)
                           : NULL;
  return *full ? hb_witness_extending (*trace, *full, diag) : NULL;
}

/* A message without events starts and ends without being listed in a run. */
static bool
has_empty (const hb_trace *trace)
{
  for (size_t m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count)
      return true;
  return false;
}

/* Does RUN, step by step, happen in the plain simulator? */
static bool
simulate (const hb_trace *trace, const hb_id *run)
{
  struct simulator s = simulator_new (trace);
  bool goes = true;
  for (size_t i = 0; i < trace->events.size && goes; i++)
    {
      hb_id message = trace->events.data[run[i]].message;
      goes = simulator_can (&s, message) && simulator_step (&s, message) == run[i];
    }
  simulator_free (&s);
  return goes;
}

static bool
try_witness (const char *data, size_t size, bool checked)
{
  hb_trace *trace, *full;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = read_witness (data, size, &trace, &full, diag);
  if (full && checked)
    fuzz_either (witness, diag);
  if (witness && checked)
    {
      hb_id *run = hb_calloc (trace->events.size, sizeof *run);
      bool runs = hb_replay (trace, witness, run, diag);
      if (runs && !hb_replay_run (trace, run, diag))
        hb_die ("a replayed schedule does not run: %s", hb_diag_first (diag));
      if (runs && !has_empty (trace) && !simulate (trace, run))
        hb_die ("a replayed schedule does not run in the simulator");
      struct tally tally = { 0 };
      if (full->messages.size <= 9 && full->events.size <= 40
          && (ask (&hb_engine_explore, full, NULL, 0, &tally) == HB_CONSISTENT) != runs)
        hb_die ("replay says %d, exploring does not", runs);
      if (runs && trace->events.size < 100
          && ask (hb_engine_for (trace), trace, NULL, 0, &tally) != HB_CONSISTENT)
        hb_die ("a witness runs, but the engine says that there is none");
      hb_free (run);
    }
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_trace_free (full);
  hb_diag_free (diag);
  return full;
}

/* The same change in both, so that they mostly still go together; or a line of the orders. */
static bool
mutate_witness (struct hb_rng *rng, struct text *text)
{
  struct hb_rng same = *rng;
  if (hb_rng_below (rng, 2))
    return fuzz_mutate_part (rng, text, (unsigned)hb_rng_below (rng, 2), fuzz_mutate_trace);
  return fuzz_mutate_part (&same, text, 0, fuzz_mutate_trace)
         && (same = *rng, fuzz_mutate_part (&same, text, 1, fuzz_mutate_trace));
}

const struct fuzz_target fuzz_witness = { .name = "witness",
                                          .sources = "trace/witness run/replay",
                                          .words = fuzz_edt_words,
                                          .word_count = FUZZ_EDT_WORDS,
                                          .make = make_witness,
                                          .read = try_witness,
                                          .mutate = mutate_witness,
                                          .rounds = 500,
                                          .fresh = 8,
                                          .least = 1,
                                          .most = 2,
                                          .least_good = 33,
                                          .most_good = 95 };
