/* Shrinking an inconsistent trace.  See core.h.
 *
 *     drop (things):  what is left without them is inconsistent?  keep that, and of it what its cycles mention
 *                     otherwise, if it was one thing: it is needed, now and later
 *                     otherwise drop (first half), drop (second half)
 *
 * Halving is the idea of delta debugging (Zeller and Hildebrandt, TSE 2002), going on from what a
 * refutation mentions that of clause-set refinement (Nadel, FMCAD 2010; Belov and Marques-Silva,
 * FMCAD 2011). */
#include "proof/core.h"

#include "base/failure.h"
#include "base/progress.h"
#include "proof/core_part.h"

/* A thing that can be dropped. */
struct thing
{
  char what; /* 'e' event, 'c' place in a chain, 'm' message without events */
  hb_id number;
};

struct search
{
  const hb_check_result *result;
  hb_trace *core; /* what came out */
  const hb_trace *trace;
  const struct hb_core_options *options;
  struct hb_part part;
  VEC (struct thing) things;
  size_t checks;
  uint64_t work; /* events of the parts that were decided */
  bool stopped;  /* by a limit */
};

static bool *
flag_of (struct hb_part *part, struct thing thing)
{
  return thing.what == 'e'   ? &part->event[thing.number]
         : thing.what == 'c' ? &part->chained[thing.number]
                             : &part->message[thing.number];
}

/* The engine asked for, unless it does not take the part (a message may have lost its events). */
static const struct hb_engine *
engine_for (const struct search *s, const hb_trace *trace)
{
  const char *why;
  const struct hb_engine *engine = s->options->engine;
  for (size_t i = 0; !engine->accepts (trace, &why) && hb_engines[i]; i++)
    engine = hb_engines[i];
  return engine;
}

static size_t
events_left (const struct hb_part *part)
{
  size_t left = 0;
  for (size_t e = 0; e < part->trace->events.size; e++)
    left += part->event[e] && part->trace->events.data[e].kind != HB_GET;
  return left;
}

/* Is PART inconsistent?  If so PART becomes what its refutation mentions. */
static bool
still_inconsistent (struct search *s, struct hb_part *part)
{
  hb_id *events = hb_calloc (s->trace->events.size, sizeof *events);
  hb_id *messages = hb_calloc (s->trace->messages.size, sizeof *messages);
  if (hb_progress_wanted ())
    hb_progress_tell (&(struct hb_progress){
        .doing = "shrinking",
        .counts = { { "events left", events_left (&s->part) }, { "parts decided", s->checks } } });
  hb_trace *trace = hb_part_trace (part, events, messages);
  struct hb_check_options check = { .limits = s->options->limits };
  hb_check_result result;
  hb_check (engine_for (s, trace), trace, &check, &result);
  s->checks++;
  s->work += trace->events.size;
  s->stopped = s->stopped || result.verdict == HB_UNKNOWN
               || (s->options->work && s->work > s->options->work);
  bool inconsistent = result.verdict == HB_INCONSISTENT;
  if (inconsistent && result.cycles.size)
    hb_part_mentioned (part, trace, &result, events, messages, s->options->limits);
  hb_check_result_free (&result);
  hb_trace_free (trace);
  hb_free (events);
  hb_free (messages);
  return inconsistent;
}

/* Tries to do without the things FIRST .. END - 1, those that are still there. */
static void
drop (struct search *s, size_t first, size_t end)
{
  struct hb_part less = hb_part_copy (&s->part);
  bool any = false;
  for (size_t i = first; i < end; i++)
    {
      any = any || *flag_of (&less, s->things.data[i]);
      *flag_of (&less, s->things.data[i]) = false;
    }
  hb_part_close (&less);
  bool dropped = any && !s->stopped && still_inconsistent (s, &less);
  if (dropped)
    {
      struct hb_part more = s->part;
      s->part = less;
      less = more;
    }
  hb_part_free (&less);
  if (!any || dropped || s->stopped || end == first + 1)
    return;
  size_t middle = first + (end - first) / 2;
  drop (s, first, middle);
  drop (s, middle, end);
}

static void
put_thing (struct search *s, char what, size_t number)
{
  struct thing thing = { what, (hb_id)number };
  if (*flag_of (&s->part, thing))
    vec_push (s->things, thing);
}

/* Messages come last: one that has events is there anyway, and the loss of its events is to be
 * tried while it would stay without them. */
static void
list_things (struct search *s)
{
  for (size_t i = 0; i < s->trace->chained.size; i++)
    put_thing (s, 'c', i);
  for (size_t e = 0; e < s->trace->events.size; e++)
    if (s->trace->events.data[e].kind != HB_GET)
      put_thing (s, 'e', e);
  for (size_t m = 0; m < s->trace->messages.size; m++)
    put_thing (s, 'm', m);
}

/* Messages without events, or with none left, matter only where chains have them. */
static void
start (struct search *s)
{
  const hb_trace *trace = s->trace;
  s->part = hb_part_new (trace, true);
  for (size_t m = 0; m < trace->messages.size; m++)
    s->part.message[m] = false;
  for (size_t i = 0; i < trace->chained.size; i++)
    s->part.message[trace->chained.data[i]] = true;
}

/* The first step costs nothing: the cycles are there. */
static void
start_from_cycles (struct search *s, const hb_check_result *result)
{
  hb_id *events = hb_calloc (s->trace->events.size, sizeof *events);
  hb_id *messages = hb_calloc (s->trace->messages.size, sizeof *messages);
  struct hb_part whole = hb_part_copy (&s->part);
  for (size_t e = 0; e < s->trace->events.size; e++)
    events[e] = (hb_id)e;
  for (size_t m = 0; m < s->trace->messages.size; m++)
    messages[m] = (hb_id)m;
  hb_part_mentioned (&s->part, s->trace, result, events, messages, s->options->limits);
  /* An engine may leave one cycle that refutes nothing. */
  if (!still_inconsistent (s, &s->part))
    {
      hb_part_free (&s->part);
      s->part = whole;
      whole = hb_part_copy (&s->part);
    }
  hb_part_free (&whole);
  hb_free (events);
  hb_free (messages);
}

static void
look (void *context)
{
  struct search *s = context;
  start (s);
  if (s->result->cycles.size)
    start_from_cycles (s, s->result);
  list_things (s);
  if (s->things.size)
    drop (s, 0, s->things.size);
  s->core = hb_part_trace (&s->part, NULL, NULL);
  hb_part_free (&s->part);
}

struct hb_core
hb_core_new (const hb_trace *trace, const hb_check_result *result,
             const struct hb_core_options *options)
{
  struct search s = { .trace = trace, .options = options, .result = result };
  char why[HB_LONGEST_FAILURE];
  bool good = hb_guarded (look, &s, why);
  vec_free (s.things);
  return (struct hb_core){ .trace = s.core, .minimal = good && !s.stopped, .checks = s.checks };
}

void
hb_core_free (struct hb_core *core)
{
  hb_trace_free (core->trace);
  core->trace = NULL;
}
