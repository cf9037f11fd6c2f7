/* The search for gadgets against all small traces: what the plain simulator says that they express. */
#include "unit.h"

#include "gadget/search.h"
#include "gen/small.h"
#include "plain_simulator.h"
#include "small_traces.h"

#define MOST_PAIRS 2
#define RELATIONS (1u << (1u << MOST_PAIRS))

/* What traces express: relation (its rows, bit by bit) -> the fewest events. */
struct known
{
  hb_id pairs;
  hb_id events[RELATIONS];
};

/* The orders in which a trace's messages start. */
struct runs
{
  const hb_trace *trace;
  VEC (hb_id) places; /* for each run: message -> its place */
  size_t count;
};

static void
add_run (struct runs *runs, const struct simulator *at)
{
  size_t messages = runs->trace->messages.size;
  size_t base = runs->places.size;
  for (size_t m = 0; m < messages; m++)
    vec_push (runs->places, 0);
  for (size_t i = 0; i < at->starts; i++)
    runs->places.data[base + at->started[i]] = (hb_id)i;
  runs->count++;
}

static void
run_on (struct runs *runs, const struct simulator *at)
{
  if (simulator_done (at))
    add_run (runs, at);
  struct simulator next = simulator_new (runs->trace);
  for (hb_id m = 0; m < runs->trace->messages.size; m++)
    if (simulator_can (at, m))
      {
        simulator_copy (&next, at);
        simulator_step (&next, m);
        run_on (runs, &next);
      }
  simulator_free (&next);
}

/* The rows of the pairs (chosen[0], chosen[1]), ... */
static unsigned
rows_of (const struct runs *runs, const hb_id *chosen, hb_id pairs)
{
  unsigned rows = 0;
  for (size_t r = 0; r < runs->count; r++)
    {
      const hb_id *place = runs->places.data + r * runs->trace->messages.size;
      unsigned row = 0;
      for (hb_id t = 0; t < pairs; t++)
        row |= (unsigned)(place[chosen[2 * t + 1]] < place[chosen[2 * t]]) << t;
      rows |= 1u << row;
    }
  return rows;
}

/* All choices of pairs among the posted messages. */
static void
choose (struct known *known, const struct runs *runs, hb_id *chosen, hb_id count)
{
  const hb_trace *trace = runs->trace;
  if (count == 2 * known->pairs)
    {
      unsigned rows = rows_of (runs, chosen, known->pairs);
      hb_id events = (hb_id)trace->events.size;
      if (!known->events[rows] || known->events[rows] > events)
        known->events[rows] = events;
      return;
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      bool free = trace->messages.data[m].kind == HB_POSTED;
      for (hb_id i = 0; i < count; i++)
        free = free && chosen[i] != m;
      if (count % 2)
        free
            = free
              && trace->messages.data[m].handler == trace->messages.data[chosen[count - 1]].handler;
      chosen[count] = m;
      if (free)
        choose (known, runs, chosen, count + 1);
    }
}

static bool
visit (hb_trace *trace, void *context)
{
  struct known *known = context;
  struct runs runs = { .trace = trace };
  struct simulator start = simulator_new (trace);
  run_on (&runs, &start);
  simulator_free (&start);
  hb_id chosen[2 * MOST_PAIRS];
  if (runs.count)
    choose (known, &runs, chosen, 0);
  vec_free (runs.places);
  return true;
}

/* All traces of up to EVENTS events, and what is found: the same sizes. */
static void
compare (hb_id pairs, int handlers, enum hb_mailbox mailbox, bool flat, hb_id events)
{
  struct known known = { .pairs = pairs };
  for (int used = 1; used <= handlers; used++)
    for (int messages = 2 * (int)pairs; 2 * messages <= (int)events; messages++)
      for (int accesses = 0; 2 * messages + accesses <= (int)events; accesses++)
        {
          struct hb_small_size size = { used, messages, accesses, !flat, false, mailbox };
          hb_small_traces (&size, visit, &known);
        }
  for (unsigned rows = 1; rows < 1u << (1u << pairs); rows++)
    {
      struct hb_gadget_options options = { .relation = { .arity = pairs, .rows = rows },
                                           .handlers = (hb_id)handlers,
                                           .mailbox = mailbox,
                                           .flat = flat,
                                           .most = events };
      struct hb_gadget gadget;
      hb_diag *diag = hb_diag_new ();
      assert_true (hb_gadget_find (&options, &gadget, diag));
      assert_int_equal (gadget.trace ? gadget.trace->events.size : 0, known.events[rows]);
      assert_true (!gadget.trace || gadget.minimal);
      hb_gadget_free (&gadget);
      hb_diag_free (diag);
    }
}

static const enum hb_mailbox mailboxes[] = { HB_QUEUE, HB_SENDER_QUEUE, HB_MULTISET, HB_STACK };

TEST (one_pair)
{
  for (int m = 0; m < 4; m++)
    for (int flat = 0; flat < 2; flat++)
      for (int handlers = 1; handlers <= 3; handlers++)
        compare (1, handlers, mailboxes[m], flat, handlers == 3 ? 6 : 7);
}

TEST (two_pairs)
{
  for (int m = 0; m < 4; m++)
    for (int flat = 0; flat < 2; flat++)
      for (int handlers = 1; handlers <= 2; handlers++)
        compare (2, handlers, mailboxes[m], flat, 8);
}
