/* What the messages say of the engines.  See prospects.h.
 *
 *     external messages               a serial run is likely; closure knows little before it decides
 *     long messages, few external     a serial run cuts them again and again
 *     short messages, many handlers   closure, if the runs of cds do not come far
 *     queues and priorities           sat, above all if messages are long
 *
 * Found on the times that each engine takes for 4,000 random shapes, by replaying them with other shares (doc/experiments.md). */
#include "engine/prospects.h"

/* How many events make a long message, and a very long one, and how many of them must be cut again and again for a serial run; how
 * many handlers are many.  In checking builds the traces of the tests are small. */
#ifdef HB_CHECKING
#define LONG_MESSAGE 2
#define VERY_LONG_MESSAGE 4
#define PROMISING_FROM 1
#define PROMISING_FROM_IF_SLOW 1
#define MANY_HANDLERS 3
#define MANY_HANDLERS_OF_STACKS 3
#else
#define LONG_MESSAGE 20
#define VERY_LONG_MESSAGE 200
#define PROMISING_FROM 12
#define PROMISING_FROM_IF_SLOW 64
#define MANY_HANDLERS 8
#define MANY_HANDLERS_OF_STACKS 20
#endif
#define MANY_EVENTS 10

/* Shares of the search for a serial run.  Where so many messages in a hundred are external it is, while it is promising, the
 * fastest of all by far; where hardly any are, and messages have many events, it decides next to nothing.  Where hardly any are,
 * messages have few events and most are in no stack, it has found a run after so many looks at all pairs, or mostly finds none.  It is
 * promising after PROMISING_FROM passes, later where cds takes a while to show how far it comes: if messages are long, or most are in
 * stacks. */
static const uint64_t serial_percent[3] = { 20, 150, 150 }, cut_percent[3] = { 2, 10, 10 };
#define HARDLY_EXTERNAL 5
#define SOME_EXTERNAL 8
#define PROMISING_PERCENT 800
#define LOOKS_OF_SERIAL 1000

/* Shares of closure.  Of external messages so much less is known before the search that it decides few traces with so many in a
 * hundred, but for those of stacks.  Of short messages of many handlers it decides most of what cds does not. */
static const uint64_t closure_percent[3] = { 20, 60, 1000 }, external_percent[3] = { 20, 40, 100 },
                      crowd_percent[3] = { 20, 60, 1500 };
#define MANY_EXTERNAL 30

/* Of short messages of many handlers most of what closure does is done before its first decision, and few have to follow: when it has
 * looked at all its rows so many times it has decided most of the traces that it decides soon.  It begins when cds has cost as much as so
 * many looks; in stacks, if handlers are more than many, that is sooner. */
#define LOOKS_TO_DECIDE 165
#define LOOKS_OF_CDS 20
#define LOOKS_OF_CDS_IN_STACKS 4

/* Where so many in a hundred are posted to mailboxes of which posts give the order, whoever posts, and so many post others,
 * sat often decides in some sorts.  (Where few messages post all others, most of these are there from the beginning, and little
 * is known of their order, unless priorities say it.)  Where messages are very long, a sort is little beside saturation, and mostly a
 * few do, whoever posts. */
#define MANY_BOUND 70
#define MANY_POSTERS 8

/* What sat may do first for each event of the trace, at least some milliseconds where messages are bound and short: some sorts.  (It
 * does so before saturation if messages are bound and handlers have more than a few: elsewhere that decides more.)  And what it
 * may do once a sort has come so far. */
struct first_work
{
  uint64_t an_event;
  size_t depth;
  uint64_t more;
};
static const struct first_work long_work = { 60, 20, 400 }, short_work = { 60, 150, 600 },
                               other_work = { 15, 60, 60 }, thin_work = { 15, SIZE_MAX, 0 },
                               flat_work = { 3000, SIZE_MAX, 0 },
                               flat_external_work = { 600, SIZE_MAX, 0 };
#define LEAST_SHORT_WORK 1000000

/* Where initial messages post all others little is known of these, and sat takes some dozens of sorts, more with more handlers; but
 * then it decides nearly all in queues and by priority that have no external messages, and fewer events a message than this: many
 * times before cds. */
#define SHORT_IF_FLAT 16

/* Where handlers have so few messages, none of them very long, saturation is done as soon as a few sorts. */
#define FEW_A_HANDLER 16

/* --- what there is ------------------------------------------------------------------------------ */

struct counts
{
  size_t messages; /* but for initial ones */
  size_t external, in_stacks, external_in_stacks, queued, by_priority;
  size_t nested; /* posted by others than initial ones */
};

static struct counts
count (const hb_trace *trace)
{
  struct counts n = { 0 };
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      uint8_t mailbox = trace->handlers.data[message->handler].mailbox;
      bool is_external = message->kind == HB_EXTERNAL, is_posted = message->kind == HB_POSTED;
      n.messages += message->kind != HB_INITIAL;
      n.external += is_external;
      n.in_stacks += message->kind != HB_INITIAL && mailbox == HB_STACK;
      n.external_in_stacks += is_external && mailbox == HB_STACK;
      n.queued += is_posted && mailbox == HB_QUEUE;
      n.by_priority += is_posted && mailbox == HB_PRIORITY;
      n.nested += is_posted && trace->messages.data[hb_poster (trace, m)].kind != HB_INITIAL;
    }
  return n;
}

static size_t
in_hundred (const struct counts *n, size_t count)
{
  return n->messages ? count * 100 / n->messages : 0;
}

static bool
are_in_stacks (const struct counts *n)
{
  return in_hundred (n, n->in_stacks) >= 50;
}

/* How many messages post others. */
static size_t
count_posters (const hb_trace *trace)
{
  size_t posters = 0;
  bool *posts = hb_calloc (trace->messages.size, sizeof *posts);
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      {
        hb_id poster = hb_poster (trace, m);
        posters += !posts[poster];
        posts[poster] = true;
      }
  hb_free (posts);
  return posters;
}

/* --- what it says ------------------------------------------------------------------------------- */

static void
look_at_sat (struct hb_prospects *p, const hb_trace *trace, const struct counts *n, bool is_long)
{
  uint64_t events = trace->events.size;
  bool is_very_long = events >= trace->messages.size * VERY_LONG_MESSAGE;
  bool are_ordered = (n->queued + n->by_priority) * 100 >= n->messages * MANY_BOUND;
  bool is_bound = are_ordered
                  && (is_very_long || n->by_priority * 2 >= n->messages
                      || count_posters (trace) * 100 >= n->messages * MANY_POSTERS);
  bool is_thin = n->messages <= trace->handlers.size * FEW_A_HANDLER;
  const struct first_work *loose = is_thin ? &thin_work : &other_work;
  const struct first_work *work = !is_bound ? loose : is_long ? &long_work : &short_work;
  p->sat_waits = !is_bound || (is_thin && !is_very_long);
  if (are_ordered && !n->nested && events < n->messages * SHORT_IF_FLAT)
    {
      bool has_external = in_hundred (n, n->external) >= SOME_EXTERNAL;
      work = has_external ? &flat_external_work : &flat_work;
      p->sat_waits = p->sat_waits && has_external;
    }
  p->sat_work = work->an_event * events;
  if (work == &short_work && p->sat_work < LEAST_SHORT_WORK)
    p->sat_work = LEAST_SHORT_WORK;
  p->sat_depth = work->depth;
  p->sat_more = work->more * events > p->sat_work ? work->more * events : p->sat_work;
}

static void
look_at_serial (struct hb_prospects *p, const hb_trace *trace, const struct counts *n, bool is_long)
{
  size_t external = in_hundred (n, n->external);
  bool are_cut = trace->events.size >= n->messages * MANY_EVENTS;
  p->serial = external < HARDLY_EXTERNAL && are_cut ? cut_percent : serial_percent;
  p->promising = external < SOME_EXTERNAL ? 0 : PROMISING_PERCENT;
  bool in_stacks = are_in_stacks (n);
  p->promising_from = is_long || in_stacks ? PROMISING_FROM_IF_SLOW : PROMISING_FROM;
  if (external < SOME_EXTERNAL && !are_cut && !in_stacks)
    p->serial_looks = LOOKS_OF_SERIAL;
}

static void
look_at_closure (struct hb_prospects *p, const hb_trace *trace, const struct counts *n,
                 bool is_long)
{
  bool is_loose = in_hundred (n, n->external - n->external_in_stacks) >= MANY_EXTERNAL;
  bool in_stacks = are_in_stacks (n);
  bool few_external = in_hundred (n, n->external) < MANY_EXTERNAL;
  bool many = trace->handlers.size >= (in_stacks ? MANY_HANDLERS_OF_STACKS : MANY_HANDLERS);
  p->closure = is_loose ? external_percent : closure_percent;
  if (is_long || !many || !(in_stacks || few_external))
    return;
  /* A node for each event, at most; three bits in it for each message. */
  uint64_t look = trace->events.size * 3 * (trace->messages.size / 64 + 1);
  p->words_of_cds = look * (in_stacks ? LOOKS_OF_CDS_IN_STACKS : LOOKS_OF_CDS);
  p->closure_words = look * LOOKS_TO_DECIDE;
  if (!in_stacks)
    p->closure = crowd_percent;
}

struct hb_prospects
hb_prospects_of (const hb_trace *trace)
{
  struct counts n = count (trace);
  struct hb_prospects p = { 0 };
  bool is_long = trace->events.size >= trace->messages.size * LONG_MESSAGE;
  look_at_serial (&p, trace, &n, is_long);
  look_at_sat (&p, trace, &n, is_long);
  look_at_closure (&p, trace, &n, is_long);
  return p;
}
