/* Replay: hand-made traces with known answers for every mailbox, what errors say, damaged schedules
 * against the plain simulator.  (All interleavings: test_interleavings.c.) */
#include "unit.h"

#include "run/replay.h"
#include "plain_simulator.h"
#include "small_traces.h"

/* --- Hand-made -------------------------------------------------------------------------------- */

/* Does the witness in TEXT (a trace with total eo and mo) run?  If not and SAID is not NULL, the errors
 * must hold SAID. */
static bool
runs (const char *text, const char *said)
{
  hb_trace *trace = trace_of_text (text);
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  assert_non_null (witness);
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  bool good = hb_replay (trace, witness, run, diag);
  assert_int_equal (good, hb_diag_errors (diag) == 0);
  if (good)
    assert_true (hb_replay_run (trace, run, diag));
  char *errors = text_of_diag (diag);
  if (said && (good || !strstr (errors, said)))
    fail_msg ("wanted: %s\ngot: %s", said, good ? "a run" : errors);
  hb_free (errors);
  hb_free (run);
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
  return good;
}

/* Messages m1, m2 are posted to w, in this order; w may start once both are there (LATE), or at any
 * time.  Are they run in the order EO? */
static bool
two_messages (const char *mailbox, bool late, bool one_sender, int priority1, int priority2,
              const char *eo)
{
  char *text
      = hb_format ("handler w %s\n"
                   "%s\n"
                   "message m1 priority=%d\n"
                   "message m2 priority=%d\n"
                   "handler h1\n"
                   "initial\n"
                   "  post m1\n"
                   "%s"
                   "%s\n"
                   "  there: write x\n"
                   "eo w %s\n"
                   "mo w m1 m2\n",
                   mailbox, late ? "initial\n  read x there\n" : "", priority1, priority2,
                   one_sender ? "" : "  before: write y\nhandler h2\ninitial\n  read y before\n",
                   "  post m2", eo);
  bool good = runs (text, NULL);
  hb_free (text);
  return good;
}

TEST (test_two_messages)
{
  static const struct
  {
    const char *mailbox;
    bool late, one_sender;
    int priority[2];
    bool in_order, swapped;
  } cases[] = {
    { "queue", false, true, { 0, 0 }, true, false },
    { "queue", true, true, { 0, 0 }, true, false },
    { "queue", true, false, { 0, 0 }, true, false },
    { "sender-queue", true, true, { 0, 0 }, true, false },
    { "sender-queue", true, false, { 0, 0 }, true, true },
    { "multiset", true, true, { 0, 0 }, true, true },
    { "stack", true, true, { 0, 0 }, false, true },
    { "stack", false, true, { 0, 0 }, true, true }, /* m1 may be taken before m2 is posted */
    { "priority", true, true, { 0, 0 }, true, false },
    { "priority", true, true, { 2, 1 }, true, false },
    { "priority", true, true, { 1, 2 }, false, true },
    { "priority", false, true, { 1, 2 }, true, true },
    { "priority", false, true, { 2, 1 }, true, false },
    { "priority", true, false, { -5, -5 }, true, false },
    { "queue", true, true, { 1, 2 }, true, false }, /* priorities mean nothing here */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      bool in_order = two_messages (cases[i].mailbox, cases[i].late, cases[i].one_sender,
                                    cases[i].priority[0], cases[i].priority[1], "m1 m2");
      bool swapped = two_messages (cases[i].mailbox, cases[i].late, cases[i].one_sender,
                                   cases[i].priority[0], cases[i].priority[1], "m2 m1");
      if (in_order != cases[i].in_order || swapped != cases[i].swapped)
        fail_msg ("case %zu: m1 m2 %d, m2 m1 %d", i, in_order, swapped);
    }
}

TEST (test_errors_name_what_is_waited_for)
{
  assert_false (
      runs ("handler w\n"
            "message m1\n"
            "message m2\n"
            "handler h\n"
            "initial\n"
            "  post m1\n"
            "  post m2\n"
            "eo w m2 m1\n"
            "mo w m1 m2\n",
            "hbkit: error: the witness does not run: 2 of 4 events happen, then 1 handler waits\n"
            "hbkit: error: handler 'w' waits at m2@0 ('get' in message 'm2'): "
            "the handler's queue mailbox hands out 'm1' before 'm2'\n"));
  assert_false (runs (
      "handler h\n"
      "initial\n"
      "  read x b\n"
      "  a: write x\n"
      "handler g\n"
      "initial\n"
      "  b: write x 1\n"
      "co x a b\n",
      "handlers wait\n"
      "hbkit: error: handler 'h' waits at h@0 ('read x b'): 'x' holds its initial value, not "
      "that of b ('write x 1')\n"
      "hbkit: error: handler 'g' waits at b ('write x 1'): 'x' holds its initial value, and co "
      "has a ('write x') just before it\n"));
  /* The circle comes first, then those that wait behind it. */
  assert_false (
      runs ("handler f\n"
            "initial\n"
            "  read y b\n"
            "handler g\n"
            "initial\n"
            "  read x a\n"
            "  b: write y\n"
            "handler h\n"
            "initial\n"
            "  read y b\n"
            "  a: write x\n",
            "0 of 5 events happen, then 3 handlers wait\n"
            "hbkit: error: handler 'g' waits at g@0 ('read x a'): 'x' holds its initial value, not "
            "that of a ('write x')\n"
            "hbkit: error: handler 'h' waits at h@0 ('read y b'): 'y' holds its initial value, not "
            "that of b ('write y')\n"
            "hbkit: error: handler 'f' waits at"));
  assert_false (
      runs ("handler h\n"
            "initial\n"
            "  a: write x\n"
            "  read x init\n",
            "handler 'h' waits at a ('write x'): 'x' holds its initial value, which h@1 ('read x "
            "init') has yet to read\n"));
  /* Reads of other variables wait as well. */
  assert_false (runs ("handler g\n"
                      "initial\n"
                      "  read y a\n"
                      "  read z init\n"
                      "  read x init\n"
                      "handler h\n"
                      "initial\n"
                      "  write x\n"
                      "  a: write y\n",
                      "which g@2 ('read x init') has yet to read\n"));
  /* The read that a write waits for is the first event of all, and leads on. */
  assert_false (runs ("handler g\n"
                      "message m external\n"
                      "  read x init\n"
                      "message n external\n"
                      "  read y b\n"
                      "handler f\n"
                      "initial\n"
                      "  read y b\n"
                      "handler h\n"
                      "initial\n"
                      "  write x\n"
                      "  b: write y\n"
                      "eo g n m\n",
                      "3 handlers wait\n"
                      "hbkit: error: handler 'g' waits at n@0 ('read y b' in message 'n'): 'y' "
                      "holds its initial value, not "
                      "that of b ('write y')\n"
                      "hbkit: error: handler 'h' waits at h@0 ('write x'): 'x' holds its initial "
                      "value, which m@0 ('read x "
                      "init' in message 'm') has yet to read\n"
                      "hbkit: error: handler 'f' waits at"));
  assert_false (runs (
      "handler w stack\n"
      "initial\n"
      "  read x a\n"
      "message m1\n"
      "message m2\n"
      "handler h\n"
      "initial\n"
      "  post m1\n"
      "  post m2\n"
      "  a: write x\n"
      "eo w m1 m2\n"
      "mo w m1 m2\n",
      "handler 'h' waits at h@1 ('post m2'): eo of handler 'w' runs message 'm1' first, which "
      "this post would bury\n"));
  assert_false (runs (
      "handler w\n"
      "message m1\n"
      "message m2\n"
      "handler h\n"
      "initial\n"
      "  post m1\n"
      "  post m2\n"
      "eo w m1 m2\n"
      "mo w m2 m1\n",
      "handler 'h' waits at h@0 ('post m1'): mo of handler 'w' has h@1 ('post m2') before it\n"));
  assert_false (runs (
      "handler w\n"
      "message m\n"
      "  post m\n",
      "1 handler waits\n"
      "hbkit: error: handler 'w' waits at m@0 ('get' in message 'm'): 'm' has not been posted by "
      "m@1 ('post m' in message 'm')\n"));
}

/* --- Schedules -------------------------------------------------------------------------------- */

/* What the plain simulator says of the first COUNT events of RUN. */
static bool
plainly_runs (const hb_trace *trace, const hb_id *run)
{
  struct simulator simulator = simulator_new (trace);
  bool good = true;
  for (size_t i = 0; good && i < trace->events.size; i++)
    {
      hb_id message = trace->events.data[run[i]].message;
      const struct hb_message *m = &trace->messages.data[message];
      /* Messages without events start as soon as they can. */
      for (hb_id e = 0; e < trace->messages.size; e++)
        if (!trace->messages.data[e].count && simulator_can (&simulator, e))
          simulator_step (&simulator, e);
      good = simulator.pc[message] < m->count && m->first + simulator.pc[message] == run[i]
             && simulator_can (&simulator, message);
      if (good)
        simulator_step (&simulator, message);
    }
  simulator_free (&simulator);
  return good;
}

/* A random run of TRACE, of events that happen; false if it got stuck. */
static bool
random_run (struct hb_rng *rng, const hb_trace *trace, hb_id *run)
{
  struct simulator simulator = simulator_new (trace);
  hb_id *order = hb_calloc (trace->messages.size, sizeof *order);
  size_t count = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    order[m] = m;
  for (bool progress = true; progress;)
    {
      progress = false;
      hb_rng_shuffle (rng, order, trace->messages.size);
      for (size_t i = 0; i < trace->messages.size && !progress; i++)
        if (simulator_can (&simulator, order[i]))
          {
            hb_id event = simulator_step (&simulator, order[i]);
            if (event != HB_NONE)
              run[count++] = event;
            progress = true;
          }
    }
  bool done = simulator_done (&simulator);
  hb_free (order);
  simulator_free (&simulator);
  return done;
}

TEST (test_damaged_schedules)
{
  size_t good = 0, bad = 0;
  for (uint64_t i = 0; i < 3000; i++)
    {
      struct hb_rng rng = hb_rng_stream (5, i);
      struct trace_shape shape = { .handlers = 4,
                                   .messages = 8,
                                   .externals = 2,
                                   .accesses = 10,
                                   .variables = 3,
                                   .mailbox = -1,
                                   .empty = i % 2 };
      hb_trace *trace = random_trace (&rng, shape);
      hb_id events = (hb_id)trace->events.size;
      hb_id *run = hb_calloc (events, sizeof *run);
      if (random_run (&rng, trace, run) && events > 1)
        for (int damage = 0; damage < 6; damage++)
          {
            hb_diag *diag = hb_diag_new ();
            bool wanted = plainly_runs (trace, run);
            assert_int_equal (hb_replay_run (trace, run, diag), wanted);
            assert_int_equal (hb_diag_errors (diag), !wanted);
            hb_diag_free (diag);
            good += wanted;
            bad += !wanted;
            hb_id at = (hb_id)hb_rng_below (&rng, events - 1), kept = run[at];
            hb_id other = damage == 4 ? (hb_id)hb_rng_below (&rng, events) : at + 1;
            run[at] = run[other];
            run[other] = kept;
          }
      hb_free (run);
      hb_trace_free (trace);
    }
  print_message ("# %zu schedules run, %zu do not\n", good, bad);
  assert_true (good > 1000 && bad > 1000);
}

TEST (test_schedule_errors)
{
  hb_trace *trace = trace_of_text ("handler w\n"
                                   "message m1\n"
                                   "  a: write x\n"
                                   "message m2\n"
                                   "  read x init\n"
                                   "handler h\n"
                                   "initial\n"
                                   "  post m1\n"
                                   "  post m2\n"
                                   "handler o\n"
                                   "initial\n"
                                   "  read x a\n"
                                   "message seen external\n"
                                   "  c: write x\n"
                                   "co x a c\n");
  /* m1@0 0, a 1, m2@0 2, m2@1 3, h@0 4, h@1 5, o@0 6, c 7 */
  static const struct
  {
    hb_id run[8];
    const char *said;
  } cases[] = {
    { { 4, 4 },
      "step 2 of the schedule, h@0 ('post m1') on handler 'h', cannot happen: it has happened "
      "already" },
    { { 5 },
      "step 1 of the schedule, h@1 ('post m2') on handler 'h', cannot happen: h@0 ('post m1') "
      "comes before it in its message" },
    { { 0 },
      "step 1 of the schedule, m1@0 ('get') on handler 'w', cannot happen: 'm1' has not been "
      "posted by h@0 ('post m1')" },
    { { 4, 5, 2 },
      "step 3 of the schedule, m2@0 ('get') on handler 'w', cannot happen: the handler's queue "
      "mailbox hands out 'm1' before 'm2'" },
    { { 4, 5, 0, 2 },
      "step 4 of the schedule, m2@0 ('get') on handler 'w', cannot happen: the handler is running "
      "message 'm1'" },
    { { 4, 0, 1 },
      "step 3 of the schedule, a ('write x') on handler 'w', cannot happen: 'x' holds its initial "
      "value, which m2@1 ('read x init' in message 'm2') has yet to read" },
    { { 7 },
      "step 1 of the schedule, c ('write x') on handler 'o', cannot happen: the handler's initial "
      "message has not run" },
    { { 6 },
      "step 1 of the schedule, o@0 ('read x a') on handler 'o', cannot happen: 'x' holds its "
      "initial value, not that of a ('write x' in message 'm1')" },
    { { 4, 8 }, "step 2 of the schedule is no event of the trace" },
    { { 4, 99 }, "step 2 of the schedule is no event of the trace" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      assert_false (hb_replay_run (trace, cases[i].run, diag));
      assert_string_equal (hb_diag_first (diag), cases[i].said);
      hb_diag_free (diag);
    }
  hb_trace_free (trace);
  trace = trace_of_text ("handler o\n"
                         "message s1 external\n"
                         "  a: write x\n"
                         "message s2 external\n"
                         "  b: write x\n"
                         "co x a b\n"
                         "eo o s2 s1\n");
  hb_diag *diag = hb_diag_new ();
  assert_false (hb_replay_run (trace, (hb_id[]){ 1, 0 }, diag));
  assert_string_equal (
      hb_diag_first (diag),
      "step 1 of the schedule, b ('write x') on handler 'o', cannot happen: "
      "'x' holds its initial value, and co has a ('write x' in message 's1') just before it");
  hb_diag_clear (diag);
  assert_false (hb_replay_run (trace, (hb_id[]){ 0, 1 }, diag));
  assert_string_equal (
      hb_diag_first (diag),
      "eo of handler 'o': the trace has message 's2' before 's1', the witness has not");
  hb_diag_free (diag);
  hb_trace_free (trace);
}

/* --- Witnesses that are none ------------------------------------------------------------------ */

TEST (test_no_witness)
{
  hb_trace *trace = trace_of_text ("handler w\n"
                                   "message m1\n"
                                   "message m2\n"
                                   "handler h\n"
                                   "initial\n"
                                   "  post m1\n"
                                   "  post m2\n"
                                   "eo w m1 m2\n"
                                   "mo w m1 m2\n");
  static const hb_id wrong[][4] = { { HB_NONE, HB_NONE, HB_NONE, HB_NONE },
                                    { 0, 0, 0, 1 },
                                    { 0, 1, 1, 1 },
                                    { 0, 2, 0, 1 },
                                    { 1, 0, 1, 0 },
                                    { 0, 1, 7, 0 } };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      hb_witness *witness = hb_witness_new (trace);
      memcpy (witness->eo, wrong[i], 2 * sizeof (hb_id));
      memcpy (witness->mo, wrong[i] + 2, 2 * sizeof (hb_id));
      hb_diag *diag = hb_diag_new ();
      assert_false (hb_replay (trace, witness, NULL, diag));
      assert_true (hb_diag_errors (diag) > 0);
      hb_diag_free (diag);
      hb_witness_free (witness);
    }
  hb_trace_free (trace);
}

/* --- Large ------------------------------------------------------------------------------------ */

/* N rounds of: a sends to b, b answers, over a chain of variables; all of it has to run, by a worklist,
 * not by looking again and again. */
TEST (test_large)
{
  const unsigned rounds = 50000;
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  char name[32], from[32];
  for (int h = 0; h < 2; h++)
    {
      hb_build_handler (builder, h ? "b" : "a", -1);
      for (unsigned i = 0; i < rounds; i++)
        {
          snprintf (name, sizeof name, "%c%u", h ? 'b' : 'a', i);
          if (!h && !i)
            hb_build_initial (builder);
          else
            hb_build_message (builder, name);
          snprintf (from, sizeof from, h ? "a@0" : "none");
          if (h)
            snprintf (from, sizeof from, i ? "a%u@1" : "a@0", i);
          if (h)
            hb_build_read (builder, NULL, "x", from);
          else
            hb_build_write (builder, NULL, "x", NULL);
          snprintf (name, sizeof name, "%c%u", h ? 'a' : 'b', h ? i + 1 : i);
          if (!h || i + 1 < rounds)
            hb_build_post (builder, NULL, name);
        }
    }
  hb_build_chain_start (builder, 'c', "x");
  for (unsigned i = 0; i < rounds; i++)
    {
      snprintf (name, sizeof name, i ? "a%u@1" : "a@0", i);
      hb_build_chain_add (builder, name);
    }
  for (int kind = 0; kind < 2; kind++)
    for (int h = 0; h < 2; h++)
      {
        hb_build_chain_start (builder, kind ? 'm' : 'e', h ? "b" : "a");
        for (unsigned i = 1 - (unsigned)h; i < rounds; i++)
          {
            snprintf (name, sizeof name, "%c%u", h ? 'b' : 'a', i);
            hb_build_chain_add (builder, name);
          }
      }
  hb_build_end (builder);
  hb_trace *trace = hb_builder_finish (builder);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  assert_non_null (witness);
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  assert_true (hb_replay (trace, witness, run, diag));
  assert_true (hb_replay_run (trace, run, diag));
  hb_witness *again = hb_witness_of_run (trace, run);
  assert_memory_equal (again->mo, witness->mo, 2 * (size_t)(rounds - 1) * sizeof (hb_id));
  assert_memory_equal (again->eo, witness->eo, 2 * (size_t)(rounds - 1) * sizeof (hb_id));
  hb_witness_free (again);
  hb_free (run);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_diag_free (diag);
}
