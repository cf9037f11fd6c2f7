/* Replay: hand-made traces with known answers for every mailbox, every (eo, mo) of small random traces
 * against all their interleavings, damaged schedules against the plain simulator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "replay.h"
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

static void
test_two_messages (void **state)
{
  (void)state;
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

static void
test_errors_name_what_is_waited_for (void **state)
{
  (void)state;
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

/* --- All interleavings of small traces -------------------------------------------------------- */

/* The orders found, each as the bytes of its eo and mo. */
struct orders
{
  VEC (unsigned char) bytes;
  size_t width;
};

static void
encode (const hb_trace *trace, const hb_id *sequence, size_t count, bool initial_too,
        unsigned char *to, const hb_id *start)
{
  size_t *used = hb_calloc (trace->handlers.size, sizeof *used);
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_message *m = &trace->messages.data[sequence[i]];
      if (m->kind != HB_INITIAL || initial_too)
        to[start[m->handler] + used[m->handler]++] = (unsigned char)sequence[i];
    }
  hb_free (used);
}

static bool
has_orders (const struct orders *orders, const unsigned char *code)
{
  for (size_t i = 0; i < orders->bytes.size; i += orders->width)
    if (!memcmp (orders->bytes.data + i, code, orders->width))
      return true;
  return false;
}

static void
keep_orders (struct orders *orders, const struct simulator *simulator, const hb_witness *layout)
{
  const hb_trace *trace = simulator->trace;
  unsigned char *code = hb_calloc (orders->width, 1);
  encode (trace, simulator->started, simulator->starts, false, code, layout->eo_start);
  encode (trace, simulator->posted, simulator->posts, false,
          code + layout->eo_start[trace->handlers.size], layout->mo_start);
  if (!has_orders (orders, code))
    for (size_t i = 0; i < orders->width; i++)
      vec_push (orders->bytes, code[i]);
  hb_free (code);
}

static void
explore (const struct simulator *simulator, struct orders *orders, const hb_witness *layout,
         size_t *budget)
{
  if (simulator_done (simulator))
    keep_orders (orders, simulator, layout);
  struct simulator next = simulator_new (simulator->trace);
  for (hb_id m = 0; m < simulator->trace->messages.size && *budget; m++)
    if (simulator_can (simulator, m))
      {
        --*budget;
        simulator_copy (&next, simulator);
        simulator_step (&next, m);
        explore (&next, orders, layout, budget);
      }
  simulator_free (&next);
}

static bool
next_permutation (hb_id *data, size_t count)
{
  size_t i = count;
  while (i > 1 && data[i - 2] >= data[i - 1])
    i--;
  if (i < 2)
    return false;
  size_t j = count;
  while (data[j - 1] <= data[i - 2])
    j--;
  hb_id kept = data[i - 2];
  data[i - 2] = data[j - 1];
  data[j - 1] = kept;
  for (size_t a = i - 1, b = count - 1; a < b; a++, b--)
    {
      kept = data[a];
      data[a] = data[b];
      data[b] = kept;
    }
  return true;
}

/* The first witness in the order of numbers, and the one after WITNESS; false after the last. */
static void
first_witness (const hb_trace *trace, hb_witness *witness)
{
  hb_id eo = 0, mo = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      if (trace->messages.data[m].kind != HB_INITIAL)
        witness->eo[eo++] = m;
      if (trace->messages.data[m].kind == HB_POSTED)
        witness->mo[mo++] = m;
    }
}

static int
by_number (const void *a, const void *b)
{
  hb_id x = *(const hb_id *)a, y = *(const hb_id *)b;
  return x < y ? -1 : x > y;
}

static bool
next_witness (const hb_trace *trace, hb_witness *witness)
{
  for (int which = 0; which < 2; which++)
    for (size_t h = 0; h < trace->handlers.size; h++)
      {
        const hb_id *start = which ? witness->mo_start : witness->eo_start;
        hb_id *slice = (which ? witness->mo : witness->eo) + start[h];
        size_t count = start[h + 1] - start[h];
        if (next_permutation (slice, count))
          return true;
        qsort (slice, count, sizeof *slice, by_number);
      }
  return false;
}

/* Does the order ORDER (slices START) respect the chains of TRACE of one kind? */
static bool
respects (const hb_trace *trace, bool mo, const hb_id *order, const hb_id *start)
{
  size_t chains = mo ? trace->mo.size : trace->eo.size;
  for (size_t c = 0; c < chains; c++)
    {
      const struct hb_chain *chain = mo ? &trace->mo.data[c] : &trace->eo.data[c];
      hb_id at = start[chain->handler];
      for (hb_id i = 0; i < chain->count; i++)
        {
          hb_id wanted = trace->chained.data[chain->first + i];
          while (at < start[chain->handler + 1] && order[at] != wanted)
            at++;
          if (at == start[chain->handler + 1])
            return false;
        }
    }
  return true;
}

struct tally
{
  size_t traces, accepted, refused, consistent;
};

/* Runs, and is what is run really the order asked for? */
static void
check_run (const hb_trace *trace, const hb_witness *witness, const hb_id *run)
{
  hb_diag *diag = hb_diag_new ();
  assert_true (hb_replay_run (trace, run, diag));
  hb_witness *again = hb_witness_of_run (trace, run);
  hb_id mo = witness->mo_start[trace->handlers.size];
  assert_memory_equal (again->mo, witness->mo, mo * sizeof (hb_id));
  assert_true (hb_witness_fits (trace, again, diag));
  bool empty = false;
  for (size_t m = 0; m < trace->messages.size; m++)
    empty = empty || !trace->messages.data[m].count;
  hb_id eo = witness->eo_start[trace->handlers.size];
  if (!empty)
    assert_memory_equal (again->eo, witness->eo, eo * sizeof (hb_id));
  hb_witness_free (again);
  hb_diag_free (diag);
}

/* The set of (eo, mo) that hb_replay accepts is the set of those that some interleaving has. */
static void
compare_all (const hb_trace *trace, struct tally *tally)
{
  hb_witness *witness = hb_witness_new (trace);
  hb_id eo = witness->eo_start[trace->handlers.size], mo = witness->mo_start[trace->handlers.size];
  struct orders orders = { VEC_EMPTY, (size_t)eo + mo };
  struct simulator simulator = simulator_new (trace);
  size_t budget = 300000, witnesses = 0;
  if (orders.width)
    explore (&simulator, &orders, witness, &budget);
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  unsigned char *code = hb_calloc (orders.width, 1);
  hb_diag *diag = hb_diag_new ();
  first_witness (trace, witness);
  if (budget && orders.width)
    do
      {
        for (hb_id i = 0; i < eo; i++)
          code[i] = (unsigned char)witness->eo[i];
        for (hb_id i = 0; i < mo; i++)
          code[eo + i] = (unsigned char)witness->mo[i];
        bool wanted = has_orders (&orders, code)
                      && respects (trace, false, witness->eo, witness->eo_start)
                      && respects (trace, true, witness->mo, witness->mo_start);
        hb_diag_clear (diag);
        bool good = hb_replay (trace, witness, run, diag);
        if (good != wanted || good != !hb_diag_errors (diag))
          {
            char *text = text_of_trace (trace, witness);
            fail_msg ("replay says %d, an interleaving exists: %d\n%s", good, wanted, text);
          }
        if (good)
          check_run (trace, witness, run);
        tally->accepted += good;
        tally->refused += !good;
      }
    while (++witnesses < 1500 && next_witness (trace, witness));
  tally->traces++;
  tally->consistent += orders.bytes.size > 0;
  hb_diag_free (diag);
  hb_free (code);
  hb_free (run);
  vec_free (orders.bytes);
  simulator_free (&simulator);
  hb_witness_free (witness);
}

static void
test_all_interleavings (void **state)
{
  (void)state;
  struct tally all = { 0, 0, 0, 0 };
  for (int mailbox = -1; mailbox < HB_MAILBOXES; mailbox++)
    {
      struct tally tally = { 0, 0, 0, 0 };
      for (uint64_t i = 0; i < 500; i++)
        {
          struct hb_rng rng = hb_rng_stream (77 + (uint64_t)mailbox, i);
          struct trace_shape shape = { .handlers = 3,
                                       .messages = 4,
                                       .externals = i % 5 ? 0 : 2,
                                       .accesses = 4,
                                       .variables = 2,
                                       .mailbox = mailbox,
                                       .chains = i % 4 == 0,
                                       .empty = i % 3 == 0 };
          hb_trace *trace = random_trace (&rng, shape);
          compare_all (trace, &tally);
          hb_trace_free (trace);
        }
      /* Neither answer may be the rule. */
      assert_true (tally.accepted > 150 && tally.refused > 150);
      assert_true (tally.consistent > 50 && tally.traces - tally.consistent > 20);
      all.accepted += tally.accepted;
      all.refused += tally.refused;
    }
  print_message ("# %zu witnesses accepted, %zu refused\n", all.accepted, all.refused);
}

/* Does some interleaving run to the end? */
static bool
is_consistent (const hb_trace *trace)
{
  hb_witness *layout = hb_witness_new (trace);
  size_t width
      = (size_t)layout->eo_start[trace->handlers.size] + layout->mo_start[trace->handlers.size];
  struct orders orders = { VEC_EMPTY, width ? width : 1 };
  struct simulator simulator = simulator_new (trace);
  size_t budget = 10000000;
  explore (&simulator, &orders, layout, &budget);
  assert_true (budget > 0);
  bool consistent = orders.bytes.size > 0;
  simulator_free (&simulator);
  vec_free (orders.bytes);
  hb_witness_free (layout);
  return consistent;
}

/* The traces of data/ with their verdicts under every discipline, by exploring all interleavings. */
static void
test_data (void **state)
{
  (void)state;
  static const struct
  {
    const char *name;
    bool own;                      /* consistent with its own mailboxes */
    bool consistent[HB_MAILBOXES]; /* with all mailboxes of one kind */
  } cases[] = {
    { "crossed-queues", false, { false, true, true, true, false } },
    { "free-orders", true, { true, true, true, true, true } },
    { "posted-in-order", false, { false, true, true, true, false } },
    { "store-buffering", false, { false, false, false, false, false } },
    { "touch-and-load", true, { true, true, true, true, true } },
    { "undo-stack", true, { false, false, true, true, false } },
    { "urgent", true, { false, false, true, true, true } },
  };
  const char *folder = getenv ("HBKIT_DATA");
  if (!folder)
    skip ();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *path = hb_format ("%s/%s.edt", folder, cases[i].name);
      hb_diag *diag = hb_diag_new ();
      hb_trace *trace = hb_edt_read (path, diag);
      hb_diag_print (diag, stderr, false);
      assert_non_null (trace);
      for (int mailbox = -1; mailbox < HB_MAILBOXES; mailbox++)
        {
          for (size_t h = 0; h < trace->handlers.size && mailbox >= 0; h++)
            trace->handlers.data[h].mailbox = (uint8_t)mailbox;
          bool wanted = mailbox < 0 ? cases[i].own : cases[i].consistent[mailbox];
          if (is_consistent (trace) != wanted)
            fail_msg ("%s under %s", cases[i].name,
                      mailbox < 0 ? "its own" : hb_mailbox_name ((enum hb_mailbox)mailbox));
        }
      hb_trace_free (trace);
      hb_diag_free (diag);
      hb_free (path);
    }
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

static void
test_damaged_schedules (void **state)
{
  (void)state;
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

static void
test_schedule_errors (void **state)
{
  (void)state;
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

static void
test_no_witness (void **state)
{
  (void)state;
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
static void
test_large (void **state)
{
  (void)state;
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
  check_run (trace, witness, run);
  hb_free (run);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_two_messages),
    cmocka_unit_test (test_errors_name_what_is_waited_for),
    cmocka_unit_test (test_all_interleavings),
    cmocka_unit_test (test_data),
    cmocka_unit_test (test_damaged_schedules),
    cmocka_unit_test (test_schedule_errors),
    cmocka_unit_test (test_no_witness),
    cmocka_unit_test (test_large),
  };
  return cmocka_run_group_tests_name ("replay", tests, NULL, NULL);
}
