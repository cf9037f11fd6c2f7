/* Messages that wait for their handler's choice.  See cds.h.
 *
 *     stacks and priorities   external ones first, by rank; then the others, the one that is handed out last
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

/* Where the bag is by rank: everywhere, or up to where its mailbox hands out. */
static size_t
ranked (const struct cds *cds, const struct cds_bag *bag, hb_id handler)
{
  return hands_out (cds, handler) ? bag->externals : bag->messages.size;
}

/* How many messages of the bag, which is in order, come before MESSAGE: of those by rank, or, if OUT, of those behind them. */
static size_t
place_among (const struct cds *cds, const struct cds_bag *bag, hb_id message, bool out)
{
  size_t end = ranked (cds, bag, cds->trace->messages.data[message].handler);
  size_t low = out ? end : 0, high = out ? bag->messages.size : end;
  /* What is posted to a stack comes last, and so do most others. */
  if (out && low < high && is_under (cds, bag->messages.data[high - 1], message))
    low = high;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      hb_id there = bag->messages.data[middle];
      if (out ? is_under (cds, there, message) : cds_sooner (cds, there, message))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static size_t
place_of (const struct cds *cds, const struct cds_bag *bag, hb_id message)
{
  bool by_mailbox = hands_out (cds, cds->trace->messages.data[message].handler);
  return place_among (cds, bag, message, by_mailbox && !is_external (cds, message));
}

/* --- room ------------------------------------------------------------------------------------- */

/* Puts the messages in the middle of their space, which is twice as large as they need at least. */
static void
center (struct cds_bag *bag)
{
  size_t size = bag->messages.size, places = bag->places;
  hb_id *space = bag->space;
  if (places < 2 * size + 2)
    {
      bag->places = 4 * size + 8;
      bag->space = hb_calloc (bag->places, sizeof *bag->space);
    }
  hb_id *data = bag->space + (bag->places - size) / 2;
  if (size)
    memmove (data, bag->messages.data, size * sizeof *data);
  bag->messages.data = data;
  if (bag->space != space)
    hb_free (space);
}

/* MESSAGE at place AT: those before it, or those behind, whichever are fewer, move on by one. */
static void
insert (struct cds_bag *bag, size_t at, hb_id message)
{
  size_t size = bag->messages.size;
  bool front = at < size - at;
  if (!bag->space
      || (front ? bag->messages.data == bag->space
                : bag->messages.data + size == bag->space + bag->places))
    center (bag);
  hb_id *data = bag->messages.data;
  if (front)
    {
      memmove (data - 1, data, at * sizeof *data);
      bag->messages.data--;
    }
  else
    memmove (data + at + 1, data + at, (size - at) * sizeof *data);
  bag->messages.data[at] = message;
  bag->messages.size++;
}

static void
take_out (struct cds_bag *bag, size_t at)
{
  hb_id *data = bag->messages.data;
  size_t behind = --bag->messages.size - at;
  if (at < behind)
    {
      memmove (data + 1, data, at * sizeof *data);
      bag->messages.data++;
    }
  else
    memmove (data + at, data + at + 1, behind * sizeof *data);
}

/* --- coming and going --------------------------------------------------------------------------- */

void
cds_bag_add (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  insert (bag, place_of (cds, bag, message), message);
  bag->externals += is_external (cds, message);
  cds_senders_add (cds, message);
  cds_ready_add (cds, message);
}

void
cds_bag_remove (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->trace->messages.data[message].handler];
  /* What a mailbox hands out is the last one. */
  size_t at = bag->messages.size - 1;
  if (bag->messages.data[at] != message)
    at = place_of (cds, bag, message);
  HB_ASSERT (bag->messages.data[at] == message);
  take_out (bag, at);
  bag->externals -= is_external (cds, message);
  cds_senders_remove (cds, message);
}

struct place
{
  hb_id rank, message;
};

static int
by_rank (const void *left, const void *right)
{
  const struct place *a = left, *b = right;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->message < b->message ? -1 : a->message > b->message;
}

void
cds_bag_sort (struct cds *cds, hb_id handler)
{
  struct cds_bag *bag = &cds->bags[handler];
  bag->externals = 0;
  for (size_t i = 0; i < bag->messages.size; i++)
    bag->externals += is_external (cds, bag->messages.data[i]);
  size_t size = ranked (cds, bag, handler);
  cds_ready_sort (cds, handler);
  if (size < 2)
    return;
  struct place *sorted = hb_calloc (size, sizeof *sorted);
  for (size_t i = 0; i < size; i++)
    sorted[i] = (struct place){ cds->rank[bag->messages.data[i]], bag->messages.data[i] };
  qsort (sorted, size, sizeof *sorted, by_rank);
  for (size_t i = 0; i < size; i++)
    bag->messages.data[i] = sorted[i].message;
  hb_free (sorted);
}

void
cds_bag_fill (struct cds *cds, hb_id handler)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  struct cds_bag *bag = &cds->bags[handler];
  bag->messages.size = 0;
  for (hb_id m = h->first; m < h->first + h->count; m++)
    if (is_external (cds, m) && cds->trace->messages.data[m].count)
      insert (bag, bag->messages.size, m);
  cds_bag_sort (cds, handler);
  for (size_t i = 0; i < bag->messages.size; i++)
    cds_ready_add (cds, bag->messages.data[i]);
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

hb_id
cds_ahead (const struct cds *cds, hb_id message)
{
  const struct hb_message *m = &cds->trace->messages.data[message];
  uint8_t mailbox = cds->trace->handlers.data[m->handler].mailbox;
  if (m->kind == HB_EXTERNAL)
    return HB_NONE;
  hb_id first = HB_NONE;
  if (mailbox == HB_SENDER_QUEUE)
    first = cds_first_of_sender (cds, message);
  else if (hands_out (cds, m->handler))
    first = handed_out (cds, m->handler);
  return first == message ? HB_NONE : first;
}

hb_id
cds_bag_next (const struct cds *cds, hb_id handler, hb_id tried)
{
  const struct cds_bag *bag = &cds->bags[handler];
  size_t end = ranked (cds, bag, handler);
  size_t at = tried == HB_NONE ? 0 : place_among (cds, bag, tried, false);
  if (at < end && bag->messages.data[at] == tried)
    at++;
  hb_id next = at < end ? bag->messages.data[at] : HB_NONE;
  hb_id out = hands_out (cds, handler) ? handed_out (cds, handler) : HB_NONE;
  if (out == HB_NONE || (tried != HB_NONE && !cds_sooner (cds, tried, out)))
    return next;
  return next == HB_NONE || cds_sooner (cds, out, next) ? out : next;
}
