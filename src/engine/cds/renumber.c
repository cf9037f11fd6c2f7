/* A copy of the trace for the search, with the messages of every handler in the order of their
 * ranks, and variables in the order in which these messages come to them.
 *
 * The search goes through the trace dozens of times, in about that order.  In a file whose order
 * tells nothing every event would be far from the one before, and the search several times slower
 * for want of cache.  See cds.h. */
#include "engine/cds/cds.h"

bool
cds_is_in_order (const struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  size_t good = 0, all = 0;
  for (hb_id m = 1; m < trace->messages.size; m++)
    if (trace->messages.data[m].handler == trace->messages.data[m - 1].handler
        && trace->messages.data[m - 1].kind != HB_INITIAL)
      {
        all++;
        good += cds->rank[m] > cds->rank[m - 1];
      }
  return 10 * good >= 9 * all;
}

/* Elements that are read in an order which no cache foresees are asked for so many steps before. */
#define AHEAD 24

/* New: all messages by their ranks, ties by their numbers.  Ranks are places of events or of messages in an order,
 * so each has a shelf. */
static hb_id *
messages_by_rank (const struct cds *cds)
{
  hb_id messages = (hb_id)cds->trace->messages.size, ranks = 0;
  for (hb_id m = 0; m < messages; m++)
    ranks = cds->rank[m] >= ranks ? cds->rank[m] + 1 : ranks;
  hb_id *shelf = hb_calloc (ranks + 1, sizeof *shelf);
  hb_id *sorted = hb_calloc (messages, sizeof *sorted);
  for (hb_id m = 0; m < messages; m++)
    shelf[cds->rank[m] + 1]++;
  for (hb_id r = 0; r < ranks; r++)
    shelf[r + 1] += shelf[r];
  for (hb_id m = 0; m < messages; m++)
    {
      if (m + AHEAD < messages)
        __builtin_prefetch (&shelf[cds->rank[m + AHEAD]], 1);
      sorted[shelf[cds->rank[m]]++] = m;
    }
  hb_free (shelf);
  return sorted;
}

/* Fills `old_message`, `rank` and NEW_MESSAGE, the inverse of the first: the initial message of a handler, then
 * the others by their ranks. */
static void
sort_messages (struct cds_copy *copy, const struct cds *cds, hb_id *new_message)
{
  const hb_trace *trace = cds->trace;
  hb_id messages = (hb_id)trace->messages.size, *sorted = messages_by_rank (cds);
  hb_id *next = hb_calloc (trace->handlers.size, sizeof *next);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    next[h] = trace->handlers.data[h].first + (trace->handlers.data[h].initial != HB_NONE);
  for (hb_id i = 0; i < messages; i++)
    {
      hb_id m = sorted[i], handler = cds->messages[m].handler;
      if (i + AHEAD < messages)
        {
          __builtin_prefetch (&cds->messages[sorted[i + AHEAD]]);
          __builtin_prefetch (&new_message[sorted[i + AHEAD]], 1);
        }
      bool initial = m == trace->handlers.data[handler].initial;
      new_message[m] = initial ? trace->handlers.data[handler].first : next[handler]++;
      copy->old_message[new_message[m]] = m;
      copy->rank[new_message[m]] = cds->rank[m];
    }
  hb_free (sorted);
  hb_free (next);
}

/* Message M, a new number, and behind it are copied next. */
static inline __attribute__ ((always_inline)) void
ask_for_messages (const struct cds_copy *copy, const hb_trace *trace, const hb_id *new_event,
                  hb_id m)
{
  hb_id left = (hb_id)trace->messages.size - m;
  const hb_id *old = copy->old_message + m;
  if (left > 2 * AHEAD)
    __builtin_prefetch (&trace->messages.data[old[2 * AHEAD]]);
  if (left <= AHEAD)
    return;
  hb_id first = trace->messages.data[old[AHEAD]].first;
  __builtin_prefetch (&trace->events.data[first]);
  __builtin_prefetch (&new_event[first], 1);
}

/* Messages with their events in the new order.  These still have their old partners and objects, but for variables,
 * which are numbered as they are met.  Fills `old_event` and the inverse NEW_EVENT. */
static void
copy_messages (struct cds_copy *copy, const hb_trace *trace, hb_id *new_event)
{
  hb_trace *made = &copy->trace;
  vec_reserve (made->messages, trace->messages.size);
  vec_reserve (made->events, trace->events.size);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      struct hb_message message = trace->messages.data[copy->old_message[m]];
      ask_for_messages (copy, trace, new_event, m);
      for (hb_id old = message.first; old < message.first + message.count; old++)
        {
          struct hb_event event = trace->events.data[old];
          copy->old_event[made->events.size] = old;
          new_event[old] = (hb_id)made->events.size;
          event.message = m;
          if (event.kind == HB_GET)
            event.object = m;
          else if (event.kind != HB_POST)
            {
              hb_id *variable = &copy->new_variable[event.object];
              if (*variable == HB_NONE)
                *variable = copy->variables++;
              event.object = *variable;
            }
          vec_push (made->events, event);
        }
      message.first = (hb_id)made->events.size - message.count;
      vec_push (made->messages, message);
    }
}

/* Posts and reads get the new numbers of their objects and partners. */
static void
link_events (struct cds_copy *copy, const hb_id *new_message, const hb_id *new_event)
{
  hb_trace *made = &copy->trace;
  for (hb_id e = 0; e < made->events.size; e++)
    {
      struct hb_event *event = &made->events.data[e];
      if (e + AHEAD < made->events.size && event[AHEAD].kind == HB_POST)
        __builtin_prefetch (&new_message[event[AHEAD].object]);
      else if (e + AHEAD < made->events.size && event[AHEAD].kind == HB_READ
               && event[AHEAD].partner != HB_NONE)
        __builtin_prefetch (&new_event[event[AHEAD].partner]);
      if (event->kind == HB_READ && event->partner != HB_NONE)
        event->partner = new_event[event->partner];
      if (event->kind != HB_POST)
        continue;
      event->object = new_message[event->object];
      struct hb_message *posted = &made->messages.data[event->object];
      posted->post = e;
      event->partner = posted->first;
      made->events.data[posted->first].partner = e;
    }
}

/* Variables in their new order, and their writes. */
static void
copy_variables (struct cds_copy *copy, const hb_trace *trace, const hb_id *new_event)
{
  hb_trace *made = &copy->trace;
  hb_id first = 0;
  for (size_t v = 0; v < trace->variables.size; v++)
    if (copy->new_variable[v] == HB_NONE)
      copy->new_variable[v] = copy->variables++;
  vec_resize (made->variables, trace->variables.size, (struct hb_variable){ .name = HB_NONE });
  for (size_t v = 0; v < trace->variables.size; v++)
    made->variables.data[copy->new_variable[v]] = trace->variables.data[v];
  vec_reserve (made->co, trace->co.size);
  for (size_t v = 0; v < trace->variables.size; v++)
    {
      struct hb_variable *variable = &made->variables.data[v];
      if (v + AHEAD < trace->variables.size)
        __builtin_prefetch (&trace->co.data[variable[AHEAD].first]);
      for (hb_id i = 0; i < variable->count; i++)
        vec_push (made->co, new_event[trace->co.data[variable->first + i]]);
      variable->first = first;
      first += variable->count;
    }
}

/* Handlers and chains: the same but for the numbers. */
static void
copy_rest (struct cds_copy *copy, const hb_trace *trace, const hb_id *new_message)
{
  hb_trace *made = &copy->trace;
  for (size_t h = 0; h < trace->handlers.size; h++)
    {
      struct hb_handler handler = trace->handlers.data[h];
      if (handler.initial != HB_NONE)
        handler.initial = new_message[handler.initial];
      vec_push (made->handlers, handler);
    }
  for (size_t i = 0; i < trace->chained.size; i++)
    vec_push (made->chained, new_message[trace->chained.data[i]]);
  for (size_t i = 0; i < trace->eo.size; i++)
    vec_push (made->eo, trace->eo.data[i]);
  for (size_t i = 0; i < trace->mo.size; i++)
    vec_push (made->mo, trace->mo.data[i]);
}

struct cds_copy *
cds_renumber (const struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  struct cds_copy *copy = hb_calloc (1, sizeof *copy);
  copy->old_message = hb_calloc (trace->messages.size, sizeof *copy->old_message);
  copy->old_event = hb_calloc (trace->events.size, sizeof *copy->old_event);
  copy->rank = hb_calloc (trace->messages.size, sizeof *copy->rank);
  copy->new_variable = hb_calloc (trace->variables.size, sizeof *copy->new_variable);
  for (size_t v = 0; v < trace->variables.size; v++)
    copy->new_variable[v] = HB_NONE;
  hb_id *new_message = hb_calloc (trace->messages.size, sizeof *new_message);
  hb_id *new_event = hb_calloc (trace->events.size, sizeof *new_event);
  sort_messages (copy, cds, new_message);
  copy_messages (copy, trace, new_event);
  link_events (copy, new_message, new_event);
  copy_variables (copy, trace, new_event);
  copy_rest (copy, trace, new_message);
  hb_free (copy->new_variable);
  copy->new_variable = NULL;
  hb_free (new_message);
  hb_free (new_event);
  return copy;
}

void
cds_copy_free (struct cds_copy *copy)
{
  if (!copy)
    return;
  vec_free (copy->trace.handlers);
  vec_free (copy->trace.messages);
  vec_free (copy->trace.events);
  vec_free (copy->trace.variables);
  vec_free (copy->trace.co);
  vec_free (copy->trace.chained);
  vec_free (copy->trace.eo);
  vec_free (copy->trace.mo);
  hb_free (copy->old_message);
  hb_free (copy->old_event);
  hb_free (copy->rank);
  hb_free (copy);
}

void
cds_copy_cycle_back (const struct cds_copy *copy, struct hb_cycle *cycle)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_step *step = &cycle->steps.data[i];
      step->from = copy->old_event[step->from];
      step->to = copy->old_event[step->to];
      if (step->before == HB_NONE)
        continue;
      step->before = copy->old_message[step->before];
      step->after = copy->old_message[step->after];
    }
}
