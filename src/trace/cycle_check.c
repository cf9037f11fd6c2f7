/* Does a cycle of happens-before hold?  Every step is judged by itself against the trace.  See
 * order.h.
 *
 *     po   same message, later position; or from the initial message to another one of its handler
 *     rf   the read names the write
 *     co   two writes of one variable, by rank
 *     fr   a read and a write of its variable of higher rank than the write read from
 *     pb   a post and its get
 *     eo   events of two messages of one handler, by assumption or by a chain of the input
 *     mo   two posts to one handler, likewise
 *     gp   the get of a message and a post that would bury it, where the former runs first (and under
 *          `stack` is posted first): by assumption or by chains
 *
 * A chain of eo speaks of posts, and one of mo of runs, only where these are coupled. */
#include "trace/order.h"

static bool
fails (const char **why, const char *reason)
{
  if (why)
    *why = reason;
  return false;
}

/* The message in which NODE stands, HB_NONE if there is no such node. */
static hb_id
message_of (const hb_trace *trace, hb_id node)
{
  if (node < trace->events.size)
    return trace->events.data[node].message;
  hb_id empty = node - (hb_id)trace->events.size;
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count && !empty--)
      return m;
  return HB_NONE;
}

/* Does one of the CHAINS have BEFORE before AFTER? */
static bool
chained (const hb_trace *trace, const struct hb_chain *chains, size_t count, hb_id before,
         hb_id after)
{
  for (size_t c = 0; c < count; c++)
    {
      const hb_id *member = trace->chained.data + chains[c].first;
      bool seen = false;
      for (hb_id i = 0; i < chains[c].count; i++)
        {
          if (seen && member[i] == after)
            return true;
          seen = seen || member[i] == before;
        }
    }
  return false;
}

/* Is the order of the messages what the step assumes, or what the input says? */
static bool
order_is_given (const hb_trace *trace, const struct hb_step *step, hb_id before, hb_id after)
{
  bool coupled = hb_coupled (trace, before, after);
  if (step->before != HB_NONE)
    return step->before == before && step->after == after;
  bool eo = chained (trace, trace->eo.data, trace->eo.size, before, after);
  bool mo = chained (trace, trace->mo.data, trace->mo.size, before, after);
  return step->relation == HB_EO ? eo || (mo && coupled) : mo || (eo && coupled);
}

static bool
po_holds (const hb_trace *trace, const struct hb_step *step, hb_id before, hb_id after)
{
  if (before == after)
    return step->from < step->to;
  const struct hb_message *m = &trace->messages.data[before];
  return m->kind == HB_INITIAL && m->handler == trace->messages.data[after].handler;
}

static bool
memory_holds (const hb_trace *trace, const struct hb_step *step)
{
  if (step->from >= trace->events.size || step->to >= trace->events.size)
    return false;
  const struct hb_event *from = &trace->events.data[step->from],
                        *to = &trace->events.data[step->to];
  if (step->relation == HB_PB)
    return from->kind == HB_POST && from->partner == step->to;
  if (step->relation == HB_RF)
    return to->kind == HB_READ && from->kind == HB_WRITE && to->partner == step->from;
  if (to->kind != HB_WRITE || from->object != to->object)
    return false;
  if (step->relation == HB_CO)
    return from->kind == HB_WRITE && from->partner < to->partner;
  return from->kind == HB_READ
         && (from->partner == HB_NONE || trace->events.data[from->partner].partner < to->partner);
}

static bool
eo_holds (const hb_trace *trace, const struct hb_step *step, hb_id before, hb_id after,
          const char **why)
{
  const struct hb_message *a = &trace->messages.data[before], *b = &trace->messages.data[after];
  if (before == after || a->handler != b->handler)
    return fails (why, "an eo step needs two messages of one handler");
  if (!order_is_given (trace, step, before, after))
    return fails (why, "the eo step is neither assumed nor in the input");
  return true;
}

static bool
mo_holds (const hb_trace *trace, const struct hb_step *step, const char **why)
{
  if (step->from >= trace->events.size || step->to >= trace->events.size
      || trace->events.data[step->from].kind != HB_POST
      || trace->events.data[step->to].kind != HB_POST)
    return fails (why, "an mo step needs two posts");
  hb_id before = trace->events.data[step->from].object, after = trace->events.data[step->to].object;
  const struct hb_message *a = &trace->messages.data[before], *b = &trace->messages.data[after];
  if (before == after || a->handler != b->handler)
    return fails (why, "an mo step needs two posts to one handler");
  if (!order_is_given (trace, step, before, after))
    return fails (why, "the mo step is neither assumed nor in the input");
  return true;
}

static bool
gp_holds (const hb_trace *trace, const struct hb_step *step, const char **why)
{
  if (step->from >= trace->events.size || step->to >= trace->events.size
      || trace->events.data[step->from].kind != HB_GET
      || trace->events.data[step->to].kind != HB_POST)
    return fails (why, "a gp step needs a get and a post");
  hb_id before = trace->events.data[step->from].object, after = trace->events.data[step->to].object;
  bool by_posts = false;
  if (!hb_buries (trace, after, before, &by_posts))
    return fails (why, "a gp step needs two messages of one handler, the second of which would be "
                       "handed out sooner");
  struct hb_step runs = { step->from, step->to, HB_EO, step->before, step->after };
  struct hb_step posts = { step->from, step->to, HB_MO, step->before, step->after };
  if (!order_is_given (trace, &runs, before, after)
      || (by_posts && !order_is_given (trace, &posts, before, after)))
    return fails (why, "the gp step is neither assumed nor in the input");
  return true;
}

bool
hb_step_holds (const hb_trace *trace, const struct hb_step *step, const char **why)
{
  hb_id before = message_of (trace, step->from), after = message_of (trace, step->to);
  if (before == HB_NONE || after == HB_NONE)
    return fails (why, "there is no such event");
  bool is_order = step->relation == HB_EO || step->relation == HB_MO || step->relation == HB_GP;
  if (!is_order && (step->before != HB_NONE || step->after != HB_NONE))
    return fails (why, "only eo, mo and gp steps can be assumptions");
  switch (step->relation)
    {
    case HB_PO:
      return po_holds (trace, step, before, after) || fails (why, "the po step does not hold");
    case HB_EO:
      return eo_holds (trace, step, before, after, why);
    case HB_MO:
      return mo_holds (trace, step, why);
    case HB_GP:
      return gp_holds (trace, step, why);
    default:
      return memory_holds (trace, step)
             || fails (why, "the step does not hold: the trace has no such rf, co, fr or pb");
    }
}

bool
hb_cycle_holds (const hb_trace *trace, const struct hb_cycle *cycle, const char **why)
{
  if (!cycle->steps.size)
    return fails (why, "a cycle needs steps");
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      const struct hb_step *next = &cycle->steps.data[(i + 1) % cycle->steps.size];
      if (!hb_step_holds (trace, step, why))
        return false;
      if (step->to != next->from)
        return fails (why, "the step does not end where the next one starts");
    }
  return true;
}
