/* Messages that wait for their handler's choice.  See cds.h.
 *
 *     by rank       all but those below: a set of places in the order of the ranks, the one to be tried first in front
 *     handed out    posted messages of stacks and priorities, the one that is handed out last in front
 *
 * A bag may hold thousands of messages, and is looked at whenever its handler is idle, or one of them is
 * asked about: so what comes, goes and is next takes a few steps, and what a mailbox hands out is its last message. */
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

/* Is MESSAGE among those that its mailbox hands out, rather than by rank? */
static bool
is_handed (const struct cds *cds, hb_id message)
{
  return hands_out (cds, cds->messages[message].handler) && !is_external (cds, message);
}

/* --- by rank ---------------------------------------------------------------------------------------- */

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

/* The turns of the messages of HANDLER: their places in the order of the ranks.  Linear if the file has them so. */
static void
find_turns (struct cds *cds, hb_id handler)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  struct ranked *sorted = hb_calloc (h->count, sizeof *sorted);
  bool in_order = true;
  for (hb_id i = 0; i < h->count; i++)
    {
      sorted[i] = (struct ranked){ cds->rank[h->first + i], h->first + i };
      in_order = in_order && (!i || by_rank (&sorted[i - 1], &sorted[i]) < 0);
    }
  if (!in_order)
    qsort (sorted, h->count, sizeof *sorted, by_rank);
  for (hb_id i = 0; i < h->count; i++)
    {
      cds->at_turn[h->first + i] = sorted[i].message;
      cds->turn[sorted[i].message] = i;
    }
  hb_free (sorted);
}

/* Can messages wait by rank for HANDLER? */
static bool
has_ranked (const struct cds *cds, hb_id handler)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  for (hb_id m = h->first; m < h->first + h->count; m++)
    if (cds_by_choice (cds, m) && !is_handed (cds, m))
      return true;
  return false;
}

/* --- handed out ------------------------------------------------------------------------------------- */

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

/* How many of those handed out, which are in order, are handed out behind MESSAGE. */
static size_t
place_of (const struct cds *cds, const struct cds_bag *bag, hb_id message)
{
  size_t low = 0, high = bag->handed.size;
  /* What is posted to a stack comes last, and so do most others. */
  if (high && is_under (cds, bag->handed.data[high - 1], message))
    low = high;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (is_under (cds, bag->handed.data[middle], message))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Puts the messages in the middle of their space, which is twice as large as they need at least. */
static void
center (struct cds_bag *bag)
{
  size_t size = bag->handed.size, places = bag->places;
  hb_id *space = bag->space;
  if (places < 2 * size + 2)
    {
      bag->places = 4 * size + 8;
      bag->space = hb_calloc (bag->places, sizeof *bag->space);
    }
  hb_id *data = bag->space + (bag->places - size) / 2;
  if (size)
    memmove (data, bag->handed.data, size * sizeof *data);
  bag->handed.data = data;
  if (bag->space != space)
    hb_free (space);
}

/* MESSAGE at place AT: those before it, or those behind, whichever are fewer, move on by one. */
static void
insert (struct cds_bag *bag, size_t at, hb_id message)
{
  size_t size = bag->handed.size;
  bool front = at < size - at;
  if (!bag->space
      || (front ? bag->handed.data == bag->space
                : bag->handed.data + size == bag->space + bag->places))
    center (bag);
  hb_id *data = bag->handed.data;
  if (front)
    {
      memmove (data - 1, data, at * sizeof *data);
      bag->handed.data--;
    }
  else
    memmove (data + at + 1, data + at, (size - at) * sizeof *data);
  bag->handed.data[at] = message;
  bag->handed.size++;
}

static void
take_out (struct cds_bag *bag, size_t at)
{
  hb_id *data = bag->handed.data;
  size_t behind = --bag->handed.size - at;
  if (at < behind)
    {
      memmove (data + 1, data, at * sizeof *data);
      bag->handed.data++;
    }
  else
    memmove (data + at, data + at + 1, behind * sizeof *data);
}

/* --- coming and going --------------------------------------------------------------------------- */

void
cds_bag_add (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->messages[message].handler];
  if (is_handed (cds, message))
    insert (bag, place_of (cds, bag, message), message);
  else
    hb_set_add (&bag->waiting, cds->turn[message]);
  cds_senders_add (cds, message);
  cds_ready_add (cds, message);
}

void
cds_bag_remove (struct cds *cds, hb_id message)
{
  struct cds_bag *bag = &cds->bags[cds->messages[message].handler];
  cds_senders_remove (cds, message);
  if (!is_handed (cds, message))
    {
      HB_ASSERT (hb_set_has (&bag->waiting, cds->turn[message]));
      hb_set_remove (&bag->waiting, cds->turn[message]);
      if (bag->ready.words)
        hb_set_remove (&bag->ready, cds->turn[message]);
      return;
    }
  /* What a mailbox hands out is the last one. */
  size_t at
      = vec_top (bag->handed) == message ? bag->handed.size - 1 : place_of (cds, bag, message);
  HB_ASSERT (bag->handed.data[at] == message);
  take_out (bag, at);
}

void
cds_make_bags (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  bool chosen = false;
  for (hb_id m = 0; m < trace->messages.size && !chosen; m++)
    chosen = cds_by_choice (cds, m);
  cds->bags = hb_calloc (trace->handlers.size, sizeof *cds->bags);
  cds->turn = hb_calloc (chosen ? trace->messages.size : 0, sizeof *cds->turn);
  cds->at_turn = hb_calloc (chosen ? trace->messages.size : 0, sizeof *cds->at_turn);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    if (has_ranked (cds, h))
      {
        cds->bags[h].waiting = hb_set_new (trace->handlers.data[h].count);
        cds->bags[h].ready = hb_set_new (trace->handlers.data[h].count);
        find_turns (cds, h);
      }
}

void
cds_free_bags (struct cds *cds)
{
  for (hb_id h = 0; cds->bags && h < cds->trace->handlers.size; h++)
    {
      hb_set_free (&cds->bags[h].waiting);
      hb_set_free (&cds->bags[h].ready);
      hb_free (cds->bags[h].space);
    }
  hb_free (cds->bags);
  hb_free (cds->turn);
  hb_free (cds->at_turn);
}

void
cds_bag_fill (struct cds *cds, hb_id handler)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  struct cds_bag *bag = &cds->bags[handler];
  bag->handed.size = 0;
  if (!bag->waiting.words)
    return;
  hb_set_clear (&bag->waiting);
  hb_set_clear (&bag->ready);
  for (hb_id m = h->first; m < h->first + h->count; m++)
    if (is_external (cds, m) && cds->trace->messages.data[m].count)
      hb_set_add (&bag->waiting, cds->turn[m]);
  for (hb_id t = 0; (t = hb_set_next (&bag->waiting, t)) != HB_NONE; t++)
    cds_ready_add (cds, cds_at_turn (cds, handler, t));
}

void
cds_bag_sort (struct cds *cds, hb_id handler)
{
  if (!cds->bags[handler].waiting.words)
    return;
  find_turns (cds, handler);
  cds_bag_fill (cds, handler);
}

bool
cds_bag_is_empty (const struct cds_bag *bag)
{
  return !bag->waiting.size && !bag->handed.size;
}

hb_id
cds_bag_after (const struct cds *cds, hb_id handler, hb_id message)
{
  const struct cds_bag *bag = &cds->bags[handler];
  size_t at = 0;
  if (message != HB_NONE && is_handed (cds, message))
    at = place_of (cds, bag, message) + 1;
  else
    {
      hb_id next = hb_set_next (&bag->waiting, message == HB_NONE ? 0 : cds->turn[message] + 1);
      if (next != HB_NONE)
        return cds_at_turn (cds, handler, next);
    }
  return at < bag->handed.size ? bag->handed.data[at] : HB_NONE;
}

/* --- what the mailbox hands out ----------------------------------------------------------------- */

/* Of the posted messages in the bag of HANDLER the one that its mailbox, a stack or one with
 * priorities, hands out; or HB_NONE. */
static hb_id
handed_out (const struct cds *cds, hb_id handler)
{
  const struct cds_bag *bag = &cds->bags[handler];
  return bag->handed.size ? vec_top (bag->handed) : HB_NONE;
}

hb_id
cds_ahead (const struct cds *cds, hb_id message)
{
  hb_id handler = cds->messages[message].handler, first = HB_NONE;
  uint8_t mailbox = cds->trace->handlers.data[handler].mailbox;
  if (mailbox == HB_QUEUE || mailbox == HB_MULTISET || is_external (cds, message))
    return HB_NONE;
  if (mailbox == HB_SENDER_QUEUE)
    first = cds_first_of_sender (cds, message);
  else
    first = handed_out (cds, handler);
  return first == message ? HB_NONE : first;
}

hb_id
cds_bag_next (const struct cds *cds, hb_id handler, hb_id tried)
{
  const struct cds_bag *bag = &cds->bags[handler];
  hb_id turn = tried == HB_NONE ? 0 : cds->turn[tried] + 1;
  hb_id next = hb_set_next (&bag->waiting, turn), out = handed_out (cds, handler);
  if (out == HB_NONE || cds->turn[out] < turn || cds->turn[out] > next)
    return cds_at_turn (cds, handler, next);
  return out;
}
