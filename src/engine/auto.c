/* Engine `auto`, the default: several engines, the one that suits the trace most of the time.
 *
 *     passes of cds:  6 ---> 9 ---> 14 ---> .. ---> 72 ---> ..
 *                     |      |      |               |
 *                     v      v      v               v       only while cds does not get on
 *                     a serial run                  and closure, sat
 *
 * `cds` has the first word, and on traces that look like reductions of formulas (its conflicts wait for the end
 * of a pass) for long the only one but `closure`.  On others, random ones, it depends.
 *
 * - Where handlers have little to say to one another, a search for a run in which messages run one after another
 *   (serial/serial.h) is the fastest by far, if external messages leave much open.
 * - Where most messages are posted to mailboxes that mind in which order they come, `sat` often decides in some sorts, above
 *   all if messages are long; on most other dense traces saturation leaves so little open that `cds` needs some passes more.
 * - What `cds` then finds hard is mostly hard for `sat`, too, nearly every conflict being a new cycle, but now and
 *   then not for `closure`, which keeps the closure of all orders: a dozen conflicts may do where the others met tens
 *   of thousands.  Where messages are short and handlers many it has all at once that it mostly needs, unless `cds` comes far.
 *
 * What the messages say of all that is in prospects.h.
 *
 * So `cds` goes on, half as far again each time, and each of the others has a share of the time that `cds` has had, small
 * ones at first: none that is much faster waits for long, and none that is of no use costs many times what `cds` does.
 * Where the runs of `cds` come further with each turn, or far into the trace, it is mostly near its end, and has the time to
 * itself.
 *
 * Time is not measured but counted, in work: events executed, words looked at, nodes sorted, each of which takes about as
 * long everywhere.  So the same trace gets the same answer, witness and certificate on every machine.  What the shares
 * should be was found on the times that each engine takes for so much work on 4,200 random shapes (doc/experiments.md). */
#include "engine/cds/search.h"
#include "engine/closure/search.h"
#include "engine/engine.h"
#include "engine/prospects.h"
#include "engine/sat/search.h"
#include "engine/serial/serial.h"

#include <stdio.h>

extern const struct hb_engine hb_engine_cds, hb_engine_sat;

/* Passes of cds before others are asked, and before that where its conflicts wait; and work beside, so that small
 * traces are left to cds.  After how many passes closure and sat have turns, and a search for a serial run a larger share, for
 * before that they decide only what takes milliseconds; and after how many cds has had its chance, STALL_PASSES if it then comes
 * no further; it gets on in the first turn if its runs come to FIRST_PERCENT of the trace.  In checking builds all are asked
 * about the small traces of the tests, too. */
#ifdef HB_CHECKING
#define FIRST_PASSES 1
#define PATIENT_PASSES 4
#define FEW_EVENTS 0
#define SOME_PASSES 1
#define STALL_PASSES 2
#define FIRST_PERCENT 101
#else
#define FIRST_PASSES 6
#define PATIENT_PASSES 400
#define FEW_EVENTS 20000
#define SOME_PASSES 64
#define STALL_PASSES 128
#define FIRST_PERCENT 10
#endif

/* To set cds up, and to saturate, takes as long as so many events' work of cds for each event of the trace. */
#define WORK_TO_SET_UP 2
#define WORK_TO_SATURATE 30

/* In the time of an event's work of cds the search for a serial run looks at so many words, closure at so many, and sat at so
 * many nodes and edges. */
#define SERIAL_WORDS 20
#define CLOSURE_WORDS 14
#define SAT_STEPS 7

/* The share of sat after its first work, in percent of the time of cds; those of others: prospects.h. */
#define SAT_PERCENT 3

/* Before the closure search can begin it must be set up, which is as much work as some words for each pair of messages in its
 * rows. */
#define WORDS_TO_SET_UP 12

/* Before the search for a serial run can begin it must find what is known, which is as much work as so many looks at its rows. */
#define LOOKS_TO_SET_UP 3

/* The search for a serial run may take so much memory, and so many segments, in percent of the messages; the closure search
 * may take so much memory. */
#define MOST_BYTES (UINT64_C (256) << 20)
#define MOST_SEGMENTS 400
#define MOST_SEARCH_BYTES (UINT64_C (512) << 20)

/* While sat is near its end it may look at so many more for each event, some sorts' work at a time. */
#define NEAR_WORK_AN_EVENT 60
#define NEAR_STEP_AN_EVENT 4

/* So many turns are remembered: over them the passes grow to some three times as many. */
#define DEPTHS 4

/* Where the runs of cds come to so much of the trace, in percent, three times out of four it decides within as many passes again; it is
 * left alone up to so many times the passes that this took. */
#define NEAR_PERCENT 40
#define NEAR_PASSES 4

/* Where they come to so much of it, cds mostly decides before closure would; to so much, before a serial run is found. */
#define FAR_PERCENT 12
#define MUCH_PERCENT 20

struct auto_search
{
  const hb_trace *trace;
  const struct hb_check_options *options;
  struct hb_cds_search *cds;
  uint64_t deepest[DEPTHS]; /* most events of a run of cds, by turn, the last first */
  uint64_t near_since;      /* passes, when its runs first came near the end; 0: they did not yet */
  uint64_t saturated_at;    /* passes, when cds saturated; 0: not yet */
  uint64_t passes;          /* that cds may make by now */
  uint64_t spent;           /* on cds, in events' work */
  uint64_t words;           /* that the closure search may look at for it */
  struct hb_prospects prospects;
  struct hb_sat_search *sat;        /* NULL: not asked yet */
  bool no_serial;                   /* the search for a serial run is of no use here */
  bool no_search;                   /* nor is the closure search */
  struct hb_closure_search *search; /* NULL: not asked yet */
  struct hb_serial *serial;         /* NULL: not asked yet, or ended */
  hb_witness *witness;              /* of the serial run that was found */
  bool by_search;                   /* the answer is that of the closure search */
};

/* Did the runs of cds come near the end? */
static bool
comes_far (const struct auto_search *a)
{
  return a->deepest[0] * 100 >= a->trace->events.size * NEAR_PERCENT;
}

/* The same, and not too long ago for the first time? */
static bool
is_near (const struct auto_search *a)
{
  return comes_far (a) && a->passes <= a->near_since * NEAR_PASSES;
}

/* Is cds where it was some turns ago, but for a third? */
static bool
stalls (const struct auto_search *a)
{
  return a->passes >= STALL_PASSES && !is_near (a)
         && a->deepest[0] * 3 < a->deepest[DEPTHS - 1] * 4;
}

/* Which of the shares the others have now. */
static size_t
stage (const struct auto_search *a)
{
  return a->passes >= PATIENT_PASSES || stalls (a) ? 2 : a->passes >= SOME_PASSES ? 1 : 0;
}

/* Is it time for closure to do all at once that it mostly needs?  Before cds has saturated, and in the turn in which it has, its runs say
 * less. */
static bool
is_due (const struct auto_search *a)
{
  bool saturated = a->saturated_at && a->passes > a->saturated_at;
  uint64_t words = a->spent * CLOSURE_WORDS / (saturated ? 1 : 2);
  return a->prospects.closure_words && words >= a->prospects.words_of_cds
         && a->deepest[0] * 100 < a->trace->events.size * FAR_PERCENT;
}

/* Words of a look at all that is kept of pairs of messages, a bit each. */
static uint64_t
words_of_pairs (const struct auto_search *a)
{
  uint64_t messages = a->trace->messages.size;
  return messages * (messages / 64 + 1);
}

/* Has the closure search an answer, within its share, or all that it may look at once it is due? */
static bool
ask_search (struct auto_search *a)
{
  uint64_t words = a->words;
  if (is_due (a) && words < a->prospects.closure_words)
    words = a->prospects.closure_words;
  if (a->no_search || words < words_of_pairs (a) * WORDS_TO_SET_UP)
    return false;
  if (!a->search)
    a->search = hb_closure_search_new (a->trace, MOST_SEARCH_BYTES, a->options->limits);
  enum hb_closure_answer answer
      = a->search ? hb_closure_search_go (a->search, words) : HB_CLOSURE_HOPELESS;
  a->by_search = answer == HB_CLOSURE_FOUND || answer == HB_CLOSURE_REFUTED;
  a->no_search = answer == HB_CLOSURE_HOPELESS;
  if (!a->no_search)
    return a->by_search;
  hb_closure_search_end (a->search, NULL);
  a->search = NULL;
  return false;
}

/* Did the runs of cds come to so much of the trace in one of the last turns? */
static bool
has_come (const struct auto_search *a, uint64_t percent)
{
  bool has = false;
  for (size_t turn = 0; turn < DEPTHS; turn++)
    has |= a->deepest[turn] * 100 >= a->trace->events.size * percent;
  return has;
}

/* Is a serial run, for all that is known, likely to be found soon, and before cds has an answer? */
static bool
is_promising (const struct auto_search *a)
{
  return a->passes >= a->prospects.promising_from && a->prospects.promising
         && !has_come (a, MUCH_PERCENT) && (!a->serial || hb_serial_is_promising (a->serial));
}

/* How many words the search for a serial run may look at by now. */
static uint64_t
words_of_serial (const struct auto_search *a)
{
  const struct hb_prospects *p = &a->prospects;
  uint64_t words = a->spent * SERIAL_WORDS, first = words * p->serial[0] / 100;
  if (is_promising (a))
    return words * p->promising / 100;
  uint64_t share = words * p->serial[stage (a)] / 100, most = words_of_pairs (a) * p->serial_looks;
  if (!most || share <= most)
    return share;
  return first < most ? most : first;
}

/* Has the search for a serial run found one, within its share? */
static bool
ask_serial (struct auto_search *a)
{
  struct hb_serial_options how = { MOST_BYTES, MOST_SEGMENTS, a->options->seed };
  enum hb_serial_answer answer = HB_SERIAL_HOPELESS;
  uint64_t words = words_of_serial (a);
  if (a->no_serial || (!a->serial && words < words_of_pairs (a) * LOOKS_TO_SET_UP))
    return false;
  if (!a->serial)
    a->serial = hb_serial_new (a->trace, &how, a->options->limits);
  if (a->serial)
    answer = hb_serial_go (a->serial, words);
  if (answer == HB_SERIAL_GOING)
    return false;
  a->no_serial = true;
  a->witness = hb_serial_end (a->serial);
  a->serial = NULL;
  return a->witness;
}

/* Has sat an answer, within its first work and its share, or a little later? */
static bool
ask_sat (struct auto_search *a)
{
  uint64_t events = a->trace->events.size, share = a->spent * SAT_STEPS * SAT_PERCENT / 100;
  if (!a->sat)
    a->sat = hb_sat_search_new (a->trace, a->options);
  uint64_t work = a->prospects.sat_work + share;
  bool answered = hb_sat_search_go (a->sat, work);
  if (!answered && hb_sat_search_depth (a->sat) >= a->prospects.sat_depth)
    {
      work = a->prospects.sat_more + share;
      answered = hb_sat_search_go (a->sat, work);
    }
  uint64_t most = work + NEAR_WORK_AN_EVENT * events;
  while (!answered && work < most && hb_sat_search_is_near (a->sat))
    {
      work += NEAR_STEP_AN_EVENT * events;
      answered = hb_sat_search_go (a->sat, work);
    }
  return answered;
}

/* The runs of cds came so far in its last turn. */
static void
note_depth (struct auto_search *a)
{
  for (size_t turn = DEPTHS; --turn > 0;)
    a->deepest[turn] = a->deepest[turn - 1];
  a->deepest[0] = hb_cds_search_deepest (a->cds);
  if (!a->near_since && comes_far (a))
    a->near_since = a->passes;
}

/* Did the runs of cds come about a seventh further in a turn than in the one before, so many turns ago? */
static bool
came_further (const struct auto_search *a, size_t turns)
{
  return a->deepest[turns] * 20 > a->deepest[turns + 1] * 23;
}

/* Does cds get on: are its runs near the end, did they come further than in the turn before, or far in the first?  Where they came
 * to much of the trace one turn back is forgiven.  The others then have no turn, but for the search for a serial run while that
 * is promising and the end is not near. */
static bool
gets_on (const struct auto_search *a)
{
  bool first = a->passes == FIRST_PASSES && has_come (a, FIRST_PERCENT);
  bool further = a->passes > FIRST_PASSES
                 && (came_further (a, 0) || (came_further (a, 1) && has_come (a, MUCH_PERCENT)));
  return is_near (a) || ((first || further) && a->passes < PATIENT_PASSES);
}

/* Adds WORK of cds to what was spent on it; closure has a share of that. */
static void
spend (struct auto_search *a, uint64_t work)
{
  a->spent += work;
  a->words += work * CLOSURE_WORDS * a->prospects.closure[stage (a)] / 100;
}

/* A turn of cds, to WORK in all.  When it saturates, which takes as long as some passes, sat has its first work, before or behind.
 * True if one of them has an answer; BY_CDS: it is cds. */
static bool
go_on (struct auto_search *a, uint64_t work, bool *by_cds)
{
  *by_cds = hb_cds_search_go (a->cds, work);
  if (*by_cds || !hb_cds_search_saturates (a->cds))
    return *by_cds;
  if (!a->prospects.sat_waits && ask_sat (a))
    return true;
  *by_cds = hb_cds_search_go (a->cds, work);
  a->saturated_at = a->passes;
  spend (a, a->trace->events.size * WORK_TO_SATURATE);
  return *by_cds || (a->prospects.sat_waits && ask_sat (a));
}

/* Lets all have their turns until there is an answer or a limit is hit; true if it is cds that has it. */
static bool
take_turns (struct auto_search *a)
{
  bool by_cds;
  uint64_t events = a->trace->events.size, worked = 0;
  spend (a, events * WORK_TO_SET_UP);
  for (a->passes = FIRST_PASSES;; a->passes += (a->passes + 1) / 2)
    {
      uint64_t work = a->passes * events + FEW_EVENTS;
      spend (a, work - worked);
      worked = work;
      if (go_on (a, work, &by_cds))
        return by_cds;
      note_depth (a);
      bool alone = gets_on (a);
      bool late = a->passes < PATIENT_PASSES && hb_cds_search_is_late (a->cds);
      if (!late && (!alone || (is_promising (a) && !is_near (a))) && ask_serial (a))
        return false;
      if (!late && is_due (a) && ask_search (a))
        return false;
      if (!alone && (late || a->passes >= SOME_PASSES)
          && (ask_search (a) || (!late && ask_sat (a))))
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
  a.prospects = hb_prospects_of (trace);
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
