/* What waits in sender-queues, sender by sender: each lane is a list in the order of the posts.
 *
 *     first --> next --> next --> last       taken at `first`, posted at `last`; undone the other way round
 *
 * A bag has its messages by rank, so without this whether a message has to let another of its sender go first would
 * be asked of the whole bag.  See cds.h. */
#include "engine/cds/cds.h"

#include "engine/lanes.h"

#include <string.h>

struct cds_senders
{
  hb_id *lane; /* message -> its lane */
  hb_id lanes;
  hb_id *first, *last; /* lane -> messages, or HB_NONE */
  hb_id *next, *prev;  /* message -> its neighbours in its lane, or HB_NONE */
};

void
cds_find_senders (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  bool any = false;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    any = any || trace->handlers.data[h].mailbox == HB_SENDER_QUEUE;
  if (!any)
    return;
  struct cds_senders *s = cds->senders = hb_calloc (1, sizeof *s);
  s->lane = hb_lanes_new (trace, &s->lanes);
  s->first = hb_new_ids (s->lanes, HB_NONE);
  s->last = hb_new_ids (s->lanes, HB_NONE);
  s->next = hb_calloc (trace->messages.size, sizeof *s->next);
  s->prev = hb_calloc (trace->messages.size, sizeof *s->prev);
}

void
cds_senders_free (struct cds *cds)
{
  struct cds_senders *s = cds->senders;
  if (!s)
    return;
  hb_free (s->lane);
  hb_free (s->first);
  hb_free (s->last);
  hb_free (s->next);
  hb_free (s->prev);
  hb_free (s);
}

void
cds_senders_clear (struct cds *cds)
{
  struct cds_senders *s = cds->senders;
  if (!s)
    return;
  memset (s->first, 0xff, s->lanes * sizeof *s->first); /* HB_NONE everywhere */
  memset (s->last, 0xff, s->lanes * sizeof *s->last);
}

/* The list that MESSAGE has to be in while it waits, or NULL. */
static struct cds_senders *
lists_of (const struct cds *cds, hb_id message)
{
  hb_id handler = cds->messages[message].handler;
  bool listed = cds->senders && cds->senders->lane[message] != HB_NONE
                && cds->trace->handlers.data[handler].mailbox == HB_SENDER_QUEUE;
  return listed ? cds->senders : NULL;
}

/* Neighbours in a lane: EARLIER, or HB_NONE, directly before LATER, or HB_NONE. */
static void
join (struct cds_senders *s, hb_id lane, hb_id earlier, hb_id later)
{
  *(earlier == HB_NONE ? &s->first[lane] : &s->next[earlier]) = later;
  *(later == HB_NONE ? &s->last[lane] : &s->prev[later]) = earlier;
}

void
cds_senders_add (struct cds *cds, hb_id message)
{
  struct cds_senders *s = lists_of (cds, message);
  if (!s)
    return;
  hb_id lane = s->lane[message], first = s->first[lane];
  /* It was posted just now, or is given back by an undone take: then it was the first. */
  bool back = first != HB_NONE && cds->messages[message].posted < cds->messages[first].posted;
  HB_ASSERT (back || s->last[lane] == HB_NONE
             || cds->messages[s->last[lane]].posted < cds->messages[message].posted);
  hb_id last = s->last[lane];
  join (s, lane, back ? HB_NONE : last, message);
  join (s, lane, message, back ? first : HB_NONE);
}

void
cds_senders_remove (struct cds *cds, hb_id message)
{
  struct cds_senders *s = lists_of (cds, message);
  if (s)
    join (s, s->lane[message], s->prev[message], s->next[message]);
}

hb_id
cds_first_of_sender (const struct cds *cds, hb_id message)
{
  const struct cds_senders *s = lists_of (cds, message);
  return s ? s->first[s->lane[message]] : HB_NONE;
}
