/* See history.h. */
#include "trace/history.h"

#include "trace/order.h"

#include <string.h>

bool
hb_history_check (const hb_trace *trace, hb_diag *diag)
{
  struct hb_place place = { .file = trace->file };
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind != HB_INITIAL)
      {
        hb_error (
            diag, &place,
            "a history has threads, handlers with an initial message alone; '%s' is a message",
            hb_message_name (trace, m));
        return false;
      }
  if (!trace->eo.size && !trace->mo.size)
    return true;
  hb_error (diag, &place, "a history has no 'eo' and 'mo' lines");
  return false;
}

/* --- co ----------------------------------------------------------------------------------------- */

void
hb_history_set_co (hb_trace *history, const hb_id *co)
{
  for (size_t v = 0; v < history->variables.size; v++)
    {
      const struct hb_variable *variable = &history->variables.data[v];
      for (hb_id i = 0; i < variable->count; i++)
        {
          hb_id write = co[variable->first + i];
          history->co.data[variable->first + i] = write;
          history->events.data[write].partner = i;
        }
    }
}

/* The event of HISTORY that stands where EVENT stands in SOLUTION, or HB_NONE. */
static hb_id
same_place (const hb_trace *history, const hb_trace *solution, hb_id event)
{
  hb_id h = hb_event_handler (solution, event), place = hb_event_position (solution, event);
  hb_id mine = hb_trace_find_handler (history, hb_handler_name (solution, h));
  hb_id m = mine == HB_NONE ? HB_NONE : history->handlers.data[mine].initial;
  if (m == HB_NONE || place >= history->messages.data[m].count)
    return HB_NONE;
  return history->messages.data[m].first + place;
}

/* Do A of HISTORY and B of SOLUTION do the same? */
static bool
is_same (const hb_trace *history, hb_id a, const hb_trace *solution, hb_id b)
{
  const struct hb_event *mine = &history->events.data[a], *theirs = &solution->events.data[b];
  if (mine->kind != theirs->kind
      || strcmp (hb_variable_name (history, mine->object),
                 hb_variable_name (solution, theirs->object)))
    return false;
  if (mine->kind == HB_WRITE)
    return true;
  return theirs->partner == HB_NONE
             ? mine->partner == HB_NONE
             : mine->partner == same_place (history, solution, theirs->partner);
}

bool
hb_history_co_of (const hb_trace *history, const hb_trace *solution, hb_id *co, hb_diag *diag)
{
  struct hb_place place = { .file = solution->file };
  if (!hb_history_check (solution, diag))
    return false;
  if (history->events.size != solution->events.size)
    {
      hb_error (diag, &place, "%zu events; the history has %zu", solution->events.size,
                history->events.size);
      return false;
    }
  for (hb_id e = 0; e < solution->events.size; e++)
    {
      hb_id mine = same_place (history, solution, e);
      if (mine != HB_NONE && is_same (history, mine, solution, e))
        continue;
      char *address = hb_event_address (solution, e);
      hb_error (diag, &place, "'%s' is not what stands in the history at this place", address);
      hb_free (address);
      return false;
    }
  for (size_t v = 0; v < solution->variables.size; v++)
    {
      const struct hb_variable *theirs = &solution->variables.data[v];
      if (!theirs->count)
        continue;
      hb_id first = same_place (history, solution, solution->co.data[theirs->first]);
      hb_id start = history->variables.data[history->events.data[first].object].first;
      for (hb_id i = 0; i < theirs->count; i++)
        co[start + i] = same_place (history, solution, solution->co.data[theirs->first + i]);
    }
  return true;
}

/* --- reads, by value ----------------------------------------------------------------------------- */

static size_t
value_of (const hb_trace *history, const struct hb_event *read)
{
  return read->partner == HB_NONE ? history->events.size + read->object : read->partner;
}

struct hb_readers
hb_readers_new (const hb_trace *history)
{
  size_t values = history->events.size + history->variables.size;
  struct hb_readers r = { hb_calloc (values + 2, sizeof (hb_id)),
                          hb_calloc (history->events.size, sizeof (hb_id)) };
  hb_id *next = r.start + 1; /* one ahead, so that filling moves it into place */
  for (size_t e = 0; e < history->events.size; e++)
    if (history->events.data[e].kind == HB_READ)
      next[value_of (history, &history->events.data[e]) + 1]++;
  for (size_t v = 0; v < values; v++)
    next[v + 1] += next[v];
  for (hb_id e = 0; e < history->events.size; e++)
    if (history->events.data[e].kind == HB_READ)
      r.reads[next[value_of (history, &history->events.data[e])]++] = e;
  return r;
}

void
hb_readers_free (struct hb_readers *r)
{
  hb_free (r->start);
  hb_free (r->reads);
}

bool
hb_history_runs (const hb_trace *history, hb_id *run)
{
  hb_order *order = hb_order_new (history);
  hb_id *missing = hb_calloc (order->nodes, sizeof *missing);
  hb_id *sorted = hb_calloc (order->nodes, sizeof *sorted);
  hb_id placed = 0, events = 0;
  for (hb_id e = 0; e < order->first[order->nodes]; e++)
    missing[order->to[e]]++;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!missing[v])
      sorted[placed++] = v;
  for (hb_id done = 0; done < placed; done++)
    for (hb_id e = order->first[sorted[done]]; e < order->first[sorted[done] + 1]; e++)
      if (!--missing[order->to[e]])
        sorted[placed++] = order->to[e];
  for (hb_id i = 0; i < placed; i++)
    if (sorted[i] < history->events.size) /* not the node of an empty thread */
      run[events++] = sorted[i];
  bool runs = placed == order->nodes;
  hb_free (missing);
  hb_free (sorted);
  hb_order_free (order);
  return runs;
}
