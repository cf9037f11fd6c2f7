/* Messages that wait for their handler's choice.  See cds.h.
 *
 *     stack         in the order of their posts: the last one is on top
 *     others        by rank, the one to be tried first in front
 *
 * A bag may hold thousands of messages, and is looked at whenever its handler is idle: so it is kept in
 * order, and places in it are found by bisection. */
#include "engine/cds/cds.h"

#include <stdlib.h>
#include <string.h>

static bool
is_stack (const struct cds *cds, hb_id handler)
{
  return cds->trace->handlers.data[handler].mailbox == HB_STACK;
}

/* How many messages of the bag, which is in the order of ranks, come before MESSAGE. */
static size_t
place_of (const struct cds *cds, const struct cds_bag *bag, hb_id message)
{
  size_t low = 0, high = bag->messages.size;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (cds_sooner (cds, bag->messages.data[middle], message))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
cds_bag_add (struct cds *cds, hb_id message)
{
  hb_id handler = cds->trace->messages.data[message].handler;
  struct cds_bag *bag = &cds->bags[handler];
  size_t at = is_stack (cds, handler) ? bag->messages.size : place_of (cds, bag, message);
  vec_push (bag->messages, message);
  hb_id *place = bag->messages.data + at;
  memmove (place + 1, place, (bag->messages.size - 1 - at) * sizeof *place);
  *place = message;
}

void
cds_bag_remove (struct cds *cds, hb_id message)
{
  hb_id handler = cds->trace->messages.data[message].handler;
  struct cds_bag *bag = &cds->bags[handler];
  size_t at = bag->messages.size - 1;
  if (!is_stack (cds, handler))
    at = place_of (cds, bag, message);
  /* What leaves a stack was on top, but for external messages. */
  while (bag->messages.data[at] != message)
    at--;
  hb_id *place = bag->messages.data + at;
  memmove (place, place + 1, (bag->messages.size - 1 - at) * sizeof *place);
  bag->messages.size--;
}

struct ranked
{
  hb_id rank, message;
};

static int
by_rank (const void *left, const void *right)
{
  const struct ranked *a = left, *b = right;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->message < b->message ? -1 : a->message > b->message;
}

void
cds_bag_sort (struct cds *cds, hb_id handler)
{
  struct cds_bag *bag = &cds->bags[handler];
  size_t size = bag->messages.size;
  if (size < 2 || is_stack (cds, handler))
    return;
  struct ranked *sorted = hb_calloc (size, sizeof *sorted);
  for (size_t i = 0; i < size; i++)
    sorted[i] = (struct ranked){ cds->rank[bag->messages.data[i]], bag->messages.data[i] };
  qsort (sorted, size, sizeof *sorted, by_rank);
  for (size_t i = 0; i < size; i++)
    bag->messages.data[i] = sorted[i].message;
  hb_free (sorted);
}

/* --- what the mailbox hands out ----------------------------------------------------------------- */

/* Of the posted messages in the bag of HANDLER the one that its mailbox, a stack or one with
 * priorities, hands out; or HB_NONE. */
static hb_id
handed_out (const struct cds *cds, hb_id handler)
{
  const struct cds_bag *bag = &cds->bags[handler];
  bool stack = cds->trace->handlers.data[handler].mailbox == HB_STACK;
  hb_id best = HB_NONE;
  for (size_t i = bag->messages.size; i-- > 0 && !(stack && best != HB_NONE);)
    {
      hb_id message = bag->messages.data[i];
      const struct hb_message *m = &cds->trace->messages.data[message];
      if (m->kind == HB_EXTERNAL)
        continue;
      int32_t highest = best == HB_NONE ? 0 : cds->trace->messages.data[best].priority;
      if (best == HB_NONE || m->priority > highest
          || (m->priority == highest && cds->messages[message].posted < cds->messages[best].posted))
        best = message;
    }
  return best;
}

static hb_id
earlier_of_sender (const struct cds *cds, hb_id message)
{
  const struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  for (size_t i = 0; i < bag->messages.size; i++)
    if (bag->messages.data[i] != message && hb_coupled (cds->trace, bag->messages.data[i], message)
        && cds->messages[bag->messages.data[i]].posted < cds->messages[message].posted)
      return bag->messages.data[i];
  return HB_NONE;
}

hb_id
cds_ahead (const struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  uint8_t mailbox = cds->trace->handlers.data[m->handler].mailbox;
  if (m->kind == HB_EXTERNAL)
    return HB_NONE;
  if (mailbox == HB_SENDER_QUEUE)
    return earlier_of_sender (cds, message);
  if (mailbox != HB_STACK && mailbox != HB_PRIORITY)
    return HB_NONE;
  hb_id first = handed_out (cds, m->handler);
  return first == message ? HB_NONE : first;
}

hb_id
cds_bag_next (const struct cds *cds, hb_id handler, hb_id tried)
{
  const struct cds_bag *bag = &cds->bags[handler];
  uint8_t mailbox = cds->trace->handlers.data[handler].mailbox;
  bool hands_out = mailbox == HB_STACK || mailbox == HB_PRIORITY;
  hb_id only = hands_out ? handed_out (cds, handler) : HB_NONE, best = HB_NONE;
  size_t at = tried == HB_NONE || mailbox == HB_STACK ? 0 : place_of (cds, bag, tried);
  for (; at < bag->messages.size && (best == HB_NONE || mailbox == HB_STACK); at++)
    {
      hb_id message = bag->messages.data[at];
      bool may
          = !hands_out || message == only || cds->trace->messages.data[message].kind == HB_EXTERNAL;
      if (may && (tried == HB_NONE || cds_sooner (cds, tried, message))
          && (best == HB_NONE || cds_sooner (cds, message, best)))
        best = message;
    }
  return best;
}
