/* Does a step of happens-before hold (ED-consistency paper, Definition 1)?  See certify_step.h.
 *
 *     po   same message, later; or from the initial message to another one of its handler
 *     rf   the read names the write
 *     co   two writes of one variable, by their ranks
 *     fr   a read and a write of its variable of higher rank than what it reads; of any rank if it reads
 *          the initial value
 *     pb   a post and its get
 *     eo   events of two messages of one handler, the first of which runs first
 *     mo   two posts to one handler, the first of which comes first
 *     gp   the get of a message and the post of another to the same handler that would be handed out
 *          sooner, were both there: `priority`, the other having the higher one, and the first runs
 *          first; `stack`, and the first runs first though it was posted first
 *
 * An order of messages that is not assumed must stand in an eo or mo line of the trace: an eo order
 * speaks of posts, and an mo order of runs, only where posts decide (certify_pair.h). */
#include "proof/certify_step.h"

#include "proof/certify_pair.h"

const char *const hb_step_names[HB_STEP_KINDS] = { "po", "rf", "co", "fr", "pb", "eo", "mo", "gp" };

/* Where messages stand in chains: message m has the places first[m] .. first[m + 1] - 1. */
struct places
{
  hb_id *first, *chain, *at;
};

struct hb_steps
{
  const hb_trace *trace;
  struct places eo, mo;
};

static void
fill_places (struct places *places, const hb_trace *trace, const struct hb_chain *chains,
             size_t count)
{
  size_t messages = trace->messages.size;
  places->first = hb_calloc (messages + 2, sizeof (hb_id));
  for (size_t c = 0; c < count; c++)
    for (hb_id i = 0; i < chains[c].count; i++)
      places->first[trace->chained.data[chains[c].first + i] + 2]++;
  for (size_t m = 0; m < messages; m++)
    places->first[m + 2] += places->first[m + 1];
  places->chain = hb_calloc (places->first[messages + 1], sizeof (hb_id));
  places->at = hb_calloc (places->first[messages + 1], sizeof (hb_id));
  for (size_t c = 0; c < count; c++)
    for (hb_id i = 0; i < chains[c].count; i++)
      {
        hb_id place = places->first[trace->chained.data[chains[c].first + i] + 1]++;
        places->chain[place] = (hb_id)c;
        places->at[place] = i;
      }
}

static void
free_places (struct places *places)
{
  hb_free (places->first);
  hb_free (places->chain);
  hb_free (places->at);
}

hb_steps *
hb_steps_new (const hb_trace *trace)
{
  hb_steps *steps = hb_calloc (1, sizeof *steps);
  steps->trace = trace;
  fill_places (&steps->eo, trace, trace->eo.data, trace->eo.size);
  fill_places (&steps->mo, trace, trace->mo.data, trace->mo.size);
  return steps;
}

void
hb_steps_free (hb_steps *steps)
{
  if (!steps)
    return;
  free_places (&steps->eo);
  free_places (&steps->mo);
  hb_free (steps);
}

/* Does a chain have BEFORE before AFTER?  Places lie in the order of the chains. */
static bool
chained (const struct places *places, hb_id before, hb_id after)
{
  hb_id i = places->first[before], j = places->first[after];
  hb_id i_end = places->first[before + 1], j_end = places->first[after + 1];
  while (i < i_end && j < j_end)
    {
      if (places->chain[i] < places->chain[j])
        i++;
      else if (places->chain[i] > places->chain[j] || places->at[i] >= places->at[j])
        j++;
      else
        return true;
    }
  return false;
}

static const char *
order_wrong (const hb_steps *steps, enum hb_step_kind kind, hb_id before, hb_id after,
             const hb_id assumed[2])
{
  const hb_trace *trace = steps->trace;
  const struct hb_message *a = &trace->messages.data[before], *b = &trace->messages.data[after];
  bool decide = hb_posts_decide (trace, before, after);
  if (before == after || a->handler != b->handler)
    return "expected two messages of one handler";
  if (assumed)
    {
      if (assumed[0] != before || assumed[1] != after)
        return "the order assumed is not that of the messages of this step";
      return a->kind == HB_INITIAL || b->kind == HB_INITIAL
                 ? "the place of an initial message is not to be assumed"
                 : NULL;
    }
  bool eo = chained (&steps->eo, before, after), mo = chained (&steps->mo, before, after);
  bool given = kind == HB_STEP_EO ? eo || (mo && decide) : mo || (eo && decide);
  return given ? NULL : "the order is neither assumed nor in the trace";
}

static const char *
gp_wrong (const hb_steps *steps, hb_id before, hb_id after, const hb_id assumed[2])
{
  enum hb_sooner sooner = hb_handed_out_sooner (steps->trace, after, before);
  if (sooner == HB_SOONER_NEVER)
    return "the mailbox would not hand the second message out sooner";
  if (assumed)
    return order_wrong (steps, HB_STEP_EO, before, after, assumed);
  bool given = chained (&steps->eo, before, after)
               && (sooner == HB_SOONER_ALWAYS || chained (&steps->mo, before, after));
  return given ? NULL : "the order is neither assumed nor in the trace";
}

static bool
memory_holds (const hb_trace *trace, enum hb_step_kind kind, hb_id first, hb_id second)
{
  const struct hb_event *from = &trace->events.data[first], *to = &trace->events.data[second];
  switch (kind)
    {
    case HB_STEP_RF:
      return from->kind == HB_WRITE && to->kind == HB_READ && to->partner == first;
    case HB_STEP_PB:
      return from->kind == HB_POST && to->kind == HB_GET && to->partner == first;
    case HB_STEP_CO:
      return from->kind == HB_WRITE && to->kind == HB_WRITE && from->object == to->object
             && from->partner < to->partner;
    default:
      return from->kind == HB_READ && to->kind == HB_WRITE && from->object == to->object
             && (from->partner == HB_NONE
                 || trace->events.data[from->partner].partner < to->partner);
    }
}

static bool
po_holds (const hb_trace *trace, struct hb_step_end from, struct hb_step_end to)
{
  const struct hb_message *a = &trace->messages.data[from.message];
  if (from.message == to.message)
    return from.event != HB_NONE && from.event < to.event;
  return a->kind == HB_INITIAL && a->handler == trace->messages.data[to.message].handler;
}

const char *
hb_step_wrong (const hb_steps *steps, struct hb_step_end from, enum hb_step_kind kind,
               struct hb_step_end to, const hb_id assumed[2])
{
  const hb_trace *trace = steps->trace;
  bool events = from.event != HB_NONE && to.event != HB_NONE;
  switch (kind)
    {
    case HB_STEP_PO:
      return po_holds (trace, from, to) ? NULL : "program order does not have it";
    case HB_STEP_EO:
      return order_wrong (steps, kind, from.message, to.message, assumed);
    case HB_STEP_MO:
      if (!events || trace->events.data[from.event].kind != HB_POST
          || trace->events.data[to.event].kind != HB_POST)
        return "mo orders posts";
      return order_wrong (steps, kind, trace->events.data[from.event].object,
                          trace->events.data[to.event].object, assumed);
    case HB_STEP_GP:
      if (!events || trace->events.data[from.event].kind != HB_GET
          || trace->events.data[to.event].kind != HB_POST)
        return "gp leads from a get to a post";
      return gp_wrong (steps, from.message, trace->events.data[to.event].object, assumed);
    default:
      return events && memory_holds (trace, kind, from.event, to.event)
                 ? NULL
                 : "the trace does not have it";
    }
}
