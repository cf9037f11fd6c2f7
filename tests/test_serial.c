/* Runs in which messages run one after another: what must overlap is cut, and no more; sparse traces have such
 * runs, which replay. */
#include "unit.h"

#include "drawn_traces.h"
#include "engine/serial/serial.h"
#include "run/replay.h"
#include "small_traces.h"
#include "text_damage.h"

static const struct hb_serial_options any = { UINT64_MAX, UINT32_MAX, 0 };

/* The run that is found in steps of so much WORK, or NULL. */
static hb_witness *
run_in_steps (const hb_trace *trace, struct hb_serial_options options, uint64_t step)
{
  struct hb_serial *serial = hb_serial_new (trace, &options, NULL);
  enum hb_serial_answer answer = HB_SERIAL_HOPELESS;
  uint64_t work = step;
  while (serial && (answer = hb_serial_go (serial, work)) == HB_SERIAL_GOING)
    work += step;
  hb_witness *witness = hb_serial_end (serial);
  assert_int_equal (answer == HB_SERIAL_FOUND, witness != NULL);
  return witness;
}

/* Is a run of the trace of TEXT found, with at most SEGMENTS percent? */
static bool
finds (const char *text, uint64_t segments)
{
  hb_trace *trace = trace_of_text (text);
  hb_diag *diag = hb_diag_new ();
  struct hb_serial_options options = { UINT64_MAX, segments, 0 };
  hb_witness *witness = run_in_steps (trace, options, UINT64_MAX);
  bool found = witness;
  assert_true (!found || hb_replay (trace, witness, NULL, diag));
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
  return found;
}

/* --- what must overlap -------------------------------------------------------------------------- */

/* The drawing of serial.h: A and D in two segments and one, of two messages. */
TEST (what_must_overlap_is_cut_once)
{
  const char *text = "handler h1\ninitial\n a: write u\n write s\n read v b\n"
                     "handler h2\ninitial\n read u a\n read t init\n b: write v\n";
  assert_false (finds (text, 100));
  assert_false (finds (text, 149));
  assert_true (finds (text, 150));
}

/* It waits three times for the other: three cuts. */
TEST (what_goes_to_and_fro_is_cut_each_time)
{
  const char *text = "handler h1\ninitial\n a: write x\n read y b\n c: write x\n read y d\n e: "
                     "write x\n read y f\n"
                     "handler h2\ninitial\n read x a\n b: write y\n read x c\n d: write y\n read x "
                     "e\n f: write y\n"
                     "co x a c e\nco y b d f\n";
  assert_true (finds (text, UINT32_MAX));
  assert_false (finds (text, 249));
}

TEST (what_need_not_overlap_is_not_cut)
{
  assert_true (
      finds ("handler h1\ninitial\n a: write x\n read z init\nhandler h2\ninitial\n read x a\n"
             " b: write y\nhandler h3\ninitial\n read y b\n",
             100));
}

/* The mailbox wants a and b in the order of their posts; a would wait for b, which only what p and q post tells. */
TEST (what_the_mailbox_makes_overlap_is_cut)
{
  const char *text = "handler p\ninitial\n w: write x\n post b\n read y v\n"
                     "handler q\ninitial\n read x w\n post a\n v: write y\n"
                     "handler h\nmessage a\n read z u\nmessage b\n u: write z\n";
  assert_false (finds (text, 100));
  assert_true (finds (text, 150));
}

TEST (a_contradiction_has_no_run)
{
  assert_false (finds ("handler h\ninitial\n read x a\n a: write x\n", UINT32_MAX));
  assert_false (finds (
      "handler h1\ninitial\n read x a\n b: write y\nhandler h2\ninitial\n read y b\n a: write x\n",
      UINT32_MAX));
  assert_false (
      finds ("handler h\ninitial\n post a\n post b\nmessage a\n read x w\nmessage b\n w: write x\n",
             UINT32_MAX));
}

/* --- limits ------------------------------------------------------------------------------------- */

TEST (limits_are_kept)
{
  hb_trace *trace = trace_of_text ("handler h\ninitial\n post a\n post b\nmessage a\nmessage b\n");
  /* Three segments, a word for the row of each. */
  struct hb_serial_options options = { 23, UINT32_MAX, 0 };
  assert_null (hb_serial_new (trace, &options, NULL));
  options.memory = 24;
  struct hb_serial *serial = hb_serial_new (trace, &options, NULL);
  assert_non_null (serial);
  assert_true (hb_serial_is_promising (serial));
  assert_int_equal (hb_serial_go (serial, 0), HB_SERIAL_GOING);
  assert_null (hb_serial_end (serial));
  assert_null (hb_serial_end (NULL));
  hb_trace_free (trace);
}

TEST (a_trace_without_events_runs)
{
  assert_true (finds ("", 0));
  assert_true (finds ("handler h\ninitial\nmessage a external\nmessage b external\n", 100));
}

/* --- random traces ------------------------------------------------------------------------------ */

static bool
is_same_run (const hb_trace *trace, const hb_witness *a, const hb_witness *b)
{
  size_t handlers = trace->handlers.size;
  return !memcmp (a->eo, b->eo, a->eo_start[handlers] * sizeof *a->eo)
         && !memcmp (a->mo, b->mo, a->mo_start[handlers] * sizeof *a->mo);
}

/* New: a trace of SHAPE, in random order. */
static hb_trace *
drawn (struct hb_run_shape shape, uint64_t seed)
{
  hb_trace *trace = run_of (shape, seed), *other = shuffled (trace, 1);
  hb_trace_free (trace);
  return other;
}

/* WITNESS, if there is one, must replay.  Is there? */
static bool
is_found (const hb_trace *trace, const hb_witness *witness, int mailbox, uint64_t seed)
{
  hb_diag *diag = hb_diag_new ();
  if (witness && !hb_replay (trace, witness, NULL, diag))
    fail_msg ("mailbox %d, seed %d: %s", mailbox, (int)seed, hb_diag_first (diag));
  hb_diag_free (diag);
  return witness;
}

/* Small ones, on which checking builds compare what is known with what mailboxes ask, after every step; messages
 * post many others. */
TEST (what_is_found_on_small_traces_replays)
{
  unsigned found = 0;
  for (int mailbox = -1; mailbox < HB_MAILBOXES; mailbox++)
    for (uint64_t seed = 0; seed < fuzz_rounds (60); seed++)
      {
        struct hb_run_shape shape = hb_run_defaults ();
        shape.handlers = 2 + (hb_id)seed % 3;
        shape.messages = 12 + (hb_id)seed % 23;
        shape.externals = seed % 2 ? 0 : 6;
        shape.events = 3 + (hb_id)seed % 5;
        shape.variables = 4 + 8 * ((hb_id)seed % 5);
        shape.posts = seed % 3 ? 0.6 : 0.3;
        shape.mailbox = mailbox;
        hb_trace *trace = drawn (shape, seed);
        hb_witness *witness = run_in_steps (trace, any, UINT64_MAX);
        found += is_found (trace, witness, mailbox, seed);
        hb_witness_free (witness);
        hb_trace_free (trace);
      }
  assert_true (found > 100);
}

/* The run that is found with about the least memory: nothing is kept there for other attempts after a dead end. */
static hb_witness *
run_with_least_memory (const hb_trace *trace)
{
  struct hb_serial_options options = any;
  struct hb_serial *serial = NULL;
  for (options.memory = 1000; !serial; options.memory += options.memory / 16)
    serial = hb_serial_new (trace, &options, NULL);
  while (hb_serial_go (serial, UINT64_MAX) == HB_SERIAL_GOING)
    ;
  return hb_serial_end (serial);
}

/* With stacks some attempts come to dead ends; the others begin from what was kept or, without memory for that, from
 * nothing. */
TEST (dead_ends_are_gone_back_from)
{
  unsigned found = 0;
  for (uint64_t seed = 0; seed < fuzz_rounds (16); seed++)
    {
      struct hb_run_shape shape = hb_run_defaults ();
      shape.handlers = 4;
      shape.messages = 300;
      shape.events = 6;
      shape.variables = 600;
      shape.posts = 0.3;
      shape.mailbox = HB_STACK;
      hb_trace *trace = drawn (shape, seed);
      hb_witness *runs[] = { run_in_steps (trace, any, UINT64_MAX), run_with_least_memory (trace) };
      for (size_t i = 0; i < 2; i++)
        {
          found += is_found (trace, runs[i], shape.mailbox, seed);
          hb_witness_free (runs[i]);
        }
      hb_trace_free (trace);
    }
  assert_true (found > 8);
}

/* Traces with few events for each variable, in random order: who runs when is to be found from next to nothing. */
TEST (sparse_traces_have_runs)
{
  for (int mailbox = -1; mailbox < HB_MAILBOXES; mailbox++)
    for (uint64_t seed = 0; seed < 6; seed++)
      {
        struct hb_run_shape shape = hb_run_defaults ();
        shape.handlers = 2 + (hb_id)seed * 3;
        shape.messages = 200;
        shape.externals = 20 * (hb_id)seed;
        shape.events = 6;
        shape.variables = 150 + 100 * (hb_id)seed;
        shape.posts = 0.3;
        shape.mailbox = mailbox;
        hb_trace *trace = drawn (shape, seed);
        hb_witness *witness = run_in_steps (trace, any, UINT64_MAX),
                   *slow = run_in_steps (trace, any, 100);
        if (!is_found (trace, witness, mailbox, seed))
          fail_msg ("mailbox %d, seed %d: no run", mailbox, (int)seed);
        assert_true (is_same_run (trace, witness, slow));
        hb_witness_free (witness);
        hb_witness_free (slow);
        hb_trace_free (trace);
      }
}
