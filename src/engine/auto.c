/* Engine `auto`, the default: several engines, the one that suits the trace most of the time.
 *
 *     passes of cds:  4 ---> 6 ---> 9 ---> 14 ---> 21 ---> ..
 *                     |      |      |       |       |
 *                     v      v      v       v       v       only while cds does not get on
 *                     a serial run                  and closure, sat
 *
 * `cds` has the first word, and on traces that look like reductions of formulas (its conflicts wait for the end
 * of a pass) for long the only one but `closure`.  On others, random ones, it depends.
 *
 * - Where handlers have little to say to one another, a search for a run in which messages run one after another
 *   (serial/serial.h) is the fastest by far.  It goes on while it is promising.
 * - Where messages are long, their pairs few and most posts to mailboxes that mind in which order they come, `sat`
 *   decides in some sorts; on most other dense traces saturation leaves so little open that `cds` needs some passes
 *   more.
 * - What `cds` then finds hard is mostly hard for `sat`, too, nearly every conflict being a new cycle, but now and
 *   then not for `closure`, which keeps the closure of all orders: a dozen conflicts may do where the others met tens
 *   of thousands.
 *
 * So `cds` goes on, half as far again each time; `closure`, after some turns, as far, as soon as it can be set up in
 * that time, and further where `cds` has not decided the trace for long; `sat` less far.  Where the runs of `cds`
 * come further with each turn, it is mostly near its end, and has the time to itself.
 *
 * Work is counted, in events executed and the like, and not timed: so the same trace gets the same answer,
 * witness and certificate everywhere. */
#include "engine/cds/search.h"
#include "engine/closure/search.h"
#include "engine/engine.h"
#include "engine/sat/search.h"
#include "engine/serial/serial.h"

#include <stdio.h>

extern const struct hb_engine hb_engine_cds, hb_engine_sat;

/* Passes of cds before others are asked, and before that where its conflicts wait; and work beside, so that small
 * traces are left to cds.  After how many passes it is asked whether it gets on wherever its runs have come to; after
 * how many closure and sat have turns, for before that they decide only what takes milliseconds; and how many are
 * many.  In checking builds all are asked about the small traces of the tests, too. */
#ifdef HB_CHECKING
#define FIRST_PASSES 1
#define PATIENT_PASSES 4
#define FEW_EVENTS 0
#define PASSES_FOR_ALL 1
#define SOME_PASSES 1
#define MANY_PASSES 4
#else
#define FIRST_PASSES 4
#define PATIENT_PASSES 256
#define FEW_EVENTS 20000
#define PASSES_FOR_ALL 8
#define SOME_PASSES 20
#define MANY_PASSES 64
#endif

/* Sat may then look at so many nodes and edges, so many for each event of the trace: a few sorts; and so many for
 * an event's work of cds. */
#define FIRST_WORK 4000000
#define FIRST_WORK_AN_EVENT 20
#define WORK_AN_EVENT 1

/* That is worth while only where posts say much of who runs when: where so many messages in a hundred are posted to
 * mailboxes that mind in which order.  Elsewhere nearly every pair is a new cycle. */
#define MANY_BOUND 70

/* Of few pairs, one in more than so many events, sat takes some more sorts; very few are one in more than a
 * hundred events. */
#define FEW_PAIRS 10
#define VERY_FEW_PAIRS 100
#define FIRST_WORK_OF_FEW_PAIRS 100

/* The search for a serial run may take so much memory, and so many segments, in percent of the messages. */
#define MOST_BYTES (UINT64_C (256) << 20)
#define MOST_SEGMENTS 400

/* The closure search may take so much memory, and looks at so many words for an event's work of cds, which takes
 * about as long; for those after many passes at more, and at most from PATIENT_PASSES on: by then an event's work of cds
 * takes longer, and it has had its chance.  Before that it must be set up, which is as much work as some words
 * for each pair of messages in its rows. */
#define MOST_SEARCH_BYTES (UINT64_C (512) << 20)
#define WORDS_AN_EVENT 8
#define MORE_WORDS 64
#define MOST_WORDS 160
#define WORDS_TO_SET_UP 12

struct auto_search
{
  const hb_trace *trace;
  const struct hb_check_options *options;
  struct hb_cds_search *cds;
  uint64_t deepest;                 /* most events that a run of cds came to in its last turn */
  uint64_t worked;                  /* work of cds up to its last turn */
  uint64_t words;                   /* that the closure search may look at for it */
  uint64_t pairs;                   /* of messages of one handler, initial ones too */
  bool suits_sat;                   /* sat may decide it in a few sorts */
  struct hb_sat_search *sat;        /* NULL: not asked yet */
  bool no_serial;                   /* the search for a serial run is of no use here */
  bool no_search;                   /* nor is the closure search */
  struct hb_closure_search *search; /* NULL: not asked yet */
  struct hb_serial *serial;         /* NULL: not asked yet, or ended */
  hb_witness *witness;              /* of the serial run that was found */
  bool by_search;                   /* the answer is that of the closure search */
};

/* Are there more than SHARE events for each pair of messages of one handler?  Where messages are long pairs are few,
 * however many events the trace has, and sat may decide them in some sorts. */
static bool
has_few_pairs (const struct auto_search *a, uint64_t share)
{
  return a->pairs * share < a->trace->events.size;
}

/* Has the closure search an answer, within WORK? */
static bool
ask_search (struct auto_search *a, uint64_t work)
{
  uint64_t messages = a->trace->messages.size;
  if (a->no_search || work < messages * (messages / 64 + 1) * WORDS_TO_SET_UP)
    return false;
  if (!a->search)
    a->search = hb_closure_search_new (a->trace, MOST_SEARCH_BYTES, a->options->limits);
  enum hb_closure_answer answer
      = a->search ? hb_closure_search_go (a->search, work) : HB_CLOSURE_HOPELESS;
  a->by_search = answer == HB_CLOSURE_FOUND || answer == HB_CLOSURE_REFUTED;
  a->no_search = answer == HB_CLOSURE_HOPELESS;
  if (!a->no_search)
    return a->by_search;
  hb_closure_search_end (a->search, NULL);
  a->search = NULL;
  return false;
}

/* Has the search for a serial run found one, within what is worth WORK of cds? */
static bool
ask_serial (struct auto_search *a, uint64_t work)
{
  struct hb_serial_options how = { MOST_BYTES, MOST_SEGMENTS, a->options->seed };
  enum hb_serial_answer answer = HB_SERIAL_HOPELESS;
  if (a->no_serial)
    return false;
  if (!a->serial)
    a->serial = hb_serial_new (a->trace, &how, a->options->limits);
  if (a->serial)
    answer = hb_serial_go (a->serial, work);
  if (answer == HB_SERIAL_GOING)
    return false;
  a->no_serial = true;
  a->witness = hb_serial_end (a->serial);
  a->serial = NULL;
  return a->witness;
}

/* Are most messages posted to mailboxes that mind in which order? */
static bool
are_bound (const hb_trace *trace)
{
  size_t bound = 0, all = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      uint8_t mailbox = trace->handlers.data[message->handler].mailbox;
      all += message->kind != HB_INITIAL;
      bound += message->kind == HB_POSTED && mailbox != HB_STACK && mailbox != HB_MULTISET;
    }
  return bound * 100 >= all * MANY_BOUND;
}

/* Has sat an answer, within its first work, if it gets that, and WORK? */
static bool
ask_sat (struct auto_search *a, uint64_t work)
{
  uint64_t an_event = has_few_pairs (a, FEW_PAIRS) ? FIRST_WORK_OF_FEW_PAIRS : FIRST_WORK_AN_EVENT;
  uint64_t first = a->suits_sat ? FIRST_WORK + an_event * a->trace->events.size : 0;
  if (!a->sat)
    a->sat = hb_sat_search_new (a->trace, a->options);
  return hb_sat_search_go (a->sat, first + work * WORK_AN_EVENT);
}

/* A turn of cds, to WORK in all.  Before it saturates, which takes as long as some passes, a serial run is
 * looked for, and sat has its first work.  True if one of them has an answer; BY_CDS: it is cds. */
static bool
go_on (struct auto_search *a, uint64_t work, bool *by_cds)
{
  *by_cds = hb_cds_search_go (a->cds, work);
  if (*by_cds || !hb_cds_search_saturates (a->cds))
    return *by_cds;
  if (ask_serial (a, work) || (a->suits_sat && ask_sat (a, 0)))
    return true;
  *by_cds = hb_cds_search_go (a->cds, work);
  return *by_cds;
}

/* A trace of very few pairs is one for sat, after a pass of cds.  True if cds (then BY_CDS) or sat has an answer. */
static bool
begin (struct auto_search *a, bool *by_cds)
{
  size_t events = a->trace->events.size;
  if (!has_few_pairs (a, VERY_FEW_PAIRS))
    return false;
  *by_cds = hb_cds_search_go (a->cds, events + events / 2);
  return *by_cds || ask_sat (a, 0);
}

/* Does cds get on, after PASSES: did its runs come about a seventh further than in the turn before, and, in the first
 * turns, over a quarter of the trace?  The others then have no turn, but for the search for a serial run while that is
 * promising. */
static bool
gets_on (struct auto_search *a, uint64_t passes)
{
  uint64_t last = a->deepest;
  a->deepest = hb_cds_search_deepest (a->cds);
  bool far = a->deepest * 4 > a->trace->events.size;
  return passes > (far ? FIRST_PASSES : PASSES_FOR_ALL) && passes < PATIENT_PASSES
         && a->deepest * 20 > last * 23;
}

/* At how many words the closure search may look for an event's work of cds, after PASSES. */
static uint64_t
words_an_event (uint64_t passes)
{
  return passes >= PATIENT_PASSES ? MOST_WORDS
         : passes >= MANY_PASSES  ? MORE_WORDS
                                  : WORDS_AN_EVENT;
}

/* Is a serial run, for all that is known, likely to be found soon? */
static bool
is_promising (const struct auto_search *a)
{
  return !a->serial || hb_serial_is_promising (a->serial);
}

/* Lets all have their turns until there is an answer or a limit is hit; true if it is cds that has it. */
static bool
take_turns (struct auto_search *a)
{
  bool by_cds;
  if (begin (a, &by_cds))
    return by_cds;
  for (uint64_t passes = FIRST_PASSES;; passes += (passes + 1) / 2)
    {
      uint64_t work = passes * a->trace->events.size + FEW_EVENTS;
      if (go_on (a, work, &by_cds))
        return by_cds;
      bool alone = gets_on (a, passes);
      a->words += (work - a->worked) * words_an_event (passes);
      a->worked = work;
      bool late = passes < PATIENT_PASSES && hb_cds_search_is_late (a->cds);
      if (!late && (!alone || is_promising (a)) && ask_serial (a, work))
        return false;
      if (!alone && (late || passes >= SOME_PASSES)
          && (ask_search (a, a->words) || (!late && ask_sat (a, work))))
        return false;
    }
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct auto_search a = { .trace = trace, .options = options };
  const char *why;
  if (!hb_engine_cds.accepts (trace, &why))
    {
      hb_engine_sat.decide (trace, options, result);
      return;
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    a.pairs += hb_pairs_of (trace->handlers.data[h].count);
  a.suits_sat = are_bound (trace);
  a.cds = hb_cds_search_new (trace, options);
  bool by_cds = take_turns (&a), by_sat = !by_cds && !a.witness && !a.by_search;
  hb_cds_search_end (a.cds, by_cds ? result : NULL);
  if (a.sat)
    hb_sat_search_end (a.sat, by_sat ? result : NULL);
  hb_closure_search_end (a.search, a.by_search ? result : NULL);
  hb_witness_free (hb_serial_end (a.serial));
  if (a.witness)
    {
      result->verdict = HB_CONSISTENT;
      result->witness = a.witness;
    }
  if (options->verbose)
    fprintf (stderr, "c auto: the answer is that of %s\n",
             by_cds        ? "cds"
             : a.by_search ? "closure"
             : a.witness   ? "the search for a serial run"
                           : "sat");
}

extern const struct hb_engine hb_engine_auto;
const struct hb_engine hb_engine_auto
    = { .name = "auto",
        .summary = "cds, by turns with sat and searches on the closure where that pays (default)",
        .accepts = hb_engine_accepts_all,
        .decide = decide,
        .leaves_cycles = true };
