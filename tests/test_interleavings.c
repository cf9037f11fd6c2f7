/* Replay against all interleavings: of small random traces every (eo, mo) is tried, and those that
 * hb_replay accepts must be those that the plain simulator reaches; the traces of data/ get the verdicts
 * that their table says. */
#include "unit.h"

#include "run/replay.h"
#include "plain_simulator.h"
#include "small_traces.h"

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

TEST (test_all_interleavings)
{
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
TEST (test_data)
{
  static const struct
  {
    const char *name;
    bool own;                      /* consistent with its own mailboxes */
    bool consistent[HB_MAILBOXES]; /* with all mailboxes of one kind */
  } cases[] = {
    { "crossed-queues", false, { false, true, true, true, false } },
    { "free-orders", true, { true, true, true, true, true } },
    { "posted-in-order", false, { false, true, true, true, false } },
    { "shift-register", true, { true, true, true, true, true } },
    { "store-buffering", false, { false, false, false, false, false } },
    { "touch-and-load", true, { true, true, true, true, true } },
    { "turned-pair", false, { false, true, true, true, false } },
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
