/* See trace_info.h. */
#include "engine/trace_info.h"

#include "trace/order.h"
#include "engine/saturation.h"

const char *
hb_message_kind_name (enum hb_message_kind kind)
{
  static const char *const names[] = { "initial", "posted", "external" };
  return names[kind];
}

static void
count_events (const hb_trace *trace, hb_trace_info *info)
{
  info->events = trace->events.size;
  info->variables = trace->variables.size;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      info->events_of[event->kind]++;
      info->initial_reads += event->kind == HB_READ && event->partner == HB_NONE;
    }
}

static void
count_messages (const hb_trace *trace, hb_trace_info *info)
{
  info->messages = trace->messages.size;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      info->messages_of[message->kind]++;
      info->empty_messages += !message->count;
      info->by_handler[message->handler].events += message->count;
    }
}

static void
count_handlers (const hb_trace *trace, hb_trace_info *info)
{
  info->handlers = trace->handlers.size;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      struct hb_handler_info *own = &info->by_handler[h];
      info->handlers_with_initial += handler->initial != HB_NONE;
      info->handlers_of[handler->mailbox]++;
      own->messages = handler->count;
      own->pairs = hb_handler_pairs (handler);
      info->pairs += own->pairs;
    }
}

/* Walks up from each message to one of known depth, and down again writing depths. */
static int64_t
nesting (const hb_trace *trace)
{
  hb_id deepest = 0, *depth = hb_calloc (trace->messages.size, sizeof *depth);
  VEC (hb_id) way = VEC_EMPTY;
  bool circle = false;
  for (hb_id m = 0; m < trace->messages.size; m++)
    depth[m] = HB_NONE;
  for (hb_id m = 0; m < trace->messages.size && !circle; m++)
    {
      hb_id at = m;
      vec_clear (way);
      while (at != HB_NONE && depth[at] == HB_NONE && way.size <= trace->messages.size)
        {
          vec_push (way, at);
          at = hb_poster (trace, at);
        }
      circle = way.size > trace->messages.size;
      hb_id next = at == HB_NONE ? 0 : depth[at] + 1;
      for (; way.size && !circle; next++)
        {
          depth[vec_pop (way)] = next;
          deepest = next > deepest ? next : deepest;
        }
    }
  vec_free (way);
  hb_free (depth);
  return circle ? -1 : (int64_t)deepest;
}

/* The longest path in events, by Kahn's algorithm: a node is placed when all nodes before it are. */
static int64_t
longest_chain (const hb_trace *trace, const hb_order *order)
{
  hb_id *missing = hb_calloc (order->nodes, sizeof *missing);
  hb_id *length = hb_calloc (order->nodes, sizeof *length);
  hb_id *queue = hb_calloc (order->nodes, sizeof *queue);
  hb_id placed = 0, longest = 0;
  for (hb_id e = 0; e < order->first[order->nodes]; e++)
    missing[order->to[e]]++;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!missing[v])
      queue[placed++] = v;
  for (hb_id done = 0; done < placed; done++)
    {
      hb_id v = queue[done];
      length[v] += v < trace->events.size;
      longest = length[v] > longest ? length[v] : longest;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        {
          hb_id to = order->to[e];
          length[to] = length[v] > length[to] ? length[v] : length[to];
          if (!--missing[to])
            queue[placed++] = to;
        }
    }
  hb_free (missing);
  hb_free (length);
  hb_free (queue);
  return placed < order->nodes ? -1 : (int64_t)longest;
}

/* Counts the undecided pairs of one handler; false when a pair is forced both ways. */
static bool
count_undecided (const hb_trace *trace, const hb_saturation *saturation, hb_id h,
                 struct hb_handler_info *own)
{
  const struct hb_handler *handler = &trace->handlers.data[h];
  hb_id end = handler->first + handler->count;
  for (hb_id a = handler->first; a < end; a++)
    for (hb_id b = a + 1; b < end; b++)
      {
        if (a == handler->initial || b == handler->initial)
          continue;
        bool forth = hb_saturation_forces (saturation, a, b);
        bool back = hb_saturation_forces (saturation, b, a);
        if (forth && back)
          return false;
        own->undecided += !forth && !back;
      }
  return true;
}

static void
count_pairs (const hb_trace *trace, const hb_order *order, uint64_t memory,
             struct hb_limits *limits, hb_trace_info *info)
{
  info->bytes = hb_saturation_bytes (trace, order);
  info->undecided_state = info->longest_chain < 0 ? HB_PAIRS_CONTRADICTORY
                          : info->bytes > memory  ? HB_PAIRS_TOO_LARGE
                                                  : HB_PAIRS_COUNTED;
  if (info->undecided_state != HB_PAIRS_COUNTED)
    return;
  hb_saturation *saturation = hb_saturation_new (trace, order, limits);
  if (!saturation)
    {
      info->undecided_state = HB_PAIRS_STOPPED;
      return;
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      if (!count_undecided (trace, saturation, h, &info->by_handler[h]))
        info->undecided_state = HB_PAIRS_CONTRADICTORY;
      info->undecided += info->by_handler[h].undecided;
    }
  hb_saturation_free (saturation);
}

hb_trace_info *
hb_trace_info_new (const hb_trace *trace, uint64_t memory, struct hb_limits *limits)
{
  hb_trace_info *info = hb_calloc (1, sizeof *info);
  info->by_handler = hb_calloc (trace->handlers.size, sizeof *info->by_handler);
  count_events (trace, info);
  count_messages (trace, info);
  count_handlers (trace, info);
  info->nesting = nesting (trace);
  hb_order *order = hb_order_new (trace);
  info->longest_chain = longest_chain (trace, order);
  count_pairs (trace, order, memory, limits, info);
  hb_order_free (order);
  return info;
}

void
hb_trace_info_free (hb_trace_info *info)
{
  if (!info)
    return;
  hb_free (info->by_handler);
  hb_free (info);
}
