/* See replay_mailbox.h.
 *
 *     queue          one lane a handler:               put ->  [c b a]  -> take
 *     sender-queue   one lane for each of its senders: put ->  [c a]    -> take
 *                                                      put ->  [b]      -> take
 *     stack          one lane, put and taken at the same end
 *     multiset       no lane: what has been put may be taken
 *     priority       a binary heap, by priority and then by the time of the put
 *
 * Lanes are lists through `next`; a heap lies in the slice of `heap` that has the numbers of its
 * handler's messages. */
#include "run/replay_mailbox.h"

struct place
{
  hb_id lane;
  hb_id next; /* the message behind it in its lane */
  hb_id time; /* when it was put */
};

struct hb_mailboxes
{
  const hb_trace *trace;
  struct place *place; /* of a message */
  hb_id *first, *last; /* lane -> its messages, or HB_NONE */
  hb_id *heap, *held;  /* heaps, and handler -> messages in its heap */
  hb_id clock;
};

static enum hb_mailbox
discipline (const hb_mailboxes *boxes, hb_id message)
{
  return boxes->trace->handlers.data[boxes->trace->messages.data[message].handler].mailbox;
}

/* Gives every message its lane: one for each pair of receiver and sender under `sender-queue`, one
 * for each receiver otherwise. */
static void
lay_lanes (hb_mailboxes *boxes)
{
  const hb_trace *trace = boxes->trace;
  hb_id *seen_by = hb_new_ids (trace->handlers.size, HB_NONE),
        *lane = hb_new_ids (trace->handlers.size, 0);
  hb_id lanes = 0;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (message->kind != HB_POSTED)
        continue;
      hb_id sender = message->handler;
      if (discipline (boxes, m) == HB_SENDER_QUEUE)
        sender = hb_event_handler (trace, message->post);
      if (seen_by[sender] != message->handler)
        {
          seen_by[sender] = message->handler;
          lane[sender] = lanes++;
        }
      HB_ASSERT (lane[sender] < lanes);
      boxes->place[m].lane = lane[sender];
    }
  boxes->first = hb_new_ids (lanes, HB_NONE);
  boxes->last = hb_new_ids (lanes, HB_NONE);
  hb_free (seen_by);
  hb_free (lane);
}

hb_mailboxes *
hb_mailboxes_new (const hb_trace *trace)
{
  hb_mailboxes *boxes = hb_calloc (1, sizeof *boxes);
  size_t messages = trace->messages.size;
  boxes->trace = trace;
  boxes->place = hb_calloc (messages, sizeof *boxes->place);
  for (size_t m = 0; m < messages; m++)
    boxes->place[m] = (struct place){ HB_NONE, HB_NONE, 0 };
  boxes->heap = hb_new_ids (messages, HB_NONE);
  boxes->held = hb_new_ids (trace->handlers.size, 0);
  lay_lanes (boxes);
  return boxes;
}

void
hb_mailboxes_free (hb_mailboxes *boxes)
{
  if (!boxes)
    return;
  hb_free (boxes->place);
  hb_free (boxes->first);
  hb_free (boxes->last);
  hb_free (boxes->heap);
  hb_free (boxes->held);
  hb_free (boxes);
}

/* A is handed out before B. */
static bool
precedes (const hb_mailboxes *boxes, hb_id a, hb_id b)
{
  int32_t pa = boxes->trace->messages.data[a].priority,
          pb = boxes->trace->messages.data[b].priority;
  return pa != pb ? pa > pb : boxes->place[a].time < boxes->place[b].time;
}

static hb_id *
heap_of (const hb_mailboxes *boxes, hb_id handler)
{
  return boxes->heap + boxes->trace->handlers.data[handler].first;
}

static void
heap_put (hb_mailboxes *boxes, hb_id handler, hb_id message)
{
  hb_id *heap = heap_of (boxes, handler);
  HB_ASSERT (boxes->held[handler] < boxes->trace->handlers.data[handler].count);
  hb_id at = boxes->held[handler]++;
  for (; at > 0 && precedes (boxes, message, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = message;
}

static void
heap_take (hb_mailboxes *boxes, hb_id handler)
{
  hb_id *heap = heap_of (boxes, handler);
  HB_ASSERT (boxes->held[handler]);
  hb_id size = --boxes->held[handler], at = 0;
  hb_id message = heap[size];
  for (hb_id child; (child = 2 * at + 1) < size; at = child)
    {
      if (child + 1 < size && precedes (boxes, heap[child + 1], heap[child]))
        child++;
      if (!precedes (boxes, heap[child], message))
        break;
      heap[at] = heap[child];
    }
  heap[at] = message;
}

void
hb_mailbox_put (hb_mailboxes *boxes, hb_id message)
{
  hb_id lane = boxes->place[message].lane;
  HB_ASSERT (boxes->trace->messages.data[message].kind == HB_POSTED);
  boxes->place[message].time = boxes->clock++;
  switch (discipline (boxes, message))
    {
    case HB_QUEUE:
    case HB_SENDER_QUEUE:
      if (boxes->first[lane] == HB_NONE)
        boxes->first[lane] = message;
      else
        boxes->place[boxes->last[lane]].next = message;
      boxes->last[lane] = message;
      break;
    case HB_STACK:
      boxes->place[message].next = boxes->first[lane];
      boxes->first[lane] = message;
      break;
    case HB_PRIORITY:
      heap_put (boxes, boxes->trace->messages.data[message].handler, message);
      break;
    case HB_MULTISET:
      break;
    }
}

void
hb_mailbox_fetch (const hb_mailboxes *boxes, hb_id message)
{
  __builtin_prefetch (&boxes->place[message], 1);
}

hb_id
hb_mailbox_first (const hb_mailboxes *boxes, hb_id message)
{
  switch (discipline (boxes, message))
    {
    case HB_MULTISET:
      return message;
    case HB_PRIORITY:
      return heap_of (boxes, boxes->trace->messages.data[message].handler)[0];
    default:
      return boxes->first[boxes->place[message].lane];
    }
}

void
hb_mailbox_take (hb_mailboxes *boxes, hb_id message)
{
  switch (discipline (boxes, message))
    {
    case HB_MULTISET:
      break;
    case HB_PRIORITY:
      heap_take (boxes, boxes->trace->messages.data[message].handler);
      break;
    default:
      HB_ASSERT (boxes->first[boxes->place[message].lane] == message);
      boxes->first[boxes->place[message].lane] = boxes->place[message].next;
    }
}
