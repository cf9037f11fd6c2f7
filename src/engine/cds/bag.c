/* Messages that wait for their handler's choice.  See cds.h.
 *
 *     stacks and priorities   external ones first, then the others, the one that is handed out last
 *     others                  by rank, the one to be tried first in front
 *
 * A bag may hold thousands of messages, and is looked at whenever its handler is idle, or one of them is
 * asked about: so it is kept in order, places in it are found by bisection, and what a mailbox hands
 * out is its last message. */
#include "engine/cds/cds.h"

#include <stdlib.h>
#include <string.h>

/* Does the mailbox of HANDLER say which of its posted messages is next? */
static bool
hands_out (const struct cds *cds, hb_id handler)
{
  uint8_t mailbox = cds->trace->handlers.data[handler].mailbox;
  return mailbox == HB_STACK || mailbox == HB_PRIORITY;
}

static bool
is_external (const struct cds *cds, hb_id message)
{
  return cds->trace->messages.data[message].kind == HB_EXTERNAL;
}

/* Does the mailbox hand out OTHER before MESSAGE?  Both are posted, to one that hands out. */
static bool
is_under (const struct cds *cds, hb_id message, hb_id other)
{
  const struct hb_message *m = &cds->trace->messages.data[message],
                          *o = &cds->trace->messages.data[other];
  if (cds->trace->handlers.data[m->handler].mailbox == HB_STACK)
    return cds->messages[message].posted < cds->messages[other].posted;
  return m->priority < o->priority
         || (m->priority == o->priority
             && cds->messages[message].posted > cds->messages[other].posted);
}

/* How many messages of the bag, which is in order, come before MESSAGE. */
static size_t
place_of (const struct cds *cds, const struct cds_bag *bag, hb_id message)
{
  bool by_mailbox = hands_out (cds, cds->trace->messages.data[message].handler);
  if (by_mailbox && is_external (cds, message))
    return 0;
  size_t low = by_mailbox ? bag->externals : 0, high = bag->messages.size;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      hb_id there = bag->messages.data[middle];
      if (by_mailbox ? is_under (cds, there, message) : cds_sooner (cds, there, message))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
cds_bag_add (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  size_t at = place_of (cds, bag, message);
  vec_push (bag->messages, message);
  hb_id *place = bag->messages.data + at;
  memmove (place + 1, place, (bag->messages.size - 1 - at) * sizeof *place);
  *place = message;
  bag->externals += is_external (cds, message);
}

void
cds_bag_remove (struct cds *cds, hb_id message)
{
  hb_id handler = cds->trace->messages.data[message].handler;
  struct cds_bag *bag = &cds->bags[handler];
  size_t at = bag->messages.size - 1;
  if (!hands_out (cds, handler))
    at = place_of (cds, bag, message);
  /* What such a mailbox lets go of is its last one, but for external messages and posts undone. */
  while (bag->messages.data[at] != message)
    at--;
  hb_id *place = bag->messages.data + at;
  memmove (place, place + 1, (bag->messages.size - 1 - at) * sizeof *place);
  bag->messages.size--;
  bag->externals -= is_external (cds, message);
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
  bag->externals = 0;
  for (size_t i = 0; i < size; i++)
    bag->externals += is_external (cds, bag->messages.data[i]);
  if (size < 2 || hands_out (cds, handler))
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
  return bag->messages.size > bag->externals ? vec_top (bag->messages) : HB_NONE;
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
  if (!hands_out (cds, m->handler))
    return HB_NONE;
  hb_id first = handed_out (cds, m->handler);
  return first == message ? HB_NONE : first;
}

hb_id
cds_bag_next (const struct cds *cds, hb_id handler, hb_id tried)
{
  const struct cds_bag *bag = &cds->bags[handler];
  bool by_mailbox = hands_out (cds, handler);
  hb_id best = by_mailbox ? handed_out (cds, handler) : HB_NONE;
  if (best != HB_NONE && tried != HB_NONE && !cds_sooner (cds, tried, best))
    best = HB_NONE;
  size_t at = tried == HB_NONE || by_mailbox ? 0 : place_of (cds, bag, tried);
  size_t end = by_mailbox ? bag->externals : bag->messages.size;
  for (; at < end && (best == HB_NONE || by_mailbox); at++)
    {
      hb_id message = bag->messages.data[at];
      if ((tried == HB_NONE || cds_sooner (cds, tried, message))
          && (best == HB_NONE || cds_sooner (cds, message, best)))
        best = message;
    }
  return best;
}
